//! `bindery rename`.

use super::args::RenameOptions;
use super::status::Status;
use super::{render, target};
use crate::diagnostic::Result;
use crate::output::{commit, plan};
use crate::source::Source;
use crate::vendored::{self, CrateOptions};

pub(super) fn rename(options: &RenameOptions, sources: &mut Vec<Source>) -> Result<Status> {
    let (vendored, config) = target::single_target_crate(&options.target, "`rename`")?.read()?;
    sources.extend(config.sources());
    let crate_options = CrateOptions::from_config(&vendored, &config);
    let renamed = vendored::rename(&vendored, &config, &crate_options, &options.key, &options.name)?;
    let report = if options.dry_run {
        plan(&renamed.tree, &vendored.folder, options.force)?
    } else {
        commit(&renamed.tree, &vendored.folder, options.force)?
    };
    render::note(&format!("renamed `{}` to `{}`", renamed.before, renamed.after));
    render::note(&render::describe_commit(&report, &vendored.folder, options.dry_run));
    render::note(if crate_options.is_module {
        "code that uses the old name stops compiling"
    } else {
        "code that uses the old name stops compiling; raise `version` in bindery.toml to release the change"
    });
    Ok(Status::Done)
}
