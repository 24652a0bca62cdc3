//! `bindery.lock`: the written files, their inputs, and the assigned names.
//!
//! Sorted text with one entry per line, so that git can merge it. It contains no time and no path of a machine, so that
//! the output is reproducible.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::{Deserialize, Deserializer};

use super::paths::{FileEntry, read_entry};
use super::tree;
use crate::diagnostic::{Code, Diagnostic, Result};
use crate::digest::sha256;
use crate::ident::is_keyword;
use crate::unicode::is_invisible;

/// The lock file's name.
pub const LOCK_FILE: &str = "bindery.lock";

/// The lock file of an emitted crate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct LockFile {
    /// The generator.
    #[serde(rename = "bindery")]
    pub generator: GeneratorRecord,
    /// The crate.
    #[serde(default, rename = "crate")]
    pub package: PackageRecord,
    /// The description.
    pub description: DescriptionRecord,
    /// The SHA-256 of the configuration.
    #[serde(deserialize_with = "sha256_of_section")]
    pub configuration: String,
    /// Names that the user chose, by their recorded location.
    #[serde(default)]
    pub chosen: BTreeMap<String, String>,
    /// Names of types and operations by JSON pointer, and other names that would change without a record.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
    /// Names of items that were removed from the description, which they get again if they return.
    #[serde(default)]
    pub removed: BTreeMap<String, String>,
    /// Memory layouts of structs and unions, by JSON pointer.
    #[serde(default)]
    pub layouts: BTreeMap<String, LayoutRecord>,
    /// Values written to the manifest, which the user edits too, by JSON pointer.
    #[serde(default)]
    pub manifest: BTreeMap<String, String>,
    /// The SHA-256 of each file except this one and the manifest, by path.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
}

/// The generator that wrote a crate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct GeneratorRecord {
    /// Its version.
    pub version: String,
    /// An identifier of the sources it was built from, which distinguishes builds of one version.
    #[serde(default)]
    pub build: String,
    /// The digest of the names and the files at the time of writing, to detect merges and edits.
    #[serde(default, rename = "seal")]
    pub checksum: String,
}

/// The options of a crate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct PackageRecord {
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// Its version.
    #[serde(default)]
    pub version: String,
    /// The library for dates.
    #[serde(default)]
    pub dates: String,
    /// The optional features that it offers; absent for all.
    #[serde(default)]
    pub features: Option<String>,
    /// `true` if every group of operations is a feature of the crate.
    #[serde(default, rename = "group-features")]
    pub group_features: bool,
    /// `true` if it is a module of the user's crate instead of a crate.
    #[serde(default)]
    pub module: bool,
    /// `true` if it declares the module `ext`, which the user wrote.
    #[serde(default)]
    pub extensions: bool,
}

/// The description that a crate was generated from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct DescriptionRecord {
    /// The location as it was given: a file, or an address without secrets.
    pub source: String,
    /// The address of the description, if it was discovered.
    pub address: Option<String>,
    /// The `ETag` of the response (RFC 9110, section 8.8.3).
    pub etag: Option<String>,
    /// The `Last-Modified` header of the response (RFC 9110, section 8.8.2).
    pub last_modified: Option<String>,
    /// The SHA-256 of its text.
    pub sha256: String,
    /// `info.title`.
    pub title: String,
    /// `info.version`.
    pub version: String,
    /// Number of warnings.
    #[serde(default)]
    pub warnings: usize,
    /// The SHA-256 of its other files, by their relative paths.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
}

/// The memory layout of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct LayoutRecord {
    /// Number of types that are nested in it without a pointer in between.
    pub depth: usize,
    /// `true` if alternatives of it are boxed.
    pub large: bool,
    /// The locations of the types that it boxes.
    pub boxes: BTreeSet<String>,
}

fn sha256_of_section<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    struct Section {
        sha256: String,
    }
    Section::deserialize(deserializer).map(|section| section.sha256)
}

