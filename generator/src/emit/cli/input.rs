//! The inputs of an operation on the command line: its parameters, and what the body can be and how it is read.

use crate::emit::module::path_beside;
use crate::emit::tokens::literal;
use crate::ident::without_underscore;
use crate::ir::{Body, BodyContent, Command, CommandParameter, Input, Operation, SentAs};

/// Emits the reading of a body, for each of its media types.
pub(super) fn body_kinds(operation: &Operation, body: &Body) -> String {
    if let [only] = body.contents.as_slice() {
        let (value, fallible) = read_body(only);
        let read = if fallible { value } else { format!("Ok({value})") };
        return format!("\n            {},\n        ", body_kind(only, &format!("|body| {read}")));
    }
    let ty = path_beside(operation, &body.choice);
    let kinds = body.contents.iter().map(|content| {
        let (value, fallible) = read_body(content);
        let variant = &content.variant;
        let read = if fallible {
            let boxed = if content.is_boxed { ".map(Box::new)" } else { "" };
            format!("{value}{boxed}.map({ty}::{variant})")
        } else {
            format!("Ok({ty}::{variant}({value}))")
        };
        format!("\n            {},", body_kind(content, &format!("|body| {read}")))
    });
    kinds.collect::<String>() + "\n        "
}

/// Emits the description of a body for the command line.
pub(super) fn body_entry(input: Option<(&Input, &Body)>, command: &Command) -> String {
    let Some((input, body)) = input else { return "None".to_owned() };
    let media_types: Vec<String> = body.contents.iter().flat_map(media_types).collect();
    format!(
        "Some(cli::Body {{\n            media_types: &[{}],\n            required: {},\n            about: {},\n        }})",
        media_types.join(", "),
        input.is_required,
        literal(&command.body_about)
    )
}

/// The media types that a kind of body is sent with, as literals.
fn media_types(content: &BodyContent) -> Vec<String> {
    match &content.sent_as {
        SentAs::Content(media_types) => media_types.iter().map(|media_type| literal(media_type)).collect(),
        _ => vec![literal(&content.media_type)],
    }
}

/// A kind of body, with the function that reads it.
fn body_kind(content: &BodyContent, reader: &str) -> String {
    let media_type = literal(&content.media_type);
    match content.sent_as {
        SentAs::Json(_) | SentAs::AnyArray | SentAs::AnyObject | SentAs::Form(_) => {
            format!("cli::Kind::Typed({media_type}, {reader})")
        }
        SentAs::Multipart(_) => format!("cli::Kind::Parts({media_type}, {reader})"),
        SentAs::Text | SentAs::Bytes | SentAs::Content(_) => {
            format!("cli::Kind::Raw(&[{}], {reader})", media_types(content).join(", "))
        }
    }
}

/// The expression that reads a body of one kind, and whether that can fail.
fn read_body(content: &BodyContent) -> (String, bool) {
    match &content.sent_as {
        SentAs::Json(Some(wrapper)) => (format!("body.json_in({})", literal(wrapper)), true),
        SentAs::Json(None) | SentAs::AnyArray | SentAs::AnyObject | SentAs::Form(_) => ("body.json()".to_owned(), true),
        SentAs::Multipart(_) => ("crate::runtime::multipart_argument(body)".to_owned(), true),
        SentAs::Text => ("body.text()".to_owned(), true),
        SentAs::Bytes => ("body.bytes()".to_owned(), false),
        SentAs::Content(_) => ("crate::runtime::content_argument(body)".to_owned(), false),
    }
}

/// Emits the descriptions of the parameters of an operation.
pub(super) fn parameters(parameters: &[CommandParameter]) -> String {
    let rows = parameters.iter().map(|parameter| {
        let fields = fields(parameter);
        let fields: String = fields.iter().map(|(name, value)| format!("\n                {name}: {value},")).collect();
        format!("\n            cli::Parameter {{{fields}\n                ..cli::Parameter::PLAIN\n            }},")
    });
    let rows: String = rows.collect();
    if rows.is_empty() { rows } else { rows + "\n        " }
}

/// Returns the fields of a parameter that differ from the defaults.
fn fields(parameter: &CommandParameter) -> Vec<(&'static str, String)> {
    let mut fields = vec![
        ("name", literal(without_underscore(&parameter.name))),
        ("wire", literal(&parameter.wire)),
        ("location", literal(parameter.place.as_str())),
    ];
    if parameter.is_required {
        fields.push(("required", "true".to_owned()));
    }
    if !parameter.about.is_empty() {
        fields.push(("about", literal(&parameter.about)));
    }
    if parameter.value != "TEXT" {
        fields.push(("value", literal(parameter.value)));
    }
    if parameter.is_list {
        fields.push(("many", "true".to_owned()));
    }
    if let Some(default) = &parameter.default {
        fields.push(("default", format!("Some({})", literal(default))));
    }
    if !parameter.known.is_empty() {
        let rows = parameter.known.iter().map(|known| {
            let name = known.name.as_deref().map(dashed).unwrap_or_default();
            let (wire, meaning) = (literal(&known.wire), literal(&known.meaning));
            format!("\n                    cli::Known({wire}, {}, {meaning}),", literal(&name))
        });
        fields.push(("known", format!("&[{}\n                ]", rows.collect::<String>())));
    }
    fields
}

/// The name of a variant as a word of the command line: `UserStory` is `user-story`.
fn dashed(name: &str) -> String {
    let mut word = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !word.is_empty() {
            word.push('-');
        }
        word.extend(c.to_lowercase());
    }
    word
}
