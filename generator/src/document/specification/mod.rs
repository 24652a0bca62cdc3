//! Checks a description against the fields that the specifications define.
//!
//! The page [`crate::keywords`] lists each object of OpenAPI 3.0, 3.1 and 3.2, of Swagger 2.0 and of JSON Schema 2020-12
//! with its fields: the type of each field, where it is required, the versions that have it, and how Bindery uses it.
//! The [`table`] is read from the page, and one [`walk`] checks a description against it, as it was written and before
//! any repairs. A violation is a warning and never an error.

mod field;
mod report;
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
pub(super) use version::Versions;
use version::{SINCE_31, V31};

/// Returns violations of the specification in a referenced part of a description.
pub(super) fn check_part(
    root: &Value,
    at: &Pointer,
    kind: ObjectKind,
    version: Versions,
    source: &str,
) -> Vec<Diagnostic> {
    match root.pointer(at.as_str()) {
        Some(part) => report::SpecificationWalk::new(root, version, source).finish_part(part, at.clone(), kind),
        None => Vec::new(),
    }
}

/// Returns the version of a file that belongs to a description of the given version: the one that it declares, or the
/// given one. A schema that declares its own dialect does not follow OpenAPI 3.0 or Swagger 2.0.
pub(super) fn version_of_file(root: &Value, description: Versions) -> Versions {
    let is_json_schema =
        |dialect: &Value| dialect.as_str().is_some_and(|dialect| dialect.contains("//json-schema.org/"));
    if let Some(declared) = declared_version(root) {
        return declared;
    }
    if root.get("$schema").is_some_and(is_json_schema) && !SINCE_31.has(description) { V31 } else { description }
}

/// Returns the version that a description declares, if it is known.
pub(super) fn declared_version(root: &Value) -> Option<Versions> {
    let declared = root.get("swagger").or_else(|| root.get("openapi"))?;
    match declared {
        Value::String(version) => Versions::parse(version),
        other => Versions::parse(&other.to_string()),
    }
}

/// Returns violations of the specification, or nothing for unknown versions.
pub(super) fn check(root: &Value, source: &str) -> Vec<Diagnostic> {
    match declared_version(root) {
        Some(version) => report::SpecificationWalk::new(root, version, source).finish(),
        None => Vec::new(),
    }
}
