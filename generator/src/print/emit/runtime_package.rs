//! The package of the runtime crate, as a copy for one client or for several.
//!
//! One rule decides what a copy has: an item of a module file is left out if its `#[cfg(..)]` cannot be true with the enabled
//! features, and so are the files of a module that is left out.

use std::collections::BTreeSet;

use bindery_runtime::texts;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Item, Lit, Meta, Token};
use toml::{Table, Value};

use crate::rust::ir::{EDITION, OLDEST_RUST, RUNTIME_VERSION};

/// Returns the paths and texts of the package under this name. Without `enabled`, it has all features; `publish` is the value
/// of that key in TOML.
pub fn runtime_package(name: &str, enabled: Option<&BTreeSet<&str>>, publish: Option<&str>) -> Vec<(String, String)> {
    let package: Table = texts::RUNTIME_MANIFEST.parse().unwrap_or_default();
    let features = features_of_copy(&package, enabled);
    let mut files = vec![
        ("Cargo.toml".to_owned(), manifest(name, &package, &features, publish)),
        ("rustfmt.toml".to_owned(), texts::RUSTFMT.to_owned()),
    ];
    files.extend(texts::LICENSES.map(|(path, text)| (path.to_owned(), text.to_owned())));
    let mut left_out = vec!["runtime_tests".to_owned(), "texts".to_owned()];
    for (path, text) in texts::RUNTIME {
        let is_left_out = |module: &String| path.strip_prefix(module).is_some_and(|rest| rest.starts_with(['/', '.']));
        if left_out.iter().any(is_left_out) {
            continue;
        }
        let folder = path.strip_suffix("lib.rs").or_else(|| path.strip_suffix("mod.rs"));
        let text = match folder {
            Some(folder) => without_features(text, folder, &features, &mut left_out),
            None => (*text).to_owned(),
        };
        files.push((format!("src/{path}"), text));
    }
    files
}

/// Returns the features of the package that are enabled, and those that these enable.
fn features_of_copy(package: &Table, enabled: Option<&BTreeSet<&str>>) -> BTreeSet<String> {
    let all = package.get("features").and_then(Value::as_table);
    let known = all.into_iter().flat_map(Table::keys).filter(|name| !["default", "texts"].contains(&name.as_str()));
    let mut pending: Vec<&str> = known.map(String::as_str).collect();
    pending.retain(|name| enabled.is_none_or(|enabled| enabled.contains(name)));
    let mut found = BTreeSet::new();
    while let Some(name) = pending.pop() {
        if found.insert(name.to_owned()) {
            pending.extend(enabled_by(package, name).filter(|name| !name.contains([':', '/'])));
        }
    }
    found
}

/// Returns `false` if a condition is never true with these features; targets are not known.
fn may_hold(condition: &Meta, features: &BTreeSet<String>) -> bool {
    match condition {
        Meta::Path(path) => !path.is_ident("test"),
        Meta::NameValue(pair) if pair.path.is_ident("feature") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(name), .. }) => features.contains(&name.value()),
            _ => true,
        },
        Meta::List(list) if list.path.is_ident("all") => parts(condition).iter().all(|part| may_hold(part, features)),
        Meta::List(list) if list.path.is_ident("any") => parts(condition).iter().any(|part| may_hold(part, features)),
        _ => true,
    }
}

/// Returns what a feature of the package enables.
fn enabled_by<'p>(package: &'p Table, feature: &str) -> impl Iterator<Item = &'p str> {
    let enables = package.get("features").and_then(|all| all.get(feature)?.as_array());
    enables.into_iter().flatten().filter_map(Value::as_str)
}

/// Returns the conditions in `all(..)`, `any(..)` and `cfg(..)`.
fn parts(condition: &Meta) -> Vec<Meta> {
    let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
    let parts = condition.require_list().and_then(|list| list.parse_args_with(parse));
    parts.map(|parts| parts.into_iter().collect()).unwrap_or_default()
}

/// Returns the text of a module file without the items of other features, and adds the paths of the modules among them.
fn without_features(text: &str, folder: &str, features: &BTreeSet<String>, left_out: &mut Vec<String>) -> String {
    let Ok(mut file) = syn::parse_file(text) else { return text.to_owned() };
    let count = file.items.len();
    file.items.retain(|item| {
        let conditions = attributes(item).iter().filter(|attribute| attribute.path().is_ident("cfg"));
        let is_there = conditions.flat_map(|attribute| parts(&attribute.meta)).all(|part| may_hold(&part, features));
        if let (false, Item::Mod(module)) = (is_there, item) {
            left_out.push(format!("{folder}{}", module.ident));
        }
        is_there
    });
    if file.items.len() == count { text.to_owned() } else { prettyplease::unparse(&file) }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Mod(module) => &module.attrs,
        Item::Use(import) => &import.attrs,
        Item::Macro(call) => &call.attrs,
        _ => &[],
    }
}

/// Returns the manifest of a copy.
fn manifest(name: &str, package: &Table, features: &BTreeSet<String>, publish: Option<&str>) -> String {
    let publish = publish.map(|value| format!("publish = {value}\n")).unwrap_or_default();
    let all = package.get("features").and_then(Value::as_table).into_iter().flatten();
    let kept: Vec<_> = all.filter(|(name, _)| features.contains(*name)).collect();
    let rows: String = kept.iter().map(|(name, enables)| format!("{name} = {enables}\n")).collect();
    let enabled: BTreeSet<&str> = kept
        .iter()
        .flat_map(|(name, _)| enabled_by(package, name))
        .filter_map(|name| name.strip_prefix("dep:"))
        .collect();
    let mut text = format!(
        "# @generated by Bindery; do not edit.\n\n[package]\nname = \"{name}\"\nversion = \"{RUNTIME_VERSION}\"\n\
         edition = \"{EDITION}\"\nrust-version = \"{OLDEST_RUST}\"\ndescription = \"The support code of clients that Bindery generates\"\nlicense = \"MIT OR Apache-2.0\"\n{publish}\n[lib]\ndoctest = false\n\n\
         # The client enables what it needs.\n[features]\n{rows}\n[dependencies]\n{}",
        dependencies(package, &enabled),
    );
    for (target, tables) in package.get("target").and_then(Value::as_table).into_iter().flatten() {
        let rows = tables.as_table().map(|tables| dependencies(tables, &enabled)).unwrap_or_default();
        if !rows.is_empty() {
            text.push_str(&format!("\n[target.'{target}'.dependencies]\n{rows}"));
        }
    }
    // Conditions name features that the copy lacks.
    text.push_str("\n[lints.rust]\nunexpected_cfgs = \"allow\"\n");
    text
}

/// Returns the rows of dependencies that are not optional, or are enabled.
fn dependencies(tables: &Table, enabled: &BTreeSet<&str>) -> String {
    let rows = tables.get("dependencies").and_then(Value::as_table).into_iter().flatten();
    let is_kept = |name: &str, row: &Value| row.get("optional").is_none() || enabled.contains(name);
    let kept = rows.filter(|(name, row)| is_kept(name, row));
    kept.map(|(name, row)| format!("{name} = {}\n", inline(row))).collect()
}

fn inline(value: &Value) -> String {
    match value.as_table() {
        Some(table) => {
            let pairs: Vec<String> = table.iter().map(|(key, value)| format!("{key} = {value}")).collect();
            format!("{{ {} }}", pairs.join(", "))
        }
        None => value.to_string(),
    }
}
