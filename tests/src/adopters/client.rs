//! The client generated from a description and a configuration.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use bindery::config::Config;
use bindery::diagnostic::Diagnostic;
use bindery::source::{Request, SourceLocator, load};
use bindery::vendored::{CrateOptions, RequestedOptions, generate_crate};
use flate2::read::GzDecoder;
use serde_json::Value;

use super::Fallible;

/// A generated client.
pub(super) struct Client {
    /// Number of operations in the description. One operation may have several calls, by request body.
    pub(super) operations: usize,
    /// The component schemas that have a type.
    pub(super) schemas: BTreeSet<String>,
    /// The names of the types, by pointer.
    pub(super) names: BTreeMap<String, String>,
    /// The diagnostics.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The files, by path.
    pub(super) files: Vec<(String, String)>,
}

impl Client {
    /// Generates the client of a description with the text of a `bindery.toml`, and with the other files that it refers
    /// to.
    pub(super) fn generate(description: &Path, config: &str, beside: &[(&str, String)]) -> Fallible<Self> {
        let folder = tempfile::tempdir()?;
        let at = folder.path();
        for (path, text) in beside {
            fs::write(at.join(path), text)?;
        }
        fs::write(at.join("bindery.toml"), config)?;
        let message = |problem: Box<Diagnostic>| format!("{}: {}", description.display(), problem.message);
        let plain = at.join(description.file_stem().unwrap_or(description.as_os_str()));
        let path = if description.extension().is_some_and(|extension| extension == "gz") {
            fs::write(&plain, text(description)?)?;
            plain.as_path()
        } else {
            description
        };
        let config = Config::load(&at.join("bindery.toml")).map_err(message)?;
        let source = load(&Request::new(SourceLocator::File(path.to_owned()))).map_err(message)?;
        let asked = RequestedOptions { name: Some("adopted-client"), ..RequestedOptions::default() };
        let made = generate_crate(&source, &config, &CrateOptions::new(asked, &config, None), None).map_err(message)?;
        let emission = &made.emission;
        let names: BTreeMap<String, String> = emission.names.by_pointer(&emission.api).into_iter().collect();
        let places = names.keys().cloned();
        let schema = |place: String| place.strip_prefix("/components/schemas/").map(str::to_owned);
        let schemas = places.filter_map(schema).filter(|name| !name.contains(['/', '#']));
        Ok(Self {
            operations: emission
                .api
                .operations
                .iter()
                .map(|one| (&one.method, &one.path))
                .collect::<BTreeSet<_>>()
                .len(),
            schemas: schemas.collect(),
            names: names.clone(),
            files: emission.texts().collect(),
            diagnostics: made.diagnostics,
        })
    }

    /// Returns the code of the operations and types.
    pub(super) fn code(&self) -> Vec<&(String, String)> {
        self.files.iter().filter(|(path, _)| path.starts_with("src/")).collect()
    }
}

/// Reads a file, which may be compressed.
pub(super) fn text(path: &Path) -> Fallible<String> {
    let mut text = String::new();
    if path.extension().is_some_and(|extension| extension == "gz") {
        GzDecoder::new(File::open(path)?).read_to_string(&mut text)?
    } else {
        File::open(path)?.read_to_string(&mut text)?
    };
    Ok(text)
}

/// Reads the requirements of a user.
pub(super) fn wants(folder: &Path) -> Fallible<Value> {
    Ok(serde_json::from_str(&text(&folder.join("wants.json"))?)?)
}

/// Returns the strings of a list.
pub(super) fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Formats a list as TOML.
pub(super) fn list(texts: &[String]) -> String {
    serde_json::json!(texts).to_string()
}
