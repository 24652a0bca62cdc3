//! The submodules of modules that are too long for one file.
//!
//! A submodule holds the items that share first words: `payment` those of `PaymentIntent` and `PaymentMethod`. Items of small
//! families stay in the module. Only the words of an item and the size of its family decide, so that a new item moves no other
//! in most cases.

use std::collections::{BTreeMap, BTreeSet};

use heck::ToSnakeCase;

use super::Resolver;
use crate::api::analysis::{Direction, Module};
use crate::api::model::{Docs, Shape, TypeId};
use crate::base::ident::without_underscore;
use crate::base::inflection::singular;

/// Number of estimated lines above which a file is split. The estimate may be a fifth too low.
const MAX_LINES: usize = 2_300;
/// Maximum number of estimated lines of all types for which one file holds them.
const MAX_LINES_OF_ALL: usize = 600;
/// Number of lines that get a family its own file.
const FAMILY_LINES: usize = 250;
/// Maximum length of the words that name a submodule. A file name has at most 255 bytes, and the module has a part of it.
const MAX_FAMILY_LEN: usize = 100;
/// Average number of characters of a line of documentation.
const LINE_LEN: usize = 90;

/// The items of a module by submodule.
pub(super) type Parts<T> = BTreeMap<Option<String>, Vec<T>>;

/// An item of a module.
struct Member {
    /// The words of its name, without those of the module.
    words: Vec<String>,
    /// Its estimated number of lines.
    lines: usize,
}

impl Member {
    /// Creates a member from its words. The first ones that are short enough for a file name count.
    fn new(words: Vec<String>, lines: usize) -> Self {
        let mut rest = MAX_FAMILY_LEN;
        let short = words.into_iter().map_while(|word| {
            rest = rest.checked_sub(word.len() + 1)?;
            Some(word)
        });
        Self { words: short.collect(), lines }
    }

    fn for_type(name: &str, module: &str, lines: usize) -> Self {
        let words = words(name);
        let prefix = words.iter().zip(self::words(module)).take_while(|(word, own)| *word == own).count();
        Self::new(words[prefix..].to_vec(), lines)
    }
}

/// Returns the segments without parameters that paths begin with.
pub(super) fn common_path<'p>(paths: impl Iterator<Item = &'p str>) -> &'p str {
    let common = paths.reduce(|common, path| {
        let same = common.split('/').zip(path.split('/')).take_while(|(one, other)| one == other);
        let len = same.map(|(segment, _)| segment.len() + 1).sum::<usize>().saturating_sub(1);
        common.get(..len).unwrap_or_default()
    });
    let common = common.unwrap_or_default();
    let literal = common.split_once("/{").map_or(common, |(literal, _)| literal);
    literal.split_once('#').map_or(literal, |(literal, _)| literal).trim_end_matches('/')
}

/// Returns the words of an operation: the segments of its path after that of the group, without parameters.
fn segments(path: &str, group: &str) -> Vec<String> {
    let segments = path.split('/').filter(|segment| !segment.contains(['{', '#']));
    let segments: Vec<String> =
        segments.map(|segment| words(segment).join("_")).filter(|word| !word.is_empty()).collect();
    let own = segments.iter().rposition(|segment| singular(segment) == singular(group));
    segments[own.map_or(0, |own| own + 1)..].to_vec()
}

/// Returns the family of each item that has a submodule.
fn families(members: &[Member]) -> Vec<Option<String>> {
    let mut families = vec![None; members.len()];
    Families { members, families: &mut families }.split((0..members.len()).collect(), &mut Vec::new());
    families
}

struct Families<'m> {
    members: &'m [Member],
    families: &'m mut [Option<String>],
}

