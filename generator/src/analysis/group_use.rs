//! The groups of operations that use each type, for crates in which every group is a feature.
//!
//! | used by | compiled with |
//! |---|---|
//! | one group | the feature of the group |
//! | up to three groups | any of their features, in a module of these types |
//! | more groups | always: such types are few, and a long list of features carries no information |
//! | no operation, or an event | the feature for such types, which counts as a group here |
//!
//! The types inside a type are available whenever the type is. A set therefore only grows from the operations inwards.

use std::collections::BTreeSet;

use super::{Errors, Module};
use crate::model::{Api, Type, TypeId};

/// Maximum number of groups that share a module of types.
pub(crate) const MAX_SHARING_GROUPS: usize = 3;

/// The groups of operations that use each shared item.
#[derive(Clone, Debug, Default)]
pub struct GroupUse {
    /// The module of each type, by index.
    pub modules: Vec<Module>,
    /// The groups of each shared module, by index. The index after the last group represents types that no operation
    /// uses.
    pub sets: Vec<BTreeSet<usize>>,
    /// The groups whose operations use a shared error type, by its index; empty if it is always compiled.
    pub errors: Vec<BTreeSet<usize>>,
}

/// The users of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
enum UsingGroups {
    Few(BTreeSet<usize>),
    Many,
}

impl UsingGroups {
    fn none() -> Self {
        Self::Few(BTreeSet::new())
    }

    fn new(groups: impl IntoIterator<Item = usize>) -> Self {
        let groups: BTreeSet<usize> = groups.into_iter().collect();
        if groups.len() > MAX_SHARING_GROUPS { Self::Many } else { Self::Few(groups) }
    }

    fn with(&self, others: &Self) -> Self {
        match (self, others) {
            (Self::Few(one), Self::Few(other)) => Self::new(one | other),
            _ => Self::Many,
        }
    }
}

impl GroupUse {
    /// Collects the users of each type; `homes` are the modules by the names of types.
    pub(super) fn new(api: &Api, errors: &Errors, homes: &[Module]) -> Self {
        let unreferenced = api.groups.len();
        let mut reached = vec![UsingGroups::none(); api.types.len()];
        for operation in &api.operations {
            let own = operation.types().flat_map(|ty| named_types(api, ty));
            add_users(api, &mut reached, own.map(|id| (id, UsingGroups::new([operation.group]))).collect());
        }
        let events = api.events.iter().flat_map(|event| named_types(api, &event.ty));
        let homeless =
            api.definitions().map(|(id, _)| id).filter(|id| homes.get(id.index()) == Some(&Module::Unreferenced));
        add_users(api, &mut reached, events.chain(homeless).map(|id| (id, UsingGroups::new([unreferenced]))).collect());
        // An error type contains the error responses of all its operations.
        let groups =
            |operations: &[usize]| UsingGroups::new(operations.iter().map(|index| api.operations[*index].group));
        let users: Vec<UsingGroups> = errors.shared.iter().map(|error| groups(&error.operations)).collect();
        for (error, users) in errors.shared.iter().zip(&users) {
            let bodies = error.variants.iter().filter_map(|variant| variant.body(api));
            add_users(
                api,
                &mut reached,
                bodies.flat_map(|body| named_types(api, body)).map(|id| (id, users.clone())).collect(),
            );
        }
        let rest = (0..reached.len()).filter(|index| reached[*index] == UsingGroups::none()).map(TypeId::new);
        let rest: Vec<(TypeId, UsingGroups)> = rest.map(|id| (id, UsingGroups::Many)).collect();
        add_users(api, &mut reached, rest);
        let (modules, sets) = modules(&reached, unreferenced);
        let few = |users: UsingGroups| match users {
            UsingGroups::Few(groups) => groups,
            UsingGroups::Many => BTreeSet::new(),
        };
        Self { modules, sets, errors: users.into_iter().map(few).collect() }
    }
}

fn named_types(api: &Api, ty: &Type) -> Vec<TypeId> {
    ty.named_types().into_iter().chain(api.held_by_own(ty)).collect()
}

