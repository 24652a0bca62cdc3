//! progenitor: `generate_api!`, a build script with `GenerationSettings`, or a crate that `cargo progenitor` wrote.

use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::folder::{Folder, TextFile, problem};
use super::imported::{FoundDescription, Import, Tool};
use super::manifest::Manifest;
use super::settings::Settings;
use super::tokens::{self, Call, arguments, calls, entry, group, joined, scan, text};
use crate::diagnostic::Result;
use crate::ident::type_name;
use crate::starter::page::{list, quoted};

const DESCRIPTIONS: [&str; 3] = [".json", ".yaml", ".yml"];

const CALL_FORM: &str = "required inputs are arguments of the function, optional ones are methods of the call";
const TAG_FORM: &str = "operations are in groups, by their tags; `[groups]` changes that";
const MIDDLEWARE: &str = "use middleware: `.call_middleware(..)` or `.attempt_middleware(..)` of `Client::builder`";

/// The settings without an equivalent.
const LEFT_OUT: [(&str, &str); 14] = [
    ("interface", CALL_FORM),
    ("tag", TAG_FORM),
    ("tags", TAG_FORM),
    ("inner_type", "keep the data in your own middleware"),
    ("pre_hook", MIDDLEWARE),
    ("pre_hook_async", MIDDLEWARE),
    ("post_hook", MIDDLEWARE),
    ("post_hook_async", MIDDLEWARE),
    ("struct_builder", "types have `new` with the required fields, and a setter for each field"),
    ("map_type", "set `types.map` to the path of the type"),
    ("timeout", "set it at run time: `.timeout(..)` of `Client::builder`"),
    ("unknown_crates", "list the crates whose types `x-rust-type` may name in `types.x-rust-type`"),
    ("conversion", "write a selector of schemas, such as `types.\"type:string format:uuid\"`"),
    ("rename", "the type that it renames is not known; set it in `[names]`"),
];

/// Reads the crate in a directory. Returns `None` if it does not use progenitor.
pub(super) fn read(folder: &Folder, only: Option<&TextFile>) -> Result<Option<Import>> {
    let manifest = Manifest::read(folder)?;
    let is_used = manifest.as_ref().is_some_and(|manifest| manifest.uses(&["progenitor", "progenitor-client"]));
    let mut sources: Vec<TextFile> = only.cloned().into_iter().collect();
    if only.is_none() {
        sources.extend(folder.read("build.rs")?);
        sources.extend(folder.sources("src"));
    }
    let mut import = Import::new(Tool::Progenitor);
    for source in &sources {
        // Only files that name it are read in detail.
        if !["progenitor", "generate_api", "GenerationSettings"].iter().any(|word| source.text.contains(word)) {
            continue;
        }
        let Some((found, texts)) = scan(&source.text) else {
            if source.path.ends_with("build.rs") || only.is_some() {
                return Err(problem(&source.path, "the file is not valid Rust, or is nested too deeply", "fix it"));
            }
            continue;
        };
        read_source(source, found, &texts, folder, &mut import);
    }
    if import.files.is_empty() && !is_used {
        return Ok(None);
    }
    import.settings.prefer_chrono("progenitor");
    if let Some(manifest) = &manifest {
        import.files.push(manifest.file.display_path());
        manifest.package(folder, &mut import.settings);
        manifest.dependencies(&mut import.settings);
    }
    Ok(Some(import))
}

fn read_source(source: &TextFile, found: Vec<Call>, texts: &[String], folder: &Folder, import: &mut Import) {
    let shown = source.display_path();
    let is_builder = found.iter().any(|call| call.name == "generate_tokens");
    let mut is_read = is_builder;
    for call in found {
        if call.name == "generate_api!" {
            let is_first = import.description.is_none();
            let spec = read_macro(call.arguments, is_first.then_some(&mut import.settings));
            match spec.filter(|_| is_first) {
                Some(spec) => import.description = Some(FoundDescription::new(folder, &spec)),
                None => import.settings.leave(
                    &format!("another `generate_api!` in {shown}"),
                    "a configuration has several clients in `[[client]]` tables; run the command again with `--from` this file",
                ),
            }
            is_read = true;
        } else if is_builder
            && call.outer != "with_patch"
            && let Some(name) = call.name.strip_prefix("with_")
        {
            read_call(name, &call, &mut import.settings);
        }
    }
    if is_builder && import.description.is_none() {
        let names = texts.iter().map(|text| text.rsplit('=').next().unwrap_or(text));
        let names = names.filter(|name| DESCRIPTIONS.iter().any(|end| name.ends_with(end)));
        import.description = names.filter_map(|name| FoundDescription::existing(folder, name)).next();
    }
    if is_read {
        import.files.push(shown);
    }
}

