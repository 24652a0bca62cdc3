//! Values of requests: decoded from text by their types, and checked.

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::message::Violation;
use bindery::internal::misfit::{MisfitKind, Misfits, TypeUse, Values, misfits};
use bindery::internal::model::{Constraints, Payload, Shape, Type};
use bindery::internal::pointer::Pointer;

/// Maximum number of types that lead to the structure of a value.
const MAX_DEPTH: usize = 32;
/// Maximum length of a name in a location.
const MAX_SHOWN_NAME_LEN: usize = 64;

/// The structure of a value, which determines how it is written as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Structure {
    /// A value without nested values.
    Scalar,
    /// An array.
    Array,
    /// An object with these members, and maybe others.
    Object(Vec<String>),
}

/// A value whose parts are text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TextValue {
    /// A value without nested values.
    Scalar(String),
    /// The elements of an array.
    Elements(Vec<String>),
    /// The members of an object, which may be repeated.
    Members(Vec<(String, String)>),
}

/// The differences between a value and its type.
#[derive(Debug, Default)]
pub(super) struct CheckedValue {
    pub(super) violations: Vec<Violation>,
    /// The members that are not declared.
    pub(super) unknown: Vec<Pointer>,
}

impl CheckedValue {
    /// Creates the result for a value with one violation.
    pub(super) fn violation(pointer: Pointer, message: impl Into<String>) -> Self {
        let violation = Violation { pointer, message: message.into() };
        Self { violations: vec![violation], unknown: Vec::new() }
    }

    /// Adds the result for another value.
    pub(super) fn extend(&mut self, other: Self) {
        self.violations.extend(other.violations);
        self.unknown.extend(other.unknown);
    }
}

/// The type of a value.
#[derive(Clone, Copy)]
pub(super) struct ExpectedType<'a> {
    values: Values<'a>,
    of: TypeUse<'a>,
}

impl<'a> ExpectedType<'a> {
    pub(super) fn new(values: Values<'a>, of: TypeUse<'a>) -> Self {
        Self { values, of }
    }

    fn with(self, ty: &'a Type, constraints: &'a Constraints) -> Self {
        Self { of: TypeUse { ty, constraints, ..self.of }, ..self }
    }

    /// Checks a value, with locations below `at`.
    pub(super) fn check(self, value: &Value, at: &Pointer) -> CheckedValue {
        let found = self.misfits(value);
        let below = |pointer: &Pointer| at.append(pointer.as_str());
        let violations = found.violations();
        let violations =
            violations.map(|misfit| Violation { pointer: below(&misfit.at), message: misfit.message.clone() });
        let mut checked = CheckedValue { violations: violations.collect(), unknown: Vec::new() };
        let undeclared = found.found.iter().filter(|misfit| matches!(misfit.kind, MisfitKind::Undeclared(_)));
        checked.unknown.extend(undeclared.map(|misfit| match misfit.at.split_last() {
            Some((parent, name)) => below(&parent).child(shown_name(&name)),
            None => at.clone(),
        }));
        if checked.violations.is_empty() && !found.is_complete {
            return CheckedValue::violation(at.clone(), "has too many alternatives to be checked");
        }
        checked
    }

    fn misfits(self, value: &Value) -> Misfits {
        misfits(self.values, self.of, value)
    }

    /// Returns the type that determines the structure: without aliases, null, and alternatives but the first.
    fn structural(self) -> Self {
        let mut ty = self.of.ty;
        for _ in 0..MAX_DEPTH {
            ty = match self.values.api.unaliased(ty.split_null().0) {
                Type::Named(id) => match &self.values.api.definition(*id).shape {
                    Shape::Wrapper(inner) => inner,
                    Shape::Union(union) => match union.variants.first().map(|variant| &variant.payload) {
                        Some(Payload::Type(first)) => first,
                        _ => break,
                    },
                    _ => break,
                },
                Type::Own(id, _) => match self.values.api.own_types.get(*id) {
                    Some(own) => &own.like,
                    None => break,
                },
                other => {
                    ty = other;
                    break;
                }
            };
        }
        self.with(ty, self.of.constraints)
    }

