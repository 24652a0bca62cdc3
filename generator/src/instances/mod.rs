//! JSON instances of the schemas of a description.
//!
//! This module does not use the model. It interprets schemas independently, so an instance that a generated client cannot
//! read, or writes differently, reveals an error in one of the two interpretations.

mod alternatives;
mod array;
mod choice;
mod decode;
mod document;
mod maker;
mod number;
mod object;
mod shape;
mod subtypes;
mod text;
mod union;
mod validator;
mod variant;
mod violation;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use serde_json::Value;

use crate::analysis::Direction;
use crate::pointer::Pointer;
use document::Document;
use maker::{Maker, Shapes};
use variant::{Variant, VariantKind};

pub use decode::{Structure, TextValue};
pub use subtypes::with_subtypes;
pub use violation::{SchemaValidator, Violation};

/// The depths to which optional members are filled, tried in order until the work is affordable.
const DEPTHS: [usize; 4] = [6, 4, 2, 1];

/// Work limit for one depth, in values visited or copied.
const MAX_WORK: usize = 6_000;

/// Work limit for the last depth, after which a large schema has no smaller form.
const MAX_LAST_WORK: usize = 60_000;

/// Maximum number of instances of a schema, apart from those that its alternatives need.
const MAX_INSTANCES: usize = 40;

/// The depth to which optional members of an example are filled.
const EXAMPLE_DEPTH: usize = 3;

/// Maximum number of attempts to build a valid value from examples of its parts.
const MAX_ATTEMPTS: usize = 4;

/// The instances of the schemas of one document.
#[derive(Debug)]
pub struct Instances<'d> {
    document: Document<'d>,
    shapes: Shapes<'d>,
}

impl<'d> Instances<'d> {
    /// Creates the instances of a description in one document, [with its subtypes](with_subtypes) listed.
    #[must_use]
    pub fn new(document: &'d Value) -> Self {
        Self { document: Document::new(document), shapes: Shapes::default() }
    }

    /// Returns all instances of the schema at a JSON pointer in one direction, the fullest first.
    ///
    /// There are none if the pointer has no target, or if no finite value satisfies the schema.
    #[must_use]
    pub fn for_schema(&self, pointer: &str, direction: Direction) -> Vec<Instance> {
        let Some(schema) = self.document.at(pointer) else { return Vec::new() };
        for depth in DEPTHS {
            let is_last = depth == DEPTHS[DEPTHS.len() - 1];
            let work = if is_last { MAX_LAST_WORK } else { MAX_WORK };
            let maker = Maker::new(self.document, &self.shapes, direction, depth, work);
            if !is_last && !maker.affords(schema, MAX_INSTANCES) {
                continue;
            }
            let variants = maker.all(schema, MAX_INSTANCES);
            if is_last || !maker.is_exhausted() {
                return label_instances(variants);
            }
        }
        Vec::new()
    }

    /// Returns the validator of the schema at a JSON pointer in one direction, or `None` if it has no target or cannot be
    /// compiled.
    #[must_use]
    pub fn validator(&self, pointer: &str, direction: Direction) -> Option<SchemaValidator> {
        let schema = self.document.at(pointer)?;
        validator::validator(self.document, schema, direction).ok().map(SchemaValidator::new)
    }

    /// Returns one value of the schema at a JSON pointer: its example and those of its parts if they are valid, and
    /// otherwise values within the rules.
    #[must_use]
    pub fn example(&self, pointer: &str, direction: Direction, validator: Option<&SchemaValidator>) -> Option<Value> {
        let violations = |value: &Value| validator.map(|validator| validator.violations(value)).unwrap_or_default();
        let schema = self.document.at(pointer)?;
        let mut invalid = BTreeSet::new();
        for _ in 0..MAX_ATTEMPTS {
            let maker = Maker::new(self.document, &self.shapes, direction, EXAMPLE_DEPTH, MAX_LAST_WORK);
            let maker = maker.with_examples_except(&invalid);
            let Some(value) = maker.fullest(schema) else { break };
            let violations = violations(&value);
            if violations.is_empty() {
                return Some(value);
            }
            let is_involved = |used: &Pointer| {
                violations
                    .iter()
                    .any(|violation| violation.pointer.is_within(used) || used.is_within(&violation.pointer))
            };
            let mut used = maker.used_examples.take();
            used.retain(is_involved);
            invalid.extend(used);
        }
        let mut instances = self.for_schema(pointer, direction);
        instances.retain(|instance| !instance.is_unknown());
        let valid = instances.iter().position(|instance| violations(&instance.value).is_empty()).unwrap_or_default();
        (!instances.is_empty()).then(|| instances.swap_remove(valid).value)
    }
}

/// A value with a label.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// The distinctive property of the value, such as `all fields` or `null in owner.name`. Labels are unique.
    pub label: String,
    /// The value.
    pub value: Value,
    kind: VariantKind,
}

impl Instance {
    /// Returns `true` if the value contains an unlisted value. It is not a valid instance, but must be preserved.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.kind == VariantKind::Unknown
    }

    /// Returns `true` if the value contains an example of the description, which may be invalid.
    #[must_use]
    pub fn is_example(&self) -> bool {
        self.kind == VariantKind::Example
    }
}

/// Returns the instances with unique labels.
fn label_instances(variants: Vec<Variant>) -> Vec<Instance> {
    let mut used = BTreeSet::new();
    let mut unique = |label: String| {
        let numbered = (2_usize..).map(|count| format!("{label} #{count}"));
        let mut labels = std::iter::once(label.clone()).chain(numbered);
        labels.find(|label| used.insert(label.clone())).unwrap_or_default()
    };
    let labeled = variants.into_iter().map(|variant| Instance {
        label: unique(variant.label()),
        kind: variant.kind,
        value: variant.value,
    });
    labeled.collect()
}
