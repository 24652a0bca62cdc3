//! The events that the server sends.

use serde::Serialize;

use super::about::Docs;
use super::types::RustType;
use crate::base::http_terms::EventPlace;

/// The enumeration of the events.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Events {
    /// The events, in the order of the description.
    pub variants: Vec<EventVariant>,
    /// The locations of the name of an event.
    pub(crate) places: Vec<EventPlace>,
    /// `true` if they can be compared.
    pub(crate) is_comparable: bool,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EventVariant {
    /// The name of its variant.
    pub(crate) name: String,
    /// The type of its body.
    pub(crate) ty: RustType,
    /// Its name on the wire, normalized for comparison.
    pub(crate) wire: String,
    /// Its docs.
    pub(crate) docs: Docs,
}

impl Events {
    /// Returns `true` if events can be distinguished by their content.
    pub(crate) fn are_distinguishable(&self) -> bool {
        !self.places.is_empty() || self.variants.len() == 1
    }
}
