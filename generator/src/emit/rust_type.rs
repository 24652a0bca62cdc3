//! Types of Rust as tokens.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::quote;

use super::tokens::ident;
use crate::ir::{OPERATION_RUNTIME, Path, RustType};

/// The position of a type in the code. Types modules import all that they name; other modules use paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Types,
    Api,
    /// The root of the operations, where a group may have the name of a crate.
    ApiRoot,
}

/// A type as it stands in code.
pub(crate) fn rust_type(ty: &RustType, scope: Scope) -> TokenStream {
    let arguments = ty.arguments.iter().map(|argument| rust_type(argument, scope));
    if ty.path == Path::Tuple {
        return quote!((#(#arguments,)*));
    }
    let path = path(&ty.path, scope);
    if ty.arguments.is_empty() { path } else { quote!(#path<#(#arguments),*>) }
}

pub(super) fn path(path: &Path, scope: Scope) -> TokenStream {
    match path {
        Path::Known(segments) | Path::Reexported(segments) => {
            let is_full = scope == Scope::ApiRoot && matches!(path, Path::Reexported(_));
            let segments = is_full.then_some("bindery_runtime").into_iter().chain(segments.iter().copied()).map(ident);
            quote!(#(#segments)::*)
        }
        Path::Runtime(name) => {
            let ty = ident(name);
            let is_imported = scope == Scope::Types || OPERATION_RUNTIME.contains(name);
            if is_imported { quote!(#ty) } else { quote!(bindery_runtime::#ty) }
        }
        Path::Emitted(name) => {
            let name = ident(name);
            if scope == Scope::Types { quote!(#name) } else { quote!(types::#name) }
        }
        Path::Beside(name) => {
            let name = ident(name);
            quote!(#name)
        }
        Path::Own(path) => own_path(path),
        Path::Tuple => TokenStream::new(),
    }
}

/// The stand-in for `crate` in the path of a user's type: it is the crate that includes the code, not its root.
pub(crate) const USERS_CRATE: &str = "crate_of_the_user";

/// The path of a type, or an attribute, of the user's; the configuration has seen to it that it is one.
pub(super) fn own_path(path: &str) -> TokenStream {
    path.parse().map(in_users_crate).unwrap_or_default()
}

fn in_users_crate(tokens: TokenStream) -> TokenStream {
    let token = |token| match token {
        TokenTree::Ident(ident) if ident == "crate" => TokenTree::Ident(Ident::new(USERS_CRATE, ident.span())),
        TokenTree::Group(group) => TokenTree::Group(Group::new(group.delimiter(), in_users_crate(group.stream()))),
        other => other,
    };
    tokens.into_iter().map(token).collect()
}

/// A type with its path, as the tables have it: what is read with a feature alone uses no import without it.
pub(super) fn type_text(ty: &RustType) -> String {
    let arguments: Vec<String> = ty.arguments.iter().map(type_text).collect();
    let path = match &ty.path {
        Path::Known(segments) => segments.join("::"),
        Path::Reexported(segments) => format!("bindery_runtime::{}", segments.join("::")),
        Path::Runtime(name) => format!("bindery_runtime::{name}"),
        Path::Emitted(name) => format!("types::{name}"),
        Path::Own(name) | Path::Beside(name) => name.to_owned(),
        Path::Tuple if arguments.is_empty() => return "()".to_owned(),
        Path::Tuple => return format!("({},)", arguments.join(", ")),
    };
    if arguments.is_empty() { path } else { format!("{path}<{}>", arguments.join(", ")) }
}
