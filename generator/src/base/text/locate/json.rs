//! Finds values in JSON text by the offsets of what `serde_json` borrows from it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::pointer_tree::{Place, PointerTree, ROOT};

/// Returns the locations at the given pointers, or `None` if the text is not JSON.
///
/// Visits only values on the path to a requested one, level by level, so that no nesting can overflow the stack.
pub(super) fn places(text: &str, pointers: &[&str]) -> Option<Vec<Option<Place<usize>>>> {
    let offset = |part: &RawValue| part.get().as_ptr().addr() - text.as_ptr().addr();
    let (mut wanted, nodes) = PointerTree::new(pointers);
    let mut open = vec![(ROOT, RawMember { key: None, value: serde_json::from_str(text).ok()? })];
    while let Some((node, RawMember { key, value })) = open.pop() {
        wanted.visit(node, Place { key: key.map(offset), value: Some(offset(value)) });
        if wanted.has_children(node) {
            open.extend(value.deserialize_any(MemberCollector { wanted: &wanted, node }).unwrap_or_default());
        }
    }
    Some(nodes.into_iter().map(|node| wanted.nearest(node)).collect())
}

struct RawMember<'t> {
    key: Option<&'t RawValue>,
    value: &'t RawValue,
}

/// Collects the requested members of an object or array, by their nodes. For a duplicate key, the last one counts.
struct MemberCollector<'w> {
    wanted: &'w PointerTree<usize>,
    node: usize,
}

impl<'t> Visitor<'t> for MemberCollector<'_> {
    type Value = HashMap<usize, RawMember<'t>>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object or an array")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut found = HashMap::new();
        while let Some(key) = members.next_key::<&RawValue>()? {
            match self.wanted.child(self.node, &unescape(key.get())) {
                Some(child) => drop(found.insert(child, RawMember { key: Some(key), value: members.next_value()? })),
                None => drop(members.next_value::<IgnoredAny>()?),
            }
        }
        Ok(found)
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
        let mut found = HashMap::new();
        let mut index = 0_usize;
        while let Some(value) = elements.next_element()? {
            if let Some(child) = self.wanted.child(self.node, &index.to_string()) {
                found.insert(child, RawMember { key: None, value });
            }
            index += 1;
        }
        Ok(found)
    }
}

/// Returns the value of a JSON string literal. Most have no escape and are borrowed.
fn unescape(literal: &str) -> Cow<'_, str> {
    if literal.contains('\\') {
        serde_json::from_str(literal).map_or(Cow::Borrowed(literal), Cow::Owned)
    } else {
        Cow::Borrowed(literal.trim_matches('"'))
    }
}
