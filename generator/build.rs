//! Gives the generator a mark of what it is made from: two builds of one version may emit different crates while it is
//! developed, and a crate that another build wrote is not up to date because its description is.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The sources that determine the files of a crate.
const STAGES: [&str; 10] = [
    "src/analysis",
    "src/bindings",
    "src/docs",
    "src/document",
    "src/emit",
    "src/lower",
    "src/model",
    "src/output",
    "src/vendored",
    "../templates/src",
];

fn main() -> io::Result<()> {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut mark = 0xcbf2_9ce4_8422_2325;
    // The published package has its templates from a package of the same version.
    for stage in STAGES {
        let folder = package.join(stage);
        if folder.is_dir() {
            println!("cargo::rerun-if-changed={}", folder.display());
            add(&folder, Path::new(""), &mut mark)?;
        }
    }
    println!("cargo::rustc-env=BINDERY_BUILD={mark:016x}");
    Ok(())
}

/// Adds the files of a folder in the order of their names, which is the same on all machines, as are their lines.
fn add(folder: &Path, below: &Path, mark: &mut u64) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, below) = (entry.path(), below.join(entry.file_name()));
        if path.is_dir() {
            add(&path, &below, mark)?;
            continue;
        }
        let name = below.to_string_lossy().replace('\\', "/");
        let text = fs::read(&path)?;
        for byte in name.bytes().chain(text.into_iter().filter(|byte| *byte != b'\r')) {
            // FNV-1a: short, and the same in every version of Rust.
            *mark = (*mark ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    Ok(())
}
