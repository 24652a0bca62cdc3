//! Emits the module as one file for a build script: `include!` needs a single file without inner attributes.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::with_relative_paths;
use crate::emit::{Contents, EmittedFile, module_lints};
use crate::format::format;

/// Returns the files of a client as one module.
pub(crate) fn one_file<'a>(files: impl Iterator<Item = EmittedFile<'a>>, header: &str) -> String {
    // The text of each folder: that of its own file, then that of the others.
    let mut folders: BTreeMap<String, [String; 2]> = BTreeMap::new();
    // The public modules of each folder, which its own file declares.
    let mut public: BTreeSet<(String, String)> = BTreeSet::new();
    let lints = module_lints();
    let lints = format!("#[{lints}]");
    let mut text = String::new();
    for file in files {
        let Some(path) = file.path.strip_prefix("src/").map(str::to_owned) else { continue };
        match path.split_once('/') {
            Some((folder, "mod.rs")) => {
                let (file, modules) = without_modules(file);
                public.extend(modules.into_iter().map(|module| (folder.to_owned(), module)));
                folders.entry(folder.to_owned()).or_default()[0] = body(file, 1);
            }
            Some((folder, name)) => {
                let name = crate::ident::value_name(name.trim_end_matches(".rs"));
                let is_public = public.contains(&(folder.to_owned(), name.clone()));
                let text = inline(&name, if is_public { "pub " } else { "" }, file, 2);
                folders.entry(folder.to_owned()).or_default()[1].push_str(&text);
            }
            None if path == "lib.rs" => text.push_str(&root(file, header)),
            None => {
                let name = match path.trim_end_matches(".rs") {
                    // Users name their module `client`, and clippy warns about a module with its parent's name.
                    "client" => "service",
                    name => name,
                };
                text.push_str(&format!("\n{lints}{}", inline(name, visibility(name), file, 1)));
            }
        }
    }
    for (folder, [own, members]) in folders {
        text.push_str(&format!("\n{lints}\n{}mod {folder} {{\n{own}{members}}}\n", visibility(&folder)));
    }
    text
}

/// Returns the visibility of a module in the root.
fn visibility(module: &str) -> &'static str {
    if matches!(module, "common" | "derives" | "fixtures" | "mock" | "service" | "wire") { "" } else { "pub " }
}

/// Returns the exports of the root, without its docs and its list of modules.
fn root(file: EmittedFile<'_>, header: &str) -> String {
    let (mut bare, _) = without_modules(file);
    if let Contents::Items { items, tables, .. } = bare.contents {
        let items = Box::new(items.map(|item| quote!(#[allow(unreachable_pub, unused_imports)] #item)));
        bare.contents = Contents::Items { attributes: TokenStream::new(), items, tables };
    }
    format(bare.contents, header)
        .replace("pub use runtime::", "pub use self::runtime::")
        .replace("pub use client::", "pub use self::service::")
}

fn inline(name: &str, visibility: &str, file: EmittedFile<'_>, depth: usize) -> String {
    format!("\n{visibility}mod {name} {{\n{}}}\n", body(file, depth))
}

fn body(file: EmittedFile<'_>, depth: usize) -> String {
    format(with_relative_paths(file, depth).contents, "")
}

/// Removes the declarations of modules. Returns the names of the public ones.
fn without_modules(mut file: EmittedFile<'_>) -> (EmittedFile<'_>, Vec<String>) {
    let mut public = Vec::new();
    file.contents = match file.contents {
        Contents::Items { attributes, items, tables } => {
            let (modules, items): (Vec<_>, Vec<_>) =
                items.map(|item| (declared_module(&item), item)).partition(|(module, _)| module.is_some());
            public = modules.into_iter().filter_map(|(module, item)| module.filter(|_| is_public(item))).collect();
            let items = Box::new(items.into_iter().map(|(_, item)| item));
            Contents::Items { attributes, items, tables }
        }
        text => text,
    };
    (file, public)
}

/// Returns the name in an item `mod name;` with any prefix.
fn declared_module(item: &TokenStream) -> Option<String> {
    let mut tokens = item.clone().into_iter().collect::<Vec<_>>().into_iter().rev();
    let is = |token: Option<TokenTree>, text: &str| token.is_some_and(|token| token.to_string() == text);
    let ends = is(tokens.next(), ";");
    let name = tokens.next().filter(|token| ends && matches!(token, TokenTree::Ident(_)))?;
    is(tokens.next(), "mod").then(|| name.to_string())
}

fn is_public(item: TokenStream) -> bool {
    item.into_iter().any(|token| matches!(token, TokenTree::Ident(ident) if ident == "pub"))
}
