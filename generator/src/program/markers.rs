//! Comments at code that the user has to decide about.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::diagnostics::Span;
use super::edit::{Edit, Edits};
use super::items::ChangedItem;
use super::packages::Program;
use super::sources::{SourceFile, Sources};
use super::upgrade::ClientUpgrade;
use super::uses::is_named;
use crate::unicode::printable_line;

/// The start of each comment.
const HEAD: &str = "// bindery: ";

/// A place that the user has to decide about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Undecided {
    pub(super) span: Span,
    /// The number of the item, if it is known.
    pub(super) item: Option<usize>,
    /// The message of the compiler.
    pub(super) error: Option<String>,
}

/// A decision that is left to the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) file: PathBuf,
    /// The line of the statement; 0 if the file is not edited.
    pub(crate) line: usize,
    pub(crate) message: String,
}

/// Adds a comment above the statement of each place, and returns the decisions.
pub(super) fn mark_decisions(
    sources: &mut Sources,
    undecided: &[Undecided],
    program: &Program,
    upgrade: &ClientUpgrade,
) -> Vec<Decision> {
    let mut by_file: BTreeMap<&Path, Vec<&Undecided>> = BTreeMap::new();
    for place in undecided {
        by_file.entry(&place.span.file).or_default().push(place);
    }
    let mut decisions = Vec::new();
    for (path, mut places) in by_file {
        places.sort_by_key(|place| place.span.bytes);
        let Some(file) = sources.file(path, program) else {
            decisions.extend(places.into_iter().map(|place| {
                let message = place.error.clone().unwrap_or_default();
                Decision { file: path.to_owned(), line: place.span.line, message }
            }));
            continue;
        };
        decisions.extend(mark_file(path, file, &places, upgrade));
    }
    decisions
}

fn mark_file(path: &Path, file: &mut SourceFile, places: &[&Undecided], upgrade: &ClientUpgrade) -> Vec<Decision> {
    let comments: Vec<(usize, String)> = places
        .iter()
        .map(|place| {
            let line = file.line_start(file.statement(place.span.bytes.0).start);
            (line, printable_line(&message(place, file, upgrade)))
        })
        .collect();
    let end = if file.text.contains("\r\n") { "\r\n" } else { "\n" };
    let edits = comments.iter().map(|(line, message)| {
        let rest = file.text.get(*line..).unwrap_or_default();
        let indentation = &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()];
        Edit::insert(*line, format!("{indentation}{HEAD}{message}{end}"))
    });
    let edits: Vec<Edit> = edits.collect();
    let marked = Edits::new(&file.text, edits.clone());
    let text = marked.apply();
    let decisions = comments.into_iter().map(|(line, message)| {
        let line = text[..marked.position(line)].matches('\n').count() + 1;
        Decision { file: path.to_owned(), line, message }
    });
    let mut decisions: Vec<Decision> = decisions.collect();
    decisions.dedup();
    file.apply(edits);
    decisions
}

/// Returns what changed and what to decide: of the closest use in the line of an error, otherwise in its statement.
fn message(place: &Undecided, file: &SourceFile, upgrade: &ClientUpgrade) -> String {
    let at = place.span.bytes.0;
    let used_in = |part: Range<usize>| {
        let uses = file.uses.iter().filter(|(range, _)| part.contains(&range.start));
        let mut used: Vec<(usize, usize)> = uses.map(|(range, number)| (range.start.abs_diff(at), *number)).collect();
        used.sort_unstable();
        used
    };
    let line = used_in(file.line(at));
    let used = if line.is_empty() { used_in(file.statement(at)) } else { line };
    let error = place.error.clone().unwrap_or_default();
    let named = upgrade.items.iter().position(|changed| is_named(&changed.name(), &error));
    let numbers = place.item.into_iter().chain(used.into_iter().map(|(_, number)| number)).chain(named);
    let mut items = numbers.filter_map(|number| upgrade.items.get(number));
    items.find_map(ChangedItem::decision).unwrap_or(error)
}
