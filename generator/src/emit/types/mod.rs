//! Types: plain structs and enums, easy to read. How they look on the wire stands apart, in `src/wire/`.

mod conversion;
mod enumeration;
mod item;
mod structure;
mod union;

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::quote;

use super::EmittedFile;
use super::file::Target;
use super::module::{each_item, each_module};
use super::rust_type::{Scope, rust_type};
use super::tokens::{doc, ident, import};
use crate::ir::{Crate, Item, ItemKind, ModuleTypes};
use item::derives;

/// The types.
pub(super) struct Types;

impl Target for Types {
    /// Returns `src/types/mod.rs`.
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        let is_file = package.type_modules.iter().any(|module| module.is_only);
        if is_file { Vec::new() } else { vec![types_root(package)] }
    }

    fn types_file<'a>(&self, package: &'a Crate, types: &Rc<ModuleTypes>) -> Option<EmittedFile<'a>> {
        let about = if types.module.is_only {
            root_docs(package)
        } else {
            let about = format!(" {}", types.module.about);
            quote!(#![doc = #about])
        };
        let items: Vec<_> = imports(types).into_iter().chain(each_item(types, items).flatten()).collect();
        Some(EmittedFile::items(types.module.file("types"), about, items))
    }
}

/// Emits the imports of a module. `Patch` is also exported, because users write it to set members of an update to null.
fn imports(types: &ModuleTypes) -> Vec<TokenStream> {
    let runtime = quote!(bindery_runtime);
    let (exported, imported): (Vec<&str>, Vec<&str>) =
        types.imported_runtime.iter().partition(|name| **name == "Patch");
    let imports = [
        import(&quote!(super), types.imported_types.iter().map(String::as_str)),
        import(&runtime, imported.into_iter()),
        import(&runtime, exported.into_iter()).map(|import| quote!(pub #import)),
    ];
    imports.into_iter().flatten().collect()
}

fn types_root(package: &Crate) -> EmittedFile<'_> {
    let modules = package.type_modules.iter();
    let mut items = each_module(modules.clone(), |gate, name| quote!(#gate mod #name;));
    items.extend(each_module(modules, |gate, name| quote!(#gate pub use #name::*;)));
    EmittedFile::items("src/types/mod.rs", root_docs(package), items)
}

fn root_docs(package: &Crate) -> TokenStream {
    let about = if package.has_unreferenced_types {
        quote!(#![doc = " The types that are sent and received; with the feature `unreferenced-types` also those that no operation uses."])
    } else {
        quote!(#![doc = " The types that are sent and received."])
    };
    let constants = package.has_constants.then(|| {
        quote! {
            #![doc = ""]
            #![doc = " A member with a single possible value is a constant of its type. It is always sent. In a response, any value is"]
            #![doc = " accepted, unless the member selects the variant of a union."]
        }
    });
    quote!(#about #constants)
}

/// A type and what belongs to it.
fn items(item: &Item) -> Vec<TokenStream> {
    let name = ident(&item.name);
    let about = || doc(&item.docs.lines);
    match &item.kind {
        ItemKind::Struct(structure) => structure::items(item, structure),
        ItemKind::IntegerEnum(integers) => vec![enumeration::integers(item, integers)],
        ItemKind::StringEnum(texts) => vec![enumeration::texts(item, texts)],
        ItemKind::Union(union) => union::items(item, union),
        ItemKind::Alias(ty) => {
            let (about, ty) = (about(), rust_type(ty, Scope::Types));
            let attributes = derives(item);
            vec![quote! { #about #attributes pub type #name = #ty; }]
        }
        ItemKind::Wrapper(wrapper) => {
            let (about, ty) = (about(), rust_type(&wrapper.ty, Scope::Types));
            let derives = derives(item);
            let made = quote! { #about #derives pub struct #name(pub #ty); };
            let received = wrapper.received.iter();
            let received = received.map(|(from, how)| conversion::wrapper_from_received(&name, from, how));
            std::iter::once(made).chain(received).collect()
        }
    }
}
