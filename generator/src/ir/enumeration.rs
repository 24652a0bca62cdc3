//! Enumerations of integers and of strings.

use super::item::Docs;

/// An enumeration of integers.
#[derive(Clone, Debug)]
pub(crate) struct IntegerEnum {
    /// The values, in the order of the description.
    pub(crate) values: Vec<EnumValue<i64>>,
}

/// An enumeration of strings.
#[derive(Clone, Debug)]
pub(crate) struct StringEnum {
    /// The values, in the order of the description.
    pub(crate) values: Vec<EnumValue<String>>,
    /// The enumerations whose values it contains, and from which it converts.
    pub(crate) parts: Vec<String>,
}

/// A value of an enumeration.
#[derive(Clone, Debug)]
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
