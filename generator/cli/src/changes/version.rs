//! The two compared versions of a description, with the names of their items in the Rust code.

use std::collections::BTreeSet;

use super::elements::Elements;
use crate::changes::interface::{Interface, Item, Key};
use bindery::internal::analysis::{Analysis, Direction, Module};
use bindery::internal::ir::Node;
use bindery::internal::model::{Api, Owner, TypeId};
use bindery::internal::names::Names;
use bindery::internal::text::Source;

/// A value for the old and the new version of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Versions<T> {
    pub(crate) old: T,
    pub(crate) new: T,
}

impl<T> Versions<T> {
    pub(crate) fn new(old: T, new: T) -> Self {
        Self { old, new }
    }

    pub(crate) fn as_ref(&self) -> Versions<&T> {
        Versions::new(&self.old, &self.new)
    }

    pub(crate) fn map<U>(self, mut convert: impl FnMut(T) -> U) -> Versions<U> {
        Versions::new(convert(self.old), convert(self.new))
    }

    pub(crate) fn zip<U>(self, other: Versions<U>) -> Versions<(T, U)> {
        Versions::new((self.old, other.old), (self.new, other.new))
    }

    /// Returns the same value for both versions.
    pub(super) fn same(both: T) -> Self
    where
        T: Clone,
    {
        Self::new(both.clone(), both)
    }

    /// Returns the value of the old version only.
    pub(super) fn only_old(old: T) -> Versions<Option<T>> {
        Versions::new(Some(old), None)
    }

    /// Returns the value of the new version only.
    pub(super) fn only_new(new: T) -> Versions<Option<T>> {
        Versions::new(None, Some(new))
    }

    pub(crate) fn into_array(self) -> [T; 2] {
        [self.old, self.new]
    }
}

impl<T> Versions<Option<T>> {
    /// Returns the value of the new version, or else of the old one.
    pub(super) fn newest(self) -> Option<T> {
        self.new.or(self.old)
    }

    /// Converts the value of each version that has one.
    pub(super) fn map_some<U>(self, mut convert: impl FnMut(T) -> U) -> Versions<Option<U>> {
        self.map(|value| value.map(&mut convert))
    }
}

impl<T: PartialEq> Versions<T> {
    /// Returns `true` if the values differ.
    pub(super) fn is_changed(&self) -> bool {
        self.old != self.new
    }
}

/// Returns the element of a type.
pub(super) fn type_node(id: TypeId) -> Node {
    Node::Type(id.index())
}

/// A version of a description with its model and its emitted code.
#[derive(Clone, Copy)]
pub(crate) struct ApiVersion<'a> {
    pub(crate) api: &'a Api,
    pub(crate) analysis: &'a Analysis,
    pub(crate) names: &'a Names,
    pub(crate) interface: &'a Interface,
    pub(crate) elements: &'a Elements,
    /// The description, then its other files.
    pub(crate) sources: &'a [Source],
    /// The excluded operations, such as `GET /pets`.
    pub(crate) excluded: &'a BTreeSet<String>,
}

impl<'a> ApiVersion<'a> {
    /// Returns the names that are declared for an operation, without those of its error type and of shared headers.
    pub(super) fn operation_names(self, index: usize) -> [&'a str; 8] {
        let group = self.names.group(self.api.operations[index].group);
        let names = self.names.operation(index);
        [
            &group.function,
            &group.type_name,
            &names.function,
            &names.type_name,
            &names.arguments_type,
            &names.body_type,
            self.analysis.headers.sharing(index).map_or(&names.headers_type, |_| ""),
            &names.output_type,
        ]
    }

    /// Returns `true` if an item is a function that creates a value of its owner.
    pub(super) fn is_constructor(&self, key: &Key) -> bool {
        self.interface.get(key).is_some_and(Item::is_constructor)
    }

    /// Returns the item of the constructor of a sent type.
    pub(super) fn constructor(&self, id: TypeId) -> Option<&'a Item> {
        let key = self.elements.items(type_node(id)).iter().find(|key| self.is_constructor(key))?;
        self.interface.get(key)
    }

    /// Returns `true` if the constructor of a sent type takes a struct of required members, whose order does not matter.
    pub(super) fn takes_fields_struct(&self, id: TypeId) -> bool {
        [Direction::Request, Direction::Response].iter().any(|form| self.names.required_fields(id, *form).is_some())
    }

    /// Returns the name of an operation's own error type, or `None` if it has the one that operations share.
    pub(super) fn own_error_type(&self, index: usize) -> Option<&str> {
        (!self.analysis.errors.is_main(index)).then(|| self.names.operation(index).error_type.as_str())
    }

    /// Returns the error responses of an operation.
    pub(super) fn failures(&self, index: usize) -> impl Iterator<Item = Node> + use<> {
        (0..self.api.operations[index].error_responses.len()).map(move |at| Node::Failure(index, at))
    }

    /// Returns the item of the function of an operation.
    pub(super) fn function(&self, index: usize) -> Option<&'a Item> {
        self.elements.function(index, self.interface).map(|(_, item)| item)
    }

    /// Returns `true` if the function of an operation takes a struct of arguments, whose order does not matter.
    pub(super) fn takes_arguments_struct(&self, index: usize) -> bool {
        self.function(index).is_some_and(Item::takes_struct)
    }

    /// Returns the call as written in a program, such as `story().list`.
    pub(super) fn call(&self, index: usize) -> String {
        let group = self.names.group(self.api.operations[index].group);
        format!("{}().{}", group.function, self.names.operation(index).function)
    }

    /// Returns the resource of a type: its group, or the type itself.
    pub(super) fn resource(&self, id: TypeId) -> String {
        match self.analysis.modules[id.index()] {
            Module::Group(group) => self.api.groups[group].wire.clone(),
            Module::Shared | Module::Unreferenced => self.root(id),
        }
    }

    /// Returns the outermost owner of a type.
    fn root(&self, id: TypeId) -> String {
        match &self.api.definition(id).naming.owner {
            Owner::Schema(name) | Owner::Component(name) => name.clone(),
            Owner::Type(outer) => self.root(*outer),
            Owner::Operation(operation) => self.api.operations[operation.0].name(),
        }
    }

    /// Returns the path of a type, outermost first, in terms of the description: `story.state`.
    pub(super) fn path(&self, id: TypeId) -> String {
        let naming = &self.api.definition(id).naming;
        let owner = match &naming.owner {
            Owner::Schema(name) | Owner::Component(name) => name.clone(),
            Owner::Type(outer) => self.path(*outer),
            Owner::Operation(operation) => self.api.operations[operation.0].name(),
        };
        if naming.is_component() { owner } else { format!("{owner}.{}", naming.words(&self.api.types)) }
    }

    /// Returns the name of a type in the code; that of the received form if it is split.
    pub(super) fn type_name(&self, id: TypeId) -> &'a str {
        let direction = self.analysis.directions.emitted(id).first().copied().unwrap_or(Direction::Response);
        self.names.of_type(id, direction)
    }
}
