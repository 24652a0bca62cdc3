//! JSON instances of a schema, made from the text of a description alone.
//!
//! Nothing here knows the generator's model: what a schema accepts is read a second time and in another way, so that an
//! instance that a generated client cannot read, or writes differently, shows that one of both readings is wrong.

mod array;
mod choice;
mod document;
mod equal;
mod format;
mod heirs;
mod maker;
mod number;
mod object;
mod pattern;
mod place;
mod plausible;
mod sample;
mod shape;
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
pub use heirs::with_heirs;

/// How deep members that may be left out are filled, tried one after the other until the work is affordable.
const DEPTHS: [usize; 4] = [6, 4, 2, 1];

/// The work for one depth, in values looked at or copied.
const WORK: usize = 6_000;

/// The work for the last depth: there a big schema has no smaller form to fall back to.
const LAST_WORK: usize = 60_000;

/// The instances of a schema, beside those that its alternatives need.
const MOST: usize = 40;

/// The instances of the schemas of one document.
#[derive(Debug)]
pub struct Instances<'d> {
    document: Document<'d>,
    shapes: Shapes<'d>,
}

impl<'d> Instances<'d> {
    /// The instances of a description of OpenAPI 3.0 or 3.1, [with its heirs](with_heirs) written out.
    #[must_use]
    pub fn new(document: &'d Value) -> Self {
        Self { document: Document::new(document), shapes: Shapes::default() }
    }

    /// All instances of the schema at a JSON pointer (with or without `#`), in one direction, the fullest first.
    ///
    /// There are none where the pointer leads nowhere, and where no finite value satisfies the schema.
    #[must_use]
    pub fn of(&self, pointer: &str, direction: Direction) -> Vec<Instance> {
        let Some(schema) = self.document.at(pointer) else { return Vec::new() };
        for depth in DEPTHS {
            let last = depth == DEPTHS[DEPTHS.len() - 1];
            let work = if last { LAST_WORK } else { WORK };
            let maker = Maker::new(&self.document, &self.shapes, direction, depth, work);
            if !last && !maker.affords(schema, MOST) {
                continue;
            }
            let variants = maker.all(schema, MOST);
            if last || !maker.is_exhausted() {
                return variant::labelled(variants);
            }
        }
        Vec::new()
    }
}

/// One value, and what is special to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// What is special to the value, such as `all fields` or `null in owner.name`; no two instances share a label.
    pub label: String,
    /// The value.
    pub value: Value,
}

impl Instance {
    /// Returns `true` if the value has something that the schema does not list: it is no instance, but has to survive.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.label.starts_with("unknown ")
    }
}
