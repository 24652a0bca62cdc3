//! The generated values of a schema, and the selection from them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::Value;

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
    Count,
    Text,
    Number,
    /// An example of the description.
    Example,
}

/// A value with its label.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    pub(super) kind: VariantKind,
    /// The difference, and the alternatives that it is in.
    pub(super) difference: String,
    /// The path: member names and indices.
    path: String,
    pub(super) value: Value,
}

impl Variant {
    pub(super) fn new(kind: VariantKind, difference: impl Into<String>, value: Value) -> Self {
        Self { kind, difference: difference.into(), path: String::new(), value }
    }

    /// Returns the variant for a member or element of `value`, which becomes the value.
    pub(super) fn inside(mut self, step: &str, value: Value) -> Self {
        let joint = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{step}{joint}{}", self.path);
        self.value = value;
        self
    }

    /// Returns the variant inside an alternative.
    pub(super) fn in_branch(mut self, branch: &str) -> Self {
        if self.kind == VariantKind::Base {
            (self.kind, self.difference) = (VariantKind::Branch, branch.to_owned());
        } else {
            self.difference = format!("{}, {branch}", self.difference);
        }
        self
    }

    /// Returns `true` if the variant is about this member of the value.
    pub(super) fn is_at(&self, member: &str) -> bool {
        self.path.strip_prefix(member).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    }

    /// Returns the difference and its path, such as `null in owner.name`.
    pub(super) fn label(&self) -> String {
        if self.path.is_empty() { self.difference.clone() } else { format!("{} in {}", self.difference, self.path) }
    }
}

/// Creates variants with labels; the first is the default.
pub(super) fn leaves<L: Into<String>>(kind: VariantKind, values: impl IntoIterator<Item = (L, Value)>) -> Vec<Variant> {
    let kinds = std::iter::once(VariantKind::Base).chain(std::iter::repeat(kind));
    values.into_iter().zip(kinds).map(|((label, value), kind)| Variant::new(kind, label, value)).collect()
}

/// Selects the first of each kind, then the second of each kind, and so on, without duplicates.
pub(super) fn select(variants: Vec<Variant>, limit: usize) -> Vec<Variant> {
    let mut values = BTreeSet::new();
    let different = by_turns(variants, |variant| variant.kind).into_iter();
    different.filter(|variant| values.insert(variant.value.to_string())).take(limit).collect()
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

/// Returns the number of values nested in a value, including itself.
pub(super) fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(values) => values.iter().map(size).sum(),
        Value::Object(members) => members.values().map(size).sum::<usize>(),
        _ => 0,
    }
}
