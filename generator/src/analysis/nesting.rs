//! The depth to which types contain each other. rustc visits all levels when it checks how a value is dropped, and stops
//! at the recursion limit of the crate.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

use crate::model::{Api, Shape, Type};

/// The most generic types around a member, besides those of the description: `Option` and `Box`.
const LAYERS_OF_MEMBER: usize = 2;

/// Returns an upper bound for the number of Rust types that contain each other, from the outermost to the innermost. All
/// types of a cycle count.
pub(super) fn nesting_depth(api: &Api) -> usize {
    let mut graph = DiGraph::<(), (), usize>::default();
    let nodes: Vec<_> = api.types.iter().map(|_| graph.add_node(())).collect();
    for (definition, node) in api.types.iter().zip(&nodes) {
        let held = definition.shape.types(|_| true).into_iter().flat_map(Type::named_types);
        for inner in held {
            graph.add_edge(*node, nodes[inner.index()], ());
        }
    }
    let mut depths = vec![0; nodes.len()];
    // Each cycle comes after those that it contains.
    for cycle in kosaraju_scc(&graph) {
        let inner = cycle.iter().flat_map(|node| graph.neighbors(*node)).map(|inner| depths[inner.index()]).max();
        let own: usize = cycle.iter().map(|node| levels(&api.types[node.index()].shape)).sum();
        cycle.iter().for_each(|node| depths[node.index()] = own + inner.unwrap_or_default());
    }
    depths.into_iter().max().unwrap_or_default()
}

/// Returns the levels that a type adds to those of its members.
fn levels(shape: &Shape) -> usize {
    1 + LAYERS_OF_MEMBER + shape.types(|_| true).into_iter().map(layers).max().unwrap_or_default()
}

fn layers(ty: &Type) -> usize {
    let inner = ty.inner();
    if inner.is_empty() { 0 } else { 1 + inner.iter().map(layers).max().unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use crate::names::NameHistory;
    use crate::pipeline::Emission;

    fn depth(schemas: &str) -> usize {
        Emission::from_schemas(schemas, &NameHistory::default()).analysis.nesting_depth
    }

    fn list_of(name: &str, inner: &str) -> String {
        format!(
            r##""{name}": {{ "type": "object", "properties": {{ "a": {{ "type": "array", "items": {{
            "$ref": "#/components/schemas/{inner}" }} }} }} }}"##
        )
    }

    #[test]
    fn the_longest_path_counts_and_cycles_as_a_whole() {
        let end = r#""C": { "type": "object" }"#;
        assert_eq!(depth(end), 3);
        assert_eq!(depth(&[list_of("A", "B"), list_of("B", "C"), list_of("D", "C"), end.to_owned()].join(",")), 11);
        assert_eq!(depth(&[list_of("A", "B"), list_of("B", "A")].join(",")), 8);
    }
}
