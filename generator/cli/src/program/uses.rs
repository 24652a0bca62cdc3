//! The changed items that a program uses.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::check::Checker;
use super::diagnostics::{Message, Span};
use super::handle::MarkedUses;
use super::items::ChangedItem;
use super::packages::{Program, problem};
use super::upgrade::{ClientUpgrade, Side};
use crate::changes::Verdict;
use bindery::internal::diagnostic::Result;
use bindery::internal::emit::marked_item;

/// A use of a changed item, or code that the new client breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Use {
    pub(crate) file: PathBuf,
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// The name of the item; `None` if no changed item explains the error.
    pub(crate) item: Option<String>,
    pub(crate) verdict: Verdict,
    /// `false` if the new client does not have the item, or the compiler reports an error at its line.
    pub(crate) compiles: bool,
    /// The messages of the changes, or of the compiler.
    pub(crate) message: String,
    pub(crate) migration: Option<String>,
}

/// All uses of changed items in a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses {
    /// The path of the program as the user gave it.
    pub(crate) program: PathBuf,
    /// The uses, in the order of files and lines.
    pub(crate) uses: Vec<Use>,
    /// The parts of the program that were not compiled.
    pub(crate) unchecked: Vec<String>,
}

impl Uses {
    /// Finds the uses in the package or workspace at a path.
    pub(crate) fn find(path: &Path, upgrade: &ClientUpgrade) -> Result<Self> {
        let program = Program::load(path, &upgrade.client())?;
        let unchecked = program.unchecked.clone();
        let mut found = Self { program: path.to_owned(), uses: Vec::new(), unchecked };
        if upgrade.items.is_empty() {
            return Ok(found);
        }
        let checker = Checker::new(&program, upgrade)?;
        let marked = marked_uses(&checker, &program)?;
        let errors = checker.check(Side::New)?;
        let errors: Vec<&Message> = errors.iter().filter(|message| message.is_error).collect();
        let failing: BTreeSet<(&Path, usize)> =
            errors.iter().flat_map(|error| &error.spans).map(Span::at_line).collect();
        let unexplained: Vec<Use> =
            errors.iter().filter_map(|error| unexplained_use(error, &marked, &program, upgrade)).collect();
        let mut uses = MarkedUses::new(&marked, &upgrade.items);
        let listed = marked.iter().filter(|(span, number)| !uses.is_followed_by_call(span, *number));
        let of_item = listed.filter_map(|(span, number)| {
            let changed = upgrade.items.get(*number)?;
            // An error at the line may be about another item, and errors of names hide others.
            let fails = changed.is_removed || !changed.compiles && failing.contains(&span.at_line());
            Some(Use::new(span, changed, !fails))
        });
        found.uses = of_item.chain(unexplained).collect();
        found.uses.sort_by(|one, other| one.key().cmp(&other.key()));
        found.uses.dedup();
        Ok(found)
    }

    /// Returns the number of changed items that are used.
    pub(crate) fn item_count(&self) -> usize {
        self.uses.iter().filter_map(|used| used.item.as_ref()).collect::<BTreeSet<_>>().len()
    }

    /// Returns the most severe verdict of the uses.
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        self.uses.iter().map(|used| used.verdict).max()
    }
}

impl Use {
    fn new(span: &Span, changed: &ChangedItem, compiles: bool) -> Self {
        let message = format!("`{}`: {}", changed.name(), changed.message());
        let Span { file, line, column, .. } = span.clone();
        let (verdict, migration) = (changed.verdict, changed.migration());
        Self { file, line, column, item: Some(changed.name()), verdict, compiles, message, migration }
    }

    fn key(&self) -> (&Path, usize, usize, &Option<String>) {
        (&self.file, self.line, self.column, &self.item)
    }
}

/// Returns the uses of marked items, with the numbers of the items. The program must compile.
fn marked_uses(checker: &Checker<'_>, program: &Program) -> Result<Vec<(Span, usize)>> {
    let messages = checker.check(Side::Old)?;
    if let Some(error) = messages.iter().find(|message| message.is_error && message.code != "deprecated") {
        let message = format!("`{}` does not compile before the upgrade", program.given.display());
        let lines = error.rendered.trim_end().lines().map(str::to_owned).collect();
        let help = "make it compile with the current client first";
        return Err(Box::new(problem(message, help).detail(lines)));
    }
    let uses = messages.iter().filter(|message| message.code == "deprecated");
    let mut uses: Vec<(Span, usize)> = uses
        .filter_map(|message| Some((message.span()?.clone(), marked_item(&message.text)?)))
        .filter(|(span, _)| program.has(&span.file))
        .collect();
    uses.sort();
    uses.dedup();
    Ok(uses)
}

/// Returns the use that an error reports, unless a use at the same line explains it.
fn unexplained_use(
    error: &Message,
    marked: &[(Span, usize)],
    program: &Program,
    upgrade: &ClientUpgrade,
) -> Option<Use> {
    let span = error.span().filter(|_| !error.is_lint())?;
    let is_explained =
        error.spans.iter().any(|span| marked.iter().any(|(used, _)| used.file == span.file && used.line == span.line));
    if is_explained || !program.has(&span.file) {
        return None;
    }
    let named = upgrade.items.iter().find(|changed| is_named(&changed.name(), &error.text));
    Some(match named {
        Some(changed) => Use::new(span, changed, false),
        None => {
            let (Span { file, line, column, .. }, message) = (span.clone(), error.text.clone());
            Use {
                file,
                line,
                column,
                item: None,
                verdict: Verdict::Breaking,
                compiles: false,
                message,
                migration: None,
            }
        }
    })
}

/// Returns `true` if the message of an error names both parts of an implementation, such as `Story as Default`.
fn is_named(item: &str, error: &str) -> bool {
    let Some((ty, implemented)) = item.split_once(" as ") else { return false };
    let words: BTreeSet<&str> = error.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let name = implemented.split(['<', ':']).next().unwrap_or(implemented);
    words.contains(ty) && words.contains(name)
}
