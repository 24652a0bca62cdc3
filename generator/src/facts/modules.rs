//! The module of each type: its group's where it belongs to one, else the shared one.

use crate::model::{Api, Naming, Owner, TypeId};

/// The module a type is emitted into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Module {
    /// The module of the group with this index.
    Group(usize),
    /// The module of the types that belong to no group.
    Shared,
}

/// A type belongs to the group whose name its own name starts with (`StoryState` to `story`, the longest one wins), or to
/// the operation or type that it stands in. Who uses it does not matter: a new operation must not move a type.
pub(super) fn modules(api: &Api) -> Vec<Module> {
    let groups: Vec<Vec<String>> = api.groups.iter().map(|group| words(&group.wire)).collect();
    let mut modules = Vec::with_capacity(api.types.len());
    for definition in &api.types {
        modules.push(module(api, &definition.naming, &groups, &modules));
    }
    modules
}

fn module(api: &Api, naming: &Naming, groups: &[Vec<String>], known: &[Module]) -> Module {
    match &naming.owner {
        Owner::Type(id) => known.get(TypeId::index(*id)).copied().unwrap_or(Module::Shared),
        Owner::Operation(id) => api.operations.get(id.0).map_or(Module::Shared, |op| Module::Group(op.group)),
        Owner::Schema(name) | Owner::Component(name) => {
            let name = words(name);
            let matching =
                groups.iter().enumerate().filter(|(_, group)| !group.is_empty() && starts_with(&name, group));
            matching.max_by_key(|(_, group)| group.len()).map_or(Module::Shared, |(index, _)| Module::Group(index))
        }
    }
}

fn words(name: &str) -> Vec<String> {
    use heck::ToSnakeCase;
    name.to_snake_case().split('_').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Whether the words of a name start with those of a group, the last of which may be plural in either.
fn starts_with(name: &[String], group: &[String]) -> bool {
    name.len() >= group.len()
        && name.iter().zip(group).all(|(word, wanted)| word == wanted || singular(word) == singular(wanted))
}

fn singular(word: &str) -> String {
    match word.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => word.strip_suffix('s').unwrap_or(word).to_owned(),
    }
}
