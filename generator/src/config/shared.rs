//! `runtime`: where the support code of a client is.

use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::check;
use super::reader::{ConfigReader, Spanned};
use crate::canonical_path::normalized;
use crate::diagnostic::{Location, Result};

/// `runtime` for a copy of the support code in the client.
const VENDORED: &str = "vendored";

/// The keys of a dependency that say where `bindery-runtime` is.
pub(super) const KEYS: [&str; 7] = ["branch", "git", "path", "registry", "rev", "tag", "version"];

const HELP: &str =
    "write `\"vendored\"`, a directory such as `crates/api-runtime`, or a dependency such as `{ version = \"0.1\" }`";

/// A crate with the support code, outside the client.
#[derive(Clone, Debug)]
pub enum RuntimeCrate {
    /// A crate in this directory that is generated together with the clients; its last component is the name.
    Generated(PathBuf),
    /// The crate `bindery-runtime`.
    Published {
        /// Its directory, if it is local.
        path: Option<PathBuf>,
        /// The other keys of the dependency.
        keys: Table,
    },
}

/// `runtime`, and its location.
#[derive(Clone, Debug)]
pub(super) struct Runtime {
    pub(super) source: RuntimeCrate,
    pub(super) location: Location,
}

impl Runtime {
    /// Resolves its directory relative to that of the configuration.
    pub(super) fn below(mut self, folder: &Path) -> Self {
        if let RuntimeCrate::Generated(path) | RuntimeCrate::Published { path: Some(path), .. } = &mut self.source {
            *path = folder.join(&*path);
        }
        self
    }
}

/// Reads `runtime`. Returns `None` if the support code is in the client.
pub(super) fn read(form: &Spanned<Value>, out: Option<&Path>, reader: &ConfigReader<'_>) -> Result<Option<Runtime>> {
    let source = match form.get_ref() {
        Value::String(name) if name == VENDORED => return Ok(None),
        Value::String(folder) => generated(Path::new(folder), out),
        Value::Table(table) => published(table),
        _ => Err(("invalid value for `runtime`".to_owned(), HELP)),
    };
    let source = source.map_err(|(message, help)| reader.problem(form.span().start, message, help))?;
    Ok(Some(Runtime { source, location: reader.location(form.span().start) }))
}

fn generated(folder: &Path, out: Option<&Path>) -> Result<RuntimeCrate, (String, &'static str)> {
    let path = normalized(folder);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if let Some(reason) = check::crate_name(&name) {
        let message = format!("`{name}` is not a valid crate name: {reason}");
        return Err((message, HELP));
    }
    if out.is_none() {
        let message = "a client with a shared runtime crate has no output directory".to_owned();
        return Err((message, "add `out = \"..\"`, the output directory of the client"));
    }
    Ok(RuntimeCrate::Generated(path))
}

fn published(table: &Table) -> Result<RuntimeCrate, (String, &'static str)> {
    if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err((format!("unsupported key: `{key}`"), "write `version`, `path` or `git`, as in Cargo.toml"));
    }
    let places = ["branch", "rev", "tag"].into_iter().filter(|key| table.contains_key(*key)).count();
    if table.values().any(|value| !value.is_str()) || table.is_empty() {
        return Err(("invalid value for `runtime`".to_owned(), HELP));
    }
    if places > usize::from(table.contains_key("git")) {
        let message = "`branch`, `rev` and `tag` need `git`, and exclude each other".to_owned();
        return Err((message, "write one of them next to `git`, as in Cargo.toml"));
    }
    let mut keys = table.clone();
    let path = keys.remove("path").and_then(|path| Some(PathBuf::from(path.as_str()?)));
    Ok(RuntimeCrate::Published { path, keys })
}
