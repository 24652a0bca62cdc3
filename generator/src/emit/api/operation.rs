//! An operation: its function in the group, and the value that builds its request.

use proc_macro2::TokenStream;
use quote::quote;

use super::put::{multipart, put};
use crate::bindings::Constant;
use crate::emit::argument::{argument_type, argument_value};
use crate::emit::client::combinations;
use crate::emit::constant::borrowed;
use crate::emit::constraints::{FULL, expressions};
use crate::emit::rust_type::Scope;
use crate::emit::{Emitter, doc, docs, ident};
use crate::facts::Form;
use crate::ident::unraw;
use crate::model::{Limits, Operation, Parameter, ParameterPlace, StatusMatch, Text, Type};

/// clippy's limit for the arguments of a function, less `self`.
const MANY_ARGUMENTS: usize = 6;

/// A value that an operation is given: a parameter or the body.
pub(super) struct Given {
    pub(super) name: proc_macro2::Ident,
    /// The type in the struct.
    pub(super) ty: TokenStream,
    /// The type as an argument.
    pub(super) argument: TokenStream,
    /// From the argument to the value.
    pub(super) value: TokenStream,
    pub(super) required: bool,
    pub(super) docs: Vec<String>,
    /// The statement that puts it into the request, or among the parts of its body.
    pub(super) put: TokenStream,
    /// Whether it is a part of a multipart body.
    pub(super) part: bool,
}

