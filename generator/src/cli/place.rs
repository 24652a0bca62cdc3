//! Which crate a command is about, and by which configuration.

use std::path::{Path, PathBuf};

use super::Outcome;
use super::args::PlaceOptions;
use super::fetch::wrong;
use crate::config::Config;
use crate::output::LOCK_FILE;
use crate::vendored::Vendored;

/// The configuration that is followed when nothing else is said.
const CONFIGURATION: &str = "bindery.toml";

/// The configuration of this folder, if there is one; in the folder of a crate, the one above it that is about the crate.
pub(super) fn configuration_here() -> Outcome<Option<Config>> {
    if Path::new(CONFIGURATION).exists() {
        return Config::load(Path::new(CONFIGURATION)).map(Some);
    }
    let above = Path::new("..").join(CONFIGURATION);
    if !Path::new(LOCK_FILE).exists() || !above.exists() {
        return Ok(None);
    }
    let config = Config::load(&above)?;
    let about = config.out.as_ref().is_some_and(|out| is_same(out, Path::new(".")));
    Ok(about.then_some(config))
}

/// The crate that a command is about, and the configuration that it is made with.
///
/// The crate is in the folder that was named, in the configuration's, or in this one. The configuration is the one that was
/// named, or the one of this folder unless it is about another crate.
pub(super) fn vendored(place: &PlaceOptions) -> Outcome<(Vendored, Config)> {
    let config = match &place.config {
        Some(path) => Some(Config::load(path)?),
        None => configuration_here()?.filter(|config| is_about(config, place)),
    };
    let vendored = crate_in(place, config.as_ref())?;
    // Without a folder of its own, a configuration is about the crate that was made with any.
    let elsewhere = place.config.is_none() && config.as_ref().is_some_and(|config| config.out.is_none());
    let with_none = vendored.lock_file.configuration == Config::default().digest();
    let config = config.filter(|_| !(elsewhere && place.out.is_some() && with_none));
    Ok((vendored, config.unwrap_or_default()))
}

fn is_about(config: &Config, place: &PlaceOptions) -> bool {
    match (&place.out, &config.out) {
        (Some(wanted), Some(own)) => is_same(wanted, own),
        _ => true,
    }
}

fn crate_in(place: &PlaceOptions, config: Option<&Config>) -> Outcome<Vendored> {
    let named = place.out.clone().or_else(|| config.and_then(|config| config.out.clone()));
    let called = config.and_then(|config| config.name.clone()).map(PathBuf::from);
    let folder = match (named, called) {
        (Some(folder), _) => folder,
        (None, _) if Path::new(LOCK_FILE).exists() => PathBuf::from("."),
        (None, Some(folder)) => folder,
        (None, None) => {
            let help = "name its folder with --out, or write a bindery.toml with `out = \"..\"`";
            return Err(wrong("no crate is named, and this folder holds none", help));
        }
    };
    Vendored::at(&folder)?.ok_or_else(|| {
        let message = format!("{} holds no crate that Bindery wrote: it has no {LOCK_FILE}", folder.display());
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
