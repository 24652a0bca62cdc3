//! Tests that each value of a description is located in its text: at its key, or after it on the same line.
//!
//! `BINDERY_DESCRIPTIONS` sets another directory of descriptions to test.

use std::env;
use std::path::Path;

use bindery::internal::pointer::Pointer;
use bindery::internal::source::{Request, SourceLocator, load};
use bindery::internal::text::Source;
use serde_json::Value;
use walkdir::WalkDir;

#[test]
fn values_are_located_at_their_keys() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let folders = [Some(fixtures), env::var_os("BINDERY_DESCRIPTIONS").map(Into::into)];
    let files = folders.into_iter().flatten().flat_map(WalkDir::new).filter_map(Result::ok);
    let mut count = 0;
    for file in files.filter(|file| file.path().extension().is_some_and(|end| end == "yaml" || end == "json")) {
        if let Ok(input) = load(&Request::new(SourceLocator::File(file.path().to_owned()))) {
            count += assert_found(&input.source);
        }
    }
    assert!(count > 20_000, "{count}");
}

/// Checks all members of a description, and returns their number.
fn assert_found(source: &Source) -> usize {
    let text = source.text();
    let json = text.starts_with(['{', '[']).then(|| serde_json::from_str(text).ok()).flatten();
    let Some(value) = json.or_else(|| serde_yaml::from_str::<Value>(text).ok()) else { return 0 };
    let mut members = Vec::new();
    collect(&value, &Pointer::root(), &mut members);
    let pointers: Vec<&str> = members.iter().map(|(pointer, _)| pointer.as_str()).collect();
    for ((pointer, key), position) in members.iter().zip(source.positions_of(&pointers)) {
        let position = position.unwrap();
        assert!(
            is_at(text, position.byte, key),
            "{}:{}:{}: {pointer} is elsewhere",
            source.name(),
            position.line,
            position.column
        );
    }
    members.len()
}

/// Lists the members below a value with their keys.
fn collect<'v>(value: &'v Value, at: &Pointer, members: &mut Vec<(Pointer, &'v str)>) {
    match value {
        Value::Object(object) => object.iter().filter(|(key, _)| *key != "<<").for_each(|(key, value)| {
            let at = at.child(key);
            members.push((at.clone(), key));
            collect(value, &at, members);
        }),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, value)| collect(value, &at.child(&index.to_string()), members));
        }
        _ => {}
    }
}

/// Returns `true` if a key begins at an offset, or ends before it, with nothing but a colon and blanks between.
fn is_at(text: &str, byte: usize, key: &str) -> bool {
    let (before, after) = text.split_at(byte);
    let before = before.trim_end_matches([' ', '\t']);
    let before = before.strip_suffix(':').map(|before| before.trim_end_matches([' ', '\t']));
    let json = serde_json::to_string(key).unwrap();
    let forms = [json.replace('/', "\\/"), json, format!("'{}'", key.replace('\'', "''")), key.to_owned()];
    forms.iter().any(|form| after.starts_with(form) || before.is_some_and(|before| before.ends_with(form)))
        || before.is_some_and(|before| ends_with_literal(before, key))
}

/// Returns `true` if a text ends with a JSON string literal for a key, with any escapes.
fn ends_with_literal(text: &str, key: &str) -> bool {
    let quotes = text.rmatch_indices('"').take(8).skip(1);
    quotes.into_iter().any(|(at, _)| serde_json::from_str::<String>(&text[at..]).is_ok_and(|literal| literal == key))
}
