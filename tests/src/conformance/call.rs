//! A call in Rust, derived from the request that a scenario expects.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::changed::Fallible;

use super::client::{Client, list};
use super::suite::Scenario;
use super::table::Table;

/// A call in Rust.
#[derive(Debug)]
pub(super) struct Call {
    /// The statements of a block that returns what was read.
    pub(super) text: String,
    /// The values that it reads by name.
    pub(super) inputs: Map<String, Value>,
    /// The expected result; null if any result is right.
    pub(super) expected: Value,
}

/// The inputs of a call that is being written.
struct Writer<'a> {
    operation: &'a Value,
    request: &'a Value,
    path: BTreeMap<String, String>,
    values: Map<String, Value>,
    /// The arguments of the function, and the setters of the call.
    arguments: Vec<String>,
    setters: String,
}

/// Returns the call that makes a request of a scenario.
pub(super) fn call(client: &Client, scenario: &Scenario, request: &Value, table: &Table) -> Fallible<Call> {
    let (operation, path) = client.operation(request).ok_or_else(|| format!("no operation has {}", request["path"]))?;
    let mut builder = format!("Client::builder(inputs.address.as_str()){}", table.text("clients", &scenario.name));
    for variable in list(&client.data["crate"]["client"]["server_options"]) {
        if let Some(value) = path.get(text(&variable["wire"])) {
            builder += &format!(".{}({value:?})", text(&variable["name"]));
        }
    }
    let given = table.line("inputs", &scenario.name).map(serde_json::to_value);
    let given = given.transpose().map_err(|error| error.to_string())?.unwrap_or_default();
    let values = given.as_object().cloned().unwrap_or_default();
    let mut writer = Writer { operation, request, path, values, arguments: Vec::new(), setters: String::new() };
    list(&operation["inputs"]).for_each(|input| writer.input(input));
    let accept = &request["headers"]["accept"];
    if list(&operation["accept"]).count() > 1 && !accept.is_null() {
        writer.setters += &format!(".accept({accept})");
    }
    let (module, function) = (text(&operation["module"]), text(&operation["function"]));
    let made = format!("client.{module}().{function}({}){}", writer.arguments.join(", "), writer.setters);
    let has_headers = request["response_headers"].as_object().is_some_and(|headers| !headers.is_empty());
    let headers = if has_headers { client.headers(operation) } else { Vec::new() };
    let read = read(operation, &made, scenario.code, &headers);
    let expected = if operation["pages"].is_null() {
        expected(operation, request, &headers)
    } else {
        scenario.calls.iter().flat_map(|page| first_array(&page["response"]["json"])).collect()
    };
    let is_json = text(&request["response"]["type"]).contains("json") && !request["response"]["json"].is_null();
    let is_single = scenario.code.is_none() && operation["pages"].is_null() && !operation["streaming"].is_object();
    let read_as = content(operation, request);
    let is_typed = kind(read_as) != "text" && !read_as.is_null();
    if is_json && is_single && !is_typed && table.line("untyped", &scenario.name).is_none() {
        return Err("the JSON of the response has no type".into());
    }
    Ok(Call { text: format!("let client = {builder}.build()?; {read}"), inputs: writer.values, expected })
}

impl Writer<'_> {
    /// Adds an input to the arguments or the setters.
    fn input(&mut self, input: &Value) {
        let body = &input["placement"]["Body"];
        let media_type = text(&self.request["body"]["type"]);
        let same = |content: &&Value| text(&content["media_type"]).eq_ignore_ascii_case(media_type);
        let content = list(&body["contents"]).find(same).unwrap_or(&body["contents"][0]);
        let value = self.value(&input["placement"], content);
        if list(&body["members"]).count() > 0 {
            return list(&body["members"]).for_each(|member| self.member(member, &value));
        }
        let name = text(&input["name"]);
        let is_argument = input["is_required"] == true;
        if !value.is_null() {
            self.values.entry(name).or_insert(value);
        } else if !is_argument && !self.values.contains_key(name) {
            return;
        }
        let mut value = self.argument(&input["argument"], content, name);
        if list(&body["contents"]).count() > 1 {
            let payload = self.argument(&json!({ "Exact": content["payload"] }), content, name);
            let choice = format!("{}::{}", text(&body["choice"]), text(&content["variant"]));
            value = format!("api::{}::{choice}({payload})", text(&self.operation["module"]));
        }
        self.add(is_argument, name, value);
    }

    /// Adds a member of the body that is an input.
    fn member(&mut self, member: &Value, body: &Value) {
        let (field, value) = (&member["kind"]["Field"], &body[text(&member["wire"])]);
        let is_present = body.get(text(&member["wire"])).is_some();
        if is_present && value.is_null() && field["presence"] == "ThreeStates" {
            self.setters += &format!(".clear_{}()", text(&member["setter"]));
        } else if is_present && !field.is_null() {
            let key = format!("body.{}", text(&member["wire"]));
            let argument = self.argument(&field["argument"], &Value::Null, &key);
            self.values.insert(key, value.clone());
            let is_argument = field["presence"] == "Required" && field["initial"].is_null();
            self.add(is_argument, text(&member["setter"]), argument);
        }
    }

    fn add(&mut self, is_argument: bool, name: &str, value: String) {
        if is_argument { self.arguments.push(value) } else { self.setters += &format!(".{name}({value})") }
    }

    /// Returns the value of an input in the request; null if there is none.
    fn value(&mut self, placement: &Value, content: &Value) -> Value {
        let request = self.request;
        if let Some(parameter) = placement.get("Parameter") {
            let wire = text(&parameter["wire"]);
            return match text(&parameter["place"]) {
                "Path" => self.path.get(wire).cloned().into(),
                "Query" => request["query"][wire].clone(),
                _ => request["headers"][wire.to_lowercase()].clone(),
            };
        }
        let body = &request["body"];
        if let Some(part) = placement.get("Part") {
            let files: Vec<_> =
                list(&body["files"]).filter(|file| file["fieldname"] == part["wire"]).cloned().collect();
            return if files.is_empty() { body["parts"][text(&part["wire"])].clone() } else { files.into() };
        }
        self.values.insert("media type".to_owned(), body["type"].clone());
        let value = &body[kind(&content["sent_as"])];
        content["sent_as"]["Json"].as_str().map_or(value, |carrier| &value[carrier]).clone()
    }

    /// Returns an expression for an argument, whose value has this name.
    fn argument(&self, argument: &Value, content: &Value, name: &str) -> String {
        let ty = self.ty(argument);
        let function = match (ty.as_str(), kind(&content["sent_as"])) {
            ("bindery_runtime::Upload", _) => "upload",
            ("Vec<bindery_runtime::Upload>", _) => "uploads",
            ("bindery_runtime::Content", _) => "content",
            ("bytes::Bytes", _) | (_, "bytes") => "bytes",
            (_, "text") => "text",
            _ if argument.get("Text").is_some() => "text",
            _ => return format!("inputs.read::<{ty}>({name:?})?"),
        };
        format!("inputs.{function}({name:?})?")
    }

    /// Returns a type that the argument accepts.
    fn ty(&self, argument: &Value) -> String {
        let module = format!("api::{}::", text(&self.operation["module"]));
        match argument.as_object().and_then(|argument| argument.iter().next()) {
            Some((form, inner)) if form == "Elements" => format!("Vec<{}>", self.ty(inner)),
            Some((form, inner)) if form == "Entries" => format!("BTreeMap<String, {}>", self.ty(inner)),
            Some((_, ty)) => text(ty).replace("self::", &module),
            None => String::new(),
        }
    }
}

