//! The arguments of functions and constructors. A required member is none if Rust can write its default.

use serde_json::Value;

use crate::api::model::{Api, Body, BodyContent, BodyKind, Field, Number, Operation, Shape, Text, Type, sends_bodies};

/// Returns `true` if functions take the body of an operation as an argument: it is required, or it is useless without a
/// required item. Descriptions often forget to declare a body as required.
pub fn asks_for_body(api: &Api, operation: &Operation) -> bool {
    let sends = sends_bodies(&operation.method);
    let asks =
        |body: &Body| body.required || (sends && body.alternatives.iter().any(|content| needs_content(api, content)));
    operation.body.as_ref().is_some_and(asks) && !operation.has_parts()
}

/// Returns `true` if a kind of body has a required item: a member or an alternative.
fn needs_content(api: &Api, content: &BodyContent) -> bool {
    let ty = match &content.kind {
        BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. } => ty,
        // An empty body is a valid one.
        BodyKind::Multipart | BodyKind::Text | BodyKind::Bytes | BodyKind::Content { .. } => return false,
    };
    match api.unaliased(ty.split_null().0) {
        Type::Named(id) => match &api.definition(*id).shape {
            Shape::Object(object) => object.fields.iter().any(|field| field.required && field.constant.is_none()),
            Shape::Union(_) => true,
            _ => false,
        },
        _ => false,
    }
}

/// Returns `true` if a field is an argument of the constructor of a struct that is sent.
pub fn is_constructor_argument(api: &Api, field: &Field) -> bool {
    field.required && !matches!(field.ty, Type::Nullable(_)) && !has_simple_default(api, field)
}

/// Returns `true` if the default of a field can be written in Rust: a simple value of its type.
pub fn has_simple_default(api: &Api, field: &Field) -> bool {
    field.default.as_ref().is_some_and(|default| is_simple_default(api, &field.ty, default))
}

/// Returns `true` if a value is a simple one of a type.
pub fn is_simple_default(api: &Api, ty: &Type, value: &Value) -> bool {
    match (api.unaliased(ty), value) {
        (Type::Boolean, Value::Bool(_)) | (Type::Text(Text::Plain | Text::Binary), Value::String(_)) => true,
        (Type::Integer(width), Value::Number(number)) => {
            number.as_i64().is_some_and(|number| width.contains(number.into()))
        }
        (Type::Number(Number::F64 | Number::F32), Value::Number(_)) => true,
        (Type::List(_), Value::Array(elements)) => elements.is_empty(),
        (Type::Named(id), value) => match &api.definition(*id).shape {
            Shape::IntegerEnum(codes) => codes.codes.iter().any(|code| Some(code.code) == value.as_i64()),
            Shape::StringEnum(words) => words.words.iter().any(|word| Some(word.wire.as_str()) == value.as_str()),
            _ => false,
        },
        _ => false,
    }
}
