//! The places that are looked for, as a tree of steps, so that one walk over a text finds them all.

use std::collections::HashMap;

/// The tree. The first node is the whole document.
pub(super) struct PointerTree {
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    parent: Option<usize>,
    children: HashMap<String, usize>,
    byte: Option<usize>,
}

/// The node of the whole document.
pub(super) const ROOT: usize = 0;

impl PointerTree {
    pub(super) fn new() -> Self {
        Self { nodes: vec![Node::default()] }
    }

    /// The node at the end of the steps.
    pub(super) fn insert(&mut self, steps: &[String]) -> usize {
        let mut node = ROOT;
        for step in steps {
            node = match self.child(node, step) {
                Some(child) => child,
                None => {
                    let child = self.nodes.len();
                    self.nodes.push(Node { parent: Some(node), ..Node::default() });
                    self.nodes[node].children.insert(step.clone(), child);
                    child
                }
            };
        }
        node
    }

    pub(super) fn child(&self, node: usize, step: &str) -> Option<usize> {
        self.nodes[node].children.get(step).copied()
    }

    /// Whether anything is looked for below a node.
    pub(super) fn leads_on(&self, node: usize) -> bool {
        !self.nodes[node].children.is_empty()
    }

    /// Says where the value of a node begins; what was found first stays.
    pub(super) fn mark(&mut self, node: usize, byte: usize) {
        self.nodes[node].byte.get_or_insert(byte);
    }

    /// Where the value begins, or its nearest ancestor that exists.
    pub(super) fn nearest(&self, node: usize) -> Option<usize> {
        let mut current = Some(node);
        while let Some(node) = current {
            if self.nodes[node].byte.is_some() {
                return self.nodes[node].byte;
            }
            current = self.nodes[node].parent;
        }
        None
    }
}
