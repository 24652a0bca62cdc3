//! A union: an enum with one variant for each alternative.

use serde::Serialize;

use super::about::Docs;
use super::structure::{Constant, Constraint, Conversion};
use super::types::RustType;
use super::{JsonShape, ObjectShape, TagPlace};

/// A union.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Union {
    /// The alternatives, in the order of the description.
    pub(crate) variants: Vec<Variant>,
    /// The location of the tag; `None` if alternatives are selected by their shape.
    pub(crate) tag: Option<TagPlace>,
    /// The functions that return a member that all structs have.
    pub(crate) accessors: Vec<Accessor>,
    /// The types from which it can be converted.
    pub(crate) sources: Vec<UnionSource>,
    /// The received type, if another type is received and all its values can be sent.
    pub(crate) received: Option<String>,
}

/// A function that returns a member of the content, or `None` if the content is not a struct or the
/// member is absent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Accessor {
    /// Its name, which is also that of the fields.
    pub(crate) name: String,
    /// The type inside the returned `Option`: a scalar, or a reference to another value.
    pub(crate) output: RustType,
    /// The variants that have the member.
    pub(crate) arms: Vec<AccessorArm>,
}

/// A variant with the member that an accessor returns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct AccessorArm {
    /// The index of the variant.
    pub(crate) variant: usize,
    /// The expression for the field.
    pub(crate) access: MemberAccess,
}

/// An expression for the value of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum MemberAccess {
    /// By value: it is a scalar that is always present.
    Copied,
    /// By value: it is an `Option` of a scalar.
    CopiedOption,
    /// With `&`: it is always present.
    Required,
    /// With `Option::as_ref`.
    AsRef,
    /// With `Option::as_deref`: it is a string or in a box.
    AsDeref,
}

/// An alternative.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Variant {
    /// Its name.
    pub(crate) name: String,
    /// Its docs.
    pub(crate) docs: Docs,
    /// Additional attributes.
    pub(crate) attributes: Vec<String>,
    /// Its content.
    pub(crate) payload: Option<Payload>,
    /// The values of its tag.
    pub(crate) tags: Vec<String>,
    /// The rule that selects it on the wire, if any.
    pub(crate) selector: Option<Selector>,
    /// The constraints that are checked before it is sent.
    pub(crate) constraints: Vec<Constraint>,
}

/// The payload of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Payload {
    /// Its type, without a box.
    pub(crate) ty: RustType,
    /// `true` if it is boxed because it would be infinite or is large.
    pub(crate) is_boxed: bool,
    /// The conversion to the sent type, if another type is sent.
    pub(crate) conversion: Conversion,
}

impl Payload {
    /// Returns the type, in a `Box` if it is boxed.
    pub(crate) fn stored_type(&self) -> RustType {
        let ty = self.ty.clone();
        if self.is_boxed { ty.boxed() } else { ty }
    }
}

/// The rule that selects a variant on the wire.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum Selector {
    /// A tag or a string without payload.
    Unit(String),
    /// A tag among the members of the value.
    Member(Injection),
    /// A tag outside the value.
    Apart(String),
    /// A value.
    Constant(Constant),
    /// The shape of its values.
    Shape(JsonShape<ObjectTable>),
}

/// The shape of an object in a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum ObjectTable {
    /// An object with other members than any struct.
    Members(ObjectShape),
    /// The members of a struct, and the listed values of members.
    Struct(String, Vec<(String, Vec<String>)>),
}

/// The position of the tag among the members of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Injection {
    /// The value declares it.
    Declared,
    /// Written before the members, and removed when they are read.
    Injected,
    /// Inserted; on reading, the value can keep it among its members.
    Added,
}

/// A conversion into a union.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct UnionSource {
    /// The index of the variant.
    pub(crate) variant: usize,
    /// The source.
    pub(crate) of: SourceType,
}

/// A type from which a union can be converted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum SourceType {
    /// Its content.
    Payload,
    /// A borrowed string.
    Str,
    /// A borrowed string that converts into the alternative.
    ListedStr,
    /// An owned string that converts into the alternative.
    ListedString,
    /// A list of string slices.
    StrList,
}

impl SourceType {
    /// Returns the type itself.
    pub(crate) fn ty(&self, payload: &Payload) -> RustType {
        match self {
            Self::Payload => payload.ty.clone(),
            Self::Str | Self::ListedStr => RustType::library(&["&str"]),
            Self::ListedString => RustType::string(),
            Self::StrList => RustType::library(&["&str"]).list(),
        }
    }
}
