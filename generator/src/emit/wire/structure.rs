//! Wire tables of objects: a line for each member.

use crate::emit::tokens::literal;
use crate::ir::{DefaultValue, Field, MemberKind, Presence, Struct};

/// `"id" => id: required,`, and `"class" = CLASS,` for a constant.
pub(super) fn rows(structure: &Struct) -> Vec<String> {
    let members = structure.members.iter().map(|member| match &member.kind {
        MemberKind::Constant(_) => format!("{} = {},", literal(&member.wire), member.name),
        MemberKind::Field(field) => format!("{} => {}: {},", literal(&member.wire), member.name, kind(field)),
    });
    members
        .chain(structure.others.iter().map(|(name, _)| {
            let of_numbers = if structure.others_read_text { ": keep_number" } else { "" };
            format!(".. {name}{of_numbers}")
        }))
        .collect()
}

fn kind(field: &Field) -> String {
    let of_numbers = if field.reads_text { "_number" } else { "" };
    let kind = match &field.presence {
        Presence::Required => "required",
        Presence::Nullable => "nullable",
        Presence::Anything => "anything",
        Presence::Optional => "optional",
        Presence::ThreeStates => "patched",
        Presence::FilledIn(default) => return format!("defaulting{of_numbers}({})", function(default)),
    };
    format!("{kind}{of_numbers}")
}

/// The function that makes a default.
fn function(default: &DefaultValue) -> String {
    match default {
        DefaultValue::Boolean(flag) => format!("|| {flag}"),
        DefaultValue::Integer(number) => format!("|| {number}"),
        DefaultValue::Number(number) => format!("|| {number:?}"),
        DefaultValue::Text(text) if text.is_empty() => "String::new".to_owned(),
        DefaultValue::Text(text) => format!("|| {}.to_owned()", literal(text)),
        DefaultValue::EmptyList => "Vec::new".to_owned(),
        DefaultValue::Variant(enumeration, variant) => format!("|| types::{enumeration}::{variant}"),
    }
}
