//! The memory layout of types, as far as a later version must not change it: a type that contains another by value
//! continues to do so, and a new box is only added with the field that requires it.

use petgraph::algo::toposort;
use petgraph::graph::DiGraph;

use super::previous::{Layout, Layouts};
use super::recursion::{Boxed, ContainedTypes, held_by_value};
use super::sizes::LargeTypes;
use crate::model::{Api, Shape, TypeId};

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
