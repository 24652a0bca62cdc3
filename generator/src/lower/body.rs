//! Request bodies: which kinds a description offers, and what is left to the caller to choose.
//!
//! | media types | the caller gives |
//! |---|---|
//! | one | what it holds |
//! | several with one schema, JSON among them | what it holds; it is sent as JSON |
//! | several kinds of JSON with one schema, such as those of patches | one of them, chosen by a variant |
//! | a JSON Patch | an array, whatever the schema says |
//! | several languages of text | one of them, chosen by a variant |
//! | several of bytes | the bytes and their type |
//! | `multipart/form-data` with a schema | the parts, as parameters; those that the schema requires are required wherever bodies are usual |
//! | such with files, and others of the same schema | the parts, as parameters |
//! | such with files, and others of another schema | the parts; each other kind is an operation of its own |
//! | others | one of them, chosen by a variant |

use openapiv3::{AdditionalProperties, MediaType, Operation, QueryStyle, ReferenceOr, RequestBody, Schema};
use serde_json::Value;

use super::content::is_json;
use super::offer::{Offer, OfferKind};
use super::part::{Needs, Parts};
use super::schema::{is_composed, keywords};
use super::{Lowering, Site};
use crate::diagnostic::Code;
use crate::document::PART_TYPES;
use crate::model::{
    Body, BodyContent, BodyKind, Docs, OperationId, Owner, Parameter, PartTypes, Style, Type, essence, spelled,
    without_parameter,
};
use crate::pointer::{Pointer, component_name};

/// What an operation sends in its body.
#[derive(Default)]
pub(super) struct Sent {
    pub(super) body: Option<Body>,
    /// The parts, where that is multipart and nothing else.
    pub(super) parts: Vec<Parameter>,
    /// What tells it apart from what the operation sends first, where that is files.
    pub(super) apart: Option<&'static str>,
}

impl<'d> Lowering<'d> {
    /// What an operation sends: one body, or parts with files and what can be sent instead.
    pub(super) fn bodies(
        &mut self,
        operation: &'d Operation,
        at: &Pointer,
        id: OperationId,
        method: &str,
    ) -> Vec<Sent> {
        let written = operation.request_body.as_ref();
        let found = written.and_then(|body| self.body_at(body, &at.child("requestBody")));
        let Some((body, origin, component)) = found else { return vec![Sent::default()] };
        self.check_media_types(&body.content, &origin);
        let mut offers = self.offers(&body.content);
        // What is no media type names nothing that could be sent.
        if offers.iter().any(|offer| offer.name.contains('/')) {
            offers.retain(|offer| offer.name.contains('/'));
        }
        // A body that may be absent, and is empty where it is not, says nothing.
        if !body.required && !offers.is_empty() && offers.iter().all(|offer| self.is_always_empty(offer)) {
            return vec![Sent::default()];
        }
        let others = match offers.as_slice() {
            [Offer { has_files: true, .. }, Offer { has_files: false, .. }, ..] => offers.split_off(1),
            _ => Vec::new(),
        };
        let owner = |id| component.clone().map_or(Owner::Operation(id), Owner::Component);
        let mut sent = vec![self.sent(body, &offers, method, (&origin, owner(id)))];
        // Each kind is a call of its own, so that one more takes nothing away from the others.
        for kind in others.chunk_by(|one, other| one.kind == other.kind) {
            let id = OperationId(id.0 + sent.len());
            let other = self.sent(body, kind, method, (&origin, owner(id)));
            sent.push(Sent { apart: kind.first().map(Offer::word), ..other });
        }
        sent
    }

