//! Converts Swagger 2.0 to OpenAPI 3.0, from JSON value to JSON value.
//!
//! | Swagger 2.0 | OpenAPI 3.0 |
//! |---|---|
//! | `host`, `basePath`, `schemes`, `x-ms-parameterized-host` | `servers`, `https` first |
//! | `definitions` | `components.schemas` |
//! | `parameters` | `components.parameters`; body parameters to `components.requestBodies`; form parameters to the operations |
//! | `responses` | `components.responses` |
//! | `securityDefinitions` | `components.securitySchemes` |
//! | `consumes`, `produces` | the media types of each `content` |
//!
//! A value of the wrong kind is copied unchanged, since the reader reports it later.

mod members;
mod operation;
mod parameter;
mod references;
mod response;
mod schema;
mod security;
mod servers;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::expansion::{estimated_size, max_expanded_size};
use super::node::Node;
use crate::base::diagnostic::{Code, Diagnostic, Location, Sink};
use crate::base::pointer::Pointer;
use crate::read::keywords::DOCUMENT;

/// The members of the description that the conversion reads.
const DESCRIPTION_MEMBERS: [&str; 9] = [
    "host",
    "basePath",
    "schemes",
    "consumes",
    "produces",
    "definitions",
    "parameters",
    "responses",
    "securityDefinitions",
];

/// The extension of AutoRest with `hostTemplate`, `useSchemePrefix` and `parameters`.
const PARAMETERIZED_HOST: &str = "x-ms-parameterized-host";

/// The sections for components in OpenAPI 3.0, and their names in Swagger 2.0.
const SECTIONS: [(&str, &str); 5] = [
    ("schemas", "definitions"),
    ("parameters", "parameters"),
    ("requestBodies", "parameters"),
    ("responses", "responses"),
    ("securitySchemes", "securityDefinitions"),
];

/// A description that is OpenAPI 3.0 now.
pub(super) struct Upgraded {
    pub(super) value: Value,
    /// Pairs of a pointer in `value` and one in the original, for each moved location; the longest prefix decides.
    pub(super) moved: Vec<(Pointer, Pointer)>,
}

/// Brings a Swagger 2.0 description up to OpenAPI 3.0. What cannot be converted is reported at its location in the
/// description.
pub(super) fn upgrade(root: Value, source: &str, sink: &mut Sink) -> Upgraded {
    let node = Node { value: &root, pointer: Pointer::root() };
    let mut upgrade = Upgrade::new(&node, source, sink);
    let mut value = if root.is_object() { upgrade.document(&node) } else { root.clone() };
    upgrade.redirect(&mut value);
    Upgraded { value, moved: upgrade.moved }
}

struct Upgrade<'v> {
    root: &'v Value,
    /// The default media types of requests and responses.
    consumes: Option<Vec<String>>,
    produces: Option<Vec<String>>,
    moved: Vec<(Pointer, Pointer)>,
    source: &'v str,
    sink: &'v mut Sink,
    /// The new location of each original one, to convert references.
    now: HashMap<String, Pointer>,
    /// Locations of strings that are references, in the new document.
    references: Vec<Pointer>,
    /// Remaining number of bytes for copies.
    may_copy: usize,
}

impl<'v> Upgrade<'v> {
    fn new(root: &Node<'v>, source: &'v str, sink: &'v mut Sink) -> Self {
        Self {
            root: root.value,
            consumes: media_types(root, "consumes"),
            produces: media_types(root, "produces"),
            moved: Vec::new(),
            source,
            sink,
            now: HashMap::new(),
            references: Vec::new(),
            may_copy: max_expanded_size(estimated_size(root.value)),
        }
    }

    /// Records that a value was moved, so that references to it are updated.
    fn record_move(&mut self, to: &Pointer, from: &Pointer) {
        self.now.entry(from.as_str().to_owned()).or_insert_with(|| to.clone());
        self.traced(to, from);
    }

    /// Records the origin of a new value.
    fn traced(&mut self, to: &Pointer, from: &Pointer) {
        self.moved.push((to.clone(), from.clone()));
    }

    fn note(&mut self, at: &Pointer, message: impl Into<String>, help: &str) {
        self.warn(Code::NotCarriedOver, at, message, help);
    }

