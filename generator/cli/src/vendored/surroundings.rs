//! The existing files around a crate or a module.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

use super::host::Host;
use super::manifest::ExistingManifest;
use crate::output::LockFile;
use bindery::internal::diagnostic::{Code, Result, file_error};
use bindery::internal::emit::MANIFEST;
use bindery::internal::ident::value_name;

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
        let error = |message: &str, help: &str| file_error(Code::OutputUnwritable, folder, message, help);
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

    /// Formats the files like the surrounding crate. If `rustfmt` is not installed, they keep Bindery's own formatting.
    pub(super) fn formatted(&self, texts: Vec<(String, String)>) -> Vec<(String, String)> {
        self.host.as_ref().and_then(|host| run_rustfmt(&texts, host).ok()).unwrap_or(texts)
    }
}

/// Formats the code of a module with `rustfmt`, so that `cargo fmt` does not change it.
fn run_rustfmt(texts: &[(String, String)], host: &Host) -> io::Result<Vec<(String, String)>> {
    let folder = tempfile::tempdir()?;
    let is_code = |path: &str| Path::new(path).extension().is_some_and(|extension| extension == "rs");
    for (path, text) in texts.iter().filter(|(path, _)| is_code(path)) {
        let path = folder.path().join(path);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, text)?;
    }
    let mut command = Command::new(env::var_os("RUSTFMT").unwrap_or_else(|| "rustfmt".into()));
    command.args(["--quiet", "--edition", host.edition()]);
    let own = rustfmt_configuration(host.module()).map_or_else(|| empty_configuration(folder.path()), Ok)?;
    command.arg("--config-path").arg(own);
    // `rustfmt` follows the module declarations from the root.
    let done = command
        .arg(folder.path().join("mod.rs"))
        // The toolchain is that of the crate.
        .current_dir(host.folder())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    if !done.success() {
        return Err(io::Error::other("rustfmt cannot format it"));
    }
    let formatted = texts.iter().map(|(path, text)| {
        let text = if is_code(path) { fs::read_to_string(folder.path().join(path))? } else { text.clone() };
        Ok((path.clone(), text))
    });
    formatted.collect()
}

/// Creates an empty configuration: the files above the temporary directory are for other code.
fn empty_configuration(folder: &Path) -> io::Result<PathBuf> {
    let path = folder.join("rustfmt.toml");
    fs::write(&path, "").map(|()| path)
}

/// Returns the rustfmt configuration of a module: the closest one in a parent directory.
fn rustfmt_configuration(folder: &Path) -> Option<PathBuf> {
    let named = |folder: &Path| ["rustfmt.toml", ".rustfmt.toml"].map(|name| folder.join(name));
    folder.ancestors().skip(1).flat_map(named).find(|path| path.is_file())
}
