//! The excerpts of a page: text of a program or a file of the repository, or text that is generated from the code.
//!
//! An excerpt begins with a line `<!-- excerpt: SOURCE -->` or `<!-- excerpt: SOURCE:ANCHOR -->`. It is the content of the
//! code block that follows, or all lines up to `<!-- end of excerpt -->`.

const START: &str = "<!-- excerpt: ";
const END: &str = "<!-- end of excerpt -->";

/// Returns the page with the current text of its excerpts. `read` returns the text of a source.
///
/// # Errors
///
/// Returns an error if a source or an anchor does not exist, or if an excerpt has no end.
pub(super) fn fill(page: &str, read: impl Fn(&str) -> Result<String, String>) -> Result<String, String> {
    let mut filled = String::with_capacity(page.len());
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        push(&mut filled, line);
        let Some(source) = line.strip_prefix(START).and_then(|rest| rest.strip_suffix(" -->")) else { continue };
        let text = text_of(source, &read)?;
        let fence = lines.clone().next().filter(|next| next.starts_with("```"));
        let end = if fence.is_some() { "```" } else { END };
        if let Some(fence) = fence {
            lines.next();
            push(&mut filled, fence);
            push(&mut filled, text.trim_end());
        } else {
            push(&mut filled, &format!("\n{}\n", text.trim_end()));
        }
        lines.find(|line| *line == end).ok_or_else(|| format!("the excerpt `{source}` has no end"))?;
        push(&mut filled, end);
    }
    Ok(filled)
}

/// Returns the lines outside of excerpts, with their numbers from 1.
pub fn own_lines(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = None;
    let mut starts = false;
    page.lines().enumerate().map(|(index, line)| (index + 1, line)).filter(move |(_, line)| {
        if starts {
            starts = false;
            end = Some(if line.starts_with("```") { "```" } else { END });
            return false;
        }
        if end.is_some() {
            end = end.filter(|end| *line != *end);
            return false;
        }
        starts = line.starts_with(START);
        true
    })
}

fn push(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// Returns the text of a source, or of the part of it between the marks of an anchor.
pub(super) fn text_of(source: &str, read: impl Fn(&str) -> Result<String, String>) -> Result<String, String> {
    let Some((path, anchor)) = source.split_once(':') else { return read(source) };
    anchored(&read(path)?, anchor).ok_or_else(|| format!("`{path}` has no anchor `{anchor}`"))
}

/// Returns the lines between the marks of an anchor, without their common indentation and the marks of other anchors.
fn anchored(text: &str, anchor: &str) -> Option<String> {
    let (start, end) = (format!("// ANCHOR: {anchor}"), format!("// ANCHOR_END: {anchor}"));
    let lines: Vec<&str> = text.lines().collect();
    let start = lines.iter().position(|line| line.trim() == start)? + 1;
    let count = lines[start..].iter().position(|line| line.trim() == end)?;
    let lines = lines[start..start + count].iter().filter(|line| !line.trim_start().starts_with("// ANCHOR"));
    let lines: Vec<&str> = lines.copied().collect();
    let indentation = |line: &&str| line.len() - line.trim_start().len();
    let common = lines.iter().filter(|line| !line.trim().is_empty()).map(indentation).min()?;
    Some(lines.iter().map(|line| format!("{}\n", line.get(common..).unwrap_or_default())).collect())
}

#[cfg(test)]
mod tests {
    use super::{fill, own_lines};

    fn read(source: &str) -> Result<String, String> {
        match source {
            "a.rs" => {
                Ok("fn a() {\n    // ANCHOR: b\n    // ANCHOR: c\n    if b {\n        c();\n    }\n    // ANCHOR_END: b\n}\n".to_owned())
            }
            _ => Err(format!("`{source}` does not exist")),
        }
    }

    #[test]
    fn excerpts_are_replaced() {
        let page = "a\n<!-- excerpt: a.rs:b -->\n```rust\nold\n```\nb\n<!-- excerpt: a.rs:b -->\nold\n<!-- end of excerpt -->\nc\n";
        let block = "if b {\n    c();\n}\n";
        let filled = format!(
            "a\n<!-- excerpt: a.rs:b -->\n```rust\n{block}```\nb\n<!-- excerpt: a.rs:b -->\n\n{block}\n<!-- end of excerpt -->\nc\n"
        );
        let mark = "<!-- excerpt: a.rs:b -->";
        assert_eq!(fill(page, read).unwrap(), filled);
        assert_eq!(fill(&filled, read).unwrap(), filled);
        assert_eq!(own_lines(&filled).collect::<Vec<_>>(), [(1, "a"), (2, mark), (8, "b"), (9, mark), (16, "c")]);
    }

    #[test]
    fn mistakes_are_errors() {
        for (page, problem) in [
            ("<!-- excerpt: b.rs -->\n```\n```\n", "`b.rs` does not exist"),
            ("<!-- excerpt: a.rs:c -->\n```\n```\n", "`a.rs` has no anchor `c`"),
            ("<!-- excerpt: a.rs:b -->\n```\n", "the excerpt `a.rs:b` has no end"),
        ] {
            assert_eq!(fill(page, read).unwrap_err(), problem);
        }
    }
}
