//! Applies the user's corrections to a description before anything else reads it.
//!
//! A correction is a JSON or YAML file. An object with the member `overlay` is an OpenAPI Overlay (1.0 or 1.1); any other
//! object is a JSON Merge Patch (RFC 7396). Corrections are applied in order. A correction without effect is reported,
//! since its target was removed or the API was fixed.

mod edit;
mod merge;
mod overlay;

use serde_json::Value;

use super::parse;
use crate::base::diagnostic::{Location, Result, Sink, SourceLocation};
use crate::base::pointer::Pointer;
use crate::base::text::Source;
use edit::{CorrectionReader, Edit, Origin};
use merge::{AppliedEdits, EditLocation};

/// The edits that corrections made to a description, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct CorrectionEdits(Vec<CorrectionEdit>);

#[derive(Clone, Debug)]
struct CorrectionEdit {
    /// The name of the correction file.
    file: String,
    edit: Edit,
}

impl CorrectionEdits {
    /// Replaces a location in the corrected description by its origin: a location before the corrections, or in one of
    /// them. Locations in other files are unchanged.
    pub(crate) fn trace(&self, location: &mut SourceLocation, description: &str) {
        let Location::Pointer(pointer) = &location.location else { return };
        if location.source != description {
            return;
        }
        let mut pointer = pointer.clone();
        for CorrectionEdit { file, edit } in self.0.iter().rev() {
            match edit.before(pointer) {
                Origin::Description(before) => pointer = before,
                Origin::Correction(there) => {
                    location.source.clone_from(file);
                    location.location = Location::Pointer(there);
                    return;
                }
            }
        }
        location.location = Location::Pointer(pointer);
    }
}

/// Applies all corrections to a description. Those without effect are reported.
///
/// # Errors
///
/// `configuration-invalid` if a file is not a correction or an action fails; the errors of [`parse::parse`].
pub(super) fn correct(description: &mut Value, corrections: &[Source], sink: &mut Sink) -> Result<CorrectionEdits> {
    let mut all = CorrectionEdits::default();
    for correction in corrections {
        let value = parse::parse(correction, sink)?;
        let mut reader = CorrectionReader { name: correction.name(), sink };
        let edits = match &value {
            Value::Object(members) if members.contains_key("overlay") => {
                overlay::Overlay::read(&value, &reader)?.apply(description, &mut reader)?
            }
            Value::Object(_) => apply_merge_patch(description, &value, &mut reader),
            Value::Array(_) => {
                let help =
                    "use an OpenAPI Overlay: its actions update, copy or remove the values that a JSONPath selects";
                return Err(reader.invalid(&Pointer::root(), "JSON Patch is not supported", help));
            }
            _ => {
                let help = "write an overlay or a JSON Merge Patch";
                return Err(reader.invalid(&Pointer::root(), "invalid correction", help));
            }
        };
        let file = correction.name();
        all.0.extend(edits.into_iter().map(|edit| CorrectionEdit { file: file.to_owned(), edit }));
    }
    Ok(all)
}

fn apply_merge_patch(description: &mut Value, value: &Value, reader: &mut CorrectionReader<'_>) -> Vec<Edit> {
    let mut applied = AppliedEdits::default();
    let root = Pointer::root();
    let at = EditLocation { target: root.clone(), source: root.clone() };
    merge::merge_patch(description, value, &at, &mut applied);
    if !applied.changed {
        reader.warn_no_effect(&root, "the patch changes nothing");
    }
    applied.edits
}

#[cfg(test)]
mod tests;
