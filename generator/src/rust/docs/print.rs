//! Prints blocks as lines, each of which parses to the same block again.

use super::block::{Block, Inline, address};
use super::emphasis::settled;
use super::escape::{escaped, escaped_start, start_mark};

/// Placeholder for a space that must not become a line break. Text contains no control characters.
const KEPT_BLANK: char = '\0';

/// Prints blocks. Lines of prose have at most `width` characters if their words allow it.
pub(super) fn lines(blocks: &[Block], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let follows = match block {
            // Only a bullet list or an ordered list that starts at 1 can follow a paragraph directly.
            Block::List { start, items } => {
                start.is_none_or(|start| start == 1)
                    && matches!(items.first().and_then(|item| item.first()), Some(Block::Paragraph(_)))
                    && matches!(blocks[..index].last(), Some(Block::Paragraph(_)))
            }
            _ => false,
        };
        let printed = match block {
            Block::Paragraph(inlines) => paragraph(inlines, width),
            Block::Code(code) => code_block(code),
            Block::List { start, items } => list(*start, items, width),
            Block::Table(rows) => table(rows),
        };
        if !lines.is_empty() && !printed.is_empty() && !follows {
            lines.push(String::new());
        }
        lines.extend(printed);
    }
    lines
}

fn list(start: Option<u64>, items: &[Vec<Block>], width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, item) in items.iter().enumerate() {
        // CommonMark reads nine digits at most.
        let number = start.map(|start| start.min(99_999_999) + index as u64);
        let mark = number.map_or_else(|| "- ".to_owned(), |number| format!("{number}. "));
        let inner = self::lines(item, width.saturating_sub(mark.len()).max(20));
        for (index, line) in inner.into_iter().enumerate() {
            lines.push(match index {
                0 => format!("{mark}{line}"),
                _ if line.is_empty() => line,
                _ => format!("{:1$}{line}", "", mark.len()),
            });
        }
    }
    lines
}

fn code_block(code: &str) -> Vec<String> {
    let code = code.replace('\t', "    ");
    let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat((longest + 1).max(3));
    let code: Vec<&str> = code.lines().map(str::trim_end).collect();
    let first = code.iter().position(|line| !line.is_empty()).unwrap_or_default();
    let last = code.iter().rposition(|line| !line.is_empty()).unwrap_or_default();
    let code = code.iter().take(last + 1).skip(first).map(|line| (*line).to_owned());
    std::iter::once(format!("{fence}text")).chain(code).chain([fence.clone()]).collect()
}

fn table(rows: &[Vec<Vec<Inline>>]) -> Vec<String> {
    let mut lines = Vec::with_capacity(rows.len() + 1);
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    for (index, row) in rows.iter().enumerate() {
        let cells = row.iter().map(|cell| text(cell, true)).chain(std::iter::repeat(String::new()));
        let cells: Vec<String> = cells.take(columns).collect();
        lines.push(format!("| {} |", cells.join(" | ")));
        if index == 0 {
            lines.push(format!("|{}", "---|".repeat(columns)));
        }
    }
    lines
}

fn paragraph(inlines: &[Inline], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let text = text(inlines, false);
    for line in text.split('\n') {
        let mut line = line.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        if line.ends_with(" \\") {
            // The break belongs to the word before.
            line.remove(line.len() - 2);
        }
        if !line.is_empty() && line != "\\" {
            wrap(&escaped_start(&line), width, &mut lines);
        }
    }
    lines.iter().map(|line| line.replace(KEPT_BLANK, " ")).collect()
}

fn wrap(line: &str, width: usize, lines: &mut Vec<String>) {
    let mut current = String::new();
    let mut length = 0;
    for word in line.split(' ') {
        let word_length = word.chars().count();
        // A word that would have a meaning at the start of a line stays on this one.
        if length > 0 && length + 1 + word_length > width && start_mark(word).is_none() {
            lines.push(std::mem::take(&mut current));
            length = 0;
        }
        if length > 0 {
            current.push(' ');
            length += 1;
        }
        current.push_str(word);
        length += word_length;
    }
    lines.push(current);
}

