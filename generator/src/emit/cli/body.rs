//! The body of an operation on the command line: what it can be, and how it is read.

use crate::emit::manifest::single_line;
use crate::emit::{Emitter, literal};
use crate::model::{BodyContent, BodyKind, Operation};

impl Emitter<'_> {
    /// How a body is read, as each of the kinds that it can be.
    pub(super) fn body_kinds(&self, index: usize, alternatives: &[BodyContent]) -> String {
        if let [only] = alternatives {
            let (value, fallible) = read_body(only);
            let read = if fallible { value } else { format!("Ok({value})") };
            return format!("\n            {},\n        ", body_kind(only, &format!("|body| {read}")));
        }
        let names = self.names.operation(index);
        let ty = self.own_path(index, &names.body_type);
        let kinds = alternatives.iter().zip(&names.bodies).map(|(content, variant)| {
            let (value, fallible) = read_body(content);
            let read = if fallible {
                let boxed = if self.is_large_body(content) { ".map(Box::new)" } else { "" };
                format!("{value}{boxed}.map({ty}::{variant})")
            } else {
                format!("Ok({ty}::{variant}({value}))")
            };
            format!("\n            {},", body_kind(content, &format!("|body| {read}")))
        });
        kinds.collect::<String>() + "\n        "
    }
}

/// What there is to say of the body of an operation.
pub(super) fn told_body(operation: &Operation) -> String {
    let Some(body) = operation.body.as_ref().filter(|_| !operation.has_parts()) else { return "None".to_owned() };
    let media_types: Vec<String> = body.alternatives.iter().flat_map(media_types).collect();
    let told = body.docs.description.as_deref().or(body.docs.title.as_deref()).unwrap_or_default();
    format!(
        "Some(cli::Body {{\n            media_types: &[{}],\n            required: {},\n            about: {},\n        }})",
        media_types.join(", "),
        body.required,
        literal(&single_line(told))
    )
}

/// The media types that a kind of body is sent with, as literals.
fn media_types(content: &BodyContent) -> Vec<String> {
    match &content.kind {
        BodyKind::Content { media_types } => media_types.iter().map(|media_type| literal(media_type)).collect(),
        _ => vec![literal(&content.media_type)],
    }
}

/// A kind of body, with the function that reads it.
fn body_kind(content: &BodyContent, reader: &str) -> String {
    let media_type = literal(&content.media_type);
    match &content.kind {
        BodyKind::Json { .. } | BodyKind::Form { .. } => format!("cli::Kind::Typed({media_type}, {reader})"),
        BodyKind::Multipart => format!("cli::Kind::Parts({media_type}, {reader})"),
        BodyKind::Text | BodyKind::Bytes | BodyKind::Content { .. } => {
            format!("cli::Kind::Raw(&[{}], {reader})", media_types(content).join(", "))
        }
    }
}

/// The expression that reads a body of one kind, and whether that can fail.
fn read_body(content: &BodyContent) -> (String, bool) {
    match &content.kind {
        BodyKind::Json { wrapper: Some(wrapper), .. } => (format!("body.json_in({})", literal(wrapper)), true),
        BodyKind::Json { .. } | BodyKind::Form { .. } => ("body.json()".to_owned(), true),
        BodyKind::Multipart => ("crate::runtime::given_parts(body)".to_owned(), true),
        BodyKind::Text => ("body.text()".to_owned(), true),
        BodyKind::Bytes => ("body.bytes()".to_owned(), false),
        BodyKind::Content { .. } => ("crate::runtime::given_content(body)".to_owned(), false),
    }
}
