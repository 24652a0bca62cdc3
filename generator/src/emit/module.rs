//! Modules of types, of their tables and of what is checked.

use proc_macro2::TokenStream;
use quote::quote;

use super::{ident, literal};
use crate::ident::unraw;
use crate::resolve::{Gate, Group, TypeModule};

impl Group<'_> {
    /// The path of its file in a folder.
    pub(super) fn file(&self, folder: &str) -> String {
        format!("src/{folder}/{}.rs", unraw(self.function))
    }
}

impl TypeModule<'_> {
    /// The path of its file in a folder.
    pub(super) fn file(&self, folder: &str) -> String {
        format!("src/{folder}/{}.rs", unraw(self.name))
    }
}

/// The condition under which a module is compiled.
pub(super) fn gate(module: &TypeModule<'_>) -> TokenStream {
    gated(&module.gate)
}

/// `#[cfg(any(feature = "issues", feature = "pulls"))]`
pub(super) fn gated(gate: &Gate<'_>) -> TokenStream {
    let features = gate.any.iter();
    match gate.any.len() {
        0 => TokenStream::new(),
        1 => quote!(#(#[cfg(feature = #features)])*),
        _ => quote!(#[cfg(any(#(feature = #features),*))]),
    }
}

/// The same as text, on a line of its own.
pub(super) fn gated_text(gate: &Gate<'_>) -> String {
    let features: Vec<String> = gate.any.iter().map(|name| format!("feature = {}", literal(name))).collect();
    match features.as_slice() {
        [] => String::new(),
        [feature] => format!("#[cfg({feature})]\n"),
        features => format!("#[cfg(any({}))]\n", features.join(", ")),
    }
}

/// `mod story;`
pub(super) fn declaration(module: &TypeModule<'_>) -> TokenStream {
    let (gate, name) = (gate(module), ident(module.name));
    quote!(#gate mod #name;)
}

/// The declarations of modules, by their names.
pub(super) fn declarations(mut modules: Vec<TypeModule<'_>>) -> Vec<TokenStream> {
    modules.sort_by_key(|module| module.name);
    modules.iter().map(declaration).collect()
}
