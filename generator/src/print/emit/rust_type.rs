//! The paths of types in the code.

use std::borrow::Cow;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};

use super::tokens::code;
use crate::rust::ir::{OPERATION_RUNTIME, Path, RustType};

/// The position of a type in the code. Types modules import all that they name; other modules use paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Types,
    Api,
    /// The root of the operations, where a group may have the name of a crate.
    ApiRoot,
    /// The tables: what is read with a feature alone uses no import without it.
    Tables,
}

/// A type as it stands in code.
pub(crate) fn rust_type(ty: &RustType, scope: Scope) -> TokenStream {
    code(&ty.text(&|path| scope.path(path)))
}

/// The same as text, as the tables have it.
pub(super) fn type_text(ty: &RustType) -> String {
    ty.text(&|path| Scope::Tables.path(path))
}

impl Scope {
    /// Returns a path as it stands in code.
    pub(crate) fn path(self, path: &Path) -> Cow<'_, str> {
        let has_imports = matches!(self, Self::Types | Self::Api);
        match path {
            Path::Reexported(..) if !has_imports => format!("bindery_runtime::{}", path.full()).into(),
            Path::Handle(handle) if !has_imports => format!("crate::{handle}").into(),
            Path::Runtime(item) if self != Self::Tables && OPERATION_RUNTIME.contains(item) => path.short(),
            Path::Runtime(_) | Path::Emitted(_) if self == Self::Types => path.short(),
            Path::Own(path) if self != Self::Tables && path.contains("crate") => {
                own_path(path).to_string().replace(" :: ", "::").into()
            }
            Path::Beside(_) => path.short(),
            _ => path.full(),
        }
    }
}

/// The stand-in for `crate` in the path of a user's type: it is the crate that includes the code, not its root.
pub(crate) const USERS_CRATE: &str = "crate_of_the_user";

/// The path of a type, or an attribute, of the user's; the configuration has seen to it that it is one.
pub(super) fn own_path(path: &str) -> TokenStream {
    in_users_crate(code(path))
}

fn in_users_crate(tokens: TokenStream) -> TokenStream {
    let token = |token| match token {
        TokenTree::Ident(ident) if ident == "crate" => TokenTree::Ident(Ident::new(USERS_CRATE, ident.span())),
        TokenTree::Group(group) => TokenTree::Group(Group::new(group.delimiter(), in_users_crate(group.stream()))),
        other => other,
    };
    tokens.into_iter().map(token).collect()
}
