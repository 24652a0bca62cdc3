//! What the specifications say of every field, and whether a description keeps to it.
//!
//! The [`table`] has each object of OpenAPI 3.0, 3.1 and 3.2, of Swagger 2.0 and of JSON Schema 2020-12, with its fields:
//! what each holds, where it is required, in which versions there is such a field, and what Bindery does with it. The page
//! [`crate::keywords`] is made from the table. One [`walk`] holds a description, as it was read and before anything is
//! repaired, against it. What does not fit is a warning and never a reason to refuse.

mod field;
mod names;
#[cfg(test)]
mod page;
mod rules;
mod table;
#[cfg(test)]
mod tests;
mod version;
mod walk;

use serde_json::Value;

use crate::diagnostic::Diagnostic;
use crate::pointer::Pointer;

pub(super) use field::ObjectKind;
use version::{SINCE_31, V31};
pub(super) use version::{V20, Versions};

/// What in a part of a description, which a reference leads to, is not as the specification has it.
pub(super) fn check_part(
    root: &Value,
    at: &Pointer,
    kind: ObjectKind,
    version: Versions,
    source: &str,
) -> Vec<Diagnostic> {
    match root.pointer(at.as_str()) {
        Some(part) => walk::Walk::new(root, version, source).finish_part(part, at.clone(), kind),
        None => Vec::new(),
    }
}

/// The version that a file follows which belongs to a description of this one: the one that it declares, or this one. A schema that names its own dialect is no
/// schema of OpenAPI 3.0 or Swagger 2.0.
pub(super) fn version_of_file(root: &Value, description: Versions) -> Versions {
    let is_json_schema =
        |dialect: &Value| dialect.as_str().is_some_and(|dialect| dialect.contains("//json-schema.org/"));
    if let Some(declared) = declared_version(root) {
        return declared;
    }
    match root.get("$schema").is_some_and(is_json_schema) && !SINCE_31.has(description) {
        true => V31,
        false => description,
    }
}

/// The version that a description says it follows, if it is known.
pub(super) fn declared_version(root: &Value) -> Option<Versions> {
    let declared = root.get("swagger").or_else(|| root.get("openapi"))?;
    match declared {
        Value::String(version) => Versions::of(version),
        other => Versions::of(&other.to_string()),
    }
}

/// What in a description is not as the specification has it; nothing for versions that are not known.
pub(super) fn check(root: &Value, source: &str) -> Vec<Diagnostic> {
    match declared_version(root) {
        Some(version) => walk::Walk::new(root, version, source).finish(),
        None => Vec::new(),
    }
}
