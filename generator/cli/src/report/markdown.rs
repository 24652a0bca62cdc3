//! Renders the report for a pull request or a changelog.
//!
//! No text of a description becomes markup, a link or a mention: prose is escaped, names are code spans, and a fence is
//! longer than any fence inside it.

use std::collections::BTreeSet;

use super::block::{Block, MAX_NAME_LEN, MAX_SENTENCE_LEN, blocks};
use super::outline::{Entry, Section, count, outline};
use super::plain::{Piece, line, pieces};
use super::summary::{conclusion, counts, excluded, meaning, subject, warning};
use crate::changes::Changes;

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
    out.push_str(&format!("**{}.** {}", counts(changes.changes.iter()), meaning(changes.bump())));
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
    let (locations, details): (Vec<Block>, Vec<Block>) =
        blocks(entry).into_iter().partition(|block| matches!(block, Block::Location(..)));
    for location in locations.iter().filter(|_| detail.locations) {
        out.push_str(&format!("\\\n  {}", self::location(location)));
    }
    out.push('\n');
    diff(&details, out);
    for block in details {
        match block {
            Block::AtRunTime(text) => out.push_str(&format!("\n  **At run time:** {}\n", sentence(&text))),
            Block::ToDo(text) => out.push_str(&format!("\n  **To do:** {}\n", sentence(&text))),
            Block::Location(..) | Block::Code(_) | Block::MoreItems(_) => {}
        }
    }
}

fn location(block: &Block) -> String {
    match block {
        Block::Location(Some(old), Some(new)) => format!("{} → {}", code(old), code(new)),
        Block::Location(Some(old), None) => format!("{} (removed)", code(old)),
        Block::Location(None, Some(new)) => format!("{} (added)", code(new)),
        _ => String::new(),
    }
}

/// Renders the items as a diff block, which highlights removed and added lines.
fn diff(blocks: &[Block], out: &mut String) {
    let mut lines = Vec::new();
    for block in blocks {
        match block {
            Block::Code(diff) => {
                lines.push(format!("@@ {} @@", diff.item));
                lines.extend(diff.lines.iter().map(|(sign, code)| format!("{sign} {code}")));
                lines.extend((diff.more > 0).then(|| format!("# and {} more lines", diff.more)));
            }
            Block::MoreItems(count) => lines.push(format!("# and {count} more items")),
            Block::Location(..) | Block::AtRunTime(_) | Block::ToDo(_) => {}
        }
    }
    if lines.is_empty() {
        return;
    }
    let fence = "`".repeat((longest_run(&lines.join("\n")) + 1).max(3));
    out.push_str(&format!("\n  {fence}diff\n"));
    for line in lines {
        out.push_str(format!("  {line}").trim_end());
        out.push('\n');
    }
    out.push_str(&format!("  {fence}\n"));
}

/// Renders a name as code, in which only backticks have a meaning.
pub(crate) fn code(text: &str) -> String {
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
