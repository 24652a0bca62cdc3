//! Operations: matching between two descriptions, and differences.

use std::collections::{BTreeMap, HashSet};

use super::ChangeKind;
use super::compare::{Comparison, Part};
use super::pairing::pair;
use super::phrase;
use super::service::combinations;
use super::side::{Claim, Side};
use crate::model::{Api, Operation, path_shape};

impl Comparison<'_> {
    pub(super) fn operations(&mut self) {
        let (old, new) = (self.old, self.new);
        let pairs = matched(old.api, new.api);
        for (before, after) in pairs.iter().enumerate() {
            match after {
                Some(after) => self.operation(before, *after),
                None => self.operation_removed(before),
            }
        }
        let kept: HashSet<usize> = pairs.iter().flatten().copied().collect();
        for after in (0..new.api.operations.len()).filter(|after| !kept.contains(after)) {
            self.operation_added(after);
        }
    }

    fn operation_removed(&mut self, index: usize) {
        let old = self.old;
        let operation = &old.api.operations[index];
        let group = &old.api.groups[operation.group].wire;
        let (method, path) = (&operation.method, &operation.path);
        let subject = format!("{method} {path}");
        let part = Part { resource: group, subject: &subject };
        let found = part
            .finding(ChangeKind::OperationRemoved, format!("{} is gone", part.quoted()))
            .before(&operation.origin, operation_text(operation))
            .breaks("the server does not answer this call any more")
            .migrate(format!("take `{}` out of the code; the description names nothing in its place", old.call(index)))
            .claims(old.whole_operation(index))
            .claims(old.types_below(&operation.origin))
            .claims(self.group_of_one_side(group));
        self.found.push(found);
    }

    fn operation_added(&mut self, index: usize) {
        let new = self.new;
        let operation = &new.api.operations[index];
        let group = &new.api.groups[operation.group].wire;
        let (method, path) = (&operation.method, &operation.path);
        let subject = format!("{method} {path}");
        let part = Part { resource: group, subject: &subject };
        let found = part
            .finding(ChangeKind::OperationAdded, format!("{} is new: `{}`", part.quoted(), new.call(index)))
            .after(&operation.origin, operation_text(operation))
            .claims(new.whole_operation(index))
            .claims(new.types_below(&operation.origin))
            .claims(self.group_of_one_side(group));
        self.found.push(found);
    }

    /// Returns the claims of a group that only one description has.
    fn group_of_one_side(&self, wire: &str) -> Vec<Claim> {
        let position = |api: &Api| api.groups.iter().position(|group| group.wire == wire);
        match (position(self.old.api), position(self.new.api)) {
            (Some(group), None) => self.old.group(group),
            (None, Some(group)) => self.new.group(group),
            _ => Vec::new(),
        }
    }

    fn operation(&mut self, before: usize, after: usize) {
        let (old, new) = (self.old, self.new);
        let (one, other) = (&old.api.operations[before], &new.api.operations[after]);
        let group = &new.api.groups[other.group].wire;
        let subject = other.route();
        let part = Part { resource: group, subject: &subject };
        let places = (&one.origin, &other.origin);
        self.renamed(&part, before, after);
        self.docs(&part, (&one.docs, places.0), (&other.docs, places.1));
        if one.requirement.is_some() || other.requirement.is_some() {
            let was = combinations(old, one.requirement.as_ref().unwrap_or(&old.api.requirement));
            let is = combinations(new, other.requirement.as_ref().unwrap_or(&new.api.requirement));
            self.requirement(&part, (&was, places.0), (&is, places.1));
        }
        self.own_server(&part, before, after);
        self.parameters(&part, before, after);
        self.bodies(&part, before, after);
        self.answers(&part, before, after);
        self.paging(&part, before, after);
    }

    /// Reports an operation with another path, method, ID, tag, or name in the code.
    fn renamed(&mut self, part: &Part<'_>, before: usize, after: usize) {
        let (old, new) = (self.old, self.new);
        let (one, other) = (&old.api.operations[before], &new.api.operations[after]);
        let (tag, new_tag) = (&old.api.groups[one.group].wire, &new.api.groups[other.group].wire);
        let same_names = old.own_items(before) == new.own_items(after);
        let same_wire = (&one.method, path_shape(&one.path)) == (&other.method, path_shape(&other.path));
        let mut rows = Vec::new();
        if !same_wire {
            rows.push(format!("it was `{} {}`", one.method, one.path));
        } else if one.path != other.path {
            rows.extend(renamed_parameters(&one.path, &other.path));
        }
        if one.id != other.id {
            rows.push(match (&one.id, &other.id) {
                (Some(was), Some(is)) => format!("its id is `{is}` instead of `{was}`"),
                (None, Some(is)) => format!("it has the id `{is}`"),
                (_, None) => "it has no id any more".to_owned(),
            });
        }
        if tag != new_tag {
            rows.push(format!("its tag is `{new_tag}` instead of `{tag}`"));
        }
        if rows.is_empty() && same_names {
            return;
        }
        if !same_names {
            rows.push(format!("its call is `{}` instead of `{}`", new.call(after), old.call(before)));
        }
        let mut found = part
            .finding(ChangeKind::OperationRenamed, format!("{}: {}", part.quoted(), rows.join(", ")))
            .before(&one.origin, operation_text(one))
            .after(&other.origin, operation_text(other));
        if !same_wire {
            found = found.breaks("the old bindings make a call that the server may not answer any more");
            found = found.migrate("compile with the new bindings");
        }
        if !same_names {
            found = found
                .migrate(format!("call `{}` instead of `{}`", new.call(after), old.call(before)))
                .claims(old.whole_operation(before))
                .claims(new.whole_operation(after))
                .claims(old.types_below(&one.origin))
                .claims(new.types_below(&other.origin))
                .claims(self.group_of_one_side(tag))
                .claims(self.group_of_one_side(new_tag));
        }
        self.found.push(found);
    }

    /// Reports differences in the pagination or streaming of a response.
    fn paging(&mut self, part: &Part<'_>, before: usize, after: usize) {
        let (old, new) = (self.old, self.new);
        let (one, other) = (&old.api.operations[before], &new.api.operations[after]);
        let (was, is) = (phrase::response_text(one), phrase::response_text(other));
        if was == is {
            return;
        }
        let ty = |side: Side<'_>, index| Claim::whole(side.operation_type(index, ""));
        let found = part
            .finding(ChangeKind::Paging, format!("what {} answers is read {is} instead of {was}", part.quoted()))
            .before(&one.origin, was)
            .after(&other.origin, is)
            .migrate("walk through the answer in the new way")
            .claims([ty(old, before), ty(new, after)]);
        self.found.push(found);
    }
}

