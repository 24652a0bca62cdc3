//! Name candidates for the alternatives of a union: the value of the tag if it is a word, the name of a schema, a
//! title, the only value, a member that only one alternative requires, the kind in words, a member that only one
//! alternative has.

use std::collections::{HashMap, HashSet};

use openapiv3::{AnySchema, ReferenceOr, Schema};
use serde_json::Value;

use super::input::Input;
use super::node::{Node, inline, referenced_name};
use super::tagging::{Alternative, VariantPayload};
use crate::api::model::{Candidate, plain_text as plain};
use crate::base::ident::made_title;
use crate::base::pointer::component_name;

/// Maximum number of parts from which an alternative is named.
const MAX_NAME_PARTS: usize = 8;

/// Longer titles are sentences.
const MAX_TITLE_LEN: usize = 40;

/// Longer values of a tag are not words.
const MAX_WORD_LEN: usize = 64;

impl<'d> Input<'d> {
    /// Collects the members and values of all alternatives.
    pub(super) fn said_by(&self, all: impl Iterator<Item = &'d ReferenceOr<Schema>> + Clone) -> AlternativeMembers<'d> {
        let mut said = AlternativeMembers { pair: self.pair(all.clone()), ..AlternativeMembers::default() };
        let all = all.filter_map(|branch| self.resolve_schema(branch)).flat_map(parts);
        for any in all.map(|schema| schema.any) {
            any.properties.keys().for_each(|member| *said.members.entry(member).or_default() += 1);
            any.required.iter().for_each(|member| *said.required.entry(member).or_default() += 1);
        }
        said
    }

    /// Returns the pair that alternatives form, if it has a dedicated name.
    fn pair(&self, all: impl Iterator<Item = &'d ReferenceOr<Schema>> + Clone) -> Option<PairKind> {
        let is_empty = |branch: &'d ReferenceOr<Schema>| self.constant(branch).is_some_and(|value| value == "");
        let texts = all.clone().filter(|branch| is_plain_text(branch)).count();
        let objects = all.clone().filter(|branch| self.has_id(branch)).count();
        match all.clone().count() {
            2 if all.clone().filter(|branch| is_empty(branch)).count() == 1 => Some(PairKind::OrNothing),
            count if texts == 1 && objects > 0 && texts + objects == count => Some(PairKind::OrId),
            _ => None,
        }
    }

    /// Returns `true` if an alternative is a component object with its own ID.
    fn has_id(&self, branch: &'d ReferenceOr<Schema>) -> bool {
        let schema = if inline(branch).is_none() { self.resolve_schema(branch) } else { None };
        let id = schema.and_then(|schema| schema.any.properties.get("id")).and_then(|id| self.resolve_schema(id));
        id.is_some_and(|id| id.typ() == Some("string"))
    }

    /// Returns the candidates for the name of a variant, best first.
    pub(super) fn candidates_of(
        &self,
        alternative: &Alternative<'d>,
        tag: Option<&str>,
        said: &AlternativeMembers<'d>,
    ) -> Vec<Candidate> {
        let others = match &alternative.holds {
            VariantPayload::Value(word, _) => vec![Candidate::Own(plain(word))],
            _ => self.candidates(alternative.branch, tag, said),
        };
        self.by_pair(alternative, said).into_iter().chain(others).collect()
    }

    /// Returns the name of an alternative that depends on its neighbor.
    fn by_pair(&self, alternative: &Alternative<'d>, said: &AlternativeMembers<'d>) -> Option<Candidate> {
        let branch = alternative.branch;
        let name = match said.pair? {
            PairKind::OrId if is_plain_text(branch) => "id",
            PairKind::OrNothing if self.constant(branch).is_none() => "value",
            _ => return None,
        };
        Some(Candidate::Beside(name))
    }

    pub(super) fn candidates(
        &self,
        branch: &'d ReferenceOr<Schema>,
        tag: Option<&str>,
        said: &AlternativeMembers<'d>,
    ) -> Vec<Candidate> {
        let component = referenced_name(branch);
        // A tag that is the name of the schema shares its words with other names.
        let own = tag.filter(|value| is_word(value) && component.as_deref() != Some(*value));
        let mut candidates: Vec<Candidate> = own.map(|value| Candidate::Own(value.to_owned())).into_iter().collect();
        let constant = self.constant(branch).map(plain);
        let schema = match branch {
            ReferenceOr::Reference { .. } => {
                candidates.extend(constant.filter(|value| is_word(value)).map(Candidate::Own));
                candidates.push(Candidate::Shared(component.unwrap_or_else(|| "value".to_owned())));
                return candidates;
            }
            ReferenceOr::Item(schema) => Node::new(schema),
        };
        let any = schema.any;
        let parts = parts(schema);
        let constants = parts.iter().flat_map(|part| self.constants_of(part.any));
        candidates
            .extend(constants.filter(|value| is_word(value)).take(1).map(|value| Candidate::Own(value.to_owned())));
        let titles = parts.iter().filter_map(|part| part.data.title.as_ref());
        // `string` as the title of a string adds no information.
        let is_kind = |title: &str| schema.typ().is_some_and(|typ| typ.eq_ignore_ascii_case(title.trim()));
        let says_something = |title: &&String| !title.trim().is_empty() && !is_kind(title);
        let mut titles = titles.filter(|title| title.len() <= MAX_TITLE_LEN && says_something(title));
        let title = titles.next().map(|title| made_title(title).unwrap_or(title).to_owned());
        candidates.extend(title.map(Candidate::Shared));
        if let Some(constant) = constant {
            candidates.push(Candidate::Own(constant));
            return candidates;
        }
        let references = any.all_of.iter().filter_map(referenced_name);
        candidates.extend(references.take(MAX_NAME_PARTS).map(Candidate::Shared));
        let own: Vec<_> = parts.iter().map(|part| own_members(part.any, said)).collect();
        let asked: Vec<&str> = own.iter().flat_map(|(asked, _)| asked.iter().copied()).collect();
        let other = own.iter().find_map(|(_, other)| *other);
        candidates.extend(asked.into_iter().map(|asked| Candidate::Own(asked.to_owned())));
        candidates.push(Candidate::Own(kind_of(schema).to_owned()));
        let exact = exact_kind_of(schema);
        // Lists of components share words as the components do.
        candidates.push(if names_component(schema) { Candidate::Shared(exact) } else { Candidate::Own(exact) });
        candidates.extend(other.map(str::to_owned).map(Candidate::Own));
        candidates
    }

    /// Returns the constant strings of the members, required members first.
    fn constants_of(&self, any: &'d AnySchema) -> impl Iterator<Item = &'d str> {
        let optional = any.properties.values().filter_map(|member| self.constant(member)?.as_str());
        any.required.iter().filter_map(|name| self.constant_text(any, name)).chain(optional)
    }
}

/// Returns a schema and its inline parts.
fn parts(schema: Node<'_>) -> Vec<Node<'_>> {
    let parts = schema.inline_parts().map(|(_, part)| part).take(MAX_NAME_PARTS);
    std::iter::once(schema).chain(parts).collect()
}

/// The number of alternatives that declare each member, and that require it.
#[derive(Default)]
pub(super) struct AlternativeMembers<'d> {
    pair: Option<PairKind>,
    members: HashMap<&'d str, usize>,
    required: HashMap<&'d str, usize>,
}

/// Alternatives that belong together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PairKind {
    /// Objects, or the ID of one.
    OrId,
    /// A value, or the empty string.
    OrNothing,
}

/// Returns `true` if an alternative is any string.
fn is_plain_text(branch: &ReferenceOr<Schema>) -> bool {
    inline(branch).is_some_and(Node::is_plain_text)
}

/// Returns the members that distinguish an object from the others: the required ones, and the first optional one.
fn own_members<'s>(any: &'s AnySchema, said: &AlternativeMembers<'_>) -> (Vec<&'s str>, Option<&'s str>) {
    let required: HashSet<&str> = any.required.iter().map(String::as_str).collect();
    let is_own = |counts: &HashMap<&str, usize>, name: &str| counts.get(name).is_none_or(|count| *count < 2);
    let own = |name: &&str| is_own(&said.members, name);
    let names = || any.properties.keys().map(String::as_str);
    let asked = names().filter(own).find(|name| required.contains(name));
    let only_asked = names().find(|name| required.contains(name) && is_own(&said.required, name));
    (asked.into_iter().chain(only_asked).collect(), names().find(own))
}

