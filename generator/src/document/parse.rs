//! Text to a plain JSON value: JSON by `serde_json`, YAML by `serde_yaml`, told apart by content.

use serde_json::{Map, Number, Value};

use crate::diagnostic::{Code, Diagnostic, Spot};
use crate::source::Source;

/// The time that the YAML reader takes grows with the square of the brackets that are open.
const MAX_NESTING: usize = 2_000;

/// Reads the text of a source as one JSON value.
///
/// # Errors
///
/// `syntax-invalid` with the position, when the text is neither JSON nor YAML.
pub(super) fn parse(source: &Source) -> Result<Value, Box<Diagnostic>> {
    let text = source.text().trim_start_matches('\u{feff}');
    match text.trim_start().chars().next() {
        None => Err(Box::new(
            invalid(source, "the description is empty", None).help("give the file that holds the description"),
        )),
        Some(_) if nesting(text) > MAX_NESTING => {
            let message = "the description is nested too deeply";
            Err(Box::new(invalid(source, message, None).help("no sound description nests like this; fetch it again")))
        }
        Some('{' | '[') => parse_json(source, text),
        Some(_) => parse_yaml(source, text),
    }
}

/// How many brackets are open at once, at most. Those in texts count too, but hardly ever stay open there.
fn nesting(text: &str) -> usize {
    let mut open = 0_usize;
    let mut most = 0;
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}

fn parse_json(source: &Source, text: &str) -> Result<Value, Box<Diagnostic>> {
    serde_json::from_str(text).or_else(|error| {
        // A flow mapping of YAML starts like JSON; only where it is no YAML either, JSON's message is the one that helps.
        serde_yaml::from_str::<serde_yaml::Value>(text).ok().and_then(json_of).ok_or_else(|| {
            let message = if error.is_eof() { "the JSON ends too early" } else { "this is not well-formed JSON" };
            let reason = error.to_string();
            let reason = reason.split(" at line ").next().unwrap_or_default();
            let help =
                if error.is_eof() { "fetch the description again; it was cut off" } else { "mend the JSON here" };
            let position = Some((error.line().max(1), error.column().max(1)));
            Box::new(invalid(source, &format!("{message}: {reason}"), position).help(help))
        })
    })
}

fn parse_yaml(source: &Source, text: &str) -> Result<Value, Box<Diagnostic>> {
    let yaml: serde_yaml::Value = serde_yaml::from_str(text).map_err(|error| yaml_error(source, text, &error))?;
    json_of(yaml).ok_or_else(|| {
        Box::new(invalid(source, "a mapping of the YAML has a key that is no text, number or boolean", None))
    })
}

fn yaml_error(source: &Source, text: &str, error: &serde_yaml::Error) -> Box<Diagnostic> {
    let position = error.location().map(|at| (at.line().max(1), at.column().max(1)));
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or_default().to_owned();
    let tabbed = position
        .and_then(|(line, _)| text.lines().nth(line - 1))
        .is_some_and(|line| line.chars().take_while(|c| c.is_whitespace()).any(|c| c == '\t'));
    let help = if tabbed { "indent with spaces: YAML forbids tabs" } else { "mend the YAML here" };
    Box::new(invalid(source, &format!("this is not well-formed YAML: {reason}"), position).help(help))
}

fn invalid(source: &Source, message: &str, position: Option<(usize, usize)>) -> Diagnostic {
    let spot = position.map_or(Spot::Whole, |(line, column)| Spot::Position { line, column });
    Diagnostic::error(Code::SyntaxInvalid, message).at(source.name(), spot)
}

/// JSON has text keys only: `200:` of a response and `true:` become text; tags are dropped.
fn json_of(yaml: serde_yaml::Value) -> Option<Value> {
    Some(match yaml {
        serde_yaml::Value::Null => Value::Null,
        serde_yaml::Value::Bool(flag) => Value::Bool(flag),
        serde_yaml::Value::Number(number) => number_of(&number),
        serde_yaml::Value::String(text) => Value::String(text),
        serde_yaml::Value::Sequence(items) => Value::Array(items.into_iter().map(json_of).collect::<Option<_>>()?),
        serde_yaml::Value::Mapping(mut mapping) => {
            let merged = mapping.remove("<<").and_then(json_of);
            let mut object = Map::with_capacity(mapping.len());
            for (key, value) in mapping {
                object.insert(key_of(key)?, json_of(value)?);
            }
            merge(&mut object, merged);
            Value::Object(object)
        }
        serde_yaml::Value::Tagged(tagged) => json_of(tagged.value)?,
    })
}

/// The merge key `<<` of YAML 1.1, which hand-written descriptions still use: what stands in the mapping wins.
fn merge(object: &mut Map<String, Value>, merged: Option<Value>) {
    match merged {
        Some(Value::Object(defaults)) => {
            for (key, value) in defaults {
                object.entry(key).or_insert(value);
            }
        }
        Some(Value::Array(several)) => several.into_iter().for_each(|one| merge(object, Some(one))),
        _ => {}
    }
}

fn key_of(key: serde_yaml::Value) -> Option<String> {
    match key {
        serde_yaml::Value::String(text) => Some(text),
        serde_yaml::Value::Number(number) => Some(number.to_string()),
        serde_yaml::Value::Bool(flag) => Some(flag.to_string()),
        serde_yaml::Value::Null => Some("null".to_owned()),
        _ => None,
    }
}

fn number_of(number: &serde_yaml::Number) -> Value {
    if let Some(signed) = number.as_i64() {
        return Value::Number(signed.into());
    }
    if let Some(unsigned) = number.as_u64() {
        return Value::Number(unsigned.into());
    }
    number.as_f64().and_then(Number::from_f64).map_or(Value::Null, Value::Number)
}
