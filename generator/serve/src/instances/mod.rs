//! Checks JSON instances against the schemas of a description.
//!
//! This module does not use the model. It interprets schemas independently, so a request that a generated client writes
//! and that violates the description reveals an error in one of the two interpretations.

mod alternatives;
mod decode;
mod document;
mod shape;
mod validator;
mod violation;

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use bindery::internal::analysis::Direction;
use bindery::internal::pointer::Pointer;

pub use decode::{Structure, TextValue};
pub use document::{Document, address};
pub use violation::{SchemaValidator, Violation};

/// The schemas of a description in one document, with validators that are compiled when they are needed.
#[derive(Debug)]
pub struct Schemas {
    root: Value,
    validators: RefCell<HashMap<(String, Direction), CompiledSchema>>,
}

/// A validator; `None` if the pointer has no target, or if the schema cannot be compiled.
type CompiledSchema = Option<Arc<SchemaValidator>>;

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

    /// Returns the validator of the schema at a JSON pointer in one direction, or `None` if it has no target or cannot be
    /// compiled.
    #[must_use]
    pub fn validator(&self, pointer: &str, direction: Direction) -> Option<Arc<SchemaValidator>> {
        let key = (pointer.to_owned(), direction);
        self.validators.borrow_mut().entry(key).or_insert_with(|| self.compile(pointer, direction)).clone()
    }

    /// Returns the violations of the schema at a JSON pointer by a value, with locations below `at`. A schema that cannot
    /// be compiled accepts any value.
    #[must_use]
    pub fn violations(&self, pointer: &str, direction: Direction, value: &Value, at: &Pointer) -> Vec<Violation> {
        let validator = self.validator(pointer, direction);
        let mut violations = validator.map(|validator| validator.violations(value)).unwrap_or_default();
        for violation in &mut violations {
            violation.pointer = at.append(violation.pointer.as_str());
        }
        violations
    }

    fn compile(&self, pointer: &str, direction: Direction) -> CompiledSchema {
        let document = self.document();
        let validator = validator::validator(document, document.at(pointer)?, direction).ok()?;
        Some(Arc::new(SchemaValidator::new(validator)))
    }

    fn document(&self) -> Document<'_> {
        Document::new(&self.root)
    }
}
