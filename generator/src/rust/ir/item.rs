//! An item: a type of the crate with everything that belongs to it.

use std::collections::BTreeSet;

use serde::Serialize;

use super::Constraint;
use super::about::Docs;
use super::structure::{Conversion, Struct};
use super::types::RustType;
use super::union::Union;
use crate::base::crate_feature::Implementation;

/// A type of the crate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Item {
    /// The index of the type that it is made for.
    #[serde(skip)]
    pub(crate) index: usize,
    /// Its name.
    pub(crate) name: String,
    /// Its docs.
    pub(crate) docs: Docs,
    /// Its kind.
    pub(crate) kind: ItemKind,
    /// The derived traits: names of the standard library, then paths.
    pub(crate) derives: Vec<String>,
    /// Additional attributes.
    pub(crate) attributes: Vec<String>,
    /// The traits of other crates that are implemented for it.
    pub(crate) implementations: Option<Implementations>,
    /// Its sample value for tests, as JSON.
    pub(crate) fixture: Option<String>,
    /// `true` if it is only sent, so that it is deserialized only with the feature for that.
    pub(crate) is_only_sent: bool,
    /// `true` if its values are checked before they are sent.
    pub(crate) is_checked: bool,
}

/// The kind of an item.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum ItemKind {
    /// An object with declared members.
    Struct(Struct),
    /// An enumeration of integers.
    IntegerEnum(IntegerEnum),
    /// An enumeration of strings.
    StringEnum(StringEnum),
    /// A union.
    Union(Union),
    /// A type alias.
    Alias(RustType),
    /// A newtype that breaks an infinitely recursive type.
    Wrapper(Wrapper),
}

/// A newtype that breaks an infinitely recursive type.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Wrapper {
    /// The type.
    pub(crate) ty: RustType,
    /// The received type and the conversion from it, if another type is received.
    pub(crate) received: Option<(String, Conversion)>,
}

impl ItemKind {
    /// Returns `true` if a value of it is checked against a regular expression.
    pub(crate) fn has_pattern(&self) -> bool {
        let has_pattern = |constraints: &[Constraint]| constraints.iter().any(Constraint::has_pattern);
        match self {
            Self::Struct(structure) => structure.fields().any(|(_, field)| has_pattern(&field.constraints)),
            Self::Union(union) => union.variants.iter().any(|variant| has_pattern(&variant.constraints)),
            _ => false,
        }
    }
}

/// The implementations for a type.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Implementations {
    /// The implemented traits.
    pub(crate) traits: BTreeSet<Implementation>,
    /// Its schema, if a trait requires it.
    pub(crate) described: Option<DescribedType>,
    /// The values of an enum, if it implements `clap::ValueEnum`.
    pub(crate) values: Vec<ArgumentValue>,
}

/// A value of an enum as an argument of a program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ArgumentValue {
    /// The variant.
    pub(crate) variant: String,
    /// The argument: the wire value, or the variant if a shell could interpret the wire value.
    pub(crate) name: String,
    /// The wire value, if the argument is another.
    pub(crate) alias: Option<String>,
    /// The description of the value.
    pub(crate) help: Option<String>,
}

/// The schema of a type.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct DescribedType {
    /// Its JSON Schema. `$ref` is the index of an emitted type below, `$own` that of an own type.
    pub(crate) schema: String,
    /// The names of the emitted types that it contains.
    pub(crate) held: Vec<String>,
    /// The own types that it contains, which provide their own schemas.
    pub(crate) own: Vec<RustType>,
}

/// An enumeration of integers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct IntegerEnum {
    /// The values, in the order of the description.
    pub(crate) values: Vec<EnumValue<i64>>,
}

/// An enumeration of strings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct StringEnum {
    /// The values, in the order of the description.
    pub(crate) values: Vec<EnumValue<String>>,
}

/// A value of an enumeration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct EnumValue<V> {
    /// The name of its variant.
    pub(crate) name: String,
    /// Its value on the wire.
    pub(crate) wire: V,
    /// Its meaning, if the description has one.
    pub(crate) meaning: Option<String>,
    /// Additional attributes.
    pub(crate) attributes: Vec<String>,
    /// Its docs.
    pub(crate) docs: Docs,
}