/// Adds users to some types and to all that they contain. The set of a type grows only a few times.
fn add_users(api: &Api, reached: &mut [UsingGroups], mut next: Vec<(TypeId, UsingGroups)>) {
    while let Some((id, users)) = next.pop() {
        let Some(known) = reached.get_mut(id.index()) else { continue };
        let now = known.with(&users);
        if now == *known {
            continue;
        }
        known.clone_from(&now);
        let inner = api.definition(id).shape.types(|_| true).into_iter().flat_map(|ty| named_types(api, ty));
        next.extend(inner.map(|id| (id, now.clone())));
    }
}

/// Returns the module of each type, and the sets of groups that share a module.
fn modules(reached: &[UsingGroups], unreferenced: usize) -> (Vec<Module>, Vec<BTreeSet<usize>>) {
    let several = reached.iter().filter_map(|users| match users {
        UsingGroups::Few(groups) if groups.len() > 1 => Some(groups.clone()),
        _ => None,
    });
    let sets: BTreeSet<BTreeSet<usize>> = several.collect();
    let sets: Vec<BTreeSet<usize>> = sets.into_iter().collect();
    let module = |users: &UsingGroups| match users {
        UsingGroups::Many => Module::Shared,
        UsingGroups::Few(groups) => match groups.first() {
            Some(first) if groups.len() == 1 && *first == unreferenced => Module::Unreferenced,
            Some(first) if groups.len() == 1 => Module::Group(*first),
            _ => sets.binary_search(groups).map_or(Module::Shared, Module::Several),
        },
    };
    (reached.iter().map(module).collect(), sets)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};

    use crate::analysis::Module;
    use crate::pipeline::Emission;

    fn get(tag: &str, schema: &str) -> Value {
        let body = json!({ "$ref": format!("#/components/schemas/{schema}") });
        let answer = json!({ "description": "", "content": { "application/json": { "schema": body } } });
        json!({ "get": { "tags": [tag], "responses": { "200": answer } } })
    }

    fn holder(inner: &str) -> Value {
        json!({ "type": "object", "properties": { "a": { "$ref": format!("#/components/schemas/{inner}") } } })
    }

    fn emission(paths: Value, schemas: Value) -> Emission {
        let description = json!({
            "openapi": "3.0.3", "info": { "title": "t", "version": "1" }, "paths": paths, "components": { "schemas": schemas },
        });
        Emission::from_text(description.to_string())
    }

    #[test]
    fn a_type_is_compiled_with_those_who_reach_it() {
        let paths = json!({
            "/a": get("a", "A"), "/b": get("b", "B"), "/c": get("c", "C"), "/d": get("d", "D"), "/e": get("e", "E"),
        });
        let schemas = json!({
            "A": holder("Two"), "B": holder("Two"), "C": holder("Many"), "D": holder("Many"), "E": holder("Rare"),
            "Two": holder("Many"), "Many": { "type": "object" }, "Rare": { "type": "object" }, "None": holder("Rare"),
        });
        let analysis = emission(paths, schemas).analysis;
        let names = [Module::Group(0), Module::Group(1), Module::Group(2), Module::Group(3), Module::Group(4)];
        let (two, rare) = (Module::Several(0), Module::Several(1));
        let others = [two, Module::Shared, rare, Module::Unreferenced];
        assert_eq!(analysis.group_use.modules, [names.as_slice(), &others].concat());
        // Types that no operation uses count as the group after the last.
        assert_eq!(analysis.group_use.sets, [BTreeSet::from([0, 1]), BTreeSet::from([4, 5])]);
    }

    #[test]
    fn an_error_type_has_the_bodies_of_all_that_share_it() {
        let refused = |tag: &str, status: &str| {
            let mut path = get(tag, "A");
            let body = json!({ "schema": { "$ref": format!("#/components/schemas/E{status}") } });
            path["get"]["responses"][status] = json!({ "description": "", "content": { "application/json": body } });
            path
        };
        let paths = json!({ "/a": refused("a", "404"), "/b": refused("b", "409") });
        let schemas = json!({ "A": { "type": "object" }, "E404": holder("A"), "E409": holder("A") });
        let analysis = emission(paths, schemas).analysis;
        assert_eq!(analysis.group_use.errors, [BTreeSet::from([0, 1])]);
        assert_eq!(analysis.group_use.modules, [Module::Several(0); 3]);
    }
}
