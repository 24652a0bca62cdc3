//! Names of the enumerations of bodies that come in several kinds.
//!
//! | body | name |
//! |---|---|
//! | of an operation | the operation's: `CreateStoryBody` |
//! | a component of the description, of any operations | its own, once in each module that has such operations: `PatchBody` |
//! | a component of the same name as another one, or as something else of the module | as if it were the operation's |

use std::collections::{HashMap, HashSet};

use super::OperationNames;
use crate::ident::type_name;
use crate::model::{Api, Operation};

/// Has the bodies of a group that are one component be one enumeration. What was called otherwise by the user is not.
pub(super) fn share(api: &Api, members: &[usize], operations: &mut [OperationNames], taken: &HashSet<String>) {
    let wanted = members.iter().filter_map(|index| Some((*index, component(api.operations.get(*index)?)?)));
    let wanted: Vec<(usize, &str)> = wanted.collect();
    let mut owners: HashMap<String, Option<&str>> = HashMap::new();
    for (_, component) in &wanted {
        let owner = owners.entry(body_name(component)).or_insert(Some(component));
        *owner = owner.filter(|owner| owner == component);
    }
    let own = members.iter().filter_map(|index| operations.get(*index)).flat_map(|names| {
        let others = [&names.error_type, &names.headers_type, &names.output_type].map(Clone::clone);
        others.into_iter().chain([super::functions::usual_body(&names.type_name)])
    });
    let of_operations: HashSet<String> = own.collect();
    let is_free = |name: &String| !taken.contains(name) && !of_operations.contains(name);
    for (index, component) in wanted {
        let Some(names) = operations.get_mut(index) else { continue };
        let is_usual = names.body_type == super::functions::usual_body(&names.type_name);
        let name = body_name(component);
        if is_usual && is_free(&name) && owners.get(&name) == Some(&Some(component)) {
            names.body_type = name;
        }
    }
}

/// Notes with the first operation of each enumeration all those that it belongs to.
pub(super) fn note_users(members: &[usize], operations: &mut [OperationNames]) {
    let mut first: HashMap<String, usize> = HashMap::new();
    for index in members {
        let Some(name) = operations.get(*index).map(|names| names.body_type.clone()) else { continue };
        let declaring = *first.entry(name).or_insert(*index);
        if let Some(names) = operations.get_mut(declaring) {
            names.body_users.push(*index);
        }
    }
}

/// The component that the body of an operation is, where the caller chooses what kind of body it is.
fn component(operation: &Operation) -> Option<&str> {
    let body = operation.body.as_ref().filter(|body| body.alternatives.len() > 1)?;
    body.origin.as_str().strip_prefix("/components/requestBodies/").filter(|name| !name.contains('/'))
}

/// `PatchBody`, also of a component with packages in its name.
fn body_name(component: &str) -> String {
    let own = component.rsplit('.').next().filter(|own| !own.is_empty()).unwrap_or(component);
    let name = type_name(own);
    if name.ends_with("Body") { name } else { format!("{name}Body") }
}

#[cfg(test)]
mod tests {
    use crate::bindings::Settings;
    use crate::bindings::names::NameHistory;
    use crate::config::Config;
    use crate::diagnostic::Sink;
    use crate::pipeline::run_with;
    use crate::source::Source;

    #[test]
    fn a_component_is_one_enumeration_in_each_group() {
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
        let (source, memory) = (Source::new("bodies", text), NameHistory::default());
        let emission = run_with(&source, &Config::default(), Settings::default(), &memory, &mut Sink::new()).unwrap();
        let names = (0..3).map(|index| emission.names.operation(index));
        let bodies: Vec<(&str, usize)> =
            names.map(|names| (names.body_type.as_str(), names.body_users.len())).collect();
        assert_eq!(bodies, [("PatchBody", 2), ("PatchBody", 0), ("PatchBody", 1)]);
    }
}