/// Reads the arguments of `generate_api!`, and returns the description.
fn read_macro(input: TokenStream, settings: Option<&mut Settings>) -> Option<String> {
    let all = arguments(input);
    if let [argument] = all.as_slice()
        && let [token] = argument.as_slice()
    {
        return text(token);
    }
    let mut unread = Settings::default();
    let settings = settings.unwrap_or(&mut unread);
    let mut spec = None;
    for (name, value) in all.iter().filter_map(|argument| entry(argument, '=')) {
        let name = joined(name);
        let members = |delimiter| group(value, delimiter).map(|group| arguments(group.stream())).unwrap_or_default();
        match name.as_str() {
            "spec" => spec = value.first().and_then(text),
            "derives" => {
                let paths: Vec<String> = members(Delimiter::Bracket).iter().map(|path| joined(path)).collect();
                set_derives(None, &paths, settings);
            }
            "patch" => members(Delimiter::Brace).iter().for_each(|patch| read_patch(patch, settings)),
            "replace" => members(Delimiter::Brace).iter().for_each(|one| read_replacement(one, settings)),
            "convert" => members(Delimiter::Brace).iter().for_each(|one| read_conversion(one, settings)),
            "crates" => members(Delimiter::Brace).iter().for_each(|one| read_crate(one, settings)),
            _ => leave(&name, &joined(value), settings),
        }
    }
    spec
}

/// Reads `Story = { rename = UserStory, derives = [Eq] }`.
fn read_patch(patch: &[TokenTree], settings: &mut Settings) {
    let Some((name, members)) = entry(patch, '=') else { return };
    let name = joined(name);
    let members = group(members, Delimiter::Brace).map(|group| arguments(group.stream())).unwrap_or_default();
    for (key, value) in members.iter().filter_map(|member| entry(member, '=')) {
        match joined(key).as_str() {
            "rename" => set_rename(&name, &joined(value), settings),
            "derives" => {
                let paths = group(value, Delimiter::Bracket).map(|group| arguments(group.stream()));
                let paths: Vec<String> = paths.unwrap_or_default().iter().map(|path| joined(path)).collect();
                set_derives(Some(&name), &paths, settings);
            }
            other => leave(other, &name, settings),
        }
    }
}

/// Reads `Story = my_types::Story: Display + Default`.
fn read_replacement(replacement: &[TokenTree], settings: &mut Settings) {
    let Some((name, value)) = entry(replacement, '=') else { return };
    let (path, traits) = entry(value, ':').unwrap_or((value, &[]));
    settings.set_of_schema("types", &joined(name), own_type(path, traits), &format!("replace {}", joined(name)));
}

/// Reads `{ type = "string", format = "uuid" } = uuid::Uuid`.
fn read_conversion(conversion: &[TokenTree], settings: &mut Settings) {
    let Some((schema, value)) = entry(conversion, '=') else { return };
    let members = group(schema, Delimiter::Brace).map(|group| arguments(group.stream())).unwrap_or_default();
    let conditions: Option<Vec<String>> = members
        .iter()
        .map(|member| {
            let (key, value) = entry(member, '=')?;
            let is_known = ["type", "format", "pattern"].contains(&joined(key).as_str());
            is_known.then(|| format!("{}:{}", joined(key), joined(value)))
        })
        .collect();
    let (path, traits) = entry(value, ':').unwrap_or((value, &[]));
    match conditions.filter(|conditions| !conditions.is_empty()) {
        Some(mut conditions) => {
            // A pattern is the last condition, since it may contain spaces.
            conditions.sort_by_key(|condition| condition.starts_with("pattern:"));
            let origin = format!("convert to {}", joined(path));
            settings.set(&["types", &conditions.join(" ")], own_type(path, traits), &origin);
        }
        None => leave("conversion", &joined(path), settings),
    }
}

