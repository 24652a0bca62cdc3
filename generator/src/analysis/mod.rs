//! Side tables over the model: derived data, computed once and looked up by ID.

mod containing_types;
mod defaults;
mod directions;
mod errors;
mod events;
mod group_use;
mod json_shape;
mod modules;
mod nesting;
mod recursion;
mod sent;

pub use containing_types::Incomparable;
pub(crate) use defaults::{asks_for_body, has_simple_default, is_constructor_argument, is_simple_default};
pub(crate) use directions::travels;
pub use directions::{Direction, Directions};
pub use errors::{ErrorType, ErrorVariant, Errors};
pub use events::EventIdentification;
pub use group_use::GroupUse;
pub use json_shape::{AlternativeShape, AlternativeShapes};
pub use modules::Module;
pub use recursion::Boxed;
pub use sent::Conversions;

use crate::model::Api;

/// All side tables.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The directions in which types are used, and the types that need one form for each.
    pub directions: Directions,
    /// The members that are boxed, since their types would be infinite otherwise.
    pub boxed: Boxed,
    /// `true` if a sent type has constraints on its values, itself or in a type that it contains, by index.
    pub constrained: Vec<bool>,
    /// The types that cannot be compared.
    pub incomparable: Incomparable,
    /// The types that are created from others when passed as arguments.
    pub conversions: Conversions,
    /// The module of each type, by index.
    pub modules: Vec<Module>,
    /// The groups that use shared items, if groups are features.
    pub group_use: GroupUse,
    /// `true` if a type is not needed, by index: its only value is a constant wherever it is used.
    pub unneeded: Vec<bool>,
    /// The operations that share error types.
    pub errors: Errors,
    /// The structural shapes of the alternatives of untagged unions.
    pub shapes: AlternativeShapes,
    /// The identification of events.
    pub events: EventIdentification,
    /// An upper bound for the number of Rust types that contain each other.
    pub nesting_depth: usize,
}

impl Analysis {
    /// Computes the side tables.
    #[must_use]
    pub fn new(api: &Api) -> Self {
        let directions = Directions::new(api);
        let constrained = sent::constrained(api, &directions);
        let users = modules::operation_users(api);
        let modules = modules::modules(api, &directions, &users);
        let conversions = Conversions::new(api, &directions);
        let unneeded = containing_types::unneeded(api);
        let errors = Errors::new(api);
        Self {
            nesting_depth: nesting::nesting_depth(api),
            unneeded,
            incomparable: Incomparable::new(api),
            shapes: AlternativeShapes::new(api, &directions),
            directions,
            constrained,
            conversions,
            boxed: Boxed::new(api),
            group_use: GroupUse::new(api, &errors, &modules, users),
            modules,
            errors,
            events: EventIdentification::new(api),
        }
    }
}
