//! Converts untrusted Markdown and HTML of a description to docs.

use std::time::Duration;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

use crate::base::unicode::is_invisible;
use crate::budget::Budget;
use crate::docs::lines;

/// Maximum length of a line of prose.
const WIDTH: usize = 92;

/// Checks that rustdoc sees only allowed Markdown in the docs, and that converting the docs again changes nothing.
pub(crate) fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let budget = Budget::new(bytes.len(), Duration::from_millis(100), Duration::from_micros(100));
    let docs = lines(text, WIDTH);
    let written = docs.join("\n");
    for event in Parser::new_ext(&written, rustdoc()) {
        assert!(is_listed(&event), "{event:?} in\n{written}");
    }
    assert!(!written.chars().any(|c| c != '\n' && is_invisible(c)), "a sign that is not seen: {written:?}");
    assert_eq!(lines(&written, WIDTH), docs, "a second time");
    budget.check();
}

/// Returns the options that rustdoc uses.
fn rustdoc() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_SMART_PUNCTUATION
}

fn is_listed(event: &Event<'_>) -> bool {
    match event {
        Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => &**language == "text",
        Event::Start(Tag::Link { dest_url, .. }) => {
            let address = dest_url.to_ascii_lowercase();
            ["http://", "https://", "mailto:"].iter().any(|scheme| address.starts_with(scheme))
        }
        Event::Start(Tag::Paragraph | Tag::Emphasis | Tag::Strong | Tag::List(_) | Tag::Item) => true,
        Event::Start(Tag::Table(_) | Tag::TableHead | Tag::TableRow | Tag::TableCell) => true,
        Event::End(_) | Event::Text(_) | Event::Code(_) | Event::SoftBreak | Event::HardBreak => true,
        _ => false,
    }
}
