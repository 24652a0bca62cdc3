//! Compares examples with the kinds that their schemas declare.
//!
//! When the two differ, the example is usually right. An array or an object where the schema declares something else is
//! reported at the schema, once. A scalar is reported only for `items` without a `type`: many descriptions write every
//! example as a string, such as `"5"` for a number.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::gather::NodeKind;
use super::node::Node;
use super::references::resolve;
use crate::diagnostic::{Code, Diagnostic, Location, Sink, SourceLocation};
use crate::pointer::Pointer;

/// Maximum number of comparisons, so that the time is linear in the size of a description. Real descriptions
/// need less than a tenth of this.
const MAX_COMPARISONS: usize = 2_000_000;

/// Compares the examples of a description in the form of OpenAPI 3 with their schemas.
///
/// Returns the locations of the schemas that have `items` but no `type`, and whose example is not an array. They
/// describe one item.
pub(super) fn compare_examples(description: &Value, source: &str, sink: &mut Sink) -> HashSet<Pointer> {
    let mut comparison = Comparison { description, compared: HashSet::new(), found: HashMap::new() };
    comparison.visit(&Node { value: description, pointer: Pointer::root() }, NodeKind::Document);
    let mut found: Vec<_> = comparison.found.into_iter().collect();
    found.sort_by(|(one, _), (other, _)| one.as_str().cmp(other.as_str()));
    for (schema, contradiction) in &found {
        let location = |pointer: &Pointer| Location::Pointer(pointer.to_string());
        let example = SourceLocation { source: source.to_owned(), location: location(&contradiction.example) };
        let SourceLocation { source: example_source, location: Location::Pointer(example) } = sink.original(example)
        else {
            continue;
        };
        let example = if example_source == source { example } else { format!("{example_source}#{example}") };
        sink.push(contradiction.diagnostic(&example).at(source, location(schema)));
    }
    let items =
        found.into_iter().filter(|(_, found)| found.declared.has_no_type && found.declared.kind == JsonKind::Array);
    items.map(|(schema, _)| schema).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JsonKind {
    Array,
    Object,
    Scalar,
}

impl JsonKind {
    fn new(value: &Value) -> Self {
        match value {
            Value::Array(_) => Self::Array,
            Value::Object(_) => Self::Object,
            _ => Self::Scalar,
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Self::Array => "an array",
            Self::Object => "an object",
            Self::Scalar => "a scalar",
        }
    }
}

struct DeclaredKind {
    kind: JsonKind,
    has_no_type: bool,
}

impl DeclaredKind {
    /// Returns the kind that a schema declares. Without a `type`, `items` or `properties` imply it.
    fn new(schema: &Value) -> Option<Self> {
        let typed = |kind| Some(Self { kind, has_no_type: false });
        let implied = |kind| Some(Self { kind, has_no_type: true });
        let name = match schema.get("type") {
            Some(Value::Array(names)) => {
                let mut names = names.iter().filter(|name| *name != "null");
                names.next().filter(|_| names.next().is_none())
            }
            name => name,
        };
        match name {
            Some(name) => match name.as_str()? {
                "array" => typed(JsonKind::Array),
                "object" => typed(JsonKind::Object),
                "string" | "number" | "integer" | "boolean" => typed(JsonKind::Scalar),
                _ => None,
            },
            None if schema.get("type").is_some() => None,
            None if ["allOf", "anyOf", "oneOf"].iter().any(|keyword| schema.get(keyword).is_some()) => None,
            None => match (schema.get("items"), schema.get("properties")) {
                (Some(Value::Object(_)), None) => implied(JsonKind::Array),
                (None, Some(Value::Object(properties))) if !properties.is_empty() => implied(JsonKind::Object),
                _ => None,
            },
        }
    }
}

struct Contradiction {
    declared: DeclaredKind,
    shown: JsonKind,
    example: Pointer,
}

impl Contradiction {
    fn diagnostic(&self, example: &str) -> Diagnostic {
        let (declared, shown) = (self.declared.kind.noun(), self.shown.noun());
        let (message, help) = match (self.declared.has_no_type, self.declared.kind) {
            (true, JsonKind::Array) => (
                format!(
                    "the schema has `items` but no `type`, and its example at `{example}` is {shown}; the schema is \
                     used for a single item"
                ),
                "add `type: array` if the server returns an array; otherwise replace the schema with its `items`",
            ),
            (true, _) => (
                format!(
                    "the schema has `properties` but no `type`, and its example at `{example}` is {shown}; it is \
                     read as an object"
                ),
                "add the `type` that the server returns",
            ),
            (false, _) => (
                format!("the schema describes {declared}, but its example at `{example}` is {shown}"),
                "fix the schema if the server returns what the example shows; otherwise fix the example",
            ),
        };
        Diagnostic::warning(Code::RuleViolated, message).help(help)
    }
}

struct Comparison<'v> {
    description: &'v Value,
    /// The compared pairs of a schema and an example, by their addresses.
    compared: HashSet<(*const Value, *const Value)>,
    /// The first contradiction of each schema.
    found: HashMap<Pointer, Contradiction>,
}

