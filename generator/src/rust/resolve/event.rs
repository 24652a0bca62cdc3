//! Events that the server sends by itself: an enumeration with a variant for each.

use super::Resolver;
use super::facts::events::named_type;
use crate::api::analysis::{Direction, Module};
use crate::api::model;
use crate::api::model::{Event, Type, TypeId};
use crate::config::CrateFeature;
use crate::rust::docs;
use crate::rust::ir::{Docs, EventVariant, Events, Path, RustType};

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
                docs: Docs::with_wire_name(&self.event_variant_docs(event), name, &event.wire),
            }
        });
        Some(Events {
            variants: variants.collect(),
            places: self.analysis.events.places.clone(),
            is_comparable: self.api.events.iter().all(|event| self.is_comparable(&event.ty)),
        })
    }

    /// Returns the docs of the variant of an event: its own sentence, if its type has the whole text.
    fn event_variant_docs(&self, event: &Event) -> model::Docs {
        let is_at_type = named_type(self.api, event).is_some_and(|id| self.event_of(id).is_some());
        if !is_at_type {
            return event.docs.clone();
        }
        let text = event.docs.description.as_deref().or(event.docs.title.as_deref()).unwrap_or_default();
        let sentence = Some(docs::first_paragraph(text)).filter(|sentence| !sentence.is_empty());
        model::Docs { title: None, description: sentence, ..event.docs.clone() }
    }

    /// Returns the event of a type that nothing else uses.
    pub(super) fn event_of(&self, id: TypeId) -> Option<&'a Event> {
        let index = self.facts.events.get(&id).copied().flatten()?;
        let is_own = self.has_webhooks() && self.module_of(id) == Module::Unreferenced;
        self.api.events.get(index).filter(|_| is_own)
    }

    /// Returns the type that a variant holds. Large bodies are boxed, because their sizes differ by hundreds of bytes;
    /// built-in types, and aliases of them, are small.
    fn event_type(&self, ty: &Type) -> RustType {
        let held = self.rust_type(ty, Direction::Response);
        let is_named = matches!(self.api.unaliased(ty), Type::Named(_));
        if is_named && matches!(held.path, Path::Emitted(..)) { held.boxed() } else { held }
    }
}
