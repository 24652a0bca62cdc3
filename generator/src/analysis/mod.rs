//! Side tables over the model: what can be derived from it, computed once and looked up by id.

mod comparison;
mod constrained;
mod conversions;
mod directions;
mod errors;
mod event_texts;
mod events;
mod group_use;
mod layout;
mod left_out;
mod looks;
mod modules;
mod recursion;
mod sizes;
mod spread;

pub use comparison::Incomparable;
pub use conversions::Conversions;
pub use directions::{Direction, Directions, PreviousUse};
pub(crate) use directions::{has_three_states, travels};
pub use errors::{ErrorName, ErrorType, ErrorVariant, Errors, PreviousError};
pub use events::Events;
pub(crate) use group_use::FEW as FEW_GROUPS;
pub use group_use::GroupUse;
pub use layout::{Layout, Layouts};
pub(crate) use looks::looks;
pub use looks::{Expectation, JsonShape, Look, MemberPath, ObjectShape};
pub use modules::Module;
pub use recursion::Boxed;
pub use sizes::Large;

use self::layout::PreviousLayouts;
use crate::model::{Api, Definition};

/// All side tables.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// In which directions types travel, and which need a type for each.
    pub directions: Directions,
    /// Which members hold their type behind a pointer, since they would be endless otherwise.
    pub boxed: Boxed,
    /// Which alternatives are so large that they are held behind a pointer.
    pub large: Large,
    /// `true` if a type that is sent has rules for its values, in itself or in a type that it holds, by index.
    pub constrained: Vec<bool>,
    /// Which types cannot be compared.
    pub incomparable: Incomparable,
    /// Which types are made of others where they are given.
    pub conversions: Conversions,
    /// The module of each type, by index.
    pub modules: Vec<Module>,
    /// Which groups reach what they share, where groups are features.
    pub group_use: GroupUse,
    /// `true` if a type is of no use, by index: the only value that it has is a constant wherever it stands.
    pub left_out: Vec<bool>,
    /// Which operations share the type of their error.
    pub errors: Errors,
    /// How events are told apart.
    pub events: Events,
    /// How types lie in memory, to be remembered.
    pub layouts: Layouts,
}

/// What was decided for the description before, so that it stays.
#[derive(Clone, Copy)]
pub struct Previous<'a> {
    /// `true` if a type was received, and not sent.
    pub was_only_received: &'a dyn Fn(&Definition) -> bool,
    /// How a type was used.
    pub usage: &'a dyn Fn(&Definition) -> PreviousUse,
    /// Which error types the operations had, by index.
    pub errors: &'a [PreviousError],
    /// How types lay in memory.
    pub layouts: &'a Layouts,
}

impl Analysis {
    /// Computes the side tables.
    #[must_use]
    pub fn of(api: &Api, previous: Previous<'_>) -> Self {
        let directions = Directions::of(api, previous);
        let constrained = constrained::constrained(api, &directions);
        let modules = modules::modules(api, &directions);
        let layouts = PreviousLayouts::of(api, previous.layouts);
        let boxed = Boxed::of(api, &layouts);
        let conversions = Conversions::of(api, &directions);
        let large = Large::of(api, &boxed, &layouts);
        let left_out = left_out::left_out(api);
        let errors = Errors::of(api, previous.errors);
        Self {
            layouts: layout::layouts(api, &boxed, &large),
            left_out,
            incomparable: Incomparable::of(api),
            directions,
            constrained,
            conversions,
            large,
            boxed,
            group_use: GroupUse::of(api, &errors, &modules),
            modules,
            errors,
            events: Events::of(api),
        }
    }
}
