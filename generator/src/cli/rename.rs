//! `bindery rename`.

use super::args::RenameOptions;
use super::plan::Plan;
use super::status::Status;
use super::{render, target};
use crate::config::Config;
use crate::diagnostic::Result;
use crate::source::Source;
use crate::vendored;

pub(super) fn rename(options: &RenameOptions, sources: &mut Vec<Source>) -> Result<Status> {
    let session = target::single(target::existing(&options.target)?, "`rename`")?.open(Config::default())?;
    sources.extend(session.config.sources());
    let renamed = vendored::rename(&session, &options.key, &options.name)?;
    let mut plan = Plan::new([&session.config], options.force)?;
    let description = session.vendored()?.lock_file.description.clone();
    plan.add(session, renamed.generated, description, None)?;
    plan.check()?;
    plan.commit(options.dry_run, None, |client, report| {
        render::note(&format!("renamed `{}` to `{}`", renamed.before, renamed.after));
        render::note(&render::describe_commit(report, client.folder(), options.dry_run));
        render::note(if client.session.is_module() {
            "code that uses the old name stops compiling"
        } else {
            "code that uses the old name stops compiling; raise `version` in bindery.toml to release the change"
        });
    })?;
    Ok(Status::Done)
}
