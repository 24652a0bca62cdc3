//! Types: plain structs and enums, easy to read. How they look on the wire stands apart, in `src/wire/`.

mod codes;
mod constant;
mod structure;
mod union;
mod words;

pub(super) use structure::members;

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;

use super::rust_type::{Scope, support_within};
use super::{EmittedFile, Emitter, doc, docs, ident};
use crate::facts::{Form, Module};
use crate::model::{Shape, Type, TypeId};

impl<'a> Emitter<'a> {
    /// `src/types/mod.rs` and one file for each module that has types.
    pub(super) fn type_files(&self) -> Vec<EmittedFile<'a>> {
        let modules = self.types_by_module();
        let mut files = vec![self.types_root(modules.keys().copied())];
        for (module, ids) in modules {
            let emitter = *self;
            let forms = ids
                .clone()
                .into_iter()
                .flat_map(move |id| emitter.facts.forms.emitted(id).iter().map(move |form| (id, *form)));
            let types = forms.flat_map(move |(id, form)| emitter.type_items(id, form));
            let items = self.type_imports(module, &ids).into_iter().chain(types);
            let about = match module {
                Module::Group(index) => {
                    format!("Types of the group `{}`.", crate::names::ident::unraw(&self.names.group(index).function))
                }
                Module::Shared => "Types that belong to no single group of operations.".to_owned(),
                Module::Unused => "Types that no operation uses.".to_owned(),
            };
            let about = format!(" {about}");
            files.push(EmittedFile::items(self.module_file("types", module), quote!(#![doc = #about]), items));
        }
        files
    }

    /// The types of each module, in the order of the description.
    pub(super) fn types_by_module(&self) -> BTreeMap<Module, Vec<TypeId>> {
        let mut modules: BTreeMap<Module, Vec<TypeId>> = BTreeMap::new();
        for (id, _) in self.api.definitions() {
            modules.entry(self.facts.modules[id.index()]).or_default().push(id);
        }
        modules
    }

    fn types_root(&self, modules: impl Iterator<Item = Module>) -> EmittedFile<'a> {
        let mut modules: Vec<Module> = modules.collect();
        modules.sort_by_key(|module| self.module_name(*module));
        let mut items: Vec<TokenStream> = modules.iter().map(|module| self.gated_module(*module)).collect();
        items.extend(modules.iter().map(|module| {
            let (gate, name) = (self.module_gate(*module), ident(self.module_name(*module)));
            quote!(#gate pub use #name::*;)
        }));
        let about = if self.has_unused_types() {
            quote!(#![doc = " The types that are sent and received; with the feature `unused-types` also those that no operation uses."])
        } else {
            quote!(#![doc = " The types that are sent and received."])
        };
        let constants = self.has_constants().then(|| {
            quote! {
                #![doc = ""]
                #![doc = " What has one possible value is a constant of its type: it is written, and whatever is received in its place is"]
                #![doc = " accepted. Where it tells alternatives apart, it is looked at."]
            }
        });
        EmittedFile::items("src/types/mod.rs", quote!(#about #constants), items)
    }

    /// What the types of a module use from elsewhere.
    fn type_imports(&self, module: Module, ids: &[TypeId]) -> Vec<TokenStream> {
        let mut foreign: BTreeSet<String> = BTreeSet::new();
        let mut support: BTreeSet<&str> = BTreeSet::new();
        for id in ids {
            let definition = self.api.definition(*id);
            for form in self.facts.forms.emitted(*id) {
                let types = definition.shape.types(|field| crate::facts::travels(field, *form));
                support.extend(types.iter().flat_map(|ty| support_within(ty)));
                for inner in types.into_iter().flat_map(Type::named) {
                    if self.facts.modules[inner.index()] != module {
                        foreign.insert(self.names.of_type(inner, *form).to_owned());
                    }
                }
                if self.has_three_states(*id, *form) {
                    support.insert("Patch");
                }
            }
            match &definition.shape {
                Shape::Codes(_) => drop(support.insert("UnlistedCode")),
                Shape::Words(_) => drop(support.insert("UnlistedText")),
                _ => {}
            }
        }
        let mut imports: Vec<TokenStream> =
            self.import(&quote!(super), foreign.iter().map(String::as_str)).into_iter().collect();
        imports.extend(self.import(&quote!(crate::runtime), support.into_iter()));
        imports
    }

    /// `use path::{A, B};`, or nothing.
    pub(super) fn import<'n>(&self, path: &TokenStream, names: impl Iterator<Item = &'n str>) -> Option<TokenStream> {
        let names: Vec<_> = names.map(ident).collect();
        match names.as_slice() {
            [] => None,
            [name] => Some(quote!(use #path::#name;)),
            names => Some(quote!(use #path::{#(#names),*};)),
        }
    }

    fn type_items(&self, id: TypeId, form: Form) -> Vec<TokenStream> {
        let definition = self.api.definition(id);
        let name = ident(self.names.of_type(id, form));
        let about = self.type_docs(id, form);
        match &definition.shape {
            Shape::Object(object) => self.structure(id, object, form),
            Shape::Codes(codes) => vec![self.codes(id, codes)],
            Shape::Words(words) => vec![self.words(id, words)],
            Shape::Union(union) => self.union(id, union, form),
            Shape::Alias(ty) => {
                let ty = self.ty(ty, form, Scope::Types);
                vec![quote! { #about pub type #name = #ty; }]
            }
            Shape::Newtype(ty) => {
                let ty = self.ty(ty, form, Scope::Types);
                vec![quote! { #about #[derive(Clone, Debug, PartialEq)] pub struct #name(pub #ty); }]
            }
        }
    }

    /// The docs of a type and its attributes, derives excepted.
    pub(super) fn type_docs(&self, id: TypeId, form: Form) -> TokenStream {
        if self.outline {
            return TokenStream::new();
        }
        let definition = self.api.definition(id);
        let mut lines = docs::lines(&definition.docs, "");
        if self.facts.forms.is_split(id) {
            docs::add_paragraph(
                &mut lines,
                vec![match form {
                    Form::Received => {
                        format!(
                            "This is the form that is received; [`{}`] is sent.",
                            self.names.of_type(id, Form::Sent)
                        )
                    }
                    Form::Sent => {
                        format!(
                            "This is the form that is sent; [`{}`] is received.",
                            self.names.of_type(id, Form::Received)
                        )
                    }
                }],
            );
        }
        docs::add_deprecation(&mut lines, &definition.docs);
        doc(&lines)
    }
}
