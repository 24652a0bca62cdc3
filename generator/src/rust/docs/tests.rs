//! Tests that docs are converted, and that no text can break out of them.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

use super::{WIDTH, code, inline, text_lines};

/// Returns the parser options of rustdoc.
fn rustdoc() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_SMART_PUNCTUATION
}

/// Asserts that the docs of any text contain nothing harmful.
fn assert_harmless(source: &str) {
    let lines = text_lines(source);
    let text = lines.join("\n");
    for event in Parser::new_ext(&text, rustdoc()) {
        let allowed = match &event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => &**language == "text",
            Event::Start(Tag::Link { dest_url, .. }) => ["http://", "https://", "mailto:"]
                .iter()
                .any(|scheme| dest_url.to_ascii_lowercase().starts_with(scheme)),
            Event::Start(Tag::Paragraph | Tag::Emphasis | Tag::Strong | Tag::List(_) | Tag::Item) => true,
            Event::Start(Tag::Table(_) | Tag::TableHead | Tag::TableRow | Tag::TableCell) => true,
            Event::End(_) | Event::Text(_) | Event::Code(_) | Event::SoftBreak | Event::HardBreak => true,
            _ => false,
        };
        assert!(allowed, "{event:?} of {source:?} in\n{text}");
    }
    assert!(!text.chars().any(|c| c != '\n' && crate::base::unicode::is_invisible(c)), "{source:?}\n{text:?}");
    assert_eq!(text_lines(&text), lines, "a second time, of {source:?}");
}

/// Strings with a meaning in Markdown or HTML, and text between them.
const PIECES: [&str; 96] = [
    "a",
    "word",
    "x y",
    "é",
    "文",
    "🦀",
    "1",
    "0",
    " ",
    "  ",
    "    ",
    "\t",
    "\n",
    "\n\n",
    "\r\n",
    "\n    ",
    "\n  ",
    "\n- ",
    "\n* ",
    "\n1. ",
    "\n7) ",
    "100. ",
    "- ",
    "+ ",
    "* * *\n",
    "---",
    "===",
    "***",
    "___",
    "# ",
    "\n## ",
    "> ",
    "\n>",
    "`",
    "``",
    "```",
    "```rust\n",
    "~~~\n",
    "~",
    "~~",
    "*",
    "**",
    "_",
    "__",
    "a_b",
    "[",
    "]",
    "[x]",
    "[ ] ",
    "](",
    "(",
    ")",
    "![",
    "](https://a.b/c?d=e&f;g)",
    "[a]: https://b\n",
    "[^1]",
    "[^1]: n\n",
    "<",
    ">",
    "</",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<p>",
    "</p>",
    "<ul>",
    "<li>",
    "</li>",
    "</ul>",
    "<ol>",
    "<table>",
    "<tr>",
    "<td>",
    "</td>",
    "</table>",
    "<pre>",
    "</pre>",
    "<code>",
    "</code>",
    "<br>",
    "<script>",
    "<!--",
    "-->",
    "<a href=\"javascript:x\">",
    "<a href='https://a.b'>",
    "</a>",
    "<token>",
    "|",
    "\n|---|---|\n",
    "\\",
    "&",
    "&lt;script&gt;",
    "&#x202e;&#10;",
    "\u{202e}",
    "https://example.com/a_b*c",
];

fn soup(random: &mut fastrand::Rng) -> String {
    (0..random.usize(1..24)).map(|_| PIECES[random.usize(..PIECES.len())]).collect()
}

#[test]
fn no_text_becomes_code_or_markup() {
    let mut random = fastrand::Rng::with_seed(20);
    for _ in 0..10_000 {
        assert_harmless(&soup(&mut random));
    }
}

