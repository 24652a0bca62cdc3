//! The memory layout of types, as far as a later version must not change it: a type that contains another by value
//! continues to do so, and a new box is only added with the field that requires it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use petgraph::algo::toposort;
use petgraph::graph::DiGraph;

use super::recursion::{Boxed, ContainedTypes, held_by_value};
use super::sizes::LargeTypes;
use crate::model::{Api, Shape, TypeId};

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

/// Returns the layouts of all structs and unions.
pub(super) fn layouts(api: &Api, boxed: &Boxed, large: &LargeTypes) -> Layouts {
    let held: Vec<ContainedTypes> = api.definitions().map(|(id, _)| held_by_value(api, id)).collect();
    let depths = depths(&held, boxed);
    let boxes = |id: TypeId| held[id.index()].iter().filter(move |(member, _)| boxed.contains(id, *member));
    let layout = |id: TypeId| Layout {
        depth: depths[id.index()],
        large: large.contains(id),
        boxes: boxes(id).map(|(_, inner)| api.place_of(api.definition(*inner))).collect(),
    };
    let kept =
        api.definitions().filter(|(_, definition)| matches!(definition.shape, Shape::Object(_) | Shape::Union(_)));
    kept.map(|(id, definition)| (api.place_of(definition), layout(id))).collect()
}

fn depths(held: &[ContainedTypes], boxed: &Boxed) -> Vec<usize> {
    let by_value = held.iter().enumerate().flat_map(|(index, held)| {
        let unboxed = held.iter().filter(move |(member, _)| !boxed.contains(TypeId::new(index), *member));
        unboxed.map(move |(_, inner)| (index, inner.index()))
    });
    let graph = DiGraph::<(), (), usize>::from_edges(by_value);
    let mut depths = vec![0; held.len()];
    // Boxing leaves no cycles.
    for node in toposort(&graph, None).unwrap_or_default().into_iter().rev() {
        let inside = graph.neighbors(node).map(|inner| depths[inner.index()] + 1);
        depths[node.index()] = inside.max().unwrap_or(0);
    }
    depths
}