/// Returns `true` if the value of a tag can be a name: it is not an address, a version or a package path.
pub(super) fn is_word(text: &str) -> bool {
    let dotted = text.contains('.') && text.contains(char::is_uppercase);
    text.len() <= MAX_WORD_LEN && text.starts_with(char::is_alphabetic) && !text.contains('/') && !dotted
}

/// Returns the format of a schema if it is a name: some descriptions write patterns there.
fn format_name(schema: Node<'_>) -> Option<&str> {
    let is_name = |format: &&str| format.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '));
    schema.any.format.as_deref().filter(is_name)
}

/// Returns the readable name of a kind: `text`, `list`, `object`, or a format.
pub(super) fn kind_of(schema: Node<'_>) -> &str {
    let any = schema.any;
    match schema.typ() {
        Some("string") if any.enumeration.is_empty() => format_name(schema).unwrap_or("text"),
        Some("string") => "word",
        Some("array") => "list",
        Some("object") | None if any.properties.is_empty() && any.additional_properties.is_some() => "map",
        Some(other) => other,
        None if !any.properties.is_empty() => "object",
        None if schema.is_composed() => "choice",
        None => "value",
    }
}

/// Returns the kind with its distinguishing details: `number list`, `int64`, `asc or desc`.
pub(super) fn exact_kind_of(schema: Node<'_>) -> String {
    let mut depth = 0;
    let mut element = schema;
    while let (Some("array"), Some(ReferenceOr::Item(inner))) = (element.typ(), &element.any.items) {
        depth += 1;
        element = Node::new(inner);
    }
    if let (Some("array"), Some(ReferenceOr::Reference { reference })) = (element.typ(), &element.any.items) {
        return list_name(&component_name(reference, "schemas").unwrap_or_default(), depth + 1);
    }
    let kind = match element.typ() {
        _ if !element.any.enumeration.is_empty() => values(&element.any.enumeration),
        Some(typ @ ("integer" | "number")) => format_name(element).unwrap_or(typ).to_owned(),
        _ => kind_of(element).to_owned(),
    };
    list_name(&kind, depth)
}

/// Returns `true` if the name of the kind contains a component's name.
pub(super) fn names_component(schema: Node<'_>) -> bool {
    schema.typ() == Some("array") && matches!(schema.any.items, Some(ReferenceOr::Reference { .. }))
}

/// Returns the name of a list, or of nested lists.
pub(super) fn list_name(element: &str, depth: usize) -> String {
    match depth {
        0 => element.to_owned(),
        1 => format!("{element} list"),
        2 => format!("{element} lists"),
        _ => format!("nested {element} lists"),
    }
}

/// Returns the first values of an enumeration: `asc or desc`.
pub(super) fn values(enumeration: &[Value]) -> String {
    let first: Vec<String> = enumeration.iter().take(2).map(plain).collect();
    let more = if enumeration.len() > 2 { " or other" } else { "" };
    format!("{}{more}", first.join(" or "))
}
