//! `bindery lock`.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::args::LockOptions;
use super::fetch::{fetch_of_client, location, save_copy};
use super::status::Status;
use super::{render, target};
use crate::output::LOCK_FILE;
use crate::vendored::Session;
use bindery::internal::diagnostic::{Code, Result, file_error};
use bindery::internal::names::{NAMES_ONLY, RecordedNames};
use bindery::internal::replace;
use bindery::internal::text::Source;

const HELP: &str = "choose another file with `--lock-file`";

/// Records the names of a client that a build script generates.
pub(super) fn lock(options: &LockOptions, sources: &mut Vec<Source>) -> Result<Status> {
    let targets = target::targets(&options.target, None)?;
    let mut config = target::single(targets, "`bindery lock`")?.config;
    sources.extend(config.sources());
    // As in a build script: a module, whose directory does not matter.
    config.module.get_or_insert_default();
    let session = Session::new(config, None);
    let path = options.lock_file.as_deref().unwrap_or(Path::new(LOCK_FILE));
    let recorded = read(path)?;
    let location = location(options.source.as_ref(), &session, "lock")?;
    let input = fetch_of_client(&location, &session.config, &options.fetching, sources)?;
    save_copy(&input.source, &options.fetching)?;
    let history = recorded.as_ref().map(RecordedNames::history).unwrap_or_default();
    let generated = session.generate_with(&input, &history)?;
    sources.extend(generated.emission.others.iter().cloned());
    render::problems(&generated.diagnostics, sources, &options.messages);
    let names = generated.emission.names_to_record();
    let is_written = replace(path, format!("{NAMES_ONLY}\n{}", names.render()).as_bytes())
        .map_err(|error| file_error(Code::OutputUnwritable, path, format!("cannot write the file: {error}"), HELP))?;
    let added = names.missing_in(&recorded.unwrap_or_default());
    let count = render::counted(names.names.len(), "name");
    let what = if is_written { format!("{count}, {added} of them new") } else { format!("up to date, {count}") };
    render::note(&format!("{}: {what}", path.display()));
    Ok(Status::Done)
}

/// Reads the recorded names, if there are any.
fn read(path: &Path) -> Result<Option<RecordedNames>> {
    let problem = |message: String, help: &str| file_error(Code::OutputEdited, path, message, help);
    match fs::read_to_string(path) {
        Ok(text) if !text.starts_with(NAMES_ONLY) => {
            Err(problem("the file is not one that `bindery lock` wrote".to_owned(), HELP))
        }
        Ok(text) => {
            let help = "restore the file from version control";
            RecordedNames::parse(&text).map(Some).map_err(|reason| problem(format!("it is damaged: {reason}"), help))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(problem(format!("cannot read the file: {error}"), HELP)),
    }
}
