//! The types of Rust, and what functions take.

use std::borrow::Cow;
use std::fmt::{Display, Formatter, Result};

use serde::{Serialize, Serializer};

use crate::base::runtime_item::RuntimeItem;

/// A Rust type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RustType {
    /// Its path.
    pub path: Path,
    /// The arguments of a generic type, or the elements of a tuple.
    pub arguments: Vec<RustType>,
}

/// The path of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Path {
    /// A type that no description changes, by the segments of its path: one of the standard library, or `Self`.
    Known(&'static [&'static str]),
    /// A type of a crate that the runtime crate re-exports, by the segments of its path in that crate.
    Reexported(RuntimeItem, &'static [&'static str]),
    /// A type of the runtime crate.
    Runtime(RuntimeItem),
    /// An emitted type, by its name.
    Emitted(String),
    /// A type in the module of an operation.
    Beside(String),
    /// A type that all operations share, in the module around theirs.
    Shared(String),
    /// An own type of the user, by its path.
    Own(String),
    /// The handle of a group, by its path from the root.
    Handle(String),
    /// A tuple, whose elements are the arguments.
    Tuple,
    /// A reference to the argument.
    Reference,
}

impl RustType {
    pub(crate) fn library(path: &'static [&'static str]) -> Self {
        Self { path: Path::Known(path), arguments: Vec::new() }
    }

    /// Returns `Self`.
    pub(crate) fn itself() -> Self {
        Self::library(&["Self"])
    }

    /// Returns an emitted type.
    pub fn emitted(name: &str) -> Self {
        Self { path: Path::Emitted(name.to_owned()), arguments: Vec::new() }
    }

    /// Returns the trait of types that this type converts into.
    pub(crate) fn conversion_trait(self) -> Self {
        Self::library(&["From"]).with_argument(self)
    }

    /// Returns a type or a trait of the user, by its path.
    pub(crate) fn own(path: &str) -> Self {
        Self { path: Path::Own(path.to_owned()), arguments: Vec::new() }
    }

    pub(crate) fn string() -> Self {
        Self::library(&["String"])
    }

    pub(crate) fn bytes() -> Self {
        Self::reexported(RuntimeItem::Bytes, &["Bytes"])
    }

    pub(crate) fn reexported(of: RuntimeItem, path: &'static [&'static str]) -> Self {
        Self { path: Path::Reexported(of, path), arguments: Vec::new() }
    }

    pub(crate) fn unit() -> Self {
        Self { path: Path::Tuple, arguments: Vec::new() }
    }

    /// Returns a type in the module of an operation.
    pub(crate) fn beside(name: &str) -> Self {
        Self { path: Path::Beside(name.to_owned()), arguments: Vec::new() }
    }

    pub(crate) fn runtime(item: RuntimeItem) -> Self {
        Self { path: Path::Runtime(item), arguments: Vec::new() }
    }

    pub(crate) fn with_argument(self, argument: Self) -> Self {
        Self { arguments: vec![argument], ..self }
    }

    pub(crate) fn list(self) -> Self {
        Self::library(&["Vec"]).with_argument(self)
    }

    /// Returns `Option` of the type.
    pub fn option(self) -> Self {
        Self::library(&["Option"]).with_argument(self)
    }

    /// The type of a received header: it may be absent, or not be of this type.
    pub(crate) fn received_header(self) -> Self {
        let arguments = vec![self.option(), Self::runtime(RuntimeItem::HeaderError)];
        Self { arguments, ..Self::library(&["Result"]) }
    }

    pub(crate) fn patch(self) -> Self {
        Self::runtime(RuntimeItem::Patch).with_argument(self)
    }

    pub(crate) fn reference(self) -> Self {
        Self { path: Path::Reference, arguments: vec![self] }
    }

    pub(crate) fn boxed(self) -> Self {
        Self::library(&["Box"]).with_argument(self)
    }

    /// Returns a map from names to this type.
    pub(crate) fn map(self) -> Self {
        let map = Self::library(&["std", "collections", "BTreeMap"]);
        Self { arguments: vec![Self::string(), self], ..map }
    }

    /// Calls a function with each path in the type.
    pub(crate) fn for_each_path(&self, found: &mut impl FnMut(&Path)) {
        found(&self.path);
        self.arguments.iter().for_each(|argument| argument.for_each_path(found));
    }
}

