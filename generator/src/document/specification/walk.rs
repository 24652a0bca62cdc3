//! Walks over a description and checks each object against the table.
//!
//! References are not followed, so that each value is checked once. The depth is limited by that of the parsers.

use serde_json::Value;

use super::field::{Field, FieldLookup, MapKeys, ObjectKind, Type, is_count, is_kind, name_of_type, name_of_value};
use super::report::{Members, PathSegment, SpecificationWalk, target};
use super::rules;
use super::table::is_effective_somewhere;
use super::version::SINCE_31;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::pointer::Pointer;
use crate::suggestion::closest_match;

/// Maximum depth of a description; the parsers stop earlier.
const MAX_DEPTH: usize = 130;

impl<'v> SpecificationWalk<'v> {
    /// Walks through the whole description.
    pub(super) fn finish(self) -> Vec<Diagnostic> {
        let root = self.root;
        self.finish_part(root, Pointer::root(), ObjectKind::Document)
    }

    /// Walks through a part of the description.
    pub(super) fn finish_part(mut self, part: &'v Value, at: Pointer, kind: ObjectKind) -> Vec<Diagnostic> {
        self.start = at;
        self.value(part, &Type::Object(kind));
        let Self { parts, pending, mut found, .. } = self;
        let alone = pending.into_iter().filter(|(reference, _)| !parts.contains(reference.as_str()));
        found.extend(alone.map(|(_, diagnostic)| diagnostic));
        found
    }

    fn member(&mut self, name: &'v str, value: &'v Value, expected: &Type) {
        self.steps.push(PathSegment::Member(name));
        self.value(value, expected);
        self.steps.pop();
    }

    /// Checks a field. Problems in a field that does not affect the client are infos.
    fn field(&mut self, field: &Field, name: &'v str, value: &'v Value) {
        let severity = if field.is_effective() { self.severity } else { Severity::Info };
        let outer = std::mem::replace(&mut self.severity, severity);
        self.member(name, value, &field.value);
        self.severity = outer;
    }

    fn value(&mut self, value: &'v Value, expected: &Type) {
        if self.steps.len() > MAX_DEPTH || self.is_misplaced_reference(value, expected) {
            return;
        }
        match (expected, value) {
            (Type::Any, _) => {}
            (Type::Object(ObjectKind::Schema), Value::Bool(_)) if SINCE_31.has(self.version) => {}
            (Type::Object(kind), Value::Object(members)) => self.object(*kind, members),
            (Type::List(element) | Type::Filled(element), Value::Array(elements)) => {
                self.list(elements, element, matches!(expected, Type::Filled(_)));
            }
            (Type::Map(keys, member), Value::Object(members)) => self.map(members, *keys, member),
            (Type::Either(alternatives), _) => {
                match alternatives.iter().find(|alternative| is_kind(value, alternative)) {
                    Some(alternative) => self.value(value, alternative),
                    None => self.wrong_kind(value, expected),
                }
            }
            (Type::Word(words), Value::String(text)) => {
                if !words.contains(&text.as_str()) {
                    self.unknown_word(text, words);
                }
            }
            (Type::Count, Value::Number(number)) if !is_count(number) => self.wrong_kind(value, expected),
            (Type::Positive, Value::Number(number)) if number.as_f64().is_none_or(|number| number <= 0.0) => {
                self.wrong_kind(value, expected);
            }
            _ if is_kind(value, expected) => {}
            _ => self.wrong_kind(value, expected),
        }
    }

    fn list(&mut self, elements: &'v [Value], element: &Type, filled: bool) {
        if filled && elements.is_empty() {
            let message = format!("{} is an empty array", self.label());
            self.report(Code::FieldInvalid, message, &[], "add an element, or remove the field");
        }
        if matches!(element, Type::Any) {
            return;
        }
        for (index, value) in elements.iter().enumerate() {
            self.steps.push(PathSegment::Element(index));
            self.value(value, element);
            self.steps.pop();
        }
    }

    fn map(&mut self, members: &'v Members, keys: MapKeys, member: &Type) {
        if keys == MapKeys::Expression && self.is_reference(members) {
            return;
        }
        rules::keys(self, keys, members);
        if matches!(member, Type::Any) {
            return;
        }
        for (name, value) in members {
            if !(keys.allow_extensions() && name.starts_with("x-")) {
                self.member(name, value, member);
            }
        }
    }

    fn object(&mut self, kind: ObjectKind, members: &'v Members) {
        let object = kind.object();
        if object.reference.has(self.version) && self.is_reference(members) {
            return;
        }
        if kind == ObjectKind::Schema && rules::is_foreign(self, members) {
            return;
        }
        for (name, value) in members {
            if name.starts_with("x-") {
                continue;
            }
            match object.field(name, self.version) {
                FieldLookup::Here(field) => {
                    self.usage(field);
                    self.field(field, name, value);
                }
                other => self.unknown_field(kind, name, other),
            }
        }
        let version = self.version;
        for field in object.fields.iter().filter(|field| field.required.has(version)) {
            if !members.contains_key(field.name) {
                let message = format!("{} has no `{}`, which is required", object.name, field.name);
                let help = format!("add `{}`", field.name);
                self.report_field(field.is_effective(), Code::FieldMissing, message, &[], help);
            }
        }
        for (one, other) in object.exclusive.iter().filter(|(one, _)| members.contains_key(*one)) {
            if let FieldLookup::Here(field) = object.field(other, self.version)
                && members.contains_key(*other)
            {
                let message = format!("{} has both `{one}` and `{other}`, which exclude each other", object.name);
                let (at, help) = ([PathSegment::Member(other)], "keep the intended one");
                self.report_field(field.is_effective(), Code::RuleViolated, message, &at, help);
            }
        }
        rules::ordered(self, object.ordered, members);
        rules::object(self, kind, members);
    }

