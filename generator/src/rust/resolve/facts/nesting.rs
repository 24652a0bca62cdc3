//! The depth to which types contain each other. rustc visits all levels when it checks how a value is dropped, rustdoc when
//! it looks for auto traits; they stop at the recursion limit of the crate.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

use crate::api::model::{Api, Shape, Type};

/// The most generic types around a member, besides those of the description: `Option` and `Box`.
const LAYERS_OF_MEMBER: usize = 2;

/// The types of the standard library from a list to its items: `Vec`, `RawVec` and `PhantomData`.
const LAYERS_OF_LIST: usize = 3;

/// The types of the standard library from a map to its values, such as `BTreeMap`, `NodeRef`, `NonNull` and `LeafNode`.
const LAYERS_OF_MAP: usize = 9;

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
    let undeclared = match shape {
        Shape::Object(object) => object.others.as_ref().map(|ty| LAYERS_OF_MAP + layers(ty)),
        _ => None,
    };
    let declared = shape.types(|_| true).into_iter().map(layers);
    1 + LAYERS_OF_MEMBER + declared.chain(undeclared).max().unwrap_or_default()
}

fn layers(ty: &Type) -> usize {
    let own = match ty {
        Type::Map(_) => LAYERS_OF_MAP,
        _ if ty.inner().is_empty() => 0,
        _ => LAYERS_OF_LIST,
    };
    own + ty.inner().iter().map(layers).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::pipeline::Emission;
    use crate::rust::names::NameHistory;

    fn depth(schemas: &str) -> usize {
        Emission::from_schemas(schemas, &NameHistory::default()).facts.nesting_depth
    }

    fn list_of(name: &str, inner: &str) -> String {
        format!(
            r##""{name}": {{ "type": "object", "properties": {{ "a": {{ "type": "array", "items": {{
            "$ref": "#/components/schemas/{inner}" }} }} }} }}"##
        )
    }

    #[test]
    fn maps_have_more_layers_than_lists() {
        let map = r#""A": { "type": "object", "additionalProperties": { "type": "string" } }"#;
        assert_eq!(depth(map), 12);
        assert_eq!(
            depth(&map.replace("additionalProperties", r#"properties": { "a": {} }, "additionalProperties"#)),
            12
        );
    }

    #[test]
    fn the_longest_path_counts_and_cycles_as_a_whole() {
        let end = r#""C": { "type": "object" }"#;
        assert_eq!(depth(end), 3);
        assert_eq!(depth(&[list_of("A", "B"), list_of("B", "C"), list_of("D", "C"), end.to_owned()].join(",")), 15);
        assert_eq!(depth(&[list_of("A", "B"), list_of("B", "A")].join(",")), 12);
    }
}
