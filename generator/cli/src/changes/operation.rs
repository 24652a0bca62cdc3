//! Operations: matching between two descriptions, and differences.

use std::collections::BTreeMap;

use super::compare::Comparison;
use super::finding::Finding;
use super::pairing::{added, join, pair};
use super::service::combinations;
use super::subject::ChangeSubject;
use super::version::Versions;
use super::{phrase, rules};
use bindery::internal::ir::Node;
use bindery::internal::model::{Api, Operation, path_shape};

impl Comparison<'_> {
    pub(super) fn compare_operations(&mut self) {
        let Versions { old, new } = self.versions;
        let pairs = match_operations(old.api, new.api);
        for index in join(&pairs, new.api.operations.len()) {
            let found = self.versions.zip(index).map(|(version, index)| Some((version, index?)));
            let Some((version, shown)) = found.newest() else { continue };
            let operations = found.map_some(|(version, index)| &version.api.operations[index]);
            let operation = &version.api.operations[shown];
            let group = &version.api.groups[operation.group].wire;
            let nodes = index.map_some(Node::Operation);
            let subject = ChangeSubject::new(group, operation.route(), nodes)
                .at(operations.map_some(|operation| &operation.origin))
                .with("operation", operation.route())
                .with("call", version.call(shown));
            let rule = match (index.old, index.new) {
                (Some(old), Some(new)) => {
                    self.compare_operation(&subject, Versions::new(old, new));
                    continue;
                }
                (_, None) => rules::OPERATION_REMOVED,
                (None, _) => rules::OPERATION_ADDED,
            };
            let found = rule.apply(&subject, operations.map_some(operation_text));
            self.found.push(self.at_unmatched_group(found, group));
        }
    }

    /// Adds a group that only one description has to a change of one of its operations.
    fn at_unmatched_group(&self, found: Finding, wire: &str) -> Finding {
        let position = self.versions.map(|version| version.api.groups.iter().position(|group| group.wire == wire));
        match (position.old, position.new) {
            (Some(group), None) => found.at_old([Node::Group(group)]),
            (None, Some(group)) => found.at_new([Node::Group(group)]),
            _ => found,
        }
    }

    fn compare_operation(&mut self, subject: &ChangeSubject, index: Versions<usize>) {
        self.matching.add(index.map(Node::Operation));
        let operations = self.operations(index);
        self.compare_identity(subject, index);
        self.compare_docs(subject, operations.map(|operation| &operation.docs));
        if operations.old.requirement.is_some() || operations.new.requirement.is_some() {
            let requirements = self.versions.zip(operations).map(|(version, operation)| {
                combinations(version, operation.requirement.as_ref().unwrap_or(&version.api.requirement))
            });
            let rules = [rules::OPERATION_CREDENTIALS, rules::OPERATION_CREDENTIALS_NARROWED];
            self.compare_requirements(subject, requirements, rules);
        }
        self.compare_own_servers(subject, index);
        self.compare_parameters(subject, index);
        self.compare_bodies(subject, index);
        self.compare_responses(subject, index);
        let texts = operations.map(phrase::response_text);
        if texts.is_changed() {
            self.report(rules::READING, &subject.part(index.map(|index| Some(Node::Output(index)))), texts);
        }
    }

    /// Reports an operation with another path, method, ID, tag, or name in the code.
    fn compare_identity(&mut self, subject: &ChangeSubject, index: Versions<usize>) {
        let Versions { old, new } = self.versions;
        let operations = self.operations(index);
        let tags = self.versions.zip(operations).map(|(version, one)| version.api.groups[one.group].wire.as_str());
        let calls = self.versions.zip(index).map(|(version, index)| version.call(index));
        let same_names = old.operation_names(index.old) == new.operation_names(index.new);
        let same_wire = !operations.map(|operation| (&operation.method, path_shape(&operation.path))).is_changed();
        let mut rows = identity_rows(operations, same_wire);
        if tags.is_changed() {
            rows.push(format!("the tag changed from `{}` to `{}`", tags.old, tags.new));
        }
        if rows.is_empty() && same_names {
            return;
        }
        if !same_names {
            rows.push(format!("the call changed from `{}` to `{}`", calls.old, calls.new));
        }
        let rule = match (same_wire, same_names) {
            (false, false) => rules::OPERATION_MOVED_AND_RENAMED,
            (false, true) => rules::OPERATION_MOVED,
            (true, false) => rules::OPERATION_RENAMED,
            (true, true) if operations.old.path != operations.new.path => rules::PATH_PARAMETER_RENAMED,
            (true, true) => rules::OPERATION_ID,
        };
        let subject = subject.clone().with("differences", rows.join(", ")).with("old call", calls.old);
        let found = rule.apply(&subject, operations.map(|operation| Some(operation_text(operation))));
        let at_groups = |found| self.at_unmatched_group(self.at_unmatched_group(found, tags.old), tags.new);
        self.found.push(if same_names { found } else { at_groups(found) });
    }
}

