//! Request bodies: which media types a description offers, and what the caller chooses.
//!
//! | media types | argument of the call |
//! |---|---|
//! | one | its content |
//! | several with one schema, including JSON | their content, sent as JSON |
//! | several kinds of JSON with one schema, such as patches | a variant for each |
//! | a JSON Patch | an array, regardless of the schema |
//! | JSON lines | a list of the values |
//! | several text formats | a variant for each |
//! | several binary formats | the bytes and their type |
//! | `multipart/form-data` with a schema | the parts, as parameters; parts that the schema requires are required if the method usually has a body |
//! | the same with files, and others of the same schema | the parts, as parameters |
//! | the same with files, and others of another schema | the parts; each other kind becomes a separate operation |
//! | others | a variant for each |

use openapiv3::{AdditionalProperties, MediaType, Operation, QueryStyle, ReferenceOr, RequestBody, Schema};

use super::content::{FORM_DATA, JSON_PATCH, is_json};
use super::input::{Input, Site};
use super::node::Node;
use super::offer::{Offer, OfferKind};
use super::operations::Operations;
use super::part::{MultipartParts, RequiredInput};
use super::schemas::Schemas;
use crate::api::model::{
    Body, BodyContent, BodyKind, Constraints, Docs, OperationId, Owner, Parameter, Role, Style, Type, essence,
    is_lines, spelled, without_parameter,
};
use crate::base::pointer::{Pointer, component_name};

/// The request body of an operation.
#[derive(Default)]
pub(super) struct LoweredBody {
    pub(super) body: Option<Body>,
    /// The parts of the body, if it is multipart only.
    pub(super) parts: Vec<Parameter>,
    /// The suffix that distinguishes this operation from the main one, which sends files.
    pub(super) apart: Option<&'static str>,
}

impl LoweredBody {
    /// Returns `true` if the caller gives the bytes that are sent, if any.
    pub(super) fn is_bytes(&self) -> bool {
        let mut contents = self.body.iter().flat_map(|body| &body.alternatives);
        self.parts.is_empty() && contents.all(|it| matches!(it.kind, BodyKind::Bytes | BodyKind::Content { .. }))
    }
}

impl<'d> Operations<'_, 'd> {
    /// Lowers the request bodies of an operation: one body, or parts with files and the alternatives to them.
    pub(super) fn bodies(
        &mut self,
        operation: &'d Operation,
        at: &Pointer,
        id: OperationId,
        method: &str,
    ) -> Vec<LoweredBody> {
        let written = operation.request_body.as_ref();
        let found = written.and_then(|body| self.schemas.log.definition_at(body, &at.child("requestBody")));
        let Some((body, origin, component)) = found else {
            self.lacks_content |= written.is_some();
            return vec![LoweredBody::default()];
        };
        self.schemas.log.check_media_types(&body.content, &origin);
        let mut offers = self.input.offers(&body.content);
        // An entry without a slash is not a media type and cannot be sent.
        if offers.iter().any(|offer| offer.name.contains('/')) {
            offers.retain(|offer| offer.name.contains('/'));
        }
        // An optional body that is always empty carries no information.
        if !body.required && !offers.is_empty() && offers.iter().all(|offer| self.input.is_always_empty(offer)) {
            return vec![LoweredBody::default()];
        }
        let others = match offers.as_slice() {
            [Offer { has_files: true, .. }, Offer { has_files: false, .. }, ..] => offers.split_off(1),
            _ => Vec::new(),
        };
        let owner = |id| component.clone().map_or(Owner::Operation(id), Owner::Component);
        let mut sent = vec![self.schemas.request_body(body, &offers, method, &origin, owner(id))];
        // Each kind becomes a separate function, so that adding one does not change the others.
        for kind in others.chunk_by(|one, other| one.kind == other.kind) {
            let id = OperationId(id.0 + sent.len());
            let other = self.schemas.request_body(body, kind, method, &origin, owner(id));
            sent.push(LoweredBody { apart: kind.first().map(Offer::word), ..other });
        }
        self.check_content(&body.content, &origin);
        sent
    }
}

