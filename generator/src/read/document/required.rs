//! Reports required members that a schema does not declare.

use std::collections::HashSet;

use super::node::{Node, NodeReader};
use super::undeclared::{UndeclaredMember, UndeclaredMembers};
use crate::base::diagnostic::Code;

/// Keywords by which more than the own properties of a schema declare members.
const OTHER_DECLARATIONS: [&str; 8] =
    ["allOf", "oneOf", "anyOf", "not", "if", "patternProperties", "dependentSchemas", "unevaluatedProperties"];

impl NodeReader<'_> {
    /// Finds the required members that a schema does not declare, although others are declared: those with a similar
    /// name, and all if only the schema itself can declare them.
    pub(super) fn find_undeclared(&mut self, node: &Node<'_>) {
        let (Some(required), Some(properties)) = (node.get("required"), node.get("properties")) else { return };
        let Some(properties) = properties.value.as_object().filter(|properties| !properties.is_empty()) else { return };
        let names: HashSet<&str> = required.elements().filter_map(|name| name.value.as_str()).collect();
        if names.iter().all(|name| properties.contains_key(*name)) {
            return;
        }
        let is_closed = is_closed(node);
        let optional: Vec<&str> = properties.keys().map(String::as_str).filter(|name| !names.contains(name)).collect();
        for element in required.elements() {
            let Some(name) = element.value.as_str().filter(|name| !properties.contains_key(*name)) else { continue };
            let help = match self.undeclared.closest(name, &optional) {
                Some(near) => format!("did you mean `{near}`?"),
                None if is_closed => "declare it in `properties`, or remove it".to_owned(),
                None => continue,
            };
            let (schema, name) = (node.pointer.clone(), name.to_owned());
            self.undeclared.found.push(UndeclaredMember { schema, place: element.pointer, name, help });
        }
    }

    /// Reports undeclared members, once all schemas are known that have others as parts.
    pub(super) fn report_undeclared(&mut self) {
        let UndeclaredMembers { parts, found, .. } = std::mem::take(&mut self.undeclared);
        for member in found.iter().filter(|member| !parts.contains(&format!("#{}", member.schema))) {
            let message = format!("`{}` is required, but is not a property", member.name);
            self.warn(Code::RuleViolated, message, &member.place, &member.help);
        }
    }
}

/// Returns `true` if only its own properties can declare the members of an object.
fn is_closed(node: &Node<'_>) -> bool {
    let mut above = node.pointer.as_str().rsplit('/');
    let (last, before) = (above.next().unwrap_or_default(), above.next().unwrap_or_default());
    let is_part = ["allOf", "oneOf", "anyOf"].contains(&before) || last == "not";
    let is_open = node.get("additionalProperties").is_some_and(|more| *more.value != serde_json::Value::Bool(false));
    let is_object = node.get("type").is_some_and(|kind| kind.value == "object");
    !is_part && !is_open && is_object && !OTHER_DECLARATIONS.iter().any(|keyword| node.get(keyword).is_some())
}
