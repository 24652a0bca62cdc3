//! A public item and its declaration.

use std::fmt::{Display, Formatter, Result};

use crate::ir::{Argument, Node, Path, RustType};

/// A public item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::changes) struct Item {
    /// The name of the item, or of the type that implements a trait.
    pub(super) name: String,
    pub(super) declaration: Declaration,
    /// The elements of the API that it is made for: its own one, then those that its declaration contains.
    pub(in crate::changes) nodes: Vec<Node>,
    /// The feature that enables it, unless it is always present.
    pub feature: Option<String>,
}

/// The declaration of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Declaration {
    Struct,
    Enum,
    /// A tuple struct with one public field.
    Wrapper(RustType),
    Alias(RustType),
    Field(RustType),
    /// A constant of a type.
    Constant(&'static str),
    /// A variant with its payload.
    Variant(Option<RustType>),
    Function(Signature),
    Trait(Trait),
    AssociatedType(RustType),
    /// A feature of the crate.
    Feature,
}

/// The signature of a function. The names of its arguments do not matter to callers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Signature {
    pub(super) is_const: bool,
    pub(super) receiver: Option<&'static str>,
    pub(super) arguments: Vec<(String, Taken)>,
    pub(super) output: Output,
}

/// The type of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    Argument(Argument),
    /// A type that no description changes.
    Fixed(&'static str),
}

/// The type that a function returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Output {
    Type(RustType),
    OptionalReference(RustType),
    /// A type that no description changes.
    Fixed(&'static str),
}

/// A trait that a type implements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trait {
    Named(String),
    From(RustType),
}

impl Item {
    /// Returns `true` if both are declared and enabled in the same way.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.declares_the_same(other) && self.feature == other.feature
    }

    pub(super) fn declares_the_same(&self, other: &Self) -> bool {
        self.name == other.name
            && self.declaration.with_unnamed_arguments() == other.declaration.with_unnamed_arguments()
    }

    /// Returns `true` for a function that takes one struct of the module of an operation.
    pub(in crate::changes) fn takes_struct(&self) -> bool {
        let Declaration::Function(Signature { arguments, .. }) = &self.declaration else { return false };
        matches!(arguments.as_slice(), [(_, Taken::Argument(Argument::Exact(RustType { path: Path::Beside(_), .. })))])
    }

    pub(in crate::changes) fn is_associated_type(&self) -> bool {
        matches!(self.declaration, Declaration::AssociatedType(_))
    }

    /// Returns `true` for a function without a receiver.
    pub(in crate::changes) fn is_constructor(&self) -> bool {
        matches!(&self.declaration, Declaration::Function(signature) if signature.receiver.is_none())
    }

    pub(in crate::changes) fn is_function(&self) -> bool {
        matches!(self.declaration, Declaration::Function(_))
    }
}

impl Declaration {
    /// Returns the declaration without the names of arguments.
    pub(super) fn with_unnamed_arguments(&self) -> Self {
        let mut declaration = self.clone();
        if let Self::Function(signature) = &mut declaration {
            signature.arguments.iter_mut().for_each(|(name, _)| name.clear());
        }
        declaration
    }

    /// Returns the declaration with each type as the function returns it.
    pub(super) fn with_types(self, mut convert: impl FnMut(RustType) -> RustType) -> Self {
        match self {
            Self::Wrapper(ty) => Self::Wrapper(convert(ty)),
            Self::Alias(ty) => Self::Alias(convert(ty)),
            Self::Field(ty) => Self::Field(convert(ty)),
            Self::Variant(payload) => Self::Variant(payload.map(convert)),
            Self::AssociatedType(ty) => Self::AssociatedType(convert(ty)),
            Self::Trait(Trait::From(ty)) => Self::Trait(Trait::From(convert(ty))),
            Self::Function(Signature { is_const, receiver, arguments, output }) => {
                let arguments = arguments.into_iter().map(|(name, taken)| match taken {
                    Taken::Argument(argument) => (name, Taken::Argument(argument.with_type(&mut convert))),
                    fixed @ Taken::Fixed(_) => (name, fixed),
                });
                let arguments = arguments.collect();
                let output = match output {
                    Output::Type(ty) => Output::Type(convert(ty)),
                    Output::OptionalReference(ty) => Output::OptionalReference(convert(ty)),
                    fixed @ Output::Fixed(_) => fixed,
                };
                Self::Function(Signature { is_const, receiver, arguments, output })
            }
            other => other,
        }
    }
}

/// An item is written as it is declared in Rust, without bodies and paths.
impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let name = &self.name;
        match &self.declaration {
            Declaration::Struct => write!(f, "pub struct {name}"),
            Declaration::Enum => write!(f, "pub enum {name}"),
            Declaration::Wrapper(ty) => write!(f, "pub struct {name}(pub {ty})"),
            Declaration::Alias(ty) => write!(f, "pub type {name} = {ty}"),
            Declaration::Field(ty) => write!(f, "pub {name}: {ty}"),
            Declaration::Constant(ty) => write!(f, "pub const {name}: {ty}"),
            Declaration::Variant(None) => write!(f, "{name}"),
            Declaration::Variant(Some(payload)) => write!(f, "{name}({payload})"),
            Declaration::Function(signature) => signature.write(name, f),
            Declaration::Trait(implemented) => write!(f, "impl {implemented} for {name}"),
            Declaration::AssociatedType(ty) => write!(f, "type {name} = {ty}"),
            Declaration::Feature => write!(f, "feature {name}"),
        }
    }
}

impl Signature {
    fn write(&self, name: &str, f: &mut Formatter<'_>) -> Result {
        let arguments = self.arguments.iter().map(|(name, taken)| format!("{name}: {taken}"));
        let arguments: Vec<String> = self.receiver.map(str::to_owned).into_iter().chain(arguments).collect();
        let qualifier = if self.is_const { "const " } else { "" };
        write!(f, "pub {qualifier}fn {name}({}) -> {}", arguments.join(", "), self.output)
    }
}

impl Display for Taken {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Argument(argument) => write!(f, "{argument}"),
            Self::Fixed(ty) => f.write_str(ty),
        }
    }
}

impl Display for Output {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Type(ty) => write!(f, "{ty}"),
            Self::OptionalReference(ty) => write!(f, "Option<&{ty}>"),
            Self::Fixed(ty) => f.write_str(ty),
        }
    }
}

impl Display for Trait {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Named(name) => f.write_str(name),
            Self::From(ty) => write!(f, "From<{ty}>"),
        }
    }
}