/// Returns an expression that makes the call and returns what was read as JSON.
fn read(operation: &Value, call: &str, code: Option<u16>, headers: &[(&str, &str)]) -> String {
    if let Some(code) = code {
        return format!("rejected({call}.await, {code}, {})", operation["error_responses"].is_array());
    }
    if operation["pages"].is_object() {
        return format!("let mut items = {call}.items(); all!(items, item => got(&item))");
    }
    if operation["streaming"]["Events"].is_object() {
        return format!(
            "let mut events = {call}.events(); all!(events, event => got_event(event.id, event.name, &event.data))"
        );
    }
    let body = |content: &Value, value: &str| match kind(content) {
        "bytes" => format!("got_bytes({value})"),
        _ => format!("got(&{value})"),
    };
    let output = &operation["output"];
    let several = &output["Several"];
    let value = |made: &str| {
        if several.is_null() {
            return match output.get("One") {
                Some(one) => body(&one[0], made),
                None => format!("{{ let _ = {made}; Ok(Value::Null) }}"),
            };
        }
        let path = format!("api::{}::{}", text(&operation["module"]), text(&several["name"]));
        let arms = list(&several["variants"]).map(|variant| match variant.get("content") {
            None => format!("{path}::{} => Ok(Value::Null),", text(&variant["name"])),
            Some(content) => format!("{path}::{}(value) => {},", text(&variant["name"]), body(content, "value")),
        });
        format!("match {made} {{ {} _ => Err(\"an unlisted response\".into()) }}", arms.collect::<String>())
    };
    if headers.is_empty() {
        return value(&format!("{call}.await?"));
    }
    let fields = headers.iter().map(|(name, wire)| format!("{wire:?}: got(&headers.{name}?)?,"));
    let (fields, body) = (fields.collect::<String>(), value("full.body"));
    format!(
        "let full = {call}.send_full().await?; let headers = full.headers(); let headers = json!({{ {fields} }}); \
         let body: Result<Value, Problem> = {body}; Ok(json!({{ \"headers\": headers, \"body\": body? }}))"
    )
}

/// Returns what the call has to read.
fn expected(operation: &Value, request: &Value, headers: &[(&str, &str)]) -> Value {
    let (content, response) = (content(operation, request), &request["response"]);
    let body = match kind(content) {
        _ if content.is_null() => Value::Null,
        "text" if operation["streaming"].is_object() => response["json"].clone(),
        kind => response[kind].clone(),
    };
    if headers.is_empty() {
        return body;
    }
    let value = |wire: &str| {
        let value = &request["response_headers"][wire];
        serde_json::from_str(text(value)).unwrap_or_else(|_| value.clone())
    };
    let headers: Map<_, _> = headers.iter().map(|(_, wire)| ((*wire).to_owned(), value(wire))).collect();
    json!({ "headers": headers, "body": body })
}

/// Returns the content of the response that the suite sends; null if it has no type.
fn content<'o>(operation: &'o Value, request: &Value) -> &'o Value {
    let variants = &operation["output"]["Several"]["variants"];
    let media_type = &request["response"]["type"];
    let variant = list(variants).find(|variant| variant["media_type"] == *media_type).unwrap_or(&variants[0]);
    if variant.is_null() { &operation["output"]["One"][0] } else { &variant["content"] }
}

/// Returns the form in which the suite has a body that is sent or read like this.
fn kind(content: &Value) -> &'static str {
    match content.as_str() {
        Some("Bytes") => "bytes",
        Some("Text") => "text",
        _ if content.get("Content").is_some() => "bytes",
        _ => "json",
    }
}

fn first_array(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(elements) => elements.clone(),
        Value::Object(members) => members.values().map(first_array).find(|array| !array.is_empty()).unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
