//! Values as servers send them, and descriptions do not describe them.

use serde_json::{Value, json};

/// Maximum number of members of an instance that are changed.
const MAX_CHANGED_MEMBERS: usize = 6;

/// Returns a value as servers may send it: with numbers in quotation marks, and members that are absent, null or lists.
#[must_use]
pub fn deviations_of(value: &Value) -> Vec<(String, Value)> {
    let mut deviations = Vec::new();
    let quoted = with_quoted_numbers(value);
    if quoted != *value {
        deviations.push(("numbers in quotation marks".to_owned(), quoted));
    }
    let Value::Object(members) = value else { return deviations };
    for name in members.keys().take(MAX_CHANGED_MEMBERS) {
        let mut without = members.clone();
        without.shift_remove(name);
        deviations.push((format!("without {name}"), Value::Object(without)));
        for other in [json!(null), json!([[]]), json!(1.5), json!("2024-12-31 23:59")] {
            let mut changed = members.clone();
            changed.insert(name.clone(), other.clone());
            deviations.push((format!("{other} in {name}"), Value::Object(changed)));
        }
    }
    deviations
}

fn with_quoted_numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) => Value::String(number.to_string()),
        Value::Array(elements) => elements.iter().map(with_quoted_numbers).collect(),
        Value::Object(members) => {
            Value::Object(members.iter().map(|(name, member)| (name.clone(), with_quoted_numbers(member))).collect())
        }
        other => other.clone(),
    }
}
