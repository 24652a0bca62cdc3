//! Selects the clients that a command works on, and their configurations.

use std::path::{Path, PathBuf};

use super::args::TargetOptions;
use crate::output::LockFile;
use crate::vendored::Session;
use bindery::internal::canonical_path::canonical_path;
use bindery::internal::config::{Clients, Config};
use bindery::internal::diagnostic::{Diagnostic, Result, usage_error};

/// The default configuration file.
pub(super) const CONFIGURATION: &str = "bindery.toml";

/// Maximum number of parent directories that are searched for a configuration.
const MAX_LEVELS: usize = 8;

/// A client that a command works on.
pub(super) struct Target {
    /// Its name, if there are several.
    pub(super) client: Option<String>,
    /// Its configuration. `out` is the directory of the crate, unless the name of the crate determines it.
    pub(super) config: Config,
}

impl Target {
    /// Works on the client. If there are several, an error contains its name.
    pub(super) fn attempt<T>(self, work: impl FnOnce(Self) -> Result<T>) -> Result<T> {
        let client = self.client.clone();
        work(self).map_err(|problem| with_client_name(problem, client.as_deref()))
    }

    /// Opens the crate, with the values that the arguments set.
    pub(super) fn open(self, arguments: Config) -> Result<Session> {
        Session::open(self.config.overridden_by(arguments))
    }
}

/// Returns the clients that a command works on. All commands use the same rule:
///
/// 1. The configuration is the file of `--config`, or else `bindery.toml` in the current directory. In the directory of a
///    crate without one, it is the `bindery.toml` of the closest parent directory that has one, if it is about this crate.
/// 2. `--client`, or else `--out` or `--module`, selects one of its clients. A file that was not given by `--config` is not
///    used if it is about none of the selected crates; a configuration without `out` is about any crate.
/// 3. A description on the command line replaces that of the configuration, and `--out` or `--module` its directory.
///    Without a directory, a crate in the current directory is meant.
pub(super) fn targets(options: &TargetOptions, module: Option<&Path>) -> Result<Vec<Target>> {
    let out = options.out.as_deref().or(module);
    let clients = clients(options.config.as_deref(), options.client.as_deref(), out)?;
    let Clients { all, are_listed } = clients.unwrap_or(Clients { all: vec![Config::default()], are_listed: false });
    let here = || is_crate_here().then(|| PathBuf::from("."));
    let target = |mut config: Config| {
        let client = are_listed.then(|| config.label());
        config.out = out.map(Path::to_owned).or(config.out).or_else(here);
        Target { client, config }
    };
    Ok(all.into_iter().map(target).collect())
}

/// Returns `true` if the current directory is that of a crate. A damaged lock file is that of a crate, too.
fn is_crate_here() -> bool {
    !matches!(LockFile::read(Path::new(".")), Ok(None))
}

/// Returns the existing crates that a command works on, according to [`targets`].
pub(super) fn existing(options: &TargetOptions) -> Result<Vec<Target>> {
    let mut targets = targets(options, None)?;
    for Target { config, .. } in &mut targets {
        let named = || config.name.clone().map(PathBuf::from);
        config.out = Some(config.out.take().or_else(named).ok_or_else(|| {
            let help = "pass its directory with `--out`, or set `out` in bindery.toml";
            usage_error("missing the crate, and the current directory contains none", help)
        })?);
    }
    Ok(targets)
}

/// Returns the selected clients of the configuration that a command uses, according to [`targets`].
pub(super) fn clients(config: Option<&Path>, client: Option<&str>, out: Option<&Path>) -> Result<Option<Clients>> {
    let clients = match config {
        Some(path) => Some(Clients::load(path)?),
        None => configuration_here()?,
    };
    if let Some(client) = client {
        return one_client(clients, client).map(Some);
    }
    let Some(out) = out else { return Ok(clients) };
    let Some(mut clients) = clients else { return Ok(None) };
    let is_single = !clients.are_listed;
    let is_about_any = |own: &Config| is_single && (config.is_some() || own.out.is_none());
    clients.all.retain(|own| is_about_any(own) || is_at(own, out));
    match config {
        Some(path) if clients.all.is_empty() => {
            let message = format!("no client in `{}` has the directory `{}`", path.display(), out.display());
            Err(usage_error(message, "select a client with `--client`, or add one"))
        }
        _ => Ok((!clients.all.is_empty()).then_some(clients)),
    }
}

/// Returns the client with a name or a directory.
fn one_client(clients: Option<Clients>, client: &str) -> Result<Clients> {
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
    Ok(Clients { all: vec![one], are_listed: true })
}

/// Returns the configuration of this directory, if there is one. In the directory of a crate, returns the entry for the
/// crate in the closest parent.
fn configuration_here() -> Result<Option<Clients>> {
    if Path::new(CONFIGURATION).exists() {
        return Clients::load(Path::new(CONFIGURATION)).map(Some);
    }
    let above = (1..=MAX_LEVELS).map(|levels| Path::new(&"../".repeat(levels)).join(CONFIGURATION));
    let Some(above) = above.filter(|_| is_crate_here()).find(|above| above.exists()) else {
        return Ok(None);
    };
    let mut clients = Clients::load(&above)?;
    clients.all.retain(|config| is_at(config, Path::new(".")));
    Ok((!clients.all.is_empty()).then_some(clients))
}

/// Checks that options for a single client are not used with several.
pub(super) fn check_single<const N: usize>(count: usize, used: [(bool, &str); N]) -> Result<()> {
    match used.into_iter().find(|(is_used, _)| count > 1 && *is_used) {
        Some((_, what)) => {
            let message = format!("{what} applies to a single client, but the configuration lists {count}");
            Err(usage_error(message, "select one with `--client`, or pass `--out` for another crate"))
        }
        None => Ok(()),
    }
}

/// Returns the only one of the clients that a command works on.
pub(super) fn single(mut targets: Vec<Target>, command: &str) -> Result<Target> {
    check_single(targets.len(), [(true, command)])?;
    targets.pop().ok_or_else(|| usage_error("the configuration has no client", "add one to bindery.toml"))
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
