//! Side tables over the model: what can be derived from it, computed once and looked up by id.

mod conversions;
mod errors;
mod forms;
mod left_out;
mod modules;
mod recursion;
mod ruled;
mod sizes;
mod spread;

pub use conversions::Conversions;
pub use errors::{ErrorName, ErrorType, ErrorVariant, Errors, PreviousError};
pub use forms::{Form, Forms};
pub(crate) use forms::{has_three_states, travels};
pub use modules::Module;
pub use recursion::Boxed;
pub use sizes::Sizes;

use crate::model::{Api, Definition};

/// All side tables.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// In which directions types travel, and which need a type for each.
    pub forms: Forms,
    /// Which members hold their type behind a pointer, since they would be endless otherwise.
    pub boxed: Boxed,
    /// Which alternatives are so large that they are held behind a pointer.
    pub sizes: Sizes,
    /// Whether a type that is sent has rules for its values, in itself or in a type that it holds, by index.
    pub ruled: Vec<bool>,
    /// Which types are made of others where they are given.
    pub conversions: Conversions,
    /// The module of each type, by index.
    pub modules: Vec<Module>,
    /// Whether a type is of no use, by index: the only value that it has is a constant wherever it stands.
    pub left_out: Vec<bool>,
    /// Which operations share the type of their error.
    pub errors: Errors,
}

/// What was decided for the description before, so that it stays.
#[derive(Clone, Copy)]
pub struct Previous<'a> {
    /// Whether a type was received, and not sent.
    pub was_only_received: &'a dyn Fn(&Definition) -> bool,
    /// Which error types the operations had, by index.
    pub errors: &'a [PreviousError],
}

impl Analysis {
    /// Computes the side tables.
    #[must_use]
    pub fn of(api: &Api, previous: Previous<'_>) -> Self {
        let forms = Forms::of(api, previous.was_only_received);
        let ruled = ruled::ruled(api, &forms);
        let modules = modules::modules(api, &forms);
        let boxed = Boxed::of(api);
        let conversions = Conversions::of(api, &forms);
        let sizes = Sizes::of(api, &boxed);
        let left_out = left_out::left_out(api);
        Self { left_out, forms, ruled, conversions, sizes, boxed, modules, errors: Errors::of(api, previous.errors) }
    }
}