/// Reads `"uuid" = "1.2"`; `!` forbids the types of the crate, and `*` allows any version.
fn read_crate(entry_tokens: &[TokenTree], settings: &mut Settings) {
    let Some((name, version)) = entry(entry_tokens, '=') else { return };
    allow_crate(&joined(name), &joined(version), settings);
}

fn allow_crate(name: &str, version: &str, settings: &mut Settings) {
    let origin = format!("crates {name} = {version}");
    match version {
        "!" => settings.leave(&origin, "types of crates that `types.x-rust-type` does not list are generated"),
        _ if settings.settings.iter().any(|setting| setting.key == "types.x-rust-type") => {
            settings.leave(&origin, &format!("add {} to `types.x-rust-type`", quoted(name)));
        }
        _ => settings.set(&["types", "x-rust-type"], list([name].into_iter()), &origin),
    }
}

/// Reads a call such as `.with_derive("Eq")`.
fn read_call(name: &str, call: &Call, settings: &mut Settings) {
    let all = arguments(call.arguments.clone());
    let texts: Vec<Option<String>> = all.iter().map(|argument| argument.first().and_then(text)).collect();
    let text = |index: usize| texts.get(index).cloned().flatten();
    match (name, text(0)) {
        ("derive", Some(path)) if !call.receiver.contains("patch") => set_derives(None, &[path], settings),
        ("patch", Some(schema)) => {
            for inner in calls(call.arguments.clone()) {
                let argument = arguments(inner.arguments).first().and_then(|all| all.first()).and_then(tokens::text);
                match (inner.name.as_str(), argument) {
                    ("with_rename", Some(name)) => set_rename(&schema, &name, settings),
                    ("with_derive", Some(path)) => set_derives(Some(&schema), &[path], settings),
                    _ => {}
                }
            }
        }
        ("replacement", Some(schema)) => {
            let path: Option<TokenStream> = text(1).and_then(|path| path.parse().ok());
            let path: Vec<TokenTree> = path.into_iter().flatten().collect();
            let traits = all.get(2).map_or(&[][..], Vec::as_slice);
            settings.set_of_schema("types", &schema, own_type(&path, traits), &format!("with_replacement {schema}"));
        }
        ("crate", Some(name)) => allow_crate(&name, "*", settings),
        _ => leave(name, &all.first().map(|argument| joined(argument)).unwrap_or_default(), settings),
    }
}

/// Returns the value of an entry of `[types]`.
fn own_type(path: &[TokenTree], traits: &[TokenTree]) -> String {
    let mut names = Vec::new();
    let mut open: Vec<TokenTree> = traits.to_vec();
    while let Some(token) = open.pop() {
        match token {
            TokenTree::Group(group) => open.extend(group.stream()),
            TokenTree::Ident(ident) if ["Default", "Display", "FromStr"].iter().any(|name| ident == name) => {
                names.push(ident.to_string());
            }
            _ => {}
        }
    }
    names.sort();
    names.dedup();
    let path = quoted(&joined(path));
    if names.is_empty() {
        path
    } else {
        format!("{{ path = {path}, traits = {} }}", list(names.iter().map(String::as_str)))
    }
}

fn set_rename(schema: &str, name: &str, settings: &mut Settings) {
    settings.set_of_schema("names", schema, quoted(&type_name(name)), &format!("rename {schema}"));
}

fn set_derives(schema: Option<&str>, paths: &[String], settings: &mut Settings) {
    for path in paths.iter().map(|path| path.replace(' ', "")) {
        settings.derive(schema.unwrap_or("*"), &path);
    }
}

fn leave(name: &str, value: &str, settings: &mut Settings) {
    let known = LEFT_OUT.iter().find(|(known, _)| *known == name);
    settings.leave(&format!("{name} {value}"), known.map_or("unknown setting", |(_, reason)| reason));
}

/// Returns the directory of the crate that contains a Rust file.
pub(super) fn crate_folder(file: &Path) -> Folder {
    let parents = file.ancestors().skip(1).take(6);
    let package = parents.into_iter().find(|folder| folder.join("Cargo.toml").is_file());
    Folder { path: package.or(file.parent()).unwrap_or(Path::new("")).to_owned() }
}
