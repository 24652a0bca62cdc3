//! Side tables over the model: derived data, computed once and looked up by ID.

mod containing_types;
mod defaults;
mod directions;
mod errors;
mod events;
mod group_use;
mod headers;
mod json_shape;
mod modules;

pub(crate) use containing_types::ContainingTypes;
pub use defaults::{asks_for_body, has_simple_default, is_constructor_argument, is_simple_default};
pub use directions::{Direction, Directions};
pub use directions::{contained_types, is_nullable, is_required, travels};
pub use errors::{ErrorType, ErrorVariant, Errors};
pub use events::EventIdentification;
pub use group_use::GroupUse;
pub use headers::SharedHeaders;
pub use json_shape::{AlternativeShape, AlternativeShapes};
pub use modules::Module;

use crate::api::model::Api;

/// All side tables.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The directions in which types are used, and the types that need one form for each.
    pub directions: Directions,
    /// The module of each type, by index.
    pub modules: Vec<Module>,
    /// The groups that use shared items, if groups are features.
    pub group_use: GroupUse,
    /// `true` if a type is not needed, by index: its only value is a constant wherever it is used.
    pub unneeded: Vec<bool>,
    /// The operations that share error types.
    pub errors: Errors,
    /// The operations that share response headers.
    pub headers: SharedHeaders,
    /// The structural shapes of the alternatives of untagged unions.
    pub shapes: AlternativeShapes,
    /// The identification of events.
    pub events: EventIdentification,
}

impl Analysis {
    /// Computes the side tables.
    #[must_use]
    pub fn new(api: &Api) -> Self {
        let directions = Directions::new(api);
        let users = modules::operation_users(api);
        let modules = modules::modules(api, &directions, &users);
        let errors = Errors::new(api);
        Self {
            shapes: AlternativeShapes::new(api, &directions),
            directions,
            unneeded: containing_types::unneeded(api),
            group_use: GroupUse::new(api, &errors, &modules, users),
            modules,
            errors,
            headers: SharedHeaders::new(api),
            events: EventIdentification::new(api),
        }
    }
}
