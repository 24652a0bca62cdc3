//! Selects the crates that a command applies to, and their configurations.

use std::path::{Path, PathBuf};

use super::args::TargetOptions;
use super::fetch::usage_error;
use crate::canonical_path::canonical_path;
use crate::config::{Clients, Config};
use crate::diagnostic::{Diagnostic, Result};
use crate::output::LOCK_FILE;
use crate::vendored::Vendored;

/// The default configuration file.
pub(super) const CONFIGURATION: &str = "bindery.toml";

/// Maximum number of parent directories that are searched for a configuration.
const MAX_LEVELS: usize = 8;

/// Returns the configuration of this directory, if there is one. In the directory of a crate, returns the entry for the
/// crate in the closest parent.
pub(super) fn configuration_here() -> Result<Option<Clients>> {
    if Path::new(CONFIGURATION).exists() {
        return Clients::load(Path::new(CONFIGURATION)).map(Some);
    }
    let above = (1..=MAX_LEVELS).map(|levels| Path::new(&"../".repeat(levels)).join(CONFIGURATION));
    let Some(above) = above.filter(|_| Path::new(LOCK_FILE).exists()).find(|above| above.exists()) else {
        return Ok(None);
    };
    let mut clients = Clients::load(&above)?;
    clients.all.retain(|config| is_at(config, Path::new(".")));
    Ok((!clients.all.is_empty()).then_some(clients))
}

/// Returns the clients of the given configuration, or else of the one in this directory. If several clients are listed,
/// returns the selected ones: one by its name or directory, or all.
pub(super) fn clients(config: Option<&Path>, client: Option<&str>, out: Option<&Path>) -> Result<Option<Clients>> {
    let clients = match config {
        Some(path) => Some(Clients::load(path)?),
        None => configuration_here()?,
    };
    let Some(client) = client else {
        return Ok(clients.and_then(|mut clients| {
            if let (true, Some(out)) = (clients.are_listed, out) {
                clients.all.retain(|config| is_at(config, out));
            }
            (!clients.all.is_empty()).then_some(clients)
        }));
    };
    let Some(mut clients) = clients.filter(|clients| clients.are_listed) else {
        return Err(usage_error(
            "`--client` requires a configuration with `[[client]]` tables",
            "remove `--client`, or add `[[client]]` tables to bindery.toml",
        ));
    };
    let one = match clients.all.iter().position(|config| is_at(config, Path::new(client))) {
        Some(index) => clients.all.swap_remove(index),
        None => clients.into_named(client)?,
    };
    Ok(Some(Clients { all: vec![one], are_listed: true }))
}

/// Checks that options for a single client are not used with several.
pub(super) fn check_single<const N: usize>(count: usize, used: [(bool, &str); N]) -> Result<()> {
    match used.into_iter().find(|(is_used, _)| count > 1 && *is_used) {
        Some((_, what)) => {
            let message = format!("{what} applies to a single client, but the configuration lists {count}");
            Err(usage_error(&message, "select one with `--client`"))
        }
        None => Ok(()),
    }
}

/// A crate that a command applies to.
pub(super) struct TargetCrate {
    folder: PathBuf,
    config: Config,
    /// `true` if the configuration may be for another crate.
    may_be_elsewhere: bool,
    /// The name of the client, if there are several.
    pub(super) client: Option<String>,
}

impl TargetCrate {
    /// Returns its directory.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }
}

/// Returns the crates that a command applies to, and their configurations.
///
/// A crate is in the given directory, in that of the configuration, or in this one. The configuration is the given one,
/// or the one of this directory unless it is for another crate.
pub(super) fn target_crates(options: &TargetOptions) -> Result<Vec<TargetCrate>> {
    let clients = clients(options.config.as_deref(), options.client.as_deref(), options.out.as_deref())?;
    let Some(clients) = clients.filter(|clients| clients.are_listed || is_about(clients, options)) else {
        return subject(options, None).map(|subject| vec![subject]);
    };
    let are_several = clients.are_listed;
    let of = |config: Config| {
        let client = are_several.then(|| config.label());
        Ok(TargetCrate { client, ..subject(options, Some(config))? })
    };
    clients.all.into_iter().map(of).collect()
}

/// Returns the crate that a command applies to, if there is only one.
pub(super) fn single_target_crate(options: &TargetOptions, command: &str) -> Result<TargetCrate> {
    let mut target_crates = target_crates(options)?;
    check_single(target_crates.len(), [(true, command)])?;
    target_crates.pop().map_or_else(|| subject(options, None), Ok)
}

fn is_about(clients: &Clients, options: &TargetOptions) -> bool {
    let Some(out) = options.out.as_ref().filter(|_| options.config.is_none()) else { return true };
    clients.all.iter().any(|config| config.out.is_none() || is_at(config, out))
}

fn subject(options: &TargetOptions, config: Option<Config>) -> Result<TargetCrate> {
    let explicit = options.out.clone().or_else(|| config.as_ref().and_then(|config| config.out.clone()));
    let called = config.as_ref().and_then(|config| config.name.clone()).map(PathBuf::from);
    let folder = match (explicit, called) {
        (Some(folder), _) => folder,
        (None, _) if Path::new(LOCK_FILE).exists() => PathBuf::from("."),
        (None, Some(folder)) => folder,
        (None, None) => {
            let help = "pass its directory with `--out`, or set `out` in bindery.toml";
            return Err(usage_error("missing the crate, and the current directory contains none", help));
        }
    };
    // A configuration without an output directory applies to a crate that was generated with any configuration.
    let is_unbound = config.as_ref().is_some_and(|config| config.out.is_none());
    let may_be_elsewhere = options.config.is_none() && options.out.is_some() && is_unbound;
    Ok(TargetCrate { folder, config: config.unwrap_or_default(), may_be_elsewhere, client: None })
}

impl TargetCrate {
    pub(super) fn config(&self) -> &Config {
        &self.config
    }

    /// Reads the crate and its configuration.
    pub(super) fn read(self) -> Result<(Vendored, Config)> {
        let vendored = Vendored::at(&self.folder)?.ok_or_else(|| {
            let message =
                format!("`{}` contains no crate generated by Bindery: {LOCK_FILE} is missing", self.folder.display());
            usage_error(&message, "pass its directory with `--out`, or run `bindery generate` first")
        })?;
        let with_none = vendored.lock_file.configuration == Config::default().digest();
        let is_unconfigured = self.may_be_elsewhere && with_none;
        Ok((vendored, if is_unconfigured { Config::default() } else { self.config }))
    }
}

/// Adds the name of the client to a diagnostic, if there are several.
pub(super) fn with_client_name(mut problem: Box<Diagnostic>, client: Option<&str>) -> Box<Diagnostic> {
    if let Some(client) = client.filter(|_| problem.place.is_none()) {
        problem.message = format!("`{client}`: {}", problem.message);
    }
    problem
}

/// Returns `true` if a configuration is for the crate in a directory.
pub(super) fn is_at(config: &Config, folder: &Path) -> bool {
    config.out.as_ref().is_some_and(|out| is_same(out, folder))
}

/// Returns `true` if two paths name the same directory.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    canonical_path(one) == canonical_path(other)
}
