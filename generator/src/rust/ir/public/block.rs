//! The public members of a type, in the order in which they are printed.

use std::borrow::Cow;

use super::declaration::{Declaration, Signature};
use super::role::Role;
use crate::rust::ir::node::Node;
use crate::rust::ir::types::{Argument, Path, RustType};

/// Public members of a type. A type may have several blocks.
#[derive(Debug)]
pub struct Block<'a, R> {
    /// The segments of the path of its module, which may be empty.
    module: [&'a str; 2],
    /// The name of the type.
    pub(crate) name: Cow<'a, str>,
    /// The name that its functions are declared with, if it is an alias.
    pub(crate) alias: Option<String>,
    /// The elements of the API that it is made for.
    pub nodes: Vec<Node>,
    /// The feature that enables it.
    pub feature: Option<&'static str>,
    /// The docs of its functions.
    pub(crate) about: &'static str,
    /// Its public members.
    pub members: Vec<Public<'a, R>>,
}

/// A public member.
#[derive(Debug)]
pub struct Public<'a, R> {
    /// Its name, or that of the type that implements a trait.
    pub name: Cow<'a, str>,
    /// Its declaration.
    pub declaration: Declaration,
    /// The elements of the API that it is made for: its own one, then those that its declaration contains. If there are
    /// none, it is made for those of its block.
    pub nodes: Vec<Node>,
    /// The feature that enables it, if its type does not need that.
    pub feature: Option<&'static str>,
    /// The item that it is part of.
    pub role: Role<'a, R>,
}

impl<'a, R> Block<'a, R> {
    pub(super) fn new(
        module: [&'a str; 2],
        name: impl Into<Cow<'a, str>>,
        nodes: impl IntoIterator<Item = Node>,
    ) -> Self {
        let (name, nodes) = (name.into(), nodes.into_iter().collect());
        Self { module, name, alias: None, nodes, feature: None, about: "", members: Vec::new() }
    }

    /// Returns the path of the type from the root of the crate.
    pub fn path(&self) -> String {
        let segments = self.module.into_iter().filter(|segment| !segment.is_empty());
        segments.chain([&*self.name]).collect::<Vec<_>>().join("::")
    }

    /// Calls a function with each path in the declarations of its members.
    pub(crate) fn for_each_path(&self, found: &mut impl FnMut(&Path)) {
        self.members.iter().for_each(|member| member.declaration.for_each_type(&mut |ty| ty.for_each_path(found)));
    }

    pub(super) fn add(
        &mut self,
        name: impl Into<Cow<'a, str>>,
        declaration: Declaration,
        role: impl Into<Role<'a, R>>,
    ) -> &mut Public<'a, R> {
        let at = self.members.len();
        let (name, role) = (name.into(), role.into());
        self.members.push(Public { name, declaration, nodes: Vec::new(), feature: None, role });
        &mut self.members[at]
    }

    /// Adds the type itself.
    pub(super) fn declare(&mut self, declaration: Declaration, role: impl Into<Role<'a, R>>) {
        self.add(self.name.clone(), declaration, role);
    }

    /// Adds derived traits.
    pub(super) fn derives(&mut self, derived: impl IntoIterator<Item = &'a str>) {
        for name in derived {
            self.implements(RustType::own(name), Role::Derived);
        }
    }

    /// Adds the traits that plain types derive.
    pub(super) fn derives_usual(&mut self, is_comparable: bool) {
        self.derives(["Clone", "Debug"].into_iter().chain(is_comparable.then_some("PartialEq")));
    }

    /// Adds a public field.
    pub(super) fn field(&mut self, name: &'a str, ty: RustType, role: impl Into<Role<'a, R>>) -> &mut Public<'a, R> {
        self.add(name, Declaration::Field(ty), role)
    }

    /// Adds a variant.
    pub(super) fn variant(
        &mut self,
        name: &'a str,
        payload: Option<RustType>,
        role: impl Into<Role<'a, R>>,
    ) -> &mut Public<'a, R> {
        self.add(name, Declaration::Variant(payload), role)
    }

    /// Adds the variant for values that the description does not list.
    pub(super) fn unlisted(&mut self, payload: RustType, about: &'static str) {
        self.variant("Unlisted", Some(payload), Role::Noted(about));
    }

    /// Adds a public constant.
    pub(super) fn constant(&mut self, name: &'a str, ty: RustType, role: impl Into<Role<'a, R>>) -> &mut Public<'a, R> {
        self.add(name, Declaration::Constant(ty), role)
    }

    /// Adds a public function.
    pub(super) fn function(
        &mut self,
        name: impl Into<Cow<'a, str>>,
        receiver: impl Into<Option<&'static str>>,
        arguments: impl IntoIterator<Item = (&'a str, Argument)>,
        output: RustType,
        role: impl Into<Role<'a, R>>,
    ) -> &mut Public<'a, R> {
        let arguments = arguments.into_iter().map(|(name, argument)| (name.to_owned(), argument)).collect();
        let signature = Signature { is_const: false, receiver: receiver.into(), arguments, output };
        self.add(name, Declaration::Function(signature), role)
    }

    /// Adds the implementation of a trait.
    pub(super) fn implements(&mut self, implemented: RustType, role: impl Into<Role<'a, R>>) -> &mut Public<'a, R> {
        self.add(self.name.clone(), Declaration::Trait(implemented), role)
    }

    /// Adds an associated type of the trait that was added before.
    pub(super) fn associated(&mut self, owner: &'static str, name: &'static str, ty: RustType) -> &mut Public<'a, R> {
        self.add(name, Declaration::AssociatedType(owner, ty), Role::Associated)
    }
}

impl<R> Public<'_, R> {
    /// Adds elements of the API that it is made for.
    pub(super) fn at(&mut self, nodes: impl IntoIterator<Item = Node>) -> &mut Self {
        self.nodes.extend(nodes);
        self
    }

    /// Makes a function `const`.
    pub(super) fn constant(&mut self) {
        if let Declaration::Function(signature) = &mut self.declaration {
            signature.is_const = true;
        }
    }
}
