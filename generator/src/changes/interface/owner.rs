//! What an item belongs to, and how its members are declared.

use super::Item;
use super::{Call, Interface};

/// What all that is emitted derives, so that it makes no difference.
const EVERYWHERE: [&str; 2] = ["Clone", "Debug"];

/// An item whose members are added.
pub(super) struct Owner<'i> {
    pub(super) interface: &'i mut Interface,
    /// Its path from the root of the crate.
    pub(super) path: String,
    /// Its name.
    pub(super) name: String,
    /// The feature without which it is not there.
    pub(super) feature: Option<&'static str>,
}

impl<'i> Owner<'i> {
    /// An item of a module, whose path may be empty.
    pub(super) fn new(interface: &'i mut Interface, module: &str, name: &str) -> Self {
        let path = if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") };
        Self { interface, path, name: name.to_owned(), feature: None }
    }

    /// A struct without what it holds, which are members.
    pub(super) fn structure(&mut self) {
        self.add("", format!("pub struct {}", self.name));
    }

    /// An enum with its variants.
    pub(super) fn enumeration(&mut self, variants: impl IntoIterator<Item = (impl AsRef<str>, String)>) {
        self.add("", format!("pub enum {}", self.name));
        variants.into_iter().for_each(|(name, declaration)| self.add(&format!("::{}", name.as_ref()), declaration));
    }

    /// A public field.
    pub(super) fn field(&mut self, name: &str, ty: &str) {
        self.add(&format!(".{name}"), format!("pub {name}: {ty}"));
    }

    /// A public constant.
    pub(super) fn constant(&mut self, name: &str, ty: &str) {
        self.add(&format!("::{name}"), format!("pub const {name}: {ty}"));
    }

    /// A public function; what it is given are names and types.
    pub(super) fn function(&mut self, name: &str, receiver: Option<&str>, given: Vec<(&str, String)>, output: &str) {
        let written = given.iter().map(|(name, ty)| format!("{name}: {ty}"));
        let written: Vec<String> = receiver.map(str::to_owned).into_iter().chain(written).collect();
        let declaration = format!("pub fn {name}({}) -> {output}", written.join(", "));
        let arguments = receiver.map(str::to_owned).into_iter().chain(given.into_iter().map(|(_, ty)| ty)).collect();
        let call = Some(Call { arguments, output: output.to_owned() });
        self.insert(format!("::{name}"), Item { declaration, call, feature: self.feature.map(str::to_owned) });
    }

    /// A public function that constants can be made with, and that is given nothing else.
    pub(super) fn constant_function(&mut self, name: &str, receiver: &str, output: &str) {
        self.add(&format!("::{name}"), format!("pub const fn {name}({receiver}) -> {output}"));
    }

    /// Derived traits.
    pub(super) fn derives(&mut self, derived: &[impl AsRef<str>]) {
        let derived = derived.iter().map(AsRef::as_ref).filter(|derived| !EVERYWHERE.contains(derived));
        derived.for_each(|derived| self.implements(derived));
    }

    /// Returns `true` if its values can be compared.
    pub(super) fn compares(&mut self, is_comparable: bool) {
        self.derives(if is_comparable { &["PartialEq"] } else { &[] });
    }

    /// A trait.
    pub(super) fn implements(&mut self, implemented: &str) {
        self.add(&format!(" as {implemented}"), format!("impl {implemented} for {}", self.name));
    }

    /// A trait with its types.
    pub(super) fn implements_with(&mut self, implemented: &str, types: &[(&str, String)]) {
        self.implements(implemented);
        for (name, ty) in types {
            self.add(&format!(" as {implemented}::{name}"), format!("type {name} = {ty}"));
        }
    }

    /// Any other member.
    pub(super) fn add(&mut self, member: &str, declaration: String) {
        let item = Item { declaration, call: None, feature: self.feature.map(str::to_owned) };
        self.insert(member.to_owned(), item);
    }

    pub(super) fn insert(&mut self, member: String, item: Item) {
        self.interface.insert(&self.path, member, item);
    }
}
