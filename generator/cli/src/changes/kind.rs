//! The kinds of changes.

use serde::Serialize;

macro_rules! kinds {
    ($($variant:ident $name:literal $meaning:literal)*) => {
        /// The kind of a change; its name is stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[non_exhaustive]
        pub enum ChangeKind {
            $(#[doc = $meaning] #[serde(rename = $name)] $variant,)*
        }

        impl ChangeKind {
            /// Returns the stable name, such as `field-added`.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }
        }
    };
}

kinds! {
    Service "service" "`info`, the servers or the authentication changed."
    OperationAdded "operation-added" "An operation or an event was added."
    OperationRemoved "operation-removed" "An operation or an event was removed."
    OperationChanged "operation-changed"
        "The names, the body, a response, the pagination or the payload of an operation or an event changed."
    ParameterAdded "parameter-added" "A parameter was added."
    ParameterRemoved "parameter-removed" "A parameter was removed."
    ParameterChanged "parameter-changed" "The type, the presence, the default or the order of parameters changed."
    TypeAdded "type-added" "A type was added."
    TypeRemoved "type-removed" "A type was removed."
    TypeChanged "type-changed" "A type changed, or has another name."
    FieldAdded "field-added" "A field was added."
    FieldRemoved "field-removed" "A field was removed."
    FieldChanged "field-changed" "The type, the presence, the default or the directions of a field changed."
    ValueAdded "value-added" "A value of an enumeration or an alternative of a union was added."
    ValueRemoved "value-removed" "A value of an enumeration or an alternative of a union was removed."
    ValueChanged "value-changed" "A value of an enumeration has another meaning, or an alternative of a union changed."
    Limit "limit" "A constraint on values changed."
    Deprecation "deprecation" "An item was deprecated, or is no longer deprecated."
    Docs "docs" "Only docs changed."
    Interface "interface" "The Rust interface changed because of changes elsewhere."
}
