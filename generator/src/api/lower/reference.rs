//! `$ref`: resolution to a type, parameter, body or response.

use std::borrow::Borrow;

use indexmap::IndexMap;
use openapiv3::{Components, Header, MediaType, Parameter, ReferenceOr, RequestBody, Response, Schema};

use super::input::Input;
use super::log::Log;
use super::node::{Node, inline, referenced_name};
use super::schemas::Schemas;
use crate::api::model::Type;
use crate::base::diagnostic::{Code, Location, SourceLocation};
use crate::base::pointer::{Pointer, component_name};
use crate::base::suggestion::closest_match;

impl Schemas<'_> {
    /// Returns the type that a reference to a schema resolves to; any value if it is unresolved.
    pub(super) fn referenced_type(&mut self, reference: &str, at: &Pointer) -> Type {
        let name = component_name(reference, "schemas");
        name.and_then(|name| self.type_of_component(&name)).unwrap_or_else(|| {
            self.log.unresolved::<Schema>(reference, at);
            self.untyped(at)
        })
    }

    /// Returns the type of a component schema, shared by all references.
    pub(super) fn type_of_component(&self, name: &str) -> Option<Type> {
        let ty = self.own.get(name).cloned().or_else(|| Some(Type::Named(*self.ids.get(name)?)))?;
        Some(if self.input.nullable.contains(name) { ty.or_null() } else { ty })
    }

    /// Reports a component that is a reference, and leads to no schema.
    pub(super) fn unresolved_alias(&mut self, reference: &str, at: &Pointer) {
        let found = follow::<Schema>(self.input.components, reference, at);
        let Err(DeadEnd { reference: last, at: end }) = found else { return };
        self.untyped(at);
        if component_name(&last, "schemas").is_some_and(|name| self.ids.contains_key(&*name)) {
            let written = self.input.as_written(reference);
            let message = format!("`{written}` refers back to this schema; any JSON value is accepted here");
            self.log.warn(
                Code::ReferenceUnresolved,
                message,
                &at.child("$ref"),
                "write the schema inline in one of the locations",
            );
        } else {
            self.log.unresolved::<Schema>(&last, &end);
        }
    }
}

impl<'d> Input<'d> {
    /// Returns the name of the component schema that a name resolves to, through chains of references.
    pub(super) fn target(&self, name: &str) -> Option<&'d str> {
        self.targets.get(name).copied().flatten()
    }

    /// Returns the name of the component schema that a reference resolves to.
    pub(super) fn component<S>(&self, schema: &ReferenceOr<S>) -> Option<&'d str> {
        self.target(&referenced_name(schema)?)
    }

    /// Returns the component schema that a name resolves to.
    pub(super) fn component_schema(&self, name: &str) -> Option<Node<'d>> {
        inline(self.components.schemas.get(self.target(name)?)?)
    }

    /// Returns the component schema that a reference resolves to.
    pub(super) fn referenced_schema(&self, reference: &str) -> Option<Node<'d>> {
        self.component_schema(&component_name(reference, "schemas")?)
    }

    /// Returns the inline schema, or the one that the reference resolves to.
    pub(super) fn resolve_schema<S: Borrow<Schema>>(&self, schema: &'d ReferenceOr<S>) -> Option<Node<'d>> {
        match schema {
            ReferenceOr::Item(schema) => Some(Node::new(schema.borrow())),
            ReferenceOr::Reference { reference } => self.referenced_schema(reference),
        }
    }

    /// Returns the schema of a media type.
    pub(super) fn content_schema(&self, content: &'d MediaType) -> Option<Node<'d>> {
        self.resolve_schema(content.schema.as_ref()?)
    }

    /// Returns `true` if a schema allows null itself, or through one of its alternatives.
    pub(super) fn allows_null(&self, schema: Node<'_>) -> bool {
        let is_nullable = |branch: &ReferenceOr<Schema>| {
            referenced_name(branch).is_some_and(|name| self.nullable.contains(name.as_str()))
        };
        schema.allows_null() || schema.choices().any(is_nullable)
    }

    /// Returns a reference as the description has it, such as `#/definitions/Pet` for Swagger 2.0.
    fn as_written(&self, reference: &str) -> String {
        let section = reference.strip_prefix("#/components/").and_then(|rest| rest.split('/').next());
        let component =
            section.and_then(|section| Some(Pointer::component(section, &component_name(reference, section)?)));
        let Some(component) = component else { return reference.to_owned() };
        let origin = self.document.source_map.trace(component.as_str());
        let file = origin.source.as_deref().map_or("", |file| self.document.source_map.relative_to_description(file));
        format!("{file}#{}", origin.pointer)
    }

    /// Returns the section of a component that exists, but does not resolve to a value of the expected kind.
    fn existing_section<'r>(&self, reference: &'r str) -> Option<&'r str> {
        let section = reference.strip_prefix("#/components/")?.split('/').next()?;
        let name = component_name(reference, section)?;
        names(self.components, section).contains(&name.as_str()).then_some(section)
    }
}

impl<'d> Log<'d> {
    /// Resolves a parameter, body, response or header. Returns it with the pointer to its definition, and its name if it is a
    /// component. Reports a reference that cannot be followed: the first one, or one that it leads to.
    pub(super) fn definition_at<T: Component>(
        &mut self,
        item: &'d ReferenceOr<T>,
        at: &Pointer,
    ) -> Option<(&'d T, Pointer, Option<String>)> {
        match item {
            ReferenceOr::Item(item) => Some((item, at.clone(), None)),
            ReferenceOr::Reference { reference } => match follow(self.input.components, reference, at) {
                Ok((item, pointer, name)) => Some((item, pointer, Some(name))),
                Err(DeadEnd { reference, at }) => {
                    self.unresolved::<T>(&reference, &at);
                    None
                }
            },
        }
    }

