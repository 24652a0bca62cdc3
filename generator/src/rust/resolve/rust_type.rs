//! Types of Rust, as data, and how types of the model are written in Rust: as the type of a value, and as that of an argument,
//! which accepts any value that converts to it.

use super::Resolver;
use crate::api::analysis::Direction;
use crate::api::model::{DateKind, Definition, Integer, Number, Shape, Text, Type, TypeId};
use crate::base::runtime_item::RuntimeItem;
use crate::config::DateLibrary;
use crate::rust::ir::{Argument, Path, RustType};

impl<'a> Resolver<'a> {
    /// A type as it stands in code, in a direction.
    pub(crate) fn rust_type(&self, ty: &Type, direction: Direction) -> RustType {
        match ty {
            Type::Any => RustType::reexported(RuntimeItem::SerdeJson, &["Value"]),
            Type::AnyObject => RustType {
                path: Path::Reexported(RuntimeItem::SerdeJson, &["Map"]),
                arguments: vec![RustType::string(), RustType::reexported(RuntimeItem::SerdeJson, &["Value"])],
            },
            Type::Boolean => RustType::library(&["bool"]),
            Type::Integer(width) => integer(*width),
            Type::UnixTime => RustType::runtime(RuntimeItem::UnixTime).with_argument(self.timestamp()),
            Type::Number(Number::F32) => RustType::library(&["f32"]),
            Type::Number(Number::F64) => RustType::library(&["f64"]),
            Type::Number(Number::Decimal) => RustType::runtime(RuntimeItem::Decimal),
            Type::Text(text) => self.text(*text),
            Type::List(inner) => self.rust_type(inner, direction).list(),
            Type::Tuple(elements) => {
                let elements = elements.iter().map(|element| self.rust_type(element, direction));
                RustType { path: Path::Tuple, arguments: elements.collect() }
            }
            Type::Map(inner) => self.rust_type(inner, direction).map(),
            Type::Nullable(inner) => self.rust_type(inner, direction).option(),
            Type::Named(id) => match self.api.definition(*id) {
                // The original is the shorter name of the same type.
                Definition { shape: Shape::Alias(original), is_twin: true, .. } => self.rust_type(original, direction),
                _ => self.emitted(*id, direction),
            },
            Type::Own(id, arguments) => RustType {
                path: Path::Own(
                    self.api
                        .own_types
                        .get(*id)
                        .map_or("bindery_runtime::serde_json::Value", |own| &own.path)
                        .to_owned(),
                ),
                arguments: arguments.iter().map(|argument| self.rust_type(argument, direction)).collect(),
            },
        }
    }

    /// Returns `true` if values of a type can be compared.
    pub(super) fn is_comparable(&self, ty: &Type) -> bool {
        self.facts.incomparable.allow(self.api, ty)
    }

    /// The emitted type of a definition.
    pub(crate) fn emitted(&self, id: TypeId, direction: Direction) -> RustType {
        let path = Path::Emitted(self.names.of_type(id, direction).to_owned());
        RustType { path, arguments: Vec::new() }
    }

    fn text(&self, text: Text) -> RustType {
        match text {
            Text::Plain | Text::Binary => RustType::string(),
            Text::Date(kind) => self.date(kind),
            Text::NumberOrText => RustType::runtime(RuntimeItem::NumberOrText),
            Text::Base64 => RustType::runtime(RuntimeItem::Base64),
            Text::Uuid => RustType::reexported(RuntimeItem::Uuid, &["Uuid"]),
            Text::Ipv4 => RustType::library(&["std", "net", "Ipv4Addr"]),
            Text::Ipv6 => RustType::library(&["std", "net", "Ipv6Addr"]),
            Text::Password => RustType::runtime(RuntimeItem::Secret),
            Text::File => RustType::runtime(RuntimeItem::Upload),
            Text::Integer(width) => RustType::runtime(RuntimeItem::Quoted).with_argument(integer(width)),
            Text::Decimal => {
                RustType::runtime(RuntimeItem::Quoted).with_argument(RustType::runtime(RuntimeItem::Decimal))
            }
        }
    }

    fn date(&self, kind: DateKind) -> RustType {
        match (self.options.dates, kind) {
            (DateLibrary::Jiff, DateKind::Date) => RustType::reexported(RuntimeItem::Jiff, &["civil", "Date"]),
            (DateLibrary::Chrono, DateKind::Date) => RustType::reexported(RuntimeItem::Chrono, &["NaiveDate"]),
            (DateLibrary::Time, DateKind::DateTime) => RustType::runtime(RuntimeItem::DateTime),
            (DateLibrary::Time, DateKind::Date) => RustType::runtime(RuntimeItem::Date),
            (DateLibrary::Jiff | DateLibrary::Chrono, DateKind::DateTime) => self.timestamp(),
        }
    }

    /// The timestamp of the date library.
    fn timestamp(&self) -> RustType {
        match self.options.dates {
            DateLibrary::Jiff => RustType::reexported(RuntimeItem::Jiff, &["Timestamp"]),
            DateLibrary::Chrono => RustType::reexported(RuntimeItem::Chrono, &["DateTime"])
                .with_argument(RustType::reexported(RuntimeItem::Chrono, &["Utc"])),
            DateLibrary::Time => RustType::reexported(RuntimeItem::Time, &["OffsetDateTime"]),
        }
    }
}

fn integer(width: Integer) -> RustType {
    RustType::library(match width {
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

impl<'a> Resolver<'a> {
    /// Returns the parameter type for a value of a type.
    pub(crate) fn argument(&self, ty: &'a Type, direction: Direction) -> Argument {
        match self.api.unaliased(ty) {
            Type::List(inner) => Argument::Elements(Box::new(self.element(inner, direction))),
            Type::Map(inner) => Argument::Entries(Box::new(self.element(inner, direction))),
            _ => self.element(ty, direction),
        }
    }

    /// Returns the parameter type for a value that may be an element of a list.
    pub(super) fn element(&self, ty: &'a Type, direction: Direction) -> Argument {
        let target = self.api.unaliased(ty);
        let is_text = matches!(target, Type::Text(Text::Plain | Text::Binary));
        // What a text is converted from tells more by its own name than by an alias.
        let exact = self.rust_type(if is_text { target } else { ty }, direction);
        let is_converted = match target {
            Type::Text(text) => {
                is_text || matches!(text, Text::Password | Text::Integer(_) | Text::File | Text::NumberOrText)
            }
            Type::UnixTime => true,
            Type::Named(id) => {
                let conversions = &self.facts.conversions;
                // What keeps values that are not listed is made of any text.
                let is_of_texts = matches!(self.api.definition(*id).shape, Shape::StringEnum(_));
                is_of_texts
                    || conversions.holds_payload(*id)
                    || (direction == Direction::Request && conversions.becomes_sent(*id))
            }
            _ => false,
        };
        if is_converted { Argument::Into(exact) } else { Argument::Exact(exact) }
    }
}
