//! `bindery rename`.

use super::args::RenameOptions;
use super::{Outcome, Status, place, render};
use crate::output::{commit, plan};
use crate::source::Source;
use crate::vendored::{self, CrateOptions};

pub(super) fn rename(options: &RenameOptions) -> Status {
    render::attempt(&options.messages, |sources| attempt(options, sources))
}

fn attempt(options: &RenameOptions, sources: &mut Vec<Source>) -> Outcome<Status> {
    let (vendored, config) = place::subject_of_one(&options.place, "`rename`")?.read()?;
    sources.extend(config.sources());
    let choice = CrateOptions::from_config(&vendored, &config);
    let renamed = vendored::rename(&vendored, &config, &choice, &options.key, &options.name)?;
    let report = if options.dry_run {
        plan(&renamed.tree, &vendored.folder, options.force)?
    } else {
        commit(&renamed.tree, &vendored.folder, options.force)?
    };
    render::note(&format!("`{}` is called `{}`", renamed.before, renamed.after));
    render::note(&render::describe_commit(&report, &vendored.folder, options.dry_run));
    render::note(if choice.is_module {
        "whoever uses the old name stops compiling"
    } else {
        "whoever uses the old name stops compiling; a version for that is yours to choose, in bindery.toml"
    });
    render::note_folder(&vendored.folder);
    Ok(Status::Done)
}
