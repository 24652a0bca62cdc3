//! `Cargo.toml`, which belongs to both the user and Bindery.
//!
//! Additions and changes of the user are kept; everything else is regenerated. The lock file records the written values
//! to distinguish the two.
//!
//! | the existing file | the new file |
//! |---|---|
//! | has the recorded value | has the generated value, or none if there is none |
//! | has a changed or an unrecorded value | keeps it |
//! | lacks a generated value | has the generated value |

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike};

use crate::output::{Journal, LockFile};
use bindery::internal::diagnostic::{Code, Diagnostic, Location, Result, file_error};
use bindery::internal::emit::MANIFEST;
use bindery::internal::pointer::Pointer;
use bindery::internal::text::position_at;

/// The existing manifest in a directory.
#[derive(Clone, Debug, Default)]
pub(super) struct ExistingManifest {
    /// Its path.
    path: String,
    /// Its text, if there is one.
    text: Option<String>,
    /// The values that Bindery wrote.
    written: Journal,
}

impl ExistingManifest {
    /// Reads the manifest in a directory; `lock_file` is that of the existing crate.
    ///
    /// # Errors
    ///
    /// `output-unwritable` if it cannot be read.
    pub(super) fn read(folder: &Path, lock_file: Option<&LockFile>) -> Result<Self> {
        let path = folder.join(MANIFEST);
        // The target of a link belongs to the user, and writing rejects it.
        if !fs::symlink_metadata(&path).is_ok_and(|found| found.is_file()) {
            return Ok(Self::default());
        }
        let text = fs::read_to_string(&path).map_err(|error| {
            let message = format!("cannot read the file: {error}");
            file_error(Code::OutputUnwritable, &path, message, "fix the file or move it away")
        })?;
        let written = lock_file.into_iter().fold(Journal::read(folder)?, Journal::with);
        Ok(Self { path: path.display().to_string(), text: Some(text), written })
    }

    /// Merges the generated manifest with the user's changes.
    pub(super) fn merged(&self, generated: &str) -> Result<String> {
        let Some(existing) = &self.text else { return Ok(generated.to_owned()) };
        let parsed = |text| {
            parsed(text, &self.path, Code::OutputEdited, "fix the file, or delete it and run `bindery generate`")
        };
        let existing = parsed(existing)?;
        let mut merged = parsed(generated)?;
        let merge = Merge { written: &self.written };
        merge.tables(merged.as_table_mut(), existing.as_table(), &Pointer::root());
        let text = merged.to_string();
        let has_crlf = self.text.as_ref().is_some_and(|text| text.contains("\r\n"));
        Ok(if has_crlf { text.replace("\r\n", "\n").replace('\n', "\r\n") } else { text })
    }
}

/// Parses the text of a manifest. An invalid one is reported with this code and help.
pub(super) fn parsed(text: &str, path: &str, code: Code, help: &str) -> Result<DocumentMut> {
    text.parse().map_err(|error: toml_edit::TomlError| {
        let position = position_at(text, error.span().map_or(0, |span| span.start));
        let message = format!("invalid Cargo.toml: {}", error.message().lines().next().unwrap_or_default());
        let location = Location::Position { line: position.line, column: position.column };
        Box::new(Diagnostic::error(code, message).at(path, location).help(help))
    })
}

/// Returns the values of a generated manifest, by JSON pointer.
pub(super) fn contents(generated: &str) -> BTreeMap<String, String> {
    let mut contents = BTreeMap::new();
    if let Ok(document) = generated.parse::<DocumentMut>() {
        collect(document.as_table(), &Pointer::root(), &mut contents);
    }
    contents
}

fn collect(table: &dyn TableLike, at: &Pointer, contents: &mut BTreeMap<String, String>) {
    for (key, item) in table.iter() {
        let at = at.child(key);
        match item {
            Item::Table(table) => collect(table, &at, contents),
            Item::ArrayOfTables(tables) => {
                for table in tables {
                    contents.insert(at.child(name(table)).to_string(), canonical(&Item::Table(table.clone())));
                }
            }
            item => {
                contents.insert(at.to_string(), canonical(item));
            }
        }
    }
}

/// Merges the user's values into a generated manifest.
struct Merge<'w> {
    written: &'w Journal,
}

impl Merge<'_> {
    fn is_recorded(&self, at: &Pointer, item: &Item) -> bool {
        self.written.has_value(at.as_str(), &canonical(item))
    }

    fn tables(&self, generated: &mut Table, existing: &Table, at: &Pointer) {
        for (key, item) in existing {
            let at = at.child(key);
            match (generated.get_mut(key), item) {
                (Some(Item::Table(generated)), Item::Table(existing)) => self.tables(generated, existing, &at),
                (Some(Item::ArrayOfTables(generated)), Item::ArrayOfTables(existing)) => {
                    self.lists(generated, existing, &at)
                }
                (None, Item::Table(existing)) => {
                    let mut own = existing.clone();
                    self.remove_recorded(&mut own, &at);
                    if !own.is_empty() || existing.is_empty() {
                        generated.insert(key, Item::Table(own));
                    }
                }
                (None, Item::ArrayOfTables(existing)) => {
                    let mut own = ArrayOfTables::new();
                    self.lists(&mut own, existing, &at);
                    if !own.is_empty() {
                        generated.insert(key, Item::ArrayOfTables(own));
                    }
                }
                // The code of the crate uses this name.
                (Some(_), _) if at.as_str() == "/package/name" => {}
                (_, item) if self.is_recorded(&at, item) => {}
                (None, item) => match existing.key(key) {
                    Some(key) => drop(generated.insert_formatted(key, item.clone())),
                    None => drop(generated.insert(key, item.clone())),
                },
                (Some(generated), item) => {
                    if canonical(generated) != canonical(item) {
                        *generated = item.clone();
                    }
                }
            }
        }
    }

    fn lists(&self, generated: &mut ArrayOfTables, existing: &ArrayOfTables, at: &Pointer) {
        for table in existing {
            let own = Item::Table(table.clone());
            if self.is_recorded(&at.child(name(table)), &own) {
                continue;
            }
            let same = generated.iter().position(|generated| name(generated) == name(table));
            match same.and_then(|index| generated.get_mut(index)) {
                Some(generated) if canonical(&Item::Table(generated.clone())) == canonical(&own) => {}
                Some(generated) => *generated = table.clone(),
                None => generated.push(table.clone()),
            }
        }
    }

    /// Removes recorded values that are not generated any longer from a table.
    fn remove_recorded(&self, table: &mut Table, at: &Pointer) {
        table.retain(|key, item| {
            let at = at.child(key);
            if let Item::Table(inner) = item {
                let was_empty = inner.is_empty();
                self.remove_recorded(inner, &at);
                return was_empty || !inner.is_empty();
            }
            !self.is_recorded(&at, item)
        });
    }
}

