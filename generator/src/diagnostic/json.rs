//! Renders diagnostics as JSON, one object per line, for editors and CI.

use super::{Diagnostic, Location, Positions};
use crate::unicode::printable_json;

/// Renders one line of JSON: `severity`, `code`, `message`, and if known `source`, `line`, `column`, `pointer`,
/// `detail`, `help`.
#[must_use]
pub fn render_json(diagnostic: &Diagnostic, positions: &Positions<'_>) -> String {
    let mut object = serde_json::Map::new();
    object.insert("severity".into(), diagnostic.severity.as_str().into());
    object.insert("code".into(), diagnostic.code.as_str().into());
    object.insert("message".into(), diagnostic.message.as_str().into());
    if let Some(place) = &diagnostic.place {
        object.insert("source".into(), place.source.as_str().into());
        if let Some(position) = positions.position(place) {
            object.insert("line".into(), position.line.into());
            object.insert("column".into(), position.column.into());
        }
        if let Location::Pointer(pointer) = &place.location {
            object.insert("pointer".into(), pointer.as_str().into());
        }
    }
    if !diagnostic.detail.is_empty() {
        object.insert("detail".into(), diagnostic.detail.join("\n").into());
    }
    if let Some(help) = &diagnostic.help {
        object.insert("help".into(), help.as_str().into());
    }
    printable_json(&format!("{}\n", serde_json::Value::Object(object)))
}
