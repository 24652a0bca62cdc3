//! Short phrases for items of a description, shown for both versions of a change.

use bindery::internal::inflection::short_list;
use bindery::internal::model::{
    Api, Body, BodyContent, BodyKind, Content, Integer, Number, Operation, PageStrategy, Parameter, ParameterLocation,
    Shape, Streaming, Style, Success, Text, Type, TypeId,
};

/// Maximum number of values, alternatives or contents in a phrase.
const MAX_LISTED: usize = 8;

/// Returns the phrase of a type, in OpenAPI terms: `array of story`, `integer or null`.
pub(super) fn ty(api: &Api, ty: &Type) -> String {
    match ty {
        Type::Any => "any value".to_owned(),
        Type::AnyObject => "any object".to_owned(),
        Type::Boolean => "boolean".to_owned(),
        Type::Integer(width) => integer(*width),
        Type::UnixTime => "integer (unixtime)".to_owned(),
        Type::Number(Number::F32) => "number (float)".to_owned(),
        Type::Number(Number::F64) => "number".to_owned(),
        Type::Number(Number::Decimal) => "number (decimal)".to_owned(),
        Type::Text(kind) => text(*kind),
        Type::List(inner) => format!("array of {}", self::ty(api, inner)),
        Type::Tuple(elements) => {
            let elements: Vec<String> = elements.iter().map(|element| self::ty(api, element)).collect();
            format!("tuple of {}", elements.join(", "))
        }
        Type::Map(inner) => format!("map of {}", self::ty(api, inner)),
        Type::Nullable(inner) => format!("{} or null", self::ty(api, inner)),
        Type::Named(id) => type_name(api, *id),
        Type::Own(id, arguments) => {
            let path = api.own_types.get(*id).map_or("", |own| own.path.trim_start_matches("::"));
            let of = if arguments.is_empty() { "" } else { " of " };
            let arguments: Vec<String> = arguments.iter().map(|argument| self::ty(api, argument)).collect();
            format!("your type `{path}`{of}{}", arguments.join(", "))
        }
    }
}

/// Returns the name of a component schema, or the shape of other types.
pub(super) fn type_name(api: &Api, id: TypeId) -> String {
    let definition = api.definition(id);
    if let Some(name) = definition.naming.schema() {
        return format!("`{name}`");
    }
    shape(api, &definition.shape)
}

/// Returns the phrase of a definition's shape.
pub(super) fn shape(api: &Api, shape: &Shape) -> String {
    match shape {
        Shape::Alias(inner) | Shape::Wrapper(inner) => ty(api, inner),
        Shape::Object(_) => "object".to_owned(),
        Shape::IntegerEnum(codes) => {
            let codes: Vec<String> = codes.codes.iter().map(|code| code.code.to_string()).collect();
            format!("one of {}", short_list(&codes, MAX_LISTED))
        }
        Shape::StringEnum(words) => {
            let words: Vec<String> = words.words.iter().map(|word| format!("`{}`", word.wire)).collect();
            format!("one of {}", short_list(&words, MAX_LISTED))
        }
        Shape::Union(union) => {
            let texts: Vec<String> = union.variants.iter().map(|variant| variant.text().to_owned()).collect();
            format!("one of {}", short_list(&texts, MAX_LISTED))
        }
    }
}

fn integer(width: Integer) -> String {
    match width {
        Integer::I64 => "integer".to_owned(),
        Integer::I128 => "integer of 128 bits".to_owned(),
        width => format!("integer ({})", width.format()),
    }
}

fn text(kind: Text) -> String {
    match (kind, kind.format()) {
        (Text::NumberOrText, _) => "number or string".to_owned(),
        (Text::Integer(width), _) => format!("{} as string", integer(width)),
        (_, Some(format)) => format!("string ({format})"),
        (_, None) => "string".to_owned(),
    }
}

/// Returns the phrase of a successful response.
pub(super) fn success(api: &Api, success: &Success) -> String {
    match success {
        Success::Nothing => "no body".to_owned(),
        Success::Undeclared => "an undeclared body".to_owned(),
        Success::One(only) => content(api, only),
        Success::Several(responses) => {
            let kinds: Vec<String> = responses
                .iter()
                .map(|response| {
                    let body = response.content.as_ref().map_or("no body".to_owned(), |body| content(api, body));
                    format!("{}: {body}", response.status)
                })
                .collect();
            short_list(&kinds, MAX_LISTED)
        }
    }
}

pub(super) fn content(api: &Api, content: &Content) -> String {
    match content {
        Content::Json(inner) => ty(api, inner),
        Content::Lines(inner) => format!("lines of {}", ty(api, inner)),
        Content::Text => "text".to_owned(),
        Content::Bytes => "bytes".to_owned(),
    }
}

