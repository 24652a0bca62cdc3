//! The body that a call is given: how it is sent, and the enum where the caller chooses its kind.

use proc_macro2::TokenStream;
use quote::quote;

use super::derives;
use super::put::{member_styles, requirement, send_parts};
use crate::emit::module::gated;
use crate::emit::rust_type::{Scope, rust_type};
use crate::emit::{doc, docs, ident};
use crate::ident::value_name;
use crate::ir::{Body, BodyContent, Operation, SentAs, SharedBody};

/// The statements that put a body into the request. It stands at a place, which is a reference unless it is `held` there.
pub(super) fn put_body(body: &Body, place: &TokenStream, held: bool) -> TokenStream {
    if let [only] = body.contents.as_slice() {
        return put_content(only, place, held);
    }
    let (ty, value) = (ident(&body.choice), referred(place, held));
    let arms = body.contents.iter().map(|content| {
        let variant = ident(&content.variant);
        let put = put_content(content, &quote!(body), false);
        quote!(#ty::#variant(body) => { #put })
    });
    quote!(match #value { #(#arms)* })
}

fn put_content(content: &BodyContent, place: &TokenStream, held: bool) -> TokenStream {
    let media_type = content.media_type.as_str();
    let value = referred(place, held);
    let checked = requirement("body", &content.constraints, &value);
    let named = (media_type != "application/json").then(|| quote!(request.content_type(#media_type);));
    match &content.sent_as {
        SentAs::Json(Some(wrapper)) => quote!(#checked request.json_in(#wrapper, #value)?; #named),
        SentAs::Json(None) => quote!(#checked request.json(#value)?; #named),
        SentAs::AnyArray => quote!(request.json_array(#value)?; #named),
        SentAs::AnyObject => quote!(request.json_object(#value)?; #named),
        SentAs::Form(styles) if styles.is_empty() => quote!(#checked request.form(#value)?;),
        SentAs::Form(styles) => {
            let styles = member_styles(styles);
            quote!(#checked request.form_as(#value, &[#styles])?;)
        }
        SentAs::Multipart(types) => send_parts(&value, media_type, types),
        SentAs::Text | SentAs::Bytes => quote!(request.body(#media_type, #place.clone());),
        SentAs::Content(_) => quote!(request.content(#value, #media_type);),
    }
}

/// A reference to what stands at a place.
fn referred(place: &TokenStream, held: bool) -> TokenStream {
    if held { quote!(&#place) } else { place.clone() }
}

/// The enum of the kinds of body of an operation that shares none.
pub(super) fn own(operation: &Operation) -> Vec<TokenStream> {
    let declares = |body: &&Body| body.contents.len() > 1 && !body.is_shared;
    let body = operation.body_input().map(|(_, body)| body).filter(declares);
    let about = format!(" The request body of [`{}`].", operation.type_name);
    body.map(|body| enumeration(body, &about, &quote!())).unwrap_or_default()
}

/// The enum of the kinds of a body that operations share.
pub(super) fn shared(shared: &SharedBody) -> Vec<TokenStream> {
    enumeration(&shared.body, &users(&shared.users), &gated(&shared.gate))
}

fn enumeration(body: &Body, about: &str, gate: &TokenStream) -> Vec<TokenStream> {
    let (ty, several) = (ident(&body.choice), &body.contents);
    let variants = several.iter().map(|content| {
        let (about, variant) = (content_docs(content), ident(&content.variant));
        let payload = rust_type(&content.payload, Scope::Api);
        let held = if content.is_boxed { quote!(Box<#payload>) } else { payload };
        quote! { #about #variant(#held) }
    });
    let functions = several.iter().map(|content| {
        let (about, variant) = (content_docs(content), ident(&content.variant));
        let (function, payload) = (ident(value_name(&content.variant)), rust_type(&content.payload, Scope::Api));
        let made = if content.is_boxed { quote!(Box::new(body.into())) } else { quote!(body.into()) };
        quote! {
            #about
            pub fn #function(body: impl Into<#payload>) -> Self { Self::#variant(#made) }
        }
    });
    let conversions = several.iter().filter(|content| content.has_from).map(|content| {
        let (variant, payload) = (ident(&content.variant), rust_type(&content.payload, Scope::Api));
        let value = if content.is_boxed { quote!(Box::new(body)) } else { quote!(body) };
        quote! {
            #gate
            impl From<#payload> for #ty { fn from(body: #payload) -> Self { Self::#variant(#value) } }
        }
    });
    let derives = derives(body.is_comparable);
    let made = quote! {
        #[doc = #about]
        #gate
        #derives
        #[non_exhaustive]
        pub enum #ty { #(#variants),* }
    };
    [made, quote! { #gate impl #ty { #(#functions)* } }].into_iter().chain(conversions).collect()
}

/// Which operations send a body. They may not be there, so that nothing links to them.
fn users(users: &[String]) -> String {
    match users {
        [only] => format!(" The request body of `{only}`."),
        [first, second] => format!(" The request body of `{first}` and `{second}`."),
        [first, ..] => format!(" The request body of `{first}` and {} other operations.", users.len() - 1),
        [] => String::new(),
    }
}

fn content_docs(content: &BodyContent) -> TokenStream {
    doc(&docs::text_lines(&format!("A body of type {}.", docs::code(&content.media_type))))
}
