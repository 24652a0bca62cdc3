//! The report for a terminal, without colors.

use super::block::{Block, ItemDiff, blocks};
use super::outline::{Entry, Section, count, outline, summary_by_kind};
use super::summary::{breaking_resources, conclusion, counts, excluded, subject, warning};
use crate::changes::Changes;

/// Maximum number of compatible changes that a short report lists one by one.
const MAX_COMPATIBLE: usize = 15;
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

/// Renders an entry with its details.
fn full_entry(entry: &Entry<'_>, out: &mut String) {
    sentence(&entry.message, 2, out);
    for block in blocks(entry) {
        match block {
            Block::Location(Some(old), Some(new)) => detail(&format!("{old} -> {new}"), out),
            Block::Location(Some(old), None) => detail(&format!("{old} (removed)"), out),
            Block::Location(None, Some(new)) => detail(&format!("{new} (added)"), out),
            Block::Location(None, None) => {}
            Block::Code(diff) => code(&diff, out),
            Block::MoreItems(count) => detail(&format!("and {count} more items"), out),
            Block::AtRunTime(text) => sentence(&format!("at run time: {text}"), INDENTATION, out),
            Block::ToDo(text) => sentence(&format!("to do: {text}"), INDENTATION, out),
        }
    }
}

fn detail(text: &str, out: &mut String) {
    out.push_str(&format!("{:INDENTATION$}{text}\n", ""));
}

fn code(ItemDiff { item, lines, more }: &ItemDiff, out: &mut String) {
    // A single line that was added or removed is sufficient.
    if let [(sign @ ('-' | '+'), code)] = lines.as_slice() {
        detail(&format!("{sign} {item}: {code}"), out);
        return;
    }
    detail(item, out);
    lines.iter().for_each(|(sign, code)| detail(format!("  {sign} {code}").trim_end(), out));
    if *more > 0 {
        detail(&format!("  and {more} more lines"), out);
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
