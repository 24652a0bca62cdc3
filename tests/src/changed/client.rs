//! The client of a description, as the files of a crate.

use std::fs;
use std::path::Path;

use bindery::config::Config;
use bindery::diagnostic::Sink;
use bindery::emit::{DateLibrary, Settings};
use bindery::source::Source;

use super::{Fallible, at};

/// The files of the crate of a description: path and text.
///
/// # Errors
///
/// Where the description is refused.
pub fn emitted(source: &Source, crate_name: &str, crate_version: &str) -> Fallible<Vec<(String, String)>> {
    let settings = Settings {
        crate_name: crate_name.to_owned(),
        crate_version: crate_version.to_owned(),
        dates: DateLibrary::Jiff,
        validate: true,
        whole_crate: true,
    };
    let emission = bindery::run(source, &Config::default(), settings, &mut Sink::new())
        .map_err(|problem| format!("{} is refused: {}", source.name(), problem.message))?;
    Ok(emission.texts().collect())
}

/// The code of the emitted files without its comments: what a program can tell apart.
#[must_use]
pub fn without_comments(files: &[(String, String)]) -> Vec<(String, String)> {
    // The command line shows the comments, and so has them as texts.
    let code = files.iter().filter(|(path, _)| path.ends_with(".rs") && !path.starts_with("src/cli/"));
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    code.map(|(path, text)| (path.clone(), text.lines().filter(is_code).collect::<Vec<_>>().join("\n"))).collect()
}

/// Writes the files that differ from those that are there, so that cargo compiles nothing else anew.
pub(super) fn write(folder: &Path, files: &[(String, String)]) -> Fallible<()> {
    for (path, text) in files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(at("made", parent))?;
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            fs::write(&path, text).map_err(at("written", &path))?;
        }
    }
    Ok(())
}
