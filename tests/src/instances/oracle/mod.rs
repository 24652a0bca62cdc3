//! The oracle of values: `jsonschema` checks JSON values against the schemas of a description.
//!
//! This module does not use the model. It interprets schemas independently, so a request of a generated client that
//! violates the description, or a value on which it and `misfits` disagree, reveals an error in one of the two
//! interpretations.

mod translation;

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use bindery::internal::analysis::Direction;
use bindery::internal::pointer::Pointer;
use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use super::document::Document;

/// Maximum number of violations of a value.
const MAX_VIOLATIONS: usize = 20;

/// The schemas of a description in one document, with validators that are compiled when they are needed.
#[derive(Debug)]
pub struct Schemas {
    root: Value,
    validators: RefCell<HashMap<(String, Direction), CompiledSchema>>,
}

/// A validator; `None` if the pointer has no target, or if the schema cannot be compiled.
type CompiledSchema = Option<Arc<Validator>>;

/// A violation of a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The location in the value.
    pub pointer: Pointer,
    /// The violated rule.
    pub message: String,
}

impl Schemas {
    /// Creates the schemas of a description in one document.
    #[must_use]
    pub fn new(root: Value) -> Self {
        Self { root, validators: RefCell::default() }
    }

    /// Returns the description.
    #[must_use]
    pub fn root(&self) -> &Value {
        &self.root
    }

    /// Returns the violations of the schema at a JSON pointer by a value, or `None` if it has no target or cannot be
    /// compiled.
    #[must_use]
    pub fn violations(&self, pointer: &str, direction: Direction, value: &Value) -> Option<Vec<Violation>> {
        let key = (pointer.to_owned(), direction);
        let validator =
            self.validators.borrow_mut().entry(key).or_insert_with(|| self.compile(pointer, direction)).clone()?;
        // Most values are valid, and collecting errors costs more.
        if validator.is_valid(value) {
            return Some(Vec::new());
        }
        Some(validator.iter_errors(value).take(MAX_VIOLATIONS).map(|error| violation(&error)).collect())
    }

    fn compile(&self, pointer: &str, direction: Direction) -> CompiledSchema {
        let document = Document::new(&self.root);
        translation::validator(document, document.at(pointer)?, direction).ok().map(Arc::new)
    }
}

fn violation(error: &ValidationError<'_>) -> Violation {
    let pointer = Pointer::root().append(error.instance_path().as_str());
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            let pointer = property.as_str().map_or(pointer.clone(), |name| pointer.child(name));
            Violation { pointer, message: "missing".to_owned() }
        }
        ValidationErrorKind::Type { kind: TypeKind::Single(expected) } => {
            Violation { pointer, message: format!("expected {expected}") }
        }
        _ => Violation { pointer, message: error.masked_with("the value").to_string() },
    }
}