impl<'d> Schemas<'d> {
    fn request_body(
        &mut self,
        body: &'d RequestBody,
        offers: &[Offer<'d>],
        method: &str,
        origin: &Pointer,
        owner: Owner,
    ) -> LoweredBody {
        let site = |offer: &Offer<'_>| {
            Site::new(origin.child("content").child(offer.name).child("schema"), owner.clone(), Role::Body)
        };
        let parts = match offers {
            [only @ Offer { kind: OfferKind::Multipart, .. }] => {
                let needs = if body.required { RequiredInput::Body } else { RequiredInput::for_method(method) };
                let mut parts = self.parts(only.content, &site(only), needs);
                if parts.all.is_empty() {
                    parts.all.extend(self.log.unnamed_file(body, only.content, &site(only)));
                }
                parts
            }
            _ => MultipartParts { all: Vec::new(), are_required: body.required },
        };
        // Other methods use it for any kind of body (RFC 5789 ties it to PATCH).
        let patches = method.eq_ignore_ascii_case("PATCH");
        let alternatives: Vec<BodyContent> =
            offers.iter().map(|offer| self.body_content(offer, &site(offer), patches)).collect();
        if alternatives.is_empty() {
            return LoweredBody::default();
        }
        let description = body.description.clone().filter(|text| self.log.has_room(text.len(), origin));
        let docs = Docs { description, ..Docs::default() };
        let is_merge_patch = offers.iter().any(|offer| essence(offer.name) == MERGE_PATCH);
        let body = Body {
            required: parts.are_required,
            is_patch: is_merge_patch || self.input.config.patch.contains(method),
            is_merge_patch,
            alternatives,
            docs,
            origin: origin.clone(),
        };
        LoweredBody { body: Some(body), parts: parts.all, apart: None }
    }

    fn body_content(&mut self, offer: &Offer<'d>, site: &Site, patches: bool) -> BodyContent {
        let plain = essence(offer.name);
        let kind = match (offer.kind, &offer.content.schema) {
            // A JSON Patch is an array of operations (RFC 6902), regardless of the schema.
            (OfferKind::Json, schema)
                if plain == JSON_PATCH && (patches || schema.is_none()) && !self.input.is_array(schema) =>
            {
                BodyKind::Json { ty: Type::List(Box::new(Type::Any)), wrapper: None }
            }
            (OfferKind::Json, Some(_)) if is_lines(offer.name) => self.lines_body(offer.content, site),
            (OfferKind::Json, Some(schema)) => self.json_body(schema, site),
            (OfferKind::Form, Some(schema)) => {
                BodyKind::Form { ty: self.shared_schema(schema, site), styles: styles(offer.content) }
            }
            (OfferKind::Multipart, _) => BodyKind::Multipart,
            (OfferKind::Text, _) => BodyKind::Text,
            _ if offer.others.is_empty() && !plain.contains('*') => BodyKind::Bytes,
            _ => {
                let all = [offer.name].into_iter().chain(offer.others.iter().copied());
                BodyKind::Content { media_types: all.map(str::to_owned).collect() }
            }
        };
        if let (Some(example), BodyKind::Json { ty, wrapper: None } | BodyKind::Form { ty, .. }) =
            (&offer.content.example, &kind)
        {
            self.give_sample(ty, example);
        }
        if matches!(offer.kind, OfferKind::Text | OfferKind::Bytes) {
            self.log.warn_untyped(offer.name, offer.content, &site.pointer, "the caller passes it");
        }
        let media_type = match offer.kind {
            OfferKind::Json if plain.contains('*') => JSON.to_owned(),
            OfferKind::Json => spelled(offer.name),
            OfferKind::Multipart if plain.contains('*') => FORM_DATA.to_owned(),
            // The boundary differs for each body.
            OfferKind::Multipart => without_parameter(&spelled(offer.name), "boundary"),
            OfferKind::Bytes if plain.contains('*') => "application/octet-stream".to_owned(),
            _ => offer.name.to_owned(),
        };
        let constraints = match &offer.content.schema {
            Some(ReferenceOr::Item(schema)) => self.own_limits(Node::new(schema), site),
            _ => Constraints::default(),
        };
        BodyContent { media_type, kind, constraints }
    }

