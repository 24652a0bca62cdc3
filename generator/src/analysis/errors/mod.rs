//! Error types that operations share.
//!
//! | operations | error type |
//! |---|---|
//! | a status has the same body as in most others that document it | the main one, `ApiError` |
//! | document no error response | the main one, so that documenting the first one changes no type |
//! | differ from these in some statuses, in the same way | one shared by all of them |
//! | differ from these in a unique way | their own |
//! | had a shared type, or their own, which still matches | that type |
//!
//! A status documented without a body is compatible with any: each body is optional in Rust, since a server may omit
//! it. An additional status or body in one operation therefore adds at most a variant, and not another type.

mod rules;

use std::borrow::Cow;
use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::previous::PreviousError;
use crate::model::{Api, ErrorResponse, StatusMatch, Type};
use rules::{Rules, Shapes, differences, fits, kinds, shapes, usual};

/// The source of the name of a shared error type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorName {
    /// The main error type.
    Main,
    /// The recorded name.
    Previous(String),
    /// The difference from the main error type: the indexes of the differing variants.
    Differs(Vec<usize>),
}

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

/// The error type of some operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorType {
    /// The source of its name.
    pub name: ErrorName,
    /// The operations, by index.
    pub operations: Vec<usize>,
    /// Its variants, in order.
    pub variants: Vec<ErrorVariant>,
}

/// The shared error types, and the one of each operation; other operations have their own.
#[derive(Clone, Debug, Default)]
pub struct Errors {
    /// The shared error types; the main one is the first.
    pub shared: Vec<ErrorType>,
    of_operation: Vec<Option<usize>>,
    /// The variant for each error response of an operation, and whether that response has a body.
    kinds: Vec<Vec<(StatusMatch, bool)>>,
}

impl Errors {
    pub(super) fn new(api: &Api, previous: &[PreviousError]) -> Self {
        let error_responses = || api.operations.iter().map(|operation| operation.error_responses.as_slice());
        let mut errors = Self {
            shared: Vec::new(),
            of_operation: vec![None; api.operations.len()],
            kinds: error_responses().map(kinds).collect(),
        };
        let shapes: Vec<Shapes> = error_responses()
            .zip(&errors.kinds)
            .map(|(error_responses, kinds)| shapes(error_responses, kinds))
            .collect();
        let mut pools = PreviousErrorTypes::new(&shapes, previous);
        let main = errors.main(api, &shapes, &mut pools);
        for (name, operations) in std::mem::take(&mut pools.shared) {
            let mut rules = main.clone();
            rules.extend(usual(api, &operations, &shapes));
            let (mut operations, others): (Vec<usize>, Vec<usize>) =
                operations.into_iter().partition(|index| fits(&rules, &shapes[*index]));
            pools.rest.extend(others);
            operations.extend(pools.take_fitting(&rules, &shapes));
            errors.share(ErrorName::Previous(name), operations);
        }
        errors.share_alike(&main, &shapes, &pools.rest);
        errors
    }

    /// Shares the main error type, and returns its body for each status.
    fn main(&mut self, api: &Api, shapes: &[Shapes], pools: &mut PreviousErrorTypes) -> Rules {
        // The operations that had it before decide its rules first.
        let mut rules = usual(api, &pools.main, shapes);
        let all: Vec<usize> = pools.main.iter().chain(&pools.rest).copied().collect();
        for (kind, shape) in usual(api, &all, shapes) {
            rules.entry(kind).or_insert(shape);
        }
        pools.rest = all;
        let operations = pools.take_fitting(&rules, shapes);
        self.share(ErrorName::Main, operations);
        rules
    }

    /// Shares an error type among operations that differ from the main one in the same way.
    fn share_alike(&mut self, main: &Rules, shapes: &[Shapes], rest: &[usize]) {
        let mut alike: IndexMap<Vec<(StatusMatch, &str)>, Vec<usize>> = IndexMap::new();
        for index in rest {
            alike.entry(differences(main, &shapes[*index])).or_default().push(*index);
        }
        for (differences, mut operations) in alike {
            if operations.len() > 1 {
                operations.sort_unstable();
                let variants = self.variants(&operations);
                let differs = |at: &usize| differences.iter().any(|(kind, _)| *kind == variants[*at].kind);
                let differing = (0..variants.len()).filter(differs).collect();
                self.share(ErrorName::Differs(differing), operations);
            }
        }
    }

    fn share(&mut self, name: ErrorName, operations: Vec<usize>) {
        if operations.is_empty() {
            return;
        }
        for index in &operations {
            self.of_operation[*index] = Some(self.shared.len());
        }
        let variants = self.variants(&operations);
        self.shared.push(ErrorType { name, operations, variants });
    }

    /// Returns the shared error type of an operation, or `None` if it has its own.
    #[must_use]
    pub fn shared_by(&self, operation: usize) -> Option<usize> {
        self.of_operation.get(operation).copied().flatten()
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
        match self.shared_by(operation).and_then(|shared| self.shared.get(shared)) {
            Some(shared) => Cow::Borrowed(&shared.variants),
            None => Cow::Owned(self.variants(&[operation])),
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

/// The operations by their previous error type.
#[derive(Default)]
struct PreviousErrorTypes {
    main: Vec<usize>,
    shared: IndexMap<String, Vec<usize>>,
    rest: Vec<usize>,
}

impl PreviousErrorTypes {
    fn new(shapes: &[Shapes], previous: &[PreviousError]) -> Self {
        let mut pools = Self::default();
        for index in 0..shapes.len() {
            match previous.get(index).unwrap_or(&PreviousError::Unknown) {
                PreviousError::Unknown => pools.rest.push(index),
                PreviousError::Main => pools.main.push(index),
                PreviousError::Shared(name) => pools.shared.entry(name.clone()).or_default().push(index),
                PreviousError::Own => {}
            }
        }
        pools
    }

    /// Removes and returns the remaining operations that match the rules for every status.
    fn take_fitting(&mut self, rules: &Rules, shapes: &[Shapes]) -> Vec<usize> {
        let (mut fitting, rest) =
            std::mem::take(&mut self.rest).into_iter().partition::<Vec<usize>, _>(|index| fits(rules, &shapes[*index]));
        fitting.sort_unstable();
        self.rest = rest;
        fitting
    }
}
