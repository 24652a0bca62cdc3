//! Compares a description with itself; there must be no changes.

use std::path::Path;

use bindery::internal::Emission;
use bindery::internal::diagnostic::{Diagnostic, Sink};
use bindery::internal::names::NameHistory;
use bindery::internal::run;
use bindery::internal::source::Input;
use bindery_cli::changes::compared;

use super::Fallible;
use super::one::{config, request};
use super::outcome::SelfChange;

/// Returns the differences of a document to itself: with the names of a first run, as `diff` compares two descriptions,
/// and with those of a lock file, as `update` regenerates a crate.
///
/// # Errors
///
/// Returns an error if no client can be generated.
pub(super) fn self_diff(path: &Path) -> Fallible<Vec<SelfChange>> {
    let refused = |problem: Box<Diagnostic>| format!("{} cannot be compared: {}", path.display(), problem.message);
    let input = request(path).map_err(refused)?;
    changes(&input).map_err(refused)
}

fn changes(input: &Input) -> Result<Vec<SelfChange>, Box<Diagnostic>> {
    let first = generate(input, &NameHistory::default())?;
    let names = first.names.by_pointer(&first.api);
    let mut changes = Vec::new();
    let kept = NameHistory::of_lock_file(&names);
    for (origin, memory) in [("first run", first.recorded_names.clone()), ("lock file", kept)] {
        let second = generate(input, &memory)?;
        let change =
            |kind: &str, message: String| SelfChange { names: origin.to_owned(), kind: kind.to_owned(), message };
        let found = compared(&first, &second);
        changes.extend(found.changes.iter().map(|found| change(found.kind.as_str(), found.message.clone())));
        let now = second.names.by_pointer(&second.api);
        let renamed = names.iter().filter(|(place, name)| now.get(*place) != Some(*name));
        changes.extend(renamed.map(|(place, name)| change("name", format!("`{name}` at {place} is called otherwise"))));
        let added = now.keys().filter(|place| !names.contains_key(*place));
        changes.extend(added.map(|place| change("name", format!("a name at {place} is remembered only now"))));
    }
    Ok(changes)
}

fn generate(input: &Input, memory: &NameHistory) -> Result<Emission, Box<Diagnostic>> {
    run(input, &config(None), memory, &mut Sink::new())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::self_diff;
    use crate::repository::fixtures;

    /// Checks that items that occur twice in a description are paired with themselves.
    #[test]
    fn every_fixture_is_the_same_as_itself() {
        for (name, folder) in fixtures("valid") {
            assert_eq!(self_diff(&folder.join("openapi.yaml")).unwrap(), [], "{name}");
        }
    }

    #[test]
    fn an_invalid_document_is_an_error() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("openapi.json");
        fs::write(&path, r#"{"openapi":"9.0"}"#).unwrap();
        assert!(self_diff(&path).unwrap_err().contains("not supported"));
    }
}
