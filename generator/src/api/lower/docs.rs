//! The docs of a schema, with its constraints as phrases.

use std::sync::Arc;

use openapiv3::ExternalDocumentation;
use serde_json::Value;

use super::constraints::{is_format_syntax, restricting};
use super::enumeration::listed_values;
use super::node::Node;
use super::sample;
use crate::api::model::Docs;

/// Maximum number of values that the docs list.
const MAX_LISTED_VALUES: usize = 10;

/// The extension for the date after which an item may be removed.
pub(super) const SUNSET: &str = "x-sunset";

/// Returns the date after which an item may be removed.
pub(super) fn sunset(value: Option<&Value>) -> Option<String> {
    value?.as_str().map(str::trim).filter(|date| !date.is_empty()).map(str::to_owned)
}

impl Node<'_> {
    /// Returns the docs at its use.
    pub(super) fn docs(self) -> Docs {
        let data = self.data;
        Docs {
            title: data.title.clone().filter(|title| !title.trim().is_empty()),
            description: data.description.clone().filter(|description| !description.trim().is_empty()),
            deprecated: data.deprecated,
            sunset: sunset(data.extensions.get(SUNSET)),
            rules: rules(self)
                .into_iter()
                .chain(self.inline_parts().flat_map(|(_, part)| rules(part)))
                .chain(quantities(self))
                .collect(),
            example: example(self),
            has_typed_example: self.any.format.is_some() || matches!(data.example, Some(Value::Number(_))),
            sample: sample::sample(self).map(Arc::new),
        }
    }

    /// Returns the size of the texts that each use copies, in bytes.
    pub(super) fn text_size(self) -> usize {
        let Self { data, any } = self;
        let value = |value: &Value| match value {
            Value::String(text) => text.len(),
            Value::Array(_) | Value::Object(_) => value.to_string().len(),
            _ => 0,
        };
        let values = [&data.default, &data.example].into_iter().flatten().map(value);
        let texts = [&data.title, &data.description, &any.pattern].into_iter().flatten();
        texts.map(String::len).sum::<usize>() + values.sum::<usize>()
    }
}

/// Returns the only values of a boolean or a number, or those of another type that are allowed.
fn quantities(schema: Node<'_>) -> Option<String> {
    let any = schema.any;
    let is_part = schema.is_composed() && any.enumeration.len() <= MAX_LISTED_VALUES;
    if !is_part && listed_values(schema).is_empty() {
        return None;
    }
    let values: Vec<String> = any.enumeration.iter().map(ToString::to_string).collect();
    match values.split_last()? {
        (only, []) => Some(format!("only {only}")),
        (last, others) => Some(format!("one of {} or {last}", others.join(", "))),
    }
}

/// Appends a link to external documentation to a description that does not contain it.
pub(super) fn with_link(description: Option<&str>, elsewhere: Option<&ExternalDocumentation>) -> Option<String> {
    let description = description.filter(|description| !description.trim().is_empty());
    let elsewhere = elsewhere.filter(|elsewhere| !description.is_some_and(|text| text.contains(&elsewhere.url)));
    let link = elsewhere.map(|elsewhere| {
        let title = elsewhere.description.as_deref().map(str::trim).filter(|title| !title.is_empty());
        format!("[{}](<{}>)", title.unwrap_or("Documentation"), elsewhere.url)
    });
    let paragraphs: Vec<&str> = description.into_iter().chain(link.as_deref()).collect();
    (!paragraphs.is_empty()).then(|| paragraphs.join("\n\n"))
}

/// Returns an example that adds information to the type and fits on a line.
fn example(schema: Node<'_>) -> Option<String> {
    let example = match &schema.data.example {
        Some(Value::String(text)) if text.trim().is_empty() => None,
        Some(value @ (Value::String(_) | Value::Number(_))) => Some(value.to_string()),
        _ => None,
    };
    let is_plain = |text: &String| text.chars().count() <= 60 && !text.contains(['`', '\\']);
    example.filter(|example| schema.any.enumeration.is_empty() && is_plain(example))
}

/// Returns the constraints of a schema, one phrase each.
fn rules(schema: Node<'_>) -> Vec<String> {
    let any = schema.any;
    let mut rules = Vec::new();
    let mut say = |phrase: Option<String>| rules.extend(phrase);
    let by_format = is_format_syntax(schema);
    if !by_format {
        say(range(any.min_length, any.max_length, "character", "characters"));
    }
    say(range(any.min_items, any.max_items, "element", "elements"));
    say(range(any.min_properties, any.max_properties, "member", "members"));
    say(limit(restricting(any.minimum, schema), any.exclusive_minimum, "at least", "more than"));
    say(limit(restricting(any.maximum, schema), any.exclusive_maximum, "at most", "less than"));
    say(any.multiple_of.map(|step| format!("a multiple of {step}")));
    let pattern = any.pattern.as_ref().filter(|_| !by_format);
    say(pattern.map(|pattern| format!("matching `{}`", pattern.replace('`', "'"))));
    // The keyword has no effect on other types.
    let is_array = any.items.is_some() || schema.typ().is_none_or(|typ| typ == "array");
    say((any.unique_items == Some(true) && is_array).then(|| "without repetition".to_owned()));
    rules
}

fn range(least: Option<usize>, most: Option<usize>, one: &str, many: &str) -> Option<String> {
    let counted = |count: usize| format!("{count} {}", if count == 1 { one } else { many });
    match (least.filter(|least| *least > 0), most) {
        (Some(least), Some(most)) if least == most => Some(format!("exactly {}", counted(least))),
        (Some(least), Some(most)) => Some(format!("{least} to {}", counted(most))),
        (Some(least), None) => Some(format!("at least {}", counted(least))),
        (None, Some(most)) => Some(format!("at most {}", counted(most))),
        (None, None) => None,
    }
}

fn limit(limit: Option<f64>, exclusive: Option<bool>, inclusive_words: &str, exclusive_words: &str) -> Option<String> {
    let words = if exclusive == Some(true) { exclusive_words } else { inclusive_words };
    limit.map(|limit| if limit.abs() < 1e17 { format!("{words} {limit}") } else { format!("{words} {limit:e}") })
}

/// Returns `true` if a default matches the type of its schema.
pub(super) fn is_of_type(default: &Value, typ: Option<&str>) -> bool {
    match typ {
        Some("string") => default.is_string(),
        Some("integer") => default.is_i64() || default.is_u64() || default.as_f64().is_some_and(|n| n.fract() == 0.0),
        Some("number") => default.is_number(),
        Some("boolean") => default.is_boolean(),
        Some("array") => default.is_array(),
        Some("object") => default.is_object(),
        _ => true,
    }
}
