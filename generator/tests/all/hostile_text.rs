//! Tests hostile text in every place where it is shown: nothing is executed, linked, rendered as HTML, or hidden.

use bindery::internal::config::Config;
use bindery::internal::diagnostic::Sink;
use bindery::internal::names::NameHistory;
use bindery::internal::text::Source;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};
use serde_json::{Value, json};

/// Texts that could become code, a link, an image, HTML, or change the text direction.
const HOSTILE: [&str; 8] = [
    "* * *\n - - -\nstd::fs::write(\"x\", \"\").unwrap();",
    "100. # a\n - {panic!()};",
    "| a | b |\n|---|---|\n| `x | <script>alert(1)</script> ![p](https://a.b/p.png) [c](javascript:alert(3)) `|",
    "x` <script>alert(1)</script> [click](javascript:alert(2)) `y",
    "```rust\npanic!()",
    "~~~\n    panic!()\n<img src=x onerror=alert(1)>",
    "Pets \u{202e}\u{2066}\u{200b}\u{feff}\u{1b}[31m",
    "&lt;script&gt;&#x202e; <a href=\"data:x\">y</a> ::error::z ##vso[task.x]",
];

/// Returns a description with this text in every possible place.
fn description(text: &str) -> Value {
    let schema = json!({
        "title": text, "description": text, "type": "object", "required": ["a"],
        "properties": {
            "a": {"type": "string", "title": text, "description": text, "example": text, "default": text, "pattern": text},
            "b": {"type": "string", "enum": [text, "other"], "description": text},
            "c": {"type": "integer", "enum": [1, 2], "description": format!("1: {text}, 2: b"), "x-enum-descriptions": [text, text]},
            "d": {"oneOf": [{"type": "object", "title": text, "properties": {"e": {"type": "string"}}, "required": ["e"]}, {"type": "integer", "description": text}]},
            text: {"type": "integer"},
        },
    });
    let content = json!({"application/json": {"schema": {"$ref": "#/components/schemas/A"}}, text: {"schema": {"type": "string"}}});
    json!({
        "openapi": "3.0.3",
        "info": {"title": text, "version": text, "description": text},
        "servers": [{"url": format!("https://example.com/{text}"), "description": text}],
        "tags": [{"name": text, "description": text}],
        "security": [{"a": []}, {"b": []}],
        "paths": {format!("/a/{text}/{{id}}"): {"post": {
            "operationId": text, "summary": text, "description": text, "tags": [text],
            "parameters": [
                {"name": "id", "in": "path", "required": true, "description": text, "schema": {"type": "string", "default": text}},
                {"name": text, "in": "query", "description": text, "schema": {"type": "string", "example": text}},
            ],
            "requestBody": {"description": text, "content": content},
            "responses": {
                "200": {"description": text, "content": content, "headers": {"X-A": {"description": text, "schema": {"type": "string"}}}},
                "4XX": {"description": text},
            },
        }}},
        "components": {
            "schemas": {"A": schema},
            "securitySchemes": {
                "a": {"type": "apiKey", "in": "query", "name": text, "description": text},
                "b": {"type": "apiKey", "in": "cookie", "name": text, "description": text},
            },
        },
    })
}

/// Returns the docs of a file, one text for each block of comment lines.
fn docs(code: &str) -> Vec<String> {
    let mut docs = vec![String::new()];
    for line in code.lines() {
        let line = line.trim_start();
        match (line.strip_prefix("///").or_else(|| line.strip_prefix("//!")), docs.last_mut()) {
            (Some(text), Some(last)) => last.extend([text.strip_prefix(' ').unwrap_or(text), "\n"]),
            _ => docs.push(String::new()),
        }
    }
    docs
}

fn assert_harmless(path: &str, markdown: &str, ours: &[&str]) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_SMART_PUNCTUATION;
    for event in Parser::new_ext(markdown, options) {
        let harmful = match &event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => !ours.contains(&&**language),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented) | Tag::Image { .. }) => true,
            Event::Start(Tag::Link { dest_url, .. }) => !dest_url.starts_with("https://") && !is_item(dest_url),
            Event::Html(html) => !html.starts_with("<!-- @generated"),
            Event::InlineHtml(_) => true,
            _ => false,
        };
        assert!(!harmful, "{path}: {event:?} in\n{markdown}");
    }
}

/// Returns `true` if a link is to an item: a type, or one in the parent module, as for shared error types. The README links
/// to the files of groups.
fn is_item(address: &str) -> bool {
    let file = address.strip_prefix("src/api/").and_then(|file| file.strip_suffix(".rs"));
    let name = address.strip_prefix("super::").or_else(|| address.strip_prefix("types::")).or(file);
    name.unwrap_or(address).chars().all(|c| c.is_alphanumeric() || c == '_')
}

#[test]
fn no_text_of_a_description_is_more_than_text() {
    for text in HOSTILE {
        let source = Source::new("openapi.json", description(text).to_string());
        let config = Config::parse("bindery.toml", "features = [\"all\"]").unwrap();
        let emission = bindery::internal::run(&source, &config, &NameHistory::default(), &mut Sink::new()).unwrap();
        let mut documented = 0;
        for (path, contents) in emission.texts().filter(|(path, _)| path != "openapi.json") {
            let hidden = contents.chars().find(|c| *c != '\n' && (c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')));
            assert_eq!(hidden, None, "{path} of {text}");
            if path.ends_with(".md") {
                assert_harmless(&path, &contents, &["rust,no_run", "rust,ignore", "text", "toml", "sh"]);
            } else if path.ends_with(".rs") && !path.starts_with("runtime/") {
                for text in docs(&contents) {
                    documented += usize::from(!text.is_empty());
                    assert_harmless(&path, &text, &["text", "no_run"]);
                }
            }
        }
        assert!(documented > 10, "{documented}");
    }
}
