//! The alternatives of unions in both versions.

use std::collections::HashMap;

use super::compare::Comparison;
use super::pairing::{added, join, pair, reordered};
use super::rule::Rule;
use super::subject::ChangeSubject;
use super::version::{ApiVersion, Versions, type_node};
use super::{phrase, rules};
use bindery::internal::model::{Api, Payload, Shape, TagPlace, Type, TypeId, Union, Variant};

/// Maximum number of new alternatives of a union that each removed one is compared with, because they may be the same
/// under another name.
const MAX_RENAMED: usize = 64;

impl Comparison<'_> {
    pub(super) fn compare_unions(&mut self, id: Versions<TypeId>, unions: Versions<&Union>) {
        let type_subject = self.type_subject(id);
        let matches = self.match_alternatives(id, unions);
        for at in join(&matches, unions.new.variants.len()) {
            let variants = unions.zip(at).map(|(union, at)| Some(&union.variants[at?]));
            let payloads = variants.map_some(|variant| &variant.payload);
            if payloads.old.zip(payloads.new).is_some_and(|(old, new)| self.is_same_payload(old, new)) {
                continue;
            }
            let texts = self.versions.zip(payloads).map(|(version, payload)| Some(excerpt(version, payload?)));
            let names = self.versions.zip(id).zip(at);
            let names = names.map(|((version, id), at)| Some(version.names.variant(id, at?)));
            let name = names.newest().unwrap_or_default();
            let phrase = texts.clone().newest().map(|text| alternative_phrase(text, name));
            let subject = type_subject
                .part(id.zip(at).map(|(id, at)| Some(type_node(id).variant(at?))))
                .at(variants.map_some(|variant| &variant.origin))
                .with("alternative", phrase.unwrap_or_default())
                .detailed("variant", name);
            let is_same = payloads
                .old
                .zip(payloads.new)
                .is_some_and(|(old, new)| self.equivalence().has_equal_payloads(old, new));
            let subject = if is_same { subject.without_directions() } else { subject };
            let rules = [rules::ALTERNATIVE_ADDED, rules::ALTERNATIVE_REMOVED, rules::ALTERNATIVE];
            self.report(Rule::choose(rules, &subject), &subject, texts);
        }
        self.compare_tagging(&type_subject, id, unions, &matches);
        self.compare_alternative_order(&type_subject, id, unions, &matches);
    }

    fn is_same_payload(&mut self, old: &Payload, new: &Payload) -> bool {
        match (old, new) {
            (Payload::Type(old), Payload::Type(new)) => self.are_equal(old, new),
            (old, new) => old == new,
        }
    }

    /// Reports a different order of indistinguishable objects: they are tried in order, so that a response may be read
    /// as another one.
    fn compare_alternative_order(
        &mut self,
        subject: &ChangeSubject,
        id: Versions<TypeId>,
        unions: Versions<&Union>,
        matches: &[Option<usize>],
    ) {
        let old = self.versions.old;
        let is_object = |variant: &Variant| match &variant.payload {
            Payload::Type(ty) => match old.api.unaliased(ty) {
                Type::Named(id) => matches!(old.api.definition(*id).shape, Shape::Object(_)),
                _ => false,
            },
            Payload::Constant(_) | Payload::Unit => false,
        };
        if unions.old.tag.is_none() && unions.new.tag.is_none() {
            let objects = unions.old.variants.iter().enumerate().filter(|(_, variant)| is_object(variant));
            let order = objects.filter_map(|(index, _)| Some((matches[index]?, old.names.variant(id.old, index))));
            if let Some(order) = reordered(order) {
                self.report(rules::ALTERNATIVE_ORDER, subject, order);
            }
        }
    }

    /// Matches the alternatives of both versions: by their names in the code, otherwise by their schemas, which may have
    /// been renamed.
    fn match_alternatives(&mut self, id: Versions<TypeId>, unions: Versions<&Union>) -> Vec<Option<usize>> {
        let count = unions.new.variants.len();
        let names = self.versions.zip(id).zip(unions).map(|((version, id), union)| {
            (0..union.variants.len()).map(|index| version.names.variant(id, index)).collect::<Vec<_>>()
        });
        let mut matches = pair(names.old, names.new);
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

    /// Reports differences in tags; added and removed alternatives are reported separately.
    fn compare_tagging(
        &mut self,
        subject: &ChangeSubject,
        id: Versions<TypeId>,
        unions: Versions<&Union>,
        matches: &[Option<usize>],
    ) {
        let old = self.versions.old;
        let from_old = |index: usize| matches[index].map(|_| index);
        let old_indexes: HashMap<usize, usize> =
            matches.iter().enumerate().filter_map(|(old, new)| Some(((*new)?, old))).collect();
        let from_new = |index: usize| old_indexes.get(&index).copied();
        let text = |union: &Union, old_index: &dyn Fn(usize) -> Option<usize>| match &union.tag {
            None => "distinguished by their content".to_owned(),
            Some(tag) => {
                let values = tag.all_values().filter_map(|(index, value)| {
                    Some(format!("`{value}` {}", old.names.variant(id.old, old_index(index)?)))
                });
                let mut values: Vec<String> = values.collect();
                values.sort();
                format!("distinguished by {}: {}", tag_phrase(&tag.place), values.join(", "))
            }
        };
        let texts = Versions::new(text(unions.old, &from_old), text(unions.new, &from_new));
        if texts.is_changed() {
            self.report(rules::TAGS, subject, texts);
        }
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
fn alternative_phrase(text: String, variant: &str) -> String {
    if text.starts_with('`') { text } else { format!("{text} (`{variant}`)") }
}

fn excerpt(version: ApiVersion<'_>, payload: &Payload) -> String {
    match payload {
        Payload::Type(ty) => phrase::ty(version.api, ty),
        Payload::Constant(value) => phrase::value(value),
        Payload::Unit => "only the tag".to_owned(),
    }
}
