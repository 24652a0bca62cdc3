//! Modules of types and of groups: their paths, declarations and conditions.

use proc_macro2::TokenStream;
use quote::quote;

use super::tokens::{code, ident, import, literal, runtime_imports};
use super::{EmittedFile, EmittedItem};
use crate::rust::ir::{Crate, Gate, Group, GroupOperations, Operation, OperationImports, TypeModule};

impl Crate {
    /// Returns the path to the root of the client, for the code of a file. A module can be anywhere in the user's crate.
    pub(super) fn root(&self, file: &str) -> TokenStream {
        let depth = file.split('/').filter(|step| !matches!(*step, "src" | "mod.rs")).count();
        match depth {
            _ if self.is_whole => quote!(crate),
            1 => quote!(super),
            _ => quote!(super::super),
        }
    }
}

impl Group {
    /// The modules of its operations.
    pub(super) fn modules(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.function).chain(&self.submodules)
    }
}

impl GroupOperations {
    /// The path of its file in a folder.
    pub(super) fn file(&self, folder: &str) -> String {
        format!("src/{folder}/{}.rs", self.submodule.as_ref().unwrap_or(&self.group.function))
    }
}

impl TypeModule {
    /// The path of its file in a folder. The only module is a file in place of the folder.
    pub(super) fn file(&self, folder: &str) -> String {
        if self.is_only { format!("src/{folder}.rs") } else { format!("src/{folder}/{}.rs", self.name) }
    }

    /// Returns a phrase for its types.
    pub(super) fn described(&self) -> String {
        if self.is_only { "the types".to_owned() } else { format!("the types of `types::{}`", self.name) }
    }
}

/// `#[cfg(any(feature = "issues", feature = "pulls"))]`
pub(super) fn gated(gate: &Gate) -> TokenStream {
    code(&gated_text(gate))
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

/// Declares the modules of types, in the order of their names.
pub(super) fn type_modules<'m>(modules: impl Iterator<Item = &'m TypeModule>) -> Vec<EmittedItem> {
    declarations(modules.map(|module| (&module.name, &module.gate)), &TokenStream::new())
}

/// Declares the modules of operations, in the order of their names.
pub(super) fn operation_modules(groups: &[Group]) -> Vec<EmittedItem> {
    let modules = groups.iter().flat_map(|group| group.modules().map(|module| (module, &group.gate)));
    declarations(modules, &TokenStream::new())
}

/// Declares modules, in the order of their names.
pub(super) fn declarations<'m>(
    modules: impl Iterator<Item = (&'m String, &'m Gate)>,
    visibility: &TokenStream,
) -> Vec<EmittedItem> {
    let mut modules: Vec<(&String, &Gate)> = modules.collect();
    modules.sort_unstable_by_key(|(name, _)| *name);
    let declaration = |(name, gate): (&String, &Gate)| {
        let (gate, module) = (gated(gate), ident(name));
        EmittedItem::Module(quote!(#gate #visibility mod #module;), name.clone())
    };
    modules.into_iter().map(declaration).collect()
}

/// Returns `src/<folder>/mod.rs`, which declares the modules of a folder, unless a file replaces the folder.
pub(super) fn folder_root<'m>(
    folder: &str,
    about: &str,
    modules: impl Iterator<Item = &'m TypeModule> + Clone,
) -> Option<EmittedFile<'static>> {
    if modules.clone().any(|module| module.is_only) {
        return None;
    }
    // A group may have the name of the folder.
    let is_inside_itself = modules.clone().any(|module| module.name == folder);
    let allowed = is_inside_itself.then(|| quote!(#![allow(clippy::module_inception)]));
    let path = format!("src/{folder}/mod.rs");
    Some(EmittedFile::items(path, quote!(#![doc = #about] #allowed), type_modules(modules)))
}

/// Returns the imports of a file with operations, and of these types of the client.
pub(super) fn operation_imports<'n>(
    used: &OperationImports,
    of_client: impl Iterator<Item = &'n str>,
    root: &TokenStream,
) -> Vec<TokenStream> {
    let types = used.has_types.then(|| quote!(use #root::types;));
    let of_runtime = runtime_imports(used.runtime.iter().copied());
    of_runtime.into_iter().chain(import(&quote!(#root::client), of_client)).chain(types).collect()
}

/// `api::story::ListStories`
pub(super) fn operation_path(operation: &Operation) -> String {
    path_beside(operation, &operation.type_name)
}

/// The path of a type in the module of an operation.
pub(super) fn path_beside(operation: &Operation, name: &str) -> String {
    format!("api::{}::{name}", operation.module)
}
