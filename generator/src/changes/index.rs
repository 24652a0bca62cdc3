//! Definitions by where they stand, so that those inside something are found without looking at all.

use std::collections::BTreeMap;

use crate::document::Pointer;
use crate::model::{Api, TypeId};

/// The definitions of a description by their pointers.
#[derive(Debug)]
pub(crate) struct Index(BTreeMap<String, Vec<TypeId>>);

impl Index {
    pub(crate) fn of(api: &Api) -> Self {
        let mut index: BTreeMap<String, Vec<TypeId>> = BTreeMap::new();
        for (id, definition) in api.definitions() {
            let others = definition.occurrences.iter().map(|occurrence| &occurrence.origin);
            for origin in std::iter::once(&definition.origin).chain(others) {
                index.entry(origin.as_str().to_owned()).or_default().push(id);
            }
        }
        Self(index)
    }

    /// The definitions that stand at a pointer or below it.
    pub(super) fn below(&self, pointer: &Pointer) -> impl Iterator<Item = TypeId> {
        let start = pointer.as_str();
        let rest =
            self.0.range(start.to_owned()..).map_while(move |(place, ids)| Some((place.strip_prefix(start)?, ids)));
        rest.filter(|(rest, _)| rest.is_empty() || rest.starts_with('/')).flat_map(|(_, ids)| ids.iter().copied())
    }
}
