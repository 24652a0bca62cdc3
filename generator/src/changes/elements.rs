//! The elements of one version: the items that are made for each, and its neighbours.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::interface::{Interface, Item, Key};
use crate::ir::Node;
use crate::model::{Api, Operation, Shape, Type};

/// The elements of a version.
#[derive(Debug)]
pub(crate) struct Elements {
    items: HashMap<Node, Vec<Key>>,
    /// The contents and the users of each element.
    neighbours: BTreeMap<Node, Vec<Node>>,
}

impl Elements {
    pub(crate) fn new(api: &Api, interface: &Interface) -> Self {
        let mut items: HashMap<Node, Vec<Key>> = HashMap::new();
        for (owner, member, item) in interface.items() {
            item.nodes.iter().for_each(|node| items.entry(*node).or_default().push(Key::new(owner, member)));
        }
        let mut elements = Self { items, neighbours: BTreeMap::new() };
        elements.add_types(api);
        for (index, operation) in api.operations.iter().enumerate() {
            elements.add_operation(index, operation);
        }
        for (index, event) in api.events.iter().enumerate() {
            elements.add_part(Node::Event(index), [&event.ty]);
        }
        elements
    }

    /// Returns the items that are made for an element.
    pub(super) fn items(&self, node: Node) -> &[Key] {
        self.items.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Returns the contents and the users of an element.
    pub(super) fn neighbours(&self, node: Node) -> &[Node] {
        self.neighbours.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Returns the function of an operation.
    pub(super) fn function<'i>(&self, operation: usize, interface: &'i Interface) -> Option<(Key, &'i Item)> {
        let keys = self.items(Node::Operation(operation)).iter();
        let mut items = keys.filter_map(|key| Some((key.clone(), interface.get(key)?)));
        items.find(|(_, item)| item.is_function() && item.nodes.first() == Some(&Node::Operation(operation)))
    }

    /// Returns the value of the source that is nearest to each element. The search starts at all sources at once, so that
    /// each element is visited once.
    pub(super) fn nearest<T: Copy>(&self, sources: impl IntoIterator<Item = (Node, T)>) -> HashMap<Node, T> {
        let mut nearest: HashMap<Node, T> = HashMap::new();
        let mut pending = VecDeque::new();
        for (node, value) in sources {
            nearest.entry(node).or_insert_with(|| {
                pending.push_back(node);
                value
            });
        }
        while let Some(node) = pending.pop_front() {
            let value = nearest[&node];
            for neighbour in self.neighbours(node) {
                nearest.entry(*neighbour).or_insert_with(|| {
                    pending.push_back(*neighbour);
                    value
                });
            }
        }
        nearest
    }

    fn add_types(&mut self, api: &Api) {
        for (id, definition) in api.definitions() {
            let node = Node::Type(id.index());
            match &definition.shape {
                Shape::Object(object) => {
                    for (index, field) in object.fields.iter().enumerate() {
                        self.add_part(Node::Field(id.index(), index), [&field.ty]);
                    }
                    self.add_part(Node::OtherMembers(id.index()), &object.others);
                }
                Shape::Union(union) => {
                    for (index, variant) in union.variants.iter().enumerate() {
                        self.add_part(node.variant(index), variant.payload.ty());
                    }
                }
                Shape::Alias(ty) | Shape::Wrapper(ty) => self.add_types_of(node, [ty]),
                Shape::IntegerEnum(codes) => self.add_values(node, codes.codes.len()),
                Shape::StringEnum(words) => self.add_values(node, words.words.len()),
            }
        }
    }

    fn add_values(&mut self, node: Node, count: usize) {
        (0..count).for_each(|index| self.add_part(node.variant(index), []));
    }

    fn add_operation(&mut self, index: usize, operation: &Operation) {
        for (at, parameter) in operation.parameters.iter().enumerate() {
            self.add_part(Node::Parameter(index, at), [&parameter.ty]);
        }
        self.add_part(Node::Body(index), operation.body_types());
        self.add_part(Node::Output(index), operation.success_types());
        for (at, response) in operation.error_responses.iter().enumerate() {
            self.add_part(Node::Failure(index, at), &response.body);
        }
        for (at, header) in operation.headers.iter().enumerate() {
            self.add_part(Node::Header(index, at), [&header.ty]);
        }
    }

    /// Adds a part of an element with the types in it.
    fn add_part<'t>(&mut self, part: Node, types: impl IntoIterator<Item = &'t Type>) {
        if let Some(owner) = part.owner() {
            self.connect(part, owner);
        }
        self.add_types_of(part, types);
    }

    fn add_types_of<'t>(&mut self, node: Node, types: impl IntoIterator<Item = &'t Type>) {
        for id in types.into_iter().flat_map(Type::named_types) {
            self.connect(node, Node::Type(id.index()));
        }
    }

    fn connect(&mut self, one: Node, other: Node) {
        self.neighbours.entry(one).or_default().push(other);
        self.neighbours.entry(other).or_default().push(one);
    }
}
