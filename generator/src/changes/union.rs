//! The alternatives of unions in both versions.

use super::compare::Comparison;
use super::pairing::{added, pair, pair_rest};
use super::subject::ChangeSubject;
use super::version::{ApiVersion, Versions, type_node};
use super::{ChangeKind, phrase};
use crate::model::{Api, Payload, Shape, TagPlace, Type, TypeId, Union, Variant};

/// Maximum number of new alternatives of a union that each removed one is compared with, because they may be the same
/// under another name.
const MAX_RENAMED: usize = 64;

/// The effect of a new alternative or value on a program that does not know it.
pub(super) const READ_AS_UNKNOWN: &str = "the old bindings read it as an unknown value";

/// Two matching or possibly matching unions.
struct UnionPair<'u> {
    id: Versions<TypeId>,
    unions: Versions<&'u Union>,
    /// For each old alternative, the index of the matching new one.
    matches: Vec<Option<usize>>,
}

impl Comparison<'_> {
    pub(super) fn compare_unions(&mut self, id: Versions<TypeId>, unions: Versions<&Union>) {
        let subject = self.type_subject(id);
        let pair = UnionPair { id, unions, matches: self.match_alternatives(id, unions) };
        for (index, same) in pair.matches.iter().enumerate() {
            match *same {
                Some(at) => self.compare_alternatives(&subject, &pair, Versions::new(index, at)),
                None => self.report_removed_alternative(&subject, id.old, index, &unions.old.variants[index]),
            }
        }
        for (index, variant) in unions.new.variants.iter().enumerate() {
            if !pair.matches.contains(&Some(index)) {
                self.report_added_alternative(&subject, id.new, index, variant);
            }
        }
        self.compare_tagging(&subject, &pair);
        self.compare_alternative_order(&subject, &pair);
    }

    /// Reports a different order of indistinguishable objects: they are tried in order, so that a response may be read
    /// as another one.
    fn compare_alternative_order(&mut self, subject: &ChangeSubject, pair: &UnionPair<'_>) {
        let UnionPair { id, unions, matches } = pair;
        let old = self.versions.old;
        let is_object = |variant: &Variant| match &variant.payload {
            Payload::Type(ty) => match old.api.unaliased(ty) {
                Type::Named(id) => matches!(old.api.definition(*id).shape, Shape::Object(_)),
                _ => false,
            },
            Payload::Constant(_) | Payload::Unit => false,
        };
        let objects = unions.old.variants.iter().enumerate().filter(|(_, variant)| is_object(variant));
        let in_old_order: Vec<(usize, usize)> =
            objects.filter_map(|(index, _)| Some((matches[index]?, index))).collect();
        if unions.old.tag.is_some() || unions.new.tag.is_some() || in_old_order.is_sorted() {
            return;
        }
        let mut in_new_order = in_old_order.clone();
        in_new_order.sort_unstable();
        let order = Versions::new(in_old_order, in_new_order).map(|order| {
            let names = order.iter().map(|(_, index)| old.names.variant(id.old, *index));
            names.collect::<Vec<_>>().join(", ")
        });
        let message = format!("the alternatives of {} are tried in another order", subject.quoted());
        let found = subject
            .finding(ChangeKind::TypeChanged, message)
            .with_both(self.definition_locations(*id), order)
            .breaks("after recompiling, a response that fits several alternatives is read as another one")
            .migrate("check the code that handles each alternative")
            .without_code();
        self.found.push(found);
    }

    /// Matches the alternatives of both versions: by their names in the code, otherwise by their names in the
    /// description, otherwise by their schemas, which may have been renamed.
    fn match_alternatives(&mut self, id: Versions<TypeId>, unions: Versions<&Union>) -> Vec<Option<usize>> {
        let count = unions.new.variants.len();
        let names = self.versions.zip(id).zip(unions).map(|((version, id), union)| {
            (0..union.variants.len()).map(|index| version.names.variant(id, index)).collect::<Vec<_>>()
        });
        let mut matches = pair(names.old, names.new);
        let text =
            |union: &Union, index: usize| Some(union.variants[index].text().to_owned()).filter(|text| !text.is_empty());
        pair_rest(&mut matches, count, |old| text(unions.old, old), |new| text(unions.new, new));
        let schema = |api: &Api, variant: &Variant| match &variant.payload {
            Payload::Type(Type::Named(id)) if api.definition(*id).naming.schema().is_some() => Some(*id),
            _ => None,
        };
        let apis = self.versions.map(|version| version.api);
        let rest = added(&matches, count).filter_map(|at| Some((at, schema(apis.new, &unions.new.variants[at])?)));
        let mut rest: Vec<(usize, TypeId)> = rest.take(MAX_RENAMED).collect();
        for (index, variant) in unions.old.variants.iter().enumerate() {
            let Some(old) = schema(apis.old, variant).filter(|_| matches[index].is_none()) else { continue };
            if let Some(found) = rest.iter().position(|(_, new)| self.pair(Versions::new(old, *new))) {
                matches[index] = Some(rest.remove(found).0);
            }
        }
        matches
    }

    fn report_removed_alternative(&mut self, subject: &ChangeSubject, id: TypeId, index: usize, variant: &Variant) {
        let old = self.versions.old;
        let (text, name) = (excerpt(old, variant), old.names.variant(id, index));
        let phrase = alternative_phrase(&text, name);
        let found = subject
            .part(Versions::only_old(type_node(id).variant(index)))
            .finding(
                ChangeKind::ValueRemoved,
                format!("the alternative {phrase} was removed from {}", subject.quoted()),
            )
            .with_old(&variant.origin, text)
            .breaks("the server no longer accepts or sends values of this alternative")
            .migrate(format!("remove the uses of `{name}`"));
        self.found.push(found);
    }

    fn report_added_alternative(&mut self, subject: &ChangeSubject, id: TypeId, index: usize, variant: &Variant) {
        let new = self.versions.new;
        let text = excerpt(new, variant);
        let phrase = alternative_phrase(&text, new.names.variant(id, index));
        let found = subject
            .part(Versions::only_new(type_node(id).variant(index)))
            .finding(ChangeKind::ValueAdded, format!("the alternative {phrase} was added to {}", subject.quoted()))
            .with_new(&variant.origin, text);
        self.found.push(if new.is_received(id) { found.at_run_time(READ_AS_UNKNOWN) } else { found });
    }

    /// Compares two matching alternatives; `at` is their position in each union.
    fn compare_alternatives(&mut self, subject: &ChangeSubject, pair: &UnionPair<'_>, at: Versions<usize>) {
        let id = pair.id;
        let variants = pair.unions.zip(at).map(|(union, at)| &union.variants[at]);
        let same = match (&variants.old.payload, &variants.new.payload) {
            (Payload::Type(old), Payload::Type(new)) => self.are_equal(old, new),
            (old, new) => old == new,
        };
        if same {
            return;
        }
        let texts = self.versions.zip(variants).map(|(version, variant)| excerpt(version, variant));
        let part = format!("an alternative of {}", subject.quoted());
        let name = self.versions.new.names.variant(id.new, at.new);
        let found = subject.part(id.zip(at).map(|(id, at)| Some(type_node(id).variant(at)))).changed(
            ChangeKind::ValueChanged,
            &part,
            variants.map(|variant| &variant.origin),
            texts,
        );
        let found = found.breaks("values of the old type are no longer understood");
        self.found.push(found.migrate(format!("adapt the code to the new content of `{name}`")));
    }

    /// Reports differences in tags; added and removed alternatives are reported separately.
    fn compare_tagging(&mut self, subject: &ChangeSubject, pair: &UnionPair<'_>) {
        let UnionPair { id, unions, matches } = pair;
        let old = self.versions.old;
        let from_old = |index: usize| matches[index].map(|_| index);
        let from_new = |index: usize| matches.iter().position(|new| *new == Some(index));
        let text = |union: &Union, old_index: &dyn Fn(usize) -> Option<usize>| match &union.tag {
            None => "distinguished by their content".to_owned(),
            Some(tag) => {
                let values = tag.values.iter().filter_map(|(value, index)| {
                    Some(format!("`{value}` {}", old.names.variant(id.old, old_index(*index)?)))
                });
                let mut values: Vec<String> = values.collect();
                values.sort();
                format!("distinguished by {}: {}", tag_phrase(&tag.place), values.join(", "))
            }
        };
        let texts = Versions::new(text(unions.old, &from_old), text(unions.new, &from_new));
        if texts.old == texts.new {
            return;
        }
        let message = format!("the alternatives of {} are distinguished differently", subject.quoted());
        let found = subject
            .finding(ChangeKind::ValueChanged, message)
            .with_both(self.definition_locations(*id), texts)
            .breaks("the old bindings may send or read a value as the wrong alternative, or fail to read it")
            .without_code();
        self.found.push(found);
    }
}

fn tag_phrase(place: &TagPlace) -> String {
    match place {
        TagPlace::Internal { property } => format!("`{property}`"),
        TagPlace::Adjacent { property, content } => format!("`{property}`, with the value in `{content}`"),
        TagPlace::External => "the name of their only member".to_owned(),
    }
}

/// Returns the phrase of an alternative with the name of its variant, unless it is a component schema.
fn alternative_phrase(text: &str, variant: &str) -> String {
    if text.starts_with('`') { text.to_owned() } else { format!("{text} (`{variant}`)") }
}

fn excerpt(version: ApiVersion<'_>, variant: &Variant) -> String {
    match &variant.payload {
        Payload::Type(ty) => phrase::ty(version.api, ty),
        Payload::Constant(value) => phrase::value(value),
        Payload::Unit => "only the tag".to_owned(),
    }
}
