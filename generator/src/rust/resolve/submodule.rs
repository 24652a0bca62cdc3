//! The submodules of modules with many items: one for the items that share their first word, if they are enough. A submodule
//! with many items is split by the next word.
//!
//! | item | words |
//! |---|---|
//! | a type | those of its name after those of the module: `payment`, `intent` of `PaymentIntent` |
//! | an operation | the segments of its path after that of the group: `branches` of `/repos/{repo}/branches` |
//!
//! Other items stay in the module. Only the words of an item and the number of those that share them decide, so that a new
//! item rarely moves another.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use heck::ToSnakeCase;

use super::Resolver;
use crate::api::analysis::{Direction, Module};
use crate::api::model::TypeId;
use crate::base::ident::without_underscore;
use crate::base::inflection::singular;

/// Maximum number of types of a module that is not split.
const MAX_TYPES: usize = 60;
/// Maximum number of operations of a module that is not split.
const MAX_OPERATIONS: usize = 80;
/// Minimum number of items of a submodule.
const MIN_SHARING: usize = 15;
/// Maximum number of types for which one file holds all.
const MAX_TYPES_OF_ALL: usize = 20;
/// Maximum length of the words that name a submodule. A file name has at most 255 bytes, and the module has a part of it.
const MAX_WORDS_LEN: usize = 100;

/// The items of a module by submodule.
pub(super) type Parts<T> = BTreeMap<Option<String>, Vec<T>>;

/// Returns the segments without parameters that paths begin with.
fn common_path<'p>(paths: impl Iterator<Item = &'p str>) -> &'p str {
    let common = paths.reduce(|common, path| {
        let same = common.split('/').zip(path.split('/')).take_while(|(one, other)| one == other);
        let len = same.map(|(segment, _)| segment.len() + 1).sum::<usize>().saturating_sub(1);
        common.get(..len).unwrap_or_default()
    });
    let common = common.unwrap_or_default();
    let literal = common.split_once("/{").map_or(common, |(literal, _)| literal);
    literal.split_once('#').map_or(literal, |(literal, _)| literal).trim_end_matches('/')
}

/// Returns the segments of a path after that of the group, without parameters.
fn segments(path: &str, group: &str) -> Vec<String> {
    let segments = path.split('/').filter(|segment| !segment.contains(['{', '#']));
    let segments: Vec<String> =
        segments.map(|segment| words(segment).join("_")).filter(|word| !word.is_empty()).collect();
    let own = segments.iter().rposition(|segment| singular(segment) == singular(group));
    segments[own.map_or(0, |own| own + 1)..].to_vec()
}

/// Returns the words of the name of a type after those of the module.
fn own_words(name: &str, module: &str) -> Vec<String> {
    let words = words(name);
    let own = words.iter().zip(self::words(module)).take_while(|(word, own)| *word == own).count();
    words[own..].to_vec()
}

