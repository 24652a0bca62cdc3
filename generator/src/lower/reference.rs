//! `$ref`: resolution to a type, parameter, body or response.

use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use openapiv3::{Components, Header, Parameter, ReferenceOr, RequestBody, Response, Schema};

use super::keywords::{allows_null, keywords};
use super::lowering::Lowering;
use crate::diagnostic::{Code, Location, SourceLocation};
use crate::model::Type;
use crate::pointer::{Pointer, component_name};
use crate::suggestion::closest_match;

impl<'d> Lowering<'d> {
    /// Returns the type that a reference to a schema resolves to; any value if it is unresolved.
    pub(super) fn referenced_type(&mut self, reference: &str, at: &Pointer) -> Type {
        let name = component_name(reference, "schemas");
        name.and_then(|name| self.type_of_component(&name)).unwrap_or_else(|| {
            self.unresolved(reference, at, Schema::CONSEQUENCE);
            self.untyped(at)
        })
    }

    /// Returns the type of a component schema, shared by all references.
    pub(super) fn type_of_component(&self, name: &str) -> Option<Type> {
        let ty = self.own.get(name).cloned().or_else(|| Some(Type::Named(*self.schemas.get(name)?)))?;
        Some(if self.nullable.contains(name) { ty.or_null() } else { ty })
    }

    /// Returns the component schema that a reference resolves to, through chains of references.
    pub(super) fn referenced_schema(&self, reference: &str) -> Option<&'d Schema> {
        let name = component_name(reference, "schemas")?;
        self.component_schema(&name)
    }

    /// Returns the component schema that a name resolves to, through chains of references.
    pub(super) fn component_schema(&self, name: &str) -> Option<&'d Schema> {
        let target = self.targets.get(name).copied().flatten()?;
        self.components.schemas.get(target)?.as_item()
    }

    /// Returns the inline schema, or the one that the reference resolves to.
    pub(super) fn resolve_schema<S: Borrow<Schema>>(&self, schema: &'d ReferenceOr<S>) -> Option<&'d Schema> {
        match schema {
            ReferenceOr::Item(schema) => Some(schema.borrow()),
            ReferenceOr::Reference { reference } => self.referenced_schema(reference),
        }
    }

    /// Returns `true` if a schema allows null itself, or through one of its alternatives.
    pub(super) fn allows_null(&self, schema: &Schema) -> bool {
        let is_nullable = |branch: &ReferenceOr<Schema>| match branch {
            ReferenceOr::Reference { reference } => {
                component_name(reference, "schemas").is_some_and(|name| self.nullable.contains(name.as_str()))
            }
            ReferenceOr::Item(_) => false,
        };
        let any = keywords(schema);
        allows_null(schema) || any.any_of.iter().chain(&any.one_of).any(is_nullable)
    }

    /// Resolves a parameter, body, response or header. Returns it with the pointer to its definition, and its name if it is a
    /// component. Reports a reference that cannot be followed: the first one, or one that it leads to.
    pub(super) fn definition_at<T: Component>(
        &mut self,
        item: &'d ReferenceOr<T>,
        at: &Pointer,
    ) -> Option<(&'d T, Pointer, Option<String>)> {
        match item {
            ReferenceOr::Item(item) => Some((item, at.clone(), None)),
            ReferenceOr::Reference { reference } => match follow(self.components, reference, at) {
                Ok((item, pointer, name)) => Some((item, pointer, Some(name))),
                Err(DeadEnd { reference, at }) => {
                    self.unresolved(&reference, &at, T::CONSEQUENCE);
                    None
                }
            },
        }
    }

    /// Reports a component that is a reference, and leads to no schema.
    pub(super) fn unresolved_alias(&mut self, reference: &str, at: &Pointer) {
        let found = follow::<Schema>(self.components, reference, at);
        let Err(DeadEnd { reference: last, at: end }) = found else { return };
        self.untyped(at);
        if component_name(&last, "schemas").is_some_and(|name| self.schemas.contains_key(&*name)) {
            let message = format!("`{reference}` refers back to this schema; any JSON value is accepted here");
            self.warn(
                Code::ReferenceUnresolved,
                message,
                &at.child("$ref"),
                "write the schema inline in one of the locations",
            );
        } else {
            self.unresolved(&last, &end, Schema::CONSEQUENCE);
        }
    }

    /// Returns `true` if the reference at a location is already reported as unresolved.
    pub(super) fn is_reported(&self, at: &Pointer) -> bool {
        let place = SourceLocation { source: self.source.to_owned(), location: Location::Pointer(at.to_string()) };
        self.sink.is_unresolved(place)
    }

    fn unresolved(&mut self, reference: &str, at: &Pointer, consequence: &str) {
        if self.is_reported(&at.child("$ref")) {
            return;
        }
        let message = match self.other_kind(reference) {
            Some(section) => format!("`{reference}` is one of the `{section}`, and has another kind; {consequence}"),
            None => format!("cannot resolve `{reference}`; {consequence}"),
        };
        let help = self.suggested_reference(reference).map_or_else(
            || "refer to a component of this document, such as `#/components/schemas/Name`".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        self.warn(Code::ReferenceUnresolved, message, &at.child("$ref"), &help);
    }

    /// Returns the section of a component that exists, but cannot be used at a location of another kind.
    fn other_kind<'r>(&self, reference: &'r str) -> Option<&'r str> {
        let section = reference.strip_prefix("#/components/")?.split('/').next()?;
        let name = component_name(reference, section)?;
        names(self.components, section).contains(&name.as_str()).then_some(section)
    }

    /// Suggests the component with the closest name, for the first problems only: all names are compared.
    fn suggested_reference(&mut self, reference: &str) -> Option<String> {
        self.suggestions = self.suggestions.checked_sub(1)?;
        let section = reference.strip_prefix("#/components/")?.split('/').next()?;
        let name = component_name(reference, section)?;
        let near = closest_match(&name, names(self.components, section).into_iter(), false)?;
        Some(format!("#/components/{section}/{near}"))
    }
}

