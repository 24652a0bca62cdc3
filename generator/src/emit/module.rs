//! Modules of types, of their tables and of what is checked.

use proc_macro2::TokenStream;
use quote::quote;

use super::{ident, literal};
use crate::ident::unraw;
use crate::ir::{Gate, Group, TypeModule};

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

/// Returns the declarations of modules, such as `mod story;`, by name.
pub(super) fn declarations<'m>(modules: impl Iterator<Item = &'m TypeModule>) -> Vec<TokenStream> {
    let mut modules: Vec<&TypeModule> = modules.collect();
    modules.sort_by_key(|module| &module.name);
    let declaration = |module: &&TypeModule| {
        let (gate, name) = (gated(&module.gate), ident(&module.name));
        quote!(#gate mod #name;)
    };
    modules.iter().map(declaration).collect()
}
