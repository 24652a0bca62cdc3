//! Text of a description to lines of documentation that rustdoc takes as they are.
//!
//! A description is hostile until proven otherwise: its text must not become a doc test that runs, a link that rustdoc
//! warns about, or HTML. So code blocks are marked as text, links other than to `http(s)` and all angle brackets are
//! escaped, known HTML is taken out, and addresses become links. What looks like prose is wrapped.

use crate::model::Docs;

/// Longest line of prose, without the `///` and its indentation.
const WIDTH: usize = 92;

/// Docs of something, with a first line to fall back to.
pub(super) fn lines(docs: &Docs, fallback: &str) -> Vec<String> {
    let mut lines = match (&docs.title, &docs.description) {
        (Some(title), Some(text)) if text.trim() != title.trim() => {
            let mut lines = text_lines(&sentence(title));
            lines.push(String::new());
            lines.extend(text_lines(text));
            lines
        }
        (Some(text), _) | (None, Some(text)) => text_lines(&sentence(text)),
        (None, None) => text_lines(fallback),
    };
    if lines.is_empty() {
        lines = text_lines(fallback);
    }
    let rules = (!docs.rules.is_empty()).then(|| format!("Has to be {}.", joined(&docs.rules)));
    let example = docs.example.as_ref().map(|example| format!("For example `{example}`."));
    match (rules, example) {
        (None, None) => {}
        (None, Some(example)) if lines.len() == 1 && lines[0].len() + example.len() < WIDTH => {
            lines[0].extend([" ", &example]);
        }
        (rules, example) => {
            lines.push(String::new());
            lines.extend(text_lines(&rules.into_iter().chain(example).collect::<Vec<_>>().join(" ")));
        }
    }
    lines
}

/// `a, b and c`.
pub(super) fn joined(phrases: &[String]) -> String {
    match phrases.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}

/// A text that ends like a sentence where it is one line.
fn sentence(text: &str) -> String {
    let text = text.trim();
    let single = !text.contains('\n');
    if single && text.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '`' | ')' | '"')) {
        return format!("{text}.");
    }
    text.to_owned()
}

/// Any text as lines of documentation.
pub(super) fn text_lines(text: &str) -> Vec<String> {
    let text = without_html(&text.replace("\r\n", "\n").replace('\r', "\n"));
    let fences = text.lines().filter(|line| is_fence(line)).count();
    let fenced = fences % 2 == 0;
    let mut lines: Vec<String> = Vec::new();
    let mut inside = false;
    let mut list = List::default();
    for line in text.lines() {
        let line: String = line.chars().filter(|c| !is_unsafe(*c)).map(|c| if c == '\t' { ' ' } else { c }).collect();
        if is_fence(&line) && fenced {
            inside = !inside;
            list = List::default();
            lines.push(if inside { "```text".to_owned() } else { "```".to_owned() });
        } else if inside {
            lines.push(line.trim_end().to_owned());
        } else {
            let indentation = list.indentation(&line);
            wrap(&prose(line.trim(), indentation), list.hanging(&line, indentation), &mut lines);
        }
    }
    trimmed(lines)
}

fn is_fence(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("```") || line.starts_with("~~~")
}

