//! Emits the module as one file for a build script: `include!` needs a single file without inner attributes.

use std::collections::BTreeMap;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::with_relative_paths;
use crate::emit::{Contents, EmittedFile, module_lints};
use crate::format::format;

/// Returns the files of a client as one module.
pub(crate) fn one_file<'a>(files: impl Iterator<Item = EmittedFile<'a>>, header: &str) -> String {
    // The text of each folder: that of its own file, then that of the others.
    let mut folders: BTreeMap<String, [String; 2]> = BTreeMap::new();
    let lints = module_lints();
    let lints = format!("#[{lints}]");
    let mut text = String::new();
    for file in files {
        let Some(path) = file.path.strip_prefix("src/").map(str::to_owned) else { continue };
        match path.split_once('/') {
            Some((folder, "mod.rs")) => {
                folders.entry(folder.to_owned()).or_default()[0] = body(without_modules(file), 1)
            }
            Some((folder, name)) => {
                let text = inline(name, visibility_of(folder), file, 2);
                folders.entry(folder.to_owned()).or_default()[1].push_str(&text);
            }
            None if path == "lib.rs" => text.push_str(&root(file, header)),
            // Users name their module `client`, and clippy warns about a module with its parent's name.
            None => text.push_str(&format!("\n{lints}{}", inline("service", "", file, 1))),
        }
    }
    for (folder, [own, members]) in folders {
        let visibility = if matches!(folder.as_str(), "derives" | "rules" | "wire") { "" } else { "pub " };
        text.push_str(&format!("\n{lints}\n{visibility}mod {folder} {{\n{own}{members}}}\n"));
    }
    text
}

/// Returns the exports of the root, without its docs and its list of modules.
fn root(file: EmittedFile<'_>, header: &str) -> String {
    let mut bare = without_modules(file);
    if let Contents::Items { items, tables, .. } = bare.contents {
        let items = Box::new(items.map(|item| quote!(#[allow(unreachable_pub, unused_imports)] #item)));
        bare.contents = Contents::Items { attributes: TokenStream::new(), items, tables };
    }
    format(bare.contents, header)
        .replace("pub use runtime::", "pub use self::runtime::")
        .replace("pub use client::", "pub use self::service::")
}

/// Returns the visibility of the modules below a directory of the crate.
fn visibility_of(folder: &str) -> &'static str {
    if folder == "api" { "pub " } else { "" }
}

fn inline(name: &str, visibility: &str, file: EmittedFile<'_>, depth: usize) -> String {
    let name = crate::ident::value_name(name.trim_end_matches(".rs"));
    format!("\n{visibility}mod {name} {{\n{}}}\n", body(file, depth))
}

fn body(file: EmittedFile<'_>, depth: usize) -> String {
    format(with_relative_paths(file, depth).contents, "")
}

fn without_modules(mut file: EmittedFile<'_>) -> EmittedFile<'_> {
    file.contents = match file.contents {
        Contents::Items { attributes, items, tables } => {
            let items = items.filter(|item| !declares_module(item));
            Contents::Items { attributes, items: Box::new(items), tables }
        }
        text => text,
    };
    file
}

/// Returns `true` for an item `mod name;` with any prefix.
fn declares_module(item: &TokenStream) -> bool {
    let mut tokens = item.clone().into_iter().collect::<Vec<_>>().into_iter().rev();
    let is = |token: Option<TokenTree>, text: &str| token.is_some_and(|token| token.to_string() == text);
    is(tokens.next(), ";") && matches!(tokens.next(), Some(TokenTree::Ident(_))) && is(tokens.next(), "mod")
}
