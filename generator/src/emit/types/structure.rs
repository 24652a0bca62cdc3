//! Structs: fields and constants, and for what is sent a constructor and setters.

use proc_macro2::TokenStream;
use quote::quote;

use super::conversion;
use super::item::{attributes, derives};
use crate::emit::argument::{argument_type, clearing, field_value, setter};
use crate::emit::constant::{constant_type, constant_value};
use crate::emit::rust_type::{Scope, rust_type};
use crate::emit::tokens::{doc, ident};
use crate::ir::{Constant, Constructor, DefaultValue, Item, Presence, Struct};

pub(super) fn items(item: &Item, structure: &Struct) -> Vec<TokenStream> {
    let (about, derives, name) = (doc(&item.docs.lines), derives(item), ident(&item.name));
    let fields = structure.fields().map(|(member, field)| {
        let (about, name) = (doc(&member.docs.lines), ident(&member.name));
        let (ty, attributes) = (rust_type(&field.ty(), Scope::Types), attributes(&member.attributes));
        quote! { #about #attributes pub #name: #ty }
    });
    let others = structure.others.iter().map(|(name, ty)| {
        let (name, ty) = (ident(name), rust_type(&ty.clone().map(), Scope::Types));
        quote! {
            /// Properties that the description does not declare.
            pub #name: #ty
        }
    });
    let fields = fields.chain(others);
    let mut items = vec![quote! {
        #about
        #derives
        #[non_exhaustive]
        pub struct #name { #(#fields),* }
    }];
    items.extend(structure.required_fields.iter().map(|fields| required_fields(&item.name, fields, structure)));
    let functions = constants(structure).chain(constructor(structure)).chain(setters(structure));
    let functions: Vec<TokenStream> = functions.collect();
    if !functions.is_empty() {
        items.push(quote! { impl #name { #(#functions)* } });
    }
    if structure.has_default && structure.has_initial_values() {
        items.push(quote! { impl Default for #name { fn default() -> Self { Self::new() } } });
    }
    items.extend(structure.from_received.as_ref().map(|from| conversion::from_received(&name, from)));
    items
}

/// The struct of the required fields.
fn required_fields(owner: &str, name: &str, structure: &Struct) -> TokenStream {
    let about = format!(" The required fields of [`{owner}`], for [`{owner}::new`].");
    let name = ident(name);
    let fields = structure.fields().filter(|(_, field)| field.is_argument()).map(|(member, field)| {
        let (about, name, ty) = (doc(&member.docs.lines), ident(&member.name), rust_type(&field.value, Scope::Types));
        quote!(#about pub #name: #ty)
    });
    quote! {
        #[doc = #about]
        #[derive(Clone, Debug)]
        pub struct #name { #(#fields),* }
    }
}

/// `pub const OBJECT: &'static str = "customer";`
fn constants(structure: &Struct) -> impl Iterator<Item = TokenStream> {
    structure.constants().map(|(member, constant)| {
        // Some letters have no other case.
        let expectation = member.name.contains(char::is_lowercase).then(
            || quote!(#[expect(non_upper_case_globals, reason = "it has letters without an upper case, or a mark")]),
        );
        let (about, name) = (doc(&member.docs.lines), ident(&member.name));
        let (ty, value) = (constant_type(constant), constant_value(constant));
        let attributes = attributes(&member.attributes);
        quote! { #about #expectation #attributes pub const #name: #ty = #value; }
    })
}

fn constructor(structure: &Struct) -> Option<TokenStream> {
    match structure.constructor? {
        Constructor::OnlyValue => Some(quote! {
            /// Creates the only possible value.
            #[must_use]
            pub fn new() -> Self { Self::default() }
        }),
        Constructor::Empty if !structure.has_initial_values() => Some(quote! {
            /// Creates a value without optional members.
            #[must_use]
            pub fn new() -> Self { Self::default() }
        }),
        Constructor::Empty | Constructor::Required => Some(constructor_with_values(structure)),
    }
}

fn constructor_with_values(structure: &Struct) -> TokenStream {
    let required = structure.fields().filter(|(_, field)| field.is_argument());
    let parameters = required.map(|(member, field)| {
        let (name, ty) = (ident(&member.name), argument_type(&field.argument, Scope::Types));
        quote!(#name: #ty)
    });
    let mut parameters: Vec<TokenStream> = parameters.collect();
    let fields = structure.required_fields.as_ref().map(ident);
    if let Some(fields) = &fields {
        parameters = vec![quote!(fields: #fields)];
    }
    let values = structure.fields().map(|(member, field)| {
        let name = ident(&member.name);
        match &field.presence {
            Presence::Required if field.initial.is_some() => {
                let value = field.initial.as_ref().map(default_value);
                let value = if field.is_boxed { quote!(Box::new(#value)) } else { quote!(#value) };
                quote!(#name: #value)
            }
            Presence::Required if fields.is_some() => {
                let value = if field.is_boxed { quote!(Box::new(fields.#name)) } else { quote!(fields.#name) };
                quote!(#name: #value)
            }
            Presence::Required => {
                let value = field_value(field, &quote!(#name));
                if name == value.to_string() { quote!(#name) } else { quote!(#name: #value) }
            }
            Presence::ThreeStates => quote!(#name: Patch::Unset),
            _ => quote!(#name: None),
        }
    });
    let others = structure.others.iter().map(|(name, _)| {
        let name = ident(name);
        quote!(#name: std::collections::BTreeMap::new())
    });
    let values = values.chain(others);
    let about = if parameters.is_empty() {
        " Creates a value with the defaults."
    } else {
        " Creates a value with all required fields."
    };
    quote! {
        #[doc = #about]
        #[must_use]
        pub fn new(#(#parameters),*) -> Self { Self { #(#values),* } }
    }
}

fn default_value(default: &DefaultValue) -> TokenStream {
    match default {
        DefaultValue::Boolean(flag) => quote!(#flag),
        DefaultValue::Integer(number) => constant_value(&Constant::Integer(*number)),
        DefaultValue::Number(number) => constant_value(&Constant::Number(*number)),
        DefaultValue::Text(text) if text.is_empty() => quote!(String::new()),
        DefaultValue::Text(text) => quote!(#text.to_owned()),
        DefaultValue::EmptyList => quote!(Vec::new()),
        DefaultValue::Variant(enumeration, variant) => {
            let (enumeration, variant) = (ident(enumeration), ident(variant));
            quote!(#enumeration::#variant)
        }
    }
}

fn setters(structure: &Struct) -> impl Iterator<Item = TokenStream> {
    let fields = structure.fields().filter(|(_, field)| structure.has_setter(field));
    fields.flat_map(|(member, field)| {
        let cleared = field.presence == Presence::ThreeStates;
        let cleared = cleared.then(|| clearing(member, &quote!(self), Scope::Types));
        std::iter::once(setter(member, field, &quote!(self), Scope::Types)).chain(cleared)
    })
}