/// Matches the operations of both descriptions: by method and path, otherwise up to the names of path parameters,
/// otherwise by ID.
fn matched(old: &Api, new: &Api) -> Vec<Option<usize>> {
    let calls = |api: &Api| -> Vec<String> {
        api.operations.iter().map(|operation| call(operation, &operation.path)).collect()
    };
    let mut pairs = pair(calls(old), calls(new));
    let mut free: Vec<bool> = vec![true; new.operations.len()];
    pairs.iter().flatten().for_each(|after| free[*after] = false);
    let keys: [fn(&Operation) -> Option<String>; 2] = [
        |operation| Some(call(operation, &path_shape(&operation.path))),
        // An operation with another method is matched by its ID.
        |operation| operation.id.as_ref().map(|id| [id, operation.apart.unwrap_or_default()].join(" ")),
    ];
    for key in keys {
        let left = pairs.iter().enumerate().filter(|(_, pair)| pair.is_none()).map(|(index, _)| index);
        let left = single(&old.operations, left, key);
        let wanted = single(&new.operations, (0..free.len()).filter(|index| free[*index]), key);
        for (key, before) in left {
            if let (Some(before), Some(Some(after))) = (before, wanted.get(&key).copied()) {
                pairs[before] = Some(after);
                free[after] = false;
            }
        }
    }
    pairs
}

/// Returns the key of an operation: its method, its path or ID, and the suffix of another body.
fn call(operation: &Operation, at: &str) -> String {
    [&operation.method, at, operation.apart.unwrap_or_default()].join(" ")
}

/// Returns the operation of each key, without keys of several operations.
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
pub(super) fn path_parameters(path: &str) -> Vec<&str> {
    path.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
}

fn renamed_parameters(old: &str, new: &str) -> Vec<String> {
    let pairs = path_parameters(old).into_iter().zip(path_parameters(new)).filter(|(before, after)| before != after);
    pairs.map(|(before, after)| format!("the path parameter `{before}` is called `{after}`")).collect()
}

fn operation_text(operation: &Operation) -> String {
    let id = operation.id.as_ref().map(|id| format!(" ({id})")).unwrap_or_default();
    format!("{} {}{id}", operation.method, operation.path)
}
