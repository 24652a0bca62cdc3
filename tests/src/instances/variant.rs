//! The generated values of a schema, and the selection from them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::Value;

use super::Instance;

/// The difference of a value from the fullest one. If there are too many values, each kind gets its share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum VariantKind {
    /// No difference.
    Base,
    /// Another alternative of `oneOf` or `anyOf`.
    Branch,
    /// Only required members.
    Required,
    Null,
    /// An unlisted value.
    Unknown,
    /// Another enum value.
    Choice,
    /// Another type of a list of types.
    Type,
    /// Another number of elements.
    List,
    Text,
    Number,
    /// An example of the description.
    Example,
}

/// A value with its label.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    pub(super) kind: VariantKind,
    /// The difference.
    pub(super) what: String,
    /// The path: member names and indices.
    at: String,
    /// The enclosing alternatives.
    branch: String,
    pub(super) value: Value,
}

impl Variant {
    pub(super) fn new(kind: VariantKind, what: impl Into<String>, value: Value) -> Self {
        Self { kind, what: what.into(), at: String::new(), branch: String::new(), value }
    }

    /// Returns the variant for a member or element of `value`, which becomes the value.
    pub(super) fn inside(mut self, step: &str, value: Value) -> Self {
        let joint = if self.at.is_empty() || self.at.starts_with('[') { "" } else { "." };
        self.at = format!("{step}{joint}{}", self.at);
        self.value = value;
        self
    }

    /// Returns the variant inside an alternative.
    pub(super) fn in_branch(mut self, branch: &str) -> Self {
        match self.kind {
            VariantKind::Base => (self.kind, self.what) = (VariantKind::Branch, branch.to_owned()),
            VariantKind::Branch if self.at.is_empty() => self.what = format!("{branch}/{}", self.what),
            _ if self.branch.is_empty() => branch.clone_into(&mut self.branch),
            _ => self.branch = format!("{branch}/{}", self.branch),
        }
        self
    }

    /// Returns `true` if the variant is about this member of the value.
    pub(super) fn is_at(&self, member: &str) -> bool {
        self.at.strip_prefix(member).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    }

    fn label(&self) -> String {
        let at = if self.at.is_empty() { String::new() } else { format!(" in {}", self.at) };
        let branch = if self.branch.is_empty() { String::new() } else { format!(", {}", self.branch) };
        format!("{}{at}{branch}", self.what)
    }
}

/// Selects the first of each kind, then the second of each kind, and so on, without duplicates.
pub(super) fn select(variants: Vec<Variant>, most: usize) -> Vec<Variant> {
    let mut kept: Vec<Variant> = Vec::new();
    let mut marks: Vec<u64> = Vec::new();
    for variant in by_turns(variants, |variant| variant.kind) {
        if kept.len() >= most {
            break;
        }
        let mark = mark(&variant.value);
        let mut alike = kept.iter().zip(&marks).filter(|(_, other)| **other == mark);
        if alike.all(|(before, _)| before.value != variant.value) {
            kept.push(variant);
            marks.push(mark);
        }
    }
    kept
}

/// Returns a hash of the value, to avoid most comparisons.
fn mark(value: &Value) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let of_text = |text: &str| {
        let bytes = text.as_bytes();
        let ends = bytes.iter().take(4).chain(bytes.iter().rev().take(4));
        ends.fold(bytes.len() as u64, |mark, byte| mark.wrapping_mul(257).wrapping_add(u64::from(*byte)))
    };
    let mark = match value {
        Value::Null => 1,
        Value::Bool(truth) => 2 + u64::from(*truth),
        // Numbers are only equal here if they are of the same kind.
        Value::Number(number) => number.as_i64().map_or(4, i64::cast_unsigned),
        Value::String(text) => of_text(text),
        Value::Array(values) => values.iter().fold(5, |all: u64, value| all.wrapping_mul(31).wrapping_add(mark(value))),
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| of_text(name).wrapping_mul(31).wrapping_add(mark(value)));
            members.fold(6, |all: u64, member| all.wrapping_add(member.wrapping_mul(FACTOR)))
        }
    };
    (mark ^ (mark >> 29)).wrapping_mul(FACTOR)
}

/// Reorders the items so that one of each kind follows the other.
pub(super) fn by_turns<T>(items: Vec<T>, kind: impl Fn(&T) -> VariantKind) -> Vec<T> {
    let mut queues: BTreeMap<VariantKind, VecDeque<T>> = BTreeMap::new();
    let total = items.len();
    for item in items {
        queues.entry(kind(&item)).or_default().push_back(item);
    }
    let mut ordered = Vec::with_capacity(total);
    while ordered.len() < total {
        ordered.extend(queues.values_mut().filter_map(VecDeque::pop_front));
    }
    ordered
}

/// Returns the instances with unique labels.
pub(super) fn label_instances(variants: Vec<Variant>) -> Vec<Instance> {
    let mut used = BTreeSet::new();
    let label = |variant: &Variant| {
        let label = variant.label();
        let mut candidates = std::iter::once(label.clone()).chain((2_usize..).map(|count| format!("{label} #{count}")));
        candidates.find(|candidate| used.insert(candidate.clone())).unwrap_or_default()
    };
    let labels: Vec<String> = variants.iter().map(label).collect();
    let instances = variants.into_iter().zip(labels);
    instances.map(|(variant, label)| Instance { label, value: variant.value }).collect()
}
