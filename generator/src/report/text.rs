//! The report for a terminal, without colours.

use super::difference::{self, Line};
use super::plain::{cut, line, lines};
use super::summary::{counts, is_silent, outside, resources, subject, unnamed_subject, warning};
use crate::changes::{Change, Changes, Excerpt, ItemChange, Verdict};

/// Maximum number of Rust items of one change.
const ITEMS: usize = 8;
/// Maximum number of documentation changes; if there are more, only their number is shown.
const TEXTS: usize = 20;
/// Maximum number of lines of code of one item.
const CODE_LINES: usize = 12;
/// Maximum number of characters of a sentence.
const SENTENCE: usize = 400;
/// Maximum number of characters of a name or a line of code.
const NAME: usize = 160;
/// The width at which sentences are wrapped.
const WIDTH: usize = 100;
/// The indentation of the details of a change.
const INDENTATION: usize = 4;

/// Renders the report for a terminal.
///
/// ```text
/// 7.55 -> 7.60 of Projects: a major change: 1 breaking
///
/// Story
///   breaking: `Story.value` is an integer now, it was a string
///     openapi.json:12:3 -> openapi.json:14:3
///     Story::value
///       - pub value: Option<String>
///       + pub value: Option<i64>
///     to do: convert the value
/// ```
#[must_use]
pub fn text(changes: &Changes) -> String {
    let subject = subject(changes, "->");
    let outside = outside(changes).map(|message| format!("{message}\n")).unwrap_or_default();
    if changes.changes.is_empty() {
        return format!("{subject}: nothing changed\n{outside}");
    }
    let mut out = format!("{subject}: a {} change: {}\n", changes.bump(), counts(changes.changes.iter()));
    if let Some(warning) = warning(changes) {
        out.push_str(&format!("{warning}\n"));
    }
    out.push_str(&outside);
    let texts = changes.count(Verdict::DocsOnly);
    for (resource, changes) in resources(changes) {
        let shown = changes.into_iter().filter(|change| texts <= TEXTS || change.verdict != Verdict::DocsOnly);
        for (index, change) in shown.enumerate() {
            if index == 0 {
                out.push_str(&format!("\n{}\n", line(resource, NAME)));
            }
            entry(change, &mut out);
        }
    }
    if texts > TEXTS {
        out.push_str(&format!(
            "\n{texts} changes are of texts alone; as JSON and as a page they are listed one by one\n"
        ));
    }
    out
}

/// Returns the overall verdict, and the breaking changes in one line each, up to a maximum number.
#[must_use]
pub fn one_by_one(changes: &Changes, most: usize) -> Vec<String> {
    let counts = counts(changes.changes.iter());
    let mut message =
        vec![format!("the description changed, {}: {}: {counts}", subject(changes, "->"), changes.bump())];
    let mut all: Vec<&Change> = changes.changes.iter().collect();
    all.sort_by_key(|change| std::cmp::Reverse(change.verdict));
    let worth = all.into_iter().filter(|change| change.verdict == Verdict::Breaking);
    let worth: Vec<&Change> = worth.collect();
    message.extend(worth.iter().take(most).map(|change| {
        let todo = change.migration.as_ref().map(|todo| format!("; {}", line(todo, SENTENCE))).unwrap_or_default();
        format!("{}: {}{todo}", change.verdict, line(&change.message, SENTENCE))
    }));
    if worth.len() > most {
        message.push(format!("and {} more breaking changes", worth.len() - most));
    }
    message.extend(outside(changes));
    message
}

fn entry(change: &Change, out: &mut String) {
    let compiles = if is_silent(change) { ", still compiles" } else { "" };
    let subject = unnamed_subject(change).map_or(String::new(), |subject| format!("{}: ", line(subject, NAME)));
    let message = format!("{}{compiles}: {subject}{}", change.verdict, line(&change.message, SENTENCE));
    sentence(&message, 2, out);
    if let Some(places) = places(change) {
        out.push_str(&format!("{:INDENTATION$}{places}\n", ""));
    }
    for item in change.items.iter().take(ITEMS) {
        code(item, out);
    }
    if change.items.len() > ITEMS {
        out.push_str(&format!("{:INDENTATION$}and {} more\n", "", change.items.len() - ITEMS));
    }
    for (name, said) in [("at run time", &change.at_run_time), ("to do", &change.migration)] {
        if let Some(said) = said {
            sentence(&format!("{name}: {}", line(said, SENTENCE)), INDENTATION, out);
        }
    }
}

/// `openapi.json:12:3 -> openapi.json:14:3`.
fn places(change: &Change) -> Option<String> {
    let place = |excerpt: &Excerpt| line(&excerpt.location, NAME);
    match (&change.old, &change.new) {
        (Some(old), Some(new)) => Some(format!("{} -> {}", place(old), place(new))),
        (Some(old), None) => Some(format!("{} -> gone", place(old))),
        (None, Some(new)) => Some(format!("new -> {}", place(new))),
        (None, None) => None,
    }
}

fn code(item: &ItemChange, out: &mut String) {
    let name = line(&item.item, NAME);
    let [old, new] = [&item.before, &item.after].map(|code| code.as_deref().map_or_else(Vec::new, lines));
    // A single line that was added or removed is sufficient.
    if let ([code], [], sign) | ([], [code], sign) = (&*old, &*new, if new.is_empty() { '-' } else { '+' }) {
        out.push_str(&format!("{:INDENTATION$}{sign} {name}: {}\n", "", cut(code, NAME)));
        return;
    }
    out.push_str(&format!("{:INDENTATION$}{name}\n", ""));
    let both = difference::lines(&old, &new);
    for shown in both.iter().take(CODE_LINES) {
        let (sign, code) = match shown {
            Line::Same(code) => (' ', code),
            Line::Old(code) => ('-', code),
            Line::New(code) => ('+', code),
        };
        out.push_str(format!("{:1$}{sign} {2}", "", INDENTATION + 2, cut(code, NAME)).trim_end());
        out.push('\n');
    }
    if both.len() > CODE_LINES {
        out.push_str(&format!("{:1$}and {2} more lines\n", "", INDENTATION + 2, both.len() - CODE_LINES));
    }
}

/// Renders a wrapped sentence with a hanging indentation.
fn sentence(text: &str, indentation: usize, out: &mut String) {
    let mut width = indentation;
    out.push_str(&" ".repeat(indentation));
    for (index, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if index > 0 && width + 1 + length > WIDTH {
            out.push_str(&format!("\n{:1$}", "", indentation + 2));
            width = indentation + 2;
        } else if index > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += length;
    }
    out.push('\n');
}