    /// Returns `true` if an object is a reference. Its sibling keywords are ignored, except for documentation.
    fn is_reference(&mut self, members: &'v Members) -> bool {
        let Some(reference) = members.get("$ref") else { return false };
        if !reference.is_string() {
            self.member("$ref", reference, &Type::Address);
        }
        let target = target(self.root, members);
        for (name, value) in members {
            let is_repeated = target.is_some_and(|target| target.get(name) == Some(value));
            if !is_repeated && !name.starts_with("x-") && !matches!(name.as_str(), "$ref" | "summary" | "description") {
                self.report_beside_reference(name, is_effective_somewhere(name));
            }
        }
        true
    }

    /// Returns `true` for a reference that the specification does not allow. It is followed like any other.
    fn is_misplaced_reference(&mut self, value: &'v Value, expected: &Type) -> bool {
        let may_be_one = match expected {
            Type::Object(kind) => {
                let object = kind.object();
                !object.reference.has(self.version)
                    && !matches!(object.field("$ref", self.version), FieldLookup::Here(_))
            }
            Type::Map(keys, member) => *keys != MapKeys::Expression && !matches!(**member, Type::Text | Type::Any),
            Type::List(_) | Type::Filled(_) => true,
            _ => false,
        };
        let is_one = may_be_one && value.get("$ref").is_some_and(Value::is_string);
        if is_one {
            let message = format!("{} is a `$ref`, which OpenAPI does not allow here; it is followed", self.label());
            let help =
                "replace it with the referenced content; nothing is lost here, but other tools may not follow it";
            self.report_info(Code::RuleViolated, message, &[PathSegment::Member("$ref")], help);
        }
        is_one
    }

    /// Reports a sibling keyword of a reference. It is effective if it would affect the client elsewhere.
    pub(super) fn report_beside_reference(&mut self, name: &str, is_effective: bool) {
        let message = format!("`{name}` has no effect next to `$ref`");
        let help = "move it to the target of the reference";
        self.report_field(is_effective, Code::FieldIgnored, message, &[PathSegment::Member(name)], help);
    }

    fn usage(&mut self, field: &'static Field) {
        if let Some(reason) = field.unsupported() {
            let message = format!("`{}` is not supported: {reason}", field.name);
            let help = "no change is needed; the generated client ignores it";
            self.report(Code::FieldUnsupported, message, &[PathSegment::Member(field.name)], help);
        }
    }

    fn unknown_field(&mut self, kind: ObjectKind, name: &'v str, found: FieldLookup) {
        let object = kind.object();
        let open = object.open.has(self.version);
        let known = object.fields.iter().filter(|field| field.versions.has(self.version)).map(|field| field.name);
        let nowhere = format!("{} has no field `{name}`", object.name);
        let (message, help, meant) = match found {
            FieldLookup::Elsewhere(_) if open => return,
            FieldLookup::Elsewhere(field) => {
                let message = format!("`{name}` is a field of {} in {}", object.name, field.versions.describe());
                (message, format!("remove it, or use the equivalent in {}", self.version.describe()), name)
            }
            _ => match closest_match(name, known, open) {
                Some(near) => (nowhere, format!("did you mean `{near}`?"), near),
                None if open => return,
                None => (nowhere, format!("remove it, or rename it to the extension `x-{name}`"), name),
            },
        };
        let is_effective = match found {
            FieldLookup::Elsewhere(field) => field.is_effective(),
            _ => is_effective_somewhere(meant),
        };
        self.report_field(is_effective, Code::FieldUnknown, message, &[PathSegment::Member(name)], help);
    }

    fn unknown_word(&mut self, text: &str, words: &[&str]) {
        let message = format!("`{text}` is not a valid value for {}", self.label());
        let help = match closest_match(text, words.iter().copied(), false) {
            _ if matches!(text, "body" | "formData") => "describe it in `requestBody`".to_owned(),
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write one of {}", words.join(", ")),
        };
        self.report(Code::FieldInvalid, message, &[], help);
    }

    fn wrong_kind(&mut self, value: &Value, expected: &Type) {
        let message = format!("{} is {}", self.label(), name_of_value(value));
        let is_type = value.is_null() && self.label().ends_with("`type`");
        let help = if is_type { "`\"null\"` in quotes".to_owned() } else { name_of_type(expected, self.version) };
        self.report(Code::FieldInvalid, message, &[], format!("write {help}"));
    }

    /// Returns the name of the current value in diagnostics.
    fn label(&self) -> String {
        match self.steps.as_slice() {
            [] => match self.start.split_last() {
                Some((_, name)) => format!("`{name}`"),
                None => "the description".to_owned(),
            },
            [.., PathSegment::Member(name)] => format!("`{name}`"),
            [.., PathSegment::Member(name), PathSegment::Element(_)] => format!("an element of `{name}`"),
            [.., PathSegment::Element(_)] => "an element".to_owned(),
        }
    }
}