impl Path {
    /// Returns the path from the root of the crate; a type in the module of an operation is `self::Name`.
    pub(crate) fn full(&self) -> Cow<'_, str> {
        match self {
            Self::Known([name]) => (*name).into(),
            Self::Known(segments) => segments.join("::").into(),
            Self::Reexported(of, path) => format!("{}::{}", of.name(), path.join("::")).into(),
            Self::Runtime(item) => format!("bindery_runtime::{}", item.name()).into(),
            Self::Emitted(name) => format!("types::{name}").into(),
            Self::Beside(name) => format!("self::{name}").into(),
            Self::Shared(name) => format!("super::{name}").into(),
            Self::Own(path) | Self::Handle(path) => path.into(),
            Self::Tuple | Self::Reference => "".into(),
        }
    }

    /// Returns the path, in which types of the crate have their names only.
    pub fn short(&self) -> Cow<'_, str> {
        match self {
            Self::Runtime(item) => item.name().into(),
            Self::Emitted(name) | Self::Beside(name) | Self::Shared(name) => name.into(),
            _ => self.full(),
        }
    }
}

/// A function that returns a path as it stands in code.
pub(crate) type PathText<'f> = &'f dyn Fn(&Path) -> Cow<'_, str>;

impl RustType {
    /// Writes the type as in Rust code, with each path as the function returns it.
    pub(crate) fn write(&self, text: &mut String, path: PathText<'_>) {
        // A tuple of one element needs a comma.
        let (open, separator, close) = match &self.path {
            Path::Tuple => ("(", if self.arguments.is_empty() { "" } else { "," }, ")"),
            Path::Reference => ("&", "", ""),
            _ if self.arguments.is_empty() => ("", "", ""),
            _ => ("<", "", ">"),
        };
        text.push_str(&path(&self.path));
        text.push_str(open);
        for (index, argument) in self.arguments.iter().enumerate() {
            text.push_str(if index > 0 { ", " } else { "" });
            argument.write(text, path);
        }
        text.push_str(separator);
        text.push_str(close);
    }

    /// Returns the type as in Rust code.
    pub(crate) fn text(&self, path: PathText<'_>) -> String {
        let mut text = String::new();
        self.write(&mut text, path);
        text
    }
}

impl Display for RustType {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.text(&Path::short))
    }
}

/// A type is serialized as in Rust code, with full paths.
impl Serialize for RustType {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text(&Path::full))
    }
}

/// A path is serialized from the root of the crate.
impl Serialize for Path {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.full())
    }
}

/// The type of an argument.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Argument {
    /// The value.
    Exact(RustType),
    /// A value that converts into it.
    Into(RustType),
    /// A value that can be written as text.
    Text(RustType),
    /// An iterator over elements.
    Elements(Box<Argument>),
    /// An iterator over named members.
    Entries(Box<Argument>),
}

impl Argument {
    /// Writes the argument as in Rust code, with each path as the function returns it.
    pub(crate) fn write(&self, text: &mut String, path: PathText<'_>) {
        let (open, close) = match self {
            Self::Exact(_) => ("", ""),
            Self::Into(_) => ("impl Into<", ">"),
            Self::Text(_) => return text.push_str("impl ToString"),
            Self::Elements(_) => ("impl IntoIterator<Item = ", ">"),
            Self::Entries(_) => ("impl IntoIterator<Item = (impl Into<String>, ", ")>"),
        };
        text.push_str(open);
        match self {
            Self::Exact(ty) | Self::Into(ty) | Self::Text(ty) => ty.write(text, path),
            Self::Elements(inner) | Self::Entries(inner) => inner.write(text, path),
        }
        text.push_str(close);
    }

    /// Returns the type of the argument, or of each element.
    pub(crate) fn innermost(&self) -> &RustType {
        match self {
            Self::Exact(ty) | Self::Into(ty) | Self::Text(ty) => ty,
            Self::Elements(inner) | Self::Entries(inner) => inner.innermost(),
        }
    }

    /// Returns the argument with the type of it, or of each element, as the function returns it.
    pub(crate) fn with_type(&self, convert: &mut dyn FnMut(&RustType) -> RustType) -> Self {
        match self {
            Self::Exact(ty) => Self::Exact(convert(ty)),
            Self::Into(ty) => Self::Into(convert(ty)),
            Self::Text(ty) => Self::Text(convert(ty)),
            Self::Elements(inner) => Self::Elements(Box::new(inner.with_type(convert))),
            Self::Entries(inner) => Self::Entries(Box::new(inner.with_type(convert))),
        }
    }
}
