//! Enumerations: of integers, whose meanings are in extensions or in the description's text, and of strings; also those
//! written as single-value alternatives, with a title or description for each.

use std::collections::HashMap;
use std::hash::Hash;

use indexmap::{IndexMap, IndexSet};
use openapiv3::{AnySchema, ReferenceOr, Schema};
use serde_json::Value;

use super::format::integer;
use super::input::{Input, Site};
use super::log::Log;
use super::meaning;
use super::meaning::{MEANINGS, NAMES, are_quantities, listed_by_value, plain, whole};
use super::node::{Node, inline, referenced_name};
use super::schemas::Schemas;
use crate::api::model::{IntegerEnum, IntegerValue, Shape, StringEnum, Type, TypeId, Word};
use crate::base::diagnostic::Code as DiagnosticCode;
use crate::base::ident::value_name;

/// The last words of the names of scales, whose points are numbers without names.
const SCALES: [&str; 4] = ["rating", "ratings", "score", "stars"];

/// The kind of the values of an enumeration.
pub(super) enum EnumerationKind {
    IntegerEnum,
    StringEnum,
    Boolean,
    Number,
    Null,
    Mixed,
}

pub(super) fn kind(schema: Node<'_>) -> EnumerationKind {
    let any = schema.any;
    let all = |is: fn(&Value) -> bool| any.enumeration.iter().all(is);
    // Null values may also be listed under another type.
    if all(Value::is_null) {
        return EnumerationKind::Null;
    }
    let number = matches!(schema.typ(), Some("integer" | "number"));
    if schema.typ() == Some("string") || (all(Value::is_string) && !(number && all(is_quoted))) {
        return EnumerationKind::StringEnum;
    }
    if all(is_whole) || (number && all(|value| is_whole(value) || is_quoted(value))) {
        return EnumerationKind::IntegerEnum;
    }
    if all(Value::is_boolean) {
        return EnumerationKind::Boolean;
    }
    if all(Value::is_number) {
        return EnumerationKind::Number;
    }
    EnumerationKind::Mixed
}

/// Returns the only values of a boolean or a number, which have no type of their own.
pub(super) fn listed_values(schema: Node<'_>) -> Vec<Value> {
    let values = &schema.any.enumeration;
    let is_restricted = match kind(schema) {
        EnumerationKind::Boolean => !(values.contains(&true.into()) && values.contains(&false.into())),
        EnumerationKind::Number => true,
        EnumerationKind::IntegerEnum => are_quantities(schema),
        EnumerationKind::StringEnum | EnumerationKind::Null | EnumerationKind::Mixed => false,
    };
    if is_restricted { values.clone() } else { Vec::new() }
}

fn is_whole(value: &Value) -> bool {
    value.as_number().is_some_and(|number| !number.is_f64()) || whole(value).is_some()
}

/// Returns `true` if a value is a number written as a string in a schema of numbers.
fn is_quoted(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.parse::<i64>().is_ok())
}

impl<'d> Schemas<'d> {
    pub(super) fn codes(&mut self, schema: Node<'d>, site: &Site, reserved: Option<TypeId>) -> Type {
        let any = schema.any;
        if are_quantities(schema) && !self.log.has_configured_codes(site, any) {
            return Type::Integer(integer(schema));
        }
        self.log.check_parts(any.enumeration.len(), "values of one type", &site.pointer);
        if any.enumeration.iter().any(Value::is_string) {
            self.log.warn_quotes("numbers", "numbers without quotation marks", site);
        }
        let listed = self.log.listed_codes(any, site);
        let text = schema.data.description.as_deref().unwrap_or_default();
        let described = meaning::meanings(text, &listed);
        let names = self.log.code_names(schema, site, &listed);
        let meanings = listed_by_value(schema, &MEANINGS);
        let codes = listed.iter().map(|code| IntegerValue {
            code: *code,
            name: names.get(code).cloned(),
            meaning: meanings.get(&code.to_string()).cloned().or_else(|| described.get(code).cloned()),
        });
        let codes: Vec<IntegerValue> = codes.collect();
        self.log.warn_meanings(&codes, site);
        self.define_at(site, reserved, schema.docs(), Shape::IntegerEnum(IntegerEnum { codes }))
    }

    pub(super) fn words(&mut self, schema: Node<'d>, site: &Site, reserved: Option<TypeId>) -> Type {
        let any = schema.any;
        self.log.check_parts(any.enumeration.len(), "values of one type", &site.pointer);
        if !any.enumeration.iter().all(Value::is_string) {
            self.log.warn_quotes("strings", "strings in quotation marks", site);
        }
        let words = StringEnum { words: self.input.words_of(schema), ..StringEnum::default() };
        self.define_at(site, reserved, schema.docs(), Shape::StringEnum(words))
    }
}

