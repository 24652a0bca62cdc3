//! The module of each type: its group's where it belongs to one, else the shared one.

use super::Forms;
use crate::model::{Api, Naming, Owner, TypeId};

/// The module a type is emitted into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Module {
    /// The module of the group with this index.
    Group(usize),
    /// The module of the types that belong to no group.
    Shared,
    /// The module of the types that no operation uses. It is compiled only where a user asks for it: descriptions hold
    /// thousands of such types, for the events of their servers, and few programs need any.
    Unused,
}

/// A type belongs to the group whose name its own name starts with (`StoryState` to `story`, the longest one wins), or to
/// the operation or type that it stands in. Which operation uses it does not matter: a new one must not move a type that
/// others use.
pub(super) fn modules(api: &Api, forms: &Forms) -> Vec<Module> {
    let groups: Vec<Vec<String>> = api.groups.iter().map(|group| words(&group.wire)).collect();
    let mut modules = Vec::with_capacity(api.types.len());
    for definition in &api.types {
        modules.push(module(api, &definition.naming, &groups, &modules));
    }
    // Where nothing is called, the types are all there is.
    if !api.operations.is_empty() {
        let unused = api.definitions().filter(|(id, _)| !forms.is_used(*id));
        unused.for_each(|(id, _)| modules[id.index()] = Module::Unused);
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
