//! The meanings of enum values, parsed from the text of a description.
//!
//! | text | meaning of 1 |
//! |---|---|
//! | `0: user story, 1: defect` | defect |
//! | `circle: 0, cross: 1` | cross |
//! | `0 = off; 1 = on` | on |
//! | `1 - low` on a line of its own | low |
//! | ``* `1`: low`` | low |
//! | `<li>1: low</li>` | low |
//!
//! A comma inside parentheses or quotes does not end a meaning, nor does one without a value after it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde_json::Value;

use super::node::Node;

/// The meanings of enum values found in a text.
pub(super) type Meanings = BTreeMap<i64, String>;

/// Parses the meanings of an enumeration's values from a text.
pub(super) fn meanings(text: &str, codes: &[i64]) -> Meanings {
    let codes: HashSet<i64> = codes.iter().copied().collect();
    let items = items(text);
    let forward = pairs(&items, code_first);
    let reversed = pairs(&items, code_last);
    let known = |pairs: &[(String, String)]| pairs.iter().filter(|(code, _)| is_listed(code, &codes)).count();
    let pairs = if known(&reversed) > known(&forward) { reversed } else { forward };
    // A single number in a sentence is not a list of meanings, unless there is only one value.
    if known(&pairs) * 2 < codes.len() || known(&pairs) == 0 {
        return Meanings::default();
    }
    let mut meanings = Meanings::default();
    for (code, meaning) in pairs {
        if let Some(number) = code.parse().ok().filter(|number| codes.contains(number)) {
            meanings.entry(number).or_insert(meaning);
        }
    }
    meanings
}

fn is_listed(code: &str, codes: &HashSet<i64>) -> bool {
    code.parse().is_ok_and(|code| codes.contains(&code))
}

/// Returns pairs of value and meaning; an item without a value continues the previous meaning.
fn pairs(items: &[ListItem], read: fn(&str) -> Option<(String, String)>) -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for item in items {
        match (read(&item.text), pairs.last_mut()) {
            (Some(pair), _) => pairs.push(pair),
            (None, Some((_, meaning))) if item.continues => {
                meaning.push_str(", ");
                meaning.push_str(&item.text);
            }
            (None, _) => {}
        }
    }
    pairs
}

struct ListItem {
    text: String,
    /// `true` if the item follows a comma instead of a line end.
    continues: bool,
}

/// Splits the text at commas, semicolons and line ends, outside parentheses and quotes.
fn items(text: &str) -> Vec<ListItem> {
    let mut items = Vec::new();
    for line in plain_lines(text) {
        let mut rest = line.as_str();
        let mut continues = false;
        while let Some(at) = separator(rest) {
            push(&mut items, &rest[..at], continues);
            rest = &rest[at + 1..];
            continues = true;
        }
        push(&mut items, rest, continues);
    }
    items
}

fn push(items: &mut Vec<ListItem>, text: &str, continues: bool) {
    let text = text.trim();
    if !text.is_empty() {
        items.push(ListItem { text: text.to_owned(), continues });
    }
}

fn separator(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '"' => quoted = !quoted,
            ',' | ';' if depth == 0 && !quoted => return Some(at),
            _ => {}
        }
    }
    None
}

/// Returns the lines without markup: HTML list items, Markdown bullets, emphasis and code.
fn plain_lines(text: &str) -> Vec<String> {
    let text = without_tags(text);
    text.lines().map(plain_line).filter(|line| !line.is_empty()).collect()
}

fn plain_line(line: &str) -> String {
    let mut line = line.trim();
    for bullet in ["* ", "- ", "+ ", "• ", "– "] {
        line = line.strip_prefix(bullet).unwrap_or(line).trim_start();
    }
    line.replace(['`', '*'], "").trim().to_owned()
}

fn without_tags(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('<') {
        plain.push_str(&rest[..open]);
        let tag = &rest[open + 1..];
        let Some(close) = tag.find('>') else {
            plain.push_str(&rest[open..]);
            return entities(&plain);
        };
        let name = tag[..close].trim_start_matches('/').to_ascii_lowercase();
        let is_tag = name.starts_with(|c: char| c.is_ascii_alphabetic());
        match name.split([' ', '/']).next().unwrap_or_default() {
            "li" | "br" | "p" | "tr" | "ul" | "ol" | "div" | "dt" => plain.push('\n'),
            _ if is_tag => {}
            _ => plain.push_str(&rest[open..=open + 1 + close]),
        }
        rest = &tag[close + 1..];
    }
    plain.push_str(rest);
    entities(&plain)
}

fn entities(text: &str) -> String {
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")];
    named.iter().fold(text.to_owned(), |text, (entity, plain)| text.replace(entity, plain))
}

