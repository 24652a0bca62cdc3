//! The docs of a type that occurs at several locations: the text that all documented locations share, if these are at
//! least half of them. If the texts differ, none is true of all, and each use has its own docs. Docs inside the type
//! have no other source, so the most frequent text is used.

use std::collections::BTreeMap;

use super::canonical::has_own_name;
use crate::api::model::{Api, Definition, Docs, Shape, TypeId};

/// Returns `true` if the texts of two types of one shape are the same, or are missing in one of them.
pub(super) fn are_compatible(one: &Definition, other: &Definition) -> bool {
    let is_same = |one: &Option<String>, other: &Option<String>| one.is_none() || other.is_none() || one == other;
    let (inside, inside_other) = (prose(&one.shape), prose(&other.shape));
    let mut pairs = std::iter::once((&one.docs, &other.docs)).chain(inside.into_iter().zip(inside_other));
    pairs.all(|(one, other)| is_same(&one.title, &other.title) && is_same(&one.description, &other.description))
}

/// Gives the first type of each group the docs of most of its types. A component keeps its own.
pub(super) fn merge_docs(api: &mut Api, same: &[TypeId]) {
    let mut groups: BTreeMap<TypeId, Vec<TypeId>> = BTreeMap::new();
    let shared = |(id, first): &(TypeId, TypeId)| id != first && !has_own_name(api.definition(*first));
    for (id, first) in api.definitions().map(|(id, _)| id).zip(same.iter().copied()).filter(shared) {
        groups.entry(first).or_insert_with(|| vec![first]).push(id);
    }
    for (first, members) in groups {
        let own = most(members.iter().map(|id| &api.definition(*id).docs));
        let description = said_by_all(members.iter().map(|id| api.definition(*id).docs.description.as_deref()));
        let own = own.with_description(description);
        let count = prose(&api.definition(first).shape).len();
        let of_members: Vec<Vec<&Docs>> = members.iter().map(|id| prose(&api.definition(*id).shape)).collect();
        let inner: Vec<Texts> =
            (0..count).map(|at| most(of_members.iter().filter_map(|docs| docs.get(at).copied()))).collect();
        let definition = &mut api.types[first.index()];
        own.replace_in(&mut definition.docs);
        let docs: Vec<&mut Docs> = match &mut definition.shape {
            Shape::Object(object) => object.fields.iter_mut().map(|field| &mut field.docs).collect(),
            Shape::Union(union) => union.variants.iter_mut().map(|variant| &mut variant.docs).collect(),
            _ => Vec::new(),
        };
        docs.into_iter().zip(inner).for_each(|(docs, texts)| texts.replace_in(docs));
    }
}

fn prose(shape: &Shape) -> Vec<&Docs> {
    match shape {
        Shape::Object(object) => object.fields.iter().map(|field| &field.docs).collect(),
        Shape::Union(union) => union.variants.iter().map(|variant| &variant.docs).collect(),
        _ => Vec::new(),
    }
}

/// The texts that several docs agree on.
struct Texts([Option<String>; 3]);

impl Texts {
    fn with_description(self, description: Option<String>) -> Self {
        let Self([title, _, example]) = self;
        Self([title, description, example])
    }

    fn replace_in(self, docs: &mut Docs) {
        [docs.title, docs.description, docs.example] = self.0;
    }
}

fn most<'d>(docs: impl Iterator<Item = &'d Docs> + Clone) -> Texts {
    let agreed = |of: fn(&Docs) -> &Option<String>| most_frequent(docs.clone().filter_map(|docs| of(docs).as_deref()));
    Texts([agreed(|docs| &docs.title), agreed(|docs| &docs.description), agreed(|docs| &docs.example)])
}

/// Returns the text that all documented types have, if they are at least half of all.
fn said_by_all<'t>(texts: impl Iterator<Item = Option<&'t str>> + Clone) -> Option<String> {
    let mut said = texts.clone().flatten();
    let first = said.next()?;
    let (count, all) = (said.clone().count() + 1, texts.count());
    (said.all(|text| text == first) && 2 * count >= all).then(|| first.to_owned())
}

/// The text that more than half of all are.
fn most_frequent<'t>(texts: impl Iterator<Item = &'t str>) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut all = 0_usize;
    for text in texts {
        all += 1;
        *counts.entry(text).or_default() += 1;
    }
    counts.into_iter().find(|(_, count)| 2 * count > all).map(|(text, _)| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{most_frequent, said_by_all};

    #[test]
    fn what_one_says_of_its_own_is_not_said_of_all() {
        assert_eq!(said_by_all([Some("a"), Some("a"), None].into_iter()).as_deref(), Some("a"));
        assert_eq!(said_by_all([Some("a"), Some("a"), Some("b")].into_iter()), None);
        assert_eq!(said_by_all([Some("a"), None, None].into_iter()), None);
        assert_eq!(said_by_all([None].into_iter()), None);
    }

    #[test]
    fn most_have_to_agree() {
        assert_eq!(most_frequent(["a", "b", "a"].into_iter()).as_deref(), Some("a"));
        assert_eq!(most_frequent(["a", "b"].into_iter()), None);
        assert_eq!(most_frequent([].into_iter()), None);
    }
}
