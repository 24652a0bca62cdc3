//! Events: the entries of `webhooks`, or of `x-webhooks` as it was called before OpenAPI 3.1.

use std::collections::HashSet;

use openapiv3::{Operation, Parameter, ParameterSchemaOrContent, PathItem, ReferenceOr};

use super::docs;
use super::input::{Input, Site};
use super::offer::OfferKind;
use super::parameter::written_parameters;
use super::schemas::Schemas;
use crate::api::model::{Docs, Event, EventPlace, Owner, Role, Shape, Tag, Type, TypeId, plain_event};
use crate::base::diagnostic::Code;
use crate::base::pointer::Pointer;
use crate::base::suggestion::unmatched_message;
use crate::config::{At, Config, NamedBy};
use crate::read::document::Webhook;

/// Maximum number of values of a header that names the event.
const MAX_HEADER_VALUES: usize = 500;

/// The events that the server sends.
pub(crate) struct Events<'s, 'd> {
    input: &'d Input<'d>,
    schemas: &'s mut Schemas<'d>,
    events: Vec<Event>,
}

/// Lowers the events.
pub(super) fn events(schemas: &mut Schemas<'_>) -> Vec<Event> {
    let mut events = Events { input: schemas.input, schemas, events: Vec::new() };
    events.events();
    events.events
}

impl<'d> Events<'_, 'd> {
    fn events(&mut self) {
        let mut known: HashSet<String> = HashSet::new();
        for webhook in &self.input.document.webhooks {
            if self.schemas.log.is_exceeded() {
                return;
            }
            let ReferenceOr::Item(item) = &webhook.item else {
                self.leave_out(&webhook.pointer, "its reference cannot be resolved", "write the path item inline");
                continue;
            };
            // The event is received, regardless of the method.
            let Some((method, declared)) = request(item) else {
                self.leave_out(&webhook.pointer, "it has no request", "declare the request in `post`");
                continue;
            };
            let plain = plain_event(&webhook.name);
            if let Some((reason, help)) = unnamed(&plain, &known) {
                self.leave_out(&webhook.pointer, reason, help);
                continue;
            }
            let event = self.event(webhook, item, declared, &webhook.pointer.child(method));
            known.extend(event.is_some().then_some(plain));
            self.events.extend(event);
        }
        self.configured_events(&mut known);
        self.warn_idle_places();
    }

    /// Warns about configured members that no event has: every event would be unknown or rejected.
    fn warn_idle_places(&mut self) {
        for place in &self.input.config.events.places {
            let NamedBy::Member(name) = &place.value else { continue };
            if !self.events.is_empty() && !self.may_have(name) {
                let help = "write the member that names the event, or remove it if there is only one event";
                self.unused(&format!("`member:{name}`"), place.at, help);
            }
        }
    }

    /// Returns `true` if an event may have a member according to the description. Each type is visited once.
    fn may_have(&self, member: &str) -> bool {
        let mut open: Vec<&Type> = self.events.iter().map(|event| &event.ty).collect();
        let mut seen: HashSet<TypeId> = HashSet::new();
        while let Some(ty) = open.pop() {
            let id = match ty.split_null().0 {
                Type::Any | Type::AnyObject | Type::Map(_) | Type::Own(..) => return true,
                Type::Named(id) if seen.insert(*id) => *id,
                _ => continue,
            };
            match &self.schemas.types[id.index()].shape {
                Shape::Object(object) => {
                    let is_open = object.others.is_some() && !self.input.config.keep_undeclared;
                    if is_open || object.fields.iter().any(|field| field.wire == member) {
                        return true;
                    }
                }
                Shape::Union(union) if union.tag.as_ref().and_then(Tag::property) == Some(member) => return true,
                shape => open.extend(shape.types(|_| false)),
            }
        }
        false
    }

    /// Lowers the schemas that the configuration declares as events: one schema per event.
    fn configured_events(&mut self, known: &mut HashSet<String>) {
        for schema in &self.input.config.events.schemas {
            let (name, at): (&String, At) = (schema, schema.at);
            let ty = self.schemas.ids.get(name.as_str()).map(|id| Type::Named(*id));
            let Some(ty) = ty.or_else(|| self.schemas.own.get(name.as_str()).cloned()) else {
                self.unused(&format!("the event `{name}`"), at, "write the name of a component schema");
                continue;
            };
            let origin = Pointer::component("schemas", name);
            if !self.input.config.takes_declared_event(name) {
                continue;
            }
            let plain = plain_event(name);
            if let Some((reason, help)) = unnamed(&plain, known) {
                self.leave_out_configured(name, reason, help, at);
                continue;
            }
            known.insert(plain);
            let origin = origin.child("#event").child(name);
            self.events.push(Event { wire: name.clone(), ty, headers: Vec::new(), docs: Docs::default(), origin });
        }
    }

    fn unused(&mut self, what: &str, at: At, help: &str) {
        self.schemas.log.warn_of_entry(Code::OverrideUnused, unmatched_message(what), at, help);
    }

    fn event(
        &mut self,
        webhook: &'d Webhook,
        item: &'d PathItem,
        declared: &'d Operation,
        at: &Pointer,
    ) -> Option<Event> {
        let ty = self.event_body(webhook, declared, at)?;
        Some(Event {
            wire: webhook.name.clone(),
            ty,
            headers: self.event_headers(item, declared, webhook, at),
            docs: Docs {
                title: declared.summary.clone().filter(|summary| !summary.trim().is_empty()),
                description: docs::with_link(declared.description.as_deref(), declared.external_docs.as_ref()),
                deprecated: declared.deprecated,
                ..Docs::default()
            },
            origin: webhook.pointer.clone(),
        })
    }

    /// Returns the type of the JSON payload: any value if it is not declared, `None` if the payload is not JSON.
    fn event_body(&mut self, webhook: &'d Webhook, declared: &'d Operation, at: &Pointer) -> Option<Type> {
        let written = declared.request_body.as_ref();
        let Some((body, origin, component)) =
            written.and_then(|body| self.schemas.log.definition_at(body, &at.child("requestBody")))
        else {
            return Some(Type::Any);
        };
        let offers = self.input.offers(&body.content);
        let json = offers.iter().find(|offer| offer.kind == OfferKind::Json);
        let schema = json.and_then(|offer| Some((offer.name, offer.content.schema.as_ref()?)));
        let Some((name, schema)) = schema else {
            if offers.is_empty() {
                return Some(Type::Any);
            }
            self.leave_out(&webhook.pointer, "its body is not typed JSON", "declare `application/json` with a schema");
            return None;
        };
        let owner = Owner::Component(component.unwrap_or_else(|| webhook.name.clone()));
        let site = Site::new(origin.child("content").child(name).child("schema"), owner, Role::Event);
        Some(self.schemas.shared_schema(schema, &site))
    }

    fn event_headers(
        &mut self,
        item: &'d PathItem,
        declared: &'d Operation,
        webhook: &'d Webhook,
        at: &Pointer,
    ) -> Vec<String> {
        let (key, item_at) = (plain_event(&webhook.name), &webhook.pointer);
        let mut headers = Vec::new();
        for (parameter, list, index) in written_parameters((declared, at), (item, item_at)) {
            let pointer = list.child("parameters").index(index);
            if let Some((Parameter::Header { parameter_data, .. }, ..)) =
                self.schemas.log.definition_at(parameter, &pointer)
            {
                let values = self.input.header_values(&parameter_data.format);
                let may_be = |value: &String| key == *value || key.starts_with(&format!("{value}_"));
                // A header with other values names something else, or uses another scheme.
                if values.is_empty() || values.iter().any(may_be) {
                    headers.push(parameter_data.name.to_ascii_lowercase());
                }
            }
        }
        headers
    }

    fn leave_out_configured(&mut self, name: &str, reason: &str, help: &str, at: At) {
        let message = format!("the event `{name}` is left out: {reason}");
        self.schemas.log.warn_of_entry(Code::OperationLeftOut, message, at, help);
    }

    fn leave_out(&mut self, at: &Pointer, reason: &str, help: &str) {
        let message = format!("the event is left out: {reason}");
        self.schemas.log.warn(Code::OperationLeftOut, message, at, help);
    }
}

