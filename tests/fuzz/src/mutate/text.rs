//! Mutations of strings: attempts to break out of the context in which a string is emitted.

use fastrand::Rng;
use serde_json::Value;

use super::tree::any;

const HOSTILE: &[&str] = &[
    "",
    " ",
    "\n",
    "\0",
    "*/",
    "/*",
    "//!",
    "\"#",
    "r#\"",
    "\\",
    "{}",
    "{",
    "}",
    "]",
    "#",
    "$",
    "'",
    "type_",
    "self",
    "Self",
    "super",
    "crate",
    "_",
    "__",
    "async",
    "String",
    "Option",
    "Result",
    "Client",
    "Error",
    "std",
    "con",
    "1",
    "-1",
    "1e400",
    "9223372036854775808",
    "ſ",
    "İ",
    "ﬁ",
    "é",
    "e\u{301}",
    "日本",
    "🎉",
    "\u{202e}",
    "\u{2028}",
    "\u{200b}",
    "\u{feff}",
    "../..",
    "..\\..",
    "/etc/passwd",
    "C:\\",
    "%2e%2e%2f",
    "{a}",
    "{a}{b}",
    "/{a}/{b}:c",
    "//host/path",
    "https://{x}.example.com/{y}",
    "```\nfn main() {}\n```",
    "    let x = 1;",
    "---\n    code()",
    "100. item\n\n        code()",
    "<script>",
    "[a](javascript:b)",
    "| a |\n|---|\n| <b> |",
    "application/json",
    "*/*",
    "text/event-stream",
    "0: a, 1: b",
    "date-time",
    "^(a+)+$",
    "(?P<a>",
    "[",
];

/// Mutates any string: replaces it, inserts into it, or removes or repeats a part of it.
pub(super) fn change(value: &mut Value, random: &mut Rng) {
    let Some(Value::String(text)) = any(value, random, Value::is_string).and_then(|at| value.pointer_mut(&at)) else {
        return;
    };
    let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let at = random.choice(ends.collect::<Vec<_>>()).unwrap_or_default();
    match random.usize(..6) {
        0 => hostile(random).clone_into(text),
        1 => text.truncate(at),
        2 => *text = text.repeat(2),
        3 => *text = text.to_uppercase(),
        4 => text.insert(at, random.char('\0'..='\u{10ffff}')),
        _ => text.insert_str(at, hostile(random)),
    }
}

pub(super) fn hostile(random: &mut Rng) -> &'static str {
    HOSTILE[random.usize(..HOSTILE.len())]
}
