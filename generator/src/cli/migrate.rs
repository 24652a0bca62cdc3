//! `update --migrate`: adapts programs to the new client.

use super::args::UpdateOptions;
use super::render;
use super::used_by::shown_path;
use crate::diagnostic::Result;
use crate::program::{ClientUpgrade, Patch, migrate};

/// Returns the changes of each program, before anything is written.
pub(super) fn plan_migrations(options: &UpdateOptions, upgrade: &ClientUpgrade) -> Result<Vec<Patch>> {
    // A dry run writes nothing that uncommitted changes could get lost in.
    let force = options.force || options.dry_run;
    let patches: Vec<Patch> =
        options.migrate.iter().map(|path| migrate(path, upgrade, force)).collect::<Result<_>>()?;
    patches.iter().try_for_each(Patch::check_writable)?;
    Ok(patches)
}

/// Shows the changes of a program as a unified diff.
pub(super) fn show_migration(patch: &Patch) {
    let diff = patch.diff(|path| shown_path(&patch.program, path));
    if !diff.is_empty() {
        render::print_output(&diff);
    }
    report_migration(patch, true);
}

/// Reports what was changed in a program, or would be, and what is left to the user.
pub(super) fn report_migration(patch: &Patch, is_dry: bool) {
    let program = patch.program.display();
    let did = if is_dry { "would change" } else { "changed" };
    match patch.len() {
        0 => render::note(&format!("`{program}` needs no change")),
        count => render::note(&format!("{did} {} of `{program}`", render::counted(count, "file"))),
    }
    if !patch.decisions.is_empty() {
        render::note(&format!("{} left to you:", render::counted(patch.decisions.len(), "decision")));
    }
    for decision in &patch.decisions {
        let path = shown_path(&patch.program, &decision.file);
        render::note(&format!("  {}:{}: {}", path.display(), decision.line, decision.message));
    }
}