/// Parses `1: low`, `1 = low`, `1 - low`, `1) low`, `1 (low)`, `null: none`, also after words that end with a colon or
/// a full stop.
fn code_first(item: &str) -> Option<(String, String)> {
    read_code_first(item).or_else(|| {
        // "Kind of the story. 0: user story", "One of: 0 = off"
        let starts = [": ", ". ", " - "].iter().flat_map(|mark| item.match_indices(mark).map(|(at, m)| at + m.len()));
        let mut starts: Vec<usize> = starts.collect();
        starts.sort_unstable();
        starts.into_iter().find_map(|at| read_code_first(&item[at..]))
    })
}

fn read_code_first(item: &str) -> Option<(String, String)> {
    let item = item.trim_start_matches(['(', '[', '"', '\'']);
    let (code, rest) = leading_code(item)?;
    let rest = rest.trim_start_matches(['"', '\'']);
    let spaced = rest.starts_with(char::is_whitespace);
    let rest = rest.trim_start();
    let marks: &[&str] =
        if spaced { &[":", "=>", "->", "=", "-", "–", "—"] } else { &[":", "=>", "->", "=", ")", "]", "."] };
    let meaning = match marks.iter().find_map(|mark| rest.strip_prefix(mark)) {
        Some(meaning) => meaning,
        None if spaced && rest.starts_with('(') => rest.trim_start_matches('(').trim_end_matches(')'),
        None => return None,
    };
    // `1.5` is a number, not the value 1 with a meaning.
    let meaning = meaning.trim().trim_matches(':').trim_start_matches('-').trim();
    let is_number = rest.starts_with('.') && meaning.starts_with(|c: char| c.is_ascii_digit());
    (!meaning.is_empty() && !is_number).then(|| (code, meaning.trim_end_matches('.').to_owned()))
}

/// Parses `low: 1`, `low = 1`.
fn code_last(item: &str) -> Option<(String, String)> {
    let (rest, code) = trailing_code(item.trim().trim_end_matches(['.', '"', '\'']))?;
    let rest = rest.trim_end().trim_end_matches(['"', '\'']);
    let marks = [":", "=>", "->", "=", " -", "–"];
    let meaning = marks.iter().find_map(|mark| rest.strip_suffix(mark))?.trim();
    let meaning = meaning.rsplit_once(". ").map_or(meaning, |(_, last)| last);
    (!meaning.is_empty()).then(|| (code, meaning.to_owned()))
}

fn leading_code(text: &str) -> Option<(String, &str)> {
    if let Some(rest) = text.strip_prefix("null") {
        return Some(("null".to_owned(), rest));
    }
    let digits = text.strip_prefix('-').unwrap_or(text);
    let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let end = text.len() - digits.len() + length;
    (length > 0).then(|| (text[..end].to_owned(), &text[end..]))
}

fn trailing_code(text: &str) -> Option<(&str, String)> {
    let start = text
        .rfind(|c: char| !c.is_ascii_digit())
        .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    if start == text.len() {
        return None;
    }
    let signed = text[..start].ends_with('-') && text[..start - 1].ends_with([' ', ':', '=']);
    let start = if signed { start - 1 } else { start };
    Some((&text[..start], text[start..].to_owned()))
}

pub(super) const NAMES: ValueExtension = ValueExtension {
    lists: &["x-enum-varnames", "x-enumNames", "x-enum-names", "x-enumnames", "x-enum-keys"],
    members: &["name", "identifier"],
};

pub(super) const MEANINGS: ValueExtension = ValueExtension {
    lists: &["x-enum-descriptions", "x-enumDescriptions", "x-enum-description"],
    members: &["description"],
};

/// The extensions that describe each value.
pub(super) struct ValueExtension {
    /// Extensions with one text per value, in the order of `enum` or keyed by value.
    lists: &'static [&'static str],
    /// The members of a value in `x-ms-enum` and `x-enum-values`.
    members: &'static [&'static str],
}

/// Returns a value as an integer; `1.0` is one.
pub(super) fn whole(value: &Value) -> Option<i64> {
    // Beyond this, 64-bit floats cannot represent every integer.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let number = value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= EXACT);
    value.as_i64().or_else(|| value.as_str()?.parse().ok()).or_else(|| number.map(|number| number as i64))
}

