//! Renders the report for a pull request or a changelog.
//!
//! No text of a description becomes markup, a link or a mention: prose is escaped, names are code spans, and a fence is
//! longer than any fence inside it.

use std::collections::BTreeSet;

use super::difference::{self, Line};
use super::outline::{Entry, Section, count, outline};
use super::plain::{Piece, cut, line, lines, pieces};
use super::summary::{conclusion, counts, excluded, meaning, subject, warning};
use crate::changes::{Change, Changes, ItemChange};

/// Maximum number of locations of one entry.
const MAX_LOCATIONS: usize = 8;
/// Maximum number of Rust items of one entry.
const MAX_ITEMS: usize = 8;
/// Maximum number of lines of code of one item.
const MAX_CODE_LINES: usize = 20;
/// Maximum number of characters of a sentence.
const MAX_SENTENCE_LEN: usize = 600;
/// Maximum number of characters of a name or a line of code.
const MAX_NAME_LEN: usize = 200;

/// Maximum number of documentation changes; if there are more, only their number is shown.
const MAX_DOCS_CHANGES: usize = 20;

/// Renders the report as Markdown (`CommonMark`), with headings from `##` on.
#[must_use]
pub fn markdown(changes: &Changes) -> String {
    let mut out = format!("## {}: {}\n\n", escaped(&subject(changes, "→")), conclusion(changes));
    if changes.changes.is_empty() {
        out.push_str(&excluded_paragraph(changes));
        return out;
    }
    let sources = [&changes.old.source, &changes.new.source].map(|source| code(source));
    out.push_str(&format!("From {} to {}.\n\n", sources[0], sources[1]));
    body(changes, Detail { docs_changes: MAX_DOCS_CHANGES, locations: true }, &mut out);
    out.push_str(&excluded_paragraph(changes));
    out
}

/// Returns a paragraph about new operations that are excluded.
fn excluded_paragraph(changes: &Changes) -> String {
    excluded(changes).map(|message| format!("\n{}.\n", sentence(&message))).unwrap_or_default()
}

/// Renders a changelog entry for a version of the bindings, without its heading, and without locations in descriptions.
#[must_use]
pub fn log_entry(changes: &Changes) -> String {
    let mut out = format!("{}. ", escaped(&subject(changes, "→")));
    if changes.changes.is_empty() {
        return out + "Nothing changed.\n";
    }
    body(changes, Detail { docs_changes: 0, locations: false }, &mut out);
    out
}

/// The level of detail.
#[derive(Clone, Copy)]
struct Detail {
    /// Maximum number of documentation changes; if there are more, only their number is shown.
    docs_changes: usize,
    /// `true` if the locations of changes are shown.
    locations: bool,
}

fn body(changes: &Changes, detail: Detail, out: &mut String) {
    out.push_str(&format!("**{}.**", counts(changes.changes.iter())));
    out.extend(meaning(changes).map(|meaning| format!(" {meaning}")));
    if let Some(warning) = warning(changes) {
        out.push_str(&format!(" **{warning}**"));
    }
    out.push('\n');
    for (section, entries) in outline(changes) {
        if section == Section::Docs && entries.len() > detail.docs_changes {
            out.push_str(&format!("\n{}: {}.\n", section.title(), count(&entries)));
            continue;
        }
        out.push_str(&format!("\n### {} ({})\n\n", section.title(), count(&entries)));
        entries.iter().for_each(|entry| self::entry(entry, detail, out));
    }
}

fn entry(entry: &Entry<'_>, detail: Detail, out: &mut String) {
    out.push_str(&format!("- {}", sentence(&entry.message)));
    let locations = entry.changes.iter().filter_map(|change| locations(change)).collect::<BTreeSet<String>>();
    for location in locations.iter().filter(|_| detail.locations).take(MAX_LOCATIONS) {
        out.push_str(&format!("\\\n  {location}"));
    }
    out.push('\n');
    let mut items: Vec<&ItemChange> = Vec::new();
    for item in entry.changes.iter().flat_map(|change| &change.items) {
        if !items.contains(&item) {
            items.push(item);
        }
    }
    if !items.is_empty() {
        diff(&items, out);
    }
    let mut shown = BTreeSet::new();
    for change in &entry.changes {
        for (name, text) in [("At run time", &change.at_run_time), ("To do", &change.migration)] {
            if let Some(text) = text.as_deref().filter(|text| shown.insert(*text)) {
                out.push_str(&format!("\n  **{name}:** {}\n", sentence(text)));
            }
        }
    }
}

fn locations(change: &Change) -> Option<String> {
    let [old, new] = [&change.old, &change.new].map(|excerpt| excerpt.as_ref().map(|excerpt| code(&excerpt.location)));
    match (old, new) {
        (Some(old), Some(new)) => Some(format!("{old} → {new}")),
        (Some(old), None) => Some(format!("{old} (removed)")),
        (None, Some(new)) => Some(format!("{new} (added)")),
        (None, None) => None,
    }
}

