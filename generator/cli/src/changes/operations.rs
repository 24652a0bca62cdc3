//! Matches operations, and their parameters, responses and media types.

use std::collections::{BTreeMap, HashSet};

use super::pairing::{added, join, matched, pair};
use super::subject::{Match, Subject};
use super::version::Versions;
use bindery::internal::http_terms::StatusMatch;
use bindery::internal::model::{
    Api, Content, Operation, Parameter, ParameterLocation, Response, Success, Type, identity, path_shape,
};

/// Matches the operations of both descriptions: by method and path, otherwise up to the names of path parameters,
/// otherwise by ID.
pub(super) fn match_operations(old: &Api, new: &Api) -> Vec<Option<usize>> {
    let calls =
        |api: &Api| api.operations.iter().map(|operation| route_key(operation, &operation.path)).collect::<Vec<_>>();
    let mut pairs = pair(calls(old), calls(new));
    let keys: [fn(&Operation) -> Option<String>; 2] = [
        |operation| Some(route_key(operation, &path_shape(&operation.path))),
        // An operation with another method is matched by its ID.
        |operation| operation.id.as_ref().map(|id| [id, operation.apart.unwrap_or_default()].join(" ")),
    ];
    for key in keys {
        let left = pairs.iter().enumerate().filter(|(_, pair)| pair.is_none()).map(|(index, _)| index);
        let left = unique_by_key(&old.operations, left, key);
        let candidates = unique_by_key(&new.operations, added(&pairs, new.operations.len()), key);
        for (key, before) in left {
            if let (Some(before), Some(after)) = (before, candidates.get(&key)) {
                pairs[before] = *after;
            }
        }
    }
    pairs
}

/// Returns the key of an operation: its method, its path, and the suffix of another body.
fn route_key(operation: &Operation, path: &str) -> String {
    [&operation.method, path, operation.apart.unwrap_or_default()].join(" ")
}

/// Returns the operations by key. Keys that occur twice are skipped.
fn unique_by_key(
    operations: &[Operation],
    indexes: impl Iterator<Item = usize>,
    key: fn(&Operation) -> Option<String>,
) -> BTreeMap<String, Option<usize>> {
    let mut unique = BTreeMap::new();
    for (key, index) in indexes.filter_map(|index| Some((key(&operations[index])?, index))) {
        unique.entry(key).and_modify(|only| *only = None).or_insert(Some(index));
    }
    unique
}

/// Matches the arguments of an operation and its constants. Renamed path parameters are matched by their positions among
/// these.
pub(super) fn parameters(index: Versions<usize>, operations: Versions<&Operation>) -> Vec<Match> {
    let others = Versions::new(operations.new, operations.old);
    let all = index.zip(operations).map(|(index, operation)| {
        let arguments = operation.parameters.iter().enumerate();
        let arguments = arguments.map(move |(at, parameter)| (Subject::Parameter(index, at), parameter));
        let constants = operation.constants.iter().enumerate();
        let constants = constants.map(move |(at, parameter)| (Subject::Constant(index, at), parameter));
        arguments.chain(constants).collect::<Vec<_>>()
    });
    let keys = all.as_ref().zip(operations.zip(others)).map(|(parameters, (operation, other))| {
        let renamed = renamed_parameters(&operation.path, &other.path);
        parameters.iter().map(move |(_, parameter)| parameter_key(parameter, &renamed)).collect::<Vec<_>>()
    });
    let pairs = pair(keys.old, keys.new);
    let subjects = join(&pairs, all.new.len()).map(|at| all.as_ref().zip(at).map(|(all, at)| Some(all[at?].0)));
    subjects.collect()
}

fn parameter_key(parameter: &Parameter, renamed: &[&str]) -> (ParameterLocation, String) {
    let key = match parameter.place {
        ParameterLocation::Path => match renamed.iter().position(|name| *name == parameter.wire) {
            // No name contains a brace.
            Some(position) => format!("{{{position}}}"),
            None => parameter.wire.clone(),
        },
        ParameterLocation::Header => parameter.wire.to_ascii_lowercase(),
        _ => parameter.wire.clone(),
    };
    (parameter.place, key)
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

/// Returns the types of the responses that both versions have.
pub(super) fn success_types<'o>(success: Versions<&'o Success>) -> Vec<Versions<&'o Type>> {
    let same = |old: &'o Content, new: &'o Content| match (old, new) {
        (Content::Json(old), Content::Json(new)) | (Content::Lines(old), Content::Lines(new)) => {
            Some(Versions::new(old, new))
        }
        _ => None,
    };
    match (success.old, success.new) {
        (Success::One(old), Success::One(new)) => same(old, new).into_iter().collect(),
        (Success::Several(old), Success::Several(new)) => {
            let responses = matched(Versions::new(old, new).map(Vec::as_slice), response_key);
            let contents = responses.map(|(_, found)| found.map(|response| response?.content.as_ref()));
            contents.filter_map(|content| same(content.old?, content.new?)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the key that identifies a successful response.
pub(super) fn response_key(response: &Response) -> (StatusMatch, Option<&str>) {
    (response.status, response.media_type.as_deref())
}

/// Returns the other media types that only one version offers.
pub(super) fn media_types(index: Versions<usize>, operations: Versions<&Operation>) -> impl Iterator<Item = Match> {
    let missing = |index: usize, operation: &Operation, other: &Operation| -> Vec<Subject> {
        let offered = identities(other.accept.iter().chain(&other.other_media_types));
        let own = operation.other_media_types.iter().enumerate();
        let own = own.filter(|(_, media_type)| !offered.contains(&identity(media_type)));
        own.map(|(at, _)| Subject::MediaType(index, at)).collect()
    };
    let removed = missing(index.old, operations.old, operations.new).into_iter().map(Versions::only_old);
    removed.chain(missing(index.new, operations.new, operations.old).into_iter().map(Versions::only_new))
}

/// Returns the media types without the differences that have no meaning.
pub(super) fn identities<'m>(media_types: impl IntoIterator<Item = &'m String>) -> HashSet<String> {
    media_types.into_iter().map(|media_type| identity(media_type)).collect()
}