    fn sent(
        &mut self,
        body: &'d RequestBody,
        offers: &[Offer<'d>],
        method: &str,
        (origin, owner): (&Pointer, Owner),
    ) -> Sent {
        let site = |offer: &Offer<'_>| {
            Site::new(origin.child("content").child(offer.name).child("schema"), owner.clone(), "body")
        };
        let parts = match offers {
            [only @ Offer { kind: OfferKind::Multipart, .. }] => {
                let needs = if body.required { Needs::Body } else { Needs::of_method(method) };
                self.parts(only.content, &site(only), needs)
            }
            _ => Parts { all: Vec::new(), are_required: body.required },
        };
        // Other methods announce it for whatever they take (RFC 5789 defines PATCH alone by it).
        let patches = method.eq_ignore_ascii_case("PATCH");
        let alternatives: Vec<BodyContent> =
            offers.iter().map(|offer| self.body_content(offer, &site(offer), patches)).collect();
        if alternatives.is_empty() {
            return Sent::default();
        }
        let description = body.description.clone().filter(|text| self.has_room(text.len(), origin));
        let docs = Docs { description, ..Docs::default() };
        let body = Body { required: parts.are_required, alternatives, docs, origin: origin.clone() };
        Sent { body: Some(body), parts: parts.all, apart: None }
    }

    fn body_content(&mut self, offer: &Offer<'d>, site: &Site, patches: bool) -> BodyContent {
        let plain = essence(offer.name);
        let kind = match (offer.kind, &offer.content.schema) {
            // It is an array of operations (RFC 6902), whatever the schema says.
            (OfferKind::Json, schema)
                if plain == JSON_PATCH && (patches || schema.is_none()) && !self.is_array(schema) =>
            {
                BodyKind::Json { ty: Type::List(Box::new(Type::Any)), wrapper: None }
            }
            (OfferKind::Json, Some(schema)) => self.json_body(schema, site),
            (OfferKind::Form, Some(schema)) => {
                BodyKind::Form { ty: self.shared_schema(schema, site), styles: styles(offer.content) }
            }
            (OfferKind::Multipart, _) => BodyKind::Multipart(part_types(offer.content)),
            (OfferKind::Text, _) => BodyKind::Text,
            _ if offer.others.is_empty() && !plain.contains('*') => BodyKind::Bytes,
            _ => {
                let all = [offer.name].into_iter().chain(offer.others.iter().copied());
                BodyKind::Content { media_types: all.map(str::to_owned).collect() }
            }
        };
        if plain.ends_with("xml") {
            let message = format!("a body of `{plain}` is not typed; the caller gives it as it is");
            let help = "declare `application/json` beside it if the server takes it";
            self.warn(Code::MediaTypeUnsupported, message, &site.pointer, help);
        }
        let media_type = match offer.kind {
            OfferKind::Json if plain.contains('*') => JSON.to_owned(),
            OfferKind::Json => spelled(offer.name),
            OfferKind::Multipart if plain.contains('*') => FORM_DATA.to_owned(),
            // The boundary is another one for each body.
            OfferKind::Multipart => without_parameter(&spelled(offer.name), "boundary"),
            OfferKind::Bytes if plain.contains('*') => "application/octet-stream".to_owned(),
            _ => offer.name.to_owned(),
        };
        BodyContent { media_type, kind }
    }

    /// Returns `true` if a body is an object that cannot have members.
    fn is_always_empty(&self, offer: &Offer<'d>) -> bool {
        let schema = offer.content.schema.as_ref().and_then(|schema| self.written(schema));
        matches!(offer.kind, OfferKind::Json | OfferKind::Form)
            && schema.map(keywords).is_some_and(|any| {
                let is_closed = any.additional_properties == Some(AdditionalProperties::Any(false));
                is_closed && any.properties.is_empty() && !is_composed(any)
            })
    }

    fn is_array(&self, schema: &'d Option<ReferenceOr<Schema>>) -> bool {
        let any = schema.as_ref().and_then(|schema| self.written(schema)).map(keywords);
        any.is_some_and(|any| any.typ.as_deref() == Some("array") || (any.typ.is_none() && any.items.is_some()))
    }