impl<'m> Families<'m> {
    /// Splits items that share their first words, if they are too many for one file. Small families stay together.
    fn split(&mut self, items: Vec<usize>, prefix: &mut Vec<&'m str>) {
        self.assign(&items, prefix);
        if self.lines(&items) <= MAX_LINES {
            return;
        }
        let members = self.members;
        let word = |item: &usize| members[*item].words.get(prefix.len()).map(String::as_str);
        for (word, family) in group_by(items, word) {
            if self.lines(&family) >= FAMILY_LINES {
                prefix.push(word);
                self.split(family, prefix);
                prefix.pop();
            }
        }
    }

    fn assign(&mut self, items: &[usize], prefix: &[&str]) {
        let name = Some(prefix.join("_")).filter(|name| !name.is_empty());
        items.iter().for_each(|item| self.families[*item].clone_from(&name));
    }

    fn lines(&self, items: &[usize]) -> usize {
        items.iter().map(|item| self.members[*item].lines).sum()
    }
}

/// Groups items by a key, without those that have none.
fn group_by<'m>(items: Vec<usize>, key: impl Fn(&usize) -> Option<&'m str>) -> Vec<(&'m str, Vec<usize>)> {
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for item in items {
        if let Some(key) = key(&item) {
            groups.entry(key).or_default().push(item);
        }
    }
    groups.into_iter().collect()
}