impl Emitter<'_> {
    /// All values that an operation is given, those that have to be given first.
    pub(super) fn given(&self, index: usize) -> Vec<Given> {
        let operation = &self.api.operations[index];
        let names = self.names.operation(index);
        let mut given: Vec<Given> = operation
            .parameters
            .iter()
            .zip(&names.parameters)
            .map(|(p, name)| self.given_parameter(p, name, operation))
            .collect();
        given.extend(self.given_body(index));
        given.sort_by_key(|given| !given.required);
        given
    }

    fn given_parameter(&self, parameter: &Parameter, name: &str, operation: &Operation) -> Given {
        let name = ident(name);
        let ty = parameter.ty.split_null().0;
        let (docs, put) = match self.outline {
            true => (Vec::new(), TokenStream::new()),
            false => self.written_parameter(parameter, &name, operation),
        };
        let argument = self.bindings.argument(ty, Form::Sent);
        Given {
            ty: self.ty(ty, Form::Sent, Scope::Api),
            argument: argument_type(&argument, Scope::Api),
            value: argument_value(&argument, &quote!(#name)),
            required: parameter.required,
            docs,
            put,
            part: is_part(parameter),
            name,
        }
    }

    /// The statements that put what is always the same into the request, or among the parts of its body.
    pub(super) fn constants_put(&self, operation: &Operation, parts: bool) -> Vec<TokenStream> {
        let constants = operation.constants.iter().filter(|parameter| !self.outline && is_part(parameter) == parts);
        constants
            .filter_map(|parameter| Some(put(parameter, &borrowed(Constant::of(parameter.constant.as_ref()?)))))
            .collect()
    }

    /// What is said of a parameter, and the statement that puts it into the request.
    fn written_parameter(
        &self,
        parameter: &Parameter,
        name: &proc_macro2::Ident,
        operation: &Operation,
    ) -> (Vec<String>, TokenStream) {
        let wire = &parameter.wire;
        let value = if parameter.required { quote!(&self.#name) } else { quote!(value) };
        let required = self.requirement(wire, &parameter.ty, &parameter.limits, &value);
        let put = put(parameter, &value);
        let mut lines = docs::lines(&parameter.docs, &docs::wire_name(&name.to_string(), wire));
        // Where it is given, its own rules hold; a random one cannot know them.
        let idempotency = is_idempotency_key(parameter, operation) && required.is_empty();
        if idempotency {
            let text = "A random one is sent where it is not given, the same for all attempts.";
            docs::add_paragraph(&mut lines, vec![text.to_owned()]);
        }
        if let Some(default) = &parameter.default {
            let text = format!("The server assumes {} where it is not given.", docs::code(&default.to_string()));
            docs::add_paragraph(&mut lines, docs::text_lines(&text));
        }
        let put = match idempotency {
            true => quote! {
                match &self.#name {
                    Some(value) => request.header(#wire, value)?,
                    None => request.idempotency_key(#wire),
                }
            },
            false => optional(quote!(#required #put), name, parameter.required),
        };
        (lines, put)
    }

    /// The statement that checks a value before it is sent, where there are rules for it.
    pub(super) fn requirement(&self, name: &str, ty: &Type, limits: &Limits, value: &TokenStream) -> TokenStream {
        let rules = expressions(&self.bindings.constraints(ty, limits), FULL);
        // Rules are made of names and literals, which are tokens.
        let rules = rules.iter().filter_map(|rule| rule.parse::<TokenStream>().ok());
        let rules: Vec<TokenStream> = rules.collect();
        if rules.is_empty() { quote!() } else { quote!(require(#name, #value, &[#(#rules),*])?;) }
    }

    /// The function of the group that makes the call.
    pub(super) fn function(&self, index: usize) -> TokenStream {
        let names = self.names.operation(index);
        let name = ident(&names.function);
        let ty = ident(&names.type_name);
        let given = self.given(index);
        let arguments: Vec<_> = given.iter().filter(|given| given.required).collect();
        let parameters = arguments.iter().map(|Given { name, argument, .. }| quote!(#name: #argument));
        let values = given.iter().map(|Given { name, value, required, .. }| match required {
            true if *name == value.to_string() => quote!(#name),
            true => quote!(#name: #value),
            false => quote!(#name: None),
        });
        let value = if given.is_empty() { quote!(#ty) } else { quote!(#ty { #(#values),* }) };
        let about = doc(&self.function_docs(index));
        let expectation = (arguments.len() > MANY_ARGUMENTS).then(|| {
            quote! { #[expect(clippy::too_many_arguments, reason = "each of them has to be given")] }
        });
        quote! {
            #about
            #expectation
            pub fn #name(&self, #(#parameters),*) -> Call<#ty> { Call::new(&self.client, #value) }
        }
    }

    fn function_docs(&self, index: usize) -> Vec<String> {
        if self.outline {
            return Vec::new();
        }
        let operation = &self.api.operations[index];
        let route = docs::code(&format!("{} {}", operation.method, operation.path));
        let mut lines = docs::lines(&operation.docs, &format!("{route}."));
        if operation.docs.title.is_some() || operation.docs.description.is_some() {
            lines.extend([String::new(), route]);
        }
        docs::add_deprecation(&mut lines, &operation.docs);
        let optional: Vec<String> = self
            .given(index)
            .iter()
            .filter(|given| !given.required)
            .map(|given| format!("`{}`", unraw(&given.name.to_string())))
            .collect();
        if !optional.is_empty() {
            lines.push(String::new());
            lines.extend(docs::text_lines(&format!("Optional: {}.", docs::joined(&optional))));
        }
        if !operation.other_media_types.is_empty() {
            let others = operation.other_media_types.iter().take(20);
            let others: Vec<String> = others.map(|other| docs::code(other)).collect();
            lines.push(String::new());
            let text = format!("Can be asked for with `Call::accept`, too: {}.", docs::joined(&others));
            lines.extend(docs::text_lines(&text));
        }
        if let Some(told) = self.bindings.own_server_docs(index) {
            lines.push(String::new());
            lines.extend(docs::text_lines(&told));
        }
        if let Some(told) = self.streaming_docs(index) {
            lines.push(String::new());
            lines.extend(docs::text_lines(told));
        }
        lines.extend(self.pages_docs(index));
        if !operation.refusals.is_empty() {
            let statuses: Vec<String> = operation.refusals.iter().map(|refusal| shown_status(refusal.status)).collect();
            let error = self.error_link(index);
            lines.extend([String::new(), "# Errors".to_owned(), String::new()]);
            lines.push(format!("{error} where the server answers with {}.", docs::joined(&statuses)));
        }
        lines
    }

    /// The value of an operation and all that belongs to it.
    pub(super) fn operation_items(&self, index: usize) -> Vec<TokenStream> {
        let given = self.given(index);
        let mut items = vec![self.operation_struct(index, &given), self.operation_impl(index, &given)];
        items.extend(self.call_setters(index, &given));
        items.extend(self.paginated(index));
        items.extend(self.body_enum(index));
        items.extend(self.answer_enum(index));
        items.extend(self.own_error(index));
        items.extend(self.streaming_impl(index));
        items.extend(self.headers(index));
        items
    }

    fn operation_struct(&self, index: usize, given: &[Given]) -> TokenStream {
        let operation = &self.api.operations[index];
        let names = self.names.operation(index);
        let group = self.names.group(operation.group);
        let about = format!(" The call of [`{}::{}`].", group.type_name, unraw(&names.function));
        let name = ident(&names.type_name);
        let fields = given.iter().map(|Given { name, ty, required, .. }| match required {
            true => quote!(pub(crate) #name: #ty),
            false => quote!(pub(crate) #name: Option<#ty>),
        });
        let fields: Vec<_> = fields.collect();
        let body = if fields.is_empty() { quote!(;) } else { quote!({ #(#fields),* }) };
        quote! { #[doc = #about] #[derive(Clone, Debug)] pub struct #name #body }
    }

    fn operation_impl(&self, index: usize, given: &[Given]) -> TokenStream {
        let operation = &self.api.operations[index];
        let names = self.names.operation(index);
        let name = ident(&names.type_name);
        let wire_name = operation.name();
        let output = self.output_type(index);
        let error = self.error_type(index);
        let method = method(&operation.method);
        let path = &operation.path;
        let accept = (operation.accept != ["application/json"]).then(|| {
            let accept = operation.accept.join(", ");
            quote!(request.accept(#accept);)
        });
        let security = operation.requirement.as_ref().map(|asked| {
            let asked = combinations(&self.bindings.security(asked));
            quote!(request.security(#asked);)
        });
        let server = operation.server.map(|index| {
            let index = proc_macro2::Literal::usize_unsuffixed(index);
            quote!(request.server(#index);)
        });
        let puts = given.iter().filter(|given| !given.part).map(|given| &given.put);
        let puts = puts.cloned().chain(self.constants_put(operation, false));
        let parts = given.iter().filter(|given| given.part).map(|given| given.put.clone());
        let parts = parts.chain(self.constants_put(operation, true));
        let parts = operation.has_parts().then(|| multipart(operation, parts));
        let statements: Vec<TokenStream> =
            accept.into_iter().chain(server).chain(security).chain(puts).chain(parts).collect();
        let request = if statements.is_empty() {
            quote!(Ok(Request::new(#method, #path)))
        } else {
            quote! { let mut request = Request::new(#method, #path); #(#statements)* Ok(request) }
        };
        let decode = if self.outline { quote!() } else { self.decode(index) };
        quote! {
            impl Operation for #name {
                type Output = #output;
                type Error = #error;
                const NAME: &'static str = #wire_name;

                fn request(&self) -> Result<Request, BuildError> { #request }

                fn decode(response: &Response) -> Result<Self::Output, Failure<Self::Error>> { #decode }
            }
        }
    }
}

/// Whether a parameter is the key by which the server knows that a request is the same again
/// (draft-ietf-httpapi-idempotency-key-header).
fn is_idempotency_key(parameter: &Parameter, operation: &Operation) -> bool {
    let wire = parameter.wire.to_ascii_lowercase().replace('_', "-");
    let named = wire == "idempotency-key" || wire == "x-idempotency-key";
    let text = matches!(parameter.ty.split_null().0, Type::Text(Text::Plain | Text::Uuid));
    let repeats = matches!(operation.method.as_str(), "POST" | "PATCH");
    named && text && repeats && !parameter.required && parameter.place == ParameterPlace::Header
}

fn is_part(parameter: &Parameter) -> bool {
    parameter.place == ParameterPlace::Part
}

pub(super) fn optional(put: TokenStream, name: &proc_macro2::Ident, required: bool) -> TokenStream {
    if required { put } else { quote!(if let Some(value) = &self.#name { #put }) }
}

fn shown_status(status: StatusMatch) -> String {
    match status {
        StatusMatch::Code(code) => code.to_string(),
        StatusMatch::Class(class) => format!("{class}xx"),
        StatusMatch::Default => "any other status".to_owned(),
    }
}

fn method(name: &str) -> TokenStream {
    const CONSTANTS: [&str; 8] = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"];
    if CONSTANTS.contains(&name) {
        let constant = ident(name);
        return quote!(Method::#constant);
    }
    // The model holds methods that are tokens only, so that this never falls back.
    let bytes = proc_macro2::Literal::byte_string(name.as_bytes());
    quote!(Method::from_bytes(#bytes).unwrap_or_default())
}
