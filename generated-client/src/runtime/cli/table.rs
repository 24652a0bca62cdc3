//! Responses as tables.

use std::collections::HashSet;

use super::super::escape::line;
use super::tree::{Inside, Node};

/// Maximum number of columns. A wider table is unreadable, and a server could send as many columns as rows.
const MAX_COLUMNS: usize = 100;

/// Maximum factor by which alignment may enlarge a table.
const MAX_PADDING: usize = 16;

/// Tables smaller than this number of bytes are always aligned.
const ALWAYS_ALIGNED_LEN: usize = 64 * 1024;

/// Formats a list of objects as a table whose columns are their scalar members. Formats an object as rows of names and
/// values, followed by its list of objects if it has exactly one.
pub(super) fn table(node: &Node<'_>) -> String {
    match &node.inside {
        Inside::Elements(elements) if elements.iter().all(|each| each.members().is_some()) => {
            list(elements)
        }
        Inside::Elements(elements) => elements.iter().map(cell).collect::<Vec<_>>().join("\n"),
        Inside::Members(members) => object(members),
        Inside::Nothing => cell(node),
    }
}

fn list(elements: &[Node<'_>]) -> String {
    let (mut columns, mut seen) = (Vec::new(), HashSet::new());
    for (name, value) in elements.iter().filter_map(Node::members).flatten() {
        // A column without values carries no information.
        let is_simple = matches!(value.inside, Inside::Nothing) && value.text != "null";
        if is_simple && seen.insert(name.as_str()) {
            columns.push(name.as_str());
        }
    }
    if columns.is_empty() {
        return String::new();
    }
    let more = columns.len().saturating_sub(MAX_COLUMNS);
    columns.truncate(MAX_COLUMNS);
    let head = columns.iter().map(|name| line(name).into_owned()).collect();
    let rows = elements.iter().map(|element| {
        let cell = |name: &&str| element.member(name).map(cell).unwrap_or_default();
        columns.iter().map(cell).collect()
    });
    let table = aligned(std::iter::once(head).chain(rows).collect());
    match more {
        0 => table,
        more => format!("{table}\n({more} more columns: `--output json` prints them)"),
    }
}

fn object(members: &[(String, Node<'_>)]) -> String {
    let is_list = |node: &Node<'_>| {
        let all = |elements: &[Node<'_>]| elements.iter().all(|each| each.members().is_some());
        node.elements()
            .is_some_and(|each| !each.is_empty() && all(each))
    };
    let mut lists = members.iter().filter(|(_, value)| is_list(value));
    let only = lists.next().filter(|_| lists.next().is_none());
    let rows = members
        .iter()
        .filter(|(name, _)| only.is_none_or(|(list, _)| name != list));
    let rows = aligned(
        rows.map(|(name, value)| vec![line(name).into_owned(), cell(value)])
            .collect(),
    );
    let below = only.and_then(|(_, value)| value.elements()).map(list);
    let parts: Vec<String> = std::iter::once(rows).chain(below).collect();
    let parts = parts
        .iter()
        .map(String::as_str)
        .filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("\n\n")
}

/// Formats a value on one line.
fn cell(node: &Node<'_>) -> String {
    let text = match node.text {
        "null" => String::new(),
        text => node.string().unwrap_or_else(|| text.to_owned()),
    };
    line(&text).into_owned()
}

/// Aligns the columns of rows.
pub(super) fn aligned(rows: Vec<Vec<String>>) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..columns).map(width).collect();
    // A single long cell would make all rows equally long.
    let size: usize = rows.iter().flatten().map(String::len).sum();
    let padded = rows.len().saturating_mul(widths.iter().sum());
    if padded > size.saturating_mul(MAX_PADDING).max(ALWAYS_ALIGNED_LEN) {
        widths.fill(0);
    }
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths);
        let cells = cells.map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
