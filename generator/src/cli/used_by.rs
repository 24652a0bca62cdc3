//! `--used-by`: the changes that concern a program.

use std::path::{Path, PathBuf};

use super::args::{MessageFormat, MessageOptions};
use super::render;
use crate::canonical_path::canonical_path;
use crate::changes::Verdict;
use crate::diagnostic::{Code, Diagnostic, Location, Result};
use crate::program::{ClientUpgrade, Release, Use, Uses};
use crate::unicode::printable_line;

/// Finds and reports the uses of changed items. Returns the most severe verdict of them. `is_output` is `false` if
/// stdout contains a document.
pub(super) fn report_uses(
    programs: &[PathBuf],
    upgrade: &ClientUpgrade,
    messages: &MessageOptions,
    is_output: bool,
) -> Result<Option<Verdict>> {
    let mut worst = None;
    for path in programs {
        let found = Uses::find(path, upgrade)?;
        worst = worst.max(found.verdict());
        match messages.message_format {
            MessageFormat::Full | MessageFormat::Concise if is_output => {
                render::print_output(&describe(&found, upgrade.items.len()));
            }
            MessageFormat::Full | MessageFormat::Concise => render::note(&describe(&found, upgrade.items.len())),
            MessageFormat::Github | MessageFormat::Json => {
                let diagnostics: Vec<Diagnostic> = found.uses.iter().map(|used| diagnostic(&found, used)).collect();
                render::problems(&diagnostics, &[], messages);
            }
        }
        if !found.unchecked.is_empty() {
            let (path, parts) = (path.display(), found.unchecked.join(", "));
            render::note(&format!("`{path}` was checked with default features for this target, without {parts}"));
        }
    }
    Ok(worst)
}

/// Reports the lines of manifests that exclude a version of the client: in the packages around it, and in programs.
pub(super) fn report_requirements(programs: &[PathBuf], release: &Release, messages: &MessageOptions) {
    let (sources, diagnostics): (Vec<_>, Vec<_>) = release.excluding(programs).into_iter().unzip();
    render::problems(&diagnostics, &sources, messages);
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
