//! The error type that operations share, and those of single operations.
//!
//! | operations | error type |
//! |---|---|
//! | a status has the same body as in most others that document it | the main one, `ApiError` |
//! | document no error response | the main one, so that documenting the first one changes no type |
//! | differ from these | their own |
//!
//! A status documented without a body is compatible with any: each body is optional in Rust, since a server may omit
//! it. An additional status or body in one operation therefore adds at most a variant, and not another type.

mod rules;

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::api::model::{Api, ErrorResponse, StatusMatch, Type};
use rules::{Shapes, fits, kinds, shapes, usual};

/// A variant of an error type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorVariant {
    /// The status that names it. `Default` also represents a whole class.
    pub kind: StatusMatch,
    /// The documented error responses that it represents: the operation, and the index there.
    pub error_responses: Vec<(usize, usize)>,
    /// The first of these responses with a body.
    with_body: Option<(usize, usize)>,
}

/// The error type of most operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorType {
    /// The operations, by index.
    pub operations: Vec<usize>,
    /// Its variants, in order.
    pub variants: Vec<ErrorVariant>,
}

/// The main error type, and the operations that have it; other operations have their own.
#[derive(Clone, Debug, Default)]
pub struct Errors {
    /// The main error type, if an operation has it.
    pub main: Option<ErrorType>,
    has_main: Vec<bool>,
    /// The variant for each error response of an operation, and whether that response has a body.
    kinds: Vec<Vec<(StatusMatch, bool)>>,
}

impl Errors {
    pub(super) fn new(api: &Api) -> Self {
        let error_responses = || api.operations.iter().map(|operation| operation.error_responses.as_slice());
        let mut errors = Self {
            main: None,
            has_main: vec![false; api.operations.len()],
            kinds: error_responses().map(kinds).collect(),
        };
        let shapes: Vec<Shapes<'_>> = error_responses()
            .zip(&errors.kinds)
            .map(|(error_responses, kinds)| shapes(error_responses, kinds))
            .collect();
        let main = main_operations(api, &shapes);
        if !main.is_empty() {
            main.iter().for_each(|index| errors.has_main[*index] = true);
            let variants = errors.variants(&main);
            errors.main = Some(ErrorType { operations: main, variants });
        }
        errors
    }

    /// Returns `true` if an operation has the main error type. Others have their own.
    #[must_use]
    pub fn is_main(&self, operation: usize) -> bool {
        self.has_main.get(operation).is_some_and(|has_main| *has_main)
    }

    /// Returns the status that names the variant for an error response.
    #[must_use]
    pub fn kind(&self, operation: usize, at: usize) -> StatusMatch {
        let kind = self.kinds.get(operation).and_then(|kinds| kinds.get(at));
        kind.map_or(StatusMatch::Default, |(kind, _)| *kind)
    }

    /// Returns the variants of the error type of an operation.
    #[must_use]
    pub fn variants_of(&self, operation: usize) -> Cow<'_, [ErrorVariant]> {
        match &self.main {
            Some(main) if self.is_main(operation) => Cow::Borrowed(&main.variants),
            _ => Cow::Owned(self.variants(&[operation])),
        }
    }

    /// Returns each kind of error response of some operations once.
    fn variants(&self, operations: &[usize]) -> Vec<ErrorVariant> {
        let mut found: BTreeMap<StatusMatch, ErrorVariant> = BTreeMap::new();
        for index in operations {
            for (at, (kind, has_body)) in self.kinds[*index].iter().enumerate() {
                let new = ErrorVariant { kind: *kind, error_responses: Vec::new(), with_body: None };
                let variant = found.entry(*kind).or_insert(new);
                variant.error_responses.push((*index, at));
                variant.with_body = variant.with_body.or(has_body.then_some((*index, at)));
            }
        }
        found.into_values().collect()
    }
}

impl ErrorVariant {
    /// Returns the documented error responses that this variant represents.
    pub fn responses<'a>(&'a self, api: &'a Api) -> impl Iterator<Item = &'a ErrorResponse> {
        self.error_responses.iter().filter_map(|(operation, at)| api.operations[*operation].error_responses.get(*at))
    }

    /// Returns `true` if any of the error responses has a body.
    #[must_use]
    pub fn has_body(&self) -> bool {
        self.with_body.is_some()
    }

    /// Returns `true` if the body may also be plain text.
    #[must_use]
    pub fn may_be_text(&self, api: &Api) -> bool {
        self.responses(api).any(|response| response.may_be_text)
    }

    /// Returns the body, if any of the error responses has one.
    #[must_use]
    pub fn body<'a>(&self, api: &'a Api) -> Option<&'a Type> {
        let (operation, at) = self.with_body?;
        api.operations[operation].error_responses.get(at)?.body.as_ref()
    }
}

/// Returns the operations with the main error type.
fn main_operations(api: &Api, shapes: &[Shapes<'_>]) -> Vec<usize> {
    let rules = usual(api, shapes);
    (0..shapes.len()).filter(|index| fits(&rules, &shapes[*index])).collect()
}
