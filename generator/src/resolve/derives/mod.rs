//! Derives and attributes that `[derives]` and `[attributes]` of the configuration add to types.
//!
//! | asked for | decided here |
//! |---|---|
//! | a trait of the language | whether a type can have it; what it holds has it as well |
//! | `arbitrary::Arbitrary`, `schemars::JsonSchema` | which types have it: those that are meant, and what they hold |
//! | `clap::ValueEnum` | which enumerations have it |
//! | another derive, an attribute | where it stands |

mod decide;
mod implementations;
mod obstacles;
mod possible;
mod rules;
mod schema;
mod shell;
mod targets;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use decide::derived;

use super::Resolver;
use crate::config::{Implementation, StandardTrait};
use crate::model::TypeId;

/// The additional derives and attributes of types, fields and variants.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    types: BTreeMap<TypeId, Extras>,
    /// The attributes of fields and of variants.
    fields: BTreeMap<(TypeId, usize), Vec<String>>,
    variants: BTreeMap<(TypeId, usize), Vec<String>>,
}

/// The additional derives and attributes of a type.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extras {
    /// The traits of the language.
    pub(crate) traits: BTreeSet<StandardTrait>,
    /// The traits that are implemented.
    pub(crate) implemented: BTreeSet<Implementation>,
    /// The paths of other derives, as Rust reads them.
    pub(crate) derives: Vec<String>,
    /// Attributes, as Rust reads them.
    pub(crate) attributes: Vec<String>,
}

impl Derived {
    /// Nothing.
    pub(crate) const NONE: &'static Self =
        &Self { types: BTreeMap::new(), fields: BTreeMap::new(), variants: BTreeMap::new() };

    /// The traits that are implemented for any type.
    pub(crate) fn implemented(&self) -> BTreeSet<Implementation> {
        self.types.values().flat_map(|extras| extras.implemented.iter().copied()).collect()
    }
}

impl Extras {
    const NONE: &'static Self =
        &Self { traits: BTreeSet::new(), implemented: BTreeSet::new(), derives: Vec::new(), attributes: Vec::new() };
}

impl<'a> Resolver<'a> {
    /// Returns the additional derives and attributes of a type.
    pub(crate) fn extras(&self, id: TypeId) -> &'a Extras {
        self.derived.types.get(&id).unwrap_or(Extras::NONE)
    }

    /// The attributes of a field.
    pub(super) fn field_attributes(&self, id: TypeId, index: usize) -> &'a [String] {
        self.derived.fields.get(&(id, index)).map_or(&[], Vec::as_slice)
    }

    /// The attributes of a variant.
    pub(super) fn variant_attributes(&self, id: TypeId, index: usize) -> &'a [String] {
        self.derived.variants.get(&(id, index)).map_or(&[], Vec::as_slice)
    }
}
