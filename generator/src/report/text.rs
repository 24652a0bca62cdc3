//! The report for a terminal, without colors.

use std::collections::BTreeSet;

use super::difference::{self, Line};
use super::outline::{Entry, Section, count, outline, summary_by_kind};
use super::plain::{cut, line, lines};
use super::summary::{breaking_resources, conclusion, counts, excluded, subject, warning};
use crate::changes::{Change, Changes, Excerpt, ItemChange};

/// Maximum number of compatible changes that a short report lists one by one.
const MAX_COMPATIBLE: usize = 15;
/// Maximum number of Rust items of one change.
const MAX_ITEMS: usize = 8;
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

/// The level of detail of a report for a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// One line for each change that a program may have to react to.
    Short,
    /// Also the locations, the code, the effects and the migration, and every compatible change.
    Full,
}

/// Renders the report for a terminal.
///
/// ```text
/// Projects 7.55 -> 7.60: a major change: 1 breaking
///
/// Stops compiling (1)
///   `Story.value` changed from string to integer
///     openapi.json:12:3 -> openapi.json:14:3
///     Story::value
///       - pub value: Option<String>
///       + pub value: Option<i64>
///     to do: convert the value
/// ```
#[must_use]
pub fn text(changes: &Changes, detail: Detail) -> String {
    let subject = subject(changes, "->");
    let excluded = excluded(changes).map(|message| format!("{message}\n")).unwrap_or_default();
    let conclusion = conclusion(changes);
    if changes.changes.is_empty() {
        return format!("{subject}: {conclusion}\n{excluded}");
    }
    let mut out = format!("{subject}: {conclusion}: {}\n", counts(changes.changes.iter()));
    for message in [warning(changes), breaking_resources(changes)].into_iter().flatten() {
        out.push_str(&format!("{message}\n"));
    }
    out.push_str(&excluded);
    for (section, entries) in outline(changes) {
        out.push_str(&format!("\n{} ({})\n", section.title(), count(&entries)));
        let lines = match (detail, section) {
            (Detail::Short, Section::Docs) => Vec::new(),
            (Detail::Short, Section::Compatible) if entries.len() > MAX_COMPATIBLE => summary_by_kind(&entries),
            (Detail::Short, _) | (Detail::Full, Section::Docs) => {
                entries.into_iter().map(|entry| entry.message).collect()
            }
            (Detail::Full, _) => {
                entries.iter().for_each(|entry| full_entry(entry, &mut out));
                continue;
            }
        };
        lines.iter().for_each(|line| out.push_str(&format!("  {line}\n")));
    }
    if detail == Detail::Short {
        out.push_str("\n`--verbose` shows the code, the effects and what to do\n");
    }
    out
}

/// Renders an entry with its details. Changes have many details in common; each is shown once.
fn full_entry(entry: &Entry<'_>, out: &mut String) {
    sentence(&entry.message, 2, out);
    let mut shown: BTreeSet<String> = BTreeSet::new();
    let mut show_once = |text: String, out: &mut String| {
        if shown.insert(text.clone()) {
            out.push_str(&text);
        }
    };
    for change in &entry.changes {
        if let Some(locations) = locations(change) {
            show_once(format!("{:INDENTATION$}{locations}\n", ""), out);
        }
        for item in change.items.iter().take(MAX_ITEMS) {
            show_once(code(item), out);
        }
        if change.items.len() > MAX_ITEMS {
            show_once(format!("{:INDENTATION$}and {} more\n", "", change.items.len() - MAX_ITEMS), out);
        }
    }
    for change in &entry.changes {
        for (name, text) in [("at run time", &change.at_run_time), ("to do", &change.migration)] {
            if let Some(text) = text {
                let mut advice = String::new();
                sentence(&format!("{name}: {}", line(text, MAX_SENTENCE_LEN)), INDENTATION, &mut advice);
                show_once(advice, out);
            }
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

fn code(item: &ItemChange) -> String {
    let mut out = String::new();
    let name = line(&item.item, MAX_NAME_LEN);
    let [old, new] = [&item.before, &item.after].map(|code| code.as_deref().map_or_else(Vec::new, lines));
    // A single line that was added or removed is sufficient.
    if let ([code], [], sign) | ([], [code], sign) = (&*old, &*new, if new.is_empty() { '-' } else { '+' }) {
        return format!("{:INDENTATION$}{sign} {name}: {}\n", "", cut(code, MAX_NAME_LEN));
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
    out
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
