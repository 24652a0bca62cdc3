//! The schemas of a served description, with validators that are compiled when they are needed.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use serde_json::Value;

use crate::analysis::Direction;
use crate::instances::{Instances, SchemaValidator, Violation};
use crate::pointer::Pointer;

/// The compiled validators, by the pointer to the schema; `None` for those that cannot be compiled.
#[derive(Debug, Default)]
pub(super) struct Validators(RefCell<HashMap<(String, Direction), CompiledSchema>>);

type CompiledSchema = Option<Rc<SchemaValidator>>;

/// The schemas of a description.
pub(super) struct Schemas<'d> {
    pub(super) instances: Instances<'d>,
    validators: &'d Validators,
}

impl<'d> Schemas<'d> {
    pub(super) fn new(document: &'d Value, validators: &'d Validators) -> Self {
        Self { instances: Instances::new(document), validators }
    }

    /// Returns the violations of a schema by a value, with locations below `at`.
    pub(super) fn violations(&self, schema: &str, direction: Direction, value: &Value, at: &Pointer) -> Vec<Violation> {
        let validator = self.validator(schema, direction);
        let mut violations = validator.map(|validator| validator.violations(value)).unwrap_or_default();
        for violation in &mut violations {
            violation.pointer = at.append(violation.pointer.as_str());
        }
        violations
    }

    /// Returns a value of a schema in responses: its example if that is valid, otherwise a value within the rules.
    pub(super) fn example(&self, schema: &str) -> Option<Value> {
        let validator = self.validator(schema, Direction::Response);
        self.instances.example(schema, Direction::Response, validator.as_deref())
    }

    fn validator(&self, schema: &str, direction: Direction) -> Option<Rc<SchemaValidator>> {
        let key = (schema.to_owned(), direction);
        let mut validators = self.validators.0.borrow_mut();
        let compile = || self.instances.validator(schema, direction).map(Rc::new);
        validators.entry(key).or_insert_with(compile).clone()
    }
}
