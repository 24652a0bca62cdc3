//! `bindery lock`.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::args::LockOptions;
use super::fetch::fetch_of_session;
use super::status::Status;
use super::target::Target;
use super::{render, target};
use crate::output::LOCK_FILE;
use crate::vendored::Session;
use bindery::internal::diagnostic::{Code, Result, file_error, usage_error};
use bindery::internal::names::{NAMES_ONLY, RecordedNames};
use bindery::internal::replace;
use bindery::internal::text::Source;

const HELP: &str = "choose another file with `--lock-file`";

/// Records the names of a client that a build script generates.
pub(super) fn lock(options: &LockOptions, sources: &mut Vec<Source>) -> Result<Status> {
    let target = target::single(target::targets(&options.target, None)?, "`bindery lock`")?;
    let path = path(options, &target)?;
    let mut config = target.config;
    sources.extend(config.sources());
    // As in a build script: a module, whose directory does not matter.
    config.module.get_or_insert_default();
    let session = Session::new(config, None);
    let recorded = read(&path)?;
    let input = fetch_of_session(options.source.as_ref(), &session, "lock", &options.fetching, sources)?;
    let history = recorded.as_ref().map(RecordedNames::history).unwrap_or_default();
    let generated = session.generate_with(&input, &history)?;
    sources.extend(generated.emission.others.iter().cloned());
    render::problems(&generated.diagnostics, sources, &options.messages);
    let names = generated.emission.names_to_record();
    let is_written = replace(&path, format!("{NAMES_ONLY}\n{}", names.render()).as_bytes())
        .map_err(|error| file_error(Code::OutputUnwritable, &path, format!("cannot write the file: {error}"), HELP))?;
    let added = names.missing_in(&recorded.unwrap_or_default());
    let count = render::counted(names.names.len(), "name");
    let what = if is_written { format!("{count} ({added} new)") } else { format!("up to date, {count}") };
    render::note(&format!("{}: {what}", path.display()));
    Ok(Status::Done)
}

/// Returns the file of the names. By default, it is beside the configuration, as all its paths are relative to that.
fn path(options: &LockOptions, target: &Target) -> Result<PathBuf> {
    match (&options.lock_file, &target.client) {
        (Some(path), _) => Ok(path.clone()),
        (None, Some(client)) => {
            let help = format!("pass a file for it with `--lock-file`, such as `--lock-file {client}.lock`");
            Err(usage_error("each of several clients needs a lock file of its own", &help))
        }
        (None, None) => {
            let folder = options.target.config.as_deref().and_then(Path::parent);
            Ok(folder.unwrap_or(Path::new("")).join(LOCK_FILE))
        }
    }
}

/// Reads the recorded names, if there are any.
fn read(path: &Path) -> Result<Option<RecordedNames>> {
    let problem = |message: String, help: &str| file_error(Code::OutputEdited, path, message, help);
    match fs::read_to_string(path) {
        Ok(text) => {
            let help = "restore the file from version control, or choose another one with `--lock-file`";
            RecordedNames::parse(&text)
                .map(Some)
                .map_err(|reason| problem(format!("the file has no names of a build script: {reason}"), help))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(problem(format!("cannot read the file: {error}"), HELP)),
    }
}
