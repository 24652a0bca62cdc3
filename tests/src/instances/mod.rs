//! JSON instances of a schema, generated from the text of a description only.
//!
//! This module does not use the generator's model. It interprets schemas independently, so an instance that a generated
//! client cannot read, or writes differently, reveals an error in one of the two interpretations.

mod array;
mod choice;
mod document;
mod equal;
mod format;
mod maker;
mod number;
mod object;
mod pattern;
mod place;
mod plausible;
mod sample;
mod shape;
mod subtypes;
mod text;
mod union;
mod variant;

#[cfg(test)]
mod tests;

pub use bindery::analysis::Direction;
use serde_json::Value;

use document::Document;
use maker::{Maker, Shapes};

pub use equal::{difference, equal};
pub use subtypes::with_subtypes;

/// The depths to which optional members are filled, tried in order until the work is affordable.
const DEPTHS: [usize; 4] = [6, 4, 2, 1];

/// Work limit for one depth, in values visited or copied.
const WORK: usize = 6_000;

/// Work limit for the last depth, after which a large schema has no smaller form.
const LAST_WORK: usize = 60_000;

/// Maximum number of instances of a schema, apart from those that its alternatives need.
const MAX_INSTANCES: usize = 40;

/// The instances of the schemas of one document.
#[derive(Debug)]
pub struct Instances<'d> {
    document: Document<'d>,
    shapes: Shapes<'d>,
}

impl<'d> Instances<'d> {
    /// Creates the instances of an OpenAPI 3.0 or 3.1 description, [with its subtypes](with_subtypes) listed.
    #[must_use]
    pub fn new(document: &'d Value) -> Self {
        Self { document: Document::new(document), shapes: Shapes::default() }
    }

    /// Returns all instances of the schema at a JSON pointer (with or without `#`) in one direction, the fullest first.
    ///
    /// There are none if the pointer has no target, or if no finite value satisfies the schema.
    #[must_use]
    pub fn for_schema(&self, pointer: &str, direction: Direction) -> Vec<Instance> {
        let Some(schema) = self.document.at(pointer) else { return Vec::new() };
        for depth in DEPTHS {
            let last = depth == DEPTHS[DEPTHS.len() - 1];
            let work = if last { LAST_WORK } else { WORK };
            let maker = Maker::new(&self.document, &self.shapes, direction, depth, work);
            if !last && !maker.affords(schema, MAX_INSTANCES) {
                continue;
            }
            let variants = maker.all(schema, MAX_INSTANCES);
            if last || !maker.is_exhausted() {
                return variant::label_instances(variants);
            }
        }
        Vec::new()
    }
}

/// A value with a label.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// The distinctive property of the value, such as `all fields` or `null in owner.name`. Labels are unique.
    pub label: String,
    /// The value.
    pub value: Value,
}

impl Instance {
    /// Returns `true` if the value contains an unlisted value. It is not a valid instance, but must be preserved.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.label.starts_with("unknown ")
    }
}
