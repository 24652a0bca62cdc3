//! Generates the documentation page about the use of each field from the table.
//!
//! `page.md` is the page without its tables: names in braces are placeholders for tables of keywords or objects.
//! `UPDATE_KEYWORDS=1 cargo test -p bindery --lib specification` writes `keywords.md`; without the variable the test
//! compares it with the table.

use std::fs;
use std::path::Path;

use super::field::{Field, MapKeys, ObjectKind, Type, Usage};
use super::table::ALL_KINDS;
use super::version::{ALL, Versions};

/// The kinds whose tables are elsewhere on the page.
const ELSEWHERE: [ObjectKind; 2] = [ObjectKind::Schema, ObjectKind::Discriminator];

#[test]
fn the_page_is_made_from_the_table() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/keywords.md");
    let page = page();
    if std::env::var_os("UPDATE_KEYWORDS").is_some() {
        fs::write(&file, &page).unwrap();
    }
    let written = fs::read_to_string(&file).unwrap();
    assert!(
        written == page,
        "run `UPDATE_KEYWORDS=1 cargo test -p bindery --lib specification`, which writes keywords.md"
    );
}

#[test]
fn every_keyword_has_its_place_on_the_page() {
    let listed: Vec<&str> =
        include_str!("page.md").lines().filter_map(|line| hole(line)).flat_map(|names| names.split(", ")).collect();
    for field in ObjectKind::Schema.object().fields {
        assert_eq!(listed.iter().filter(|name| **name == field.name).count(), 1, "{}", field.name);
    }
}

#[test]
fn fixtures_of_the_page_exist() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/valid");
    for field in ALL_KINDS.iter().flat_map(|kind| kind.object().fields) {
        let Some(fixture) = field.fixture else { continue };
        let files = walkdir::WalkDir::new(folder.join(fixture)).into_iter().filter_map(Result::ok);
        let texts: Vec<String> = files.filter_map(|file| fs::read_to_string(file.path()).ok()).collect();
        assert!(texts.iter().any(|text| text.contains(field.name)), "{} is not in `{fixture}`", field.name);
    }
}

fn hole(line: &str) -> Option<&str> {
    line.strip_prefix('{')?.strip_suffix('}')
}

fn page() -> String {
    let mut page = String::new();
    for line in include_str!("page.md").lines() {
        match hole(line) {
            Some("objects") => page.push_str(&objects()),
            Some("discriminator object") => page.push_str(&fields_of(ObjectKind::Discriminator)),
            Some(names) => {
                let names: Vec<&str> = names.split(", ").collect();
                let fields = ObjectKind::Schema.object().fields;
                let of = |name| fields.iter().filter(move |field: &&Field| field.name == name);
                page.push_str(&rows(names.into_iter().flat_map(of), true));
            }
            None => {
                page.push_str(line);
                page.push('\n');
            }
        }
    }
    page
}

fn objects() -> String {
    let kinds = ALL_KINDS.iter().filter(|kind| !ELSEWHERE.contains(kind));
    let tables = kinds.map(|kind| format!("## {}\n\n{}", title(kind.object().name), fields_of(*kind)));
    tables.collect::<Vec<_>>().join("\n")
}

fn title(name: &str) -> String {
    let plain = ["a ", "an ", "the "].iter().find_map(|article| name.strip_prefix(article)).unwrap_or(name);
    let mut characters = plain.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

fn fields_of(kind: ObjectKind) -> String {
    rows(kind.object().fields.iter(), false)
}

fn rows<'f>(fields: impl Iterator<Item = &'f Field>, fixtures: bool) -> String {
    let mut text = String::from("| Field | Value | Versions | Becomes |");
    text.push_str(if fixtures { " Fixture |\n|---|---|---|---|---|\n" } else { "\n|---|---|---|---|\n" });
    for field in fields {
        let usage = match field.usage {
            Usage::Mapped(to) => to.to_owned(),
            Usage::NoEffect(reason) => format!("nothing: {reason}"),
            Usage::Unsupported(reason) => format!("not supported: {reason}"),
        };
        let required = match field.required {
            versions if versions == field.versions => ", required".to_owned(),
            versions if versions == Versions::default() => String::new(),
            versions => format!(", required in {}", short(versions)),
        };
        let value = format!("{}{required}", value(field.value));
        text.push_str(&format!("| `{}` | {value} | {} | {usage} |", field.name, short(field.versions)));
        let fixture = field.fixture.map_or(String::new(), |fixture| format!("`{fixture}`"));
        text.push_str(&if fixtures { format!(" {fixture} |\n") } else { "\n".to_owned() });
    }
    text
}

fn short(versions: Versions) -> String {
    if versions == ALL { "all".to_owned() } else { versions.describe().replace("OpenAPI ", "").replace("Swagger ", "") }
}

fn value(expected: Type) -> String {
    match expected {
        Type::Any => "anything".to_owned(),
        Type::Text => "string".to_owned(),
        Type::Address => "URL".to_owned(),
        Type::Pattern => "regular expression".to_owned(),
        Type::Flag => "boolean".to_owned(),
        Type::Number => "number".to_owned(),
        Type::Count => "non-negative integer".to_owned(),
        Type::Positive => "positive number".to_owned(),
        Type::Word(words) => format!("`{}`", words.join("`, `")),
        Type::Object(kind) => title(kind.object().name).to_lowercase(),
        Type::List(element) => format!("array of {}", value(*element)),
        Type::Filled(element) => format!("non-empty array of {}", value(*element)),
        Type::Map(keys, member) => format!("{} by {}", value(*member), name(keys)),
        Type::Either(alternatives) => alternatives.iter().map(|one| value(*one)).collect::<Vec<_>>().join(", or "),
    }
}

fn name(keys: MapKeys) -> &'static str {
    match keys {
        MapKeys::Name | MapKeys::Extensible | MapKeys::Component | MapKeys::Header | MapKeys::Scheme => "name",
        MapKeys::Path => "path",
        MapKeys::Status => "status",
        MapKeys::Expression => "expression",
        MapKeys::MediaType => "media type",
        MapKeys::Method => "method",
        MapKeys::Pattern => "regular expression",
    }
}
