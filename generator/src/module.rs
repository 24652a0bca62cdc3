//! A whole crate as one module, for a build script's output: `include!` takes one file, without inner attributes, and
//! below a module of the user's crate.

use std::collections::BTreeMap;

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;

use crate::emit::{Contents, EmittedFile, USERS_CRATE};
use crate::format::format;

/// The files of a crate as the text of one module.
pub(crate) fn module(files: Vec<EmittedFile<'_>>, header: &str) -> String {
    let mut folders: BTreeMap<String, Vec<(String, EmittedFile<'_>)>> = BTreeMap::new();
    let mut text = String::new();
    for file in files {
        let Some(path) = file.path.strip_prefix("src/").map(str::to_owned) else { continue };
        match path.split_once('/') {
            Some((folder, name)) => folders.entry(folder.to_owned()).or_default().push((name.to_owned(), file)),
            None if path == "lib.rs" => text.push_str(&root(file, header)),
            // Users call their module `client`, and clippy minds a module of its parent's name.
            None => text.push_str(&inline("service", "", file, 1)),
        }
    }
    for (folder, members) in folders {
        let visibility = if matches!(folder.as_str(), "wire" | "rules") { "" } else { "pub " };
        text.push_str(&format!("\n{visibility}mod {folder} {{\n"));
        let (index, members): (Vec<_>, Vec<_>) = members.into_iter().partition(|(name, _)| name == "mod.rs");
        index.into_iter().for_each(|(_, file)| text.push_str(&body(without_modules(file), 1)));
        for (name, file) in members {
            text.push_str(&inline(&name, visibility_of(&folder, &name), file, 2));
        }
        text.push_str("}\n");
    }
    text
}

/// The root: what it exports, without its docs and its list of modules.
fn root(file: EmittedFile<'_>, header: &str) -> String {
    let mut bare = without_modules(file);
    if let Contents::Items { attributes, .. } = &mut bare.contents {
        *attributes = TokenStream::new();
    }
    format(bare.contents, header)
        .replace("pub use runtime::", "pub use self::runtime::")
        .replace("pub use client::", "pub use self::service::")
}

/// Who may see a module below a folder of the crate.
fn visibility_of(folder: &str, name: &str) -> &'static str {
    match (folder, name) {
        ("api", _) => "pub ",
        _ => "",
    }
}

fn inline(name: &str, visibility: &str, file: EmittedFile<'_>, depth: usize) -> String {
    let name = crate::ident::value_name(name.trim_end_matches(".rs"));
    format!("\n{visibility}mod {name} {{\n{}}}\n", body(file, depth))
}

/// The contents of a file `depth` modules below the root, where `crate` was the root.
fn body(file: EmittedFile<'_>, depth: usize) -> String {
    let contents = match file.contents {
        Contents::Items { attributes, items, tables } => {
            let items = Box::new(items.map(move |item| relative(item, depth)));
            Contents::Items { attributes, items, tables }
        }
        text => text,
    };
    format(contents, "")
}

/// The tokens with the path to the root in place of `crate`.
fn relative(tokens: TokenStream, depth: usize) -> TokenStream {
    let mut result = TokenStream::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) if ident == "crate" => {
                result.extend(if depth == 1 { quote!(super) } else { quote!(super::super) });
            }
            TokenTree::Ident(ident) if ident == USERS_CRATE => result.extend(quote!(crate)),
            TokenTree::Group(group) => {
                // `pub(crate)` stays.
                let inner = group.stream();
                let visibility = inner.to_string() == "crate";
                let inner = if visibility { inner } else { relative(inner, depth) };
                let mut changed = Group::new(group.delimiter(), inner);
                changed.set_span(group.span());
                result.extend([TokenTree::Group(changed)]);
            }
            other => result.extend([other]),
        }
    }
    result
}

fn without_modules(mut file: EmittedFile<'_>) -> EmittedFile<'_> {
    file.contents = match file.contents {
        Contents::Items { attributes, items, tables } => {
            let items = items.filter(|item| {
                let text = item.to_string();
                !text.starts_with("mod ") && !text.contains("pub mod ")
            });
            Contents::Items { attributes, items: Box::new(items), tables }
        }
        text => text,
    };
    file
}
