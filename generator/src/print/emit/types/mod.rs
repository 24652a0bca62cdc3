//! Types: plain structs and enums, easy to read. How they look on the wire stands apart, in `src/wire/`.

mod conversion;
mod structure;
mod union;

use proc_macro2::TokenStream;
use quote::quote;

use super::argument::field_function;
use super::file::Target;
use super::module::{gated, type_modules};
use super::public::{self, Code, described};
use super::rust_type::Scope;
use super::tokens::{doc, ident, import};
use super::{EmittedFile, EmittedItem};
use crate::base::runtime_item::RuntimeItem;
use crate::rust::ir::{Block, Crate, Item, ItemKind, ModuleTypes, TypeModule, TypeRole};

/// The types.
pub(super) struct Types;

impl Target for Types {
    /// Returns `src/types/mod.rs`.
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        let is_file = package.type_modules.iter().any(|module| module.is_only);
        if is_file { Vec::new() } else { vec![types_root(package)] }
    }

    fn types_file<'a>(&self, package: &'a Crate, types: &'a ModuleTypes) -> Option<EmittedFile<'a>> {
        let about = if types.module.is_only {
            root_docs(package)
        } else {
            let about = format!(" {}", types.module.about);
            quote!(#![doc = #about])
        };
        let imports = imports(types).into_iter().map(EmittedItem::Code);
        let items = imports.chain(types.items.iter().flat_map(|item| items(package, item)));
        Some(EmittedFile::items(types.module.file("types"), about, items))
    }
}

/// Emits the imports of a module. `Patch` is also exported, because users write it to set members of an update to null.
fn imports(types: &ModuleTypes) -> Vec<TokenStream> {
    let runtime = quote!(bindery_runtime);
    let (exported, imported): (Vec<RuntimeItem>, Vec<RuntimeItem>) =
        types.imported_runtime.iter().partition(|item| **item == RuntimeItem::Patch);
    let imports = [
        import(&quote!(super), types.imported_types.iter().map(String::as_str)),
        import(&runtime, imported.into_iter().map(RuntimeItem::name)),
        import(&runtime, exported.into_iter().map(RuntimeItem::name)).map(|import| quote!(pub #import)),
    ];
    imports.into_iter().flatten().collect()
}

fn types_root(package: &Crate) -> EmittedFile<'_> {
    let mut modules: Vec<&TypeModule> = package.type_modules.iter().collect();
    modules.sort_unstable_by(|one, other| one.name.cmp(&other.name));
    let export = |module: &&TypeModule| {
        let (gate, name) = (gated(&module.gate), ident(&module.name));
        EmittedItem::Code(quote!(#gate pub use #name::*;))
    };
    let exports = modules.iter().map(export);
    let items: Vec<EmittedItem> = type_modules(modules.iter().copied()).into_iter().chain(exports).collect();
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
fn items(package: &Crate, item: &Item) -> Vec<EmittedItem> {
    let blocks = item.public();
    let print = |block| public::items(package, block, Scope::Types, |role| code(item, block, role));
    let sources = match &item.kind {
        ItemKind::Union(union) => union::sources(&item.name, union),
        _ => None,
    };
    blocks.iter().flat_map(print).map(EmittedItem::Code).chain(sources.map(EmittedItem::Table)).collect()
}

/// The docs and the body of a member.
fn code(item: &Item, block: &Block<'_, TypeRole<'_>>, role: TypeRole<'_>) -> Code {
    let derives = || public::derives(block);
    match role {
        TypeRole::Type => {
            let (about, derives, attributes) = (doc(&item.docs.lines), derives(), described(&[], &item.attributes));
            let is_open = matches!(item.kind, ItemKind::Alias(_) | ItemKind::Wrapper(_));
            let non_exhaustive = (!is_open).then(|| quote!(#[non_exhaustive]));
            Code::head(quote!(#about #derives #attributes #non_exhaustive))
        }
        TypeRole::RequiredFields(owner) => {
            let about = format!(" The required fields of [`{owner}`], for [`{owner}::new`].");
            let derives = derives();
            Code::head(quote!(#[doc = #about] #derives))
        }
        TypeRole::Constant(member, constant) => structure::constant(member, constant),
        TypeRole::Constructor(structure) => structure::constructor(structure),
        TypeRole::Field(role) => field_function(role, &quote!(self), Scope::Types),
        TypeRole::OtherMembers(others) => structure::others(others),
        TypeRole::Default => Code::body(quote!(
            fn default() -> Self {
                Self::new()
            }
        )),
        TypeRole::FromStruct(received) => {
            let (name, value) = conversion::from_struct(received);
            Code::conversion(name, value)
        }
        TypeRole::FromUnion(union, received) => Code::conversion("value", conversion::from_union(union, received)),
        TypeRole::FromWrapper(conversion) => {
            let value = conversion::converted(conversion, &quote!(value.0));
            Code::conversion("value", quote!(Self(#value)))
        }
        TypeRole::Accessor(union, accessor) => Code::body(union::accessor(union, accessor)),
    }
}
