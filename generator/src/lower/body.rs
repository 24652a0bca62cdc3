//! Request bodies.

use indexmap::IndexMap;
use openapiv3::{MediaType, Operation, ReferenceOr, Schema};

use super::schema::keywords;
use super::{Lowering, Site};
use crate::diagnostic::Code;
use crate::document::Pointer;
use crate::model::{Body, BodyContent, Docs, OperationId, Owner, Type};

impl<'d> Lowering<'d> {
    pub(super) fn body(&mut self, operation: &'d Operation, at: &Pointer, id: OperationId) -> Option<Body> {
        let (body, origin, component) = self.body_at(operation.request_body.as_ref()?, &at.child("requestBody"))?;
        let (media_type, content) = preferred(&body.content)?;
        let at = origin.child("content").child(media_type).child("schema");
        let owner = component.map_or(Owner::Operation(id), Owner::Component);
        let site = Site::new(at, owner, "body");
        let docs = Docs { description: body.description.clone(), ..Docs::default() };
        let content = self.body_content(media_type, content, site);
        Some(Body { origin, required: body.required, content, docs })
    }

    fn body_content(&mut self, media_type: &str, content: &'d MediaType, site: Site) -> BodyContent {
        let plain = essence(media_type);
        let Some(schema) = &content.schema else { return untyped(&plain) };
        if is_json(&plain) {
            return self.json_body(schema, &site);
        }
        if plain == "application/x-www-form-urlencoded" {
            return BodyContent::Form(self.shared_schema(schema, &site));
        }
        if plain.starts_with("multipart/") || plain.ends_with("xml") {
            let message = format!("a body of `{plain}` is not typed; the caller gives it as it is");
            self.warn(
                Code::MediaTypeUnsupported,
                message,
                &site.pointer,
                "declare `application/json` beside it if the server takes it",
            );
        }
        untyped(&plain)
    }

    /// An object with a single member that holds an object is a wrapper: the caller gives what is inside.
    fn json_body(&mut self, schema: &'d ReferenceOr<Schema>, site: &Site) -> BodyContent {
        let written = match schema {
            ReferenceOr::Item(schema) => Some(schema),
            ReferenceOr::Reference { reference } => self.referenced_schema(reference),
        };
        if let Some((wrapper, inner)) = written.and_then(|schema| self.wrapped(schema)) {
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
                return BodyContent::Json { ty, wrapper: Some(wrapper.to_owned()) };
            }
        }
        BodyContent::Json { ty: self.shared_schema(schema, site), wrapper: None }
    }

    /// The only member of an object schema, if it holds an object itself.
    fn wrapped(&self, schema: &'d Schema) -> Option<(&'d str, &'d ReferenceOr<Box<Schema>>)> {
        let any = keywords(schema);
        let plain = any.all_of.is_empty() && any.one_of.is_empty() && any.any_of.is_empty();
        if !plain || any.properties.len() != 1 || any.additional_properties.is_some() {
            return None;
        }
        let (name, inner) = any.properties.first()?;
        let inner_schema = match inner {
            ReferenceOr::Item(schema) => schema,
            ReferenceOr::Reference { reference } => self.referenced_schema(reference)?,
        };
        let inside = keywords(inner_schema);
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
}

/// The media type that is sent: JSON before forms before anything else.
fn preferred(content: &IndexMap<String, MediaType>) -> Option<(&str, &MediaType)> {
    let rank = |media_type: &str| match essence(media_type).as_str() {
        plain if is_json(plain) => 0,
        "application/x-www-form-urlencoded" => 1,
        _ => 2,
    };
    content.iter().min_by_key(|(media_type, _)| rank(media_type)).map(|(name, content)| (name.as_str(), content))
}

fn untyped(media_type: &str) -> BodyContent {
    if media_type.starts_with("text/") || media_type.ends_with("xml") {
        return BodyContent::Text(media_type.to_owned());
    }
    let media_type = if media_type.contains('*') { "application/octet-stream" } else { media_type };
    BodyContent::Bytes(media_type.to_owned())
}

/// A media type without its parameters, in lower case.
pub(super) fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Whether a media type holds JSON; `*/*` with a schema does too.
pub(super) fn is_json(essence: &str) -> bool {
    matches!(essence, "application/json" | "text/json" | "*/*" | "application/*") || essence.ends_with("+json")
}
