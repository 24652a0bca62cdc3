//! Validation rules for values, checked before they are sent.

use std::collections::HashSet;
use std::fmt;

use serde::ser::Serialize;
use serde_json::{Map, Value};

use crate::auth::secret::with_secrets;
#[cfg(feature = "patterns")]
use crate::validation::pattern::is_match;
use crate::wire::json::exact_value;

/// The rules of a type. It is a function, because types may be recursive.
pub type RulesOf = fn() -> &'static [Rule];

/// A rule for a JSON value. Values of another type, and `null`, are valid.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// The minimum and maximum number of characters of a string.
    Length(usize, usize),
    /// The regular expression of a string.
    #[cfg(feature = "patterns")]
    Pattern(&'static str),
    /// The same, and the regular expression as the API description has it, if its syntax differs.
    #[cfg(feature = "patterns")]
    TranslatedPattern {
        /// The regular expression.
        regex: &'static str,
        /// The same in the API description.
        described: &'static str,
    },
    /// The minimum of a number.
    Min(f64),
    /// The exclusive minimum of a number.
    ExclusiveMin(f64),
    /// The maximum of a number.
    Max(f64),
    /// The exclusive maximum of a number.
    ExclusiveMax(f64),
    /// The number that a value must be a multiple of.
    MultipleOf(f64),
    /// The only values of a boolean or a number, as JSON.
    OneOf(&'static [&'static str]),
    /// The minimum and maximum number of elements of an array, or members of an object.
    Count(usize, usize),
    /// No two elements are equal.
    Unique,
    /// Rules for each element of an array, or each member of an object.
    Each(&'static [Rule]),
    /// Rules for a member of an object.
    Member(&'static str, &'static [Rule]),
    /// The rules of a type.
    Of(RulesOf),
    /// The rules of the alternatives that a value may be, the best one first. Those of one of them hold.
    AnyOf(fn(&Value) -> Vec<&'static [Rule]>),
    /// The rules of the alternative that a member selects.
    Tag(&'static str, &'static [(&'static str, RulesOf)]),
    /// The same for the value in another member.
    AdjacentTag(
        &'static str,
        &'static str,
        &'static [(&'static str, RulesOf)],
    ),
}

/// The error for a value that violates its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    problems: Vec<String>,
}

impl Invalid {
    /// Returns one phrase for each violated rule, such as `$.name has 101 characters; at most 100 are allowed`. The
    /// phrases do not contain any values.
    #[must_use]
    pub fn problems(&self) -> &[String] {
        &self.problems
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.problems.join("; "))
    }
}

impl std::error::Error for Invalid {}

/// Checks a value.
///
/// # Errors
///
/// Returns all violated rules.
pub fn check<T: Serialize + ?Sized>(value: &T, rules: &[Rule]) -> Result<(), Invalid> {
    check_at("$", value, rules)
}

/// Checks a value at this path.
pub(crate) fn check_at<T: Serialize + ?Sized>(
    name: &str,
    value: &T,
    rules: &[Rule],
) -> Result<(), Invalid> {
    // A value that cannot be serialized fails later, when it is sent.
    let value = with_secrets(false, || exact_value(value)).unwrap_or_default();
    let mut found = Violations {
        problems: Vec::new(),
        tries: MAX_TRIES,
    };
    collect_violations(&value, rules, name, &mut found);
    let problems = found.problems;
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Invalid { problems })
    }
}

/// Maximum number of further alternatives that are tried for a value, because unions may be inside each other. Beyond it,
/// any alternative is valid.
const MAX_TRIES: usize = 1_000;

/// The violated rules of a value.
struct Violations {
    problems: Vec<String>,
    /// The number of further alternatives that may be tried.
    tries: usize,
}

impl Violations {
    /// Returns `true` if a value violates none of the rules of a further alternative.
    fn is_none(&mut self, value: &Value, rules: &[Rule]) -> bool {
        let Some(tries) = self.tries.checked_sub(1) else {
            return true;
        };
        self.tries = tries;
        let start = self.problems.len();
        collect_violations(value, rules, "", self);
        let is_none = self.problems.len() == start;
        self.problems.truncate(start);
        is_none
    }
}