impl<'d> Input<'d> {
    /// Returns the values that a header lists, normalized for comparison with event names.
    fn header_values(&self, format: &'d ParameterSchemaOrContent) -> Vec<String> {
        let ParameterSchemaOrContent::Schema(schema) = format else { return Vec::new() };
        let listed = self.resolve_schema(schema).map(|schema| &schema.any.enumeration);
        let listed = listed.filter(|listed| listed.len() <= MAX_HEADER_VALUES);
        listed.into_iter().flatten().filter_map(|value| value.as_str()).map(plain_event).collect()
    }
}

/// Returns the configured locations of event names.
pub(super) fn places(config: &Config) -> Vec<EventPlace> {
    let place = |place: &NamedBy| match place {
        NamedBy::Header(name) => EventPlace::Header(name.clone()),
        NamedBy::Member(name) => EventPlace::Member(name.clone()),
    };
    config.events.places.iter().map(|entry| place(&entry.value)).collect()
}

/// Returns the reason why an event has no unique name, if so, and the help.
fn unnamed(plain: &str, known: &HashSet<String>) -> Option<(&'static str, &'static str)> {
    match plain {
        "" => Some(("its name has neither letters nor digits", "give it a name")),
        plain if known.contains(plain) => {
            Some(("its name differs from another one only in case and punctuation", "rename one of them"))
        }
        _ => None,
    }
}

/// Returns the request that is received: POST, if there are several.
fn request(item: &PathItem) -> Option<(&str, &Operation)> {
    item.post.as_ref().map(|post| ("post", post)).or_else(|| item.iter().next())
}
