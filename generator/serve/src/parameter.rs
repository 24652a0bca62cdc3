//! Reads and checks the parameters of a request.

use std::collections::HashSet;

use serde_json::Value;

use super::body::expected_type;
use super::message::{ReceivedRequest, decode};
use super::value::{CheckedValue, ExpectedType, Structure, TextValue};
use bindery::internal::http_terms::{ParameterLocation, Style};
use bindery::internal::misfit::Values;
use bindery::internal::model::{Operation, Parameter, plain_text};
use bindery::internal::pointer::Pointer;
use bindery::internal::route::Match;

/// Returns the parameters of an operation, including those with a constant value. Parts belong to the body.
pub(super) fn described(operation: &Operation) -> impl Iterator<Item = &Parameter> {
    let all = operation.parameters.iter().chain(&operation.constants);
    all.filter(|parameter| parameter.place != ParameterLocation::Part)
}

/// The result of checking the parameters.
pub(super) struct CheckedParameters {
    pub(super) checked: CheckedValue,
    /// The names in the query that are not described.
    pub(super) unknown: Vec<String>,
}

/// Checks the parameters of a request.
pub(super) fn check(
    values: Values<'_>,
    operation: &Operation,
    request: &ReceivedRequest,
    found: &Match<'_>,
) -> CheckedParameters {
    let mut checked = CheckedValue::default();
    let mut query = QueryReader { pairs: request.query_pairs(), raw: &request.query, used: HashSet::new() };
    for parameter in described(operation) {
        let reader = ParameterReader::new(values, parameter);
        let wire = parameter.wire.as_str();
        let value = match parameter.place {
            ParameterLocation::Path => {
                let raw = found.parameters.iter().find(|(name, _)| *name == wire);
                raw.map(|(_, raw)| reader.split_raw(raw))
            }
            ParameterLocation::Query => query.take(&reader),
            ParameterLocation::Header => request.header(wire).map(|text| reader.split(text, ',')),
            ParameterLocation::Cookie => {
                let cookie = request.cookies().find(|(name, _)| *name == wire);
                cookie.map(|(_, raw)| reader.split_raw(raw))
            }
            ParameterLocation::Part => continue,
        };
        let pointer = Pointer::root().child(parameter.place.as_str()).child(wire);
        match value {
            Some(value) => checked.extend(reader.check(&value, &pointer)),
            None if parameter.required => checked.extend(CheckedValue::violation(pointer, "missing")),
            None => {}
        }
    }
    CheckedParameters { checked, unknown: query.unknown().collect() }
}

/// Reads the value of a parameter.
struct ParameterReader<'p> {
    wire: &'p str,
    style: Style,
    ty: ExpectedType<'p>,
    constant: Option<&'p Value>,
    structure: Structure,
}

impl<'p> ParameterReader<'p> {
    fn new(values: Values<'p>, parameter: &'p Parameter) -> Self {
        let (style, ty) = (parameter.style(), expected_type(values, parameter));
        let structure = if style == Style::Json { Structure::Scalar } else { ty.structure() };
        Self { wire: &parameter.wire, style, ty, constant: parameter.constant.as_ref(), structure }
    }

    /// Returns `true` if each element or member has a name.
    fn explodes(&self) -> bool {
        matches!(self.style, Style::Simple(true) | Style::Label(true) | Style::Matrix(true) | Style::Form(true))
    }

    fn check(&self, text: &TextValue, pointer: &Pointer) -> CheckedValue {
        let invalid = |message: String| CheckedValue::violation(pointer.clone(), message);
        match text {
            TextValue::Scalar(text) if self.style == Style::Json => match serde_json::from_str::<Value>(text) {
                Ok(value) => self.ty.check(&value, pointer),
                Err(error) => invalid(format!("invalid JSON: {error}")),
            },
            TextValue::Scalar(text) if self.style == Style::HttpDate => match httpdate::parse_http_date(text) {
                Ok(_) => CheckedValue::default(),
                Err(_) => invalid("expected a date of HTTP, such as `Sun, 06 Nov 1994 08:49:37 GMT`".to_owned()),
            },
            TextValue::Scalar(text) if self.constant.is_some_and(|constant| plain_text(constant) != *text) => {
                invalid(format!("expected {}", self.constant.unwrap_or(&Value::Null)))
            }
            text => self.ty.check(&self.ty.decode(text), pointer),
        }
    }

