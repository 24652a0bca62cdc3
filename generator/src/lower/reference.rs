//! `$ref`: to the type, parameter, body or response it stands for.

use std::borrow::Borrow;
use std::collections::HashMap;

use openapiv3::{Components, Parameter, ReferenceOr, RequestBody, Response, Schema};

use super::Lowering;
use super::schema::{allows_null, keywords};
use crate::diagnostic::Code;
use crate::model::Type;
use crate::pointer::{Pointer, component_name};

/// Over how many names for names it is looked for null.
const MOST_NAMES: usize = 8;

impl<'d> Lowering<'d> {
    /// The type a reference to a schema stands for; any value where it leads nowhere.
    pub(super) fn referenced_type(&mut self, reference: &str, at: &Pointer) -> Type {
        let name = component_name(reference, "schemas");
        match name.as_deref().and_then(|name| self.schemas.get(name).copied()) {
            Some(id) if name.as_deref().is_some_and(|name| self.is_nullable(name)) => {
                Type::Nullable(Box::new(Type::Named(id)))
            }
            Some(id) => Type::Named(id),
            None => {
                self.unresolved(reference, at, "any JSON value is accepted here");
                Type::Any
            }
        }
    }

    /// The schema of the components that a reference leads to, over references to references.
    pub(super) fn referenced_schema(&self, reference: &str) -> Option<&'d Schema> {
        let name = component_name(reference, "schemas")?;
        self.targets.get(name.as_str()).copied().flatten()
    }

    /// The schema that is written out at a place, or that the reference there leads to.
    pub(super) fn written<S: Borrow<Schema>>(&self, schema: &'d ReferenceOr<S>) -> Option<&'d Schema> {
        match schema {
            ReferenceOr::Item(schema) => Some(schema.borrow()),
            ReferenceOr::Reference { reference } => self.referenced_schema(reference),
        }
    }

    /// Whether a schema of the components allows null, by itself or as another name for one that does; then every reference
    /// to it does.
    fn is_nullable(&self, name: &str) -> bool {
        let mut next = self.targets.get(name).copied().flatten();
        for _ in 0..MOST_NAMES {
            let Some(schema) = next else { return false };
            if allows_null(schema) {
                return true;
            }
            next = other_name(schema).and_then(|reference| self.referenced_schema(reference));
        }
        false
    }

    /// The parameter itself, with the pointer to where it is written, and its name if it is a component.
    pub(super) fn parameter_at(
        &mut self,
        parameter: &'d ReferenceOr<Parameter>,
        at: &Pointer,
    ) -> Option<(&'d Parameter, Pointer, Option<String>)> {
        let reference = match parameter {
            ReferenceOr::Item(parameter) => return Some((parameter, at.clone(), None)),
            ReferenceOr::Reference { reference } => reference,
        };
        let found = follow(reference, "parameters", |name| self.components.parameters.get(name));
        self.found(found, reference, at, "the parameter is left out")
            .map(|(item, pointer, name)| (item, pointer, Some(name)))
    }

    /// The request body itself.
    pub(super) fn body_at(
        &mut self,
        body: &'d ReferenceOr<RequestBody>,
        at: &Pointer,
    ) -> Option<(&'d RequestBody, Pointer, Option<String>)> {
        let reference = match body {
            ReferenceOr::Item(body) => return Some((body, at.clone(), None)),
            ReferenceOr::Reference { reference } => reference,
        };
        let found = follow(reference, "requestBodies", |name| self.components.request_bodies.get(name));
        self.found(found, reference, at, "the body is left out")
            .map(|(item, pointer, name)| (item, pointer, Some(name)))
    }

    /// The response itself.
    pub(super) fn response_at(
        &mut self,
        response: &'d ReferenceOr<Response>,
        at: &Pointer,
    ) -> Option<(&'d Response, Pointer, Option<String>)> {
        let reference = match response {
            ReferenceOr::Item(response) => return Some((response, at.clone(), None)),
            ReferenceOr::Reference { reference } => reference,
        };
        let found = follow(reference, "responses", |name| self.components.responses.get(name));
        self.found(found, reference, at, "the response has no body")
            .map(|(item, pointer, name)| (item, pointer, Some(name)))
    }

    fn found<T>(&mut self, found: Option<T>, reference: &str, at: &Pointer, consequence: &str) -> Option<T> {
        if found.is_none() {
            self.unresolved(reference, at, consequence);
        }
        found
    }

    fn unresolved(&mut self, reference: &str, at: &Pointer, consequence: &str) {
        let message = format!("`{reference}` leads nowhere; {consequence}");
        let help = "refer to a component of this document, such as `#/components/schemas/Name`";
        self.warn(Code::ReferenceUnresolved, message, &at.child("$ref"), help);
    }
}

/// The schema that another one is nothing but another name for.
fn other_name(schema: &Schema) -> Option<&str> {
    let any = keywords(schema);
    let alternatives = if any.one_of.is_empty() { &any.any_of } else { &any.one_of };
    match (any.all_of.as_slice(), alternatives.as_slice()) {
        ([ReferenceOr::Reference { reference }], []) | ([], [ReferenceOr::Reference { reference }])
            if any.properties.is_empty() =>
        {
            Some(reference)
        }
        _ => None,
    }
}

/// What each schema of the components is in the end; each reference is followed once.
pub(super) fn targets(components: &Components) -> HashMap<&str, Option<&Schema>> {
    let mut targets: HashMap<&str, Option<&Schema>> = HashMap::new();
    for start in components.schemas.keys() {
        let mut trail: Vec<&str> = Vec::new();
        let mut next = Some(start.clone());
        let mut target = None;
        while let Some((name, schema)) = next.take().and_then(|name| components.schemas.get_key_value(&name)) {
            if let Some(known) = targets.get(name.as_str()) {
                target = *known;
                break;
            }
            trail.push(name);
            // Who comes back here on the way went in a circle.
            targets.insert(name, None);
            match schema {
                ReferenceOr::Item(schema) => target = Some(schema),
                ReferenceOr::Reference { reference } => next = component_name(reference, "schemas"),
            }
        }
        targets.extend(trail.into_iter().map(|name| (name, target)));
    }
    targets
}

/// Follows references of one section of the components until something is written out.
fn follow<'d, T>(
    reference: &str,
    section: &str,
    get: impl Fn(&str) -> Option<&'d ReferenceOr<T>>,
) -> Option<(&'d T, Pointer, String)> {
    let mut name = component_name(reference, section)?;
    // A longer chain than this is a circle; the corpus has none beyond two.
    for _ in 0..32 {
        match get(&name)? {
            ReferenceOr::Item(item) => {
                let pointer = Pointer::root().child("components").child(section).child(&name);
                return Some((item, pointer, name));
            }
            ReferenceOr::Reference { reference } => name = component_name(reference, section)?,
        }
    }
    None
}
