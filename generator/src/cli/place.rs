//! Which crate a command is about, and by which configuration.

use std::path::{Path, PathBuf};

use super::args::PlaceOptions;
use super::fetch::wrong;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::output::LEDGER;
use crate::vendored::Vendored;

/// The configuration that is followed when nothing else is said.
const CONFIGURATION: &str = "bindery.toml";

type Outcome<T> = Result<T, Box<Diagnostic>>;

/// The configuration of this folder, if there is one.
pub(super) fn configuration_here() -> Outcome<Option<Config>> {
    match Path::new(CONFIGURATION) {
        path if path.exists() => Config::load(path).map(Some),
        _ => Ok(None),
    }
}

/// The configuration that was named, or the one of this folder if it is about the crate that was named.
pub(super) fn configuration(place: &PlaceOptions) -> Outcome<Config> {
    if let Some(path) = &place.config {
        return Config::load(path);
    }
    let here = configuration_here()?;
    let about = |config: &Config| match (&place.out, &config.out) {
        (Some(wanted), Some(own)) => is_same(wanted, own),
        (Some(_), None) => false,
        (None, _) => true,
    };
    Ok(here.filter(about).unwrap_or_default())
}

/// The crate that a command is about: the folder that was named, the configuration's, or this one.
pub(super) fn crate_here(place: &PlaceOptions, config: &Config) -> Outcome<Vendored> {
    let named = place.out.clone().or_else(|| config.out.clone());
    let folder = match named {
        Some(folder) => folder,
        None if Path::new(LEDGER).exists() => PathBuf::from("."),
        None => config.name.as_ref().map(PathBuf::from).ok_or_else(|| {
            let help = "name its folder with --out, or write a bindery.toml with `out = \"..\"`";
            wrong("no crate is named, and this folder holds none", help)
        })?,
    };
    Vendored::at(&folder)?.ok_or_else(|| {
        let message = format!("{} holds no crate that Bindery wrote: it has no {LEDGER}", folder.display());
        wrong(&message, "name its folder with --out, or make it first: bindery generate")
    })
}

/// Whether two paths lead to one folder.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}