    /// Returns the structure of the values.
    pub(super) fn structure(self) -> Structure {
        match self.structural().of.ty {
            Type::List(_) | Type::Tuple(_) => Structure::Array,
            Type::Map(_) | Type::AnyObject => Structure::Object(Vec::new()),
            Type::Named(id) => match &self.values.api.definition(*id).shape {
                Shape::Object(object) => {
                    Structure::Object(object.fields.iter().map(|field| field.wire.clone()).collect())
                }
                _ => Structure::Scalar,
            },
            _ => Structure::Scalar,
        }
    }

    fn element(self) -> Self {
        let constraints = self.of.constraints.element.as_deref().unwrap_or(Constraints::NONE);
        match self.structural().of.ty {
            Type::List(element) => self.with(element, constraints),
            _ => self.with(&Type::Any, Constraints::NONE),
        }
    }

    fn member(self, name: &str) -> Self {
        let any = self.with(&Type::Any, Constraints::NONE);
        match self.structural().of.ty {
            Type::Map(element) => self.with(element, Constraints::NONE),
            Type::Named(id) => match &self.values.api.definition(*id).shape {
                Shape::Object(object) => match object.fields.iter().find(|field| field.wire == name) {
                    Some(field) => self.with(&field.ty, &field.constraints),
                    None => object.others.as_ref().map_or(any, |ty| self.with(ty, Constraints::NONE)),
                },
                _ => any,
            },
            _ => any,
        }
    }

    /// Returns the value that a text represents. Text that does not have the type becomes a string.
    pub(super) fn decode(self, text: &TextValue) -> Value {
        match text {
            TextValue::Scalar(text) => self.scalar(text),
            TextValue::Elements(texts) => self.elements(texts),
            TextValue::Members(members) => self.members(members),
        }
    }

    fn scalar(self, text: &str) -> Value {
        let is_of_other_kind = |value: &Value| {
            let found = self.misfits(value).found;
            found.iter().any(|misfit| misfit.kind.stops() || misfit.kind == MisfitKind::NoAlternative)
        };
        let string = Value::from(text);
        if !is_of_other_kind(&string) {
            return string;
        }
        let parsed = serde_json::from_str(text).ok();
        let parsed = parsed.filter(|value: &Value| !value.is_object() && !value.is_array() && !is_of_other_kind(value));
        parsed.unwrap_or(string)
    }

    fn elements(self, texts: &[String]) -> Value {
        texts.iter().map(|text| self.element().scalar(text)).collect()
    }

    fn members(self, members: &[(String, String)]) -> Value {
        let mut texts: IndexMap<&str, Vec<String>> = IndexMap::new();
        for (name, text) in members {
            texts.entry(name).or_default().push(text.clone());
        }
        let members = texts.into_iter().map(|(name, texts)| (name.to_owned(), self.member(name).part(&texts)));
        Value::Object(members.collect::<Map<_, _>>())
    }

    /// Returns the value of a member of a form, which may be repeated: objects are written as JSON.
    pub(super) fn part(self, texts: &[String]) -> Value {
        match (texts, self.structure()) {
            ([text], Structure::Object(_)) => serde_json::from_str(text).unwrap_or_else(|_| self.scalar(text)),
            ([text], Structure::Scalar) => self.scalar(text),
            (texts, _) => self.elements(texts),
        }
    }
}

/// Returns the name of a member that is not declared, or `***` if it may be a value.
fn shown_name(name: &str) -> &str {
    let is_usual = |c: char| c.is_alphanumeric() || "-_.[]$@/".contains(c);
    if name.len() <= MAX_SHOWN_NAME_LEN && name.chars().all(is_usual) { name } else { "***" }
}
