//! Names of groups and operations, and of the types derived from an operation.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use super::allocator::NameAllocator;
use super::flattening::name_inputs;
use super::groups::groups;
use super::headers::name_headers;
use super::item_names::{GroupNames, OperationNames};
use super::items::ItemId;
use super::operation::{self, NamingContext, OperationWords, operation_words, singular, split_words};
use super::outputs::name_outputs_and_bodies;
use super::reserved::{GROUP_FUNCTIONS, imported_by_operations, type_names};
use super::scope::{NameRequest, set};
use crate::api::model::Api;
use crate::base::ident::{type_name, value_name, without_underscore};

/// The suffixes of the types derived from an operation.
const DERIVED_SUFFIXES: [&str; 5] = ["Arguments", "Body", "Error", "Headers", "Output"];

/// Returns the names of all groups and operations.
pub(super) fn groups_and_operations(
    api: &Api,
    allocator: &mut NameAllocator<'_>,
) -> (Vec<GroupNames>, Vec<OperationNames>) {
    let groups = groups(api, allocator);
    let mut operations = vec![OperationNames::default(); api.operations.len()];
    let context = NamingContext::new(api);
    for ((group, members), names) in api.operations_by_group().into_iter().enumerate().zip(&groups) {
        name_operations(api, group, &members, names, &context, &mut operations, allocator);
    }
    for (index, (operation, names)) in api.operations.iter().zip(&mut operations).enumerate() {
        name_inputs(index, operation, names, allocator);
        name_outputs_and_bodies(index, operation, names, allocator);
    }
    name_headers(api, &mut operations, allocator);
    (groups, operations)
}

/// Assigns the names of the operations of a group.
fn name_operations(
    api: &Api,
    group: usize,
    members: &[usize],
    names: &GroupNames,
    context: &NamingContext,
    operations: &mut [OperationNames],
    allocator: &mut NameAllocator<'_>,
) {
    let wire = api.groups[group].title();
    let mut words: Vec<OperationWords> =
        members.iter().map(|index| operation_words(&api.operations[*index], wire, context)).collect();
    let precedence = |index: usize, words: &OperationWords| -> Precedence {
        let operation = &api.operations[index];
        (operation.docs.deprecated, words.rank, Reverse(operation::version(operation)))
    };
    let precedence: Vec<Precedence> =
        members.iter().zip(&words).map(|(index, words)| precedence(*index, words)).collect();
    let preferred = preferred_operations(&mut words, &precedence, |at| &api.operations[members[at]].path);
    let functions = members.iter().zip(&words).enumerate().map(|(at, (index, words))| NameRequest {
        id: ItemId::Function(*index),
        natural: value_name(&words.function.join("_")),
        basis: operation::basis(&api.operations[*index], wire),
        alternatives: words.alternatives.iter().map(|words| value_name(&words.join("_"))).collect(),
        exact: preferred.contains(&at),
    });
    let functions = allocator.allocate(&functions.collect::<Vec<_>>(), &set(&GROUP_FUNCTIONS));
    let types = members.iter().zip(&words).zip(&functions).map(|((index, words), function)| NameRequest {
        id: ItemId::OperationType(*index),
        natural: type_name(&words.of_type.join("_")),
        basis: operation::basis(&api.operations[*index], wire),
        alternatives: type_alternatives(without_underscore(function), &words.of_type.join("_"), wire),
        exact: words.function.join("_") == without_underscore(function),
    });
    let types: Vec<NameRequest> = types.collect();
    let mut taken: HashSet<String> = type_names().chain(imported_by_operations()).map(str::to_owned).collect();
    taken.insert(names.type_name.clone());
    // An operation `Build` would have the error type `BuildError`, which is imported.
    let imported = imported_by_operations()
        .flat_map(|name| DERIVED_SUFFIXES.iter().filter_map(|ending| name.strip_suffix(ending)));
    taken.extend(imported.filter(|name| !name.is_empty()).map(str::to_owned));
    taken.extend(conflicting_names(&types, allocator));
    let types = allocator.allocate(&types, &taken);
    taken.extend(types.iter().cloned());
    for ((index, function), type_name) in members.iter().zip(functions).zip(types) {
        let Some(names) = operations.get_mut(*index) else { continue };
        names.function = function;
        names.type_name = type_name;
        name_derived_types(*index, names, &mut taken, allocator);
    }
}

/// Returns the other names of an operation's type, best first. A function that contains the name of the group needs no other
/// words.
fn type_alternatives(function: &str, natural: &str, group: &str) -> Vec<String> {
    let singulars = |text: &str| split_words(text).iter().map(|word| singular(word)).collect::<Vec<_>>();
    let (own, group_words) = (singulars(function), singulars(group));
    let contains_group = !group_words.is_empty() && own.windows(group_words.len()).any(|run| run == group_words);
    let alone = contains_group.then(|| type_name(function));
    let others = [format!("{function}_{group}"), format!("{natural}_{function}")];
    alone.into_iter().chain(others.map(|other| type_name(&other))).collect()
}

