//! The groups of operations that use each type, for crates in which every group is a feature.
//!
//! | used by | compiled with |
//! |---|---|
//! | one group | the feature of the group |
//! | several groups | always: such types are few |
//! | no operation, or an event | the feature for such types, which counts as a group here |
//!
//! The types inside a type are available whenever the type is. Users are therefore only added from the operations inwards.

use super::modules::{UsingGroups, add_users};
use super::{Errors, Module};
use crate::api::model::{Api, Type, TypeId};

/// The groups of operations that use each shared item.
#[derive(Clone, Debug, Default)]
pub struct GroupUse {
    /// The module of each type, by index.
    pub modules: Vec<Module>,
    /// The group whose operations use the main error type; `None` if there are several.
    pub error: Option<usize>,
}

impl GroupUse {
    /// Collects the users of each type; `homes` are the modules by the names of types, and `reached` the groups whose
    /// operations use them.
    pub(super) fn new(api: &Api, errors: &Errors, homes: &[Module], mut reached: Vec<UsingGroups>) -> Self {
        let unreferenced = api.groups.len();
        let events = api.events.iter().flat_map(|event| event.ty.named_types());
        let homeless =
            api.definitions().map(|(id, _)| id).filter(|id| homes.get(id.index()) == Some(&Module::Unreferenced));
        add_users(api, &mut reached, events.chain(homeless).map(|id| (id, UsingGroups::One(unreferenced))).collect());
        // An error type contains the error responses of all its operations.
        let groups = |operations: &[usize]| {
            let groups = operations.iter().map(|index| UsingGroups::One(api.operations[*index].group));
            groups.fold(UsingGroups::None, UsingGroups::with)
        };
        let error_users = errors.main.as_ref().map_or(UsingGroups::None, |main| groups(&main.operations));
        let bodies = errors.main.iter().flat_map(|main| &main.variants).filter_map(|variant| variant.body(api));
        add_users(api, &mut reached, bodies.flat_map(Type::named_types).map(|id| (id, error_users)).collect());
        let rest = (0..reached.len()).filter(|index| reached[*index] == UsingGroups::None).map(TypeId::new);
        let rest: Vec<(TypeId, UsingGroups)> = rest.map(|id| (id, UsingGroups::Several)).collect();
        add_users(api, &mut reached, rest);
        let module = |users: &UsingGroups| match users {
            UsingGroups::One(group) if *group == unreferenced => Module::Unreferenced,
            UsingGroups::One(group) => Module::Group(*group),
            UsingGroups::None | UsingGroups::Several => Module::Shared,
        };
        let only = |users: UsingGroups| match users {
            UsingGroups::One(group) => Some(group),
            UsingGroups::None | UsingGroups::Several => None,
        };
        Self { modules: reached.iter().map(module).collect(), error: only(error_users) }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::api::analysis::Module;
    use crate::pipeline::Emission;
    use crate::testing::Case;

    fn get(tag: &str, schema: &str) -> Value {
        let body = json!({ "$ref": format!("#/components/schemas/{schema}") });
        let answer = json!({ "description": "", "content": { "application/json": { "schema": body } } });
        json!({ "get": { "tags": [tag], "responses": { "200": answer } } })
    }

    fn holder(inner: &str) -> Value {
        json!({ "type": "object", "properties": { "a": { "$ref": format!("#/components/schemas/{inner}") } } })
    }

    fn emission(paths: Value, schemas: Value) -> Emission {
        Case::new().paths(paths).schemas(schemas).emission()
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
        // What an operation and a type that no operation uses hold is shared as well.
        let others = [Module::Shared, Module::Shared, Module::Shared, Module::Unreferenced];
        assert_eq!(analysis.group_use.modules, [names.as_slice(), &others].concat());
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
        assert_eq!(analysis.group_use.error, None);
        assert_eq!(analysis.group_use.modules, [Module::Shared; 3]);
    }
}
