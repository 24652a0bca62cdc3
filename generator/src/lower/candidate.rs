//! What the alternatives of a union can be named after: the value of the tag if it is a word, the name of a schema, a
//! title, the only value, a member that only one asks for, the kind, a member that only one has.

use std::collections::{HashMap, HashSet};

use openapiv3::{AnySchema, ReferenceOr, Schema};
use serde_json::Value;

use super::Lowering;
use super::schema::{is_composed, keywords};
use super::tagging::{Alternative, Holds};
use super::union::{constant, plain};
use crate::document::component_name;
use crate::model::Candidate;

/// Longer titles are sentences.
const LONGEST_TITLE: usize = 40;

impl<'d> Lowering<'d> {
    /// What alternatives say together.
    pub(super) fn said_by(&self, all: impl Iterator<Item = &'d ReferenceOr<Schema>>) -> Said<'d> {
        let mut said = Said::default();
        for any in all.filter_map(|branch| self.written(branch)).map(keywords) {
            any.properties.keys().for_each(|member| *said.members.entry(member).or_default() += 1);
            any.required.iter().for_each(|member| *said.required.entry(member).or_default() += 1);
        }
        said
    }

    /// What a variant can be named after, the best first.
    pub(super) fn candidates_of(
        &self,
        alternative: &Alternative<'d>,
        tag: Option<&str>,
        said: &Said<'d>,
    ) -> Vec<Candidate> {
        match &alternative.holds {
            Holds::Value(word, _) => vec![Candidate::Own(plain(word))],
            _ => self.candidates(alternative.branch, tag, said),
        }
    }

    pub(super) fn candidates(
        &self,
        branch: &'d ReferenceOr<Schema>,
        tag: Option<&str>,
        said: &Said<'d>,
    ) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> =
            tag.filter(|value| is_word(value)).map(|value| Candidate::Own(value.to_owned())).into_iter().collect();
        let schema = match branch {
            ReferenceOr::Reference { reference } => {
                let name = component_name(reference, "schemas").unwrap_or_else(|| "value".to_owned());
                candidates.push(Candidate::Shared(name));
                return candidates;
            }
            ReferenceOr::Item(schema) => schema,
        };
        let any = keywords(schema);
        let constants = any.required.iter().filter_map(|name| self.constant_text(any, name));
        candidates.extend(constants.filter(|value| is_word(value)).map(str::to_owned).map(Candidate::Own).take(1));
        let title = schema.schema_data.title.as_ref().filter(|title| title.len() <= LONGEST_TITLE);
        candidates.extend(title.filter(|title| !title.trim().is_empty()).cloned().map(Candidate::Shared));
        candidates.extend(constant(branch).map(plain).map(Candidate::Own));
        let (asked, other) = own_members(any, said);
        let kinds = [kind_of(any).to_owned(), self.exact_kind_of(any)];
        candidates.extend(asked.into_iter().map(str::to_owned).chain(kinds).map(Candidate::Own));
        candidates.extend(other.map(str::to_owned).map(Candidate::Own));
        candidates
    }

    /// All that an alternative could be called, beside whatever others.
    pub(super) fn hints(&self, branch: &'d ReferenceOr<Schema>) -> Vec<String> {
        let alone = self.candidates(branch, None, &Said::default());
        let alone = alone.iter().map(|candidate| candidate.text().to_owned());
        let members = branch.as_item().map(|schema| keywords(schema).properties.keys().cloned());
        alone.chain(members.into_iter().flatten()).collect()
    }

    /// The kind with what tells it from others of the same kind.
    fn exact_kind_of(&self, any: &AnySchema) -> String {
        match (any.typ.as_deref(), &any.items) {
            (Some("array"), Some(ReferenceOr::Item(element))) => {
                format!("{} list", self.exact_kind_of(keywords(element)))
            }
            (Some("array"), Some(ReferenceOr::Reference { reference })) => {
                format!("{} list", component_name(reference, "schemas").unwrap_or_default())
            }
            _ if !any.enumeration.is_empty() => values(&any.enumeration),
            _ => kind_of(any).to_owned(),
        }
    }
}

/// How many alternatives declare a member, and how many ask for it.
#[derive(Default)]
pub(super) struct Said<'d> {
    members: HashMap<&'d str, usize>,
    required: HashMap<&'d str, usize>,
}

/// The members by which an object is told from the others: those that it has to have, and the first one that it may have.
fn own_members<'s>(any: &'s AnySchema, said: &Said<'_>) -> (Vec<&'s str>, Option<&'s str>) {
    let required: HashSet<&str> = any.required.iter().map(String::as_str).collect();
    let is_own = |counts: &HashMap<&str, usize>, name: &str| counts.get(name).is_none_or(|count| *count < 2);
    let own = |name: &&str| is_own(&said.members, name);
    let names = || any.properties.keys().map(String::as_str);
    let asked = names().filter(own).find(|name| required.contains(name));
    let only_asked = names().find(|name| required.contains(name) && is_own(&said.required, name));
    (asked.into_iter().chain(only_asked).collect(), names().find(own))
}

/// Whether the value of a tag can be a name: no address, no version, no name with packages in it.
fn is_word(text: &str) -> bool {
    let dotted = text.contains('.') && text.contains(char::is_uppercase);
    text.len() <= LONGEST_TITLE && text.starts_with(char::is_alphabetic) && !text.contains('/') && !dotted
}

/// What people call values of a kind: `text`, `list`, `object`, or a format.
pub(super) fn kind_of(any: &AnySchema) -> &str {
    match any.typ.as_deref() {
        Some("string") if any.enumeration.is_empty() => any.format.as_deref().unwrap_or("text"),
        Some("string") => "word",
        Some("array") => "list",
        Some("object") | None if any.properties.is_empty() && any.additional_properties.is_some() => "map",
        Some(other) => other,
        None if !any.properties.is_empty() => "object",
        None if is_composed(any) => "choice",
        None => "value",
    }
}

/// The first values of an enumeration: `asc or desc`.
fn values(enumeration: &[Value]) -> String {
    let first: Vec<String> = enumeration.iter().take(2).map(plain).collect();
    let more = if enumeration.len() > 2 { " or other" } else { "" };
    format!("{}{more}", first.join(" or "))
}
