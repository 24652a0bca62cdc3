//! The body that a call is given: what it holds, or an enum where the caller chooses its kind.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::operation::{Given, optional};
use super::put::style;
use crate::emit::argument::{argument_type, argument_value};
use crate::emit::rust_type::Scope;
use crate::emit::{Emitter, doc, docs, ident};
use crate::facts::Form;
use crate::ident::value_name;
use crate::model::{BodyContent, BodyKind, Limits, Type};

impl Emitter<'_> {
    pub(super) fn given_body(&self, index: usize) -> Option<Given> {
        let operation = &self.api.operations[index];
        let body = operation.body.as_ref().filter(|_| !operation.has_parts())?;
        let name = ident(&self.names.operation(index).body);
        let (place, held) = if body.required { (quote!(self.#name), true) } else { (quote!(value), false) };
        let mut lines = docs::lines(&body.docs, "");
        let (ty, argument, value, put) = match body.alternatives.as_slice() {
            [only] => {
                docs::add_paragraph(&mut lines, told_types(only));
                let (argument, value) = self.body_argument(only, &name);
                (self.body_payload(only), argument, value, self.put_body(only, &place, held))
            }
            several => {
                let ty = self.body_type(index);
                let put = self.put_choice(index, several, &referred(&place, held));
                (quote!(#ty), quote!(impl Into<#ty>), quote!(#name.into()), put)
            }
        };
        Some(Given {
            ty,
            argument,
            value,
            required: body.required,
            docs: lines,
            put: optional(put, &name, body.required),
            part: false,
            name,
        })
    }

    /// The type of what a body holds.
    pub(super) fn body_payload(&self, content: &BodyContent) -> TokenStream {
        match &content.kind {
            BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. } => self.ty(ty.split_null().0, Form::Sent, Scope::Api),
            BodyKind::Multipart => quote!(Multipart),
            BodyKind::Text => quote!(String),
            BodyKind::Bytes => quote!(Bytes),
            BodyKind::Content { .. } => quote!(Content),
        }
    }

    /// The type of the argument for a body, and the value that is made of it.
    fn body_argument(&self, content: &BodyContent, name: &Ident) -> (TokenStream, TokenStream) {
        match &content.kind {
            BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. } => {
                let argument = self.bindings.argument(ty.split_null().0, Form::Sent);
                (argument_type(&argument, Scope::Api), argument_value(&argument, &quote!(#name)))
            }
            BodyKind::Multipart => (quote!(Multipart), quote!(#name)),
            BodyKind::Text | BodyKind::Bytes | BodyKind::Content { .. } => {
                let ty = self.body_payload(content);
                (quote!(impl Into<#ty>), quote!(#name.into()))
            }
        }
    }

    /// The statements that put a body into the request. It stands at a place, which is a reference unless it is `held` there.
    fn put_body(&self, content: &BodyContent, place: &TokenStream, held: bool) -> TokenStream {
        let media_type = &content.media_type;
        let value = referred(place, held);
        let checked = |ty: &Type| self.requirement("body", ty, &Limits::default(), &value);
        match &content.kind {
            BodyKind::Json { ty, wrapper } => {
                let checked = checked(ty);
                let send = match wrapper {
                    Some(wrapper) => quote!(request.json_in(#wrapper, #value)?;),
                    None => quote!(request.json(#value)?;),
                };
                let named = (media_type != "application/json").then(|| quote!(request.content_type(#media_type);));
                quote!(#checked #send #named)
            }
            BodyKind::Form { ty, styles } => {
                let checked = checked(ty);
                let styles: Vec<_> = styles
                    .iter()
                    .map(|(member, written)| {
                        let style = style(*written);
                        quote!((#member, #style))
                    })
                    .collect();
                if styles.is_empty() {
                    quote!(#checked request.form(#value)?;)
                } else {
                    quote!(#checked request.form_as(#value, &[#(#styles),*])?;)
                }
            }
            BodyKind::Multipart => quote!(request.parts(#value);),
            BodyKind::Text | BodyKind::Bytes => quote!(request.body(#media_type, #place.clone());),
            BodyKind::Content { .. } => quote!(request.content(#value, #media_type);),
        }
    }

    /// Whether a body is so large that it is held behind a pointer where there are others to choose from.
    pub(in crate::emit) fn is_large_body(&self, content: &BodyContent) -> bool {
        matches!(&content.kind, BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. } if self.is_large(ty, Form::Sent))
    }

    fn body_type(&self, index: usize) -> Ident {
        format_ident!("{}", self.names.operation(index).body_type)
    }

    /// The variants of that.
    fn body_variants(&self, index: usize) -> impl Iterator<Item = Ident> {
        self.names.operation(index).bodies.iter().map(|name| ident(name))
    }

    fn put_choice(&self, index: usize, several: &[BodyContent], value: &TokenStream) -> TokenStream {
        let ty = self.body_type(index);
        let arms = several.iter().zip(self.body_variants(index)).map(|(content, variant)| {
            let media_type = &content.media_type;
            let named = (media_type != "application/json").then(|| quote!(request.content_type(#media_type);));
            let put = match self.free_form(content) {
                Some(FreeForm::Array) => quote!(request.json_array(body)?; #named),
                Some(FreeForm::Object) => quote!(request.json_object(body)?; #named),
                None => self.put_body(content, &quote!(body), false),
            };
            quote!(#ty::#variant(body) => { #put })
        });
        quote!(match #value { #(#arms)* })
    }

    /// The enum of the kinds of body that the caller chooses from.
    pub(super) fn body_enum(&self, index: usize) -> Vec<TokenStream> {
        let operation = &self.api.operations[index];
        let several = match operation.body.as_ref().map(|body| body.alternatives.as_slice()) {
            Some(several @ [_, _, ..]) => several,
            _ => return Vec::new(),
        };
        let ty = self.body_type(index);
        let operation = &self.names.operation(index).type_name;
        let payloads: Vec<TokenStream> = several.iter().map(|content| self.choice_payload(content)).collect();
        let written: Vec<String> = payloads.iter().map(ToString::to_string).collect();
        let mut items = Vec::new();
        let mut conversions = Vec::new();
        let mut functions = Vec::new();
        let rows = several.iter().zip(&payloads).zip(self.body_variants(index)).map(|((content, payload), variant)| {
            let large = self.is_large_body(content);
            let (kept, value) =
                if large { (quote!(Box<#payload>), quote!(Box::new(body))) } else { (payload.clone(), quote!(body)) };
            let about = doc(&docs::text_lines(&format!("A body of type {}.", docs::code(&content.media_type))));
            let made = if large { quote!(Box::new(body.into())) } else { quote!(body.into()) };
            let function = ident(&value_name(&variant.to_string()));
            functions.push(quote! {
                #about
                pub fn #function(body: impl Into<#payload>) -> Self { Self::#variant(#made) }
            });
            // What several kinds of body hold says of itself nothing of which one it is.
            let alone = written.iter().filter(|other| **other == payload.to_string()).count() == 1;
            if alone && self.free_form(content).is_none() {
                conversions.push(quote! {
                    impl From<#payload> for #ty { fn from(body: #payload) -> Self { Self::#variant(#value) } }
                });
            }
            quote! { #about #variant(#kept) }
        });
        let rows: Vec<_> = rows.collect();
        let about = format!(" What [`{operation}`] sends.");
        items.push(quote! {
            #[doc = #about]
            #[derive(Clone, Debug)]
            #[non_exhaustive]
            pub enum #ty { #(#rows),* }
        });
        items.push(quote! { impl #ty { #(#functions)* } });
        items.extend(conversions);
        items
    }

    /// What a kind of body holds where there are others to choose from.
    fn choice_payload(&self, content: &BodyContent) -> TokenStream {
        match self.free_form(content) {
            Some(_) => quote!(serde_json::Value),
            None => self.body_payload(content),
        }
    }

    /// Whether a kind of body is an array or an object of which the description says no more, so that any JSON of this kind
    /// is taken.
    fn free_form(&self, content: &BodyContent) -> Option<FreeForm> {
        let BodyKind::Json { ty, wrapper: None } = &content.kind else { return None };
        let ruled = !self.bindings.constraints(ty, Limits::NONE).is_empty();
        match self.api.unaliased(ty) {
            _ if ruled => None,
            Type::List(item) if **item == Type::Any => Some(FreeForm::Array),
            Type::AnyObject => Some(FreeForm::Object),
            _ => None,
        }
    }
}

/// Any JSON of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FreeForm {
    Array,
    Object,
}

/// A reference to what stands at a place.
fn referred(place: &TokenStream, held: bool) -> TokenStream {
    if held { quote!(&#place) } else { place.clone() }
}

/// The types that the description lists for bytes of a type that the caller chooses.
fn told_types(content: &BodyContent) -> Vec<String> {
    let BodyKind::Content { media_types } = &content.kind else { return Vec::new() };
    let listed: Vec<String> = media_types.iter().take(20).map(|name| docs::code(name)).collect();
    docs::text_lines(&format!("The description lists {}.", docs::joined(&listed)))
}
