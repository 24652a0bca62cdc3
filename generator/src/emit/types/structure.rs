//! An object: a struct, and for what is sent a constructor and setters.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::emit::rust_type::{Presence, Scope};
use crate::emit::{Emitter, doc, docs, ident};
use crate::facts::{Form, travels};
use crate::model::{Field, Object, Shape, Type, TypeId};
use crate::names::ident::unraw;

/// clippy's limit for the arguments of a function.
const MANY_ARGUMENTS: usize = 7;

impl Emitter<'_> {
    pub(super) fn structure(&self, id: TypeId, object: &Object, form: Form) -> Vec<TokenStream> {
        let name = ident(self.names.of_type(id, form));
        let about = self.type_docs(id, form);
        let fields = held(object, form).map(|(index, field)| {
            let about = doc(&self.field_docs(id, self.names.field(id, index), field, form));
            let name = ident(self.names.field(id, index));
            let ty = self.field_type(id, index, field, form);
            quote! { #about pub #name: #ty }
        });
        let others = self.others_field(id, object, form);
        let fields: Vec<_> = fields.chain(others).collect();
        let built = self.facts.forms.is_sent(id) && (form == Form::Sent || !self.facts.forms.is_split(id));
        let default = built
            && held(object, form).all(|(_, field)| self.presence(id, field, form) != Presence::Required)
            && !held(object, form).any(|(_, field)| field.ty == Type::Any && field.required);
        let default = default.then(|| quote!(, Default));
        let mut items = vec![quote! {
            #about
            #[derive(Clone, Debug, PartialEq #default)]
            #[non_exhaustive]
            pub struct #name { #(#fields),* }
        }];
        let constants = self.constants(id, object, form);
        match built {
            true => items.extend(self.builder(id, object, form, default.is_some(), &constants)),
            false if constants.is_empty() => {}
            false => items.push(quote! { impl #name { #(#constants)* } }),
        }
        items
    }

    fn others_field(&self, id: TypeId, object: &Object, form: Form) -> Option<TokenStream> {
        let ty = self.ty(object.others.as_ref()?, form, Scope::Types);
        let name = ident(self.names.field(id, object.fields.len()));
        Some(quote! {
            /// Members that the description does not declare.
            pub #name: std::collections::BTreeMap<String, #ty>
        })
    }

    fn field_docs(&self, id: TypeId, name: &str, field: &Field, form: Form) -> Vec<String> {
        if self.outline {
            return Vec::new();
        }
        let mut lines = docs::lines(&field.docs, &docs::wire_name(name, &field.wire));
        if let Some(default) = &field.default {
            let filled_in = self.presence(id, field, form) == Presence::FilledIn;
            let assumed = if filled_in { "It is" } else { "The server assumes" };
            let text = format!("{assumed} {} where it is absent.", shown(default));
            docs::add_paragraph(&mut lines, docs::text_lines(&text));
        }
        docs::add_deprecation(&mut lines, &field.docs);
        lines
    }

    fn builder(
        &self,
        id: TypeId,
        object: &Object,
        form: Form,
        default: bool,
        constants: &[TokenStream],
    ) -> Vec<TokenStream> {
        let name = ident(self.names.of_type(id, form));
        let constructor = self.constructor(id, object, form, default);
        let setters = held(object, form).flat_map(|(index, field)| self.setters(id, index, field, form));
        let mut items = vec![quote! { impl #name { #(#constants)* #constructor #(#setters)* } }];
        if !default && self.arguments(id, object, form).next().is_none() {
            items.push(quote! { impl Default for #name { fn default() -> Self { Self::new() } } });
        }
        items
    }

    /// What a new value has to be given.
    fn arguments<'o>(&'o self, id: TypeId, object: &'o Object, form: Form) -> impl Iterator<Item = (usize, &'o Field)> {
        held(object, form).filter(move |(_, field)| {
            field.required && (self.presence(id, field, form) == Presence::Required || field.ty == Type::Any)
        })
    }

    fn constructor(&self, id: TypeId, object: &Object, form: Form, default: bool) -> TokenStream {
        if default && object.others.is_none() && held(object, form).next().is_none() {
            return quote! {
                /// The only value.
                #[must_use]
                pub fn new() -> Self { Self::default() }
            };
        }
        if default {
            return quote! {
                /// An empty value; fill it in with the functions below.
                #[must_use]
                pub fn new() -> Self { Self::default() }
            };
        }
        let arguments: Vec<_> = self.arguments(id, object, form).collect();
        let parameters = arguments.iter().map(|(index, field)| {
            let name = ident(self.names.field(id, *index));
            let ty = self.argument(&field.ty, form, Scope::Types);
            quote!(#name: #ty)
        });
        let parameters: Vec<_> = parameters.collect();
        let values = held(object, form).map(|(index, field)| {
            let name = ident(self.names.field(id, index));
            let argument = arguments.iter().any(|(argument, _)| *argument == index);
            match (argument, self.presence(id, field, form)) {
                (true, _) => {
                    let value = self.given_value(id, index, field, &quote!(#name));
                    if name == value.to_string() { quote!(#name) } else { quote!(#name: #value) }
                }
                (false, Presence::ThreeStates) => quote!(#name: Patch::Leave),
                (false, _) => quote!(#name: None),
            }
        });
        let others = object.others.as_ref().map(|_| {
            let name = ident(self.names.field(id, object.fields.len()));
            quote!(#name: std::collections::BTreeMap::new())
        });
        let values: Vec<_> = values.chain(others).collect();
        let expectation = (parameters.len() > MANY_ARGUMENTS).then(|| {
            quote! { #[expect(clippy::too_many_arguments, reason = "each of them has to be given")] }
        });
        let about = if parameters.is_empty() {
            "A value with what is always the same filled in."
        } else {
            "A value with all that has to be given."
        };
        let about = format!(" {about}");
        quote! {
            #[doc = #about]
            #[must_use]
            #expectation
            pub fn new(#(#parameters),*) -> Self { Self { #(#values),* } }
        }
    }

    /// An argument as the value of its field.
    fn given_value(&self, id: TypeId, index: usize, field: &Field, argument: &TokenStream) -> TokenStream {
        let value = if self.is_converted(&field.ty) { quote!(#argument.into()) } else { argument.clone() };
        if self.facts.boxed.contains(id, index) { quote!(Box::new(#value)) } else { value }
    }

    fn setters(&self, id: TypeId, index: usize, field: &Field, form: Form) -> Vec<TokenStream> {
        let name = ident(self.names.field(id, index));
        let plain = unraw(self.names.field(id, index));
        let with = format_ident!("with_{plain}");
        let value_type = field.ty.split_null().0;
        let argument = self.argument(value_type, form, Scope::Types);
        let inner = Field { ty: value_type.clone(), ..field.clone() };
        let value = self.given_value(id, index, &inner, &quote!(#name));
        let about = format!(" Sets `{plain}`.");
        let set = match self.presence(id, field, form) {
            Presence::Required | Presence::FilledIn => return Vec::new(),
            Presence::Nullable if field.ty == Type::Any => return Vec::new(),
            Presence::ThreeStates => quote!(Patch::Set(#value)),
            Presence::Nullable | Presence::Optional => quote!(Some(#value)),
        };
        let mut setters = vec![quote! {
            #[doc = #about]
            #[must_use]
            pub fn #with(mut self, #name: #argument) -> Self { self.#name = #set; self }
        }];
        if self.presence(id, field, form) == Presence::ThreeStates {
            let clear = format_ident!("clear_{plain}");
            let about = format!(" Sends `null` for `{plain}`, so that the server takes its value away.");
            setters.push(quote! {
                #[doc = #about]
                #[must_use]
                pub fn #clear(mut self) -> Self { self.#name = Patch::Clear; self }
            });
        }
        setters
    }

    pub(crate) fn has_three_states(&self, id: TypeId, form: Form) -> bool {
        match &self.api.definition(id).shape {
            Shape::Object(object) => {
                held(object, form).any(|(_, field)| self.presence(id, field, form) == Presence::ThreeStates)
            }
            _ => false,
        }
    }
}

/// The fields of the struct of a form, with their indexes.
fn held(object: &Object, form: Form) -> impl Iterator<Item = (usize, &Field)> {
    members(object, form).filter(|(_, field)| field.constant.is_none())
}

/// The members that are there in a form, with their indexes.
pub(crate) fn members(object: &Object, form: Form) -> impl Iterator<Item = (usize, &Field)> {
    object.fields.iter().enumerate().filter(move |(_, field)| travels(field, form))
}

fn shown(value: &serde_json::Value) -> String {
    docs::code(&value.to_string().chars().take(80).collect::<String>())
}