impl LockFile {
    /// Renders the text of the file.
    #[must_use]
    pub fn render(&self) -> String {
        let mut text = String::from("# @generated by Bindery; do not edit.\n");
        let row = |key: &str, value: &str| format!("{key} = {}\n", quoted(value));
        let known = |key: &str, value: &Option<String>| value.as_ref().map(|value| row(key, value)).unwrap_or_default();
        text.push_str("\n[bindery]\n");
        text.push_str(&row("version", &self.generator.version));
        text.push_str(&row("build", &self.generator.build));
        text.push_str(&row("seal", &self.generator.checksum));
        text.push_str("\n[crate]\n");
        text.push_str(&row("name", &self.package.name));
        text.push_str(&row("version", &self.package.version));
        text.push_str(&row("dates", &self.package.dates));
        text.push_str(&known("features", &self.package.features));
        text.push_str(if self.package.group_features { "group-features = true\n" } else { "" });
        text.push_str(if self.package.module { "module = true\n" } else { "" });
        text.push_str(if self.package.extensions { "extensions = true\n" } else { "" });
        text.push_str("\n[description]\n");
        let description = &self.description;
        text.push_str(&row("source", &description.source));
        text.push_str(&known("address", &description.address));
        text.push_str(&known("etag", &description.etag));
        text.push_str(&known("last_modified", &description.last_modified));
        text.push_str(&row("sha256", &description.sha256));
        text.push_str(&row("title", &description.title));
        text.push_str(&row("version", &description.version));
        text.push_str(&format!("warnings = {}\n", description.warnings));
        let sections = [("description.files", &description.files), ("chosen", &self.chosen)];
        for (section, entries) in sections.into_iter().filter(|(_, entries)| !entries.is_empty()) {
            text.push_str(&table(section, entries));
        }
        text.push_str(&format!("\n[configuration]\n{}", row("sha256", &self.configuration)));
        text.push_str(&table("names", &self.names));
        if !self.removed.is_empty() {
            text.push_str(&table("removed", &self.removed));
        }
        text.push_str(&layouts(&self.layouts));
        text.push_str(&table("manifest", &self.manifest));
        text.push_str(&table("files", &self.files));
        text
    }

    /// Parses the text of the file.
    ///
    /// # Errors
    ///
    /// Returns an error message if it is not a lock file. The listed files may be removed later, so paths outside the
    /// crate are rejected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let lock_file: Self = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        let mut names = lock_file.names.iter().chain(&lock_file.chosen).chain(&lock_file.removed);
        if let Some((location, name)) = names.find(|(_, name)| !name.split('.').all(is_identifier)) {
            return Err(format!("`{}` is not a valid name for `{}`", name.escape_debug(), location.escape_debug()));
        }
        let package = &lock_file.package.name;
        if !package.is_empty() && !is_identifier(&package.replace('-', "_")) {
            return Err(format!("`{}` is not a valid crate name", package.escape_debug()));
        }
        match lock_file.files.keys().find(|path| !tree::is_valid_path(path)) {
            Some(outside) => Err(format!("`{outside}` is outside the crate")),
            None => Ok(lock_file),
        }
    }

    /// Returns the digest of the content without the checksum.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut content = self.clone();
        content.generator.checksum.clear();
        sha256(content.render().as_bytes())
    }

    /// Reads the lock file of the crate in a directory, or returns `None` if there is none.
    ///
    /// # Errors
    ///
    /// `output-edited` if it is damaged, `output-unwritable` if it cannot be read.
    pub fn read(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join(LOCK_FILE);
        let damaged = |reason: &str| {
            let message = format!("`{}` is damaged: {reason}", path.display());
            let help = "restore the file from version control, or delete it and run `bindery generate --force`";
            Box::new(Diagnostic::error(Code::OutputEdited, message).help(help))
        };
        match read_entry(folder, LOCK_FILE)? {
            FileEntry::Nothing => Ok(None),
            FileEntry::File(bytes) => match str::from_utf8(&bytes) {
                Ok(text) => Self::parse(text).map(Some).map_err(|reason| damaged(&reason)),
                Err(_) => Err(damaged("it is not valid UTF-8")),
            },
            FileEntry::Other => Err(damaged("it is a link or a directory")),
        }
    }
}

/// Returns `true` if a string is an identifier of the emitted code, which has no raw ones.
fn is_identifier(name: &str) -> bool {
    syn::parse_str::<syn::Ident>(name).is_ok() && !name.starts_with("r#") && !is_keyword(name)
}

/// Renders a section with a line for each entry.
fn table(section: &str, entries: &BTreeMap<String, String>) -> String {
    let rows = entries.iter().map(|(key, value)| format!("{} = {}\n", quoted(key), quoted(value)));
    format!("\n[{section}]\n{}", rows.collect::<String>())
}

