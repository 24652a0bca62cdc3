//! Types of Rust, as data, and how types of the model are written in Rust.

use super::{DateLibrary, Resolver};
use crate::analysis::{Direction, Module};
use crate::model::{DateKind, Integer, Number, Text, Type, TypeId};

/// A type of Rust: what it is called, and the types that stand in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RustType<'a> {
    /// What it is called.
    pub(crate) path: Path<'a>,
    /// The arguments of a generic type, or the elements of a tuple.
    pub(crate) arguments: Vec<RustType<'a>>,
}

/// What a type is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Path<'a> {
    /// A type of the language, its library or a dependency, by the segments of its path.
    Known(&'static [&'static str]),
    /// One of the support code.
    Support(&'static str),
    /// An emitted type: its name and its module.
    Emitted(&'a str, Module),
    /// A type that stands beside an operation, in its module.
    Beside(&'a str),
    /// A type of the user's, by its path as Rust reads it.
    Own(&'a str),
    /// None: the arguments are the elements of a tuple.
    Tuple,
}

impl<'a> RustType<'a> {
    pub(crate) fn known(path: &'static [&'static str]) -> Self {
        Self { path: Path::Known(path), arguments: Vec::new() }
    }

    pub(crate) fn string() -> Self {
        Self::known(&["String"])
    }

    pub(super) fn bytes() -> Self {
        Self::known(&["Bytes"])
    }

    pub(super) fn unit() -> Self {
        Self { path: Path::Tuple, arguments: Vec::new() }
    }

    /// A type that stands beside an operation.
    pub(super) fn beside(name: &'a str) -> Self {
        Self { path: Path::Beside(name), arguments: Vec::new() }
    }

    pub(super) fn support(name: &'static str) -> Self {
        Self { path: Path::Support(name), arguments: Vec::new() }
    }

    fn of(self, argument: Self) -> Self {
        Self { arguments: vec![argument], ..self }
    }

    pub(super) fn list(self) -> Self {
        Self::known(&["Vec"]).of(self)
    }

    pub(crate) fn option(self) -> Self {
        Self::known(&["Option"]).of(self)
    }

    pub(crate) fn patch(self) -> Self {
        Self::support("Patch").of(self)
    }

    pub(crate) fn boxed(self) -> Self {
        Self::known(&["Box"]).of(self)
    }

    /// A map by names.
    pub(crate) fn map(self) -> Self {
        let map = Self::known(&["std", "collections", "BTreeMap"]);
        Self { arguments: vec![Self::string(), self], ..map }
    }

    /// Calls a function with each path in the type.
    pub(crate) fn for_each_path(&self, found: &mut impl FnMut(Path<'a>)) {
        found(self.path);
        self.arguments.iter().for_each(|argument| argument.for_each_path(found));
    }
}

impl<'a> Resolver<'a> {
    /// A type as it stands in code, in a direction.
    pub(crate) fn rust_type(&self, ty: &Type, direction: Direction) -> RustType<'a> {
        match ty {
            Type::Any => RustType::known(&["serde_json", "Value"]),
            Type::AnyObject => RustType {
                path: Path::Known(&["serde_json", "Map"]),
                arguments: vec![RustType::string(), RustType::known(&["serde_json", "Value"])],
            },
            Type::Boolean => RustType::known(&["bool"]),
            Type::Integer(width) => integer(*width),
            Type::Number(Number::F32) => RustType::known(&["f32"]),
            Type::Number(Number::F64) => RustType::known(&["f64"]),
            Type::Number(Number::Decimal) => RustType::support("Decimal"),
            Type::Text(text) => self.text(*text),
            Type::List(inner) => self.rust_type(inner, direction).list(),
            // What cannot be compared cannot be told apart.
            Type::Set(inner) if !self.is_comparable(inner) => self.rust_type(inner, direction).list(),
            Type::Set(inner) => RustType::support("Set").of(self.rust_type(inner, direction)),
            Type::Tuple(elements) => {
                let elements = elements.iter().map(|element| self.rust_type(element, direction));
                RustType { path: Path::Tuple, arguments: elements.collect() }
            }
            Type::Map(inner) => self.rust_type(inner, direction).map(),
            Type::Nullable(inner) => self.rust_type(inner, direction).option(),
            Type::Named(id) => self.emitted(*id, direction),
            Type::Own(id, arguments) => RustType {
                path: Path::Own(self.api.own_types.get(*id).map_or("::serde_json::Value", |own| &own.path)),
                arguments: arguments.iter().map(|argument| self.rust_type(argument, direction)).collect(),
            },
        }
    }

    /// Returns `true` if values of a type can be compared.
    pub(super) fn is_comparable(&self, ty: &Type) -> bool {
        self.analysis.incomparable.allow(self.api, ty)
    }

    /// The emitted type of a definition.
    pub(crate) fn emitted(&self, id: TypeId, direction: Direction) -> RustType<'a> {
        let path = Path::Emitted(self.names.of_type(id, direction), self.module_of(id));
        RustType { path, arguments: Vec::new() }
    }

    fn text(&self, text: Text) -> RustType<'a> {
        match text {
            Text::Plain | Text::Binary => RustType::string(),
            Text::Date(kind) => self.date(kind),
            Text::NumberOrText => RustType::support("NumberOrText"),
            Text::Base64 => RustType::support("Base64"),
            Text::Uuid => RustType::known(&["uuid", "Uuid"]),
            Text::Ipv4 => RustType::known(&["std", "net", "Ipv4Addr"]),
            Text::Ipv6 => RustType::known(&["std", "net", "Ipv6Addr"]),
            Text::Password => RustType::support("Secret"),
            Text::File => RustType::support("Upload"),
            Text::Integer(width) => RustType::support("Quoted").of(integer(width)),
            Text::Decimal => RustType::support("Quoted").of(RustType::support("Decimal")),
        }
    }

    fn date(&self, kind: DateKind) -> RustType<'a> {
        match (self.settings.dates, kind) {
            (DateLibrary::Jiff, DateKind::DateTime) => RustType::known(&["jiff", "Timestamp"]),
            (DateLibrary::Jiff, DateKind::Date) => RustType::known(&["jiff", "civil", "Date"]),
            (DateLibrary::Chrono, DateKind::DateTime) => {
                RustType::known(&["chrono", "DateTime"]).of(RustType::known(&["chrono", "Utc"]))
            }
            (DateLibrary::Chrono, DateKind::Date) => RustType::known(&["chrono", "NaiveDate"]),
            (DateLibrary::Time, DateKind::DateTime) => RustType::known(&["crate", "runtime", "DateTime"]),
            (DateLibrary::Time, DateKind::Date) => RustType::known(&["crate", "runtime", "Date"]),
        }
    }
}

fn integer<'a>(width: Integer) -> RustType<'a> {
    RustType::known(match width {
        Integer::I8 => &["i8"],
        Integer::I16 => &["i16"],
        Integer::I32 => &["i32"],
        Integer::I64 => &["i64"],
        Integer::U8 => &["u8"],
        Integer::U16 => &["u16"],
        Integer::U32 => &["u32"],
        Integer::U64 => &["u64"],
        Integer::I128 => &["i128"],
    })
}
