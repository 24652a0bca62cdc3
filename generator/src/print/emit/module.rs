//! Modules of types and of groups: their paths, declarations and conditions.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::EmittedFile;
use super::tokens::{code, ident, import, literal, runtime_imports};
use crate::rust::ir::{Gate, Group, GroupOperations, Operation, OperationImports, TypeModule};

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

/// Prints something for each module of types, in the order of their names.
pub(super) fn each_module<'m>(
    modules: impl Iterator<Item = &'m TypeModule>,
    print: impl Fn(&TokenStream, &Ident) -> TokenStream,
) -> Vec<TokenStream> {
    each_name(modules.map(|module| (&module.name, &module.gate)), print)
}

/// Declares the modules of operations, in the order of their names.
pub(super) fn operation_modules(groups: &[Group]) -> Vec<TokenStream> {
    let modules = groups.iter().flat_map(|group| group.modules().map(|module| (module, &group.gate)));
    each_name(modules, |gate, name| quote!(#gate mod #name;))
}

/// Declares the submodules of groups, in the order of their names.
pub(super) fn submodules(groups: &[Group]) -> Vec<TokenStream> {
    let modules = groups.iter().flat_map(|group| group.submodules.iter().map(|module| (module, &group.gate)));
    each_name(modules, |gate, name| quote!(#gate mod #name;))
}

/// Prints something for the module of each group, in the order of their names.
pub(super) fn each_group(groups: &[Group], print: impl Fn(&TokenStream, &Ident) -> TokenStream) -> Vec<TokenStream> {
    each_name(groups.iter().map(|group| (&group.function, &group.gate)), print)
}

fn each_name<'m>(
    modules: impl Iterator<Item = (&'m String, &'m Gate)>,
    print: impl Fn(&TokenStream, &Ident) -> TokenStream,
) -> Vec<TokenStream> {
    let mut modules: Vec<(&String, &Gate)> = modules.collect();
    modules.sort_unstable_by_key(|(name, _)| *name);
    modules.into_iter().map(|(name, gate)| print(&gated(gate), &ident(name))).collect()
}

/// Returns `src/<folder>/mod.rs`, which declares the modules of a folder, unless there are none or a file replaces the
/// folder.
pub(super) fn folder_root<'m>(
    folder: &str,
    about: &str,
    modules: impl Iterator<Item = &'m TypeModule> + Clone,
) -> Option<EmittedFile<'static>> {
    if modules.clone().next()?.is_only {
        return None;
    }
    // A group may have the name of the folder.
    let is_inside_itself = modules.clone().any(|module| module.name == folder);
    let allowed = is_inside_itself.then(|| quote!(#![allow(clippy::module_inception)]));
    let declarations = each_module(modules, |gate, name| quote!(#gate mod #name;));
    Some(EmittedFile::items(format!("src/{folder}/mod.rs"), quote!(#![doc = #about] #allowed), declarations))
}

/// Returns the imports of a file with operations, and of these types of the client.
pub(super) fn operation_imports<'n>(
    used: &OperationImports,
    of_client: impl Iterator<Item = &'n str>,
) -> Vec<TokenStream> {
    let types = used.has_types.then(|| code("use crate::types;"));
    let of_runtime = runtime_imports(used.runtime.iter().copied());
    of_runtime.into_iter().chain(import(&quote!(crate::client), of_client)).chain(types).collect()
}

/// `api::story::ListStories`
pub(super) fn operation_path(operation: &Operation) -> String {
    path_beside(operation, &operation.type_name)
}

/// The path of a type in the module of an operation.
pub(super) fn path_beside(operation: &Operation, name: &str) -> String {
    format!("api::{}::{name}", operation.module)
}
