//! The output directories of the clients of a configuration.

use std::collections::HashSet;
use std::path::Path;

use crate::canonical_path::{canonical_path, normalized};
use crate::config::Config;
use crate::config::reader::ConfigReader;
use crate::diagnostic::{Code, Diagnostic, Location, Result};

const OWN_FOLDER: &str = "give each client its own output directory";

/// Checks that a client has a description and an output directory that does not conflict with a previous one.
pub(super) fn check(config: &Config, before: &[Config], start: usize, reader: &ConfigReader<'_>) -> Result<()> {
    if config.description.is_none() {
        let help = "add `description = \"..\"`, a file or a URL, to this `[[client]]`";
        return Err(reader.problem(start, "this client has no description", help));
    }
    let Some(folder) = &config.out else {
        let help = "add `out = \"..\"` for a crate or `module = \"..\"` for a module to this `[[client]]`";
        return Err(reader.problem(start, "this client has no output directory", help));
    };
    let folder = normalized(folder);
    for other in before {
        let theirs = normalized(other.out.as_deref().unwrap_or(Path::new("")));
        if folder == theirs {
            let message = format!("two clients have the same output directory `{}`", folder.display());
            return Err(reader.problem(start, message, OWN_FOLDER));
        }
        if folder.starts_with(&theirs) || theirs.starts_with(&folder) {
            let message =
                format!("the output directories `{}` and `{}` are nested", theirs.display(), folder.display());
            return Err(reader.problem(start, message, "choose directories that do not contain each other"));
        }
        if config.label() == other.label() {
            let message = format!("two clients are named `{}`", config.label());
            return Err(reader.problem(start, message, "give each client its own `name`"));
        }
    }
    Ok(())
}

/// Checks that no two clients have the same directory through different paths, such as a symbolic link.
pub(super) fn check_real(all: &[Config], name: &str) -> Result<()> {
    let mut taken = HashSet::new();
    for folder in all.iter().filter_map(|config| config.out.as_deref()) {
        if !taken.insert(canonical_path(folder)) {
            let message = format!("two clients have the same output directory `{}`", folder.display());
            let problem = Diagnostic::error(Code::ConfigurationInvalid, message).at(name, Location::Whole);
            return Err(Box::new(problem.help(OWN_FOLDER)));
        }
    }
    Ok(())
}
