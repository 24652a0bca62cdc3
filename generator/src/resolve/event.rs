//! Events that the server sends by itself: an enumeration with a variant for each.

use super::Resolver;
use crate::analysis::Direction;
use crate::config::CrateFeature;
use crate::ir::{Docs, EventVariant, Events, Path, RustType};
use crate::model::Type;

impl<'a> Resolver<'a> {
    /// Returns `true` if the crate has events.
    pub(crate) fn has_webhooks(&self) -> bool {
        self.offers(CrateFeature::Events)
    }

    /// The events, if the crate has any.
    pub(crate) fn webhooks(&self) -> Option<Events> {
        if !self.has_webhooks() {
            return None;
        }
        let events = self.api.events.iter().enumerate();
        let variants = events.map(|(index, event)| {
            let name = self.names.event(index);
            EventVariant {
                name: name.to_owned(),
                ty: self.event_type(&event.ty),
                wire: self.analysis.events.names.get(index).map_or("", String::as_str).to_owned(),
                docs: Docs::with_wire_name(&event.docs, name, &event.wire),
            }
        });
        Some(Events {
            variants: variants.collect(),
            places: self.analysis.events.places.clone(),
            is_comparable: self.api.events.iter().all(|event| self.is_comparable(&event.ty)),
        })
    }

    /// Returns the type that a variant holds. Large bodies are boxed, because their sizes differ by hundreds of bytes;
    /// built-in types, and aliases of them, are small.
    fn event_type(&self, ty: &Type) -> RustType {
        let held = self.rust_type(ty, Direction::Response);
        let is_named = matches!(self.api.unaliased(ty), Type::Named(_));
        if is_named && matches!(held.path, Path::Emitted(..)) { held.boxed() } else { held }
    }
}
