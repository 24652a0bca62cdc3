//! The report for a terminal, without colors.

use super::difference::{self, Line};
use super::plain::{cut, line, lines};
use super::summary::{counts, excluded, is_silent, resources, subject, unnamed_subject, warning};
use crate::changes::{Change, Changes, Excerpt, ItemChange, Verdict};

/// Maximum number of Rust items of one change.
const MAX_ITEMS: usize = 8;
/// Maximum number of documentation changes; if there are more, only their number is shown.
const MAX_DOCS_CHANGES: usize = 20;
/// Maximum number of lines of code of one item.
const MAX_CODE_LINES: usize = 12;
/// Maximum number of characters of a sentence.
const MAX_SENTENCE_LEN: usize = 400;
/// Maximum number of characters of a name or a line of code.
const MAX_NAME_LEN: usize = 160;
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
///   breaking: `Story.value` changed from string to integer
///     openapi.json:12:3 -> openapi.json:14:3
///     Story::value
///       - pub value: Option<String>
///       + pub value: Option<i64>
///     to do: convert the value
/// ```
#[must_use]
pub fn text(changes: &Changes) -> String {
    let subject = subject(changes, "->");
    let excluded = excluded(changes).map(|message| format!("{message}\n")).unwrap_or_default();
    if changes.changes.is_empty() {
        return format!("{subject}: nothing changed\n{excluded}");
    }
    let mut out = format!("{subject}: a {} change: {}\n", changes.bump(), counts(changes.changes.iter()));
    if let Some(warning) = warning(changes) {
        out.push_str(&format!("{warning}\n"));
    }
    out.push_str(&excluded);
    let docs = changes.count(Verdict::DocsOnly);
    for (resource, changes) in resources(changes) {
        let shown =
            changes.into_iter().filter(|change| docs <= MAX_DOCS_CHANGES || change.verdict != Verdict::DocsOnly);
        for (index, change) in shown.enumerate() {
            if index == 0 {
                out.push_str(&format!("\n{}\n", line(resource, MAX_NAME_LEN)));
            }
            entry(change, &mut out);
        }
    }
    if docs > MAX_DOCS_CHANGES {
        out.push_str(&format!(
            "\n{docs} changes affect only documentation; pass `--format json` or `--format html` to list them\n"
        ));
    }
    out
}

/// Returns the overall verdict, and the breaking changes in one line each, up to a maximum number.
#[must_use]
pub fn list_breaking(changes: &Changes, max_count: usize) -> Vec<String> {
    let counts = counts(changes.changes.iter());
    let mut message =
        vec![format!("the description changed, {}: {}: {counts}", subject(changes, "->"), changes.bump())];
    let mut all: Vec<&Change> = changes.changes.iter().collect();
    all.sort_by_key(|change| std::cmp::Reverse(change.verdict));
    let breaking = all.into_iter().filter(|change| change.verdict == Verdict::Breaking);
    let breaking: Vec<&Change> = breaking.collect();
    message.extend(breaking.iter().take(max_count).map(|change| {
        let todo =
            change.migration.as_ref().map(|todo| format!("; {}", line(todo, MAX_SENTENCE_LEN))).unwrap_or_default();
        format!("{}: {}{todo}", change.verdict, line(&change.message, MAX_SENTENCE_LEN))
    }));
    if breaking.len() > max_count {
        message.push(format!("and {} more breaking changes", breaking.len() - max_count));
    }
    message.extend(excluded(changes));
    message
}

fn entry(change: &Change, out: &mut String) {
    let compiles = if is_silent(change) { ", still compiles" } else { "" };
    let subject = unnamed_subject(change).map_or(String::new(), |subject| format!("{}: ", line(subject, MAX_NAME_LEN)));
    let message = format!("{}{compiles}: {subject}{}", change.verdict, line(&change.message, MAX_SENTENCE_LEN));
    sentence(&message, 2, out);
    if let Some(locations) = locations(change) {
        out.push_str(&format!("{:INDENTATION$}{locations}\n", ""));
    }
    for item in change.items.iter().take(MAX_ITEMS) {
        code(item, out);
    }
    if change.items.len() > MAX_ITEMS {
        out.push_str(&format!("{:INDENTATION$}and {} more\n", "", change.items.len() - MAX_ITEMS));
    }
    for (name, text) in [("at run time", &change.at_run_time), ("to do", &change.migration)] {
        if let Some(text) = text {
            sentence(&format!("{name}: {}", line(text, MAX_SENTENCE_LEN)), INDENTATION, out);
        }
    }
}

/// Returns `openapi.json:12:3 -> openapi.json:14:3`.
fn locations(change: &Change) -> Option<String> {
    let location = |excerpt: &Excerpt| line(&excerpt.location, MAX_NAME_LEN);
    match (&change.old, &change.new) {
        (Some(old), Some(new)) => Some(format!("{} -> {}", location(old), location(new))),
        (Some(old), None) => Some(format!("{} (removed)", location(old))),
        (None, Some(new)) => Some(format!("{} (added)", location(new))),
        (None, None) => None,
    }
}

fn code(item: &ItemChange, out: &mut String) {
    let name = line(&item.item, MAX_NAME_LEN);
    let [old, new] = [&item.before, &item.after].map(|code| code.as_deref().map_or_else(Vec::new, lines));
    // A single line that was added or removed is sufficient.
    if let ([code], [], sign) | ([], [code], sign) = (&*old, &*new, if new.is_empty() { '-' } else { '+' }) {
        out.push_str(&format!("{:INDENTATION$}{sign} {name}: {}\n", "", cut(code, MAX_NAME_LEN)));
        return;
    }
    out.push_str(&format!("{:INDENTATION$}{name}\n", ""));
    let both = difference::lines(&old, &new);
    for shown in both.iter().take(MAX_CODE_LINES) {
        let (sign, code) = match shown {
            Line::Same(code) => (' ', code),
            Line::Old(code) => ('-', code),
            Line::New(code) => ('+', code),
        };
        out.push_str(format!("{:1$}{sign} {2}", "", INDENTATION + 2, cut(code, MAX_NAME_LEN)).trim_end());
        out.push('\n');
    }
    if both.len() > MAX_CODE_LINES {
        out.push_str(&format!("{:1$}and {2} more lines\n", "", INDENTATION + 2, both.len() - MAX_CODE_LINES));
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
