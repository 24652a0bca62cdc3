//! Names of a type where the new client has another one, as of an operation that got its own error type.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use super::diagnostics::{Message, Span};
use super::edit::Edit;
use super::imports::split_path;
use super::sources::Sources;

/// A path that names the wrong type.
struct WrongType<'t> {
    /// The range of the type's path.
    range: Range<usize>,
    /// The path of the type from the root of the client, and of the one that is expected.
    old: &'t str,
    new: &'t str,
}

/// Returns the edits for errors about one type where the other one is expected.
pub(super) fn retype<'e>(
    errors: &'e [Message],
    sources: &Sources,
    types: &BTreeMap<String, BTreeSet<String>>,
) -> BTreeMap<&'e Path, Vec<Edit>> {
    let mut wrong: BTreeMap<&Path, Vec<WrongType<'_>>> = BTreeMap::new();
    for error in errors.iter().filter(|error| error.code == "E0308") {
        let Some(span) = error.span().filter(|span| !span.is_macro) else { continue };
        let Some(file) = sources.files.get(&span.file) else { continue };
        wrong.entry(&span.file).or_default().extend(wrong_type(&file.text, span, &error.label, types));
    }
    let edits = wrong.into_iter().filter_map(|(path, wrong)| {
        let file = sources.files.get(path)?;
        let imports = &file.outline.as_ref()?.imports;
        let mut edits = Vec::new();
        for WrongType { range, old, new } in &wrong {
            let written = file.text.get(range.clone())?;
            if written == split_path(old).1 {
                let is_same =
                    |other: &&WrongType<'_>| other.old == *old && file.text.get(other.range.clone()) == Some(written);
                let Some(imported) = imports.replace(&file.text, old, new, wrong.iter().filter(is_same).count()) else {
                    continue;
                };
                edits.extend(imported);
                edits.push(Edit::replace(range.clone(), split_path(new).1));
            } else if let Some(root) = written.strip_suffix(old) {
                edits.push(Edit::replace(range.clone(), format!("{root}{new}")));
            }
        }
        Some((path, edits))
    });
    edits.filter(|(_, edits)| !edits.is_empty()).collect()
}

/// Returns the type that is named at an error, if the expected one is a successor of it.
fn wrong_type<'t>(
    text: &str,
    span: &Span,
    label: &str,
    types: &'t BTreeMap<String, BTreeSet<String>>,
) -> Option<WrongType<'t>> {
    let mut quoted = label.split('`').skip(1).step_by(2);
    let (expected, found) = (quoted.next()?, quoted.next()?);
    let has_name = |path: &&String, name: &str| split_path(path).1 == name;
    let mut pairs = types
        .iter()
        .filter(|(old, _)| has_name(old, found))
        .filter_map(|(old, new)| Some((old.as_str(), new.iter().find(|new| has_name(new, expected))?.as_str())));
    let (old, new) = pairs.next().filter(|_| pairs.next().is_none())?;
    let code = text.get(span.range())?;
    let path = code.len() - code.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_' || c == ':').len();
    // The last segment is a variant or a function of the type.
    let path = code[..path].rsplit_once("::")?.0;
    path.ends_with(found).then(|| WrongType { range: span.bytes.0..span.bytes.0 + path.len(), old, new })
}