    /// An object with a single member that holds an object is a wrapper: the caller gives what is inside.
    fn json_body(&mut self, schema: &'d ReferenceOr<Schema>, site: &Site) -> BodyKind {
        if let Some((wrapper, inner)) = self.written(schema).and_then(|schema| self.wrapped(schema)) {
            let ty = match schema {
                // The wrapper is a component: what is inside already has a type, made with the component.
                ReferenceOr::Reference { reference } => {
                    let outer = self.referenced_type(reference, &site.pointer);
                    self.member_type(&outer, wrapper)
                }
                ReferenceOr::Item(_) => {
                    let below = site.below(&["properties", wrapper]);
                    Some(self.shared_type(&below, |lowering| lowering.boxed_schema(inner, &below)))
                }
            };
            if let Some(ty) = ty {
                return BodyKind::Json { ty, wrapper: Some(wrapper.to_owned()) };
            }
        }
        BodyKind::Json { ty: self.shared_schema(schema, site), wrapper: None }
    }

    /// The only member of an object schema, if it holds an object itself.
    fn wrapped(&self, schema: &'d Schema) -> Option<(&'d str, &'d ReferenceOr<Box<Schema>>)> {
        let any = keywords(schema);
        if is_composed(any) || any.properties.len() != 1 || any.additional_properties.is_some() {
            return None;
        }
        let (name, inner) = any.properties.first()?;
        let inside = keywords(self.written(inner)?);
        let is_object =
            inside.typ.as_deref() == Some("object") || !inside.properties.is_empty() || !inside.all_of.is_empty();
        is_object.then_some((name.as_str(), inner))
    }

    fn member_type(&self, outer: &Type, member: &str) -> Option<Type> {
        match &self.types[outer.named().first()?.index()].shape {
            crate::model::Shape::Object(object) => {
                object.fields.iter().find(|field| field.wire == member).map(|field| field.ty.clone())
            }
            _ => None,
        }
    }

    /// Where the members of a body's schema stand: in the component that it refers to, or in place.
    pub(super) fn body_schema(&self, content: &'d MediaType, site: &Site) -> Option<(&'d Schema, Site)> {
        match content.schema.as_ref()? {
            ReferenceOr::Item(schema) => Some((schema, site.clone())),
            ReferenceOr::Reference { reference } => {
                let schema = self.referenced_schema(reference)?;
                Some((schema, self.component_site(&component_name(reference, "schemas")?)))
            }
        }
    }
}

const JSON: &str = "application/json";
pub(super) const JSON_PATCH: &str = "application/json-patch+json";
const FORM_DATA: &str = "multipart/form-data";
pub(super) const FORM: &str = "application/x-www-form-urlencoded";

/// The members of a form that are not written in the usual way.
pub(super) fn styles(content: &MediaType) -> Vec<(String, Style)> {
    let styles = content.encoding.iter().filter_map(|(name, encoding)| {
        let style = match (&encoding.style, encoding.explode) {
            (Some(QueryStyle::DeepObject), _) => Style::DeepObject,
            (Some(QueryStyle::SpaceDelimited), false) => Style::SpaceDelimited,
            (Some(QueryStyle::PipeDelimited), false) => Style::PipeDelimited,
            (Some(QueryStyle::Form), false) => Style::Form(false),
            _ if encoding.content_type.as_deref().is_some_and(is_json) => Style::Json,
            _ => return None,
        };
        Some((name.clone(), style))
    });
    styles.collect()
}

/// The media types of parts by their position.
fn part_types(content: &MediaType) -> PartTypes {
    let said = content.extensions.get(PART_TYPES);
    let text = |value: &Value| value.as_str().filter(|text| !text.contains(['*', ','])).map(str::to_owned);
    let first = said.and_then(|said| said.get("first")?.as_array()).into_iter().flatten().map(text);
    PartTypes { first: first.collect(), rest: said.and_then(|said| text(said.get("rest")?)) }
}
