//! `runtime`: the crate with the support code of several clients.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::clients::normal;
use super::file::ConfigReader;
use super::own_types::as_in_code;
use super::spanned::Spanned;
use super::{Config, check};
use crate::diagnostic::{Code, Diagnostic, Location};

type Outcome<T> = Result<T, Box<Diagnostic>>;

/// The directory of a shared crate, whose last component is its name.
#[derive(Clone, Debug)]
pub(super) struct SharedFolder {
    path: PathBuf,
    location: Location,
}

impl SharedFolder {
    /// Returns the directory relative to that of the configuration.
    pub(super) fn below(self, folder: &Path) -> Self {
        Self { path: folder.join(self.path), ..self }
    }
}

pub(super) fn read(folder: &Spanned<PathBuf>, out: Option<&Path>, reader: &ConfigReader<'_>) -> Outcome<SharedFolder> {
    let path = normal(folder.get_ref());
    let refused = |message: String, help: &str| Err(reader.problem(folder.span().start, message, help));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if let Some(reason) = check::crate_name(&name) {
        let message = format!("`{name}` is not a valid crate name: {reason}");
        return refused(message, "choose a directory such as `crates/api-runtime`");
    }
    if out.is_none() {
        let message = "a client with a shared runtime crate has no output directory".to_owned();
        return refused(message, "add `out = \"..\"`, the output directory of the client");
    }
    Ok(SharedFolder { path, location: reader.location(folder.span().start) })
}

/// Checks that no client has the directory of the shared crate.
pub(super) fn check_apart(all: &[Config]) -> Outcome<()> {
    for config in all {
        let Some(shared) = &config.runtime else { continue };
        let in_the_way = |out: &&Path| {
            let out = normal(out);
            out.starts_with(&shared.path) || shared.path.starts_with(&out)
        };
        if let Some(out) = all.iter().filter_map(|other| other.out.as_deref()).find(in_the_way) {
            let message =
                format!("the output directories `{}` and `{}` are nested", shared.path.display(), out.display());
            return Err(Box::new(
                config.about_runtime(message).help("choose directories that do not contain each other"),
            ));
        }
    }
    Ok(())
}

impl Config {
    /// Checks that the name of the shared crate differs from the client and its dependencies.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if another crate has this name; `-` and `_` are equivalent.
    pub(crate) fn check_runtime(&self, client: &str, needed: &BTreeSet<String>) -> Outcome<()> {
        let Some((_, name)) = self.runtime() else { return Ok(()) };
        let code = as_in_code(&name);
        let own = self.own_dependencies();
        let taken_by = if as_in_code(client) == code {
            "of a client".to_owned()
        } else if own.keys().any(|own| as_in_code(own) == code) {
            "of one of `[dependencies]`".to_owned()
        } else if needed.contains(&code) {
            "of another dependency of the clients".to_owned()
        } else {
            return Ok(());
        };
        let problem = self.about_runtime(format!("`{name}` is already the name {taken_by}"));
        Err(Box::new(problem.help("choose a directory such as `crates/api-runtime`")))
    }

    /// Returns the directory and the name of the crate with the support code, if it is not the client itself.
    #[must_use]
    pub fn runtime(&self) -> Option<(&Path, String)> {
        let path = self.runtime.as_ref()?.path.as_path();
        Some((path, path.file_name()?.to_string_lossy().into_owned()))
    }

    /// Creates a diagnostic about that crate.
    pub(crate) fn about_runtime(&self, message: impl Into<String>) -> Diagnostic {
        let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
        match &self.runtime {
            Some(shared) => problem.at(&self.source, shared.location.clone()),
            None => problem,
        }
    }
}
