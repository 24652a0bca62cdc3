//! Finds addresses in scripts that set up a documentation page, and in configurations of Swagger UI.
//!
//! A script is searched with regular expressions: a misread address costs only one request. Each expression matches to
//! the end of what it began, so that the time is linear.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::findings::{DescriptionLink, Findings};

/// A string in one of the three kinds of quotation marks; its content is in a group.
const STRING: &str = r#"(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`$]*)`)"#;

/// Strings, which are kept, and comments.
static COMMENTS: LazyLock<Regex> = LazyLock::new(|| {
    expression(
        r#"(?s)("(?:[^"\\\n]|\\.)*(?:"|\n|\z)|'(?:[^'\\\n]|\\.)*(?:'|\n|\z)|`[^`]*(?:`|\z))|//[^\n]*|/\*.*?(?:\*/|\z)"#,
    )
});

/// The descriptions of Swagger UI (`urls`) and of Scalar (`sources`).
static LISTS: LazyLock<Regex> = LazyLock::new(|| expression(r#"\b(?:urls|sources)["']?\s*:\s*\[([^\]]*)\]"#));

static OBJECTS: LazyLock<Regex> = LazyLock::new(|| expression(r"\{[^{}]*\}"));

/// `url: "..."` and others, unless the string is the beginning of an expression.
static ENTRIES: LazyLock<Regex> = LazyLock::new(|| {
    let calls = r"\b(?:Redoc\.init|loadSpec)\(\s*";
    let keys = r#"\b(url|configUrl|name|title)["']?\s*:\s*(?:[\w.]*\borigin\s*\+\s*)?"#;
    expression(&format!(r"(?:{calls}|{keys}){STRING}(\s*[+.])?"))
});

#[expect(clippy::expect_used, reason = "the expressions are constants, which a test compiles")]
fn expression(text: &str) -> Regex {
    Regex::new(text).expect("the expression is valid")
}

/// Adds the addresses in a script. A list of descriptions overrules a single one.
pub(super) fn read(text: &str, findings: &mut Findings) {
    let text = COMMENTS.replace_all(text, "$1");
    let objects =
        LISTS.captures_iter(&text).flat_map(|list| OBJECTS.find_iter(list.get(1).map_or("", |it| it.as_str())));
    let listed: Vec<DescriptionLink> = objects.filter_map(|object| link(object.as_str())).collect();
    let is_listed = !listed.is_empty();
    findings.candidates.extend(listed);
    for (key, value) in entries(&text) {
        match key {
            "configUrl" => findings.configurations.extend(DescriptionLink::unnamed(&value).map(|link| link.url)),
            "url" | "" if !is_listed => findings.candidates.extend(DescriptionLink::unnamed(&value)),
            _ => {}
        }
    }
}

/// Returns the description that an object of a list names.
fn link(object: &str) -> Option<DescriptionLink> {
    let entries: Vec<(&str, String)> = entries(object).collect();
    let value = |wanted: &[&str]| entries.iter().find(|(key, _)| wanted.contains(key)).map(|(_, value)| value.clone());
    let link = DescriptionLink::unnamed(&value(&["url"])?)?;
    Some(DescriptionLink { name: value(&["name", "title"]), ..link })
}

/// Returns the keys with their strings; the argument of a call has an empty key.
fn entries(text: &str) -> impl Iterator<Item = (&str, String)> {
    let whole = ENTRIES.captures_iter(text).filter(|found| found.get(5).is_none());
    whole.map(|found| (found.get(1).map_or("", |key| key.as_str()), unescaped(&found)))
}

fn unescaped(found: &Captures<'_>) -> String {
    let text = (2..=4).find_map(|group| found.get(group)).map_or("", |text| text.as_str());
    serde_json::from_str(&format!("\"{text}\"")).unwrap_or_else(|_| text.to_owned())
}