/// Returns the phrase of a request body.
pub(super) fn body(api: &Api, body: &Body) -> String {
    let kinds: Vec<String> = body.alternatives.iter().map(|one| body_content(api, one)).collect();
    format!("{}{}", short_list(&kinds, MAX_LISTED), if body.required { "" } else { ", optional" })
}

pub(super) fn body_content(api: &Api, one: &BodyContent) -> String {
    let content = match &one.kind {
        BodyKind::Json { ty: inner, wrapper: Some(wrapper) } => format!("{} in `{wrapper}`", ty(api, inner)),
        BodyKind::Json { ty: inner, wrapper: None } | BodyKind::Form { ty: inner, .. } => ty(api, inner),
        BodyKind::Multipart => "multipart parts".to_owned(),
        BodyKind::Text => "text".to_owned(),
        BodyKind::Bytes | BodyKind::Content { .. } => "bytes".to_owned(),
    };
    format!("{content} as `{}`", one.media_type)
}

/// Returns the phrase for reading a response: as a whole, in pages, or as a stream.
pub(super) fn response_text(operation: &Operation) -> String {
    let paged = operation.pagination.as_ref().map(|found| {
        let parameter = found.step.parameter().and_then(|index| operation.parameters.get(index));
        let by = match &found.step {
            PageStrategy::Page { .. } => "by number",
            PageStrategy::Offset { .. } => "by offset",
            PageStrategy::Cursor { .. } => "by cursor",
            PageStrategy::Last { .. } => "after the last item",
            PageStrategy::Address { .. } => "by the address of the next page",
        };
        let name = parameter.map(|parameter| format!(" (`{}`)", parameter.wire));
        format!("in pages {by}{}", name.unwrap_or_default())
    });
    let streamed = operation.streaming.as_ref().map(|streaming| match streaming {
        Streaming::Events { .. } => "as events",
        Streaming::Lines { .. } => "line by line",
    });
    match (paged, streamed) {
        (Some(paged), Some(streamed)) => format!("{paged}, or {streamed}"),
        (Some(paged), None) => paged,
        (None, streamed) => streamed.unwrap_or("as a whole").to_owned(),
    }
}

/// Returns the serialization of a parameter's value (OpenAPI 3.0.4, "Style Values").
pub(super) fn parameter_text(parameter: &Parameter) -> String {
    let style = parameter.serialization.map(|serialization| {
        let style = style(serialization.style);
        if serialization.reserved { format!("{style}, reserved characters not encoded") } else { style }
    });
    let text = style.unwrap_or_else(|| match parameter.place {
        ParameterLocation::Query | ParameterLocation::Cookie => self::style(Style::Form(true)),
        _ => self::style(Style::Simple(false)),
    });
    match &parameter.media_type {
        Some(media_type) => format!("{text} as `{media_type}`"),
        None => text,
    }
}

fn style(style: Style) -> String {
    let exploded = |explode: bool| if explode { ", exploded" } else { ", not exploded" };
    match style {
        Style::Simple(explode) => format!("style `simple`{}", exploded(explode)),
        Style::Label(explode) => format!("style `label`{}", exploded(explode)),
        Style::Matrix(explode) => format!("style `matrix`{}", exploded(explode)),
        Style::Form(explode) => format!("style `form`{}", exploded(explode)),
        Style::SpaceDelimited => "style `spaceDelimited`".to_owned(),
        Style::PipeDelimited => "style `pipeDelimited`".to_owned(),
        Style::DeepObject => "style `deepObject`".to_owned(),
        Style::Json => "as JSON".to_owned(),
        Style::HttpDate => "as an HTTP date".to_owned(),
    }
}

/// Returns the phrase of a member or a parameter.
pub(super) fn input(api: &Api, ty: &Type, constant: Option<&serde_json::Value>, required: bool) -> String {
    match constant {
        Some(only) => format!("always {}", value(only)),
        None => format!("{}, {}", self::ty(api, ty), presence(required)),
    }
}

/// Returns the phrase for a required or an optional item.
pub(super) fn presence(required: bool) -> &'static str {
    if required { "required" } else { "optional" }
}

/// Returns a JSON value, shortened.
pub(super) fn value(value: &serde_json::Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 60 { text } else { format!("{}..", text.chars().take(60).collect::<String>()) }
}

/// Joins the different texts that are not empty.
pub(super) fn join_texts<'t>(texts: impl Iterator<Item = &'t str>, separator: &str) -> Option<String> {
    let mut joined: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    joined.dedup();
    (!joined.is_empty()).then(|| joined.join(separator))
}