impl<'v> Comparison<'v> {
    /// Compares the examples of a value in the description and of all values in it.
    fn visit(&mut self, node: &Node<'v>, kind: NodeKind) {
        match kind {
            NodeKind::MediaType | NodeKind::Parameter | NodeKind::Header => {
                if let Some(schema) = node.get("schema") {
                    examples(node).for_each(|example| self.compare(schema.clone(), example));
                }
            }
            NodeKind::Schema => examples(node).for_each(|example| self.compare(node.clone(), example)),
            _ => {}
        }
        for (name, member) in node.members() {
            if let Some(kind) = kind.member(name) {
                self.visit(&member, kind);
            }
        }
        if let Some(kind) = kind.element() {
            node.elements().for_each(|element| self.visit(&element, kind));
        }
    }

    /// Compares an example with a schema, and what is in the example with what is in the schema. A chain of references
    /// may be longer than the stack.
    fn compare(&mut self, schema: Node<'v>, example: Node<'v>) {
        let mut pending = vec![(schema, example)];
        while let Some((schema, example)) = pending.pop() {
            let Some(schema) = self.resolved(schema) else { continue };
            let pair = (std::ptr::from_ref(schema.value), std::ptr::from_ref(example.value));
            if example.value.is_null() || self.compared.len() >= MAX_COMPARISONS || !self.compared.insert(pair) {
                continue;
            }
            if let Some(contradiction) = contradiction(schema.value, &example) {
                self.found.entry(schema.pointer).or_insert(contradiction);
                continue;
            }
            let first = pending.len();
            pending.extend(schema.get("allOf").iter().flat_map(Node::elements).map(|part| (part, example.clone())));
            let (properties, others) = (schema.get("properties"), schema.get("additionalProperties"));
            pending.extend(example.members().filter_map(|(name, member)| {
                let declared = properties.as_ref().and_then(|properties| properties.get(name));
                Some((declared.or_else(|| others.clone())?, member))
            }));
            if let Some(items) = schema.get("items") {
                pending.extend(example.elements().map(|element| (items.clone(), element)));
            }
            pending[first..].reverse();
        }
    }

    fn resolved(&self, schema: Node<'v>) -> Option<Node<'v>> {
        let Some(reference) = schema.reference() else { return Some(schema) };
        let (name, value) = resolve(&self.description["components"]["schemas"], "schemas", reference)?;
        Some(Node { value, pointer: Pointer::component("schemas", name) })
    }
}

/// Returns the inline examples of a media type, a parameter, a header or a schema. References are skipped.
fn examples<'v>(node: &Node<'v>) -> impl Iterator<Item = Node<'v>> + use<'v> {
    let several = node.get("examples");
    let named = several.clone().into_iter().flat_map(|all| all.members());
    let named = named.filter_map(|(_, example)| example.get("value"));
    let listed = several.into_iter().flat_map(|all| all.elements());
    node.get("example").into_iter().chain(named).chain(listed)
}

fn contradiction(schema: &Value, example: &Node<'_>) -> Option<Contradiction> {
    let declared = DeclaredKind::new(schema)?;
    let shown = JsonKind::new(example.value);
    // Many examples are JSON written as a string, so a scalar proves nothing. Only `items` without a `type` is so often
    // a mistake that a scalar counts.
    let is_written_as_text = shown == JsonKind::Scalar && !(declared.has_no_type && declared.kind == JsonKind::Array);
    let is_contradiction = shown != declared.kind && !is_written_as_text;
    is_contradiction.then(|| Contradiction { declared, shown, example: example.pointer.clone() })
}
