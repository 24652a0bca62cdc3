//! The statements that put what a call was given into its request.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::{Operation, Parameter, ParameterPlace, Serialization, Style, Text, Type};

/// The statement that puts a parameter into the request.
pub(super) fn put(parameter: &Parameter, value: &TokenStream) -> TokenStream {
    let wire = &parameter.wire;
    let Some(Serialization { style, reserved }) = parameter.serialization else {
        return match parameter.place {
            ParameterPlace::Path => quote!(request.path(#wire, #value)?;),
            ParameterPlace::Query => quote!(request.query(#wire, #value)?;),
            ParameterPlace::Header => quote!(request.header(#wire, #value)?;),
            ParameterPlace::Cookie => quote!(request.cookie(#wire, #value)?;),
            ParameterPlace::Part => put_part(parameter, value),
        };
    };
    let style = self::style(style);
    match parameter.place {
        ParameterPlace::Path => quote!(request.path_as(#wire, #value, #style)?;),
        ParameterPlace::Query if reserved => quote!(request.query_reserved(#wire, #value, #style)?;),
        ParameterPlace::Query => quote!(request.query_as(#wire, #value, #style)?;),
        ParameterPlace::Header => quote!(request.header_as(#wire, #value, #style)?;),
        ParameterPlace::Cookie => quote!(request.cookie_as(#wire, #value, #style)?;),
        ParameterPlace::Part => put_part(parameter, value),
    }
}

/// The statement that adds a part to a multipart body.
fn put_part(parameter: &Parameter, value: &TokenStream) -> TokenStream {
    let wire = &parameter.wire;
    let files = parameter.ty.any(&|ty| *ty == Type::Text(Text::File));
    let many = matches!(parameter.ty.split_null().0, Type::List(_));
    match (&parameter.media_type, files) {
        (None, true) if many => quote!(parts.files(#wire, #value);),
        (None, true) => quote!(parts.file(#wire, #value);),
        (Some(media_type), true) if many => quote!(parts.files_as(#wire, #value, #media_type);),
        (Some(media_type), true) => quote!(parts.file_as(#wire, #value, #media_type);),
        (Some(media_type), false) => quote!(parts.value_as(#wire, #value, #media_type)?;),
        (None, false) => quote!(parts.value(#wire, #value)?;),
    }
}

/// The statements that make a multipart body; one that is not asked for is sent if it has any parts.
pub(super) fn multipart(operation: &Operation, parts: impl Iterator<Item = TokenStream>) -> TokenStream {
    let required = operation.body.as_ref().is_some_and(|body| body.required);
    let send = quote!(request.parts(&parts););
    let send = if required { send } else { quote!(if !parts.is_empty() { #send }) };
    quote!(let mut parts = Multipart::new(); #(#parts)* #send)
}

/// A style as an expression.
pub(super) fn style(style: Style) -> TokenStream {
    match style {
        Style::Simple(explode) => quote!(Style::Simple { explode: #explode }),
        Style::Label(explode) => quote!(Style::Label { explode: #explode }),
        Style::Matrix(explode) => quote!(Style::Matrix { explode: #explode }),
        Style::Form(explode) => quote!(Style::Form { explode: #explode }),
        Style::SpaceDelimited => quote!(Style::SpaceDelimited),
        Style::PipeDelimited => quote!(Style::PipeDelimited),
        Style::DeepObject => quote!(Style::DeepObject),
        Style::Json => quote!(Style::Json),
    }
}