    fn warn(&mut self, code: Code, at: &Pointer, message: impl Into<String>, help: &str) {
        let location = Location::Pointer(at.clone());
        self.sink.push(Diagnostic::warning(code, message).at(self.source, location).help(help));
    }

    /// Returns `true` if a value may be copied once more. After the first refusal, nothing may be copied.
    fn may_copy(&mut self, node: &Node<'v>) -> bool {
        if self.may_copy == 0 {
            return false;
        }
        self.may_copy = self.may_copy.saturating_sub(estimated_size(node.value));
        if self.may_copy == 0 {
            let message = "shared parts of the description are left out from here: their expansion is too large";
            self.note(&node.pointer, message, "reduce the number of media types, or convert the description by hand");
        }
        self.may_copy > 0
    }

    fn document(&mut self, root: &Node<'v>) -> Value {
        // Converted before the operations, so that references to copied parts point to the components.
        let mut components = Some(self.components(root)).filter(|components| !components.is_empty());
        let mut document = Map::new();
        for (key, member) in self.members(root, &DOCUMENT, &DESCRIPTION_MEMBERS) {
            match key {
                "swagger" => drop(document.insert("openapi".to_owned(), json!("3.0.3"))),
                "consumes" | "produces" => {}
                "host" | "basePath" | "schemes" | PARAMETERIZED_HOST => self.servers(root, &member, &mut document),
                "paths" => drop(document.insert(key.to_owned(), self.paths(&member, &Pointer::root().child(key)))),
                "definitions" | "responses" | "parameters" | "securityDefinitions" => {
                    document.extend(components.take().map(|all| ("components".to_owned(), Value::Object(all))));
                }
                "openapi" | "servers" | "components" => {
                    let message = format!("`{key}` is not part of Swagger 2.0 and is left out");
                    self.note(&member.pointer, message, "set `swagger` or `openapi` to the version of the description");
                }
                _ => drop(document.insert(key.to_owned(), member.value.clone())),
            }
        }
        document.entry("servers").or_insert_with(|| json!([{ "url": "/" }]));
        Value::Object(document)
    }

    fn components(&mut self, root: &Node<'v>) -> Map<String, Value> {
        let mut components = Map::new();
        // Diagnostics about a section that does not exist use its name in Swagger 2.0, too.
        for (to, from) in SECTIONS {
            let to = Pointer::root().child("components").child(to);
            self.traced(&to, &Pointer::root().child(from));
        }
        for (key, member) in root.members() {
            match key {
                "definitions" => self.section(&mut components, "schemas", &member, Self::schema),
                "responses" => self.section(&mut components, "responses", &member, |upgrade, response, to| {
                    upgrade.response(response, to, None)
                }),
                "parameters" => self.shared_parameters(&mut components, &member),
                "securityDefinitions" => self.section(&mut components, "securitySchemes", &member, Self::scheme),
                _ => {}
            }
        }
        components
    }

    fn section(
        &mut self,
        components: &mut Map<String, Value>,
        name: &str,
        from: &Node<'v>,
        each: impl Fn(&mut Self, &Node<'v>, &Pointer) -> Value,
    ) {
        let to = Pointer::root().child("components").child(name);
        self.record_move(&to, &from.pointer);
        let section = self.map(from, &to, each);
        components.insert(name.to_owned(), section);
    }

    /// Converts an object whose members have the same kind.
    fn map(&mut self, from: &Node<'v>, to: &Pointer, each: impl Fn(&mut Self, &Node<'v>, &Pointer) -> Value) -> Value {
        if !from.value.is_object() {
            return from.value.clone();
        }
        from.members().map(|(name, member)| (name.to_owned(), each(self, &member, &to.child(name)))).collect()
    }
}

/// Returns the media types in `consumes` or `produces`, if present.
fn media_types(node: &Node<'_>, key: &str) -> Option<Vec<String>> {
    node.get(key).map(|types| texts(&types))
}

/// Returns the strings of an array without duplicates. A single string is treated as an array of one.
fn texts(node: &Node<'_>) -> Vec<String> {
    let one = node.value.as_str().into_iter();
    let several = node.value.as_array().into_iter().flatten().filter_map(Value::as_str);
    let mut texts: Vec<String> = Vec::new();
    for text in one.chain(several).map(str::trim).filter(|text| !text.is_empty()) {
        if !texts.iter().any(|known| known == text) {
            texts.push(text.to_owned());
        }
    }
    texts
}
