//! The paths of types in the code.

use std::borrow::Cow;

use proc_macro2::TokenStream;

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
            // Only in a whole crate, whose groups may be features.
            Path::Handle(handle) if !has_imports => format!("crate::{handle}").into(),
            Path::Runtime(item) if self != Self::Tables && OPERATION_RUNTIME.contains(item) => path.short(),
            Path::Runtime(_) | Path::Emitted(_) if self == Self::Types => path.short(),
            Path::Beside(_) => path.short(),
            _ => path.full(),
        }
    }
}
