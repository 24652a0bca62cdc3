//! The elements of two versions that are the same.

use std::collections::HashMap;

use super::version::Versions;
use bindery::internal::ir::Node;

/// The matching types and operations of two versions.
#[derive(Default)]
pub(super) struct Matching {
    /// The new element of each old one.
    pub(super) new: HashMap<Node, Node>,
    /// The old element of each new one.
    pub(super) old: HashMap<Node, Node>,
}

impl Matching {
    pub(super) fn add(&mut self, nodes: Versions<Node>) {
        self.new.entry(nodes.old).or_insert(nodes.new);
        self.old.entry(nodes.new).or_insert(nodes.old);
    }
}
