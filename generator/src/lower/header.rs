//! Response headers.

use std::collections::HashSet;

use openapiv3::{Header as Declared, ParameterSchemaOrContent, ReferenceOr, Response};

use super::lowering::{Lowering, Site};
use crate::http_terms::CONTENT_TYPE;
use crate::model::{Docs, Header, Owner, Text, Type};
use crate::pointer::Pointer;

impl<'d> Lowering<'d> {
    /// Returns the headers that a response declares, each once for all responses of an operation.
    pub(super) fn headers(&mut self, response: &'d Response, at: &Pointer, owner: &Owner, found: &mut Vec<Header>) {
        let mut known: HashSet<String> = found.iter().map(|header| header.wire.to_ascii_lowercase()).collect();
        for (wire, header) in &response.headers {
            // The media type already declares it (OpenAPI 3.0.4, "Response Object").
            if known.contains(&wire.to_ascii_lowercase()) || wire.eq_ignore_ascii_case(CONTENT_TYPE) || !is_name(wire) {
                continue;
            }
            let at = at.child("headers").child(wire);
            if let Some(header) = self.header(wire, header, &at, owner) {
                if !self.has_room(header.docs.description.as_ref().map_or(0, String::len), &at) {
                    return;
                }
                known.insert(wire.to_ascii_lowercase());
                found.push(header);
            }
        }
    }

    fn header(&mut self, wire: &str, header: &'d ReferenceOr<Declared>, at: &Pointer, owner: &Owner) -> Option<Header> {
        let (declared, at, component) = self.header_at(header, at)?;
        let (owner, step) = match component {
            Some(name) => (Owner::Component(name), "header".to_owned()),
            None => (owner.clone(), format!("header {wire}")),
        };
        let ty = match &declared.format {
            ParameterSchemaOrContent::Schema(schema) => {
                self.shared_schema(schema, &Site::new(at.child("schema"), owner, step))
            }
            // JSON in a header is passed through as text.
            ParameterSchemaOrContent::Content(_) => Type::Text(Text::Plain),
        };
        let docs = Docs {
            description: declared.description.clone(),
            deprecated: declared.deprecated == Some(true),
            ..Docs::default()
        };
        Some(Header { wire: wire.to_owned(), ty: self.readable(ty), docs })
    }

    /// Replaces types that a header cannot express by text: objects, whose members cannot be separated.
    fn readable(&self, ty: Type) -> Type {
        let ty = ty.split_null().0.clone();
        let single = |ty: &Type| self.is_single(ty);
        match &ty {
            Type::List(element) | Type::Set(element) if single(element) => ty,
            ty if single(ty) => ty.clone(),
            _ => Type::Text(Text::Plain),
        }
    }
}

/// Returns `true` if a name is a valid header name (RFC 9110, section 5.1).
fn is_name(name: &str) -> bool {
    let token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    !name.is_empty() && name.chars().all(token)
}
