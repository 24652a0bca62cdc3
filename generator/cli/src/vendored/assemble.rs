//! The files of a crate, and the lock file that lists them.

use super::generate::GeneratedCrate;
use super::session::{Session, record};
use super::status::{generator, merged_name};
use super::{Surroundings, manifest};
use crate::output::{DescriptionRecord, LOCK_FILE, LockFile, Tree};
use bindery::internal::diagnostic::Result;
use bindery::internal::digest::sha256;
use bindery::internal::emit::MANIFEST;
use bindery::internal::source::{Input, SourceLocator};
use bindery::internal::text::{Source, SourceOrigin};

/// Returns the files of a crate, and its lock file with their hashes and this generator.
pub(super) fn with_lock_file(
    mut lock_file: LockFile,
    texts: Vec<(String, String)>,
    surroundings: &Surroundings,
) -> Result<Tree> {
    let mut tree = Tree::new();
    lock_file.generator = generator();
    fill(&mut tree, &mut lock_file, texts, surroundings)?;
    lock_file.generator.checksum = lock_file.digest();
    tree.insert(LOCK_FILE, lock_file.render())?;
    Ok(tree)
}

/// Adds files to a tree, and their hashes to the lock file.
fn fill(
    tree: &mut Tree,
    lock_file: &mut LockFile,
    texts: Vec<(String, String)>,
    surroundings: &Surroundings,
) -> Result<()> {
    for (path, text) in surroundings.formatted(texts) {
        if path == MANIFEST {
            lock_file.manifest = manifest::contents(&text);
            tree.insert_amended(&path, surroundings.manifest.merged(&text)?)?;
            continue;
        }
        lock_file.files.insert(path.clone(), sha256(text.as_bytes()));
        tree.insert(&path, text)?;
    }
    Ok(())
}

/// Returns the files of a crate without its lock file. The user's changes of the manifest are kept.
pub(crate) fn crate_files(texts: Vec<(String, String)>, surroundings: &Surroundings) -> Result<Tree> {
    let mut tree = Tree::new();
    fill(&mut tree, &mut LockFile::default(), texts, surroundings)?;
    Ok(tree)
}

impl Session {
    /// Returns the files of a generated crate and its lock file. The user's changes of the manifest are kept, and a module is
    /// formatted like the surrounding crate.
    ///
    /// # Errors
    ///
    /// `output-edited` if the manifest is invalid; also an error if two files have the same path, which is a bug.
    pub fn tree(
        &self,
        generated: &GeneratedCrate,
        description: DescriptionRecord,
        surroundings: &Surroundings,
    ) -> Result<Tree> {
        let emission = &generated.emission;
        let lock_file = LockFile {
            package: record(&emission.options),
            description,
            configuration: self.config.digest(),
            recorded: emission.names_to_record(),
            ..LockFile::default()
        };
        with_lock_file(lock_file, emission.texts().collect(), surroundings)
    }
}

impl GeneratedCrate {
    /// Returns the entry of the lock file for the description; `requested` is the location as it was given.
    #[must_use]
    pub fn description_record(&self, input: &Input, requested: &str) -> DescriptionRecord {
        let (emission, source) = (&self.emission, &input.source);
        let address = match source.origin() {
            SourceOrigin::Address { address, .. } => Some(address.clone()),
            _ => None,
        };
        let file_names = |file: &Source| {
            let own = || emission.api.source_map.relative_to_description(file.name()).replace('\\', "/");
            merged_name(input, file).unwrap_or_else(own)
        };
        let others = emission.others.iter().map(|file| (file_names(file), sha256(file.text().as_bytes())));
        let merged = input.merged.iter().skip(1).map(|one| (one.label.clone(), one.digest()));
        DescriptionRecord {
            source: source_text(source, requested),
            address,
            sha256: input.digest(),
            title: emission.api.title.clone(),
            version: emission.api.version.clone(),
            warnings: self.warnings(),
            files: others.chain(merged).collect(),
        }
    }
}

/// Returns the location of the description, without a directory of this machine.
fn source_text(source: &Source, requested: &str) -> String {
    match source.origin() {
        SourceOrigin::File(path) if path.is_absolute() => {
            path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
        }
        SourceOrigin::File(path) => path.to_string_lossy().replace('\\', "/"),
        SourceOrigin::Address { .. } => SourceLocator::parse(requested).display_name(),
        _ => source.name().to_owned(),
    }
}
