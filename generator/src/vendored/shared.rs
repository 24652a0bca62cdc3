//! The crate with the support code that several clients share, and its path from each of them.

use std::path::{Component, Path, PathBuf};

use super::{Result, Surroundings, assemble};
use crate::canonical_path::canonical_path;
use crate::config::{Config, RuntimeCrate};
use crate::emit::crates_of_clients;
use crate::output::{LOCK_FILE, LockFile, PackageRecord, Tree};
use crate::pipeline::shared_texts;
use crate::resolve::SharedSupport;

/// A crate that several clients share, in memory.
#[derive(Clone, Debug)]
pub struct SharedCrate {
    /// Its directory.
    pub folder: PathBuf,
    /// Its files and its lock file.
    pub tree: Tree,
}

impl SharedCrate {
    /// Returns the crates that these clients share, without duplicates.
    ///
    /// # Errors
    ///
    /// `configuration-invalid` if one has the name of another crate; an error if an existing one cannot be read.
    pub fn all<'c>(clients: impl IntoIterator<Item = &'c Config>) -> Result<Vec<Self>> {
        let mut all: Vec<Self> = Vec::new();
        for config in clients {
            let Some(RuntimeCrate::Generated(folder)) = config.runtime() else { continue };
            config.check_runtime(config.name.as_deref().unwrap_or_default(), &crates_of_clients())?;
            if !all.iter().any(|known| canonical_path(&known.folder) == canonical_path(folder)) {
                all.push(Self::new(folder)?);
            }
        }
        Ok(all)
    }

    fn new(folder: &Path) -> Result<Self> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let surroundings = Surroundings::read(folder, LockFile::read(folder)?.as_ref(), false)?;
        let mut tree = Tree::new();
        let texts = shared_texts(&name, SharedSupport::VERSION);
        let version = SharedSupport::VERSION.to_owned();
        let mut lock_file = LockFile {
            generator: assemble::generator(),
            package: PackageRecord { name, version, ..PackageRecord::default() },
            ..LockFile::default()
        };
        assemble::fill(&mut tree, &mut lock_file, texts, &surroundings)?;
        lock_file.checksum = lock_file.digest();
        tree.insert(LOCK_FILE, lock_file.render())?;
        Ok(Self { folder: folder.to_owned(), tree })
    }
}

/// Returns the crate with the support code of a client in a directory, as named in its manifest. A generated crate has the
/// exact version, because it is generated together with the client.
pub(super) fn shared_support(config: &Config, client: &Path) -> Option<SharedSupport> {
    let runtime = config.runtime()?;
    let (path, version, keys) = match runtime {
        RuntimeCrate::Generated(folder) => (Some(folder), format!("={}", SharedSupport::VERSION), None),
        RuntimeCrate::Published { path, keys } => (path.as_ref(), SharedSupport::VERSION.to_owned(), Some(keys)),
    };
    let mut row = keys.cloned().unwrap_or_default();
    row.entry("version").or_insert(version.into());
    if let Some(folder) = path {
        row.insert("path".to_owned(), path_between(&canonical_path(client), &canonical_path(folder)).into());
    }
    let keys: Vec<String> = row.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    Some(SharedSupport { name: runtime.name(), location: keys.join(", ") })
}

/// Returns the relative path between two absolute directories, with forward slashes.
fn path_between(from: &Path, to: &Path) -> String {
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) = (from.components().collect(), to.components().collect());
    let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = from.iter().skip(common).map(|_| "..".to_owned());
    let down = to.iter().skip(common).map(|step| step.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::path_between;

    #[test]
    fn paths_between_directories_are_relative() {
        for (from, path) in
            [("/w/crates/a", "../runtime"), ("/w/a", "../crates/runtime"), ("/w/crates/x/y", "../../runtime")]
        {
            assert_eq!(path_between(Path::new(from), Path::new("/w/crates/runtime")), path);
        }
    }
}