    /// Lowers a JSON body. An object with a single member that is itself an object is a wrapper: the caller passes the
    /// inner object.
    fn json_body(&mut self, schema: &'d ReferenceOr<Schema>, site: &Site) -> BodyKind {
        if let Some((wrapper, inner)) = self.input.resolve_schema(schema).and_then(|schema| self.input.wrapped(schema))
        {
            let ty = match schema {
                // The wrapper is a component, so the inner object already has a type, created with the component.
                ReferenceOr::Reference { reference } => {
                    let outer = self.referenced_type(reference, &site.pointer);
                    self.member_type(&outer, wrapper)
                }
                ReferenceOr::Item(_) => {
                    let below = site.below(&["properties", wrapper]);
                    Some(self.shared_type(&below, |schemas| schemas.schema(inner, &below)))
                }
            };
            if let Some(ty) = ty {
                return BodyKind::Json { ty, wrapper: Some(wrapper.to_owned()) };
            }
        }
        BodyKind::Json { ty: self.shared_schema(schema, site), wrapper: None }
    }

    fn member_type(&self, outer: &Type, member: &str) -> Option<Type> {
        match &self.types[outer.named_types().first()?.index()].shape {
            crate::api::model::Shape::Object(object) => {
                object.fields.iter().find(|field| field.wire == member).map(|field| field.ty.clone())
            }
            _ => None,
        }
    }
}

impl<'d> Input<'d> {
    /// Returns `true` if a body is an object that cannot have members.
    fn is_always_empty(&self, offer: &Offer<'d>) -> bool {
        let schema = self.content_schema(offer.content);
        matches!(offer.kind, OfferKind::Json | OfferKind::Form)
            && schema.is_some_and(|schema| {
                let is_closed = schema.any.additional_properties == Some(AdditionalProperties::Any(false));
                is_closed && schema.any.properties.is_empty() && !schema.is_composed()
            })
    }

    fn is_array(&self, schema: &'d Option<ReferenceOr<Schema>>) -> bool {
        let schema = schema.as_ref().and_then(|schema| self.resolve_schema(schema));
        schema.is_some_and(|schema| schema.typ().map_or(schema.any.items.is_some(), |typ| typ == "array"))
    }

    /// Returns the only member of an object schema, if it is itself an object.
    fn wrapped(&self, schema: Node<'d>) -> Option<(&'d str, &'d ReferenceOr<Box<Schema>>)> {
        let any = schema.any;
        if schema.is_composed() || any.properties.len() != 1 || any.additional_properties.is_some() {
            return None;
        }
        let (name, inner) = any.properties.first()?;
        let inside = self.resolve_schema(inner)?.any;
        let is_object =
            inside.typ.as_deref() == Some("object") || !inside.properties.is_empty() || !inside.all_of.is_empty();
        is_object.then_some((name.as_str(), inner))
    }

    /// Returns the schema that declares the members of a body: the component that it refers to, or the inline schema.
    pub(super) fn body_schema(&self, content: &'d MediaType, site: &Site) -> Option<(Node<'d>, Site)> {
        match content.schema.as_ref()? {
            ReferenceOr::Item(schema) => Some((Node::new(schema), site.clone())),
            ReferenceOr::Reference { reference } => {
                let schema = self.referenced_schema(reference)?;
                Some((schema, self.component_site(&component_name(reference, "schemas")?)))
            }
        }
    }
}

const JSON: &str = "application/json";
/// A partial update (RFC 7396).
const MERGE_PATCH: &str = "application/merge-patch+json";

/// Returns the members of a form that are not serialized in the default style.
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