fn words(name: &str) -> Vec<String> {
    let ascii: String = name.chars().map(|c| if c.is_ascii() { c } else { ' ' }).collect();
    ascii.to_snake_case().split('_').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn doc_lines(docs: &Docs) -> usize {
    let lines = |text: &String| text.lines().map(|line| 1 + line.len() / LINE_LEN).sum::<usize>();
    let example = 2 * usize::from(!docs.rules.is_empty() || docs.example.is_some());
    docs.title.iter().chain(&docs.description).map(lines).sum::<usize>() + example
}

impl Resolver<'_> {
    /// Splits the types of a module by submodule, in the order of their names; `None` is the module itself.
    pub(super) fn split_types(&self, module: Module, types: &[TypeId]) -> Parts<TypeId> {
        let name = without_underscore(self.module_name(module));
        let members = types.iter().map(|id| {
            let directions = self.analysis.directions.emitted(*id);
            let names = directions.first().map_or("", |direction| self.names.of_type(*id, *direction));
            Member::for_type(names, name, directions.iter().map(|direction| self.type_lines(*id, *direction)).sum())
        });
        self.parts(name, types, &members.collect::<Vec<_>>())
    }

    /// Returns `true` if one file can hold all types.
    pub(super) fn has_few_types(&self) -> bool {
        let mut rest = MAX_LINES_OF_ALL;
        let forms = self.forms(self.definitions().map(|(id, _)| id));
        forms.map(|(id, direction)| self.type_lines(id, direction)).all(|lines| {
            let fits = lines <= rest;
            rest = rest.saturating_sub(lines);
            fits
        })
    }

    /// Estimates the lines of a type in one direction.
    fn type_lines(&self, id: TypeId, direction: Direction) -> usize {
        let definition = self.api.definition(id);
        let is_sent = self.analysis.directions.emitted_is_sent(id, direction);
        let of_field = if is_sent { 9 } else { 1 };
        let own = match &definition.shape {
            Shape::Alias(_) => 2,
            Shape::Wrapper(_) => 8,
            Shape::Object(object) => {
                let fields = object.fields.iter().map(|field| of_field + doc_lines(&field.docs));
                if is_sent { 28 + fields.sum::<usize>() } else { 6 + fields.sum::<usize>() }
            }
            Shape::IntegerEnum(integers) => 40 + 4 * integers.codes.len(),
            Shape::StringEnum(strings) => 24 + 3 * strings.words.len(),
            Shape::Union(union) => 20 + 6 * union.variants.len(),
        };
        own + doc_lines(&definition.docs)
    }

    /// Splits the operations of a group, like [`Self::split_types`].
    pub(super) fn split_operations(&self, group: usize, operations: &[usize]) -> Parts<usize> {
        let name = without_underscore(&self.names.group(group).function);
        let shared = common_path(operations.iter().map(|index| self.api.operations[*index].path.as_str())).len();
        let members = operations.iter().map(|index| {
            let operation = &self.api.operations[*index];
            let parameters = operation.parameters.iter().map(|parameter| 9 + 3 * doc_lines(&parameter.docs) / 2);
            let body = operation.body.as_ref().map_or(0, |_| 25);
            let responses = 5 * operation.error_responses.len() + 8 * operation.headers.len();
            let lines = 40 + body + responses + doc_lines(&operation.docs) + parameters.sum::<usize>();
            Member::new(segments(&operation.path[shared..], name), lines)
        });
        self.parts(name, operations, &members.collect::<Vec<_>>())
    }

    /// Groups items by submodule. The submodule `payment` of `shared` is `shared_payment`, next to its module.
    fn parts<T: Copy>(&self, module: &str, items: &[T], members: &[Member]) -> Parts<T> {
        let mut parts = Parts::from([(None, Vec::new())]);
        let groups = 0..self.api.groups.len();
        let taken: BTreeSet<&str> = groups.map(|group| without_underscore(&self.names.group(group).function)).collect();
        for (item, family) in items.iter().zip(families(members)) {
            let submodule = family.map(|family| {
                let name = format!("{module}_{family}");
                // Another group may have this module, or a submodule of this name.
                let is_of_group = |group: &str| {
                    let rest = name.strip_prefix(group).filter(|_| group.len() > module.len());
                    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
                };
                if taken.iter().any(|group| is_of_group(group)) { format!("{module}_family_{family}") } else { name }
            });
            parts.entry(submodule).or_default().push(*item);
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::{Member, families, segments};

    fn named_families(names: &[(&str, usize)]) -> Vec<Option<String>> {
        families(&names.iter().map(|(name, lines)| Member::for_type(name, "shop", *lines)).collect::<Vec<_>>())
    }

    fn some(names: &[&str]) -> Vec<Option<String>> {
        names.iter().map(|name| (!name.is_empty()).then(|| (*name).to_owned())).collect()
    }

    #[test]
    fn operations_have_the_segments_after_their_group() {
        assert_eq!(segments("/orgs/{org}/repos/{repo}/branches/{name}/un-protect", "repo"), ["branches", "un_protect"]);
        assert_eq!(segments("/api/v1/pods", "core_v1"), ["api", "v1", "pods"]);
        assert_eq!(segments("/v1/statuses/{id}/history", "status"), ["history"]);
        assert!(segments("/repos/{repo}", "repos").is_empty());
    }

    #[test]
    fn short_modules_are_whole() {
        assert_eq!(named_families(&[("PaymentIntent", 1_000), ("PaymentMethod", 1_000)]), some(&["", ""]));
    }

    #[test]
    fn families_are_split_by_their_words() {
        let names = [
            ("ShopPaymentIntent", 1_500),
            ("PaymentIntentState", 400),
            ("PaymentMethod", 700),
            ("Payment", 10),
            ("CardType", 600),
            ("Müller", 100),
        ];
        let expected = some(&["payment_intent", "payment_intent", "payment_method", "payment", "card", ""]);
        assert_eq!(named_families(&names), expected);
        // An item that no family contains stays; one more moves no other.
        let more = [names.as_slice(), &[("PaymentPlan", 20), ("Tax", 20)]].concat();
        assert_eq!(named_families(&more), [expected, some(&["payment", ""])].concat());
    }

    #[test]
    fn long_words_name_no_file() {
        let long = format!("A{}", "b".repeat(300));
        let names = [(format!("{long}X"), 1_500), (format!("{long}Y"), 1_500), ("Short".to_owned(), 600)];
        let names = names.each_ref().map(|(name, lines)| (name.as_str(), *lines));
        assert_eq!(named_families(&names), some(&["", "", "short"]));
    }
}
