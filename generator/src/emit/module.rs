//! Modules of types, of their tables and of what is checked.

use proc_macro2::TokenStream;
use quote::quote;

use super::{ident, literal};
use crate::ident::unraw;
use crate::ir::{Gate, Group};
use crate::resolve::TypeModule;

impl Group {
    /// The path of its file in a folder.
    pub(super) fn file(&self, folder: &str) -> String {
        format!("src/{folder}/{}.rs", unraw(&self.function))
    }
}

impl TypeModule {
    /// The path of its file in a folder.
    pub(super) fn file(&self, folder: &str) -> String {
        format!("src/{folder}/{}.rs", unraw(&self.name))
    }
}

/// The condition under which a module is compiled.
pub(super) fn gate(module: &TypeModule) -> TokenStream {
    gated(&module.gate)
}

/// `#[cfg(any(feature = "issues", feature = "pulls"))]`
pub(super) fn gated(gate: &Gate) -> TokenStream {
    let features = gate.any.iter();
    match gate.any.len() {
        0 => TokenStream::new(),
        1 => quote!(#(#[cfg(feature = #features)])*),
        _ => quote!(#[cfg(any(#(feature = #features),*))]),
    }
}

/// The same as text, on a line of its own.
pub(super) fn gated_text(gate: &Gate) -> String {
    let features: Vec<String> = gate.any.iter().map(|name| format!("feature = {}", literal(name))).collect();
    match features.as_slice() {
        [] => String::new(),
        [feature] => format!("#[cfg({feature})]\n"),
        features => format!("#[cfg(any({}))]\n", features.join(", ")),
    }
}

/// `mod story;`
pub(super) fn declaration(module: &TypeModule) -> TokenStream {
    let (gate, name) = (gate(module), ident(&module.name));
    quote!(#gate mod #name;)
}

/// The declarations of modules, by their names.
pub(super) fn declarations(mut modules: Vec<TypeModule>) -> Vec<TokenStream> {
    modules.sort_by(|one, other| one.name.cmp(&other.name));
    modules.iter().map(declaration).collect()
}
