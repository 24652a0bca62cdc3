//! One of several types: an enum, and a variant for values that are none of them.

use std::collections::HashMap;

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust_type::Scope;
use crate::emit::{Emitter, doc, docs, ident};
use crate::facts::Form;
use crate::model::{Payload, Type, TypeId, Union, Variant};

impl Emitter<'_> {
    pub(super) fn union(&self, id: TypeId, union: &Union, form: Form) -> Vec<TokenStream> {
        let name = ident(self.names.of_type(id, form));
        let about = self.type_docs(id, form);
        let variants = union.variants.iter().enumerate().map(|(index, variant)| {
            let about = doc(&variant_docs(variant));
            let name = ident(self.names.variant(id, index));
            match self.payload(id, index, variant, form) {
                Some(payload) => quote! { #about #name(#payload) },
                None => quote! { #about #name },
            }
        });
        let mut items = vec![quote! {
            #about
            #[derive(Clone, Debug, PartialEq)]
            #[non_exhaustive]
            pub enum #name {
                #(#variants,)*
                /// A value that is none of these; it is kept and sent back as it is.
                Unlisted(serde_json::Value),
            }
        }];
        items.extend(self.conversions(id, union, form));
        items
    }

    /// The type that an alternative holds, boxed where it is endless or large.
    pub(crate) fn payload(&self, id: TypeId, index: usize, variant: &Variant, form: Form) -> Option<TokenStream> {
        let Payload::Type(ty) = &variant.payload else { return None };
        let inner = self.ty(ty, form, Scope::Types);
        let boxed = self.facts.boxed.contains(id, index) || self.is_large(ty, form);
        Some(if boxed { quote!(Box<#inner>) } else { inner })
    }

    /// `From` for each alternative that no other one equals.
    fn conversions(&self, id: TypeId, union: &Union, form: Form) -> Vec<TokenStream> {
        let name = ident(self.names.of_type(id, form));
        let held: Vec<Option<String>> = union
            .variants
            .iter()
            .map(|variant| match &variant.payload {
                Payload::Type(ty) => Some(self.ty(self.api.unaliased(ty), form, Scope::Types).to_string()),
                Payload::Constant(_) => None,
            })
            .collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        held.iter().flatten().for_each(|held| *counts.entry(held).or_default() += 1);
        let mut conversions = Vec::new();
        for (index, variant) in union.variants.iter().enumerate() {
            let Payload::Type(ty) = &variant.payload else { continue };
            // An alternative that is the union itself by way of an alias converts already.
            if *self.api.unaliased(ty) == Type::Named(id) {
                continue;
            }
            if held[index].as_deref().and_then(|held| counts.get(held)).is_some_and(|count| *count > 1) {
                continue;
            }
            let variant_name = ident(self.names.variant(id, index));
            let inner = self.ty(ty, form, Scope::Types);
            let boxed = self.facts.boxed.contains(id, index) || self.is_large(ty, form);
            let value = if boxed { quote!(Box::new(value)) } else { quote!(value) };
            conversions.push(quote! {
                impl From<#inner> for #name { fn from(value: #inner) -> Self { Self::#variant_name(#value) } }
            });
        }
        conversions
    }
}

fn variant_docs(variant: &Variant) -> Vec<String> {
    match &variant.payload {
        Payload::Constant(value) => docs::text_lines(&format!("Always {}.", docs::code(&value.to_string()))),
        Payload::Type(_) => Vec::new(),
    }
}
