//! The sorts of changes.

use serde::Serialize;

/// What sort of change it is; the name in kebab case is stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ChangeKind {
    /// `info` or the servers.
    Description,
    /// Where the interface stands on the server.
    Server,
    /// How callers prove who they are.
    Security,
    /// An operation is new.
    OperationAdded,
    /// An operation is gone.
    OperationRemoved,
    /// An operation is the same under another path, id or parameter name.
    OperationRenamed,
    /// A parameter is new.
    ParameterAdded,
    /// A parameter is gone.
    ParameterRemoved,
    /// A parameter may, or has to, be given now.
    ParameterRequired,
    /// A parameter is of another type, or written in another way.
    ParameterType,
    /// A body is new, is gone, or is another one.
    Body,
    /// An answer is new, is gone, or is another one.
    Response,
    /// A header of the answers.
    Header,
    /// How pages or values of an answer follow each other.
    Paging,
    /// An event that the server sends by itself is new.
    EventAdded,
    /// An event is gone.
    EventRemoved,
    /// An event brings something else, or is named in another way.
    EventChanged,
    /// A type is new.
    TypeAdded,
    /// A type is gone.
    TypeRemoved,
    /// A type is something else.
    TypeChanged,
    /// A field is new.
    FieldAdded,
    /// A field is gone.
    FieldRemoved,
    /// A field is of another type.
    FieldType,
    /// A field may, or has to, be there now.
    FieldRequired,
    /// A field may, or may not, be null now.
    FieldNullable,
    /// A field travels in other directions.
    FieldDirection,
    /// A code or a text of an enumeration is new.
    ValueAdded,
    /// A code or a text of an enumeration is gone.
    ValueRemoved,
    /// A code or a text of an enumeration has another meaning.
    ValueMeaning,
    /// Arguments or values stand in another order.
    Order,
    /// An alternative of a union is new.
    AlternativeAdded,
    /// An alternative of a union is gone.
    AlternativeRemoved,
    /// An alternative of a union is something else, or told in another way.
    AlternativeChanged,
    /// A rule for values.
    Limit,
    /// What is assumed where nothing is given.
    Default,
    /// Something is deprecated, or not any more.
    Deprecation,
    /// Only texts.
    Docs,
    /// The Rust interface differs on account of changes elsewhere.
    Interface,
}

impl ChangeKind {
    /// The stable name, such as `field-added`.
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
