//! Alternatives that are strings: enumerations, any string, or nested alternatives of them, by reference or inline. An
//! enumeration preserves unknown values, so that any string next to it adds nothing.
//!
//! | alternatives | become |
//! |---|---|
//! | one that lists strings, and any string | the one that lists them |
//! | several that list strings, with or without any string | one enumeration of all of them |
//! | one that lists strings, any string, and others | the same without any string |

use std::collections::HashSet;

use openapiv3::{AnySchema, ReferenceOr, Schema};
use serde_json::Value;

use super::input::{Input, Site};
use super::node::{Node, is_null_only};
use super::schemas::Schemas;
use super::tagging::Branch;
use crate::api::model::{Shape, StringEnum, Type, TypeId, Word};

/// Maximum depth and number of nested alternatives that are searched for strings.
const MAX_DEPTH: usize = 4;
const MAX_ALTERNATIVES: usize = 16;

/// Maximum number of strings that are merged: a merged enumeration may be merged again.
const MAX_STRINGS: usize = 1_000;

/// The strings that an alternative lists, empty if it accepts any; `None` if it may be something else.
pub(super) type ListedTexts = Option<Vec<Word>>;

impl<'d> Input<'d> {
    /// Returns the strings that each alternative lists.
    pub(super) fn texts_of(&self, branches: &[Branch<'d>]) -> Vec<ListedTexts> {
        branches.iter().map(|(_, branch)| self.listed_texts(branch, MAX_DEPTH)).collect()
    }

    fn listed_texts(&self, branch: &'d ReferenceOr<Schema>, depth: usize) -> ListedTexts {
        let depth = depth.checked_sub(1)?;
        let schema = self.resolve_schema(branch)?;
        let any = schema.any;
        let (_, within) = schema.alternatives();
        if !is_of_texts(any) {
            return None;
        }
        if within.is_empty() {
            let is_text = any.typ.is_some() || !any.enumeration.is_empty();
            return is_text.then(|| self.named_words(branch, schema)).filter(|words| words.len() <= MAX_STRINGS);
        }
        let parts = within.iter().filter(|part| !is_null_only(part));
        if within.len() > MAX_ALTERNATIVES || !any.enumeration.is_empty() {
            return None;
        }
        let listed: Vec<Vec<Word>> = parts.map(|part| self.listed_texts(part, depth)).collect::<Option<_>>()?;
        Some(put_together(listed)).filter(|words| words.len() <= MAX_STRINGS)
    }

    /// Returns the strings that a schema lists; the title of a single one is its name.
    fn named_words(&self, branch: &'d ReferenceOr<Schema>, schema: Node<'d>) -> Vec<Word> {
        let mut words = self.words_of(schema);
        if let [word] = words.as_mut_slice() {
            let (name, meaning) = self.title_and_description(branch);
            word.name = word.name.take().or(name);
            word.meaning = word.meaning.take().or(meaning);
        }
        words
    }
}

impl<'d> Schemas<'d> {
    /// Merges all strings of several alternatives into one enumeration.
    pub(super) fn all_texts(
        &mut self,
        schema: Node<'_>,
        branches: &[Branch<'d>],
        texts: &[ListedTexts],
        site: &Site,
        reserved: Option<TypeId>,
    ) -> Option<Type> {
        let listed: Vec<Vec<Word>> = texts.iter().cloned().collect::<Option<_>>()?;
        // An alternative that clears a value remains separate.
        if branches.len() > MAX_ALTERNATIVES || (branches.len() == 2 && listed.iter().any(|words| is_empty(words))) {
            return None;
        }
        let is_open = listed.iter().any(Vec::is_empty);
        let words = put_together(listed);
        if words.is_empty() || words.len() > MAX_STRINGS {
            return None;
        }
        let shape = Shape::StringEnum(StringEnum { words, is_open });
        Some(self.define_at(site, reserved, schema.docs(), shape))
    }

    /// Marks an enumeration as accepting any string, unless it is used elsewhere.
    pub(super) fn open(&mut self, ty: &Type, branch: &ReferenceOr<Schema>) {
        if let (Type::Named(id), ReferenceOr::Item(_)) = (ty.split_null().0, branch)
            && let Shape::StringEnum(words) = &mut self.types[id.index()].shape
        {
            words.is_open = true;
        }
    }
}

/// Returns the alternative that covers a union of strings, if only one of them lists any.
pub(super) fn only_texts(texts: &[ListedTexts]) -> Option<usize> {
    let [_, _, ..] = texts else { return None };
    let listed: Vec<&[Word]> = texts.iter().map(Option::as_deref).collect::<Option<_>>()?;
    let mut listing = (0..).zip(&listed).filter(|(_, words)| !words.is_empty());
    let ((one, words), None) = (listing.next()?, listing.next()) else { return None };
    // The empty string next to any other: that it clears a value is a matter of its meaning, not of its type.
    Some(if listed.len() == 2 && is_empty(words) { 1 - one } else { one })
}

/// Returns the alternatives without plain strings, if another one lists strings.
pub(super) fn without_any_text<'d>(
    branches: Vec<Branch<'d>>,
    texts: Vec<ListedTexts>,
) -> (Vec<Branch<'d>>, Vec<ListedTexts>) {
    let listing = texts.iter().flatten().filter(|words| words.len() > 1).count();
    let is_any = |words: &ListedTexts| words.as_ref().is_some_and(Vec::is_empty);
    let any = texts.iter().filter(|words| is_any(words)).count();
    if listing != 1 || any != 1 || texts.iter().flatten().count() != 2 {
        return (branches, texts);
    }
    branches.into_iter().zip(texts).filter(|(_, words)| !is_any(words)).unzip()
}

/// Returns `true` if this is only the empty string, which clears a value.
fn is_empty(words: &[Word]) -> bool {
    matches!(words, [word] if word.wire.is_empty())
}

/// Returns `true` if a schema only lists strings, or alternatives of them.
fn is_of_texts(any: &AnySchema) -> bool {
    any.typ.as_deref().is_none_or(|typ| typ == "string")
        && any.format.is_none()
        && any.all_of.is_empty()
        && any.properties.is_empty()
        && any.items.is_none()
        && any.enumeration.iter().all(|value| value.is_string() || value == &Value::Null)
        && (any.one_of.is_empty() || any.any_of.is_empty())
}

/// Merges all strings in order, without duplicates.
fn put_together(listed: Vec<Vec<Word>>) -> Vec<Word> {
    let mut seen: HashSet<String> = HashSet::new();
    listed.into_iter().flatten().filter(|word| seen.insert(word.wire.clone())).collect()
}
