//! Facts about the model that only this stage reads, computed once.

mod equality;
pub(super) mod events;
mod nesting;
mod recursion;
mod sent;

use std::collections::HashMap;

use crate::api::analysis::Directions;
use crate::api::model::{Api, TypeId};
use equality::Incomparable;
use recursion::Boxed;
use sent::Conversions;

/// Facts about the types of an API.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// The members that are boxed, since their types would be infinite otherwise.
    pub(super) boxed: Boxed,
    /// `true` if a sent type has constraints on its values, itself or in a type that it contains, by index.
    pub(super) constrained: Vec<bool>,
    /// The types that cannot be compared.
    pub(super) incomparable: Incomparable,
    /// The index of the event of each type, or `None` for a type of several events.
    pub(super) events: HashMap<TypeId, Option<usize>>,
    /// The types that are created from others when passed as arguments.
    pub(super) conversions: Conversions,
    /// An upper bound for the number of Rust types that contain each other.
    pub(super) nesting_depth: usize,
}

impl Facts {
    pub(crate) fn new(api: &Api, directions: &Directions) -> Self {
        Self {
            boxed: Boxed::new(api),
            constrained: sent::constrained(api, directions),
            incomparable: Incomparable::new(api),
            conversions: Conversions::new(api, directions),
            events: events::by_type(api),
            nesting_depth: nesting::nesting_depth(api),
        }
    }
}