fn words(name: &str) -> Vec<String> {
    let ascii: String = name.chars().map(|c| if c.is_ascii() { c } else { ' ' }).collect();
    ascii.to_snake_case().split('_').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Returns the words that name the submodule of each item; none if it stays in the module, which has at most `max` items
/// unless too few share a word.
fn shared_words(items: &[Vec<String>], max: usize) -> Vec<&[String]> {
    let mut shared: Vec<&[String]> = items.iter().map(|words| &words[..0]).collect();
    for depth in 0.. {
        let mut counts: HashMap<&[String], usize> = HashMap::new();
        for (words, own) in items.iter().zip(&shared).filter(|(_, own)| own.len() == depth) {
            *counts.entry(own).or_default() += 1;
            words.get(..=depth).into_iter().for_each(|next| *counts.entry(next).or_default() += 1);
        }
        let has_room = |words: &[String]| words.iter().map(|word| word.len() + 1).sum::<usize>() <= MAX_WORDS_LEN;
        let mut is_done = true;
        for (words, own) in items.iter().zip(&mut shared).filter(|(_, own)| own.len() == depth && counts[*own] > max) {
            if let Some(next) = words.get(..=depth).filter(|next| counts[*next] >= MIN_SHARING && has_room(next)) {
                (*own, is_done) = (next, false);
            }
        }
        if is_done {
            break;
        }
    }
    shared
}

impl Resolver<'_> {
    /// Returns `true` if one file can hold all types.
    pub(super) fn has_few_types(&self) -> bool {
        self.definitions().nth(MAX_TYPES_OF_ALL).is_none()
    }

    /// Splits the types of a module by submodule, in the order of their names; `None` is the module itself.
    pub(super) fn split_types(&self, module: Module, types: &[TypeId]) -> Parts<TypeId> {
        let module = without_underscore(self.module_name(module));
        let words = |id: &TypeId| own_words(self.names.of_type(*id, Direction::Response), module);
        self.parts(module, types, &types.iter().map(words).collect::<Vec<_>>(), MAX_TYPES)
    }

    /// Splits the operations of a group, like [`Self::split_types`].
    pub(super) fn split_operations(&self, group: usize, operations: &[usize]) -> Parts<usize> {
        let module = without_underscore(&self.names.group(group).function);
        let path = |index: &usize| self.api.operations[*index].path.as_str();
        let shared = common_path(operations.iter().map(path)).len();
        let words = |index: &usize| segments(&path(index)[shared..], module);
        self.parts(module, operations, &operations.iter().map(words).collect::<Vec<_>>(), MAX_OPERATIONS)
    }

    /// Groups items by submodule. The submodule `payment` of `shared` is `shared_payment`, next to its module.
    fn parts<T: Copy>(&self, module: &str, items: &[T], words: &[Vec<String>], max: usize) -> Parts<T> {
        let mut parts = Parts::from([(None, Vec::new())]);
        let groups = 0..self.api.groups.len();
        let taken: BTreeSet<&str> = groups.map(|group| without_underscore(&self.names.group(group).function)).collect();
        for (item, words) in items.iter().zip(shared_words(words, max)) {
            let submodule = (!words.is_empty()).then(|| {
                let words = words.join("_");
                let name = format!("{module}_{words}");
                // Another group may have this module, or a submodule of this name.
                let is_of_group = |group: &str| {
                    let rest = name.strip_prefix(group).filter(|_| group.len() > module.len());
                    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
                };
                if taken.iter().any(|group| is_of_group(group)) { format!("{module}_family_{words}") } else { name }
            });
            parts.entry(submodule).or_default().push(*item);
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::{MIN_SHARING, own_words, segments, shared_words};

    #[test]
    fn operations_have_the_segments_after_their_group() {
        assert_eq!(segments("/orgs/{org}/repos/{repo}/branches/{name}/un-protect", "repo"), ["branches", "un_protect"]);
        assert_eq!(segments("/api/v1/pods", "core_v1"), ["api", "v1", "pods"]);
        assert_eq!(segments("/v1/statuses/{id}/history", "status"), ["history"]);
        assert!(segments("/repos/{repo}", "repos").is_empty());
    }

    #[test]
    fn submodules_are_named_by_words_of_many_items() {
        let long = "b".repeat(300);
        let names = [
            ("ShopPaymentIntent", MIN_SHARING),
            ("PaymentMethod", MIN_SHARING - 1),
            ("Card", MIN_SHARING - 1),
            (&long, MIN_SHARING),
            ("Shop", 1),
        ];
        let items = names.map(|(name, count)| vec![own_words(name, "shop"); count]).concat();
        let named = |max: usize| {
            let mut shared: Vec<String> = shared_words(&items, max).iter().map(|words| words.join("_")).collect();
            shared.dedup();
            shared
        };
        assert_eq!(named(MIN_SHARING), ["payment_intent", "payment", ""]);
        assert_eq!(named(2 * MIN_SHARING), ["payment", ""]);
        assert_eq!(named(items.len()), [""]);
    }
}
