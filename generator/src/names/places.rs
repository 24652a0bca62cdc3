//! The lock file keys of names, made of JSON pointers.

use crate::model::{BodyContent, ParameterLocation, Response, StatusMatch};

/// Returns the lock file key of a group's name.
pub(super) fn group_place(wire: &str) -> String {
    format!("#group {wire}")
}

/// Returns the lock file key for the enumeration of an operation's bodies, if it has an unusual name.
pub(super) fn body_type_place(operation: &str) -> String {
    format!("{operation}#body type")
}

/// Returns the lock file key for the type of an operation's response headers, if it has an unusual name.
pub(super) fn headers_type_place(operation: &str) -> String {
    format!("{operation}#headers type")
}

/// Returns the lock file key for the enumeration of an operation's successes, if it has an unusual name.
pub(super) fn output_type_place(operation: &str) -> String {
    format!("{operation}#output type")
}

/// Returns the lock file key of a parameter. It has no position, because positions may change.
pub(super) fn parameter_place(operation: &str, location: ParameterLocation, wire: &str) -> String {
    format!("{operation}#{} {wire}", location.as_str())
}

/// Returns the lock file key of an enumeration value's name. It has no position, because positions may change.
pub(super) fn value_place(enumeration: &str, wire: &str) -> String {
    format!("{enumeration}#value {wire}")
}

/// Returns the lock file key of the user's name for the error type of an operation.
pub(super) fn error_name_place(operation: &str) -> String {
    format!("{operation}#error name")
}

/// The same for the error type of most of the API.
pub(super) fn main_error_place() -> String {
    "#error main".to_owned()
}

/// Returns the lock file key of the variant for an error response.
pub(super) fn refusal_place(operation: &str, status: StatusMatch) -> String {
    format!("{operation}#error {status}")
}

/// Returns the lock file key of a field's name. The type at the same pointer has a name too.
pub(super) fn field_place(object: &str, wire: &str) -> String {
    format!("{object}#field {wire}")
}

/// Returns the lock file key of a constant's name, because the same member may have been a field.
pub(super) fn constant_place(object: &str, wire: &str) -> String {
    format!("{object}#constant {wire}")
}

/// Returns the lock file key of an alternative's name.
pub(super) fn alternative_place(alternative: &str) -> String {
    format!("{alternative}#alternative")
}

/// Returns the lock file key for the name of a success: its status, its media type and its index.
pub(super) fn output_place(operation: &str, responses: &[Response], index: usize) -> String {
    let text = |response: &Response| {
        format!("{operation}#output {} {}", response.status, response.media_type.as_deref().unwrap_or_default())
    };
    counted(responses.iter().map(text), index)
}

/// Returns the lock file key for the name of a body's media type.
pub(super) fn body_place(operation: &str, bodies: &[BodyContent], index: usize) -> String {
    counted(bodies.iter().map(|content| format!("{operation}#body {}", content.media_type)), index)
}

/// One of some texts; where it is there before, with its number among these.
pub(super) fn counted(texts: impl Iterator<Item = String>, index: usize) -> String {
    let texts: Vec<String> = texts.take(index + 1).collect();
    let own = texts.last().cloned().unwrap_or_default();
    match texts.iter().filter(|text| **text == own).count() {
        0 | 1 => own,
        number => format!("{own} {number}"),
    }
}

/// Returns the lock file key of a configured name, which is dropped when its entry is removed.
pub(super) fn configured_place(place: &str) -> String {
    format!("{place}#configured")
}

/// Returns the lock file key of the request type's name.
pub(super) fn sent_place(place: &str) -> String {
    format!("{place}#sent")
}

/// Returns the lock file key of the response type's name, if it differs from the type's own.
pub(super) fn received_place(place: &str) -> String {
    format!("{place}#received")
}

/// Returns the lock file key that records that the type's own name belongs to the request type, which came first.
pub(super) fn only_sent_place(place: &str) -> String {
    format!("{place}#only sent")
}

/// The error type of most of the API.
pub(super) const MAIN: &str = "ApiError";