/// Returns the name of a target, such as a binary or an example.
fn name(table: &Table) -> &str {
    table.get("name").and_then(Item::as_str).unwrap_or_default()
}

/// Returns the canonical form of a value, regardless of its formatting.
fn canonical(item: &Item) -> String {
    let mut item = item.clone();
    item.make_value();
    let text = format!("a = {}", item.to_string().trim());
    let value: Option<toml::Table> = toml::from_str(&text).ok();
    value.map_or(text, |value| value.get("a").map(toml::Value::to_string).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{ExistingManifest, contents};
    use crate::output::{Journal, LockFile};

    const MADE: &str = "# ours\n[package]\nname = \"a\"\nversion = \"0.1.0\"\n\n[features]\n# why\nb = []\n\n\
                        [[bin]]\nname = \"a\"\n\n[dependencies]\nserde = \"1\"\nuuid = { version = \"1\", optional = true }\n";

    fn merged(written: &str, existing: &str, generated: &str) -> String {
        let text = Some(existing.to_owned());
        let lock_file = LockFile { manifest: contents(written), ..LockFile::default() };
        let written = Journal::default().with(&lock_file);
        let existing = ExistingManifest { path: "Cargo.toml".to_owned(), text, written };
        existing.merged(generated).unwrap()
    }

    #[test]
    fn unchanged_values_are_regenerated() {
        let newer =
            MADE.replace("0.1.0", "0.2.0").replace("uuid = { version = \"1\", optional = true }\n", "url = \"2\"\n");
        assert_eq!(merged(MADE, MADE, &newer), newer);
        assert_eq!(merged(MADE, &newer, &newer), newer);
        let fewer = newer.replace("\n[[bin]]\nname = \"a\"\n", "").replace("[features]\n# why\nb = []\n", "");
        assert_eq!(merged(MADE, MADE, &fewer), fewer);
    }

    #[test]
    fn line_ends_of_the_user_are_kept() {
        let mine = MADE.replace("0.1.0", "1.0.0").replace('\n', "\r\n");
        assert_eq!(merged(MADE, &mine, MADE), mine);
    }

    #[test]
    fn values_of_the_user_are_kept() {
        let mine = MADE
            .replace("version = \"0.1.0\"", "version.workspace = true\nlicense = \"MIT\" # mine")
            .replace("[[bin]]\nname = \"a\"\n", "[[bin]]\nname = \"a\"\ndoc = false # mine\n")
            .replace("serde = \"1\"", "# for me\nrand = \"0.9\"\nserde = { workspace = true }")
            + "\n[dependencies.extra]\npath = \"../extra\"\n\n[lints.rust]\nunsafe_code = \"forbid\"\n\n[[test]]\nname = \"t\"\n";
        let newer = MADE.replace("uuid = { version = \"1\", optional = true }\n", "url = \"2\"\n");
        let (mut written, mut existing) = (MADE.to_owned(), mine);
        for _ in 0..3 {
            existing = merged(&written, &existing, &newer);
            written = newer.clone();
            for kept in [
                "version.workspace = true",
                "license = \"MIT\" # mine",
                "# for me\nrand = \"0.9\"",
                "path = \"../extra\"",
                "serde = { workspace = true }",
                "[lints.rust]\nunsafe_code = \"forbid\"",
                "[[test]]\nname = \"t\"",
                "url = \"2\"",
                "[[bin]]\nname = \"a\"\ndoc = false # mine\n",
                "# why\nb = []",
            ] {
                assert!(existing.contains(kept), "{kept} is not in\n{existing}");
            }
            assert!(!existing.contains("uuid") && existing.matches("serde").count() == 1, "{existing}");
            assert!(toml::from_str::<toml::Table>(&existing).is_ok(), "{existing}");
        }
        let renamed = merged(MADE, &MADE.replace("name = \"a\"\nversion", "name = \"mine\"\nversion"), MADE);
        assert_eq!(renamed, MADE, "the name is that of the configuration");
    }

    #[test]
    fn invalid_manifests_are_rejected_with_their_location() {
        let existing = ExistingManifest {
            path: "c/Cargo.toml".to_owned(),
            text: Some("[package]\nname = = 1".to_owned()),
            ..Default::default()
        };
        let problem = existing.merged(MADE).unwrap_err();
        assert!(problem.message.contains("invalid Cargo.toml"), "{}", problem.message);
        assert_eq!(problem.place.unwrap().source, "c/Cargo.toml");
    }
}
