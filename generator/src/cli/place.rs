//! Which crates a command is about, and by which configuration.

use std::path::{Path, PathBuf};

use super::Outcome;
use super::args::PlaceOptions;
use super::fetch::wrong;
use crate::config::{Clients, Config};
use crate::diagnostic::Diagnostic;
use crate::output::LOCK_FILE;
use crate::real_path::real_path;
use crate::vendored::Vendored;

/// The default configuration file.
pub(super) const CONFIGURATION: &str = "bindery.toml";

/// Maximum number of parent directories that are searched for a configuration.
const MAX_LEVELS: usize = 8;

/// Returns the configuration of this directory, if there is one. In the directory of a crate, returns the entry for the
/// crate in the closest parent.
pub(super) fn configuration_here() -> Outcome<Option<Clients>> {
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
pub(super) fn clients(config: Option<&Path>, client: Option<&str>, out: Option<&Path>) -> Outcome<Option<Clients>> {
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
        return Err(wrong(
            "no configuration lists clients",
            "write a bindery.toml with `[[client]]`, or omit --client",
        ));
    };
    let one = match clients.all.iter().position(|config| is_at(config, Path::new(client))) {
        Some(index) => clients.all.swap_remove(index),
        None => clients.into_named(client)?,
    };
    Ok(Some(Clients { all: vec![one], are_listed: true }))
}

/// Checks that options for a single client are not used with several.
pub(super) fn check_one<const N: usize>(count: usize, said: [(bool, &str); N]) -> Outcome<()> {
    match said.into_iter().find(|(is_said, _)| count > 1 && *is_said) {
        Some((_, what)) => {
            let message = format!("{what} is about one client, and the configuration lists {count}");
            Err(wrong(&message, "say which with --client"))
        }
        None => Ok(()),
    }
}

/// A crate that a command is about.
pub(super) struct Subject {
    folder: PathBuf,
    config: Config,
    /// `true` if the configuration may be for another crate.
    may_be_elsewhere: bool,
    /// The name of the client, if there are several.
    pub(super) client: Option<String>,
}

/// Returns the crates that a command applies to, and their configurations.
///
/// A crate is in the given directory, in that of the configuration, or in this one. The configuration is the given one,
/// or the one of this directory unless it is for another crate.
pub(super) fn subjects(place: &PlaceOptions) -> Outcome<Vec<Subject>> {
    let clients = clients(place.config.as_deref(), place.client.as_deref(), place.out.as_deref())?;
    let Some(clients) = clients.filter(|clients| clients.are_listed || is_about(clients, place)) else {
        return subject(place, None).map(|subject| vec![subject]);
    };
    let are_several = clients.are_listed;
    let of = |config: Config| {
        let client = are_several.then(|| config.label());
        Ok(Subject { client, ..subject(place, Some(config))? })
    };
    clients.all.into_iter().map(of).collect()
}

/// Returns the crate that a command applies to, if there is only one.
pub(super) fn subject_of_one(place: &PlaceOptions, command: &str) -> Outcome<Subject> {
    let mut subjects = subjects(place)?;
    check_one(subjects.len(), [(true, command)])?;
    subjects.pop().map_or_else(|| subject(place, None), Ok)
}

fn is_about(clients: &Clients, place: &PlaceOptions) -> bool {
    let Some(wanted) = place.out.as_ref().filter(|_| place.config.is_none()) else { return true };
    clients.all.iter().any(|config| config.out.is_none() || is_at(config, wanted))
}

fn subject(place: &PlaceOptions, config: Option<Config>) -> Outcome<Subject> {
    let named = place.out.clone().or_else(|| config.as_ref().and_then(|config| config.out.clone()));
    let called = config.as_ref().and_then(|config| config.name.clone()).map(PathBuf::from);
    let folder = match (named, called) {
        (Some(folder), _) => folder,
        (None, _) if Path::new(LOCK_FILE).exists() => PathBuf::from("."),
        (None, Some(folder)) => folder,
        (None, None) => {
            let help = "name its folder with --out, or write a bindery.toml with `out = \"..\"`";
            return Err(wrong("no crate is named, and this folder holds none", help));
        }
    };
    // A configuration without an output directory applies to a crate that was generated with any configuration.
    let is_unbound = config.as_ref().is_some_and(|config| config.out.is_none());
    let may_be_elsewhere = place.config.is_none() && place.out.is_some() && is_unbound;
    Ok(Subject { folder, config: config.unwrap_or_default(), may_be_elsewhere, client: None })
}

impl Subject {
    pub(super) fn config(&self) -> &Config {
        &self.config
    }

    /// Reads the crate and its configuration.
    pub(super) fn read(self) -> Outcome<(Vendored, Config)> {
        let vendored = Vendored::at(&self.folder)?.ok_or_else(|| {
            let message = format!("{} holds no crate that Bindery wrote: it has no {LOCK_FILE}", self.folder.display());
            wrong(&message, "name its folder with --out, or make it first: bindery generate")
        })?;
        let with_none = vendored.lock_file.configuration == Config::default().digest();
        let is_elsewhere = self.may_be_elsewhere && with_none;
        Ok((vendored, if is_elsewhere { Config::default() } else { self.config }))
    }
}

/// Adds the name of the client to a diagnostic, if there are several.
pub(super) fn of_client(mut problem: Box<Diagnostic>, client: Option<&str>) -> Box<Diagnostic> {
    if let Some(client) = client.filter(|_| problem.place.is_none()) {
        problem.message = format!("`{client}`: {}", problem.message);
    }
    problem
}

/// Returns `true` if a configuration is about the crate in a folder.
pub(super) fn is_at(config: &Config, folder: &Path) -> bool {
    config.out.as_ref().is_some_and(|out| is_same(out, folder))
}

/// Returns `true` if two paths name the same directory.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    real_path(one) == real_path(other)
}
