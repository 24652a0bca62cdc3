//! What the specifications say of every field, and whether a description keeps to it.
//!
//! The [`table`] has each object of OpenAPI 3.0, 3.1 and 3.2, of Swagger 2.0 and of JSON Schema 2020-12, with its fields:
//! what each holds, where it is required, in which versions there is such a field, and what Bindery does with it. The page
//! [`crate::keywords`] is made from the table. One [`walk`] holds a description, as it was read and before anything is
//! repaired, against it. What does not fit is a warning and never a reason to refuse.

mod field;
mod names;
mod near;
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

/// What in a part of a description, which a reference leads to, is not as the specification has it.
pub(super) fn check_part(
    root: &Value,
    at: &Pointer,
    kind: ObjectKind,
    version: &Value,
    source: &str,
) -> Vec<Diagnostic> {
    match (version.as_str().and_then(version::Versions::of), root.pointer(at.as_str())) {
        (Some(version), Some(part)) => walk::Walk::new(root, version, source).finish_part(part, at.clone(), kind),
        _ => Vec::new(),
    }
}

/// What in a description is not as the specification has it; nothing for versions that are not known.
pub(super) fn check(root: &Value, source: &str) -> Vec<Diagnostic> {
    let declared = root.get("swagger").or_else(|| root.get("openapi"));
    let declared = declared.map(|version| version.as_str().map_or_else(|| version.to_string(), str::to_owned));
    match declared.as_deref().and_then(version::Versions::of) {
        Some(version) => walk::Walk::new(root, version, source).finish(),
        None => Vec::new(),
    }
}
