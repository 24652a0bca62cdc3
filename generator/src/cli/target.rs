//! Selects the clients that a command works on, and their configurations.

use std::path::{Path, PathBuf};

use super::args::TargetOptions;
use crate::canonical_path::canonical_path;
use crate::config::{Clients, Config};
use crate::diagnostic::{Diagnostic, Result, usage_error};
use crate::output::LOCK_FILE;
use crate::vendored::Session;

/// The default configuration file.
pub(super) const CONFIGURATION: &str = "bindery.toml";

/// Maximum number of parent directories that are searched for a configuration.
const MAX_LEVELS: usize = 8;

/// A client that a command works on.
pub(super) struct Target {
    /// Its name, if there are several.
    pub(super) client: Option<String>,
    /// Its configuration, with its directory.
    pub(super) config: Config,
    /// `true` if the configuration may be for another crate.
    may_be_elsewhere: bool,
}

impl Target {
    /// Returns the clients of a configuration, or one without a configuration.
    fn all(clients: Option<Clients>) -> Vec<Self> {
        let default = || Clients { all: vec![Config::default()], are_listed: false };
        let Clients { all, are_listed } = clients.unwrap_or_else(default);
        let target =
            |config: Config| Self { client: are_listed.then(|| config.label()), config, may_be_elsewhere: false };
        all.into_iter().map(target).collect()
    }

    /// Works on the client. If there are several, an error contains its name.
    pub(super) fn attempt<T>(self, work: impl FnOnce(Self) -> Result<T>) -> Result<T> {
        let client = self.client.clone();
        work(self).map_err(|problem| with_client_name(problem, client.as_deref()))
    }

    /// Opens the existing crate, with the values that the arguments set.
    pub(super) fn open(self, arguments: Config) -> Result<Session> {
        let session = Session::open(self.config)?;
        let is_unconfigured = session.vendored()?.lock_file.configuration == Config::default().digest();
        let mut config = session.config;
        let changes_output = config.digest() != Config::default().digest();
        if self.may_be_elsewhere && is_unconfigured && changes_output {
            let out = config.out.take();
            config = Config::default();
            config.out = out;
        }
        Ok(Session::new(config.overridden_by(arguments), session.existing))
    }
}

/// Returns the configuration of this directory, if there is one. In the directory of a crate, returns the entry for the
/// crate in the closest parent.
fn configuration_here() -> Result<Option<Clients>> {
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
            Err(usage_error(message, "select one with `--client`"))
        }
        None => Ok(()),
    }
}

/// Returns the only one of the clients that a command works on.
pub(super) fn single(mut targets: Vec<Target>, command: &str) -> Result<Target> {
    check_single(targets.len(), [(true, command)])?;
    targets.pop().ok_or_else(|| usage_error("the configuration has no client", "add one to bindery.toml"))
}

/// Returns the clients to generate. A source on the command line is used without the configuration of this directory,
/// which is for another client, unless the output directory matches it.
pub(super) fn configured(options: &TargetOptions, module: Option<&Path>, is_source_given: bool) -> Result<Vec<Target>> {
    let TargetOptions { config, client, out } = options;
    let out = out.as_deref().or(module);
    let is_used = config.is_some() || client.is_some() || !is_source_given;
    let clients = if is_used || out.is_some() { clients(config.as_deref(), client.as_deref(), out)? } else { None };
    let is_selected = |clients: &Clients| out.is_some_and(|out| clients.all.iter().any(|config| is_at(config, out)));
    Ok(Target::all(clients.filter(|clients| is_used || is_selected(clients))))
}

/// Returns the existing crates that a command works on.
///
/// A crate is in the given directory, in that of the configuration, or in this one. The configuration is the given one,
/// or the one of this directory unless it is for another crate.
pub(super) fn existing(options: &TargetOptions) -> Result<Vec<Target>> {
    let clients = clients(options.config.as_deref(), options.client.as_deref(), options.out.as_deref())?;
    let clients = clients.filter(|clients| clients.are_listed || is_about(clients, options));
    let mut targets = Target::all(clients);
    for target in &mut targets {
        // A configuration without an output directory applies to a crate that was generated with any configuration.
        target.may_be_elsewhere = options.config.is_none() && options.out.is_some() && target.config.out.is_none();
        target.config.out = Some(existing_folder(options, &target.config)?);
    }
    Ok(targets)
}

fn is_about(clients: &Clients, options: &TargetOptions) -> bool {
    let Some(out) = options.out.as_ref().filter(|_| options.config.is_none()) else { return true };
    clients.all.iter().any(|config| config.out.is_none() || is_at(config, out))
}

/// Returns the directory of an existing crate.
fn existing_folder(options: &TargetOptions, config: &Config) -> Result<PathBuf> {
    let here = || Path::new(LOCK_FILE).exists().then(|| PathBuf::from("."));
    let folder = options.out.clone().or_else(|| config.out.clone()).or_else(here);
    folder.or_else(|| config.name.clone().map(PathBuf::from)).ok_or_else(|| {
        let help = "pass its directory with `--out`, or set `out` in bindery.toml";
        usage_error("missing the crate, and the current directory contains none", help)
    })
}

/// Adds the name of the client to a diagnostic, if there are several.
pub(super) fn with_client_name(mut problem: Box<Diagnostic>, client: Option<&str>) -> Box<Diagnostic> {
    if let Some(client) = client.filter(|_| problem.place.is_none()) {
        problem.message = format!("`{client}`: {}", problem.message);
    }
    problem
}

/// Returns `true` if a configuration is for the crate in a directory.
fn is_at(config: &Config, folder: &Path) -> bool {
    config.out.as_ref().is_some_and(|out| is_same(out, folder))
}

/// Returns `true` if two paths name the same directory.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    canonical_path(one) == canonical_path(other)
}
