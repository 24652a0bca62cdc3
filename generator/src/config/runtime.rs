//! `runtime`: where the support code of a client is.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use toml::Table;

use super::check::CrateName;
use super::place::{Expected, Refusal};
use crate::base::canonical_path::normalized;

/// `runtime` for a copy of the support code in the client.
const VENDORED: &str = "vendored";

/// The keys of a dependency that say where `bindery-runtime` is.
pub(super) const KEYS: [&str; 7] = ["branch", "git", "path", "registry", "rev", "tag", "version"];

const HELP: &str =
    "write `\"vendored\"`, a directory such as `crates/api-runtime`, or a dependency such as `{ version = \"0.1\" }`";

/// The crate with the support code.
#[derive(Clone, Debug)]
pub enum RuntimeCrate {
    /// A copy in the client.
    Vendored,
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

impl RuntimeCrate {
    /// Resolves its directory relative to that of the configuration.
    pub(super) fn resolve(&mut self, folder: &Path) {
        if let Self::Generated(path) | Self::Published { path: Some(path), .. } = self {
            *path = folder.join(&*path);
        }
    }
}

impl Expected for RuntimeCrate {
    const EXPECTED: &str = "`\"vendored\"`, a directory, or a dependency such as `{ version = \"0.1\" }`";
}

impl FromStr for RuntimeCrate {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        if text == VENDORED {
            return Ok(Self::Vendored);
        }
        let path = normalized(Path::new(text));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        CrateName::from_str(&name).map_err(|refusal| Refusal::new(refusal.message, HELP))?;
        Ok(Self::Generated(path))
    }
}

/// A dependency, as in a manifest.
impl<'de> Deserialize<'de> for RuntimeCrate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        published(Table::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

fn published(mut keys: Table) -> Result<RuntimeCrate, Refusal> {
    if let Some(key) = keys.keys().find(|key| !KEYS.contains(&key.as_str())) {
        let help = "write `version`, `path` or `git`, as in Cargo.toml";
        return Err(Refusal::new(format!("unsupported key: `{key}`"), help));
    }
    let places = ["branch", "rev", "tag"].into_iter().filter(|key| keys.contains_key(*key)).count();
    if keys.values().any(|value| !value.is_str()) || keys.is_empty() {
        return Err(Refusal::new("invalid value for `runtime`", HELP));
    }
    if places > usize::from(keys.contains_key("git")) {
        let message = "`branch`, `rev` and `tag` need `git`, and exclude each other";
        return Err(Refusal::new(message, "write one of them next to `git`, as in Cargo.toml"));
    }
    let path = keys.remove("path").and_then(|path| Some(PathBuf::from(path.as_str()?)));
    Ok(RuntimeCrate::Published { path, keys })
}

/// Returns the name of a crate as written in code.
pub(super) fn as_in_code(name: &str) -> String {
    name.replace('-', "_")
}
