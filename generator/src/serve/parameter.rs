//! Reads and checks the parameters of a request.

use std::collections::HashSet;

use serde_json::Value;

use super::located::Located;
use super::message::{ReceivedRequest, decode};
use super::route::Match;
use super::schemas::Schemas;
use crate::analysis::Direction;
use crate::instances::{Structure, TextValue, Violation};
use crate::pointer::Pointer;

/// Headers that are described elsewhere; OpenAPI ignores parameters with these names.
const IGNORED_HEADERS: [&str; 3] = ["accept", "authorization", "content-type"];

/// A parameter of an operation.
struct Parameter<'d> {
    name: &'d str,
    place: &'d str,
    is_required: bool,
    style: &'d str,
    explode: bool,
    /// The pointer to its schema.
    schema: Option<String>,
    /// `true` if its value is JSON.
    is_json: bool,
}

/// Returns the parameters of an operation; its own replace those of its path.
fn parameters<'d>(item: &Located<'d>, operation: &Located<'d>) -> Vec<Parameter<'d>> {
    let mut parameters: Vec<Parameter<'d>> = Vec::new();
    for holder in [operation, item] {
        let list = holder.member("parameters");
        for parameter in
            list.iter().flat_map(|list| list.elements().collect::<Vec<_>>()).filter_map(|it| parameter(&it))
        {
            let is_known = |known: &Parameter<'_>| known.name == parameter.name && known.place == parameter.place;
            if !parameters.iter().any(is_known) {
                parameters.push(parameter);
            }
        }
    }
    parameters
}

fn parameter<'d>(located: &Located<'d>) -> Option<Parameter<'d>> {
    let (name, place) = (located.text("name")?, located.text("in")?);
    if place == "header" && IGNORED_HEADERS.contains(&name.to_ascii_lowercase().as_str()) {
        return None;
    }
    let style = located.text("style").unwrap_or(if matches!(place, "query" | "cookie") { "form" } else { "simple" });
    let content = located.member("content").and_then(|content| Some(content.members().next()?.1));
    let schema = content.as_ref().unwrap_or(located).member_pointer("schema");
    Some(Parameter {
        name,
        place,
        is_required: place == "path" || located.flag("required") == Some(true),
        style,
        explode: located.flag("explode").unwrap_or(style == "form"),
        schema,
        is_json: content.is_some(),
    })
}

/// Returns the names of the query parameters of an operation.
pub(super) fn query_names(item: &Located<'_>, operation: &Located<'_>) -> Vec<String> {
    let parameters = parameters(item, operation).into_iter();
    parameters.filter(|parameter| parameter.place == "query").map(|parameter| parameter.name.to_owned()).collect()
}

/// The result of checking the parameters.
pub(super) struct CheckedParameters {
    pub(super) violations: Vec<Violation>,
    /// The names in the query that are not described.
    pub(super) unknown: Vec<String>,
}

/// Checks the parameters of a request.
pub(super) fn check<'d>(
    schemas: &Schemas<'d>,
    item: &Located<'d>,
    operation: &Located<'d>,
    request: &ReceivedRequest,
    found: &Match<'_>,
) -> CheckedParameters {
    let mut violations = Vec::new();
    let mut query = QueryReader { pairs: request.query_pairs(), raw: &request.query, used: HashSet::new() };
    for parameter in parameters(item, operation) {
        let structure =
            parameter.schema.as_ref().map_or(Structure::Scalar, |schema| schemas.instances.structure(schema));
        let value = match parameter.place {
            "path" => found
                .parameters
                .iter()
                .find(|(name, _)| *name == parameter.name)
                .map(|(_, raw)| parameter.split(raw, &structure)),
            "query" => query.take(&parameter, &structure),
            "header" => request.header(parameter.name).map(|text| parameter.split_text(text, &structure, ',')),
            "cookie" => {
                let cookies = request.cookies();
                let cookie = cookies.into_iter().find(|(name, _)| name == parameter.name);
                cookie.map(|(_, text)| parameter.split_text(&text, &structure, ','))
            }
            _ => continue,
        };
        let pointer = Pointer::root().child(parameter.place).child(parameter.name);
        match value {
            Some(value) => violations.extend(parameter.check(schemas, &value, &pointer)),
            None if parameter.is_required => violations.push(Violation { pointer, message: "missing".to_owned() }),
            None => {}
        }
    }
    CheckedParameters { violations, unknown: query.unknown().collect() }
}

