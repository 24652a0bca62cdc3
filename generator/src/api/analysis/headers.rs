//! The sets of declared response headers that operations share.
//!
//! Operations with the same headers, by name and type, have one type for them. Texts do not matter, nor does the order.

use std::collections::HashMap;

use crate::api::model::{Api, Type};

/// The sets of declared response headers that at least two operations have.
#[derive(Clone, Debug, Default)]
pub struct SharedHeaders {
    /// The operations with each set, by index.
    sets: Vec<Vec<usize>>,
    /// The index of the set of each operation that shares one.
    by_operation: HashMap<usize, usize>,
}

impl SharedHeaders {
    pub(super) fn new(api: &Api) -> Self {
        let mut operations: HashMap<Vec<(String, &Type)>, usize> = HashMap::new();
        let mut sets: Vec<Vec<usize>> = Vec::new();
        for (index, operation) in api.operations.iter().enumerate().filter(|(_, one)| !one.headers.is_empty()) {
            let headers = operation.headers.iter().map(|header| (header.wire.to_ascii_lowercase(), &header.ty));
            let mut headers: Vec<(String, &Type)> = headers.collect();
            headers.sort_by(|one, other| one.0.cmp(&other.0));
            let set = *operations.entry(headers).or_insert(sets.len());
            match sets.get_mut(set) {
                Some(set) => set.push(index),
                None => sets.push(vec![index]),
            }
        }
        sets.retain(|operations| operations.len() > 1);
        let members = sets.iter().enumerate().flat_map(|(set, members)| members.iter().map(move |index| (*index, set)));
        Self { by_operation: members.collect(), sets }
    }

    /// Returns the operations with each set.
    pub fn sets(&self) -> impl Iterator<Item = &[usize]> {
        self.sets.iter().map(Vec::as_slice)
    }

    /// Returns the operations with the headers of an operation, if several have them.
    #[must_use]
    pub fn sharing(&self, operation: usize) -> Option<&[usize]> {
        self.by_operation.get(&operation).and_then(|set| self.sets.get(*set)).map(Vec::as_slice)
    }

    /// Returns the operation that a set of headers is identified by: the first one with it.
    #[must_use]
    pub fn owner(&self, operation: usize) -> usize {
        self.sharing(operation).and_then(|operations| operations.first().copied()).unwrap_or(operation)
    }
}