/// Control characters, and those that change the direction of text: they make code read as what it is not.
fn is_unsafe(c: char) -> bool {
    (c.is_control() && c != '\t')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Where the text of a list stands, since what goes on with an item has to be indented like it.
#[derive(Default)]
struct List {
    /// How far the text of the current item is indented; `None` outside of lists.
    item: Option<usize>,
    /// How far the marks of the outermost items were indented in the original.
    outer: usize,
    /// Whether the current item stands in a list inside an item, and how far the marks of that are indented.
    nested: bool,
    inner: usize,
}

impl List {
    /// How far a line is to be indented. Four spaces outside of a list would make a code block, and so a test.
    fn indentation(&mut self, line: &str) -> usize {
        let content = line.trim_start();
        let original = line.len() - content.len();
        match (marker(content), self.item) {
            _ if content.is_empty() => 0,
            (Some(width), Some(item)) if original > self.outer && (self.nested || begins_list(content)) => {
                let nested = if self.nested { self.inner } else { item.min(4) };
                (self.nested, self.inner) = (true, nested);
                self.item = Some(nested + width);
                nested
            }
            (Some(width), _) => {
                *self = Self { outer: original, item: Some(width), ..Self::default() };
                0
            }
            (None, Some(item)) => item,
            (None, None) => 0,
        }
    }

    /// How far what is wrapped is to be indented.
    fn hanging(&mut self, line: &str, indentation: usize) -> usize {
        let content = line.trim_start();
        if content.is_empty() {
            // A paragraph that is not indented ends the list.
            self.item = None;
        }
        marker(content).map_or(indentation, |width| indentation + width)
    }
}

/// The width of a list item's mark: `- `, `* `, `+ `, `1. `, `1) `.
fn marker(content: &str) -> Option<usize> {
    if content.starts_with("- ") || content.starts_with("* ") || content.starts_with("+ ") {
        return Some(2);
    }
    let digits = content.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &content[digits..];
    (digits > 0 && digits < 4 && (rest.starts_with(". ") || rest.starts_with(") "))).then_some(digits + 2)
}

/// Whether a list may begin with this item in the middle of a paragraph: a number has to be 1 for that.
fn begins_list(content: &str) -> bool {
    content.starts_with(['-', '*', '+']) || content.starts_with("1.") || content.starts_with("1)")
}

/// One line outside of code blocks.
fn prose(content: &str, indentation: usize) -> String {
    // Behind the marks of lists, and of lists in lists, four spaces or a fence would begin a code block as well.
    let mut marks = String::new();
    let mut rest = content;
    while let Some(width) = marker(rest) {
        marks.push_str(&rest[..width]);
        rest = rest[width..].trim_start();
    }
    let fence = if rest.starts_with("~~~") || rest.starts_with("```") { "\\" } else { "" };
    format!("{}{marks}{fence}{}", " ".repeat(indentation), escaped(rest))
}

/// Inline code is left alone where its marks come in pairs; elsewhere all that rustdoc could read as a link or as HTML
/// is escaped.
fn escaped(line: &str) -> String {
    let paired = line.matches('`').count().is_multiple_of(2) && !line.contains("``") && !line.contains("\\`");
    let mut parts = String::with_capacity(line.len());
    for (index, part) in line.split('`').enumerate() {
        if index > 0 {
            parts.push_str(if paired { "`" } else { "\\`" });
        }
        if paired && index % 2 == 1 {
            parts.push_str(part);
        } else {
            escape_text(part, &mut parts);
        }
    }
    parts
}

fn escape_text(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(length) = link(rest) {
            out.push_str(&rest[..length]);
            rest = &rest[length..];
        } else if let Some(length) = address(rest) {
            out.push_str(&format!("<{}>", &rest[..length]));
            rest = &rest[length..];
        } else {
            // A backslash of the text would take the meaning from the one that we write.
            if matches!(c, '[' | ']' | '<' | '>' | '\\') {
                out.push('\\');
            }
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
}

/// The length of `[text](https://..)` at the start.
fn link(text: &str) -> Option<usize> {
    let label = text.strip_prefix('[')?;
    let end = label.find(']')?;
    if label[..end].contains(['[', '<', '`', '!']) {
        return None;
    }
    let target = label[end + 1..].strip_prefix('(')?;
    let length = address(target)?;
    target[length..].starts_with(')').then_some(1 + end + 2 + length + 1)
}

/// The length of an address at the start, without what ends a sentence.
fn address(text: &str) -> Option<usize> {
    if !text.starts_with("http://") && !text.starts_with("https://") {
        return None;
    }
    let end = text.find(|c: char| {
        c.is_whitespace() || matches!(c, '<' | '>' | '"' | '`' | ')' | ']' | '[' | '(' | '\\' | '|' | '*' | '\'')
    });
    let address = text[..end.unwrap_or(text.len())].trim_end_matches(['.', ',', ';', ':', '!', '?']);
    (address.len() > "https://".len()).then_some(address.len())
}

/// Known HTML becomes what it means; anything else in angle brackets is text.
fn without_html(text: &str) -> String {
    const BREAKS: [&str; 16] = [
        "br",
        "p",
        "div",
        "ul",
        "ol",
        "table",
        "tr",
        "tbody",
        "thead",
        "h1",
        "h2",
        "h3",
        "h4",
        "hr",
        "pre",
        "blockquote",
    ];
    const DROPPED: [&str; 20] = [
        "b", "strong", "i", "em", "u", "a", "span", "font", "small", "sup", "sub", "td", "th", "dl", "dt", "dd", "img",
        "details", "summary", "center",
    ];
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('<') {
        push(&rest[..open], &mut plain);
        let tag = &rest[open + 1..];
        let name: String = tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        let name = name.to_ascii_lowercase();
        let known =
            BREAKS.contains(&name.as_str()) || DROPPED.contains(&name.as_str()) || name == "li" || name == "code";
        match tag.find('>').filter(|_| known) {
            Some(close) => {
                match name.as_str() {
                    "li" if !tag.starts_with('/') => plain.push_str("\n- "),
                    "code" => plain.push('`'),
                    name if BREAKS.contains(&name) => push("\n", &mut plain),
                    _ => {}
                }
                rest = &tag[close + 1..];
            }
            None => {
                plain.push('<');
                rest = tag;
            }
        }
    }
    push(rest, &mut plain);
    plain.replace("&nbsp;", " ").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// Adds text; that of a list item begins on the line of its mark.
fn push(text: &str, plain: &mut String) {
    plain.push_str(if plain.ends_with("\n- ") { text.trim_start() } else { text });
}

/// Breaks a line of prose; tables stay as they are.
fn wrap(line: &str, hanging: usize, lines: &mut Vec<String>) {
    if line.chars().count() <= WIDTH || line.trim_start().starts_with('|') {
        lines.push(line.to_owned());
        return;
    }
    let content = line.trim_start();
    let indentation = line.len() - content.len();
    let mut current = " ".repeat(indentation);
    let mut width = indentation;
    for word in content.split(' ').filter(|word| !word.is_empty()) {
        let length = word.chars().count();
        if width > hanging
            && width + 1 + length > WIDTH
            && !starts_block(word)
            && current.matches('`').count().is_multiple_of(2)
        {
            lines.push(std::mem::replace(&mut current, " ".repeat(hanging)));
            width = hanging;
        }
        if !current.trim().is_empty() {
            current.push(' ');
            width += 1;
        }
        current.push_str(word);
        width += length;
    }
    lines.push(current);
}

/// A word that would mean something else at the start of a line.
fn starts_block(word: &str) -> bool {
    word.starts_with(['-', '*', '+', '#', '>', '|', '=', '~', '\\']) || word.starts_with(|c: char| c.is_ascii_digit())
}

/// Without blank lines at both ends, and with one at most between others.
fn trimmed(lines: Vec<String>) -> Vec<String> {
    let mut trimmed: Vec<String> = Vec::with_capacity(lines.len());
    for line in lines {
        if !line.trim().is_empty() || trimmed.last().is_some_and(|last| !last.is_empty()) {
            trimmed.push(if line.trim().is_empty() { String::new() } else { line });
        }
    }
    while trimmed.last().is_some_and(String::is_empty) {
        trimmed.pop();
    }
    trimmed
}

#[cfg(test)]
mod tests {
    use super::text_lines;

    #[test]
    fn nothing_becomes_code_links_or_html() {
        assert_eq!(text_lines("see [Foo] and <script>"), ["see \\[Foo\\] and \\<script\\>"]);
        assert_eq!(text_lines("    panic!()"), ["panic!()"]);
        assert_eq!(text_lines("```\npanic!()\n```"), ["```text", "panic!()", "```"]);
        assert_eq!(text_lines("```rust\npanic!()"), ["\\\\`\\`\\`rust", "panic!()"]);
        assert_eq!(text_lines("read https://example.com/a."), ["read <https://example.com/a>."]);
        assert_eq!(text_lines("[docs](https://example.com)"), ["[docs](https://example.com)"]);
        assert_eq!(text_lines("[docs](Foo::bar)"), ["\\[docs\\](Foo::bar)"]);
        assert_eq!(text_lines("`[x]` stays, a single ` does not").len(), 1);
        assert_eq!(text_lines("<p>one</p><ul><li>two</li></ul>"), ["one", "", "- two"]);
        assert_eq!(
            text_lines("<ul><li> <p>one</p> </li> <li><p>two</p></li></ul>end"),
            ["- one", "", "- two", "", "end"]
        );
        assert_eq!(
            text_lines("- ~~~\n-     evil!()\n1. ```rust\n- - ~~~"),
            ["- \\~~~", "- evil!()", "1. \\\\`\\`\\`rust", "- - \\~~~"]
        );
        assert_eq!(text_lines("\\[Foo\\](javascript:x) \\<svg>"), ["\\\\\\[Foo\\\\\\](javascript:x) \\\\\\<svg\\>"]);
        assert_eq!(text_lines("\\`[Bar]\\`"), ["\\\\\\`\\[Bar\\]\\\\\\`"]);
        assert_eq!(text_lines("1. one\ngoes on\n   - two\n\nend"), ["1. one", "   goes on", "   - two", "", "end"]);
        assert_eq!(text_lines("1) first\n 10) tenth\nmore"), ["1) first", "10) tenth", "    more"]);
        assert_eq!(text_lines("- a\n  - b\n  - c\n- d"), ["- a", "  - b", "  - c", "- d"]);
        assert_eq!(text_lines("\u{202e}evil\u{0}"), ["evil"]);
    }

    #[test]
    fn prose_is_wrapped() {
        let lines = text_lines(&"word ".repeat(60));
        assert!(lines.len() > 2 && lines.iter().all(|line| line.len() <= super::WIDTH));
    }
}
