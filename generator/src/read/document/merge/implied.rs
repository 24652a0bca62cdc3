//! Refuses to rename a schema whose name is a value on the wire: that of an alternative which the `mapping` of its
//! discriminator does not list.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::input::MergeInput;
use super::names::Renames;
use crate::base::diagnostic::Result;
use crate::base::pointer::Pointer;
use crate::read::document::references::{ComponentId, mapped, objects, referenced};

const SCHEMAS: &str = "schemas";

/// Checks that no schema that gets a prefix is selected by its name.
pub(super) fn check(part: &MergeInput, index: usize, names: &Renames) -> Result<()> {
    let is_renamed = |name: &String| names.component(index, SCHEMAS, name) != name;
    match objects(&part.value).flat_map(implied).find(is_renamed) {
        Some(name) => {
            let message = format!("`{name}` collides with another name, and is the value of a discriminator");
            let help = "list the alternative in the `mapping` of the discriminator with a correction";
            Err(part.error_at(&Pointer::component(SCHEMAS, &name), message, help))
        }
        None => Ok(()),
    }
}

/// Returns the alternatives that the mapping of a discriminator does not list.
fn implied(schema: &Map<String, Value>) -> Vec<String> {
    let Some(discriminator) = schema.get("discriminator") else { return Vec::new() };
    let mapped: HashSet<ComponentId> = mapped(discriminator).collect();
    let alternatives = ["oneOf", "anyOf"].into_iter().filter_map(|key| schema.get(key)?.as_array()).flatten();
    let targets = alternatives.filter_map(|alternative| referenced(alternative.get("$ref")?));
    targets.filter(|target| target.section == SCHEMAS && !mapped.contains(target)).map(|target| target.name).collect()
}
