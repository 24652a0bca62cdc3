//! The tag of a union, declared or inferred. The forms have the names that serde gives them:
//!
//! | form | alternatives | on the wire |
//! |---|---|---|
//! | external | objects of one member each, by reference if the component is named after it, and strings | `"stop"`, `{"move": {"by": 3}}` |
//! | adjacent | objects of a constant member and at most one other, always the same | `{"type": "v4", "value": {..}}` |
//! | internal | objects with a constant member each | `{"type": "retry", "attempt": 2}` |
//!
//! The detection does not lower the alternatives, so that no type is created for information that the tag already
//! carries.

use std::collections::{HashMap, HashSet};

use openapiv3::{AdditionalProperties, AnySchema, ReferenceOr, Schema};
use serde_json::Value;

use super::input::Input;
use super::node::{Node, inline, referenced_name};
use crate::api::model::{Tag, TagPlace, plain_text as plain};
use crate::base::ident::folded;

/// Common names of the member that holds the value next to a tag. It may be in a single alternative if it has one of
/// these names.
const CONTENTS: [&str; 8] = ["content", "contents", "data", "body", "details", "params", "payload", "value"];

/// An alternative as written in the description: its index and its schema.
pub(super) type Branch<'d> = (usize, &'d ReferenceOr<Schema>);

/// The alternatives of a union, and their tag.
pub(super) struct Tagging<'d> {
    pub(super) tag: Option<Tag>,
    /// A tag with values that map to several alternatives, without those values: the other alternatives are named after
    /// theirs.
    pub(super) contested: Option<Tag>,
    pub(super) alternatives: Vec<Alternative<'d>>,
}

/// An alternative, and the payload of its variant.
#[derive(Clone, Copy)]
pub(super) struct Alternative<'d> {
    pub(super) index: usize,
    pub(super) branch: &'d ReferenceOr<Schema>,
    pub(super) holds: VariantPayload<'d>,
}