impl Parameter<'_> {
    fn check(&self, schemas: &Schemas<'_>, text: &TextValue, pointer: &Pointer) -> Vec<Violation> {
        let Some(schema) = &self.schema else { return Vec::new() };
        let value = match text {
            TextValue::Scalar(text) if self.is_json => match serde_json::from_str::<Value>(text) {
                Ok(value) => value,
                Err(error) => {
                    return vec![Violation { pointer: pointer.clone(), message: format!("invalid JSON: {error}") }];
                }
            },
            text => schemas.instances.decode(schema, text),
        };
        schemas.violations(schema, Direction::Request, &value, pointer)
    }

    /// Splits the raw value of a path parameter.
    fn split(&self, raw: &str, structure: &Structure) -> TextValue {
        let (raw, separator) = match self.style {
            "label" => (raw.strip_prefix('.').unwrap_or(raw), if self.explode { '.' } else { ',' }),
            "matrix" => {
                let raw = raw.strip_prefix(';').unwrap_or(raw);
                let is_members = self.explode && matches!(structure, Structure::Object(_));
                let prefix = format!("{}=", self.name);
                if is_members {
                    (raw, ';')
                } else {
                    (raw.strip_prefix(&prefix).unwrap_or(raw), if self.explode { ';' } else { ',' })
                }
            }
            _ => (raw, ','),
        };
        match structure {
            Structure::Scalar => TextValue::Scalar(decode(raw)),
            Structure::Array => {
                let prefix = format!("{}=", self.name);
                let elements = raw.split(separator).map(|text| decode(text.strip_prefix(&prefix).unwrap_or(text)));
                TextValue::Elements(elements.collect())
            }
            Structure::Object(_) => self.split_members(raw, separator),
        }
    }

    /// Splits a decoded value.
    fn split_text(&self, text: &str, structure: &Structure, separator: char) -> TextValue {
        match structure {
            _ if self.is_json => TextValue::Scalar(text.to_owned()),
            Structure::Scalar => TextValue::Scalar(text.to_owned()),
            Structure::Array => TextValue::Elements(text.split(separator).map(|text| text.trim().to_owned()).collect()),
            Structure::Object(_) => self.split_members(text, separator),
        }
    }

    fn split_members(&self, text: &str, separator: char) -> TextValue {
        let texts: Vec<&str> = text.split(separator).collect();
        let members = if self.explode {
            texts
                .iter()
                .filter_map(|pair| pair.split_once('='))
                .map(|(name, value)| (decode(name), decode(value)))
                .collect()
        } else {
            texts.chunks_exact(2).map(|pair| (decode(pair[0]), decode(pair[1]))).collect()
        };
        TextValue::Members(members)
    }
}

/// The query, and which of its names are described.
struct QueryReader<'q> {
    pairs: Vec<(String, String)>,
    raw: &'q str,
    used: HashSet<String>,
}

impl QueryReader<'_> {
    fn take(&mut self, parameter: &Parameter<'_>, structure: &Structure) -> Option<TextValue> {
        let name = parameter.name;
        match structure {
            Structure::Object(members)
                if parameter.style == "deepObject" || parameter.explode && !parameter.is_json =>
            {
                return self.take_members(parameter, members);
            }
            Structure::Array if !parameter.explode => {
                // The separators are literal, those in the elements are encoded.
                let raw =
                    self.raw.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| decode(key) == name);
                self.used.insert(name.to_owned());
                let separators: &[&str] = match parameter.style {
                    "spaceDelimited" => &["%20", "+"],
                    "pipeDelimited" => &["|", "%7C", "%7c"],
                    _ => &[",", "%2C", "%2c"],
                };
                let separator =
                    separators.iter().find(|separator| raw.is_some_and(|(_, value)| value.contains(**separator)));
                let elements = raw?.1.split(separator.unwrap_or(&separators[0]));
                return Some(TextValue::Elements(elements.map(|text| decode(&text.replace('+', " "))).collect()));
            }
            _ => {}
        }
        let is_array = *structure == Structure::Array && !parameter.is_json;
        let is_named = |key: &str| key == name || is_array && key.strip_suffix("[]") == Some(name);
        let named = self.pairs.iter().filter(|(key, _)| is_named(key));
        let values: Vec<String> = named.map(|(_, value)| value.clone()).collect();
        self.used.extend(self.pairs.iter().map(|(key, _)| key).filter(|key| is_named(key)).cloned());
        match structure {
            _ if values.is_empty() => None,
            Structure::Array if is_array => Some(TextValue::Elements(values)),
            _ => values.first().map(|text| parameter.split_text(text, structure, ',')),
        }
    }

    /// Takes the members of an object, which are parameters themselves, or written as `name[member]`.
    fn take_members(&mut self, parameter: &Parameter<'_>, known: &[String]) -> Option<TextValue> {
        let mut members = Vec::new();
        for (key, value) in &self.pairs {
            let member = if parameter.style == "deepObject" {
                let inner = key.strip_prefix(parameter.name).and_then(|rest| rest.strip_prefix('[')?.strip_suffix(']'));
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

    /// Takes the whole query.
    fn unknown(&self) -> impl Iterator<Item = String> {
        self.pairs.iter().map(|(key, _)| key).filter(|key| !self.used.contains(*key)).cloned()
    }
}
