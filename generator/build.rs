//! Computes an identifier of the generator's sources. During development, two builds of one version may generate different
//! crates, so a crate of another build is not up to date even if its description is unchanged.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The directories that the identifier depends on. All of `src` counts: a list of the parts that determine the files of
/// a crate would miss the next part.
const SOURCES: [&str; 2] = ["src", "../templates"];

fn main() -> io::Result<()> {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    for folder in folders(&package) {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    println!("cargo::rustc-env=BINDERY_BUILD={}", identifier(&package)?);
    Ok(())
}

/// Returns the source directories that exist. The published package gets its templates from a package of the same
/// version.
fn folders(package: &Path) -> impl Iterator<Item = PathBuf> {
    SOURCES.into_iter().map(|folder| package.join(folder)).filter(|folder| folder.is_dir())
}

/// Returns the identifier of the sources of a package.
pub(crate) fn identifier(package: &Path) -> io::Result<String> {
    let mut digest = 0xcbf2_9ce4_8422_2325;
    for folder in folders(package) {
        add(&folder, Path::new(""), &mut digest)?;
    }
    Ok(format!("{digest:016x}"))
}

/// Adds the files of a directory in the order of their names, without carriage returns, so that the result is the same on
/// all machines.
fn add(folder: &Path, below: &Path, digest: &mut u64) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, below) = (entry.path(), below.join(entry.file_name()));
        if path.is_dir() {
            add(&path, &below, digest)?;
            continue;
        }
        let name = below.to_string_lossy().replace('\\', "/");
        let text = fs::read(&path)?;
        for byte in name.bytes().chain(text.into_iter().filter(|byte| *byte != b'\r')) {
            // FNV-1a: short, and the same in every version of Rust.
            *digest = (*digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    Ok(())
}
