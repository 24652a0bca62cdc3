//! The additional derives and attributes of types.

use std::collections::{BTreeMap, BTreeSet};

use crate::api::model::TypeId;
use crate::config::{Implementation, StandardTrait};

/// The additional derives and attributes of types, fields and variants.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    pub(super) types: BTreeMap<TypeId, Extras>,
    /// The attributes of fields and of variants.
    pub(super) fields: BTreeMap<(TypeId, usize), Vec<String>>,
    pub(super) variants: BTreeMap<(TypeId, usize), Vec<String>>,
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

impl Extras {
    pub(super) const NONE: &'static Self =
        &Self { traits: BTreeSet::new(), implemented: BTreeSet::new(), derives: Vec::new(), attributes: Vec::new() };
}
