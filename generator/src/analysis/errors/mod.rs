//! Which operations share the type of their error.
//!
//! | operations | error type |
//! |---|---|
//! | a status has the same body as at most others that document it | the main one, `ApiError` |
//! | document no error response | the main one, so that the first one that they document changes no type |
//! | differ from these at some statuses, in the same way | one for all of them |
//! | differ from these as no other does | one of its own |
//! | had a shared type, or one of their own, which still fits | that type |
//!
//! A status that is documented without a body differs from none: each body is optional in Rust, since a server may leave it out.
//! So a status or a body more at one operation is at most a variant more, and no other type.

mod rules;

use std::borrow::Cow;
use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::model::{Api, ErrorResponse, StatusMatch, Type};
use rules::{Rules, Shapes, differences, fits, kinds, shapes, usual};

/// The error type that an operation had in the emission before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PreviousError {
    /// There was no such operation, or it documented no error response.
    #[default]
    Unknown,
    /// The main one.
    Main,
    /// Another one that operations share, by its name.
    Shared(String),
    /// One of its own.
    Own,
}

/// What names a shared error type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorName {
    /// It is the main one.
    Main,
    /// The name that it had.
    Previous(String),
    /// What tells it from the main one: the statuses at these places among the variants.
    Differs(Vec<usize>),
}

/// A variant of an error type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorVariant {
    /// The status that names it. `Default` also stands for a whole class.
    pub kind: StatusMatch,
    /// The documented error responses that it stands for: operation, and place there.
    pub error_responses: Vec<(usize, usize)>,
    /// The first of these that has a body.
    with_body: Option<(usize, usize)>,
}

/// The error type of some operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorType {
    /// What names it.
    pub name: ErrorName,
    /// The operations, by index.
    pub operations: Vec<usize>,
    /// Its variants, in order.
    pub variants: Vec<ErrorVariant>,
}

/// The error types that operations share, and which one an operation has; the others have their own.
#[derive(Clone, Debug, Default)]
pub struct Errors {
    /// The shared error types; the main one is the first.
    pub shared: Vec<ErrorType>,
    of_operation: Vec<Option<usize>>,
    /// The variant for each error response of an operation, and whether that response has a body.
    kinds: Vec<Vec<(StatusMatch, bool)>>,
}

impl Errors {
    pub(super) fn of(api: &Api, previous: &[PreviousError]) -> Self {
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
        let mut pools = Pools::of(&shapes, previous);
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

    /// Shares the main error type, and gives the body that it has for each status.
    fn main(&mut self, api: &Api, shapes: &[Shapes], pools: &mut Pools) -> Rules {
        // What had it before says first what it is.
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

    /// The shared error type of an operation; nothing where it has its own.
    #[must_use]
    pub fn shared_by(&self, operation: usize) -> Option<usize> {
        self.of_operation.get(operation).copied().flatten()
    }

    /// The status that names the variant for an error response.
    #[must_use]
    pub fn kind(&self, operation: usize, at: usize) -> StatusMatch {
        let kind = self.kinds.get(operation).and_then(|kinds| kinds.get(at));
        kind.map_or(StatusMatch::Default, |(kind, _)| *kind)
    }

    /// The variants of the error type of an operation.
    #[must_use]
    pub fn variants_of(&self, operation: usize) -> Cow<'_, [ErrorVariant]> {
        match self.shared_by(operation).and_then(|shared| self.shared.get(shared)) {
            Some(shared) => Cow::Borrowed(&shared.variants),
            None => Cow::Owned(self.variants(&[operation])),
        }
    }

    /// Each kind of error response of some operations once.
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
    /// The documented error responses that it stands for.
    pub fn responses<'a>(&'a self, api: &'a Api) -> impl Iterator<Item = &'a ErrorResponse> {
        self.error_responses.iter().filter_map(|(operation, at)| api.operations[*operation].error_responses.get(*at))
    }

    /// Returns `true` if any of the error responses has a body.
    #[must_use]
    pub fn has_body(&self) -> bool {
        self.with_body.is_some()
    }

    /// Its body, where any of the error responses has one.
    #[must_use]
    pub fn body<'a>(&self, api: &'a Api) -> Option<&'a Type> {
        let (operation, at) = self.with_body?;
        api.operations[operation].error_responses.get(at)?.body.as_ref()
    }
}

/// The operations by the error type that they had.
#[derive(Default)]
struct Pools {
    main: Vec<usize>,
    shared: IndexMap<String, Vec<usize>>,
    rest: Vec<usize>,
}

impl Pools {
    fn of(shapes: &[Shapes], previous: &[PreviousError]) -> Self {
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

    /// Takes the operations out of the rest that have no other body for a status than the rules.
    fn take_fitting(&mut self, rules: &Rules, shapes: &[Shapes]) -> Vec<usize> {
        let (mut fitting, rest) =
            std::mem::take(&mut self.rest).into_iter().partition::<Vec<usize>, _>(|index| fits(rules, &shapes[*index]));
        fitting.sort_unstable();
        self.rest = rest;
        fitting
    }
}
