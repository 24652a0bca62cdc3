//! The alternatives of unions, and the tags that identify them.

use std::sync::LazyLock;

use super::document::Document;
use serde_json::{Value, json};

use super::shape::{Shape, Union};

/// A discriminator value, or an alternative without one.
#[derive(Debug)]
pub(super) struct Alternative<'d> {
    pub(super) schema: &'d Value,
    /// The discriminator value, if the alternative does not list it itself.
    pub(super) tag: Option<&'d str>,
    /// Its label, such as `oneOf/0 as cat`.
    pub(super) label: String,
}

/// Returns each alternative once, or with a discriminator, each key of its mapping once.
pub(super) fn alternatives<'d>(document: &Document<'d>, union: &Union<'d>) -> Vec<Alternative<'d>> {
    let branches = union.branches.iter().enumerate();
    branches.flat_map(|(index, branch)| alternatives_of_branch(document, union, index, branch)).collect()
}

fn alternatives_of_branch<'d>(
    document: &Document<'d>,
    union: &Union<'d>,
    index: usize,
    branch: &'d Value,
) -> Vec<Alternative<'d>> {
    // As an alternative, `nullable: true` alone represents null in OpenAPI 3.0.
    static NULL: LazyLock<Value> = LazyLock::new(|| json!({ "type": "null" }));
    let schema = if *branch == json!({ "nullable": true }) { &NULL } else { branch };
    let alternative = |tag: Option<&'d str>| {
        let suffix = tag.filter(|tag| tag.len() <= 40).map(|tag| format!(" as {tag}"));
        Alternative { schema, tag, label: format!("{}/{index}{}", union.keyword, suffix.unwrap_or_default()) }
    };
    let Some(tag) = union.tag() else { return vec![alternative(None)] };
    let target = document.resolve(branch);
    let mapping = union.discriminator.and_then(|discriminator| discriminator.get("mapping")).and_then(Value::as_object);
    let is_target = |to: &Value| {
        let mapped = to.as_str().and_then(|to| document.mapping_target(to));
        mapped.is_some_and(|mapped| std::ptr::eq(mapped, target))
    };
    let keys = mapping.into_iter().flatten().filter(|(_, to)| is_target(to));
    let mapped: Vec<Alternative<'d>> = keys.map(|(key, _)| alternative(Some(key))).collect();
    if !mapped.is_empty() {
        return mapped;
    }
    // Without a mapping, the name of the schema is the tag, unless the alternative lists other values.
    let shape = Shape::new(document, &[branch]);
    let lists_tags = shape.properties.get(tag).is_some_and(|member| Shape::new(document, member).choices.is_some());
    let name = branch.get("$ref").and_then(Value::as_str).and_then(|reference| reference.rsplit('/').next());
    vec![alternative(name.filter(|_| !lists_tags))]
}
