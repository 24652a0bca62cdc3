//! `--used-by`: the changes that concern a program.

use std::path::{Path, PathBuf};

use super::args::{MessageFormat, MessageOptions};
use super::render;
use crate::canonical_path::canonical_path;
use crate::changes::{Bump, Changes, Verdict};
use crate::diagnostic::{Code, Diagnostic, Location, Result};
use crate::pipeline::Emission;
use crate::program::{ClientUpgrade, Release, Use, Uses};
use crate::unicode::printable_line;
use crate::vendored::Session;

/// The consequences of an upgrade of a client for the packages around it, and for the programs of `--used-by`.
pub(super) struct Impact {
    /// The changed items, if there are programs.
    upgrade: Option<ClientUpgrade>,
    /// The next version. A module has none.
    release: Option<Release>,
}

impl Impact {
    /// Determines the consequences of changes.
    pub(super) fn new(
        programs: &[PathBuf],
        session: &Session,
        before: &Emission,
        after: &Emission,
        changes: &Changes,
    ) -> Result<Self> {
        let upgrade = || ClientUpgrade::new(session, before, after, changes);
        let upgrade = if programs.is_empty() { None } else { Some(upgrade()?) };
        Ok(Self { upgrade, ..Self::of_version(session, changes.bump()) })
    }

    /// Determines the consequences of a version without known changes.
    pub(super) fn of_version(session: &Session, bump: Bump) -> Self {
        Self { upgrade: None, release: Release::new(session, bump) }
    }

    /// Reports the uses of changed items, and the lines of manifests that exclude the version. Returns the most severe verdict
    /// of the uses. `is_output` is `false` if stdout contains a document.
    pub(super) fn report(
        &self,
        programs: &[PathBuf],
        messages: &MessageOptions,
        is_output: bool,
    ) -> Result<Option<Verdict>> {
        let mut worst = None;
        for (path, upgrade) in self.upgrade.iter().flat_map(|upgrade| programs.iter().map(move |path| (path, upgrade)))
        {
            let found = Uses::find(path, upgrade)?;
            worst = worst.max(found.verdict());
            report_uses(&found, upgrade.items.len(), messages, is_output);
        }
        if let Some(release) = &self.release {
            let (sources, diagnostics): (Vec<_>, Vec<_>) = release.excluding(programs).into_iter().unzip();
            render::problems(&diagnostics, &sources, messages);
        }
        Ok(worst)
    }
}

fn report_uses(found: &Uses, changed: usize, messages: &MessageOptions, is_output: bool) {
    match messages.message_format {
        MessageFormat::Full | MessageFormat::Concise if is_output => render::print_output(&describe(found, changed)),
        MessageFormat::Full | MessageFormat::Concise => render::note(&describe(found, changed)),
        MessageFormat::Github | MessageFormat::Json => {
            let diagnostics: Vec<Diagnostic> = found.uses.iter().map(|used| diagnostic(found, used)).collect();
            render::problems(&diagnostics, &[], messages);
        }
    }
    if !found.unchecked.is_empty() {
        let (path, parts) = (found.program.display(), found.unchecked.join(", "));
        render::note(&format!("`{path}` was checked with default features for this target, without {parts}"));
    }
}

/// Describes the uses in a program, one per line.
fn describe(found: &Uses, changed: usize) -> String {
    let (program, count) = (found.program.display(), found.item_count());
    let of = render::counted(changed, "changed item");
    if found.uses.is_empty() {
        return format!("`{program}` uses none of {of}");
    }
    let lines = found.uses.iter().map(|used| {
        let Use { line, column, verdict, message, .. } = used;
        let path = shown_path(&found.program, &used.file).display().to_string();
        format!("\n  {}", printable_line(&format!("{path}:{line}:{column}: {verdict}: {message}")))
    });
    format!("`{program}` uses {count} of {of}:{}", lines.collect::<String>())
}

fn diagnostic(found: &Uses, used: &Use) -> Diagnostic {
    let location = Location::Position { line: used.line, column: used.column };
    let diagnostic = match used.verdict {
        Verdict::Breaking => Diagnostic::error(Code::ProgramAffected, &used.message),
        Verdict::Compatible | Verdict::DocsOnly => Diagnostic::warning(Code::ProgramAffected, &used.message),
    };
    diagnostic.at(shown_path(&found.program, &used.file).display().to_string(), location)
}

/// Returns the path of a file in terms of the path that the user gave.
fn shown_path(program: &Path, file: &Path) -> PathBuf {
    let folder = if program.is_dir() { program } else { program.parent().unwrap_or(program) };
    let shown = |rest: &Path| if folder == Path::new(".") { rest.to_owned() } else { folder.join(rest) };
    file.strip_prefix(canonical_path(folder)).map_or_else(|_| file.to_owned(), shown)
}