/// Describes the differences in the method, path and ID of an operation.
fn identity_rows(operations: Versions<&Operation>, same_wire: bool) -> Vec<String> {
    let Versions { old, new } = operations;
    let mut rows = Vec::new();
    if !same_wire {
        rows.push(format!("it was `{} {}`", old.method, old.path));
    } else if old.path != new.path {
        let pairs = renamed_parameters(&old.path, &new.path).into_iter().zip(renamed_parameters(&new.path, &old.path));
        let pairs = pairs.filter(|(before, after)| before != after);
        rows.extend(pairs.map(|(before, after)| format!("the path parameter `{before}` was renamed to `{after}`")));
    }
    if old.id != new.id {
        rows.push(match (&old.id, &new.id) {
            (Some(was), Some(is)) => format!("the operation ID changed from `{was}` to `{is}`"),
            (None, Some(is)) => format!("the operation ID `{is}` was added"),
            (_, None) => "the operation ID was removed".to_owned(),
        });
    }
    rows
}

/// Matches the operations of both descriptions: by method and path, otherwise up to the names of path parameters,
/// otherwise by ID.
pub(super) fn match_operations(old: &Api, new: &Api) -> Vec<Option<usize>> {
    let calls = |api: &Api| api.operations.iter().map(|operation| call(operation, &operation.path)).collect::<Vec<_>>();
    let mut pairs = pair(calls(old), calls(new));
    let keys: [fn(&Operation) -> Option<String>; 2] = [
        |operation| Some(call(operation, &path_shape(&operation.path))),
        // An operation with another method is matched by its ID.
        |operation| operation.id.as_ref().map(|id| [id, operation.apart.unwrap_or_default()].join(" ")),
    ];
    for key in keys {
        let left = pairs.iter().enumerate().filter(|(_, pair)| pair.is_none()).map(|(index, _)| index);
        let left = single(&old.operations, left, key);
        let candidates = single(&new.operations, added(&pairs, new.operations.len()), key);
        for (key, before) in left {
            if let (Some(before), Some(after)) = (before, candidates.get(&key)) {
                pairs[before] = *after;
            }
        }
    }
    pairs
}

/// Returns the key of an operation: its method, its path or ID, and the suffix of another body.
fn call(operation: &Operation, at: &str) -> String {
    [&operation.method, at, operation.apart.unwrap_or_default()].join(" ")
}

/// Returns the operations by key. Keys that occur twice are skipped.
fn single(
    operations: &[Operation],
    indexes: impl Iterator<Item = usize>,
    key: fn(&Operation) -> Option<String>,
) -> BTreeMap<String, Option<usize>> {
    let mut single = BTreeMap::new();
    for (key, index) in indexes.filter_map(|index| Some((key(&operations[index])?, index))) {
        single.entry(key).and_modify(|only| *only = None).or_insert(Some(index));
    }
    single
}

/// Returns the names of the parameters of a path, in order.
fn path_parameters(path: &str) -> Vec<&str> {
    path.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
}

/// Returns the names of the parameters of a path that have another name in another path, in order: all if only names
/// differ, unless these are the same in another order.
pub(super) fn renamed_parameters<'p>(path: &'p str, other: &str) -> Vec<&'p str> {
    if path == other {
        return Vec::new();
    }
    let others = path_parameters(other);
    let own = path_parameters(path).into_iter();
    let is_positional = path_shape(path) == path_shape(other) && !has_swapped_parameters(path, other);
    own.filter(|name| is_positional || !others.contains(name)).collect()
}

/// Returns `true` if two paths differ only in the order of the names of their parameters.
pub(super) fn has_swapped_parameters(path: &str, other: &str) -> bool {
    let sorted = |path| {
        let mut names = path_parameters(path);
        names.sort_unstable();
        names
    };
    path != other && path_shape(path) == path_shape(other) && sorted(path) == sorted(other)
}

fn operation_text(operation: &Operation) -> String {
    let id = operation.id.as_ref().map(|id| format!(" ({id})")).unwrap_or_default();
    format!("{} {}{id}", operation.method, operation.path)
}
