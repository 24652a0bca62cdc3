//! The requested pointers as a tree of segments, so that one pass over a text finds them all.

use std::collections::HashMap;

/// The tree. The first node is the whole document. `M` is the representation of a position during the pass.
pub(super) struct PointerTree<M> {
    nodes: Vec<TreeNode<M>>,
    /// The number of visits so far.
    visits: usize,
}

struct TreeNode<M> {
    parent: usize,
    children: HashMap<String, usize>,
    place: Place<M>,
    /// The number of the last visit; 0 if there was none.
    visit: usize,
    /// The number of the parent's visit that this visit was part of.
    within: usize,
}

/// The node of the whole document.
pub(super) const ROOT: usize = 0;

impl<M: Copy> PointerTree<M> {
    /// Returns the tree of some JSON pointers, and the node of each.
    pub(super) fn new(pointers: &[&str]) -> (Self, Vec<usize>) {
        let mut tree = Self { nodes: Vec::new(), visits: 0 };
        tree.push(ROOT);
        let nodes = pointers.iter().map(|pointer| tree.insert(pointer)).collect();
        (tree, nodes)
    }

    /// Adds the steps of a pointer. A pointer that does not begin with a slash names the whole document.
    fn insert(&mut self, pointer: &str) -> usize {
        pointer.split('/').skip(1).fold(ROOT, |node, step| {
            let step = step.replace("~1", "/").replace("~0", "~");
            self.child(node, &step).unwrap_or_else(|| {
                let child = self.push(node);
                self.nodes[node].children.insert(step, child);
                child
            })
        })
    }

    fn push(&mut self, parent: usize) -> usize {
        let place = Place { key: None, value: None };
        self.nodes.push(TreeNode { parent, children: HashMap::new(), place, visit: 0, within: 0 });
        self.nodes.len() - 1
    }

    pub(super) fn child(&self, node: usize, step: &str) -> Option<usize> {
        self.nodes[node].children.get(step).copied()
    }

    /// Returns `true` if anything is looked up below a node.
    pub(super) fn has_children(&self, node: usize) -> bool {
        !self.nodes[node].children.is_empty()
    }

    /// Records the location of a node, and drops the result of an earlier visit under a duplicate key.
    pub(super) fn visit(&mut self, node: usize, place: Place<M>) {
        self.visits += 1;
        let within = self.nodes[self.nodes[node].parent].visit;
        let entry = &mut self.nodes[node];
        (entry.place, entry.visit, entry.within) = (place, self.visits, within);
    }

    pub(super) fn set_value(&mut self, node: usize, value: M) {
        self.nodes[node].place.value = Some(value);
    }

    /// Returns `true` if a node was visited during the last visit of its parent.
    pub(super) fn is_visited(&self, node: usize) -> bool {
        let TreeNode { parent, visit, within, .. } = self.nodes[node];
        visit > 0 && (node == ROOT || within == self.nodes[parent].visit)
    }

    /// Returns the location of a node, or else of its closest ancestor that has one.
    pub(super) fn nearest(&self, node: usize) -> Option<Place<M>> {
        let up = |node: &usize| (*node != ROOT).then(|| self.nodes[*node].parent);
        let path: Vec<usize> = std::iter::successors(Some(node), up).collect();
        let visited = path.into_iter().rev().take_while(|node| self.is_visited(*node));
        let places = visited.map(|node| self.nodes[node].place);
        places.filter(|place| place.key.or(place.value).is_some()).last()
    }
}

/// The location of a value in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place<M> {
    /// The start of its key, if it is a member of an object.
    pub(super) key: Option<M>,
    /// The start of the value, if known.
    pub(super) value: Option<M>,
}
