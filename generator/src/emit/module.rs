//! Modules of types, of their tables and of what is checked.

use proc_macro2::TokenStream;
use quote::quote;

use super::ident;
use crate::bindings::{Group, TypeModule};
use crate::ident::unraw;

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
    module.feature.map(|feature| quote!(#[cfg(feature = #feature)])).unwrap_or_default()
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
