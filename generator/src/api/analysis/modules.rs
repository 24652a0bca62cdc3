//! The module of each type: that of its group if it belongs to one, otherwise the shared one.

use std::collections::HashMap;

use super::Directions;
use crate::api::model::{Api, Naming, Owner, Type, TypeId};
use crate::base::inflection::singular;

/// The module that a type is emitted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Module {
    /// The module of the group with this index.
    Group(usize),
    /// The module of the types that belong to no group.
    Shared,
    /// The module of the types that no operation uses. It is compiled only on request: descriptions contain thousands
    /// of such types, for the events of their servers, and few programs need any.
    Unreferenced,
}

/// Returns the module of each type. A type belongs to the longest group name that is a prefix of its name (`StoryState`
/// to `story`), or to the operation or type that contains it, otherwise to the only group whose operations use it. All
/// modules are re-exported as one, so that moving a type because another group uses it breaks no user.
pub(super) fn modules(api: &Api, directions: &Directions, users: &[UsingGroups]) -> Vec<Module> {
    // Of groups that differ only by number, the last one gets the types with their prefix.
    let named = api.groups.iter().enumerate().map(|(index, group)| (words(&group.wire), index));
    let by_words: HashMap<Vec<String>, usize> = named.filter(|(words, _)| !words.is_empty()).collect();
    let max_len = by_words.keys().map(Vec::len).max().unwrap_or(0);
    let prefixes = GroupPrefixes { by_words, max_len };
    let mut modules = Vec::with_capacity(api.types.len());
    for (id, definition) in api.definitions() {
        let own = module(api, &definition.naming, &prefixes, &modules);
        // A type in locations of several groups belongs to none of them.
        let mut others = definition.occurrences.iter().map(|occurrence| outermost(api, &occurrence.naming));
        let is_own = |naming: &Naming| module(api, naming, &prefixes, &modules) == own;
        let own = if others.all(is_own) { own } else { Module::Shared };
        modules.push(match users.get(id.index()) {
            Some(UsingGroups::One(group)) if own == Module::Shared => Module::Group(*group),
            _ => own,
        });
    }
    // Without operations, the types are the whole crate.
    if !api.operations.is_empty() {
        let unreferenced = api.definitions().filter(|(id, _)| !directions.is_used(*id));
        unreferenced.for_each(|(id, _)| modules[id.index()] = Module::Unreferenced);
    }
    modules
}

/// The groups of operations that use a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UsingGroups {
    None,
    One(usize),
    Several,
}

impl UsingGroups {
    pub(super) fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, one) | (one, Self::None) => one,
            (one, other) if one == other => one,
            _ => Self::Several,
        }
    }
}

/// Returns the groups whose operations use each type, directly or indirectly.
pub(super) fn operation_users(api: &Api) -> Vec<UsingGroups> {
    let mut reached = vec![UsingGroups::None; api.types.len()];
    for operation in &api.operations {
        let own = operation.types().flat_map(Type::named_types);
        add_users(api, &mut reached, own.map(|id| (id, UsingGroups::One(operation.group))).collect());
    }
    reached
}

/// Adds users to some types and to all that they contain. The users of a type change at most twice.
pub(super) fn add_users(api: &Api, reached: &mut [UsingGroups], mut next: Vec<(TypeId, UsingGroups)>) {
    while let Some((id, users)) = next.pop() {
        let Some(known) = reached.get_mut(id.index()) else { continue };
        let now = known.with(users);
        if now == *known {
            continue;
        }
        *known = now;
        let inner = api.definition(id).shape.types(|_| true).into_iter().flat_map(Type::named_types);
        next.extend(inner.map(|id| (id, now)));
    }
}

/// Returns the naming of the outermost item that contains a location.
fn outermost<'a>(api: &'a Api, mut naming: &'a Naming) -> &'a Naming {
    // Types come after those that contain them.
    while let Owner::Type(id) = &naming.owner {
        naming = &api.definition(*id).naming;
    }
    naming
}

/// The groups by the words of their names.
struct GroupPrefixes {
    by_words: HashMap<Vec<String>, usize>,
    /// The number of words in the longest name.
    max_len: usize,
}

fn module(api: &Api, naming: &Naming, prefixes: &GroupPrefixes, known: &[Module]) -> Module {
    match &naming.owner {
        Owner::Type(id) => known.get(TypeId::index(*id)).copied().unwrap_or(Module::Shared),
        Owner::Operation(id) => api.operations.get(id.0).map_or(Module::Shared, |op| Module::Group(op.group)),
        Owner::Schema(name) | Owner::Component(name) => {
            let words = words(name);
            let beginnings = (1..=prefixes.max_len.min(words.len())).rev().map(|length| &words[..length]);
            let group = beginnings.into_iter().find_map(|beginning| prefixes.by_words.get(beginning));
            group.map_or(Module::Shared, |index| Module::Group(*index))
        }
    }
}

/// Returns the words of a name in singular, since groups and types may use different numbers.
fn words(name: &str) -> Vec<String> {
    use heck::ToSnakeCase;
    name.to_snake_case().split('_').filter(|word| !word.is_empty()).map(singular).collect()
}

#[cfg(test)]
mod tests {
    use super::Module;
    use crate::testing::Case;

    #[test]
    fn what_one_group_uses_stands_with_it() {
        let get = |path: &str, tag: &str, schema: &str| {
            format!(
                r##""/{path}": {{ "get": {{ "tags": ["{tag}"], "responses": {{ "200": {{ "description": "", "content": {{
                "application/json": {{ "schema": {{ "$ref": "#/components/schemas/{schema}" }} }} }} }} }} }} }}"##
            )
        };
        let holder = |inner: &str| {
            format!(
                r##"{{ "type": "object", "properties": {{ "a": {{ "$ref": "#/components/schemas/{inner}" }} }} }}"##
            )
        };
        let paths = [get("cats", "pets", "Cat"), get("dogs", "others", "Dog")].join(", ");
        let [paw, tail] = ["Paw", "Tail"].map(holder);
        let schemas = format!(r#""Cat": {paw}, "Paw": {tail}, "Dog": {tail}, "Tail": {{ "type": "object" }}"#);
        let emission = Case::new().paths(paths).schemas(schemas).emission();
        let modules = [Module::Group(0), Module::Group(0), Module::Group(1), Module::Shared];
        assert_eq!(emission.analysis.modules, modules);
    }
}
