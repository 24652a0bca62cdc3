//! The types of Rust, and what functions take.

use std::fmt::{Display, Formatter, Result};

use serde::{Serialize, Serializer};

/// A Rust type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RustType {
    /// Its path.
    pub(crate) path: Path,
    /// The arguments of a generic type, or the elements of a tuple.
    pub(crate) arguments: Vec<RustType>,
}

/// The path of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Path {
    /// A type of the standard library, by the segments of its path.
    Known(&'static [&'static str]),
    /// A type of a crate that the runtime crate re-exports, by the segments of its path.
    Reexported(&'static [&'static str]),
    /// A type of the runtime crate.
    Runtime(&'static str),
    /// An emitted type, by its name.
    Emitted(String),
    /// A type in the module of an operation.
    Beside(String),
    /// An own type of the user, by its path.
    Own(String),
    /// A tuple, whose elements are the arguments.
    Tuple,
}

impl RustType {
    pub(crate) fn library(path: &'static [&'static str]) -> Self {
        Self { path: Path::Known(path), arguments: Vec::new() }
    }

    pub(crate) fn string() -> Self {
        Self::library(&["String"])
    }

    pub(crate) fn bytes() -> Self {
        Self::reexported(&["bytes", "Bytes"])
    }

    pub(crate) fn reexported(path: &'static [&'static str]) -> Self {
        Self { path: Path::Reexported(path), arguments: Vec::new() }
    }

    pub(crate) fn unit() -> Self {
        Self { path: Path::Tuple, arguments: Vec::new() }
    }

    /// Returns a type in the module of an operation.
    pub(crate) fn beside(name: &str) -> Self {
        Self { path: Path::Beside(name.to_owned()), arguments: Vec::new() }
    }

    pub(crate) fn runtime(name: &'static str) -> Self {
        Self { path: Path::Runtime(name), arguments: Vec::new() }
    }

    pub(crate) fn with_argument(self, argument: Self) -> Self {
        Self { arguments: vec![argument], ..self }
    }

    pub(crate) fn list(self) -> Self {
        Self::library(&["Vec"]).with_argument(self)
    }

    pub(crate) fn option(self) -> Self {
        Self::library(&["Option"]).with_argument(self)
    }

    pub(crate) fn patch(self) -> Self {
        Self::runtime("Patch").with_argument(self)
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
    fn full(&self) -> String {
        match self {
            Self::Known(segments) | Self::Reexported(segments) => segments.join("::"),
            Self::Runtime(name) => format!("bindery_runtime::{name}"),
            Self::Emitted(name) => format!("types::{name}"),
            Self::Beside(name) => format!("self::{name}"),
            Self::Own(path) => path.clone(),
            Self::Tuple => String::new(),
        }
    }

    /// Returns the path, in which types of the crate have their names only.
    fn short(&self) -> String {
        match self {
            Self::Runtime(name) => (*name).to_owned(),
            Self::Emitted(name) | Self::Beside(name) => name.clone(),
            Self::Known(_) | Self::Reexported(_) | Self::Own(_) | Self::Tuple => self.full(),
        }
    }
}

impl RustType {
    /// Returns the type as in Rust code, with each path as the function returns it.
    fn text_with_paths(&self, path: fn(&Path) -> String) -> String {
        let arguments: Vec<String> = self.arguments.iter().map(|argument| argument.text_with_paths(path)).collect();
        let listed = arguments.join(", ");
        match &self.path {
            // A tuple of one element has a comma.
            Path::Tuple if !arguments.is_empty() => format!("({listed},)"),
            Path::Tuple => "()".to_owned(),
            own if arguments.is_empty() => path(own),
            own => format!("{}<{listed}>", path(own)),
        }
    }
}

impl Display for RustType {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.text_with_paths(Path::short))
    }
}

/// A type is serialized as in Rust code, with full paths.
impl Serialize for RustType {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text_with_paths(Path::full))
    }
}

/// A path is serialized from the root of the crate.
impl Serialize for Path {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.full())
    }
}

impl Display for Argument {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Exact(ty) => write!(f, "{ty}"),
            Self::Into(ty) => write!(f, "impl Into<{ty}>"),
            Self::Text(_) => f.write_str("impl ToString"),
            Self::Elements(element) => write!(f, "impl IntoIterator<Item = {element}>"),
            Self::Entries(member) => write!(f, "impl IntoIterator<Item = (impl Into<String>, {member})>"),
        }
    }
}

/// The type of an argument.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Argument {
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
    /// Returns the type of the argument, or of each element.
    pub(crate) fn innermost(&self) -> &RustType {
        match self {
            Self::Exact(ty) | Self::Into(ty) | Self::Text(ty) => ty,
            Self::Elements(inner) | Self::Entries(inner) => inner.innermost(),
        }
    }

    /// Returns the argument with the type of it, or of each element, as the function returns it.
    pub(crate) fn with_type(self, convert: &mut impl FnMut(RustType) -> RustType) -> Self {
        match self {
            Self::Exact(ty) => Self::Exact(convert(ty)),
            Self::Into(ty) => Self::Into(convert(ty)),
            Self::Text(ty) => Self::Text(convert(ty)),
            Self::Elements(inner) => Self::Elements(Box::new(inner.with_type(convert))),
            Self::Entries(inner) => Self::Entries(Box::new(inner.with_type(convert))),
        }
    }
}
