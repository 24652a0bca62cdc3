//! An operation: its function in the group, the value that builds its request, and setters for what may be given before it is
//! sent.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::put::{multipart, put_fixed, put_input};
use super::{answer, pages, streams};
use crate::print::emit::argument::{assigned, field_function, value};
use crate::print::emit::constant::combinations;
use crate::print::emit::module::gated;
use crate::print::emit::public::{self, Code, noted};
use crate::print::emit::rust_type::{Scope, rust_type};
use crate::print::emit::table::WIDTH;
use crate::print::emit::tokens::{self, doc, ident};
use crate::print::emit::{EmittedItem, docs};
use crate::rust::ir::{
    Block, Crate, HeadersType, Input, Member, Operation, OperationRole, RequestLocation, ResponseRole, Role,
};

/// The function of the handle that calls an operation.
pub(super) fn call(operation: &Operation) -> Code {
    let ty = ident(&operation.type_name);
    let are_fields = operation.arguments_type.is_some();
    let values = operation.own_inputs().map(|input| input_value(input, are_fields));
    let deprecated = operation.docs.is_deprecated.then(|| quote!(#[deprecated]));
    let about = doc(&operation.docs.lines);
    let values: Vec<TokenStream> = values.collect();
    let body = if values.is_empty() {
        quote!(Call::new(&self.client, #ty {}))
    } else {
        // The two statements are shorter than one that breaks at each level.
        quote!(let operation = #ty { #(#values),* }; Call::new(&self.client, operation))
    };
    Code::new(quote!(#about #deprecated), body)
}

/// The value of a field, made of the argument or of a field of the struct of arguments.
fn input_value(input: &Input, are_fields: bool) -> TokenStream {
    let name = &input.name;
    let given = |name: &str| if are_fields { format!("arguments.{name}") } else { name.to_owned() };
    let value = match &input.placement {
        _ if !input.is_required => "None".to_owned(),
        RequestLocation::Body(body) if !body.members.is_empty() => {
            let required = body.members.iter().filter_map(Member::field).filter(|(_, field)| field.is_argument());
            let arguments: Vec<String> = required.map(|(member, _)| given(&member.name)).collect();
            format!("{}::new({})", input.ty.text(&|path| Scope::Api.path(path)), arguments.join(", "))
        }
        _ if are_fields => given(name),
        _ => value(&input.argument, name),
    };
    assigned(name, &value)
}

/// The value of an operation and all that belongs to it.
pub(super) fn items(package: &Crate, operation: &Operation) -> Vec<EmittedItem> {
    let blocks = operation.public();
    let table = |block: &Block<'_, OperationRole<'_>>| match block.members.first().map(|member| member.role) {
        Some(Role::Own(OperationRole::Pages(pages))) => pages::table(operation, pages),
        _ => None,
    };
    let print = |block: &Block<'_, OperationRole<'_>>| match table(block) {
        Some(table) => vec![EmittedItem::Table(table)],
        None => {
            let items = public::items(package, block, Scope::Api, |role| code(package, operation, block, role));
            items.into_iter().map(EmittedItem::Code).collect()
        }
    };
    blocks.iter().flat_map(print).collect()
}

/// The docs and the body of a member.
fn code(package: &Crate, operation: &Operation, block: &Block<'_, OperationRole<'_>>, role: OperationRole<'_>) -> Code {
    let Operation { handle, function, type_name, .. } = operation;
    let described = |about: String| {
        let (about, derives) = (noted(&about), public::derives(block));
        quote!(#about #derives)
    };
    let closed = |about: String| {
        let described = described(about);
        Code::head(quote!(#described #[non_exhaustive]))
    };
    match role {
        OperationRole::Operation => structure(operation, described),
        OperationRole::Request => Code::body(implementation(package, operation)),
        OperationRole::Arguments => Code::head(described(format!("The arguments of [`{handle}::{function}`]."))),
        OperationRole::Option(input) => option_setter(input),
        OperationRole::Field(role) => field_function(role, &body_place(operation), Scope::Api),
        OperationRole::Pages(pages) => Code::body(pages::functions(operation, pages)),
        OperationRole::Body => closed(format!("The request body of [`{type_name}`].")),
        OperationRole::Content(content) => {
            let about = doc(&docs::text_lines(&format!("A body of type {}.", docs::code(&content.media_type))));
            let variant = ident(&content.variant);
            Code::new(about, quote!(Self::#variant(body.into())))
        }
        OperationRole::FromContent(content) => {
            let variant = ident(&content.variant);
            Code::conversion("body", quote!(Self::#variant(body)))
        }
        OperationRole::Output => closed(format!("The successful responses to [`{type_name}`].")),
        OperationRole::Answer(variant) => Code::head(noted(&answer::docs_of(variant))),
        OperationRole::Response(role) => response_type(role, block),
        OperationRole::Streams(streaming) => Code::body(streams::functions(streaming)),
        OperationRole::Headers => Code::body(TokenStream::new()),
    }
}

/// The docs and the body of a member of a type that operations may share.
pub(super) fn response_type<R>(role: ResponseRole<'_>, block: &Block<'_, R>) -> Code {
    match role {
        ResponseRole::Error(error) => {
            let (about, gate, derives) = (doc(&error.docs()), gated(&error.gate), public::derives(block));
            Code::head(quote!(#about #gate #derives #[non_exhaustive]))
        }
        ResponseRole::HeadersType(headers) => {
            let (about, gate, derives) = (noted(&headers.about), gated(&headers.gate), public::derives(block));
            Code::head(quote!(#about #gate #derives #[non_exhaustive]))
        }
        ResponseRole::ReadHeaders(headers) => Code::new(gated(&headers.gate), read_headers(headers)),
    }
}

/// The function that reads the headers.
fn read_headers(headers: &HeadersType) -> TokenStream {
    let reads = headers.headers.iter().map(|header| {
        let (field, wire) = (ident(&header.name), &header.wire);
        quote!(#field: bindery_runtime::generated::read_header(headers, #wire))
    });
    quote! {
        fn read(headers: &bindery_runtime::http::HeaderMap) -> Self {
            Self { #(#reads),* }
        }
    }
}

fn structure(operation: &Operation, described: impl Fn(String) -> TokenStream) -> Code {
    let Operation { handle, function, type_name, .. } = operation;
    let setters = format!(" Its setters are functions of `Call<{type_name}>`.");
    let setters = if operation.has_setters() { &setters } else { "" };
    let about = format!("The operation of [`{handle}::{function}`].{setters}");
    let (about, fields) = (described(about), operation.own_inputs().map(field));
    // Users cannot construct one, so that a new field is not a breaking change.
    Code::new(quote!(#about #[non_exhaustive]), quote!(#(#fields),*))
}

/// The field of an input.
fn field(input: &Input) -> TokenStream {
    let (name, ty) = (ident(&input.name), rust_type(&input.ty, Scope::Api));
    if input.is_required { quote!(pub(crate) #name: #ty) } else { quote!(pub(crate) #name: Option<#ty>) }
}

fn implementation(package: &Crate, operation: &Operation) -> TokenStream {
    let shared = package.shared_error.as_ref().map_or(&[][..], |error| &error.shared);
    let wire_name = &operation.wire_name;
    let Operation { module, function, method, path, .. } = operation;
    let call = call_literal(&format!("{module}().{function}"), &format!("({method} {path})"));
    let (request, decode, switch) = (request(operation), answer::decode(operation, shared), streams::switch(operation));
    quote! {
        const NAME: &'static str = #wire_name;
        const CALL: &'static str = #call;

        fn request(&self) -> Result<Request, BuildError> { #request }

        fn decode(response: &Response) -> Result<Self::Output, Failure<Self::Error>> { #decode }

        #switch
    }
}

/// The call and the path of an operation as a literal, in two lines if it is long.
fn call_literal(call: &str, route: &str) -> TokenStream {
    const START: &str = "    const CALL: &'static str = ";
    let literal = tokens::literal(&format!("{call} {route}"));
    let is_long = START.len() + literal.len() >= WIDTH;
    tokens::code(&if is_long { literal.replacen(' ', " \\\n        ", 1) } else { literal })
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
        let asked = tokens::code(&combinations(asked));
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

/// The setter of an input.
fn option_setter(input: &Input) -> Code {
    let about = if input.is_flattened() {
        noted("Sets the whole body. It replaces all members that were set before.")
    } else {
        doc(&input.docs.lines)
    };
    let (name, value) = (ident(&input.name), value(&input.argument, &input.name));
    let value = if input.is_required { tokens::code(&value) } else { tokens::code(&format!("Some({value})")) };
    let deprecated = input.docs.is_deprecated.then(|| quote!(#[deprecated]));
    Code::new(quote!(#about #deprecated), quote!(self.operation_mut().#name = #value; self))
}

/// The flattened body of a call.
fn body_place(operation: &Operation) -> TokenStream {
    let place = operation.body_input().map(|(input, _)| {
        let name = ident(&input.name);
        let or_default = (!input.is_required).then(|| quote!(.get_or_insert_default()));
        quote!(self.operation_mut().#name #or_default)
    });
    place.unwrap_or_default()
}
