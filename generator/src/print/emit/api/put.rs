//! The statements that put what a call was given into its request.

use proc_macro2::TokenStream;
use quote::quote;

use crate::print::emit::constant::{borrowed, member_styles, style};
use crate::print::emit::constraints::rules;
use crate::print::emit::tokens::{code, ident};
use crate::rust::ir::{
    Body, BodyContent, Constraint, FORM_DATA, FixedParameter, Input, Multipart, Parameter, Part, PartKind,
    RequestLocation, SentAs,
};

/// The statement that puts what an operation is given into its request, or among the parts of its body.
pub(super) fn put_input(input: &Input) -> TokenStream {
    let name = ident(&input.name);
    let value = if input.is_required { quote!(&self.#name) } else { quote!(value) };
    let put = match &input.placement {
        RequestLocation::Parameter(parameter) if parameter.is_idempotency_key => {
            let required = requirement(&parameter.wire, &input.constraints, &value);
            return idempotency_key(&name, &parameter.wire, &required);
        }
        // An absent value is null, which a query leaves out.
        RequestLocation::Parameter(parameter) if parameter.is_plain_query() && input.constraints.is_empty() => {
            return put_parameter(parameter, &quote!(&self.#name));
        }
        RequestLocation::Parameter(Parameter { wire, .. }) | RequestLocation::Part(Part { wire, .. }) => {
            let required = match &input.placement {
                RequestLocation::Part(Part { kind: PartKind::Files, .. }) => {
                    let files = if input.is_required { quote!(self.#name) } else { quote!(value) };
                    // How many there are is all that is checked.
                    requirement(wire, &input.constraints, &quote!(&vec![(); #files.len()]))
                }
                _ => requirement(wire, &input.constraints, &value),
            };
            let put = put_value(&input.placement, &value);
            quote!(#required #put)
        }
        RequestLocation::Body(body) => {
            let place = if input.is_required { quote!(self.#name) } else { quote!(value) };
            put_body(body, &place, input.is_required)
        }
    };
    if input.is_required { put } else { quote!(if let Some(value) = &self.#name { #put }) }
}

fn idempotency_key(name: &proc_macro2::Ident, wire: &str, required: &TokenStream) -> TokenStream {
    let put = quote!(request.header(#wire, value)?);
    let put = if required.is_empty() { put } else { quote!({ #required #put; }) };
    quote! {
        match &self.#name {
            Some(value) => #put,
            None => request.idempotency_key(#wire),
        }
    }
}

/// The statement that puts what is always the same into the request, or among the parts of its body.
pub(super) fn put_fixed(fixed: &FixedParameter) -> TokenStream {
    put_value(&fixed.placement, &borrowed(&fixed.value))
}

/// The statement that checks a value before it is sent, where there are constraints.
pub(super) fn requirement(name: &str, constraints: &[Constraint], value: &TokenStream) -> TokenStream {
    let rules = rules(constraints);
    if constraints.is_empty() { quote!() } else { quote!(validate(#name, #value, #rules)?;) }
}

/// The statement that puts a value where it stands.
fn put_value(placement: &RequestLocation, value: &TokenStream) -> TokenStream {
    match placement {
        RequestLocation::Parameter(parameter) => put_parameter(parameter, value),
        RequestLocation::Part(part) => put_part(part, value),
        RequestLocation::Body(_) => TokenStream::new(),
    }
}

fn put_parameter(parameter: &Parameter, value: &TokenStream) -> TokenStream {
    let (function, wire) = (ident(parameter.function()), &parameter.wire);
    let style = parameter.style.map(|written| code(&format!(", {}", style(written))));
    let allowed = parameter.may_be_empty.then(|| quote!(request.allow_empty(#wire);));
    quote!(#allowed request.#function(#wire, #value #style)?;)
}

/// The statement that adds a part to a multipart body.
fn put_part(part: &Part, value: &TokenStream) -> TokenStream {
    let Part { wire, media_type, kind } = part;
    match (media_type, kind) {
        (None, PartKind::Files) => quote!(parts.files(#wire, #value);),
        (None, PartKind::File) => quote!(parts.file(#wire, #value);),
        (None, PartKind::Value) => quote!(parts.value(#wire, #value)?;),
        (Some(media_type), PartKind::Files) => quote!(parts.files_as(#wire, #value, #media_type);),
        (Some(media_type), PartKind::File) => quote!(parts.file_as(#wire, #value, #media_type);),
        (Some(media_type), PartKind::Value) => quote!(parts.value_as(#wire, #value, #media_type)?;),
    }
}

/// The statements that make a multipart body; one that is not asked for is sent if it has any parts.
pub(super) fn multipart(kind: &Multipart, parts: impl Iterator<Item = TokenStream>) -> TokenStream {
    let send = send_parts(&quote!(&parts), &kind.media_type);
    let send = if kind.is_required { send } else { quote!(if !parts.is_empty() { #send }) };
    quote!(let mut parts = Multipart::new(); #(#parts)* #send)
}

/// The statement that makes parts the body.
pub(super) fn send_parts(parts: &TokenStream, media_type: &str) -> TokenStream {
    if media_type == FORM_DATA {
        return quote!(request.parts(#parts););
    }
    quote!(request.parts_as(#parts, #media_type);)
}

/// The statements that put a body into the request. It stands at a place, which is a reference unless it is `held` there.
pub(super) fn put_body(body: &Body, place: &TokenStream, held: bool) -> TokenStream {
    if let [only] = body.contents.as_slice() {
        return put_content(only, place, held);
    }
    let (ty, value) = (ident(&body.choice), reference(place, held));
    let arms = body.contents.iter().map(|content| {
        let variant = ident(&content.variant);
        let put = put_content(content, &quote!(body), false);
        quote!(#ty::#variant(body) => { #put })
    });
    quote!(match #value { #(#arms)* })
}

pub(super) fn put_content(content: &BodyContent, place: &TokenStream, held: bool) -> TokenStream {
    let media_type = content.media_type.as_str();
    let value = reference(place, held);
    let checked = requirement("body", &content.constraints, &value);
    let named = (media_type != "application/json").then(|| quote!(request.content_type(#media_type);));
    match &content.sent_as {
        SentAs::Json(Some(wrapper)) => quote!(#checked request.json_in(#wrapper, #value)?; #named),
        SentAs::Json(None) => quote!(#checked request.json(#value)?; #named),
        SentAs::Lines => quote!(#checked request.lines(#media_type, #value)?;),
        SentAs::AnyArray => quote!(request.json_array(#value)?; #named),
        SentAs::AnyObject => quote!(request.json_object(#value)?; #named),
        SentAs::Form(styles) if styles.is_empty() => quote!(#checked request.form(#value)?;),
        SentAs::Form(styles) => {
            let styles = code(&member_styles(styles));
            quote!(#checked request.form_as(#value, #styles)?;)
        }
        SentAs::Multipart => send_parts(&value, media_type),
        SentAs::Text | SentAs::Bytes => quote!(request.body(#media_type, #place.clone());),
        SentAs::Content(_) => quote!(request.content(#value, #media_type);),
    }
}

/// A reference to what stands at a place.
pub(super) fn reference(place: &TokenStream, held: bool) -> TokenStream {
    if held { quote!(&#place) } else { place.clone() }
}
