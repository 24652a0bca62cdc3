//! Enumerations of integers and of strings.

use serde::Serialize;

use super::about::Docs;

/// An enumeration of integers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct IntegerEnum {
    /// The values, in the order of the description.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) values: Vec<EnumValue<i64>>,
}

/// An enumeration of strings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct StringEnum {
    /// The values, in the order of the description.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) values: Vec<EnumValue<String>>,
    /// The enumerations whose values it contains, and from which it converts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) parts: Vec<String>,
}

/// A value of an enumeration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct EnumValue<V> {
    /// The name of its variant.
    pub(crate) name: String,
    /// Its value on the wire.
    pub(crate) wire: V,
    /// Its meaning, if the description has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) meaning: Option<String>,
    /// Additional attributes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) attributes: Vec<String>,
    /// Its docs.
    #[serde(skip_serializing_if = "Docs::is_empty")]
    pub(crate) docs: Docs,
}
