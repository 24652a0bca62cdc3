//! Values of the types for tests: the JSON of each.

use quote::quote;

use super::file::Target;
use super::table::WIDTH;
use super::tokens::quoted;
use super::{EmittedFile, module};
use crate::base::crate_feature::CrateFeature;
use crate::rust::ir::{Crate, Item, ModuleTypes};

/// Values of the types for tests.
pub(super) struct Fixtures;

impl Target for Fixtures {
    fn feature(&self) -> Option<CrateFeature> {
        Some(CrateFeature::Fixtures)
    }

    /// Returns `src/fixtures/mod.rs`, if any type has a sample value.
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        let modules = package.type_modules.iter().filter(|module| module.has_fixtures);
        let root = || module::folder_root("fixtures", " Values of the types, for tests.", modules);
        package.has_fixtures().then(root).flatten().into_iter().collect()
    }

    fn types_file<'a>(&self, package: &'a Crate, types: &'a ModuleTypes) -> Option<EmittedFile<'a>> {
        types.module.has_fixtures.then(|| file(package, types))
    }
}

fn file<'a>(package: &Crate, types: &'a ModuleTypes) -> EmittedFile<'a> {
    let about = format!(" Values of {}, for tests.", types.module.described());
    let path = types.module.file("fixtures");
    let root = package.root(&path);
    let table: String = types.items.iter().filter_map(row).collect();
    EmittedFile::tables(path, quote!(#![doc = #about]), [quote!(use #root::types;)], [table])
}

/// `bindery_runtime::fixture!(Story = r#"{"id":1}"#);`
fn row(item: &Item) -> Option<String> {
    let (name, json) = (&item.name, quoted(item.fixture.as_ref()?));
    let line = format!("bindery_runtime::fixture!({name} = {json});\n");
    let parts = json.split_once('"').and_then(|(open, rest)| Some((open, rest.rsplit_once('"')?)));
    Some(match parts {
        // A line break in another literal would be part of the text.
        Some((open, (text, close))) if open.starts_with('r') && line.len() > WIDTH => {
            format!("bindery_runtime::fixture!({name} = {open}\"\n{}\"{close});\n", json_lines(text))
        }
        _ => line,
    })
}

/// Returns JSON in lines that end after a comma or an opening bracket where they would be too long.
fn json_lines(json: &str) -> String {
    const INDENT: &str = "    ";
    let (mut is_inside, mut is_escaped) = (false, false);
    let pieces = json.split_inclusive(|c: char| {
        let was_escaped = std::mem::replace(&mut is_escaped, false);
        match c {
            '"' if !was_escaped => is_inside = !is_inside,
            '\\' if !was_escaped => is_escaped = true,
            _ => {}
        }
        !is_inside && matches!(c, ',' | '{' | '[')
    });
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if line.len() + piece.len() <= WIDTH => line.push_str(piece),
            _ => lines.push(format!("{INDENT}{piece}")),
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{WIDTH, json_lines};

    #[test]
    fn long_values_are_broken_between_members() {
        let texts = ["a, b: [\\", "{\"c\", \"d\"}", "e"];
        let value = json!({ "texts": vec![texts; 20], "members": { "one": { "two": [], "three": {} } } });
        let lines = json_lines(&value.to_string());
        assert!(lines.lines().count() > 4 && lines.lines().all(|line| line.len() <= WIDTH), "{lines}");
        assert_eq!(serde_json::from_str::<Value>(&lines).unwrap(), value);
    }
}
