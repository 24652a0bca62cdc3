//! The declaration of a public member.

use crate::rust::ir::types::{Argument, PathText, RustType};

/// The declaration of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// A struct.
    Struct,
    /// An enum.
    Enum,
    /// A tuple struct with one public field.
    Wrapper(RustType),
    /// An alias of this type.
    Alias(RustType),
    /// A public field of this type.
    Field(RustType),
    /// A constant of this type.
    Constant(RustType),
    /// A variant with its payload.
    Variant(Option<RustType>),
    /// A function.
    Function(Signature),
    /// The implementation of a trait.
    Trait(RustType),
    /// An associated type of a trait with this name.
    AssociatedType(&'static str, RustType),
    /// A feature of the crate.
    Feature,
}

/// The signature of a function.
#[derive(Clone, Debug, Eq)]
pub struct Signature {
    pub(crate) is_const: bool,
    /// `self`, `mut self` or `&self`.
    pub receiver: Option<&'static str>,
    /// The arguments by name.
    pub arguments: Vec<(String, Argument)>,
    /// The result.
    pub output: RustType,
}

/// The names of arguments do not matter to callers.
impl PartialEq for Signature {
    fn eq(&self, other: &Self) -> bool {
        (self.is_const, &self.output) == (other.is_const, &other.output) && self.takes_the_same(other)
    }
}

impl Signature {
    /// Returns `true` if both take the same types in the same order.
    pub fn takes_the_same(&self, other: &Self) -> bool {
        let pairs = self.arguments.iter().zip(&other.arguments);
        let are_same = self.arguments.len() == other.arguments.len() && self.receiver == other.receiver;
        are_same && pairs.into_iter().all(|((_, one), (_, other))| one == other)
    }

    fn write(&self, name: &str, text: &mut String, path: PathText<'_>) {
        text.push_str(if self.is_const { "pub const fn " } else { "pub fn " });
        text.push_str(name);
        text.push('(');
        text.push_str(self.receiver.unwrap_or_default());
        let mut is_first = self.receiver.is_none();
        for (name, argument) in &self.arguments {
            text.push_str(if is_first { "" } else { ", " });
            is_first = false;
            text.push_str(name);
            text.push_str(": ");
            argument.write(text, path);
        }
        text.push_str(") -> ");
        self.output.write(text, path);
    }
}

impl Declaration {
    /// Returns the declaration as in Rust code without its body, with each path as the function returns it.
    pub fn text(&self, name: &str, path: PathText<'_>) -> String {
        let mut text = String::new();
        let (before, ty, after) = match self {
            Self::Struct => ("pub struct ", None, ""),
            Self::Enum => ("pub enum ", None, ""),
            Self::Feature => ("feature ", None, ""),
            Self::Wrapper(ty) => ("pub struct ", Some(("(pub ", ty)), ")"),
            Self::Alias(ty) => ("pub type ", Some((" = ", ty)), ""),
            Self::Field(ty) => ("pub ", Some((": ", ty)), ""),
            Self::Constant(ty) => ("pub const ", Some((": ", ty)), ""),
            Self::Variant(None) => ("", None, ""),
            Self::Variant(Some(payload)) => ("", Some(("(", payload)), ")"),
            Self::AssociatedType(_, ty) => ("type ", Some((" = ", ty)), ""),
            Self::Function(signature) => {
                signature.write(name, &mut text, path);
                return text;
            }
            Self::Trait(implemented) => return format!("impl {} for {name}", implemented.text(path)),
        };
        text.push_str(before);
        text.push_str(name);
        if let Some((between, ty)) = ty {
            text.push_str(between);
            ty.write(&mut text, path);
        }
        text.push_str(after);
        text
    }

    /// Returns the path from the owner to a member with this name.
    pub fn path(&self, name: &str) -> String {
        match self {
            Self::Struct | Self::Enum | Self::Wrapper(_) | Self::Alias(_) => String::new(),
            Self::Field(_) => format!(".{name}"),
            Self::Constant(_) | Self::Variant(_) | Self::Function(_) => format!("::{name}"),
            Self::Trait(implemented) => format!(" as {implemented}"),
            Self::AssociatedType(owner, _) => format!(" as {owner}::{name}"),
            Self::Feature => format!(" {name}"),
        }
    }

    /// Calls a function with each type in it.
    pub(crate) fn for_each_type(&self, found: &mut impl FnMut(&RustType)) {
        match self {
            Self::Wrapper(ty) | Self::Alias(ty) | Self::Field(ty) | Self::Constant(ty) | Self::Trait(ty) => found(ty),
            Self::Variant(payload) => payload.iter().for_each(found),
            Self::AssociatedType(_, ty) => found(ty),
            Self::Function(signature) => {
                signature.arguments.iter().for_each(|(_, argument)| found(argument.innermost()));
                found(&signature.output);
            }
            Self::Struct | Self::Enum | Self::Feature => {}
        }
    }

    /// Returns the declaration with each type as the function returns it.
    pub fn with_types(&self, convert: &mut dyn FnMut(&RustType) -> RustType) -> Self {
        match self {
            Self::Wrapper(ty) => Self::Wrapper(convert(ty)),
            Self::Alias(ty) => Self::Alias(convert(ty)),
            Self::Field(ty) => Self::Field(convert(ty)),
            Self::Constant(ty) => Self::Constant(convert(ty)),
            Self::Variant(payload) => Self::Variant(payload.as_ref().map(convert)),
            Self::Trait(ty) => Self::Trait(convert(ty)),
            Self::AssociatedType(owner, ty) => Self::AssociatedType(owner, convert(ty)),
            Self::Function(Signature { is_const, receiver, arguments, output }) => {
                let arguments =
                    arguments.iter().map(|(name, argument)| (name.clone(), argument.with_type(convert))).collect();
                let output = convert(output);
                Self::Function(Signature { is_const: *is_const, receiver: *receiver, arguments, output })
            }
            Self::Struct | Self::Enum | Self::Feature => self.clone(),
        }
    }
}
