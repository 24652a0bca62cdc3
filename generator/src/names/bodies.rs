//! Names of the enumerations of bodies that come in several kinds.
//!
//! | body | name |
//! |---|---|
//! | of an operation | the operation's: `CreateStoryBody` |
//! | a component of the description | its own, for all operations of all groups: `PatchBody` |
//! | a component of the same name as another one, or as something else of a module that has it | as if it were the operation's |

use std::collections::{BTreeMap, HashMap, HashSet};

use super::item_names::OperationNames;
use crate::ident::type_name;
use crate::model::{Api, Operation};

/// Has the bodies that are one component be one enumeration. What the user called otherwise is not. `taken` are the names of each
/// group's module.
pub(super) fn share(api: &Api, operations: &mut [OperationNames], taken: &[HashSet<String>]) {
    let mut users: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, (operation, names)) in api.operations.iter().zip(operations.iter()).enumerate() {
        let is_usual = names.body_type == usual_body(&names.type_name);
        if let Some(component) = component(operation).filter(|_| is_usual) {
            users.entry(component).or_default().push(index);
        }
    }
    let mut wanted: BTreeMap<String, Vec<Vec<usize>>> = BTreeMap::new();
    for (component, users) in users {
        wanted.entry(body_name(component)).or_default().push(users);
    }
    let owners = owners(api, operations);
    for (name, components) in wanted {
        let [users] = components.as_slice() else { continue };
        let is_taken = |index: &usize| {
            let group = api.operations[*index].group;
            let is_of_another =
                owners.get(&(group, name.clone())).is_some_and(|owner| users.binary_search(owner).is_err());
            is_of_another || taken.get(group).is_none_or(|taken| taken.contains(&name))
        };
        let kinds = |index: usize| api.operations[index].bodies().zip(&operations[index].bodies);
        let are_alike = users.windows(2).all(|pair| kinds(pair[0]).eq(kinds(pair[1])));
        if !are_alike || users.iter().any(is_taken) {
            continue;
        }
        for index in users {
            operations[*index].body_type.clone_from(&name);
            operations[*index].shares_body = true;
        }
    }
}

/// The operations that own the types next to them, by the group and the name of the type.
fn owners(api: &Api, operations: &[OperationNames]) -> HashMap<(usize, String), usize> {
    let named = api.operations.iter().zip(operations).enumerate();
    let owned = named.flat_map(|(index, (operation, names))| {
        let own = [&names.body_type, &names.error_type, &names.headers_type, &names.output_type];
        own.map(|name| ((operation.group, name.clone()), index))
    });
    owned.collect()
}

/// The component that the body of an operation is, where the caller chooses what kind of body it is.
fn component(operation: &Operation) -> Option<&str> {
    let body = operation.body.as_ref().filter(|body| body.alternatives.len() > 1 && !operation.has_parts())?;
    body.origin.as_str().strip_prefix("/components/requestBodies/").filter(|name| !name.contains('/'))
}

/// `PatchBody`, also of a component with packages in its name.
fn body_name(component: &str) -> String {
    let own = component.rsplit('.').next().filter(|own| !own.is_empty()).unwrap_or(component);
    let name = type_name(own);
    if name.ends_with("Body") { name } else { format!("{name}Body") }
}

/// Returns the default name for the enumeration of an operation's bodies.
pub(super) fn usual_body(operation: &str) -> String {
    format!("{operation}Body")
}

#[cfg(test)]
mod tests {
    use crate::pipeline::Emission;

    #[test]
    fn a_component_is_one_enumeration_for_all_groups() {
        let patch = |group: &str, path: &str, component: &str| {
            format!(
                "  /{path}:\n    patch:\n      tags: [{group}]\n      operationId: patch_{path}\n      \
                 requestBody: {{ $ref: '#/components/requestBodies/{component}' }}\n      responses: {{}}\n"
            )
        };
        let paths =
            [patch("a", "one", "io.x.Patch"), patch("a", "two", "io.x.Patch"), patch("b", "three", "io.x.Patch")];
        let text = format!(
            "openapi: 3.0.3\ninfo: {{ title: '', version: '' }}\npaths:\n{}components:\n  requestBodies:\n    io.x.Patch:\n      \
             content:\n        application/json: {{ schema: {{ type: object }} }}\n        text/plain: {{ schema: {{ type: string }} }}\n",
            paths.concat()
        );
        let emission = Emission::from_text(text);
        let names = (0..3).map(|index| emission.names.operation(index));
        let bodies: Vec<(&str, bool)> = names.map(|names| (names.body_type.as_str(), names.shares_body)).collect();
        assert_eq!(bodies, [("PatchBody", true); 3]);
    }
}
