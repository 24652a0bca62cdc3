//! The kinds of changes.

use serde::Serialize;

/// The kind of a change; its name in kebab case is stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ChangeKind {
    /// `info` or the servers changed.
    Description,
    /// The server changed.
    Server,
    /// The authentication changed.
    Security,
    /// An operation was added.
    OperationAdded,
    /// An operation was removed.
    OperationRemoved,
    /// An operation has another path, ID or parameter name.
    OperationRenamed,
    /// A parameter was added.
    ParameterAdded,
    /// A parameter was removed.
    ParameterRemoved,
    /// A parameter became required or optional.
    ParameterRequired,
    /// The type or serialization of a parameter changed.
    ParameterType,
    /// A body was added, removed or changed.
    Body,
    /// A response was added, removed or changed.
    Response,
    /// A response header changed.
    Header,
    /// The pagination or streaming of a response changed.
    Paging,
    /// An event was added.
    EventAdded,
    /// An event was removed.
    EventRemoved,
    /// The payload or the name of an event changed.
    EventChanged,
    /// A type was added.
    TypeAdded,
    /// A type was removed.
    TypeRemoved,
    /// A type changed.
    TypeChanged,
    /// A type has another name.
    TypeRenamed,
    /// A field was added.
    FieldAdded,
    /// A field was removed.
    FieldRemoved,
    /// The type of a field changed.
    FieldType,
    /// A field became required or optional.
    FieldRequired,
    /// A field became nullable or non-nullable.
    FieldNullable,
    /// A field is used in other directions.
    FieldDirection,
    /// A value of an enumeration was added.
    ValueAdded,
    /// A value of an enumeration was removed.
    ValueRemoved,
    /// A value of an enumeration has another meaning.
    ValueMeaning,
    /// The order of arguments or values changed.
    Order,
    /// The names of path parameters changed places.
    PathOrder,
    /// An alternative of a union was added.
    AlternativeAdded,
    /// An alternative of a union was removed.
    AlternativeRemoved,
    /// An alternative of a union changed, or its tag did.
    AlternativeChanged,
    /// A constraint on values changed.
    Limit,
    /// A default changed.
    Default,
    /// An item was deprecated, or is no longer deprecated.
    Deprecation,
    /// Only docs changed.
    Docs,
    /// The Rust interface changed because of changes elsewhere.
    Interface,
}

impl ChangeKind {
    /// Returns the stable name, such as `field-added`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Description => "description",
            Self::Server => "server",
            Self::Security => "security",
            Self::OperationAdded => "operation-added",
            Self::OperationRemoved => "operation-removed",
            Self::OperationRenamed => "operation-renamed",
            Self::ParameterAdded => "parameter-added",
            Self::ParameterRemoved => "parameter-removed",
            Self::ParameterRequired => "parameter-required",
            Self::ParameterType => "parameter-type",
            Self::Body => "body",
            Self::Response => "response",
            Self::Header => "header",
            Self::Paging => "paging",
            Self::EventAdded => "event-added",
            Self::EventRemoved => "event-removed",
            Self::EventChanged => "event-changed",
            Self::TypeAdded => "type-added",
            Self::TypeRemoved => "type-removed",
            Self::TypeChanged => "type-changed",
            Self::TypeRenamed => "type-renamed",
            Self::FieldAdded => "field-added",
            Self::FieldRemoved => "field-removed",
            Self::FieldType => "field-type",
            Self::FieldRequired => "field-required",
            Self::FieldNullable => "field-nullable",
            Self::FieldDirection => "field-direction",
            Self::ValueAdded => "value-added",
            Self::ValueRemoved => "value-removed",
            Self::ValueMeaning => "value-meaning",
            Self::Order => "order",
            Self::PathOrder => "path-order",
            Self::AlternativeAdded => "alternative-added",
            Self::AlternativeRemoved => "alternative-removed",
            Self::AlternativeChanged => "alternative-changed",
            Self::Limit => "limit",
            Self::Default => "default",
            Self::Deprecation => "deprecation",
            Self::Docs => "docs",
            Self::Interface => "interface",
        }
    }
}