    /// Splits an encoded value, whose separators are literal.
    fn split_raw(&self, raw: &str) -> TextValue {
        let prefix = format!("{}=", self.wire);
        let (raw, separator) = match self.style {
            Style::Label(explode) => (raw.strip_prefix('.').unwrap_or(raw), if explode { '.' } else { ',' }),
            Style::Matrix(explode) => {
                let raw = raw.strip_prefix(';').unwrap_or(raw);
                let is_named = explode && matches!(self.structure, Structure::Object(_));
                let raw = raw.strip_prefix(&prefix).filter(|_| !is_named).unwrap_or(raw);
                (raw, if explode { ';' } else { ',' })
            }
            _ => (raw, ','),
        };
        match self.structure {
            Structure::Scalar => TextValue::Scalar(decode(raw)),
            Structure::Array => {
                let elements = raw.split(separator).map(|text| decode(text.strip_prefix(&prefix).unwrap_or(text)));
                TextValue::Elements(elements.collect())
            }
            Structure::Object(_) => self.split_members(raw, separator),
        }
    }

    /// Splits a decoded value.
    fn split(&self, text: &str, separator: char) -> TextValue {
        match self.structure {
            Structure::Scalar => TextValue::Scalar(text.to_owned()),
            Structure::Array => TextValue::Elements(text.split(separator).map(|text| text.trim().to_owned()).collect()),
            Structure::Object(_) => self.split_members(text, separator),
        }
    }

    fn split_members(&self, text: &str, separator: char) -> TextValue {
        let texts: Vec<&str> = text.split(separator).collect();
        let pairs: Vec<(&str, &str)> = if self.explodes() {
            texts.iter().filter_map(|pair| pair.split_once('=')).collect()
        } else {
            texts.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
        };
        TextValue::Members(pairs.into_iter().map(|(name, value)| (decode(name), decode(value))).collect())
    }
}

/// The query, and which of its names are described.
struct QueryReader<'q> {
    pairs: Vec<(String, String)>,
    raw: &'q str,
    used: HashSet<String>,
}

impl<'q> QueryReader<'q> {
    fn take(&mut self, reader: &ParameterReader<'_>) -> Option<TextValue> {
        match &reader.structure {
            Structure::Object(members) if reader.style == Style::DeepObject || reader.explodes() => {
                return self.take_members(reader, members);
            }
            Structure::Array if !reader.explodes() => return self.take_elements(reader),
            Structure::Object(_) => return self.take_raw(reader.wire).map(|raw| reader.split_raw(raw)),
            _ => {}
        }
        let is_array = reader.structure == Structure::Array;
        let is_named = |key: &str| key == reader.wire || is_array && key.strip_suffix("[]") == Some(reader.wire);
        let named: Vec<&(String, String)> = self.pairs.iter().filter(|(key, _)| is_named(key)).collect();
        self.used.extend(named.iter().map(|(key, _)| key.clone()));
        let mut values = named.into_iter().map(|(_, value)| value);
        if is_array {
            let values: Vec<String> = values.cloned().collect();
            return (!values.is_empty()).then_some(TextValue::Elements(values));
        }
        values.next().map(|text| reader.split(text, ','))
    }

    /// Takes the elements of an array in one value. The separators are literal, those in the elements are encoded.
    fn take_elements(&mut self, reader: &ParameterReader<'_>) -> Option<TextValue> {
        let value = self.take_raw(reader.wire)?;
        let separators: &[&str] = match reader.style {
            Style::SpaceDelimited => &["%20", "+"],
            Style::PipeDelimited => &["|", "%7C", "%7c"],
            _ => &[","],
        };
        let separator = separators.iter().find(|separator| value.contains(**separator)).unwrap_or(&separators[0]);
        let elements = value.split(separator).map(|text| decode(&text.replace('+', " ")));
        Some(TextValue::Elements(elements.collect()))
    }

    /// Takes the encoded value of a name.
    fn take_raw(&mut self, wire: &str) -> Option<&'q str> {
        let mut pairs = self.raw.split('&').filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.find(|(key, _)| decode(key) == wire)?;
        self.used.insert(wire.to_owned());
        Some(value)
    }

    /// Takes the members of an object, which are parameters themselves, or written as `name[member]`.
    fn take_members(&mut self, reader: &ParameterReader<'_>, known: &[String]) -> Option<TextValue> {
        let mut members = Vec::new();
        for (key, value) in &self.pairs {
            let member = if reader.style == Style::DeepObject {
                let inner = key.strip_prefix(reader.wire).and_then(|rest| rest.strip_prefix('[')?.strip_suffix(']'));
                inner.map(|inner| inner.trim_end_matches("][").to_owned())
            } else {
                known.contains(key).then(|| key.clone())
            };
            if let Some(member) = member {
                members.push((member, value.clone()));
                self.used.insert(key.clone());
            }
        }
        (!members.is_empty()).then_some(TextValue::Members(members))
    }

    /// Returns the names that no parameter has.
    fn unknown(&self) -> impl Iterator<Item = String> {
        self.pairs.iter().map(|(key, _)| key).filter(|key| !self.used.contains(*key)).cloned()
    }
}
