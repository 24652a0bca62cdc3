//! The existing files around a crate or a module.

use std::path::Path;

use super::host::Host;
use super::manifest::ExistingManifest;
use super::rustfmt;
use crate::diagnostic::{Code, Diagnostic, Location, Result};
use crate::emit::MANIFEST;
use crate::ident::value_name;
use crate::output::LockFile;

/// The manifest of a crate, or the crate that a module is part of.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    pub(super) manifest: ExistingManifest,
    host: Option<Host>,
}

impl Surroundings {
    /// Reads the surroundings of a directory; `lock_file` is that of its existing output.
    ///
    /// # Errors
    ///
    /// `output-unwritable` if a manifest cannot be read, and for a module outside of a crate or in place of one.
    pub fn read(folder: &Path, lock_file: Option<&LockFile>, is_module: bool) -> Result<Self> {
        if !is_module {
            return Ok(Self { manifest: ExistingManifest::read(folder, lock_file)?, host: None });
        }
        let error = |message: &str, help: &str| {
            let problem = Diagnostic::error(Code::OutputUnwritable, message);
            Box::new(problem.at(folder.display().to_string(), Location::Whole).help(help))
        };
        if folder.join(MANIFEST).exists() || lock_file.is_some_and(|lock_file| !lock_file.package.module) {
            let help = "choose a separate directory below `src`, such as `--module src/client`";
            return Err(error("the directory already contains a crate", help));
        }
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if value_name(&name) != name {
            return Err(error(
                "the directory name is not a valid module name",
                "choose a name such as `src/my_client`",
            ));
        }
        let Some(host) = Host::find(folder)? else {
            let help = "choose a directory below the `src` of a crate, or generate a crate with `--out`";
            return Err(error(
                "the directory is not inside a crate: no parent directory has a Cargo.toml with `[package]`",
                help,
            ));
        };
        Ok(Self { manifest: ExistingManifest::default(), host: Some(host) })
    }

    /// Returns the crate that a module is part of.
    #[must_use]
    pub fn host(&self) -> Option<&Host> {
        self.host.as_ref()
    }

    /// Formats the files like the surrounding crate.
    pub(super) fn formatted(&self, texts: Vec<(String, String)>) -> Vec<(String, String)> {
        match &self.host {
            Some(host) => rustfmt::formatted(texts, host),
            None => texts,
        }
    }
}
