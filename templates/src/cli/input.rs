//! Builds the request of an operation from its arguments.

use std::collections::BTreeMap;
use std::io::Read;

use bytes::Bytes;
use clap::ArgMatches;
use http::Method;
use serde_json::Value;
use serde_json::value::RawValue;

use super::arguments::{BODY, flag_id};
use super::options;
use super::program::{Argument, Body, Content, Kind, Operation};
use crate::calls::send_error::BuildError;
use crate::requests::request::Request;

/// The members of a body.
type Members = BTreeMap<String, Box<RawValue>>;

/// Builds the request of an operation.
pub(super) fn request(operation: &Operation, matches: &ArgMatches) -> Result<Request, String> {
    let method = Method::from_bytes(operation.method.as_bytes());
    let method = method.map_err(|error| error.to_string())?;
    let mut request = Request::new(method, operation.path);
    if let Some(accept) = operation.accept {
        request.accept(accept);
    }
    if let Some(requirement) = operation.security {
        request.security(requirement);
    }
    if let Some(server) = operation.server {
        request.server(server);
    }
    if operation.keeps_redirects {
        request.keep_redirects();
    }
    for argument in operation.arguments {
        let Some(put) = argument.put else { continue };
        match json(argument, matches)? {
            Some(text) => put(&mut request, argument.name, &value(&text)?).map_err(wrong)?,
            None if matches!(argument.kind, Kind::Key) => request.idempotency_key(argument.name),
            None => {}
        }
    }
    if let Some(body) = &operation.body {
        put_body(operation, body, matches, &mut request)?;
    }
    Ok(request)
}

fn wrong(error: BuildError) -> String {
    error.to_string()
}

fn value(json: &str) -> Result<Value, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

fn raw(json: String) -> Result<Box<RawValue>, String> {
    RawValue::from_string(json).map_err(|error| error.to_string())
}

/// Returns the value of an argument as JSON, whose numbers keep their digits.
fn json(argument: &Argument, matches: &ArgMatches) -> Result<Option<String>, String> {
    if let Kind::Fixed(json) = argument.kind {
        return Ok(Some(json.to_owned()));
    }
    let given = matches.try_get_many::<String>(&flag_id(argument));
    let Some(mut texts) = given.ok().flatten() else {
        return Ok(None);
    };
    if argument.many {
        let items = texts.map(|text| item(argument, text));
        let items = items.collect::<Result<Vec<_>, _>>()?;
        return Ok(Some(format!("[{}]", items.join(","))));
    }
    texts.next().map(|text| item(argument, text)).transpose()
}

/// Converts a text to JSON of the kind of an argument.
fn item(argument: &Argument, text: &str) -> Result<String, String> {
    let quoted = || Value::from(text).to_string();
    let expected = |kind: &str| {
        let flag = argument.flag_name();
        Err(format!("`--{flag}`: expected {kind}, found `{text}`"))
    };
    let is_json = RawValue::from_string(text.to_owned()).is_ok();
    match argument.kind {
        Kind::Text | Kind::Key | Kind::Word(_) | Kind::Fixed(_) => Ok(quoted()),
        Kind::Integer => match text.parse::<i128>() {
            Ok(number) => Ok(number.to_string()),
            Err(_) => expected("an integer"),
        },
        Kind::Number if is_json && text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
            Ok(text.to_owned())
        }
        Kind::Number => expected("a number"),
        Kind::Boolean if text == "true" || text == "false" => Ok(text.to_owned()),
        Kind::Boolean => expected("`true` or `false`"),
        Kind::Json if is_json => Ok(text.to_owned()),
        Kind::Json if text.trim_start().starts_with(['{', '[', '"']) => expected("JSON"),
        Kind::Json => Ok(quoted()),
        Kind::Code(codes) => {
            let codes = codes();
            let named = codes
                .iter()
                .find(|(_, name)| name.eq_ignore_ascii_case(text));
            let code = named.map(|(code, _)| *code);
            if let Some(code) = code.or_else(|| text.parse().ok()) {
                return Ok(code.to_string());
            }
            let names: Vec<&str> = codes.iter().map(|(_, name)| name.as_str()).collect();
            let help = suggestion(text, &names).unwrap_or_else(|| names.join(", "));
            expected(&format!("a number or the name of one ({help})"))
        }
    }
}

/// Puts the body into the request: `--body`, with the members that have flags of their own.
fn put_body(
    operation: &Operation,
    body: &Body,
    matches: &ArgMatches,
    request: &mut Request,
) -> Result<(), String> {
    let given = options::text(matches, BODY);
    let given = given.map(|text| content(&text)).transpose()?;
    if let Content::Raw = body.content {
        return match given {
            Some(bytes) => {
                request.body(body.media_type, bytes);
                Ok(())
            }
            None if body.required => Err("the body is missing: use `--body`".to_owned()),
            None => Ok(()),
        };
    }
    let Some(json) = body_json(operation, body, given, matches)? else {
        return Ok(());
    };
    let put = match body.content {
        Content::JsonIn(wrapper) => request.json_in(wrapper, &json),
        Content::Form(put) => put(request, &value(json.get())?),
        Content::Json | Content::Raw => request.json(&json),
    };
    put.map_err(wrong)?;
    request.content_type(body.media_type);
    Ok(())
}

