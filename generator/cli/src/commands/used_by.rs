//! `--used-by`: the changes that concern a program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json as object};

use super::args::{MessageFormat, MessageOptions};
use super::render::{self, Stream};
use crate::changes::{Bump, Changes, Verdict};
use crate::program::{ClientUpgrade, Release, Use, Uses};
use crate::vendored::Session;
use bindery::internal::Emission;
use bindery::internal::canonical_path::canonical_path;
use bindery::internal::diagnostic::{Code, Diagnostic, Location, Result};
use bindery::internal::unicode::printable_line;

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

    /// Finds the uses of changed items in programs.
    pub(super) fn uses(&self, programs: &[PathBuf]) -> Result<Vec<Uses>> {
        let upgrade = self.upgrade.iter();
        upgrade.flat_map(|upgrade| programs.iter().map(move |path| Uses::find(path, upgrade))).collect()
    }

    /// Finds and reports the uses, and reports the lines of manifests that exclude the version. Returns the most severe verdict
    /// of the uses.
    pub(super) fn report(
        &self,
        programs: &[PathBuf],
        messages: &MessageOptions,
        on: Stream,
    ) -> Result<Option<Verdict>> {
        let uses = self.uses(programs)?;
        uses.iter().for_each(|found| self.report_uses(found, messages, on));
        self.report_excluding(programs, messages, on);
        Ok(most_severe(&uses))
    }

    /// Reports the lines of manifests that exclude the version.
    pub(super) fn report_excluding(&self, programs: &[PathBuf], messages: &MessageOptions, on: Stream) {
        if let Some(release) = &self.release {
            let (sources, diagnostics): (Vec<_>, Vec<_>) = release.excluding(programs).into_iter().unzip();
            render::problems_on(on, &diagnostics, &sources, messages);
        }
    }

    fn report_uses(&self, found: &Uses, messages: &MessageOptions, on: Stream) {
        let changed = self.upgrade.as_ref().map_or(0, |upgrade| upgrade.items.len());
        match (messages.message_format, on) {
            (MessageFormat::Full | MessageFormat::Concise, Stream::Output) => {
                render::print_output(&describe(found, changed))
            }
            (MessageFormat::Full | MessageFormat::Concise, Stream::Error) => render::note(&describe(found, changed)),
            (MessageFormat::Github | MessageFormat::Json, _) => {
                let diagnostics: Vec<Diagnostic> = found.uses.iter().map(|used| diagnostic(found, used)).collect();
                render::problems_on(on, &diagnostics, &[], messages);
            }
        }
        if !found.unchecked.is_empty() {
            let (path, parts) = (found.program.display(), found.unchecked.join(", "));
            render::note(&format!("`{path}` was checked with default features for this target, without {parts}"));
        }
    }
}

/// Returns the most severe verdict of the uses in programs.
pub(super) fn most_severe(programs: &[Uses]) -> Option<Verdict> {
    programs.iter().filter_map(Uses::verdict).max()
}

/// Returns the uses in programs as JSON: each with `program`, `uses` and `unchecked`.
pub(super) fn json(programs: &[Uses]) -> Value {
    let program = |found: &Uses| {
        let uses = found.uses.iter().map(|used| Use { file: shown_path(&found.program, &used.file), ..used.clone() });
        object!({ "program": found.program, "uses": uses.collect::<Vec<_>>(), "unchecked": found.unchecked })
    };
    programs.iter().map(program).collect()
}

/// Describes the uses in a program, one per line. The first use of an item has its migration.
fn describe(found: &Uses, changed: usize) -> String {
    let (program, count) = (found.program.display(), found.item_count());
    let of = render::counted(changed, "changed item");
    if found.uses.is_empty() {
        return format!("`{program}` uses none of {of}");
    }
    let mut items = BTreeSet::new();
    let lines = found.uses.iter().map(|used| {
        let Use { line, column, message, .. } = used;
        let path = shown_path(&found.program, &used.file).display().to_string();
        let place = printable_line(&format!("{path}:{line}:{column}: {}: {message}", effect(used)));
        let migration = used.migration.as_ref().filter(|_| items.insert(&used.item));
        let help = migration.map(|migration| format!("\n    help: {}", printable_line(migration)));
        format!("\n  {place}{}", help.unwrap_or_default())
    });
    format!("`{program}` uses {count} of {of}:{}", lines.collect::<String>())
}

fn effect(used: &Use) -> String {
    if used.compiles { used.verdict.to_string() } else { "stops compiling".to_owned() }
}

fn diagnostic(found: &Uses, used: &Use) -> Diagnostic {
    let location = Location::Position { line: used.line, column: used.column };
    let message = format!("{}: {}", effect(used), used.message);
    let diagnostic = match used.verdict {
        Verdict::Breaking => Diagnostic::error(Code::ProgramAffected, message),
        Verdict::Compatible | Verdict::DocsOnly => Diagnostic::warning(Code::ProgramAffected, message),
    };
    let diagnostic = diagnostic.at(shown_path(&found.program, &used.file).display().to_string(), location);
    match &used.migration {
        Some(migration) => diagnostic.help(migration),
        None => diagnostic,
    }
}

/// Returns the path of a file in terms of the path that the user gave.
fn shown_path(program: &Path, file: &Path) -> PathBuf {
    let folder = if program.is_dir() { program } else { program.parent().unwrap_or(program) };
    let shown = |rest: &Path| if folder == Path::new(".") { rest.to_owned() } else { folder.join(rest) };
    file.strip_prefix(canonical_path(folder)).map_or_else(|_| file.to_owned(), shown)
}
