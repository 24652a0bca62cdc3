//! Formats the code of a module with `rustfmt` like the surrounding crate, so that `cargo fmt` does not change it. If
//! `rustfmt` is not installed, the code keeps Bindery's own formatting.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

use super::host::Host;

/// Returns the formatted files, or the unchanged ones if that is not possible.
pub(super) fn formatted(texts: Vec<(String, String)>, host: &Host) -> Vec<(String, String)> {
    attempt(&texts, host).unwrap_or(texts)
}

fn attempt(texts: &[(String, String)], host: &Host) -> io::Result<Vec<(String, String)>> {
    let folder = tempfile::tempdir()?;
    let is_code = |path: &str| Path::new(path).extension().is_some_and(|extension| extension == "rs");
    for (path, text) in texts.iter().filter(|(path, _)| is_code(path)) {
        let path = folder.path().join(path);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, text)?;
    }
    let mut command = Command::new(env::var_os("RUSTFMT").unwrap_or_else(|| "rustfmt".into()));
    command.args(["--quiet", "--edition", host.edition()]);
    let own = configuration(host.module()).map_or_else(|| none(folder.path()), Ok)?;
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
fn none(folder: &Path) -> io::Result<PathBuf> {
    let path = folder.join("rustfmt.toml");
    fs::write(&path, "").map(|()| path)
}

/// Returns the rustfmt configuration of a module: the closest one in a parent directory.
fn configuration(folder: &Path) -> Option<PathBuf> {
    let named = |folder: &Path| ["rustfmt.toml", ".rustfmt.toml"].map(|name| folder.join(name));
    folder.ancestors().skip(1).flat_map(named).find(|path| path.is_file())
}
