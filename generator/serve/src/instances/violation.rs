//! The violations of a schema by a value.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use bindery::internal::pointer::Pointer;

/// Maximum number of violations reported for one value.
const MAX_VIOLATIONS: usize = 20;

/// Maximum number of values in a value whose errors are collected at once: each has those of all alternatives.
const MAX_SIZE: usize = 500;

/// The message for a larger value whose violation is not in a single element of a list.
const TOO_LARGE: &str = "does not match its schema, and is too large to find out why";

/// Maximum length of a name in a location.
const MAX_SHOWN_NAME_LEN: usize = 64;

/// Maximum number of allowed values in a message.
const MAX_SHOWN_VALUES: usize = 8;

/// A violation of a rule. It does not contain the value, which may be secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The location in the value.
    pub pointer: Pointer,
    /// The violated rule, such as `expected integer, found a string`.
    pub message: String,
}

/// A compiled schema.
#[derive(Debug)]
pub struct SchemaValidator(Validator);

impl SchemaValidator {
    pub(super) fn new(validator: Validator) -> Self {
        Self(validator)
    }

    /// Returns the violations of the schema by a value.
    #[must_use]
    pub fn violations(&self, value: &Value) -> Vec<Violation> {
        let mut violations: Vec<Violation> = Vec::new();
        // Most values are valid, and collecting errors costs more.
        if self.0.is_valid(value) {
            return violations;
        }
        if size(value) > MAX_SIZE {
            return self.violations_of_elements(value);
        }
        for error in self.0.iter_errors(value) {
            add(&error, &mut violations);
        }
        violations.dedup();
        violations.truncate(MAX_VIOLATIONS);
        violations
    }

    /// Checks the elements of the lists in a large value one by one.
    fn violations_of_elements(&self, value: &Value) -> Vec<Violation> {
        let (mut rest, mut lists, mut violations) = (value.clone(), Vec::new(), Vec::new());
        take_lists(&mut rest, &Pointer::root(), &mut lists);
        if size(&rest) <= MAX_SIZE && self.0.is_valid(&rest) {
            for (at, list) in lists {
                for (index, element) in list.into_iter().enumerate() {
                    if violations.len() >= MAX_VIOLATIONS {
                        return violations;
                    }
                    set(&mut rest, &at, vec![element]);
                    if !self.0.is_valid(&rest) {
                        violations.extend(self.violations_of_element(&rest, &at, index));
                    }
                }
                set(&mut rest, &at, Vec::new());
            }
        }
        violations.truncate(MAX_VIOLATIONS);
        if violations.is_empty() {
            violations.push(Violation { pointer: Pointer::root(), message: TOO_LARGE.to_owned() });
        }
        violations
    }

    /// Returns the violations by the only element of a list, which is at another index of the value.
    fn violations_of_element(&self, value: &Value, list: &Pointer, index: usize) -> Vec<Violation> {
        let place = list.child(&index.to_string());
        if size(value) > MAX_SIZE {
            return vec![Violation { pointer: place, message: TOO_LARGE.to_owned() }];
        }
        let mut violations = self.violations(value);
        for violation in &mut violations {
            let rest = violation.pointer.as_str().strip_prefix(list.child("0").as_str()).map(str::to_owned);
            rest.iter().for_each(|rest| violation.pointer = place.append(rest));
        }
        violations
    }
}