/// Returns the text of an extension for each value: from an array in the order of the values, an object keyed by value,
/// `x-ms-enum: { values: [{ value, name, description }] }`, or `x-enum-values: [{ numericValue, identifier, description
/// }]`.
pub(super) fn listed_by_value(schema: Node<'_>, extension: &ValueExtension) -> HashMap<String, String> {
    let (values, extensions) = (&schema.any.enumeration, &schema.data.extensions);
    let mut found = HashMap::new();
    match extension.lists.iter().find_map(|key| extensions.get(*key)) {
        Some(Value::Array(texts)) if texts.len() == values.len() => {
            for (value, text) in values.iter().zip(texts) {
                if let Some(text) = text.as_str().filter(|text| !text.trim().is_empty()) {
                    found.insert(plain(value), text.to_owned());
                }
            }
        }
        Some(Value::Object(texts)) => {
            found.extend(texts.iter().filter_map(|(value, text)| Some((value.clone(), text.as_str()?.to_owned()))));
        }
        _ => {}
    }
    if found.is_empty() {
        let listed = extensions.get("x-ms-enum").and_then(|known| known.get("values"));
        let listed = listed.or_else(|| extensions.get("x-enum-values")).and_then(Value::as_array);
        for entry in listed.into_iter().flatten() {
            let value = entry.get("value").or_else(|| entry.get("numericValue"));
            let text = extension.members.iter().find_map(|member| entry.get(*member)?.as_str());
            if let (Some(value), Some(text)) = (value, text.filter(|text| !text.trim().is_empty())) {
                found.insert(plain(value), text.to_owned());
            }
        }
    }
    found
}

/// Returns `true` if the values are quantities, such as 480, 720 and 1080, and not codes: they have no names, none is
/// negative, and no two of them are consecutive.
pub(super) fn are_quantities(schema: Node<'_>) -> bool {
    let numbers: Option<BTreeSet<i64>> = schema.any.enumeration.iter().map(whole).collect();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() > 1) else { return false };
    let follow = |(one, next): (&i64, &i64)| one.checked_add(1) == Some(*next);
    if schema.typ() != Some("integer")
        || numbers.first() < Some(&0)
        || numbers.iter().zip(numbers.iter().skip(1)).any(follow)
    {
        return false;
    }
    let codes: Vec<i64> = numbers.into_iter().collect();
    let described = meanings(schema.data.description.as_deref().unwrap_or_default(), &codes);
    let is_named = |extension| !listed_by_value(schema, extension).is_empty();
    !is_named(&NAMES) && !is_named(&MEANINGS) && codes.iter().all(|code| !described.contains_key(code))
}

pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => whole(other).map_or_else(|| other.to_string(), |code| code.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::meanings;

    fn parse_texts(text: &str, codes: &[i64]) -> Vec<String> {
        codes.iter().map(|code| meanings(text, codes).get(code).cloned().unwrap_or_else(|| "?".to_owned())).collect()
    }

    #[test]
    fn code_before_meaning() {
        assert_eq!(parse_texts("0: user story, 2: defect", &[0, 2]), ["user story", "defect"]);
        assert_eq!(parse_texts("0 = off; 1 = on", &[0, 1]), ["off", "on"]);
        assert_eq!(parse_texts("1 - low\n2 - high", &[1, 2]), ["low", "high"]);
        assert_eq!(parse_texts("* `1`: low\n* `2`: high", &[1, 2]), ["low", "high"]);
        assert_eq!(parse_texts("Kind of thing. 1: low, 2: high", &[1, 2]), ["low", "high"]);
        assert_eq!(parse_texts("One of: 1 => low, 2 => high.", &[1, 2]), ["low", "high"]);
        assert_eq!(parse_texts("1 (low), 2 (high)", &[1, 2]), ["low", "high"]);
        assert_eq!(parse_texts("1) low\n2) high", &[1, 2]), ["low", "high"]);
    }

    #[test]
    fn code_after_meaning() {
        assert_eq!(parse_texts("circle: 0, cross: 1", &[0, 1]), ["circle", "cross"]);
        assert_eq!(parse_texts("below: -1, above: 1", &[-1, 1]), ["below", "above"]);
    }

    #[test]
    fn markup() {
        assert_eq!(parse_texts("<ul><li>1: low</li><li>2: high</li></ul>", &[1, 2]), ["low", "high"]);
    }

    #[test]
    fn commas_inside() {
        let text = "1: suggested (in the sandbox, alone), 2: done, as agreed, -1: frozen (listed by the \"all, really\" filter)";
        assert_eq!(
            parse_texts(text, &[-1, 1, 2]),
            ["frozen (listed by the \"all, really\" filter)", "suggested (in the sandbox, alone)", "done, as agreed"]
        );
    }

    #[test]
    fn unlisted_codes_and_null() {
        let found = meanings("10: recurrent, 11: urgent, null: none, 12: odd", &[10, 11]);
        assert_eq!(found, [(10, "recurrent".to_owned()), (11, "urgent".to_owned())].into());
    }

    #[test]
    fn prose_is_no_list() {
        assert_eq!(parse_texts("At most 3 of them, from 1 to 2", &[1, 2, 3]), ["?", "?", "?"]);
        assert_eq!(parse_texts("Version 1.5 or later", &[1, 2]), ["?", "?"]);
        assert_eq!(parse_texts("", &[1]), ["?"]);
    }
}
