//! The existing files around a crate or a module.

use std::path::Path;

use super::host::Host;
use super::manifest::StandingManifest;
use super::{Outcome, rustfmt};
use crate::diagnostic::{Code, Diagnostic, Location};
use crate::emit::MANIFEST;
use crate::ident::value_name;
use crate::output::LockFile;

/// The manifest of a crate, or the crate that a module is part of.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    pub(super) manifest: StandingManifest,
    host: Option<Host>,
}

impl Surroundings {
    /// Reads the surroundings of a directory; `lock_file` is that of its existing output.
    ///
    /// # Errors
    ///
    /// `output-unwritable` if a manifest cannot be read, and for a module outside of a crate or in place of one.
    pub fn read(folder: &Path, lock_file: Option<&LockFile>, is_module: bool) -> Outcome<Self> {
        if !is_module {
            return Ok(Self { manifest: StandingManifest::read(folder, lock_file)?, host: None });
        }
        let refused = |message: &str, help: &str| {
            let problem = Diagnostic::error(Code::OutputUnwritable, message);
            Box::new(problem.at(folder.display().to_string(), Location::Whole).help(help))
        };
        if folder.join(MANIFEST).exists() || lock_file.is_some_and(|lock_file| !lock_file.package.module) {
            let help = "name a folder of its own below `src`, such as --module src/client";
            return Err(refused("a crate stands there, and a module is part of one", help));
        }
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if value_name(&name) != name {
            return Err(refused("its name cannot be that of a module", "write a name such as `src/my_client`"));
        }
        let Some(host) = Host::find(folder)? else {
            let help = "name a folder below the `src` of a crate, or write a crate with --out";
            return Err(refused("it is in no crate: no folder above has a manifest with `[package]`", help));
        };
        Ok(Self { manifest: StandingManifest::default(), host: Some(host) })
    }

    /// The crate that a module is part of.
    #[must_use]
    pub fn host(&self) -> Option<&Host> {
        self.host.as_ref()
    }

    /// The files as the crate around them is formatted.
    pub(super) fn formatted(&self, texts: Vec<(String, String)>) -> Vec<(String, String)> {
        match &self.host {
            Some(host) => rustfmt::formatted(texts, host),
            None => texts,
        }
    }
}
