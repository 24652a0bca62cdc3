//! The types, fields and variants that a selector means.

use std::collections::{BTreeMap, BTreeSet};

use crate::api::model::{Definition, Shape, TypeId, Union};
use crate::base::suggestion::suggest_or;
use crate::config::TypeSelector;
use crate::rust::resolve::Resolver;

/// Something that can be derived for, or have an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    /// A type.
    Type(TypeId),
    /// A field or a constant of an object.
    Field(TypeId, usize),
    /// A variant of an enumeration or a union.
    Variant(TypeId, usize),
}

/// All of them, by what they are called: names of schemas and of emitted types, `Pet.name`, `State.done`, JSON pointers.
pub(super) struct Targets(BTreeMap<String, Vec<Target>>);

impl Targets {
    pub(super) fn new(resolver: Resolver<'_>) -> Self {
        let mut targets = Self(BTreeMap::new());
        let definitions: Vec<_> = resolver.definitions().collect();
        // A field takes precedence over its inline type, which has the same pointer.
        for (id, definition) in &definitions {
            targets.members(resolver, *id, definition);
        }
        for (id, definition) in &definitions {
            for key in keys(resolver, *id, definition) {
                targets.add(key, Target::Type(*id));
            }
        }
        targets
    }

    fn add(&mut self, key: String, target: Target) {
        let all = self.0.entry(key).or_default();
        if !all.contains(&target) {
            all.push(target);
        }
    }

    fn members(&mut self, resolver: Resolver<'_>, id: TypeId, definition: &Definition) {
        let (api, names) = (resolver.api, resolver.names);
        let owners = keys(resolver, id, definition);
        let (pointers, owners): (Vec<&String>, Vec<&String>) = owners.iter().partition(|key| key.starts_with('/'));
        let mut add = |target: Target, words: &[&str], pointers: Vec<String>| {
            let named = owners.iter().flat_map(|owner| words.iter().map(move |word| format!("{owner}.{word}")));
            named.chain(pointers).for_each(|key| self.add(key, target));
        };
        let listed = |index: usize| pointers.iter().map(|pointer| format!("{pointer}/enum/{index}")).collect();
        match &definition.shape {
            Shape::Object(object) => {
                for (index, field) in object.fields.iter().enumerate() {
                    add(Target::Field(id, index), &[&field.wire], vec![api.stored_at(&field.origin)]);
                }
            }
            Shape::IntegerEnum(codes) => {
                for (index, code) in codes.codes.iter().enumerate() {
                    let wire = code.code.to_string();
                    add(Target::Variant(id, index), &[names.variant(id, index), &wire], listed(index));
                }
            }
            Shape::StringEnum(words) => {
                for (index, word) in words.words.iter().enumerate() {
                    add(Target::Variant(id, index), &[names.variant(id, index), &word.wire], listed(index));
                }
            }
            Shape::Union(union) => {
                for (index, variant) in union.variants.iter().enumerate() {
                    let words: Vec<&str> = [names.variant(id, index)].into_iter().chain(tags(union, index)).collect();
                    add(Target::Variant(id, index), &words, vec![api.stored_at(&variant.origin)]);
                }
            }
            Shape::Alias(_) | Shape::Wrapper(_) => {}
        }
    }

    /// Returns the targets that a selector matches.
    pub(super) fn find(&self, selector: &TypeSelector) -> Vec<Target> {
        match selector {
            TypeSelector::Schema(glob) if glob.is_plain() => {
                self.0.iter().filter(|(key, _)| glob.matches(key)).flat_map(|(_, targets)| targets).copied().collect()
            }
            TypeSelector::Schema(glob) => {
                let matching = self.0.iter().filter(|(key, _)| !key.starts_with('/') && glob.matches(key));
                let types =
                    matching.flat_map(|(_, targets)| targets).filter(|target| matches!(target, Target::Type(_)));
                let mut known = BTreeSet::new();
                types.filter(|target| known.insert(**target)).copied().collect()
            }
            TypeSelector::Place(place) => self.0.get(place).cloned().unwrap_or_default(),
            TypeSelector::Shape(_) | TypeSelector::Map => Vec::new(),
        }
    }

    /// Returns the help for a selector that matches nothing.
    pub(super) fn nearest(&self, text: &str) -> String {
        let bare = text.strip_prefix('#').unwrap_or(text);
        let is_place = bare.starts_with('/');
        let known: BTreeSet<String> = self.0.keys().filter(|key| key.starts_with('/') == is_place).cloned().collect();
        suggest_or(bare, known.iter().map(String::as_str), "remove it or fix it")
    }
}

/// Returns the keys of a type: its schema, its emitted names and its path.
fn keys(resolver: Resolver<'_>, id: TypeId, definition: &Definition) -> Vec<String> {
    let (api, names) = (resolver.api, resolver.names);
    let emitted = resolver.analysis.directions.emitted(id).iter().map(|direction| names.of_type(id, *direction));
    let origins = definition.occurrences.iter().map(|occurrence| &occurrence.origin);
    let pointers = std::iter::once(&definition.origin).chain(origins).map(|origin| api.stored_at(origin));
    definition.naming.schema().into_iter().chain(emitted).map(str::to_owned).chain(pointers).collect()
}

/// The values of the tag that stand for an alternative.
fn tags(union: &Union, index: usize) -> impl Iterator<Item = &str> {
    union.tag.iter().flat_map(move |tag| tag.values_of(index)).map(String::as_str)
}
