//! An item: a type of the crate with everything that belongs to it.

use serde::Serialize;

use super::about::Docs;
use super::conversion::Conversion;
use super::enumeration::{IntegerEnum, StringEnum};
use super::fixture::Fixture;
use super::implementation::Implementations;
use super::structure::Struct;
use super::types::RustType;
use super::union::Union;
use crate::ir::Constraint;

/// A type of the crate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Item {
    /// Its name.
    pub(crate) name: String,
    /// Its docs.
    #[serde(skip_serializing_if = "Docs::is_empty")]
    pub(crate) docs: Docs,
    /// Its kind.
    pub(crate) kind: ItemKind,
    /// The derived traits: names of the standard library, then paths.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) derives: Vec<String>,
    /// Additional attributes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) attributes: Vec<String>,
    /// The traits of other crates that are implemented for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) implementations: Option<Implementations>,
    /// Its sample value for tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fixture: Option<Fixture>,
    /// The feature that makes it readable, if it is only sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reading: Option<&'static str>,
    /// The validation of its values before they are sent; `None` if they are never sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) validation: Option<Validation>,
}

/// The validation of values before they are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Validation {
    /// The function always succeeds. It exists so that adding a constraint breaks no program.
    Unconstrained,
    /// Checked by the table of their constraints.
    Table,
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
    #[serde(skip_serializing_if = "Option::is_none")]
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