/// Returns the body as JSON, or `None` if there is none.
fn body_json(
    operation: &Operation,
    body: &Body,
    given: Option<Bytes>,
    matches: &ArgMatches,
) -> Result<Option<Box<RawValue>>, String> {
    let arguments = operation.arguments.iter();
    let known: Vec<&Argument> = arguments
        .filter(|argument| argument.put.is_none())
        .collect();
    let given = given.map(|bytes| parse(&bytes, body)).transpose()?;
    let members = given
        .as_deref()
        .map(|json| serde_json::from_str::<Members>(json.get()));
    let (mut members, is_object) = match members {
        None => (Members::new(), true),
        Some(Ok(members)) => (members, true),
        Some(Err(_)) => (Members::new(), false),
    };
    if body.closed {
        if !is_object {
            return Err("`--body` has to be a JSON object".to_owned());
        }
        check_members(&members, &known)?;
    }
    let (mut has_flags, mut is_changed) = (false, false);
    for argument in &known {
        let is_fixed = matches!(argument.kind, Kind::Fixed(_));
        if is_fixed && members.contains_key(argument.name) {
            continue;
        }
        if let Some(json) = json(argument, matches)? {
            members.insert(argument.name.to_owned(), raw(json)?);
            is_changed = true;
            has_flags |= !is_fixed;
        }
    }
    match given {
        None if !has_flags && !body.required => return Ok(None),
        None if !has_flags => return Err("the body is missing: use `--body`".to_owned()),
        Some(json) if !is_object && !has_flags => return Ok(Some(json)),
        _ if !is_object => return Err("`--body` is not an object, so it has no members".to_owned()),
        _ => {}
    }
    let is_missing = |member: &&&Argument| member.required && !members.contains_key(member.name);
    if let Some(missing) = known.iter().find(is_missing) {
        let (name, flag) = (missing.name, missing.flag_name());
        return Err(format!(
            "the member `{name}` of the body is missing: use `--{flag}` or `--body`"
        ));
    }
    match given {
        // The order of its members stays.
        Some(json) if !is_changed => Ok(Some(json)),
        _ => {
            let json = serde_json::to_string(&members).map_err(|error| error.to_string())?;
            raw(json).map(Some)
        }
    }
}

/// Parses a body. One that is already in the object that wraps it is taken out.
fn parse(bytes: &[u8], body: &Body) -> Result<Box<RawValue>, String> {
    let json = serde_json::from_slice::<Box<RawValue>>(bytes);
    let json = json.map_err(|error| format!("`--body` is not valid JSON: {error}"))?;
    if let Content::JsonIn(wrapper) = body.content
        && let Ok(mut members) = serde_json::from_str::<Members>(json.get())
        && members.len() == 1
        && let Some(inner) = members.remove(wrapper)
    {
        return Ok(inner);
    }
    Ok(json)
}

/// Refuses unknown members: the server might ignore a misspelled one.
fn check_members(members: &Members, known: &[&Argument]) -> Result<(), String> {
    let names: Vec<&str> = known.iter().map(|member| member.name).collect();
    let Some(unknown) = members.keys().find(|name| !names.contains(&name.as_str())) else {
        return Ok(());
    };
    let help = suggestion(unknown, &names)
        .unwrap_or_else(|| format!("its members are: {}", names.join(", ")));
    Err(format!("`{unknown}` is not a member of the body; {help}"))
}

/// Reads the argument of `--body`. Text never names a file, because it may come from somebody else.
fn content(text: &str) -> Result<Bytes, String> {
    if let Some(path) = text.strip_prefix('@') {
        let bytes = std::fs::read(path).map(Bytes::from);
        return bytes.map_err(|error| format!("{path}: {error}"));
    }
    if text != "-" {
        return Ok(Bytes::from(text.to_owned()));
    }
    let mut bytes = Vec::new();
    let read = std::io::stdin().read_to_end(&mut bytes);
    read.map_err(|error| format!("standard input: {error}"))?;
    Ok(bytes.into())
}

/// Suggests the most similar name, if there is one.
fn suggestion(name: &str, names: &[&str]) -> Option<String> {
    let ranked = names.iter().map(|other| (distance(name, other), other));
    let (changes, other) = ranked.min()?;
    (changes <= name.chars().count().div_ceil(3)).then(|| format!("did you mean `{other}`?"))
}

/// Returns the number of characters to insert, remove or replace (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (line, a) in one.chars().enumerate() {
        let mut diagonal = line;
        row[0] = line + 1;
        for (column, b) in other.chars().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}
