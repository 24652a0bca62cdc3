//! Decisions for the previous version, which are kept.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::model::{Api, TypeId};

/// Decisions for the previous version, which are kept.
#[derive(Clone, Debug)]
pub struct Previous<'a> {
    /// The types that were received, and not sent.
    pub only_received: BTreeSet<TypeId>,
    /// The previous uses of the types, by index.
    pub uses: Vec<PreviousUse>,
    /// The previous error types of the operations, by index.
    pub errors: Vec<PreviousError>,
    /// The previous memory layouts of types.
    pub layouts: &'a Layouts,
}

/// The use of a type in the previous description.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PreviousUse {
    /// `true` if an operation used it.
    pub is_used: bool,
    /// `true` if it was sent.
    pub is_sent: bool,
    /// `true` if it was received.
    pub is_received: bool,
    /// `true` if one type was both sent and received.
    pub is_joint: bool,
    /// `true` if a patch sent it.
    pub is_patched: bool,
}

/// The error type that an operation had in the previous version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PreviousError {
    /// There was no such operation, or it documented no error response.
    #[default]
    Unknown,
    /// The main error type.
    Main,
    /// Another shared error type, by name.
    Shared(String),
    /// Its own error type.
    Own,
}

/// The layout of each struct and union, by the location of its schema.
pub type Layouts = BTreeMap<String, Layout>;

/// The memory layout of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The number of types nested in it by value. A type that contains another by value has the greater depth.
    pub depth: usize,
    /// `true` if it is large for an alternative, and is boxed there.
    pub large: bool,
    /// The locations of the types that it boxes, since it would contain itself otherwise.
    pub boxes: BTreeSet<String>,
}

impl Layout {
    /// Returns the same layout, with other locations of the boxed types.
    pub(crate) fn with_places(&self, place: impl Fn(&String) -> String) -> Self {
        Self { boxes: self.boxes.iter().map(place).collect(), ..self.clone() }
    }
}

/// The previous layouts, by their current types.
#[derive(Debug)]
pub(super) struct PreviousLayouts<'a> {
    by_type: Vec<Option<&'a Layout>>,
    types: HashMap<String, TypeId>,
}

impl<'a> PreviousLayouts<'a> {
    pub(super) fn new(api: &Api, layouts: &'a Layouts) -> Self {
        if layouts.is_empty() {
            return Self { by_type: vec![None; api.types.len()], types: HashMap::new() };
        }
        let places: Vec<String> = api.definitions().map(|(_, definition)| api.place_of(definition)).collect();
        let by_type = places.iter().map(|place| layouts.get(place)).collect();
        Self { by_type, types: places.into_iter().zip(api.definitions().map(|(id, _)| id)).collect() }
    }

    /// Returns the previous layout of a type.
    pub(super) fn get(&self, id: TypeId) -> Option<&'a Layout> {
        self.by_type[id.index()]
    }

    /// Returns the types that a type boxed previously.
    pub(super) fn boxes(&self, id: TypeId) -> impl Iterator<Item = TypeId> {
        let places = self.get(id).into_iter().flat_map(|layout| &layout.boxes);
        places.filter_map(|place| self.types.get(place).copied())
    }
}
