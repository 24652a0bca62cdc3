//! JSON instances of the schemas of a description, for round trips.
//!
//! This module does not use the generator. It interprets schemas independently, so an instance that a generated client
//! cannot read, or writes differently, reveals an error in one of the two interpretations.

mod alternatives;
mod array;
mod choice;
mod deviation;
mod document;
mod maker;
mod number;
mod object;
mod oracle;
mod shape;
mod subtypes;
mod text;
mod union;
mod variant;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use bindery::internal::analysis::Direction;
use serde_json::Value;

use document::Document;
use maker::{Maker, Shapes};
use variant::{Variant, VariantKind};

pub use deviation::deviations_of;
pub use oracle::{Schemas, Violation};
pub use subtypes::with_subtypes;

/// The depths to which optional members are filled, tried in order until the work is affordable.
const DEPTHS: [usize; 4] = [6, 4, 2, 1];

/// Work limit for one depth, in values visited or copied.
const MAX_WORK: usize = 6_000;

/// Work limit for the last depth, after which a large schema has no smaller form.
const MAX_LAST_WORK: usize = 60_000;

/// Maximum number of instances of a schema, apart from those that its alternatives need.
const MAX_INSTANCES: usize = 40;

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