/// A kind of item that can be a component.
pub(super) trait Component: Sized {
    /// Its section of the components.
    const SECTION: &str;
    /// The consequence if a reference to one cannot be resolved.
    const CONSEQUENCE: &str;

    /// Returns the components of this kind.
    fn all(components: &Components) -> &IndexMap<String, ReferenceOr<Self>>;
}

macro_rules! components {
    ($($kind:ident: $section:literal in $field:ident, $consequence:literal;)+) => {
        $(impl Component for $kind {
            const SECTION: &str = $section;
            const CONSEQUENCE: &str = $consequence;

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
    };
}

components! {
    Schema: "schemas" in schemas, "any JSON value is accepted here";
    Parameter: "parameters" in parameters, "the parameter is left out";
    RequestBody: "requestBodies" in request_bodies, "the body is left out";
    Response: "responses" in responses, "the response has no body";
    Header: "headers" in headers, "the header is left out";
}

/// Returns the component schemas that allow null: themselves, through an alternative, or as an alias of such a schema.
/// Every reference to one allows null.
pub(super) fn nullable(components: &Components) -> HashSet<&str> {
    let mut nullable: HashSet<&str> = HashSet::new();
    let mut next: Vec<&str> = Vec::new();
    let mut followed_by: HashMap<String, Vec<&str>> = HashMap::new();
    for (name, schema) in &components.schemas {
        let references: Vec<&String> = match schema {
            ReferenceOr::Reference { reference } => vec![reference],
            ReferenceOr::Item(schema) => {
                if allows_null(schema) {
                    next.push(name);
                }
                stood_for(schema)
            }
        };
        for target in references.into_iter().filter_map(|reference| component_name(reference, "schemas")) {
            followed_by.entry(target).or_default().push(name);
        }
    }
    while let Some(name) = next.pop() {
        if nullable.insert(name) {
            next.extend(followed_by.get(name).into_iter().flatten());
        }
    }
    nullable
}

/// Returns the references that a schema may resolve to: its alternatives, or its only part.
fn stood_for(schema: &Schema) -> Vec<&String> {
    let any = keywords(schema);
    let all = match any.all_of.as_slice() {
        [_] if any.properties.is_empty() => any.all_of.iter(),
        _ => [].iter(),
    };
    let references = any.any_of.iter().chain(&any.one_of).chain(all).filter_map(|branch| match branch {
        ReferenceOr::Reference { reference } => Some(reference),
        ReferenceOr::Item(_) => None,
    });
    references.collect()
}

/// Resolves each component name to the schema that it finally refers to; each reference is followed once.
pub(super) fn targets(components: &Components) -> HashMap<&str, Option<&str>> {
    let mut targets: HashMap<&str, Option<&str>> = HashMap::new();
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
            // A name that is reached again is part of a cycle.
            targets.insert(name, None);
            match schema {
                ReferenceOr::Item(_) => target = Some(name.as_str()),
                ReferenceOr::Reference { reference } => next = component_name(reference, "schemas"),
            }
        }
        targets.extend(trail.into_iter().map(|name| (name, target)));
    }
    targets
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
