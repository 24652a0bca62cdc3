//! Implementations of traits of other crates.

use std::collections::BTreeSet;

use serde::Serialize;

use super::types::RustType;
use crate::crate_feature::Implementation;

/// The implementations for a type.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Implementations {
    /// The implemented traits.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) traits: BTreeSet<Implementation>,
    /// Its schema, if a trait requires it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) described: Option<DescribedType>,
    /// The values of an enum, if it implements `clap::ValueEnum`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) alias: Option<String>,
    /// The description of the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) help: Option<String>,
}

/// The schema of a type.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct DescribedType {
    /// Its JSON Schema. `$ref` is the index of an emitted type below, `$own` that of an own type; `$samples` are
    /// sample values.
    pub(crate) schema: String,
    /// The names of the emitted types that it contains.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) held: Vec<String>,
    /// The own types that it contains, which provide their own schemas.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) own: Vec<RustType>,
}