/// Assigns the names of the types derived from an operation: the operation's name with a suffix, unless the user chose
/// another one.
fn name_derived_types(
    index: usize,
    names: &mut OperationNames,
    taken: &mut HashSet<String>,
    allocator: &mut NameAllocator<'_>,
) {
    let is_sharing = allocator.items.analysis.headers.sharing(index).is_some();
    let [arguments, body, error, headers, output] =
        DERIVED_SUFFIXES.map(|suffix| format!("{}{suffix}", names.type_name));
    let mut name_for = |id: ItemId, natural: String| match allocator.configured_name(id) {
        None => natural,
        Some(_) => {
            taken.remove(&natural);
            allocator.allocate_one(NameRequest::new(id, natural), taken)
        }
    };
    names.arguments_type = arguments;
    names.body_type = name_for(ItemId::BodyType(index), body);
    names.error_type = name_for(ItemId::ErrorType(Some(index)), error);
    // What operations share is named later.
    names.headers_type = if is_sharing { headers } else { name_for(ItemId::HeadersType(index), headers) };
    names.output_type = name_for(ItemId::OutputType(index), output);
}

/// The precedence of an operation for a name, lowest first: deprecated, rank, version.
type Precedence = (bool, usize, Reverse<u32>);

/// Returns the operations that get the name that they request: of several the one that takes precedence, else the one whose
/// path contains nothing that tells it apart. The others, or all, get names with what does.
fn preferred_operations<'p>(
    words: &mut [OperationWords],
    precedence: &[Precedence],
    path: impl Fn(usize) -> &'p str,
) -> HashSet<usize> {
    let mut requests: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
    words.iter().enumerate().for_each(|(at, words)| requests.entry(words.function.clone()).or_default().push(at));
    let mut preferred = HashSet::new();
    for (function, members) in requests {
        let paths: Vec<&str> = members.iter().map(|at| path(*at)).collect();
        let by_path = operation::names_by_path(&function, &paths);
        let named = || members.iter().copied().zip(&by_path);
        let best = members.iter().map(|at| precedence[*at]).min();
        let first: Vec<usize> = members.iter().copied().filter(|at| Some(precedence[*at]) == best).collect();
        preferred.extend(match first.as_slice() {
            [only] => Some(*only),
            several => named()
                .filter(|(at, name)| name.is_none() && several.contains(at))
                .map(|(at, _)| at)
                .min_by_key(|at| (path(*at).len(), *at)),
        });
        for (at, name) in named() {
            // Longer names by the ID come first. The whole path comes last.
            let words = &mut words[at];
            let position = if words.is_by_path { 0 } else { words.alternatives.len().saturating_sub(1) };
            words.alternatives.splice(position..position, name.clone());
        }
    }
    preferred
}

/// Returns the names that operation types must avoid: those of the types derived from other operations. If one of two had its
/// name in an earlier run, the other one is renamed.
fn conflicting_names(types: &[NameRequest], allocator: &NameAllocator<'_>) -> HashSet<String> {
    let earlier: HashSet<String> = types.iter().flat_map(|own| allocator.earlier_names(own.id)).collect();
    let derived_names = |name: &str| DERIVED_SUFFIXES.map(|suffix| format!("{name}{suffix}"));
    let naturals = types.iter().map(|own| own.natural.as_str());
    let conflicting =
        naturals.clone().filter(|name| derived_names(name).iter().any(|derived| earlier.contains(derived)));
    let conflicting: Vec<String> = conflicting.filter(|name| !earlier.contains(*name)).map(str::to_owned).collect();
    let derived = naturals.chain(earlier.iter().map(String::as_str)).flat_map(derived_names);
    derived.filter(|name| !earlier.contains(name)).chain(conflicting).collect()
}

#[cfg(test)]
mod tests {
    use super::type_alternatives;
    use crate::testing::Case;

    #[test]
    fn the_type_of_an_operation_names_the_group_once() {
        let rows = [
            ("list", "Activities", "ListActivities"),
            ("list_organization_activities", "Activities", "ListOrganizationActivities"),
            ("get_activity_log", "activities", "GetActivityLog"),
            ("list_keys", "API Keys", "ListKeysApiKeys"),
        ];
        for (function, group, expected) in rows {
            assert_eq!(type_alternatives(function, "list", group)[0], expected);
        }
    }

    #[test]
    fn the_short_name_belongs_to_the_current_operation() {
        let operation = |path: &str, is_deprecated: bool| {
            format!(
                r#""{path}": {{ "get": {{ "tags": ["boxes"], "deprecated": {is_deprecated}, "responses": {{}} }} }}"#
            )
        };
        let paths = [operation("/boxes", true), operation("/v2/boxes", false)].join(", ");
        let emission = Case::new().paths(paths).emission();
        let functions: Vec<&str> = (0..2).map(|index| emission.names.operation(index).function.as_str()).collect();
        assert_eq!(functions, ["list_boxes", "list"]);
    }
}
