//! Applies the user's corrections to a description before anything else reads it.
//!
//! A correction is a JSON or YAML file: an overlay (OpenAPI Overlay 1.0 and 1.1), or a JSON Merge
//! Patch (RFC 7396, any other object). Corrections are applied in order. One that has no effect is reported:
//! its target was removed, or the API was fixed.

mod edit;
mod merge;
mod overlay;

use serde_json::Value;

use super::parse;
use crate::diagnostic::{Location, Result, Sink, SourceLocation};
use crate::pointer::Pointer;
use crate::source::Source;
use edit::{CorrectionReader, Edit, Origin};
use merge::{AppliedEdits, EditLocation};

/// The steps that corrections applied to a description.
#[derive(Clone, Debug, Default)]
pub(crate) struct Corrected {
    /// The steps, with the name of the file that each is of.
    steps: Vec<(String, Edit)>,
}

impl Corrected {
    /// Traces a location in the corrected description back to the original description or to a correction.
    pub(crate) fn trace(&self, place: &mut SourceLocation, description: &str) {
        let Location::Pointer(pointer) = &place.location else { return };
        if place.source != description {
            return;
        }
        let mut pointer = Pointer::root().append(pointer);
        for (file, edit) in self.steps.iter().rev() {
            match edit.before(pointer) {
                Origin::Description(before) => pointer = before,
                Origin::Correction(there) => {
                    place.source.clone_from(file);
                    place.location = Location::Pointer(there.to_string());
                    return;
                }
            }
        }
        place.location = Location::Pointer(pointer.to_string());
    }
}

/// Applies all corrections to a description. Those without effect are reported.
///
/// # Errors
///
/// `configuration-invalid` if a file is not a correction or an action fails; `syntax-invalid` if it is neither JSON nor
/// YAML.
pub(super) fn correct(description: &mut Value, corrections: &[Source], sink: &mut Sink) -> Result<Corrected> {
    let mut corrected = Corrected::default();
    for correction in corrections {
        let value = parse::parse(correction, sink)?;
        let mut reader = CorrectionReader { name: correction.name(), sink };
        let edits = match &value {
            Value::Object(members) if members.contains_key("overlay") => {
                overlay::Overlay::read(&value, &reader)?.apply(description, &mut reader)?
            }
            Value::Object(_) => merged(description, &value, &mut reader),
            Value::Array(_) => {
                let help = "write the same as an overlay, whose actions update, copy and remove what a query selects";
                return Err(reader.invalid(&Pointer::root(), "JSON Patch is no longer supported", help));
            }
            _ => {
                let help = "write an overlay or a JSON Merge Patch";
                return Err(reader.invalid(&Pointer::root(), "invalid correction", help));
            }
        };
        corrected.steps.extend(edits.into_iter().map(|edit| (correction.name().to_owned(), edit)));
    }
    Ok(corrected)
}

fn merged(description: &mut Value, value: &Value, reader: &mut CorrectionReader<'_>) -> Vec<Edit> {
    let mut steps = AppliedEdits::default();
    let root = Pointer::root();
    let at = EditLocation { target: root.clone(), source: root.clone() };
    merge::patch(description, value, &at, &mut steps);
    if !steps.changed {
        reader.needless(&root, "the patch changes nothing");
    }
    steps.edits
}

#[cfg(test)]
mod tests;
