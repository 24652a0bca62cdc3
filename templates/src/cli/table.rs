//! Responses as tables.

use std::collections::{HashMap, HashSet};

use serde_json::value::RawValue;

use super::program::Codes;
use super::tree::{elements, members};
use crate::requests::escape::line;

/// Maximum number of columns. A wider table is unreadable, and a server could send as many columns as rows.
const MAX_COLUMNS: usize = 100;

/// Maximum factor by which alignment may enlarge a table.
const MAX_PADDING: usize = 16;

/// Tables smaller than this number of bytes are always aligned.
const ALWAYS_ALIGNED_LEN: usize = 64 * 1024;

/// The names of codes, by member and number.
type Names = HashMap<&'static str, HashMap<i64, String>>;

/// The members of an object.
type Members<'t> = Vec<(String, &'t RawValue)>;

/// Formats a list of objects as a table whose columns are their scalar members. Formats an object as rows of names and
/// values, followed by its list of objects if it has exactly one. Codes are shown by their names.
pub(super) fn table(json: &RawValue, codes: &'static [(&'static str, Codes)]) -> String {
    let named = codes
        .iter()
        .map(|(name, codes)| (*name, codes().into_iter().collect()));
    let names = named.collect();
    if let Some(rows) = objects(json) {
        return list(&rows, &names);
    }
    match (members(json), elements(json)) {
        (Some(members), _) => object(&members, &names),
        (None, Some(elements)) => {
            let lines: Vec<_> = elements
                .into_iter()
                .map(|value| cell("", value, &names))
                .collect();
            lines.join("\n")
        }
        (None, None) => cell("", json, &names),
    }
}

/// Returns the objects of an array that has no other elements.
fn objects(json: &RawValue) -> Option<Vec<Members<'_>>> {
    elements(json)?.into_iter().map(members).collect()
}

fn list(rows: &[Members<'_>], names: &Names) -> String {
    let (mut columns, mut seen) = (Vec::new(), HashSet::new());
    for (name, value) in rows.iter().flatten() {
        // A column without values carries no information.
        let is_simple = !value.get().starts_with(['{', '[']) && value.get() != "null";
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
    let rows = rows.iter().map(|row| {
        let found = |column: &&str| row.iter().find(|(name, _)| name == column);
        let text = |column| found(column).map(|(name, value)| cell(name, value, names));
        columns
            .iter()
            .map(|column| text(column).unwrap_or_default())
            .collect()
    });
    let table = aligned(std::iter::once(head).chain(rows).collect());
    match more {
        0 => table,
        more => format!("{table}\n({more} more columns: `--output json` prints them)"),
    }
}

fn object(members: &Members<'_>, names: &Names) -> String {
    let lists = members
        .iter()
        .filter_map(|(name, value)| Some((name, objects(value)?)));
    let mut lists: Vec<_> = lists.filter(|(_, rows)| !rows.is_empty()).take(2).collect();
    let only = lists.pop().filter(|_| lists.is_empty());
    let rows = members
        .iter()
        .filter(|(name, _)| only.as_ref().is_none_or(|(list, _)| name != *list));
    let rows = rows.map(|(name, value)| vec![line(name).into_owned(), cell(name, value, names)]);
    let rows = aligned(rows.collect());
    let below = only.as_ref().map(|(_, list_rows)| list(list_rows, names));
    let parts = [Some(rows), below]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("\n\n")
}

/// Formats a value on one line, a code by its name.
fn cell(name: &str, value: &RawValue, names: &Names) -> String {
    let text = value.get();
    let code = || names.get(name)?.get(&text.parse().ok()?);
    if let Some(code) = code() {
        return line(code).into_owned();
    }
    let decoded = || serde_json::from_str::<String>(text).ok();
    match text {
        "null" => String::new(),
        text => line(&decoded().unwrap_or_else(|| text.to_owned())).into_owned(),
    }
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
