//! Types: plain structs and enums, easy to read. How they look on the wire stands apart, in `src/wire/`.

mod conversion;
mod structure;
mod union;

use proc_macro2::TokenStream;
use quote::quote;

use super::argument::{clearing, setter};
use super::file::Target;
use super::module::{gated, type_modules};
use super::public::{self, Code, described};
use super::rust_type::Scope;
use super::tokens::{doc, ident, import};
use super::{EmittedFile, EmittedItem};
use crate::base::runtime_item::RuntimeItem;
use crate::rust::ir::{Block, Crate, Item, ItemKind, ModuleTypes, Public, Role, TypeModule};

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
    let print = |block| public::items(package, block, Scope::Types, |member| code(item, block, member));
    let sources = match &item.kind {
        ItemKind::Union(union) => union::sources(&item.name, union),
        _ => None,
    };
    blocks.iter().flat_map(print).map(EmittedItem::Code).chain(sources.map(EmittedItem::Table)).collect()
}

/// The docs and the body of a member.
fn code(item: &Item, block: &Block<'_>, member: &Public<'_>) -> Code {
    let derives = || public::derives(block);
    let from = |name, value: &_| public::conversion(member, Scope::Types, name, value);
    match member.role {
        Role::Type => {
            let (about, derives, attributes) = (doc(&item.docs.lines), derives(), described(&[], &item.attributes));
            let is_open = matches!(item.kind, ItemKind::Alias(_) | ItemKind::Wrapper(_));
            let non_exhaustive = (!is_open).then(|| quote!(#[non_exhaustive]));
            Code::head(quote!(#about #derives #attributes #non_exhaustive))
        }
        Role::RequiredFields(owner) => {
            let about = format!(" The required fields of [`{owner}`], for [`{owner}::new`].");
            let derives = derives();
            Code::head(quote!(#[doc = #about] #derives))
        }
        Role::Constant(member, constant) => structure::constant(member, constant),
        Role::Constructor(structure) => structure::constructor(structure),
        Role::Setter(member, field) => setter(member, field, &quote!(self), Scope::Types),
        Role::OtherMembers(others) => structure::others(others),
        Role::Clear(member) => clearing(member, &quote!(self), Scope::Types),
        Role::Default => Code::body(quote!(
            fn default() -> Self {
                Self::new()
            }
        )),
        Role::FromStruct(received) => {
            let (name, value) = conversion::from_struct(received);
            from(name, &value)
        }
        Role::FromUnion(union, received) => from("value", &conversion::from_union(union, received)),
        Role::FromWrapper(conversion) => {
            let value = conversion::converted(conversion, &quote!(value.0));
            from("value", &quote!(Self(#value)))
        }
        Role::Accessor(union, accessor) => Code::body(union::accessor(union, accessor)),
        _ => Code::body(TokenStream::new()),
    }
}