impl Log<'_> {
    fn has_configured_codes(&mut self, site: &Site, any: &AnySchema) -> bool {
        any.enumeration.iter().filter_map(whole).any(|code| self.configured_code(site, code).is_some())
    }

    fn listed_codes(&mut self, any: &AnySchema, site: &Site) -> Vec<i64> {
        let mut listed: IndexSet<i64> = IndexSet::new();
        for (index, value) in any.enumeration.iter().enumerate() {
            match whole(value) {
                Some(code) => drop(listed.insert(code)),
                None => {
                    let message = format!("the value {value} does not fit into `i64`; it has no variant");
                    let pointer = site.pointer.child("enum").index(index);
                    let help = "use values from -9223372036854775808 to 9223372036854775807";
                    self.warn(DiagnosticCode::SchemaUnsupported, message, &pointer, help);
                }
            }
        }
        listed.into_iter().collect()
    }

    /// Warns that `type` and `enum` disagree on whether values are numbers or strings. The type decides, since it also
    /// applies to other values.
    fn warn_quotes(&mut self, kind: &str, help: &str, site: &Site) {
        let message = format!("expected {kind} in `enum`, found other values; they are read as {kind}");
        let help = format!("write {help}");
        self.warn(DiagnosticCode::FieldInvalid, message, &site.pointer.child("enum"), &help);
    }

    /// Returns the names from the configuration, otherwise from an extension.
    fn code_names(&mut self, schema: Node<'_>, site: &Site, listed: &[i64]) -> HashMap<i64, String> {
        let mut names = HashMap::new();
        let extended = listed_by_value(schema, &NAMES);
        for code in listed {
            let configured = self.configured_code(site, *code);
            if let Some(name) = configured.or_else(|| extended.get(&code.to_string()).cloned()) {
                names.insert(*code, name);
            }
        }
        names
    }

    fn warn_meanings(&mut self, codes: &[IntegerValue], site: &Site) {
        let without: Vec<String> = codes
            .iter()
            .filter(|code| code.name.is_none() && code.meaning.is_none())
            .map(|code| code.code.to_string())
            .collect();
        // A single value needs no name, and the points of a scale are numbers.
        let name = value_name(&site.naming.schema().map_or_else(|| site.naming.words(&[]), str::to_owned));
        let is_scale = name.rsplit('_').next().is_some_and(|word| SCALES.contains(&word));
        if !without.is_empty() && codes.len() > 1 && !is_scale {
            let codes = without.join(", ");
            let message = format!("the meaning of {codes} is missing; the variants are named after the numbers");
            let help =
                "name the values in `description` (`1: to do, 2: done`), in `x-enum-varnames`, or in bindery.toml";
            self.warn(DiagnosticCode::CodeMeaningMissing, message, &site.pointer.child("enum"), help);
        }
    }
}

impl Input<'_> {
    /// Returns the strings that a schema lists, with their descriptions.
    pub(super) fn words_of(&self, schema: Node<'_>) -> Vec<Word> {
        let enumeration = &schema.any.enumeration;
        let names = listed_by_value(schema, &NAMES);
        let meanings = listed_by_value(schema, &MEANINGS);
        let word = |value: &Value| {
            let wire = plain(value);
            Word { name: names.get(&wire).cloned(), meaning: meanings.get(&wire).cloned(), wire }
        };
        enumeration.iter().filter(|value| !value.is_null()).map(word).collect()
    }
}

impl<'d> Input<'d> {
    /// Returns `true` if an alternative is one integer with a name.
    pub(super) fn is_titled_code(&self, branch: &'d ReferenceOr<Schema>) -> bool {
        let is_code = self.constant(branch).is_some_and(|value| value.as_i64().is_some());
        is_code && inline(branch).is_some_and(|schema| schema.data.title.is_some())
    }
}

impl<'d> Schemas<'d> {
    /// Lowers such an enumeration of integers or strings.
    pub(super) fn constants(
        &mut self,
        schema: Node<'d>,
        branches: &[(usize, &'d ReferenceOr<Schema>)],
        site: &Site,
        reserved: Option<TypeId>,
    ) -> Option<Type> {
        let values: Vec<(&Value, &ReferenceOr<Schema>)> =
            branches.iter().map(|(_, branch)| Some((self.input.constant(branch)?, *branch))).collect::<Option<_>>()?;
        let shape = if values.iter().all(|(value, _)| value.as_i64().is_some()) {
            let codes = values.iter().filter_map(|(value, branch)| {
                let (name, meaning) = self.input.title_and_description(branch);
                let code = value.as_i64()?;
                let name = self.log.configured_code(site, code).or(name).or_else(|| referenced_name(branch));
                Some(IntegerValue { code, name, meaning })
            });
            let codes = distinct(codes, |code| code.code, |code| (&mut code.name, &mut code.meaning));
            Shape::IntegerEnum(IntegerEnum { codes })
        } else if values.iter().all(|(value, _)| value.is_string()) {
            let words = values.iter().filter_map(|(value, branch)| {
                let (name, meaning) = self.input.title_and_description(branch);
                Some(Word { wire: value.as_str()?.to_owned(), name, meaning })
            });
            let words = distinct(words, |word| word.wire.clone(), |word| (&mut word.name, &mut word.meaning));
            Shape::StringEnum(StringEnum { words, ..StringEnum::default() })
        } else {
            return None;
        };
        Some(self.define_at(site, reserved, schema.docs(), shape))
    }
}

/// Deduplicates values; each keeps the first name and the first meaning of its alternatives.
fn distinct<V, K: Hash + Eq>(
    values: impl Iterator<Item = V>,
    key: impl Fn(&V) -> K,
    texts: impl Fn(&mut V) -> (&mut Option<String>, &mut Option<String>),
) -> Vec<V> {
    let mut all: IndexMap<K, V> = IndexMap::new();
    for mut value in values {
        match all.get_mut(&key(&value)) {
            None => drop(all.insert(key(&value), value)),
            Some(known) => {
                let ((name, meaning), (other_name, other_meaning)) = (texts(known), texts(&mut value));
                *name = name.take().or_else(|| other_name.take());
                *meaning = meaning.take().or_else(|| other_meaning.take());
            }
        }
    }
    all.into_values().collect()
}