/// Renders the section of layouts: one line for each type, without default values.
fn layouts(layouts: &BTreeMap<String, LayoutRecord>) -> String {
    let row = |(place, layout): (&String, &LayoutRecord)| {
        let depth = (layout.depth > 0).then(|| format!("depth = {}", layout.depth));
        let large = layout.large.then(|| "large = true".to_owned());
        let boxes = layout.boxes.iter().map(|place| quoted(place)).collect::<Vec<_>>().join(", ");
        let boxes = (!boxes.is_empty()).then(|| format!("boxes = [{boxes}]"));
        let parts: Vec<String> = depth.into_iter().chain(large).chain(boxes).collect();
        if parts.is_empty() {
            format!("{} = {{}}\n", quoted(place))
        } else {
            format!("{} = {{ {} }}\n", quoted(place), parts.join(", "))
        }
    };
    format!("\n[layouts]\n{}", layouts.iter().map(row).collect::<String>())
}

/// Quotes a text as a TOML basic string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if is_invisible(c) => quoted.push_str(&format!("\\U{:08X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::{DescriptionRecord, GeneratorRecord, LayoutRecord, LockFile};
    use crate::digest::sha256;
    use crate::unicode::is_invisible;

    #[test]
    fn rendered_text_parses_to_the_same_value() {
        let odd = "a \"b\" \\ \u{7f} \n é 🎉 \u{202e}\u{2028}\u{3164}\u{e0041}".to_owned();
        let layouts = [
            ("/plain".to_owned(), LayoutRecord::default()),
            (odd.clone(), LayoutRecord { depth: 2, large: true, boxes: [odd.clone(), "/plain".to_owned()].into() }),
        ];
        let lock_file = LockFile {
            layouts: layouts.into(),
            generator: GeneratorRecord { version: "0.1.0".to_owned(), build: "0".to_owned(), checksum: "a".to_owned() },
            description: DescriptionRecord {
                source: odd.clone(),
                title: odd.clone(),
                etag: Some(odd.clone()),
                warnings: 3,
                files: [("b.yaml".to_owned(), sha256(b"b"))].into(),
                ..DescriptionRecord::default()
            },
            chosen: [("/a#query b".to_owned(), "Name".to_owned())].into(),
            removed: [("/c".to_owned(), "C".to_owned())].into(),
            names: [("/a~1b".to_owned(), "group.name".to_owned()), (odd, "type_".to_owned())].into(),
            manifest: [("/package/name".to_owned(), "\"a\"".to_owned())].into(),
            files: [("src/lib.rs".to_owned(), sha256(b"x"))].into(),
            ..LockFile::default()
        };
        let text = lock_file.render();
        assert!(!text.chars().any(|c| c != '\n' && is_invisible(c)));
        assert_eq!(LockFile::parse(&text), Ok(lock_file));
    }

    #[test]
    fn unknown_keys_are_ignored() {
        let text = LockFile::default().render().replace("[names]", "[later]\nkey = 1\n\n[names]");
        assert_eq!(LockFile::parse(&text.replace("title =", "later = 1\ntitle =")), Ok(LockFile::default()));
    }

    #[test]
    fn damaged_files_are_rejected() {
        let whole = LockFile::default().render();
        let conflict = whole.replace("[names]", "<<<<<<< ours\n[names]");
        let outside = format!("{whole}\"../a\" = \"\"\n");
        let code = whole.replace("[names]\n", "[names]\n\"/a\" = \"X {} fn evil\"\n");
        let word = whole.replace("[names]\n", "[names]\n\"/a\" = \"fn\"\n");
        let named = |name: &str| whole.replace("[names]\n", &format!("[names]\n\"/a\" = \"{name}\"\n"));
        let names = ["r#self", "r#1", "r#", "r#a.r#crate", "r#Pet", "a.gen", "_", "1", ""].map(named);
        let crates = ["../evil", "a b", "1", "r#self", "\\n"]
            .map(|name| whole.replace("name = \"\"", &format!("name = \"{name}\"")));
        for text in names.iter().chain(&crates) {
            assert!(LockFile::parse(text).is_err(), "{text}");
        }
        for text in ["", "damaged", &conflict, &outside, &code, &word, &whole.replace("sha256", "hash")] {
            assert!(LockFile::parse(text).is_err(), "{text}");
        }
    }
}
