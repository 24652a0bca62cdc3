//! Events that the server sends by itself: an enumeration with a variant for each.

use super::{CrateFeature, Docs, Path, Resolver, RustType};
use crate::analysis::Direction;
use crate::model::{EventPlace, Type};

/// The enumeration of the events.
#[derive(Clone, Debug)]
pub(crate) struct Events<'a> {
    /// The events, in the order of the description.
    pub(crate) variants: Vec<EventVariant<'a>>,
    /// What names them.
    pub(crate) places: &'a [EventPlace],
    /// `true` if they can be compared.
    pub(crate) is_comparable: bool,
}

/// An event.
#[derive(Clone, Debug)]
pub(crate) struct EventVariant<'a> {
    /// The name of its variant.
    pub(crate) name: &'a str,
    /// What its body holds.
    pub(crate) ty: RustType<'a>,
    /// Its name on the wire, as it is compared.
    pub(crate) wire: &'a str,
    /// What is said of it.
    pub(crate) docs: Docs<'a>,
}

impl Events<'_> {
    /// Returns `true` if it is known how they are told apart; elsewhere whoever receives them has to know which one came.
    pub(crate) fn are_told_apart(&self) -> bool {
        !self.places.is_empty() || self.variants.len() == 1
    }
}

impl<'a> Resolver<'a> {
    /// Returns `true` if the crate has events.
    pub(crate) fn has_webhooks(&self) -> bool {
        !self.api.events.is_empty() && self.offers(CrateFeature::Events)
    }

    /// The events, if the crate has any.
    pub(crate) fn webhooks(&self) -> Option<Events<'a>> {
        if !self.has_webhooks() {
            return None;
        }
        let events = self.api.events.iter().enumerate();
        let variants = events.map(|(index, event)| {
            let name = self.names.event(index);
            EventVariant {
                name,
                ty: self.event_type(&event.ty),
                wire: self.analysis.events.names.get(index).map_or("", String::as_str),
                docs: Docs::with_wire_name(&event.docs, name, &event.wire),
            }
        });
        Some(Events {
            variants: variants.collect(),
            places: &self.analysis.events.places,
            is_comparable: self.api.events.iter().all(|event| self.is_comparable(&event.ty)),
        })
    }

    /// What a variant holds. Bodies differ in size by hundreds of bytes; what the language has by itself is small.
    fn event_type(&self, ty: &Type) -> RustType<'a> {
        let held = self.rust_type(ty, Direction::Response);
        if matches!(held.path, Path::Emitted(..)) { held.boxed() } else { held }
    }
}
