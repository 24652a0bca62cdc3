//! Additions to a schema: docs, validation keywords and null.

use serde_json::{Map, Value, json};

use crate::ir::Constraint;
use crate::model::{Constraints, Docs, Type};
use crate::resolve::constraint::own;

/// The title, the description, and whether it is deprecated.
pub(super) fn annotate(schema: &mut Value, docs: &Docs) {
    for (keyword, text) in [("title", &docs.title), ("description", &docs.description)] {
        if let Some(text) = text {
            schema[keyword] = Value::from(text.as_str());
        }
    }
    if docs.deprecated {
        schema["deprecated"] = Value::Bool(true);
    }
}

/// The same, or null.
pub(super) fn or_null(mut schema: Value) -> Value {
    match &mut schema {
        Value::Object(members) if members.is_empty() => schema,
        Value::Object(members) if !members.contains_key("$own") && !members.contains_key("$samples") => {
            match members.get_mut("type") {
                Some(Value::Array(types)) => types.push(Value::from("null")),
                Some(ty) => *ty = json!([ty, "null"]),
                None => return json!({ "anyOf": [schema, { "type": "null" }] }),
            }
            schema
        }
        _ => json!({ "anyOf": [schema, { "type": "null" }] }),
    }
}

/// Adds what limits say of the values of a type.
pub(super) fn restrict_all(schema: &mut Value, declared: &[&Constraints], ty: &Type) {
    for declared in declared {
        own(ty, declared).iter().for_each(|constraint| restrict(schema, constraint, ty));
    }
}

/// Adds a keyword. If the schema has it already, the keyword is added in `allOf`.
fn restrict(schema: &mut Value, constraint: &Constraint, ty: &Type) {
    let is_object = matches!(ty, Type::Map(_) | Type::AnyObject);
    let [least, most] = if is_object { ["minProperties", "maxProperties"] } else { ["minItems", "maxItems"] };
    let mut rules = Map::new();
    match constraint {
        Constraint::Length(minimum, maximum) => {
            rules.extend((*minimum > 0).then(|| ("minLength".to_owned(), json!(minimum))));
            rules.extend(maximum.map(|maximum| ("maxLength".to_owned(), json!(maximum))));
        }
        Constraint::Pattern(_, written) => drop(rules.insert("pattern".to_owned(), json!(written))),
        Constraint::Min(limit) => drop(rules.insert("minimum".to_owned(), number(*limit))),
        Constraint::MoreThan(limit) => drop(rules.insert("exclusiveMinimum".to_owned(), number(*limit))),
        Constraint::Max(limit) => drop(rules.insert("maximum".to_owned(), number(*limit))),
        Constraint::LessThan(limit) => drop(rules.insert("exclusiveMaximum".to_owned(), number(*limit))),
        Constraint::MultipleOf(step) => drop(rules.insert("multipleOf".to_owned(), number(*step))),
        Constraint::Count(minimum, maximum) => {
            rules.extend((*minimum > 0).then(|| (least.to_owned(), json!(minimum))));
            rules.extend(maximum.map(|maximum| (most.to_owned(), json!(maximum))));
        }
        Constraint::Unique if !is_object => drop(rules.insert("uniqueItems".to_owned(), Value::Bool(true))),
        Constraint::Unique | Constraint::Each(_) | Constraint::Of(_) => {}
    }
    let Some(members) = schema.as_object_mut() else { return };
    for (keyword, rule) in rules {
        match members.get(&keyword) {
            Some(known) if *known == rule => {}
            // Limits of the width give way to those of the description.
            Some(known) if keyword != "minimum" || known != &Value::from(0) => {
                let others = members.entry("allOf").or_insert_with(|| json!([]));
                if let Some(others) = others.as_array_mut() {
                    others.push(json!({ keyword: rule }));
                }
            }
            _ => drop(members.insert(keyword, rule)),
        }
    }
}

/// A whole number as one.
fn number(limit: f64) -> Value {
    // Beyond this, numbers of 64 bits have gaps.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let is_whole = limit.fract() == 0.0 && limit.abs() <= EXACT;
    if is_whole { Value::from(limit as i64) } else { Value::from(limit) }
}