#[test]
fn a_text_is_written_from_the_closed_list() {
    let cases: &[(&str, &[&str])] = &[
        ("see [Foo] and <script>", &["see \\[Foo\\] and"]),
        ("Bearer <token>, `<b>`", &["Bearer \\<token>, `<b>`"]),
        ("    panic!()", &["```text", "panic!()", "```"]),
        ("```\npanic!()\n```", &["```text", "panic!()", "```"]),
        ("```rust\npanic!()", &["```text", "panic!()", "```"]),
        ("* * *\n - - -\nevil!();", &["evil!();"]),
        ("100. # a\n - {evil!()};", &["100. **a**", "", "- {evil!()};"]),
        ("read https://example.com/a.", &["read <https://example.com/a>."]),
        ("[docs](https://example.com)", &["[docs](https://example.com)"]),
        ("[docs](Foo::bar) ![picture](https://example.com/p.png)", &["docs picture"]),
        ("[x](javascript:alert(1)) <a href=\"javascript:x\">y</a>", &["x y"]),
        ("<a href='https://a.b/?c&d'>e</a>", &["[e](https://a.b/?c&d)"]),
        ("<p>one</p><ul><li>two</li></ul>", &["one", "- two"]),
        ("<ul><li> <p>one</p> </li> <li><p>two</p></li></ul>end", &["- one", "- two", "", "end"]),
        (
            "<table><tr><th>a</th><th>b</th></tr><tr><td>1|2</td><td>`</td></tr></table>",
            &["| a | b |", "|---|---|", "| 1&#124;2 | \\` |"],
        ),
        ("a<br>b<br><br>c", &["a\\", "b", "", "c"]),
        ("<pre>let x = 1;\n  y</pre>", &["```text", "let x = 1;", "  y", "```"]),
        ("# Title\ntext\n> quote", &["**Title**", "", "text", "", "quote"]),
        ("*a* __b__ snake_case 2 * 3", &["*a* **b** snake_case 2 \\* 3"]),
        ("<b>x</b>y a<b>\"q\"</b>z", &["**x**y a\"q\"z"]),
        ("1. one\n   goes on\n   - two\n\nend", &["1. one goes on", "   - two", "", "end"]),
        ("- a\n  - b\n- c\n* d", &["- a", "  - b", "- c", "- d"]),
        ("a | b\n--|--\n`x | <script>` | [c](javascript:1)", &["| a | b |", "|---|---|", "| \\`x | \\` |"]),
        ("&lt;script&gt; &amp;lt; &#x202e;x", &["\\<script> \\&lt; x"]),
        ("\u{202e}evil\u{0}", &["evil"]),
        ("~1, ~2", &["\\~1, \\~2"]),
    ];
    for (text, lines) in cases {
        assert_eq!(text_lines(text), *lines, "{text}");
        assert_harmless(text);
    }
}

#[test]
fn relative_links_are_text_unless_they_are_a_sentence() {
    assert_eq!(text_lines("One. [Learn more](/docs)."), ["One."]);
    assert_eq!(text_lines("One.\n<a href=\"/docs\">Learn more</a>"), ["One."]);
    assert_eq!(text_lines("One [*a*](#b)[](/c)"), ["One *a*"]);
    assert_eq!(text_lines("One. [Learn more](/docs). Two."), ["One. Two."]);
    assert_eq!(text_lines("One. [Widgets](/docs) are two."), ["One. Widgets are two."]);
    assert_eq!(text_lines("[Widgets](/docs)."), ["Widgets."]);
}

#[test]
fn prose_is_wrapped() {
    let lines = text_lines(&"word ".repeat(60));
    assert!(lines.len() > 2 && lines.iter().all(|line| line.len() <= WIDTH));
    assert_eq!(text_lines(&format!("{} - 1. x", "w".repeat(WIDTH - 4))).len(), 1 + 1, "no list begins in prose");
}

#[test]
fn names_have_no_meaning() {
    assert_eq!(code("a`b\u{202e}\n c"), "``a`b c``");
    assert_eq!(code(" "), "");
    assert_eq!(inline("*A* <b>\nmore"), "\\*A\\* \\<b>");
    assert_eq!(inline("# 1. x"), "\\# 1. x");
}

#[test]
fn a_text_without_end_is_cut() {
    for piece in [
        "<", "[a", "`a ", "<b ", "- ", "<br>\n", "1: a, ", "<ul><li>", "*a _b ", "[a](", "![", "> ", "|a", "&",
        "http://",
    ] {
        let lines = text_lines(&piece.repeat(600_000 / piece.len()));
        let length: usize = lines.iter().map(String::len).sum();
        assert!(length < 2_000_000, "{piece}: {length}");
        assert_eq!(lines.last().map(String::as_str), Some("The text continues in the description."), "{piece}");
    }
}
