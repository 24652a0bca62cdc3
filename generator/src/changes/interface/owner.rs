//! The owner of items, which declares its members.

use std::collections::BTreeMap;

use indexmap::IndexMap;

/// The traits that all types derive, which are not compared.
const EVERYWHERE: [&str; 2] = ["Clone", "Debug"];

/// An item whose members are added.
pub(super) struct Owner<'i> {
    pub(super) interface: &'i mut Interface,
    /// Its path from the root of the crate.
    pub(super) path: String,
    /// Its name.
    pub(super) name: String,
    /// The feature that enables it.
    pub(super) feature: Option<&'static str>,
}

impl<'i> Owner<'i> {
    /// Returns the owner with a name in a module, whose path may be empty.
    pub(super) fn new(interface: &'i mut Interface, module: &str, name: &str) -> Self {
        let path = if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") };
        Self { interface, path, name: name.to_owned(), feature: None }
    }

    /// Adds a struct without its members.
    pub(super) fn structure(&mut self) {
        self.add("", format!("pub struct {}", self.name));
    }

    /// Adds an enum with its variants.
    pub(super) fn enumeration(&mut self, variants: impl IntoIterator<Item = (impl AsRef<str>, String)>) {
        self.add("", format!("pub enum {}", self.name));
        variants.into_iter().for_each(|(name, declaration)| self.add(&format!("::{}", name.as_ref()), declaration));
    }

    /// Adds a public field.
    pub(super) fn field(&mut self, name: &str, ty: &str) {
        self.add(&format!(".{name}"), format!("pub {name}: {ty}"));
    }

    /// Adds a public constant.
    pub(super) fn constant(&mut self, name: &str, ty: &str) {
        self.add(&format!("::{name}"), format!("pub const {name}: {ty}"));
    }

    /// Adds a public function with the names and types of its arguments.
    pub(super) fn function(&mut self, name: &str, receiver: Option<&str>, given: Vec<(&str, String)>, output: &str) {
        let written = given.iter().map(|(name, ty)| format!("{name}: {ty}"));
        let written: Vec<String> = receiver.map(str::to_owned).into_iter().chain(written).collect();
        let declaration = format!("pub fn {name}({}) -> {output}", written.join(", "));
        let arguments = receiver.map(str::to_owned).into_iter().chain(given.into_iter().map(|(_, ty)| ty)).collect();
        let call = Some(Call { arguments, output: output.to_owned() });
        self.insert(format!("::{name}"), Item { declaration, call, feature: self.feature.map(str::to_owned) });
    }

    /// Adds a public `const` function without arguments.
    pub(super) fn constant_function(&mut self, name: &str, receiver: &str, output: &str) {
        self.add(&format!("::{name}"), format!("pub const fn {name}({receiver}) -> {output}"));
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
        self.add(&format!(" as {implemented}"), format!("impl {implemented} for {}", self.name));
    }

    /// Adds the implementation of a trait with its associated types.
    pub(super) fn implements_with(&mut self, implemented: &str, types: &[(&str, String)]) {
        self.implements(implemented);
        for (name, ty) in types {
            self.add(&format!(" as {implemented}::{name}"), format!("type {name} = {ty}"));
        }
    }

    /// Adds any other member.
    pub(super) fn add(&mut self, member: &str, declaration: String) {
        let item = Item { declaration, call: None, feature: self.feature.map(str::to_owned) };
        self.insert(member.to_owned(), item);
    }

    pub(super) fn insert(&mut self, member: String, item: Item) {
        self.interface.insert(&self.path, member, item);
    }
}

/// The types of a function. The names of its arguments do not matter to callers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) arguments: Vec<String>,
    pub(super) output: String,
}

/// A public item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub(super) declaration: String,
    /// The types of a function, which determine whether calls compile; `None` for other items.
    pub(super) call: Option<Call>,
    /// The feature that enables it, unless it is always present.
    pub feature: Option<String>,
}

impl Item {
    /// Returns its declaration.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.declaration
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.declares_the_same(other) && self.feature == other.feature
    }

    pub(super) fn declares_the_same(&self, other: &Self) -> bool {
        match (&self.call, &other.call) {
            (Some(own), Some(other)) => own == other,
            _ => self.declaration == other.declaration,
        }
    }
}

/// All public items, by owner and member.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    pub(super) owners: IndexMap<String, BTreeMap<String, Item>>,
    /// The features that each feature enables.
    pub(super) enables: BTreeMap<String, Vec<String>>,
}