/// Returns the number of values in a value.
fn size(value: &Value) -> usize {
    match value {
        Value::Array(elements) => 1 + elements.iter().map(size).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

/// Takes the elements out of the outermost lists of a value.
fn take_lists(value: &mut Value, at: &Pointer, lists: &mut Vec<(Pointer, Vec<Value>)>) {
    match value {
        Value::Array(elements) => lists.push((at.clone(), std::mem::take(elements))),
        Value::Object(members) => {
            members.iter_mut().for_each(|(name, member)| take_lists(member, &at.child(name), lists));
        }
        _ => {}
    }
}

fn set(value: &mut Value, at: &Pointer, elements: Vec<Value>) {
    if let Some(list) = value.pointer_mut(at.as_str()) {
        *list = Value::Array(elements);
    }
}

fn add(error: &ValidationError<'_>, violations: &mut Vec<Violation>) {
    if violations.len() >= MAX_VIOLATIONS {
        return;
    }
    let pointer = pointer(error);
    match error.kind() {
        ValidationErrorKind::AnyOf { context } => match closest_alternative(context, pointer.as_str().len()) {
            Some(errors) => errors.iter().for_each(|error| add(error, violations)),
            None => violations.push(Violation { pointer, message: "matches none of the alternatives".to_owned() }),
        },
        ValidationErrorKind::Required { property } => {
            let pointer = property.as_str().map_or(pointer.clone(), |name| pointer.child(name));
            violations.push(Violation { pointer, message: "missing".to_owned() });
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            let shown = unexpected.iter().take(MAX_VIOLATIONS);
            violations.extend(
                shown.map(|name| Violation {
                    pointer: pointer.child(shown_name(name)),
                    message: "not allowed".to_owned(),
                }),
            );
        }
        kind => violations.push(Violation { pointer, message: message(kind, error) }),
    }
}

/// Returns the name of a member, or `***` if it may be a value.
fn shown_name(name: &str) -> &str {
    let is_usual = |c: char| c.is_alphanumeric() || "-_.[]$@/".contains(c);
    if name.len() <= MAX_SHOWN_NAME_LEN && name.chars().all(is_usual) { name } else { "***" }
}

fn pointer(error: &ValidationError<'_>) -> Pointer {
    Pointer::root().append(error.instance_path().as_str())
}

/// Returns the errors of the alternative that a value matches best: the only one that accepts its type, or else the one
/// whose errors are deepest.
fn closest_alternative<'e>(
    alternatives: &'e [Vec<ValidationError<'static>>],
    own: usize,
) -> Option<&'e [ValidationError<'static>]> {
    let is_of_type = |errors: &&Vec<ValidationError<'_>>| {
        let is_type_error = |error: &ValidationError<'_>| {
            matches!(error.kind(), ValidationErrorKind::Type { .. }) && error.instance_path().as_str().len() == own
        };
        !errors.iter().any(is_type_error)
    };
    let fitting: Vec<&Vec<ValidationError<'_>>> = alternatives.iter().filter(is_of_type).collect();
    match fitting.as_slice() {
        [] => (alternatives.len() == 2).then(|| alternatives[0].as_slice()),
        [only] => Some(only),
        several => {
            let depth = |errors: &&&Vec<ValidationError<'_>>| {
                errors.iter().map(|error| error.instance_path().as_str().len()).max().unwrap_or_default()
            };
            several.iter().max_by_key(depth).filter(|errors| depth(errors) > own).map(|errors| errors.as_slice())
        }
    }
}

fn message(kind: &ValidationErrorKind, error: &ValidationError<'_>) -> String {
    match kind {
        ValidationErrorKind::Type { kind } => {
            let expected = match kind {
                TypeKind::Single(one) => one.to_string(),
                TypeKind::Multiple(several) => several.iter().map(|ty| ty.to_string()).collect::<Vec<_>>().join(" or "),
            };
            format!("expected {expected}, found {}", type_name(error.instance()))
        }
        ValidationErrorKind::Enum { options } => {
            let options: Vec<String> = options.as_array().into_iter().flatten().map(Value::to_string).collect();
            let shown = options.iter().take(MAX_SHOWN_VALUES).cloned().collect::<Vec<_>>().join(", ");
            let more = if options.len() > MAX_SHOWN_VALUES { ", .." } else { "" };
            format!("expected one of {shown}{more}")
        }
        ValidationErrorKind::FalseSchema => "not allowed".to_owned(),
        // The instance of the inner error is the name.
        ValidationErrorKind::PropertyNames { .. } => "has a name that is not allowed".to_owned(),
        ValidationErrorKind::Format { format } => format!("expected the format `{format}`"),
        ValidationErrorKind::Pattern { pattern } => format!("does not match the pattern `{pattern}`"),
        _ => error.masked_with("the value").to_string(),
    }
}

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
