//! The elements of one version: the items that are made for each, its contents and its users.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use super::interface::{Interface, Item, Key};
use bindery::internal::ir::Node;
use bindery::internal::model::{Api, Operation, Shape, Type};

/// The elements of a version.
#[derive(Debug)]
pub(crate) struct Elements {
    items: HashMap<Node, Vec<Key>>,
    /// The parts of each element, and the types in it.
    contents: HashMap<Node, Vec<Node>>,
    /// The element that each one is part of, and the elements that a type is in.
    users: HashMap<Node, Vec<Node>>,
    /// Parts that a response need not contain in readable form: what is only sent, headers, and the bodies of error responses, which
    /// are absent if they cannot be read.
    not_decoded: HashSet<Node>,
}

impl Elements {
    pub(crate) fn new(api: &Api, interface: &Interface) -> Self {
        let mut items: HashMap<Node, Vec<Key>> = HashMap::new();
        for (owner, member, item) in interface.items() {
            item.nodes.iter().for_each(|node| items.entry(*node).or_default().push(Key::new(owner, member)));
        }
        let mut elements = Self { items, contents: HashMap::new(), users: HashMap::new(), not_decoded: HashSet::new() };
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

    /// Returns the element that this one is part of, or those that the type is in.
    pub(super) fn users(&self, node: Node) -> &[Node] {
        self.users.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Returns the operations and events whose responses and payloads contain elements, with the values of the nearest
    /// elements, at most `limit`. Each element is therefore visited a limited number of times.
    pub(super) fn operations_receiving<T: Copy + PartialEq>(
        &self,
        sources: impl IntoIterator<Item = (Node, T)>,
        limit: usize,
    ) -> BTreeMap<Node, Vec<T>> {
        let mut reached: BTreeMap<Node, Vec<T>> = BTreeMap::new();
        let mut pending: VecDeque<(Node, T)> = sources.into_iter().collect();
        while let Some((node, value)) = pending.pop_front() {
            let values = reached.entry(node).or_default();
            if values.len() < limit && !values.contains(&value) {
                values.push(value);
                let users = self.users(node).iter().filter(|user| !self.not_decoded.contains(user));
                pending.extend(users.map(|user| (*user, value)));
            }
        }
        reached.retain(|node, _| matches!(node, Node::Operation(_) | Node::Event(_)));
        reached
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
            let contents = self.contents.get(&node).into_iter().flatten();
            for neighbour in contents.chain(self.users(node)) {
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
                        let node = Node::Field(id.index(), index);
                        self.add_part(node, [&field.ty]);
                        self.not_decoded.extend(field.write_only.then_some(node));
                    }
                    self.add_part(Node::OtherMembers(id.index()), &object.others);
                }
                Shape::Union(union) => {
                    for (index, variant) in union.variants.iter().enumerate() {
                        self.add_part(Node::Variant(id.index(), index), variant.payload.ty());
                    }
                }
                Shape::Alias(ty) | Shape::Wrapper(ty) => self.add_types_of(node, [ty]),
                Shape::IntegerEnum(codes) => self.add_values(id.index(), codes.codes.len()),
                Shape::StringEnum(words) => self.add_values(id.index(), words.words.len()),
            }
        }
    }

    fn add_values(&mut self, ty: usize, count: usize) {
        (0..count).for_each(|index| self.add_part(Node::Variant(ty, index), []));
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
            self.connect(owner, part);
        }
        if matches!(part, Node::Body(_) | Node::Parameter(..) | Node::Failure(..) | Node::Header(..)) {
            self.not_decoded.insert(part);
        }
        self.add_types_of(part, types);
    }

    fn add_types_of<'t>(&mut self, node: Node, types: impl IntoIterator<Item = &'t Type>) {
        for id in types.into_iter().flat_map(Type::named_types) {
            self.connect(node, Node::Type(id.index()));
        }
    }

    fn connect(&mut self, user: Node, content: Node) {
        self.contents.entry(user).or_default().push(content);
        self.users.entry(content).or_default().push(user);
    }
}
