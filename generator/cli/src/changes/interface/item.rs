//! A public item.

use std::fmt::{Display, Formatter, Result};

use bindery::internal::ir::{Argument, Declaration, Node, Path, RustType, Signature};

/// A public item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::changes) struct Item {
    /// The name of the item, or of the type that implements a trait.
    pub(super) name: String,
    pub(super) declaration: Declaration,
    /// The elements of the API that it is made for: its own one, then those that its declaration contains.
    pub(in crate::changes) nodes: Vec<Node>,
    /// The feature that enables it, unless it is always present.
    pub feature: Option<&'static str>,
}

impl Item {
    /// Returns `true` if both are declared and enabled in the same way.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.declares_the_same(other) && self.feature == other.feature
    }

    pub(super) fn declares_the_same(&self, other: &Self) -> bool {
        self.name == other.name && self.declaration == other.declaration
    }

    /// Returns `true` for a function that takes one struct of the module of an operation.
    pub(in crate::changes) fn takes_struct(&self) -> bool {
        let arguments = self.signature().map_or(&[][..], |signature| &signature.arguments);
        matches!(arguments, [(_, Argument::Exact(RustType { path: Path::Beside(_), .. }))])
    }

    pub(in crate::changes) fn is_associated_type(&self) -> bool {
        matches!(self.declaration, Declaration::AssociatedType(..))
    }

    /// Returns `true` for a function without a receiver.
    pub(in crate::changes) fn is_constructor(&self) -> bool {
        self.signature().is_some_and(|signature| signature.receiver.is_none())
    }

    pub(in crate::changes) fn is_function(&self) -> bool {
        self.signature().is_some()
    }

    fn signature(&self) -> Option<&Signature> {
        match &self.declaration {
            Declaration::Function(signature) => Some(signature),
            _ => None,
        }
    }
}

/// Returns `true` if functions take the same types in the same order.
pub(in crate::changes) fn have_same_arguments(one: &Item, other: &Item) -> bool {
    one.signature().zip(other.signature()).is_some_and(|(one, other)| one.takes_the_same(other))
}

/// An item is written as it is declared in Rust, without bodies and paths.
impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.declaration.text(&self.name, &Path::short))
    }
}
