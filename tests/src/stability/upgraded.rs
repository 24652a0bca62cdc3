//! A crate that is updated from one version of a description to the next, with the names from its lock file.

use std::path::Path;

use bindery::internal::Emission;
use bindery::internal::config::Config;
use bindery::internal::diagnostic::Diagnostic;
use bindery::internal::source::{Request, SourceLocator, load};
use bindery_cli::changes::compared;
use bindery_cli::output::commit;
use bindery_cli::vendored::{GeneratedCrate, Session, Upgrade, Vendored};
use serde_json::Value;

use super::Fallible;

/// The crate for one version of the description.
#[derive(Debug)]
pub(super) struct Edition {
    /// The file of the version.
    pub(super) name: String,
    pub(super) emission: Emission,
    /// The description in the crate.
    pub(super) document: Value,
}

/// Updates the crate in a folder to the next version of its description.
pub(super) fn upgrade(folder: &Path, description: &Path) -> Fallible<Edition> {
    let message = |problem: Box<Diagnostic>| format!("{}: {}", description.display(), problem.message);
    let mut config = Config::default();
    (config.name, config.out) = (Some("upgraded".to_owned()), Some(folder.to_owned()));
    let session = Session::open(config).map_err(message)?;
    let input = load(&Request::new(SourceLocator::File(description.to_owned()))).map_err(message)?;
    let Upgrade { previous, next: mut made } = session.generate(&input).map_err(message)?;
    match previous {
        Some(Ok(previous)) => {
            let version = session.next_version(compared(&previous.emission, &made.emission).bump());
            made.emission.set_version(&version);
        }
        Some(Err(problem)) => return Err(problem.message),
        None => {}
    }
    let described = made.description_record(&input, &description.display().to_string());
    let surroundings = session.surroundings().map_err(message)?;
    let tree = session.tree(&made, described, &surroundings).map_err(message)?;
    commit(&tree, folder, false).map_err(message)?;
    let GeneratedCrate { emission, .. } = made;
    let stored = Vendored::at(folder).map_err(message)?.ok_or("the crate that was written has no lock file")?;
    let document = stored.description().map_err(message)?;
    let document = read(document.source.text()).ok_or_else(|| format!("{} cannot be read", description.display()))?;
    Ok(Edition { name: description.file_stem().unwrap_or_default().to_string_lossy().into_owned(), emission, document })
}

fn read(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().or_else(|| serde_yaml::from_str(text).ok())
}
