//! Implementations of traits of other crates.

use std::collections::BTreeSet;

use super::types::RustType;
use crate::config::Implementation;

/// The implementations for a type.
#[derive(Clone, Debug)]
pub(crate) struct Implementations {
    /// The name of the type.
    pub(crate) name: String,
    /// The implemented traits.
    pub(crate) traits: BTreeSet<Implementation>,
    /// Its schema, if a trait requires it.
    pub(crate) described: Option<DescribedType>,
    /// The values of an enum, if it implements `clap::ValueEnum`.
    pub(crate) values: Vec<ArgumentValue>,
}

/// A value of an enum as an argument of a program.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
pub(crate) struct DescribedType {
    /// Its JSON Schema. `$ref` is the index of an emitted type below, `$own` that of an own type; `$samples` are
    /// sample values.
    pub(crate) schema: String,
    /// The names of the emitted types that it contains.
    pub(crate) held: Vec<String>,
    /// The own types that it contains, which provide their own schemas.
    pub(crate) own: Vec<RustType>,
}