/// Prints inlines as one text with line breaks. A cell of a table contains no line breaks, and nothing that could end
/// the cell.
fn text(inlines: &[Inline], is_cell: bool) -> String {
    let inlines = settled(&fitted(inlines, is_cell));
    let tildes = inlines.iter().map(|inline| match inline {
        Inline::Text(text) | Inline::Address(text) => text.matches('~').count(),
        _ => 0,
    });
    let context = PrintContext { tildes: tildes.sum::<usize>() > 1, is_cell };
    let mut in_link = false;
    let mut out = String::new();
    for inline in &inlines {
        match inline {
            Inline::Text(text) => context.prose(text, in_link, &mut out),
            Inline::Code(code) => PrintContext::code(code, &mut out),
            Inline::Open(strong) | Inline::Close(strong) => out.push_str(if *strong { "**" } else { "*" }),
            Inline::LinkStart => {
                in_link = true;
                if out.ends_with('!') {
                    // Otherwise the link would become an image.
                    out.insert(out.len() - 1, '\\');
                }
                out.push('[');
            }
            Inline::LinkEnd(target) => {
                in_link = false;
                out.push_str(&format!("]({target})"));
            }
            Inline::Address(target) => out.push_str(&format!("<{target}>")),
            Inline::HardBreak => out.push_str("\\\n"),
        }
    }
    if is_cell { out.split_whitespace().collect::<Vec<_>>().join(" ").replace(KEPT_BLANK, " ") } else { out }
}

/// Replaces code spans by text where they could end their parent: a cell of a table, or the text of a link, since the
/// parser of link definitions ignores code spans. A cell has no line breaks.
fn fitted(inlines: &[Inline], is_cell: bool) -> Vec<Inline> {
    let mut in_link = false;
    let inlines = inlines.iter().map(|inline| match inline {
        Inline::Code(code) if is_cell && code.contains(['|', '\\']) => Inline::Text(code.clone()),
        Inline::Code(code) if in_link && code.contains(['[', ']']) => Inline::Text(code.clone()),
        Inline::HardBreak if is_cell => Inline::Text(" ".to_owned()),
        other => {
            in_link = matches!(other, Inline::LinkStart) || (in_link && !matches!(other, Inline::LinkEnd(_)));
            other.clone()
        }
    });
    inlines.collect()
}

struct PrintContext {
    /// `true` if there are several tildes, two of which could strike out the text between them.
    tildes: bool,
    is_cell: bool,
}

impl PrintContext {
    /// Prints text with its addresses as links.
    fn prose(&self, text: &str, in_link: bool, out: &mut String) {
        let mut rest = text;
        while let Some((before, target, after)) = address(rest).filter(|_| !in_link) {
            self.escape(before, out);
            out.push_str(&format!("<{target}>"));
            rest = after;
        }
        self.escape(rest, out);
    }

    fn escape(&self, text: &str, out: &mut String) {
        if !self.is_cell {
            return escaped(text, self.tildes, out);
        }
        // Parsers differ on a backslash before the end of a cell.
        for (index, part) in text.split('|').enumerate() {
            out.push_str(if index > 0 { "&#124;" } else { "" });
            for (index, part) in part.split('\\').enumerate() {
                out.push_str(if index > 0 { "&#92;" } else { "" });
                escaped(part, self.tildes, out);
            }
        }
    }

    fn code(code: &str, out: &mut String) {
        if out.ends_with('`') {
            // Adjacent code spans would be read as one.
            out.push(' ');
        }
        out.push_str(&span(code).replace(' ', &KEPT_BLANK.to_string()));
    }
}

/// Returns a code span for a text with any backticks.
pub(super) fn span(code: &str) -> String {
    let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    let pad = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{code}{pad}{fence}")
}
