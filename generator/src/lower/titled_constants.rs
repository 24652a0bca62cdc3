//! Enumerations written as single-value alternatives, with a title or description for each.

use std::hash::Hash;

use indexmap::IndexMap;
use openapiv3::{ReferenceOr, Schema};
use serde_json::Value;

use super::docs;
use super::keywords::keywords;
use super::lowering::{Lowering, Site};
use crate::model::{IntegerEnum, IntegerValue, Shape, StringEnum, Type, TypeId, Word};
use crate::pointer::component_name;

impl<'d> Lowering<'d> {
    /// Returns `true` if an alternative is one integer with a name.
    pub(super) fn is_titled_code(&self, branch: &'d ReferenceOr<Schema>) -> bool {
        let is_code = self.constant(branch).is_some_and(|value| value.as_i64().is_some());
        is_code && branch.as_item().is_some_and(|schema| schema.schema_data.title.is_some())
    }

    /// Lowers such an enumeration of integers or strings.
    pub(super) fn constants(
        &mut self,
        schema: &'d Schema,
        branches: &[(usize, &'d ReferenceOr<Schema>)],
        site: &Site,
        reserved: Option<TypeId>,
    ) -> Option<Type> {
        let values: Vec<(&Value, &ReferenceOr<Schema>)> =
            branches.iter().map(|(_, branch)| Some((self.constant(branch)?, *branch))).collect::<Option<_>>()?;
        let shape = if values.iter().all(|(value, _)| value.as_i64().is_some()) {
            let codes = values.iter().filter_map(|(value, branch)| {
                let (name, meaning) = self.title_and_description(branch);
                let code = value.as_i64()?;
                let named_after = || match branch {
                    ReferenceOr::Reference { reference } => component_name(reference, "schemas"),
                    ReferenceOr::Item(_) => None,
                };
                let name = self.configured_code(site, code).or(name).or_else(named_after);
                Some(IntegerValue { code, name, meaning })
            });
            let codes = distinct(codes, |code| code.code, |code| (&mut code.name, &mut code.meaning));
            Shape::IntegerEnum(IntegerEnum { codes, unlisted: Vec::new() })
        } else if values.iter().all(|(value, _)| value.is_string()) {
            let words = values.iter().filter_map(|(value, branch)| {
                let (name, meaning) = self.title_and_description(branch);
                Some(Word { wire: value.as_str()?.to_owned(), name, meaning })
            });
            let words = distinct(words, |word| word.wire.clone(), |word| (&mut word.name, &mut word.meaning));
            Shape::StringEnum(StringEnum { words, ..StringEnum::default() })
        } else {
            return None;
        };
        let id = reserved.unwrap_or_else(|| self.reserve(site));
        Some(self.define(id, docs::docs(&schema.schema_data, keywords(schema)), shape))
    }
}

/// Deduplicates values; each keeps the first name and the first meaning of its alternatives.
fn distinct<V, K: Hash + Eq>(
    values: impl Iterator<Item = V>,
    key: impl Fn(&V) -> K,
    texts: impl Fn(&mut V) -> (&mut Option<String>, &mut Option<String>),
) -> Vec<V> {
    let mut all: IndexMap<K, V> = IndexMap::new();
    for mut value in values {
        match all.get_mut(&key(&value)) {
            None => drop(all.insert(key(&value), value)),
            Some(known) => {
                let ((name, meaning), (other_name, other_meaning)) = (texts(known), texts(&mut value));
                *name = name.take().or_else(|| other_name.take());
                *meaning = meaning.take().or_else(|| other_meaning.take());
            }
        }
    }
    all.into_values().collect()
}
