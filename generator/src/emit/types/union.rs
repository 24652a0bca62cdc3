//! One of several types: an enum, and a variant for values that are none of them.

use std::collections::HashMap;

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust_type::Scope;
use crate::emit::{Emitter, doc, docs, ident};
use crate::facts::Form;
use crate::model::{Payload, Text, Type, TypeId, Union, Variant};

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

    /// `From` for what only one alternative holds. Where the tag stands outside the value, a plain value says too little of
    /// which alternative is meant.
    fn conversions(&self, id: TypeId, union: &Union, form: Form) -> Vec<TokenStream> {
        let is_apart = union.tag.as_ref().is_some_and(|tag| tag.internal().is_none());
        let held: Vec<Option<Held>> = union
            .variants
            .iter()
            .map(|variant| {
                let ty = variant.payload.ty()?;
                let target = self.api.unaliased(ty);
                let written = self.ty(target, form, Scope::Types).to_string();
                Some(Held { ty, target, written })
            })
            .collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        held.iter().flatten().for_each(|held| *counts.entry(&held.written).or_default() += 1);
        let mut conversions = Vec::new();
        for (index, held) in held.iter().enumerate() {
            let Some(held) = held else { continue };
            let is_named = matches!(held.target, Type::Named(_));
            // An alternative that is the union itself by way of an alias converts already.
            let is_itself = *held.target == Type::Named(id);
            let is_only = counts.get(held.written.as_str()) == Some(&1);
            if is_only && !is_itself && (is_named || !is_apart) {
                conversions.extend(self.conversion(id, index, held, form));
            }
        }
        conversions
    }

    /// From what a variant holds, and from what is written instead of it where it is a text or a list.
    fn conversion(&self, id: TypeId, index: usize, held: &Held<'_>, form: Form) -> Vec<TokenStream> {
        let name = ident(self.names.of_type(id, form));
        let variant = ident(self.names.variant(id, index));
        let inner = self.ty(held.ty, form, Scope::Types);
        let boxed = self.facts.boxed.contains(id, index) || self.is_large(held.ty, form);
        let value = if boxed { quote!(Box::new(value)) } else { quote!(value) };
        let mut conversions = vec![quote! {
            impl From<#inner> for #name { fn from(value: #inner) -> Self { Self::#variant(#value) } }
        }];
        match held.target {
            Type::Text(Text::Plain) => conversions.push(quote! {
                impl From<&str> for #name { fn from(value: &str) -> Self { Self::#variant(value.to_owned()) } }
            }),
            Type::List(element) if !boxed => {
                let is_text = self.is_text(element);
                let element = self.ty(element, form, Scope::Types);
                conversions.push(quote! {
                    impl<const N: usize> From<[#element; N]> for #name {
                        fn from(values: [#element; N]) -> Self { Self::#variant(values.into()) }
                    }
                });
                if is_text {
                    conversions.push(quote! {
                        impl<const N: usize> From<[&str; N]> for #name {
                            fn from(values: [&str; N]) -> Self { Self::#variant(values.map(str::to_owned).into()) }
                        }
                    });
                }
            }
            _ => {}
        }
        conversions
    }
}

fn variant_docs(variant: &Variant) -> Vec<String> {
    match &variant.payload {
        Payload::Constant(value) => docs::lines(&variant.docs, &format!("Always {}.", docs::code(&value.to_string()))),
        Payload::Type(_) | Payload::Unit => docs::lines(&variant.docs, ""),
    }
}

/// What a variant holds: its type, that without aliases, and how that is written.
struct Held<'a> {
    ty: &'a Type,
    target: &'a Type,
    written: String,
}