/// The payload of a variant.
#[derive(Clone, Copy)]
pub(super) enum VariantPayload<'d> {
    /// The whole value.
    Whole,
    /// The whole value. This value of the discriminator maps to it, and so do others.
    Mapped(&'d str),
    /// All members except the tag of this name.
    AllBut(Node<'d>, &'d str),
    /// The content of one member.
    Member(&'d str, &'d ReferenceOr<Box<Schema>>),
    /// Nothing: it is this value, the one at the index of an enumeration.
    Value(&'d Value, usize),
    /// Nothing: there is only the tag.
    Nothing,
}

impl<'d> Input<'d> {
    pub(super) fn tagging(&self, schema: Node<'d>, branches: &[Branch<'d>]) -> Tagging<'d> {
        let declared = schema.data.discriminator.as_ref();
        if declared.is_none()
            && let Some(external) = self.external(schema, branches)
        {
            return external;
        }
        let declared = declared.map(|discriminator| discriminator.property_name.as_str());
        if let Some(adjacent) = self.adjacent(declared, branches) {
            return adjacent;
        }
        let tag = match declared {
            Some(_) => self.tag(schema, branches),
            None => self.constant_members(None, branches).map(|(property, values)| internal(property, values)),
        };
        let alternatives = branches.iter().enumerate().map(|(position, (index, branch))| {
            let holds = tag.as_ref().and_then(|tag| self.beside_tag(branch, tag, position));
            Alternative { index: *index, branch, holds: holds.unwrap_or(VariantPayload::Whole) }
        });
        let alternatives = alternatives.collect();
        match tag {
            Some(tag) => self.one_for_each_value(schema, tag, alternatives),
            None => {
                let contested = self.declared_tag(schema, branches).map(without_repeated);
                Tagging { tag: None, contested, alternatives }
            }
        }
    }

    /// Splits an alternative that several discriminator values map to and that does not keep the value into one per
    /// value; otherwise the first value would be sent back for all.
    fn one_for_each_value(&self, schema: Node<'d>, tag: Tag, alternatives: Vec<Alternative<'d>>) -> Tagging<'d> {
        let mapping = schema.data.discriminator.as_ref().map(|discriminator| &discriminator.mapping);
        let mapped = |value: &str| Some(mapping?.get_key_value(value)?.0.as_str());
        let mut values: Vec<Vec<String>> = Vec::with_capacity(tag.values.len());
        let mut all: Vec<Alternative<'d>> = Vec::with_capacity(alternatives.len());
        for (position, alternative) in alternatives.into_iter().enumerate() {
            let own = tag.values_of(position);
            let several: Option<Vec<&'d str>> = own.iter().map(|value| mapped(value)).collect();
            let is_lost = || tag.internal().is_some_and(|name| !self.keeps(alternative.branch, name, MAX_TAG_DEPTH));
            match several.filter(|several| several.len() > 1 && is_lost()) {
                Some(several) => {
                    for value in several {
                        values.push(vec![value.to_owned()]);
                        all.push(Alternative { holds: VariantPayload::Mapped(value), ..alternative });
                    }
                }
                None => {
                    values.push(own.to_vec());
                    all.push(alternative);
                }
            }
        }
        Tagging { tag: Some(Tag { place: tag.place, values }), contested: None, alternatives: all }
    }

    /// Returns `true` if values of an alternative have a member of this name, directly or through a part.
    fn keeps(&self, branch: &'d ReferenceOr<Schema>, member: &str, depth: usize) -> bool {
        let (Some(schema), Some(depth)) = (self.resolve_schema(branch), depth.checked_sub(1)) else { return true };
        let any = schema.any;
        let parts = any.all_of.iter().chain(&any.one_of).chain(&any.any_of).take(MAX_TAG_PARTS);
        any.properties.contains_key(member) || parts.into_iter().any(|part| self.keeps(part, member, depth))
    }

    /// Returns the payload of an inline object next to an internal tag, if that is a string.
    fn beside_tag(&self, branch: &'d ReferenceOr<Schema>, tag: &Tag, position: usize) -> Option<VariantPayload<'d>> {
        let schema = plain_object(branch)?;
        let any = schema.any;
        let (name, _) = any.properties.get_key_value(tag.internal()?)?;
        if self.constant_text(any, name)? != tag.only_value(position)? {
            return None;
        }
        let alone = any.properties.len() == 1 && any.required.iter().all(|required| required == name);
        Some(if alone { VariantPayload::Nothing } else { VariantPayload::AllBut(schema, name) })
    }

    /// Detects external tagging: alternatives that are objects of one member, which names them, and strings.
    fn external(&self, schema: Node<'_>, branches: &[Branch<'d>]) -> Option<Tagging<'d>> {
        let mut alternatives = Vec::new();
        let mut names: HashSet<&str> = HashSet::new();
        let mut values = Vec::new();
        let mut all_closed = true;
        for (index, branch) in branches.iter().copied() {
            if let Some(any) =
                self.resolve_schema(branch).filter(|schema| is_plain_object(*schema)).map(|schema| schema.any)
            {
                let mut members = any.properties.iter();
                let (Some((name, value)), None) = (members.next(), members.next()) else { return None };
                let is_required = matches!(any.required.as_slice(), [required] if required == name);
                if !is_required || !is_called_after(branch, name) || !names.insert(name) {
                    return None;
                }
                // An alternative with its own name is meant to be exclusive.
                all_closed &= any.additional_properties.is_some() || inline(branch).is_none();
                values.push(vec![name.clone()]);
                alternatives.push(Alternative { index, branch, holds: VariantPayload::Member(name, value) });
            } else {
                for (at, word) in words(branch)?.iter().enumerate() {
                    if !names.insert(word.as_str()?) {
                        return None;
                    }
                    values.push(Vec::new());
                    alternatives.push(Alternative { index, branch, holds: VariantPayload::Value(word, at) });
                }
            }
        }
        // Open objects are distinguished this way only if a value matches at most one of them.
        let exclusive = all_closed || !schema.any.one_of.is_empty();
        // A single component next to strings is identified by being an object: it is not a tag, and keeps its type.
        let is_component = |alternative: &Alternative<'_>| inline(alternative.branch).is_none();
        let objects = values.iter().filter(|own| !own.is_empty()).count();
        if objects < 2 && alternatives.iter().any(is_component) {
            return None;
        }
        let tag = Tag { place: TagPlace::External, values };
        (exclusive && objects > 0).then_some(Tagging { tag: Some(tag), contested: None, alternatives })
    }

    /// Detects adjacent tagging: alternatives with a tag and a member which holds the value.
    fn adjacent(&self, declared: Option<&str>, branches: &[Branch<'d>]) -> Option<Tagging<'d>> {
        let objects: Vec<&'d AnySchema> =
            branches.iter().map(|(_, branch)| Some(plain_object(branch)?.any)).collect::<Option<_>>()?;
        let (property, values) = self.constant_members(declared, branches)?;
        let mut content: Option<(&'d str, usize)> = None;
        for any in &objects {
            self.constant_text(any, property)?;
            match (any.properties.keys().find(|name| *name != property), content) {
                (None, _) => {}
                (Some(name), Some((known, count))) if name == known => content = Some((known, count + 1)),
                (Some(name), None) => content = Some((name, 1)),
                (Some(_), Some(_)) => return None,
            }
            if any.properties.len() > 2 || !any.properties.keys().all(|name| any.required.contains(name)) {
                return None;
            }
        }
        let (content, count) = content?;
        if count < 2 && !CONTENTS.contains(&content) {
            return None;
        }
        let alternatives = branches.iter().zip(&objects).map(|((index, branch), any)| {
            let holds = any.properties.get_key_value(content);
            let holds = holds.map_or(VariantPayload::Nothing, |(name, value)| VariantPayload::Member(name, value));
            Alternative { index: *index, branch, holds }
        });
        let place = TagPlace::Adjacent { property: property.to_owned(), content: content.to_owned() };
        Some(Tagging { tag: Some(Tag { place, values }), contested: None, alternatives: alternatives.collect() })
    }

    /// Returns the required member with a unique constant in each alternative.
    fn constant_members(&self, declared: Option<&str>, branches: &[Branch<'d>]) -> Option<(&'d str, Vec<Vec<String>>)> {
        let objects: Vec<Node<'d>> = branches
            .iter()
            .map(|(_, branch)| self.resolve_schema(branch).filter(|schema| !schema.is_composed()))
            .collect::<Option<_>>()?;
        let first = objects.first()?;
        let candidates = first.any.properties.keys().map(String::as_str);
        candidates.filter(|name| declared.is_none_or(|declared| declared == *name)).find_map(|name| {
            let value = |object: &Node<'d>| Some(vec![plain(self.constant_member(object.any, name)?)]);
            let values: Vec<_> = objects.iter().map(value).collect::<Option<_>>()?;
            Some((name, distinct(values)?))
        })
    }
}

pub(super) fn internal(property: &str, values: Vec<Vec<String>>) -> Tag {
    Tag { place: TagPlace::Internal { property: property.to_owned() }, values }
}

/// Removes the values that map to several alternatives from a tag.
fn without_repeated(tag: Tag) -> Tag {
    let Tag { place, mut values } = tag;
    let mut counts: HashMap<String, usize> = HashMap::new();
    values.iter().flatten().for_each(|value| *counts.entry(value.clone()).or_default() += 1);
    values.iter_mut().for_each(|own| own.retain(|value| counts.get(value) == Some(&1)));
    Tag { place, values }
}

/// Returns the values of a tag, or `None` if one of them maps to two alternatives: then the structural shape decides.
pub(super) fn distinct(values: Vec<Vec<String>>) -> Option<Vec<Vec<String>>> {
    let mut known = HashSet::new();
    values.iter().flatten().all(|value| known.insert(value)).then_some(values)
}

/// Returns `true` if an alternative is named after its member, or has no other name: `{ reason }` with the name
/// `Invalid` is not a mere tag.
fn is_called_after(branch: &ReferenceOr<Schema>, member: &str) -> bool {
    inline(branch).is_some() || referenced_name(branch).is_some_and(|name| folded(&name).contains(&folded(member)))
}

/// Returns an inline object with declared members and no additional ones.
fn plain_object(branch: &ReferenceOr<Schema>) -> Option<Node<'_>> {
    inline(branch).filter(|schema| is_plain_object(*schema))
}

/// Returns `true` for an object with declared members and no additional ones.
fn is_plain_object(schema: Node<'_>) -> bool {
    let any = schema.any;
    let is_closed = matches!(any.additional_properties, None | Some(AdditionalProperties::Any(false)));
    let is_plain = !schema.is_composed() && any.enumeration.is_empty() && any.items.is_none();
    schema.may_be_object() && !any.properties.is_empty() && is_closed && is_plain
}

/// Returns the strings that an alternative lists, if it has no other keywords.
fn words(branch: &ReferenceOr<Schema>) -> Option<&[Value]> {
    let schema = inline(branch)?;
    let words = &schema.any.enumeration;
    (!words.is_empty() && words.iter().all(Value::is_string) && !schema.is_composed()).then_some(words.as_slice())
}

/// Maximum depth and number of parts that are searched for the values of a tag.
pub(super) const MAX_TAG_DEPTH: usize = 3;

pub(super) const MAX_TAG_PARTS: usize = 8;
