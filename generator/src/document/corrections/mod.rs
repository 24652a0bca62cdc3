//! What a user puts right in a description, before anything else reads it.
//!
//! A correction is a file of JSON or YAML: an overlay (OpenAPI Overlay 1.0 and 1.1), a JSON Patch (RFC 6902), which is a
//! list, or a JSON Merge Patch (RFC 7396), which is any other object. They are done in order. What does nothing any more is
//! told: the place is gone, or the server has mended it by itself.

mod edit;
mod json_patch;
mod merge;
mod overlay;

use edit::{Edit, Origin};
use json_patch::JsonPatch;
use merge::Steps;
use overlay::Overlay;
use serde_json::Value;

use super::parse;
use crate::diagnostic::{Code, Diagnostic, Location, SourceLocation};
use crate::pointer::Pointer;
use crate::source::Source;

type Outcome<T> = Result<T, Box<Diagnostic>>;

/// What was done to a description.
#[derive(Clone, Debug, Default)]
pub(crate) struct Corrected {
    /// The steps, with the name of the file that each is of.
    steps: Vec<(String, Edit)>,
    /// What did nothing.
    pub(crate) told: Vec<Diagnostic>,
}

impl Corrected {
    /// Where a place of the corrected description stands: in the description as it came, or in a correction.
    pub(crate) fn trace(&self, place: &mut SourceLocation, description: &str) {
        let Location::Pointer(pointer) = &place.spot else { return };
        if place.source != description {
            return;
        }
        let mut pointer = Pointer::root().append(pointer);
        for (file, edit) in self.steps.iter().rev() {
            match edit.before(pointer) {
                Origin::Description(before) => pointer = before,
                Origin::Correction(there) => {
                    place.source.clone_from(file);
                    place.spot = Location::Pointer(there.to_string());
                    return;
                }
            }
        }
        place.spot = Location::Pointer(pointer.to_string());
    }
}

/// Does all corrections to a description.
///
/// # Errors
///
/// `configuration-invalid` where a file is no correction, or an action cannot be done; `syntax-invalid` where it is neither
/// JSON nor YAML.
pub(super) fn correct(description: &mut Value, corrections: &[Source]) -> Outcome<Corrected> {
    let mut corrected = Corrected::default();
    for correction in corrections {
        let mut reader = Reader { name: correction.name(), told: Vec::new() };
        let (value, repeated) = parse::parse(correction)?;
        let edits = match &value {
            Value::Object(members) if members.contains_key("overlay") => {
                Overlay::read(&value, &reader)?.apply(description, &mut reader)?
            }
            Value::Array(_) => JsonPatch::read(&value, &reader)?.apply(description, &mut reader)?,
            Value::Object(_) => merged(description, &value, &mut reader),
            _ => {
                let help = "write an overlay, a JSON Patch or a JSON Merge Patch";
                return Err(reader.invalid(&Pointer::root(), "this is no correction", help));
            }
        };
        corrected.steps.extend(edits.into_iter().map(|edit| (correction.name().to_owned(), edit)));
        corrected.told.extend(repeated.into_iter().chain(reader.told));
    }
    Ok(corrected)
}

fn merged(description: &mut Value, value: &Value, reader: &mut Reader<'_>) -> Vec<Edit> {
    let mut steps = Steps::default();
    let root = Pointer::root();
    merge::patch(description, value, (&root, &root), &mut steps);
    if !steps.changed {
        reader.needless(&root, "the patch changes nothing");
    }
    steps.edits
}

/// What is told of one file.
struct Reader<'a> {
    name: &'a str,
    told: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn place(&self, at: &Pointer) -> Location {
        Location::Pointer(at.to_string())
    }

    fn invalid(&self, at: &Pointer, message: impl Into<String>, help: &str) -> Box<Diagnostic> {
        let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
        Box::new(problem.at(self.name, self.place(at)).help(help))
    }

    fn unmatched(&mut self, at: &Pointer, message: impl Into<String>) {
        let help = "remove it if the server has mended that itself, or say where it stands now";
        let told = Diagnostic::warning(Code::OverrideUnused, message);
        self.told.push(told.at(self.name, self.place(at)).help(help));
    }

    fn needless(&mut self, at: &Pointer, message: &str) {
        let message = format!("{message}: the description says so by itself");
        let told = Diagnostic::warning(Code::OverrideNeedless, message);
        self.told.push(told.at(self.name, self.place(at)).help("remove it"));
    }
}

#[cfg(test)]
mod tests;
