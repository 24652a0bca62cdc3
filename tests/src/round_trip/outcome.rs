//! Compares the values before and after the round trip.

use std::collections::HashSet;

use bindery::internal::analysis::Direction;
use serde_json::Value;

use super::{ExpectedResult, Root, Trial};
use crate::equal::difference;

/// A value that changed in the round trip.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The type and the schema.
    pub root: Root,
    /// The label of the value.
    pub label: String,
    /// The difference.
    pub reason: String,
}

/// Returns the values that changed. `answer` is the output of the program, a line for each trial.
pub(super) fn judge(
    roots: &[Root],
    trials: &[Trial],
    defaults: &HashSet<(String, String)>,
    answer: &str,
) -> Vec<Failure> {
    let mut lines = answer.lines();
    let failures = trials.iter().filter_map(|trial| {
        let root = roots.get(trial.root)?.clone();
        let reason = match lines.next().and_then(|line| line.split_once('\t')) {
            Some((read, text)) if trial.expected != ExpectedResult::Equal => {
                let is_expected = (read == "ok") == (trial.expected == ExpectedResult::Read);
                (!is_expected).then(|| format!("expected {:?}: {read} {text}: {}", trial.expected, trial.value))?
            }
            Some(("ok", text)) => find_change(&trial.value, text, &root, defaults)?,
            Some((_, error)) => error.to_owned(),
            None => "the program ended before".to_owned(),
        };
        Some(Failure { root, label: trial.label.clone(), reason })
    });
    failures.collect()
}

fn find_change(given: &Value, text: &str, root: &Root, defaults: &HashSet<(String, String)>) -> Option<String> {
    let Ok(mut back) = serde_json::from_str::<Value>(text) else {
        return Some("the output is not JSON".to_owned());
    };
    let mut given = given.clone();
    if root.direction == Direction::Response {
        without_defaults(&given, &mut back, defaults);
    }
    // By design, null and absent are the same, except in what a patch sends.
    if root.direction == Direction::Response || !root.is_patch {
        without_nulls(&mut given);
        without_nulls(&mut back);
    }
    difference(&given, &back)
}

/// Removes members that were filled in.
fn without_defaults(given: &Value, back: &mut Value, defaults: &HashSet<(String, String)>) {
    match (given, back) {
        (Value::Object(given), Value::Object(back)) => {
            back.retain(|name, value| {
                given.get(name).is_some_and(|given| !given.is_null())
                    || !defaults.iter().any(|(of, default)| of == name && same(default, value))
            });
            for (name, value) in back {
                if let Some(given) = given.get(name) {
                    without_defaults(given, value, defaults);
                }
            }
        }
        (Value::Array(given), Value::Array(back)) => {
            given.iter().zip(back).for_each(|(given, back)| without_defaults(given, back, defaults));
        }
        _ => {}
    }
}

fn same(default: &str, value: &Value) -> bool {
    serde_json::from_str(default).is_ok_and(|default: Value| difference(&default, value).is_none())
}

fn without_nulls(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|_, member| !member.is_null());
            members.values_mut().for_each(without_nulls);
        }
        Value::Array(elements) => elements.iter_mut().for_each(without_nulls),
        _ => {}
    }
}