    /// Returns `true` if the reference at a location is already reported as unresolved.
    pub(super) fn is_reported(&self, at: &Pointer) -> bool {
        let place =
            SourceLocation { source: self.input.document.source.to_owned(), location: Location::Pointer(at.clone()) };
        self.sink.is_unresolved(place)
    }

    fn unresolved<T: Component>(&mut self, reference: &str, at: &Pointer) {
        if self.is_reported(&at.child("$ref")) {
            return;
        }
        let written = self.input.as_written(reference);
        let section = self.input.existing_section(reference);
        let is_swagger = self.input.document.is_swagger;
        let problem = match section {
            Some(section) if section == T::SECTION => format!("`{written}` refers back to itself"),
            Some(section) => format!("`{written}` is a {}, not a {}", self.kind(section), self.kind(T::SECTION)),
            None => format!("cannot resolve `{written}`"),
        };
        let help = match section {
            // In Swagger 2.0, headers have no schema, and bodies and responses have one without a media type.
            Some(Schema::SECTION)
                if T::SECTION != Schema::SECTION && !(is_swagger && T::SECTION == Header::SECTION) =>
            {
                let around = if is_swagger { "{}" } else { T::AROUND_SCHEMA };
                format!("write `{}`", around.replace("{}", &format!("schema: {{ $ref: '{written}' }}")))
            }
            Some(section) if section != T::SECTION => format!("refer to a {}, or write it here", self.kind(T::SECTION)),
            _ => self.suggested_reference(reference).map_or_else(
                || {
                    let example = self.input.as_written(&format!("#/components/{}/Name", T::SECTION));
                    format!("refer to a component of this document, such as `{example}`")
                },
                |near| format!("did you mean `{near}`?"),
            ),
        };
        self.warn(Code::ReferenceUnresolved, format!("{problem}; {}", T::CONSEQUENCE), &at.child("$ref"), &help);
    }

    /// Returns the word for the components in a section.
    fn kind(&self, section: &str) -> &'static str {
        match section {
            Schema::SECTION if self.input.document.is_swagger => "definition",
            _ => name_of_kind(section),
        }
    }

    /// Suggests the component with the closest name, for the first problems only: all names are compared.
    fn suggested_reference(&mut self, reference: &str) -> Option<String> {
        self.suggestions = self.suggestions.checked_sub(1)?;
        let section = reference.strip_prefix("#/components/")?.split('/').next()?;
        let name = component_name(reference, section)?;
        let others = names(self.input.components, section).into_iter().filter(|other| *other != name);
        let near = closest_match(&name, others, false)?;
        let near = Pointer::component(section, near);
        Some(self.input.as_written(&format!("#{near}")))
    }
}

/// A kind of item that can be a component.
pub(super) trait Component: Sized {
    /// Its section of the components.
    const SECTION: &str;
    /// The consequence if a reference to one cannot be resolved.
    const CONSEQUENCE: &str;
    /// The members around a schema in one, which is `{}`; empty for a schema.
    const AROUND_SCHEMA: &str;

    /// Returns the components of this kind.
    fn all(components: &Components) -> &IndexMap<String, ReferenceOr<Self>>;
}

macro_rules! components {
    ($($kind:ident: $section:literal in $field:ident, $name:literal, $consequence:literal, $around:literal;)+) => {
        $(impl Component for $kind {
            const SECTION: &str = $section;
            const CONSEQUENCE: &str = $consequence;
            const AROUND_SCHEMA: &str = $around;

            fn all(components: &Components) -> &IndexMap<String, ReferenceOr<Self>> {
                &components.$field
            }
        })+

        /// Returns the names of the components in a section.
        fn names<'c>(components: &'c Components, section: &str) -> Vec<&'c str> {
            match section {
                $($section => components.$field.keys().map(String::as_str).collect(),)+
                _ => Vec::new(),
            }
        }

        /// Returns the word for the components in a section.
        fn name_of_kind(section: &str) -> &'static str {
            match section {
                $($section => $name,)+
                _ => "component",
            }
        }
    };
}

components! {
    Schema: "schemas" in schemas, "schema", "any JSON value is accepted here", "";
    Parameter: "parameters" in parameters, "parameter", "the parameter is left out", "{}";
    RequestBody: "requestBodies" in request_bodies, "request body", "the body is left out",
        "content: { application/json: { {} } }";
    Response: "responses" in responses, "response", "the response has no body", "content: { application/json: { {} } }";
    Header: "headers" in headers, "header", "the header is left out", "{}";
}

/// A reference that cannot be followed, with its location.
struct DeadEnd {
    reference: String,
    at: Pointer,
}

/// Follows references within a section of the components until a definition is found. A longer chain than 32 is a
/// cycle; real descriptions do not exceed two.
fn follow<'d, T: Component>(
    components: &'d Components,
    reference: &str,
    at: &Pointer,
) -> Result<(&'d T, Pointer, String), DeadEnd> {
    let mut last = DeadEnd { reference: reference.to_owned(), at: at.clone() };
    for _ in 0..32 {
        let Some(name) = component_name(&last.reference, T::SECTION) else { break };
        let pointer = Pointer::component(T::SECTION, &name);
        match T::all(components).get(&name) {
            None => break,
            Some(ReferenceOr::Item(item)) => return Ok((item, pointer, name)),
            Some(ReferenceOr::Reference { reference }) => {
                last = DeadEnd { reference: reference.clone(), at: pointer };
            }
        }
    }
    Err(last)
}