/// Renders the items as a diff block, which highlights removed and added lines.
fn diff(items: &[&ItemChange], out: &mut String) {
    let mut block = Vec::new();
    for item in items.iter().take(MAX_ITEMS) {
        block.push(format!("@@ {} @@", line(&item.item, MAX_NAME_LEN)));
        let [old, new] = [&item.before, &item.after].map(|code| code.as_deref().map_or_else(Vec::new, lines));
        let both = difference::lines(&old, &new);
        block.extend(both.iter().take(MAX_CODE_LINES).map(|line| match line {
            Line::Same(code) => format!("  {}", cut(code, MAX_NAME_LEN)),
            Line::Old(code) => format!("- {}", cut(code, MAX_NAME_LEN)),
            Line::New(code) => format!("+ {}", cut(code, MAX_NAME_LEN)),
        }));
        if both.len() > MAX_CODE_LINES {
            block.push(format!("# and {} more lines", both.len() - MAX_CODE_LINES));
        }
    }
    if items.len() > MAX_ITEMS {
        block.push(format!("# and {} more", items.len() - MAX_ITEMS));
    }
    let fence = "`".repeat((longest_run(&block.join("\n")) + 1).max(3));
    out.push_str(&format!("\n  {fence}diff\n"));
    for line in block {
        out.push_str(format!("  {line}").trim_end());
        out.push('\n');
    }
    out.push_str(&format!("  {fence}\n"));
}

/// Renders a name as code, in which only backticks have a meaning.
fn code(text: &str) -> String {
    let text = line(text, MAX_NAME_LEN);
    let fence = "`".repeat(longest_run(&text) + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    if text.is_empty() { String::new() } else { format!("{fence}{space}{text}{space}{fence}") }
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

/// Renders a sentence; text between backticks stays code.
fn sentence(text: &str) -> String {
    let text = line(text, MAX_SENTENCE_LEN);
    let rendered = pieces(&text).into_iter().map(|piece| match piece {
        Piece::Words(words) => escaped(words),
        Piece::Code(text) => code(text),
    });
    rendered.collect()
}

/// Escapes all markup in prose.
///
/// Backslashes are sufficient for Markdown. Forges look for mentions, issues and addresses in the rendered text, so
/// zero-width spaces are needed to break those. They are written as `&#8203;`, which a terminal shows.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let breaks = reference_breaks(text);
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        if breaks.contains(&at) {
            out.push_str("&#8203;");
        }
        let next = rest.peek().map(|(_, next)| *next);
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '#' | '!' | '|' | '~' | '@' | '$' | '%' => {
                out.extend(['\\', c]);
            }
            // A colon before a letter starts an emoji name, before a slash an address.
            ':' if next.is_some_and(|next| !next.is_whitespace()) => {
                out.extend(['\\', c]);
            }
            _ => out.push(c),
        }
        let refers = matches!(c, '@' | '#' | '!' | '~' | '%' | '$' | '&' | ':');
        let splits_reference = refers && next.is_some_and(|next| next.is_alphanumeric() || next == '_');
        let splits_address = c == ':' && next == Some('/') || c == '.' && out.to_lowercase().ends_with("www.");
        if splits_reference || splits_address {
            out.push_str("&#8203;");
        }
    }
    out
}

/// Returns the positions at which the numbers of issues (`GH-12`) and the hashes of commits are interrupted.
fn reference_breaks(text: &str) -> BTreeSet<usize> {
    const HASH_LEN: usize = 40;
    let mut breaks = BTreeSet::new();
    let mut start = 0;
    for word in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let plain = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let end = start + word.len();
        if plain.len() == HASH_LEN && plain.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            breaks.insert(start + HASH_LEN / 2);
        }
        if word.eq_ignore_ascii_case("GH-") && text[end..].starts_with(|c: char| c.is_ascii_digit()) {
            breaks.insert(end);
        }
        start = end;
    }
    breaks
}

#[cfg(test)]
mod tests {
    use super::{code, escaped, sentence};

    #[test]
    fn prose_is_escaped() {
        assert_eq!(escaped("<img src=x>"), "&lt;img src=x&gt;");
        assert_eq!(escaped("@team fixes #12"), "\\@&#8203;team fixes \\#&#8203;12");
        assert_eq!(escaped("fixes GH-12, gh-1 and GH-x"), "fixes GH-&#8203;12, gh-&#8203;1 and GH-x");
        let hash = "0123456789abcdefABCD".repeat(2);
        assert_eq!(escaped(&hash), format!("{}&#8203;{}", &hash[..20], &hash[20..]));
        assert_eq!(escaped(&hash[1..]), hash[1..]);
        assert_eq!(escaped("[a](javascript:b) *c* _d_"), "\\[a\\](javascript\\:&#8203;b) \\*c\\* \\_d\\_");
        assert_eq!(
            escaped("https://example.com www.example.com"),
            "https\\:&#8203;//example.com www.&#8203;example.com"
        );
    }

    #[test]
    fn code_spans_are_closed() {
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("``` "), "```` ``` ````");
        assert_eq!(sentence("the `@team` of `a_b`"), "the `@team` of `a_b`");
        assert_eq!(sentence("one ` <b>"), "one \\` &lt;b&gt;");
    }
}
