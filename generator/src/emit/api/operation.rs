//! An operation: its function in the group, the value that builds its request, and setters for what may be given before it is
//! sent.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::put::{multipart, put_fixed, put_input};
use super::{answer, body, error, pages, streams};
use crate::emit::argument::{argument_type, argument_value, clearing, setter};
use crate::emit::client::combinations;
use crate::emit::docs;
use crate::emit::rust_type::{Scope, rust_type};
use crate::emit::tokens::{derives, doc, ident};
use crate::ir::{Input, Member, Operation, OperationArgument, Presence, RequestLocation};

/// The function of the group that makes the call.
pub(super) fn function(operation: &Operation) -> TokenStream {
    let (name, ty) = (ident(&operation.function), ident(&operation.type_name));
    let arguments = operation.arguments_type.as_ref().map(ident);
    let parameters: Vec<TokenStream> = match &arguments {
        Some(ty) => vec![quote!(arguments: #ty)],
        None => operation.arguments().map(parameter).collect(),
    };
    let values = operation.own_inputs().map(|input| field_value(input, arguments.is_some()));
    let values: Vec<TokenStream> = values.collect();
    let about = doc(&operation.docs.lines);
    let deprecated = operation.docs.is_deprecated.then(|| quote!(#[deprecated]));
    quote! {
        #about
        #deprecated
        pub fn #name(&self, #(#parameters),*) -> Call<#ty> { Call::new(&self.client, #ty { #(#values),* }) }
    }
}

fn parameter(argument: OperationArgument<'_>) -> TokenStream {
    let (name, ty) = (ident(argument.name), argument_type(argument.argument, Scope::Api));
    quote!(#name: #ty)
}

/// The struct of the arguments.
fn arguments_struct(operation: &Operation) -> Option<TokenStream> {
    let name = ident(operation.arguments_type.as_ref()?);
    let about = format!(" The arguments of [`{}::{}`].", operation.handle, operation.function);
    let fields = operation.arguments().map(|argument| {
        let (about, name, ty) = (doc(&argument.docs.lines), ident(argument.name), rust_type(argument.ty, Scope::Api));
        quote!(#about pub #name: #ty)
    });
    let derives = derives(operation.is_comparable);
    Some(quote! { #[doc = #about] #derives pub struct #name { #(#fields),* } })
}

/// The value of a field, made of the argument or of a field of the struct of arguments.
fn field_value(input: &Input, are_fields: bool) -> TokenStream {
    let name = ident(&input.name);
    if !input.is_required {
        return quote!(#name: None);
    }
    if let RequestLocation::Body(body) = &input.placement
        && !body.members.is_empty()
    {
        let ty = rust_type(&input.ty, Scope::Api);
        let required = body.members.iter().filter_map(Member::field).filter(|(_, field)| field.is_argument());
        let arguments = required.map(|(member, _)| {
            let name = ident(&member.name);
            if are_fields { quote!(arguments.#name) } else { quote!(#name) }
        });
        return quote!(#name: #ty::new(#(#arguments),*));
    }
    if are_fields {
        return quote!(#name: arguments.#name);
    }
    let value = argument_value(&input.argument, &quote!(#name));
    if name == value.to_string() { quote!(#name) } else { quote!(#name: #value) }
}

/// The value of an operation and all that belongs to it.
pub(super) fn items(operation: &Operation) -> Vec<TokenStream> {
    let mut items = vec![structure(operation), implementation(operation)];
    items.extend(arguments_struct(operation));
    items.extend(setters(operation));
    items.extend(pages::implementation(operation));
    items.extend(body::own(operation));
    items.extend(answer::enumeration(operation));
    items.extend(error::own(operation));
    items.extend(streams::implementation(operation));
    items.extend(streams::headers(operation));
    items
}

fn structure(operation: &Operation) -> TokenStream {
    let about = format!(" The call of [`{}::{}`]{}.", operation.handle, operation.function, link_to_options(operation));
    let name = ident(&operation.type_name);
    let fields = operation.own_inputs().map(field);
    // Users cannot construct one, so that a new field is not a breaking change.
    let derives = derives(operation.is_comparable);
    quote! { #[doc = #about] #derives #[non_exhaustive] pub struct #name { #(#fields),* } }
}

/// The field of an input.
pub(super) fn field(input: &Input) -> TokenStream {
    let (name, ty) = (ident(&input.name), rust_type(&input.ty, Scope::Api));
    if input.is_required { quote!(pub(crate) #name: #ty) } else { quote!(pub(crate) #name: Option<#ty>) }
}

/// Returns a link to the setters, if there are any.
fn link_to_options(operation: &Operation) -> String {
    let has_setters =
        operation.options().next().is_some() || operation.members().any(|(_, field)| !field.is_argument());
    if !has_setters {
        return String::new();
    }
    format!(", with its [options]({})", docs::setters(&operation.type_name))
}

fn implementation(operation: &Operation) -> TokenStream {
    let (name, wire_name) = (ident(&operation.type_name), &operation.wire_name);
    let Operation { module, function, method, path, .. } = operation;
    let call = format!("{module}().{function} ({method} {path})");
    let output = rust_type(&operation.output.ty(), Scope::Api);
    let error = error::path(operation);
    let request = request(operation);
    let decode = answer::decode(operation);
    let switch = streams::switch(operation);
    quote! {
        impl Operation for #name {
            type Output = #output;
            type Error = #error;
            const NAME: &'static str = #wire_name;
            const CALL: &'static str = #call;

            fn request(&self) -> Result<Request, BuildError> { #request }

            fn decode(response: &Response) -> Result<Self::Output, Failure<Self::Error>> { #decode }

            #switch
        }
    }
}

/// The body of the function that makes the request.
fn request(operation: &Operation) -> TokenStream {
    let (method, path) = (method(&operation.method), &operation.path);
    let accept = operation.special_accept().map(|accept| quote!(request.accept(#accept);));
    let server = operation.server.map(|index| {
        let index = Literal::usize_unsuffixed(index);
        quote!(request.server(#index);)
    });
    let redirects = operation.keeps_redirects.then(|| quote!(request.keep_redirects();));
    let security = operation.security.as_ref().map(|asked| {
        let asked = combinations(asked);
        quote!(request.security(#asked);)
    });
    let puts = |parts: bool| {
        let inputs = operation.own_inputs().filter(move |input| input.placement.is_part() == parts);
        let fixed = operation.fixed.iter().filter(move |fixed| fixed.placement.is_part() == parts);
        inputs.map(put_input).chain(fixed.map(put_fixed))
    };
    let parts = operation.multipart.as_ref().map(|kind| multipart(kind, puts(true)));
    let statements = accept.into_iter().chain(server).chain(redirects).chain(security).chain(puts(false)).chain(parts);
    let statements: Vec<TokenStream> = statements.collect();
    if statements.is_empty() {
        return quote!(Ok(Request::new(#method, #path)));
    }
    quote! { let mut request = Request::new(#method, #path); #(#statements)* Ok(request) }
}

fn method(name: &str) -> TokenStream {
    const CONSTANTS: [&str; 8] = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"];
    if CONSTANTS.contains(&name) {
        let constant = ident(name);
        return quote!(Method::#constant);
    }
    // The model holds methods that are tokens only, so that this never falls back.
    let bytes = Literal::byte_string(name.as_bytes());
    quote!(Method::from_bytes(#bytes).unwrap_or_default())
}

pub(super) fn setters(operation: &Operation) -> Option<TokenStream> {
    let ty = ident(&operation.type_name);
    let setters: Vec<_> = inputs(operation).chain(members(operation)).collect();
    (!setters.is_empty()).then(|| quote! { impl Call<#ty> { #(#setters)* } })
}

fn inputs(operation: &Operation) -> impl Iterator<Item = TokenStream> {
    operation.options().map(|input| option_setter(input, &quote!(self.operation_mut())))
}

/// The setter of an input in the struct at a place.
pub(super) fn option_setter(input: &Input, place: &TokenStream) -> TokenStream {
    let (about, name) = (doc(&input.docs.lines), ident(&input.name));
    let replaces = input.is_flattened().then(|| {
        quote! {
            /// Sets the whole body. It replaces all members that were set before.
        }
    });
    let about = replaces.unwrap_or(about);
    let argument = argument_type(&input.argument, Scope::Api);
    let value = argument_value(&input.argument, &quote!(#name));
    let value = if input.is_required { value } else { quote!(Some(#value)) };
    quote! {
        #about
        pub fn #name(mut self, #name: #argument) -> Self {
            #place.#name = #value;
            self
        }
    }
}

/// The setters of the members of a flattened body.
fn members(operation: &Operation) -> impl Iterator<Item = TokenStream> {
    let place = operation.body_input().map(|(input, _)| {
        let name = ident(&input.name);
        let or_default = (!input.is_required).then(|| quote!(.get_or_insert_default()));
        quote!(self.operation_mut().#name #or_default)
    });
    let place = place.unwrap_or_default();
    operation.members().filter(|(_, field)| !field.is_argument()).flat_map(move |(member, field)| {
        let cleared = field.presence == Presence::ThreeStates;
        let cleared = cleared.then(|| clearing(member, &place, Scope::Api));
        std::iter::once(setter(member, field, &place, Scope::Api)).chain(cleared)
    })
}
