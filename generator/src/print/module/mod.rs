//! Emits a client as a module of the user's crate. Its paths are relative, so that it can be anywhere.

mod folder;
mod nested;

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;

pub(crate) use folder::module_file;
pub(crate) use nested::nested;

use crate::print::emit::{Contents, EmittedFile, EmittedItem, USERS_CRATE};

/// Converts a file `depth` modules below the root of the client, where `crate` was that root.
fn with_relative_paths(mut file: EmittedFile<'_>, depth: usize) -> EmittedFile<'_> {
    if let Contents::Items { attributes, items } = file.contents {
        let items = Box::new(items.map(move |item| match item {
            EmittedItem::Code(code) => EmittedItem::Code(relative(code, depth)),
            EmittedItem::Table(table) => EmittedItem::Table(table.replace(USERS_CRATE, "crate")),
        }));
        file.contents = Contents::Items { attributes, items };
    }
    file
}

/// Replaces `crate` by the relative path to the root.
fn relative(tokens: TokenStream, depth: usize) -> TokenStream {
    let mut result = TokenStream::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) if ident == "crate" => {
                result.extend(match depth {
                    0 => quote!(self),
                    1 => quote!(super),
                    _ => quote!(super::super),
                });
            }
            TokenTree::Ident(ident) if ident == USERS_CRATE => result.extend(quote!(crate)),
            TokenTree::Group(group) => {
                // `pub(crate)` stays.
                let inner = group.stream();
                let inner = if is_visibility(&inner) { inner } else { relative(inner, depth) };
                let mut changed = Group::new(group.delimiter(), inner);
                changed.set_span(group.span());
                result.extend([TokenTree::Group(changed)]);
            }
            other => result.extend([other]),
        }
    }
    result
}

/// Returns `true` for the tokens between the parentheses of `pub(crate)`.
fn is_visibility(tokens: &TokenStream) -> bool {
    let mut tokens = tokens.clone().into_iter();
    matches!((tokens.next(), tokens.next()), (Some(TokenTree::Ident(only)), None) if only == "crate")
}
