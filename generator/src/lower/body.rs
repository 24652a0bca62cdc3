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
//! | `multipart/form-data` with a schema | the parts, as parameters |
//! | others | one of them, chosen by a variant |

use indexmap::IndexMap;
use openapiv3::{AdditionalProperties, MediaType, Operation, QueryStyle, ReferenceOr, Schema};
use serde_json::Value;

use super::schema::{is_composed, keywords};
use super::{Lowering, Site};
use crate::diagnostic::Code;
use crate::document::PART_TYPES;
use crate::model::{
    Body, BodyContent, BodyKind, Docs, OperationId, Owner, Parameter, PartTypes, Style, Type, essence, parameters,
    spelled, without_parameter,
};
use crate::pointer::{Pointer, component_name};

/// What an operation sends in its body.
#[derive(Default)]
pub(super) struct Sent {
    pub(super) body: Option<Body>,
    /// The parts, where that is multipart and nothing else.
    pub(super) parts: Vec<Parameter>,
}

/// How a media type is sent; the best comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum OfferKind {
    Json,
    Multipart,
    Form,
    Text,
    Bytes,
}

/// One media type of a body.
struct Offer<'d> {
    /// As it is written.
    name: &'d str,
    content: &'d MediaType,
    kind: OfferKind,
    /// Other types for the same bytes.
    others: Vec<&'d str>,
}

impl<'d> Lowering<'d> {
    pub(super) fn body(&mut self, operation: &'d Operation, at: &Pointer, id: OperationId, method: &str) -> Sent {
        let written = operation.request_body.as_ref();
        let found = written.and_then(|body| self.body_at(body, &at.child("requestBody")));
        let Some((body, origin, component)) = found else { return Sent::default() };
        let owner = component.map_or(Owner::Operation(id), Owner::Component);
        let mut offers = self.offers(&body.content);
        // What is no media type names nothing that could be sent.
        if offers.iter().any(|offer| offer.name.contains('/')) {
            offers.retain(|offer| offer.name.contains('/'));
        }
        // A body that may be absent, and is empty where it is not, says nothing.
        if !body.required && !offers.is_empty() && offers.iter().all(|offer| self.is_always_empty(offer)) {
            return Sent::default();
        }
        // Other methods announce it for whatever they take (RFC 5789 defines PATCH alone by it).
        let patches = method.eq_ignore_ascii_case("PATCH");
        let site = |offer: &Offer<'_>| {
            Site::new(origin.child("content").child(offer.name).child("schema"), owner.clone(), "body")
        };
        let mut parts = Vec::new();
        if let [Offer { kind: OfferKind::Multipart, content, .. }] = offers.as_slice() {
            parts = self.parts(content, &site(&offers[0]), body.required);
        }
        let alternatives: Vec<BodyContent> =
            offers.iter().map(|offer| self.body_content(offer, &site(offer), patches)).collect();
        if alternatives.is_empty() {
            return Sent::default();
        }
        let description = body.description.clone().filter(|text| self.has_room(text.len(), at));
        let docs = Docs { description, ..Docs::default() };
        Sent { body: Some(Body { required: body.required, alternatives, docs, origin }), parts }
    }

    /// The media types that differ in more than the spelling of the same content, the best first.
    fn offers(&self, content: &'d IndexMap<String, MediaType>) -> Vec<Offer<'d>> {
        let mut all: Vec<Offer<'d>> = content
            .iter()
            .map(|(name, content)| Offer { name, content, kind: self.kind(name, content), others: Vec::new() })
            .collect();
        all.sort_by_key(|offer| {
            (offer.kind, if offer.kind == OfferKind::Json { json_rank(offer.name) } else { (0, false) })
        });
        let mut offers: Vec<Offer<'d>> = Vec::new();
        for offer in all {
            match offers.iter_mut().find(|known| is_same(known, &offer)) {
                Some(known) if known.kind == OfferKind::Bytes => known.others.push(offer.name),
                Some(_) => {}
                None => offers.push(offer),
            }
        }
        offers
    }

    fn kind(&self, media_type: &str, content: &'d MediaType) -> OfferKind {
        let plain = essence(media_type);
        let schema = content.schema.as_ref().and_then(|schema| self.written(schema));
        let binary = schema.is_some_and(|schema| keywords(schema).format.as_deref() == Some("binary"));
        match plain.as_str() {
            _ if binary => OfferKind::Bytes,
            FORM if schema.is_some() => OfferKind::Form,
            plain if plain.starts_with("multipart/") => OfferKind::Multipart,
            // JSON is YAML, too.
            plain if (is_json(plain) || plain.ends_with("+yaml")) && schema.is_some() => OfferKind::Json,
            JSON_PATCH => OfferKind::Json,
            plain if plain.starts_with("text/") || plain.ends_with("xml") || plain == FORM => OfferKind::Text,
            _ => OfferKind::Bytes,
        }
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

    /// Whether a body is an object that cannot have members.
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
const JSON_PATCH: &str = "application/json-patch+json";
const FORM_DATA: &str = "multipart/form-data";
pub(super) const FORM: &str = "application/x-www-form-urlencoded";

/// Whether a media type means JSON of any kind, so that `application/json` is what is sent.
fn is_general(essence: &str) -> bool {
    matches!(essence, JSON | "text/json" | "*/*" | "application/*" | "application/*+json")
}

/// Which kind of JSON comes first; of one kind, what has no parameters.
fn json_rank(media_type: &str) -> (u8, bool) {
    let rank = match essence(media_type).as_str() {
        JSON => 0,
        plain if is_general(plain) => 1,
        _ => 2,
    };
    (rank, !parameters(media_type).is_empty())
}

/// Whether a media type says what a better one says already.
fn is_same(known: &Offer<'_>, other: &Offer<'_>) -> bool {
    if known.content.schema != other.content.schema {
        return false;
    }
    match (known.kind, other.kind) {
        (OfferKind::Json, OfferKind::Json) => is_general(&essence(known.name)) || is_general(&essence(other.name)),
        (OfferKind::Json, other) => other != OfferKind::Bytes,
        (OfferKind::Multipart, OfferKind::Form) => true,
        // Texts that are written in another way are others, though their schema says no more than that they are texts.
        (OfferKind::Text, OfferKind::Text) => language(known.name) == language(other.name),
        (one, other) => one == other,
    }
}

/// What a text is written in: `text/xml` and `application/xml` are the same, as are `text/yaml` and `application/x-yaml`.
fn language(media_type: &str) -> String {
    let essence = essence(media_type);
    let subtype = essence.rsplit('/').next().unwrap_or_default();
    subtype.strip_prefix("x-").unwrap_or(subtype).to_owned()
}

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

/// Whether a media type holds JSON; `*/*` with a schema does too.
pub(super) fn is_json(essence: &str) -> bool {
    matches!(essence, "application/json" | "text/json" | "*/*" | "application/*") || essence.ends_with("+json")
}