fn collect_violations(value: &Value, rules: &[Rule], path: &str, found: &mut Violations) {
    for rule in rules {
        match (rule, value) {
            (Rule::Each(rules), Value::Array(elements)) => {
                for (index, element) in elements.iter().enumerate() {
                    collect_violations(element, rules, &format!("{path}[{index}]"), found);
                }
            }
            (Rule::Each(rules), Value::Object(members)) => {
                for (name, member) in members {
                    collect_violations(member, rules, &format!("{path}.{name}"), found);
                }
            }
            (Rule::Member(name, rules), Value::Object(members)) => {
                if let Some(member) = members.get(*name) {
                    collect_violations(member, rules, &format!("{path}.{name}"), found);
                }
            }
            (Rule::Of(rules), value) => collect_violations(value, rules(), path, found),
            (Rule::AnyOf(fitting), value) => {
                let mut rest = fitting(value).into_iter();
                let Some(best) = rest.next() else { continue };
                let start = found.problems.len();
                collect_violations(value, best, path, found);
                if found.problems.len() > start && rest.any(|rules| found.is_none(value, rules)) {
                    found.problems.truncate(start);
                }
            }
            (Rule::Tag(tag, alternatives), Value::Object(members)) => {
                if let Some(rules) = rules_of_tag(members, tag, alternatives) {
                    collect_violations(value, rules(), path, found);
                }
            }
            (Rule::AdjacentTag(tag, content, alternatives), Value::Object(members)) => {
                if let (Some(rules), Some(value)) = (
                    rules_of_tag(members, tag, alternatives),
                    members.get(*content),
                ) {
                    collect_violations(value, rules(), &format!("{path}.{content}"), found);
                }
            }
            (rule, value) => {
                let problem = violation(rule, value);
                found
                    .problems
                    .extend(problem.map(|problem| format!("{path} {problem}")));
            }
        }
    }
}

/// Returns the rules of the alternative that a tag selects.
fn rules_of_tag(
    members: &Map<String, Value>,
    tag: &str,
    alternatives: &[(&str, RulesOf)],
) -> Option<RulesOf> {
    let name = members.get(tag)?;
    let name = name
        .as_str()
        .map_or_else(|| name.to_string(), str::to_owned);
    let mut alternatives = alternatives.iter();
    let selected = alternatives.find(|(value, _)| *value == name);
    selected.map(|(_, rules)| *rules)
}

/// Describes how a value violates a rule, or returns `None` if it does not.
fn violation(rule: &Rule, value: &Value) -> Option<String> {
    match (rule, value) {
        (Rule::Length(min, max), Value::String(text)) => {
            count_violation(text.chars().count(), *min, *max, "characters")
        }
        #[cfg(feature = "patterns")]
        (
            Rule::Pattern(regex @ described) | Rule::TranslatedPattern { regex, described },
            Value::String(text),
        ) => (!is_match(regex, text)).then(|| format!("does not match `{described}`")),
        (Rule::Count(min, max), Value::Array(elements)) => {
            count_violation(elements.len(), *min, *max, "elements")
        }
        (Rule::Count(min, max), Value::Object(members)) => {
            count_violation(members.len(), *min, *max, "members")
        }
        (Rule::Unique, Value::Array(elements)) => {
            let mut seen = HashSet::new();
            let repeated = !elements.iter().all(|one| seen.insert(one.to_string()));
            repeated.then(|| "repeats an element".to_owned())
        }
        (Rule::OneOf(values), Value::Bool(_) | Value::Number(_)) => {
            let is_equal = |listed: &&str| match value.as_f64() {
                Some(number) => listed.parse() == Ok(number),
                None => listed.parse().ok() == value.as_bool(),
            };
            let listed = values.join("`, `");
            (!values.iter().any(is_equal)).then(|| format!("must be one of `{listed}`"))
        }
        (rule, Value::Number(number)) => range_violation(rule, number.as_f64()?),
        _ => None,
    }
}

fn count_violation(count: usize, min: usize, max: usize, noun: &str) -> Option<String> {
    if count < min {
        Some(format!("has {count} {noun}; at least {min} are required"))
    } else if count > max {
        Some(format!("has {count} {noun}; at most {max} are allowed"))
    } else {
        None
    }
}

fn range_violation(rule: &Rule, number: f64) -> Option<String> {
    let when =
        |wrong: bool, words: &str, limit: f64| wrong.then(|| format!("must be {words} {limit}"));
    match *rule {
        Rule::Min(limit) => when(number < limit, "at least", limit),
        Rule::ExclusiveMin(limit) => when(number <= limit, "more than", limit),
        Rule::Max(limit) => when(number > limit, "at most", limit),
        Rule::ExclusiveMax(limit) => when(number >= limit, "less than", limit),
        Rule::MultipleOf(step) => {
            let times = number / step;
            // Decimal steps such as 0.01 have no exact `f64` representation.
            let off = (times - times.round()).abs() > 1e-9 * times.abs().max(1.0);
            when(off && step > 0.0, "a multiple of", step)
        }
        _ => None,
    }
}
