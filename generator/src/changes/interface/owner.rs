//! The owner of items, which declares its members.

use super::item::{Declaration, Item, Output, Signature, Taken, Trait};
use super::key::Key;
use super::table::Interface;

use crate::ir::{Argument, Node, RustType};

/// The traits that all types derive, which are not compared.
const EVERYWHERE: [&str; 2] = ["Clone", "Debug"];

/// An item whose members are added.
pub(super) struct Owner<'i> {
    interface: &'i mut Interface,
    /// Its path from the root of the crate.
    path: String,
    /// Its name.
    name: String,
    /// The elements of the API that it is made for.
    nodes: Vec<Node>,
    /// The feature that enables it.
    feature: Option<&'static str>,
}

impl<'i> Owner<'i> {
    /// Returns the owner with a name in a module, whose path may be empty.
    pub(super) fn new(
        interface: &'i mut Interface,
        module: &str,
        name: &str,
        nodes: impl IntoIterator<Item = Node>,
    ) -> Self {
        let path = if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") };
        Self { interface, path, name: name.to_owned(), nodes: nodes.into_iter().collect(), feature: None }
    }

    /// Sets the feature that enables it.
    pub(super) fn enabled_by(mut self, feature: Option<&'static str>) -> Self {
        self.feature = feature;
        self
    }

    /// Adds the owner itself.
    pub(super) fn declare(&mut self, declaration: Declaration) {
        let name = self.name.clone();
        self.add("", &name, declaration, &self.nodes.clone());
    }

    /// Adds a variant.
    pub(super) fn variant(&mut self, name: &str, payload: Option<RustType>, nodes: &[Node]) {
        self.add(&format!("::{name}"), name, Declaration::Variant(payload), nodes);
    }

    /// Adds the variant for values that the description does not list.
    pub(super) fn unlisted(&mut self, payload: RustType) {
        self.variant("Unlisted", Some(payload), &self.nodes.clone());
    }

    /// Adds a public field.
    pub(super) fn field(&mut self, name: &str, ty: RustType, nodes: &[Node]) {
        self.add(&format!(".{name}"), name, Declaration::Field(ty), nodes);
    }

    /// Adds a public constant.
    pub(super) fn constant(&mut self, name: &str, ty: &'static str, nodes: &[Node]) {
        self.add(&format!("::{name}"), name, Declaration::Constant(ty), nodes);
    }

    /// Adds a public function. Without elements of its own, it is made for those of the owner.
    pub(super) fn function(&mut self, name: &str, receiver: Option<&'static str>, function: Function) {
        let Function { is_const, arguments, output, nodes } = function;
        let nodes = if nodes.is_empty() { self.nodes.clone() } else { nodes };
        let signature = Signature { is_const, receiver, arguments, output };
        self.add(&format!("::{name}"), name, Declaration::Function(signature), &nodes);
    }

    /// Adds derived traits.
    pub(super) fn derives(&mut self, derived: &[impl AsRef<str>]) {
        let derived = derived.iter().map(AsRef::as_ref).filter(|derived| !EVERYWHERE.contains(derived));
        derived.for_each(|derived| self.implements(derived));
    }

    /// Adds `PartialEq` if its values can be compared.
    pub(super) fn compares(&mut self, is_comparable: bool) {
        self.derives(if is_comparable { &["PartialEq"] } else { &[] });
    }

    /// Adds the implementation of a trait.
    pub(super) fn implements(&mut self, implemented: &str) {
        self.implements_for(Trait::Named(implemented.to_owned()), &self.nodes.clone());
    }

    /// Adds the implementation of a trait for elements of the API.
    pub(super) fn implements_for(&mut self, implemented: Trait, nodes: &[Node]) {
        let name = self.name.clone();
        self.add(&format!(" as {implemented}"), &name, Declaration::Trait(implemented), nodes);
    }

    /// Adds the implementation of a trait with its associated type, for elements of the API.
    pub(super) fn implements_with(&mut self, implemented: &str, (name, ty): (&str, RustType), nodes: &[Node]) {
        self.implements_for(Trait::Named(implemented.to_owned()), nodes);
        self.associated(implemented, (name, ty), nodes);
    }

    /// Adds an associated type of a trait.
    pub(super) fn associated(&mut self, implemented: &str, (name, ty): (&str, RustType), nodes: &[Node]) {
        self.add(&format!(" as {implemented}::{name}"), name, Declaration::AssociatedType(ty), nodes);
    }

    /// Adds the implementation of a trait that needs a feature.
    pub(super) fn implements_with_feature(&mut self, implemented: &str, feature: &'static str) {
        let own_feature = self.feature.replace(feature);
        self.implements(implemented);
        self.feature = own_feature;
    }

    fn add(&mut self, member: &str, name: &str, declaration: Declaration, nodes: &[Node]) {
        let feature = self.feature.map(str::to_owned);
        let item = Item { name: name.to_owned(), declaration, nodes: nodes.to_vec(), feature };
        self.interface.insert(Key::new(&self.path, member), item);
    }
}

/// A function that is added to an owner.
pub(super) struct Function {
    is_const: bool,
    arguments: Vec<(String, Taken)>,
    output: Output,
    nodes: Vec<Node>,
}

impl Function {
    /// Returns a function without arguments, which is made for the element of its owner.
    pub(super) fn returning(output: Output) -> Self {
        Self { is_const: false, arguments: Vec::new(), output, nodes: Vec::new() }
    }

    /// Returns a function that returns a fixed type.
    pub(super) fn fixed(output: &'static str) -> Self {
        Self::returning(Output::Fixed(output))
    }

    /// Makes it `const`.
    pub(super) fn constant(mut self) -> Self {
        self.is_const = true;
        self
    }

    /// Adds the elements of the API that it is made for.
    pub(super) fn at(mut self, nodes: impl IntoIterator<Item = Node>) -> Self {
        self.nodes.extend(nodes);
        self
    }

    /// Adds an argument.
    pub(super) fn taking(mut self, name: &str, argument: Argument) -> Self {
        self.arguments.push((name.to_owned(), Taken::Argument(argument)));
        self
    }

    /// Adds an argument of a fixed type.
    pub(super) fn taking_fixed(mut self, name: &str, ty: &'static str) -> Self {
        self.arguments.push((name.to_owned(), Taken::Fixed(ty)));
        self
    }
}
