//! Planted lies: traffic is made of a description, one place of it is changed, and `observe` has to find the place and
//! the correction.

use std::io::Write;

use bindery::internal::analysis::Direction;
use bindery::internal::config::Config;
use bindery::internal::document;
use bindery::internal::source::Input;
use bindery::internal::text::Source;
use bindery_cli::observe::{Observation, ReportFormat, Traffic};
use serde_json::{Value, json};

use crate::instances::Instances;

/// Maximum number of operations with traffic.
const MAX_OPERATIONS: usize = 30;
/// Maximum number of samples of a response.
const MAX_SAMPLES: usize = 3;
/// A name of a member that no report may show.
const SECRET: &str = "sk-live-9f8e7d6c5b4a39281706";

/// The kinds of lies.
const KINDS: [&str; 17] = [
    "absent",
    "null",
    "number",
    "list",
    "element",
    "component",
    "status",
    "success",
    "media",
    "empty",
    "kind",
    "date",
    "null element",
    "invalid",
    "prefix",
    "no body",
    "key",
];

/// The result for a description.
#[derive(Debug, Default)]
pub struct Planted {
    /// The number of lies.
    pub lies: usize,
    /// Lies for whose element a correction is proposed.
    pub found: usize,
    /// Lies whose first proposal is the right one.
    pub right: usize,
    /// Proposals at other elements.
    pub surplus: usize,
    /// Reports that show a secret.
    pub leaks: usize,
    /// The lies that were not found or corrected, and the surplus proposals.
    pub problems: Vec<String>,
}

/// A generator of numbers that are the same in each run (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % limit.max(1) as u64).unwrap_or_default()
    }
}

/// The recorded responses of an operation with one status.
#[derive(Clone, Debug)]
struct Call {
    method: String,
    path: String,
    status: u16,
    media_type: String,
    /// The location of the schema, and the values.
    schema: String,
    bodies: Vec<Value>,
    is_empty: bool,
    /// `true` if the bodies are not in the recording.
    is_absent: bool,
}

/// A change of a description or of its traffic.
struct Lie {
    element: String,
    /// A part of the right correction; null if nothing is to be corrected.
    correction: Value,
}

/// Plants lies in a description.
///
/// # Panics
///
/// Panics if a file for the traffic cannot be written.
#[must_use]
pub fn plant(input: &Input, seed: u64, count: usize) -> Planted {
    let mut planted = Planted::default();
    let Ok(truth) = document::plain(input, &Config::default()) else { return planted };
    let mut random = Random(seed);
    let mut calls = calls(&truth);
    while calls.len() > MAX_OPERATIONS {
        calls.swap_remove(random.below(calls.len()));
    }
    let before = observe(&truth, &calls).map(|report| proposals(&report)).unwrap_or_default();
    planted.surplus += before.len();
    planted.problems.extend(before.iter().map(|proposal| format!("without a lie: {proposal}")));
    for attempt in 0..count * 8 {
        if planted.lies == count || calls.is_empty() {
            break;
        }
        let kind = KINDS[attempt % KINDS.len()];
        let (mut description, mut traffic) = (truth.clone(), calls.clone());
        let index = random.below(traffic.len());
        let Some(lie) = tell(kind, &mut description, &mut traffic, index, &mut random) else { continue };
        let Some(report) = observe(&description, &traffic) else { continue };
        planted.lies += 1;
        planted.leaks += usize::from(report.to_string().contains(SECRET));
        let all = proposals(&report);
        let new: Vec<&Value> = all.iter().filter(|proposal| !before.contains(proposal)).collect();
        let is_here = |proposal: &&&Value| proposal["element"] == format!("#{}", lie.element);
        if lie.correction.is_null() {
            let is_right = new.is_empty() && report["unmatched"] == json!({});
            planted.found += usize::from(is_right);
            planted.right += usize::from(is_right);
            planted.surplus += new.len();
            if !is_right {
                planted.problems.push(format!("{kind}: expected nothing, found {report}"));
            }
            continue;
        }
        let is_found = new.iter().any(|proposal| is_here(&proposal));
        let is_right =
            new.iter().find(is_here).is_some_and(|proposal| contains(&proposal["correction"], &lie.correction));
        planted.found += usize::from(is_found);
        planted.right += usize::from(is_right);
        planted.surplus += new.iter().filter(|proposal| !is_here(proposal)).count();
        if !is_right || new.len() > 1 {
            let new = Value::from(new.into_iter().cloned().collect::<Vec<_>>());
            planted.problems.push(format!("{kind} at {}: expected {}, found {new}", lie.element, lie.correction));
        }
    }
    planted
}

/// Returns `true` if a value contains another one anywhere.
fn contains(value: &Value, part: &Value) -> bool {
    value == part
        || match value {
            Value::Array(elements) => elements.iter().any(|element| contains(element, part)),
            Value::Object(members) => members.values().any(|member| contains(member, part)),
            _ => false,
        }
}

fn proposals(report: &Value) -> Vec<Value> {
    report["proposals"].as_array().cloned().unwrap_or_default()
}

fn observe(description: &Value, calls: &[Call]) -> Option<Value> {
    let mut file = tempfile::Builder::new().suffix(".har.jsonl").tempfile().ok()?;
    for call in calls {
        for body in &call.bodies {
            let text = body
                .as_str()
                .filter(|_| !call.media_type.contains("json"))
                .map_or_else(|| body.to_string(), str::to_owned);
            let text = if call.is_empty { String::new() } else { text };
            let mut content = json!({ "size": text.len(), "mimeType": call.media_type, "text": text });
            if call.is_absent {
                content["text"] = Value::Null;
            }
            let entry = json!({
                "request": { "method": call.method, "url": format!("https://planted.test{}", call.path) },
                "response": { "status": call.status, "content": content },
            });
            writeln!(file, "{entry}").ok()?;
        }
    }
    let traffic = Traffic::new(&[file.path().to_owned()]).ok()?;
    let input = Source::new("planted.json", description.to_string()).into();
    let observation = Observation::new(&input, &Config::default(), &traffic, None).ok()?;
    serde_json::from_str(&observation.report(ReportFormat::Json)).ok()
}

/// Returns the responses with JSON of a description, with values of their schemas.
fn calls(description: &Value) -> Vec<Call> {
    let instances = Instances::new(description);
    let mut calls = Vec::new();
    let paths = description["paths"].as_object().into_iter().flatten();
    for (path, item) in paths {
        for (method, operation) in item.as_object().into_iter().flatten() {
            if !["get", "put", "post", "delete", "patch"].contains(&method.as_str()) {
                continue;
            }
            for (status, response) in operation["responses"].as_object().into_iter().flatten() {
                let Ok(status) = status.parse::<u16>() else { continue };
                let content = &response["content"]["application/json"];
                if response["content"].as_object().is_none_or(|content| content.len() != 1)
                    || content.get("schema").is_none()
                {
                    continue;
                }
                let at =
                    ["paths", path, method, "responses"].into_iter().fold(String::new(), |at, step| child(&at, step));
                let schema = [&status.to_string(), "content", "application/json", "schema"]
                    .into_iter()
                    .fold(at, |at, step| child(&at, step));
                let bodies = instances.for_schema(&schema, Direction::Response).into_iter();
                let bodies = bodies.filter(|instance| !instance.is_unknown() && !instance.is_example());
                let bodies: Vec<Value> = bodies.map(|instance| instance.value).take(MAX_SAMPLES).collect();
                if !bodies.is_empty() && (200..300).contains(&status) {
                    let (path, method) = (concrete(path), method.to_uppercase());
                    let media_type = "application/json".to_owned();
                    calls.push(Call {
                        method,
                        path,
                        status,
                        media_type,
                        schema,
                        bodies,
                        is_empty: false,
                        is_absent: false,
                    });
                }
            }
        }
    }
    calls
}

/// Returns the JSON pointer of a member.
fn child(pointer: &str, name: &str) -> String {
    format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// Returns a path with values for its parameters.
fn concrete(path: &str) -> String {
    let mut parts = path.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    let path =
        parts.fold(first, |path, part| format!("{path}1{}", part.split_once('}').map_or(part, |(_, after)| after)));
    // The query has the parameters of the fragment.
    path.replace('#', "?")
}

/// Returns the component of a response or of its elements, and whether it is a list.
fn component(description: &Value, schema: &str) -> Option<(String, bool)> {
    let written = description.pointer(schema)?;
    let (reference, is_list) = match written.get("$ref") {
        Some(reference) => (reference, false),
        None => (written.get("items")?.get("$ref")?, true),
    };
    let pointer = reference.as_str()?.strip_prefix('#')?.to_owned();
    let component = description.pointer(&pointer)?;
    let is_plain = component["properties"].is_object()
        && ["allOf", "oneOf", "anyOf"].iter().all(|key| component.get(key).is_none());
    is_plain.then_some((pointer, is_list))
}

/// Returns the objects of a component in the values of a response.
fn objects(call: &mut Call, is_list: bool) -> Vec<&mut serde_json::Map<String, Value>> {
    let bodies = call.bodies.iter_mut();
    let values: Vec<&mut Value> =
        if is_list { bodies.filter_map(Value::as_array_mut).flatten().collect() } else { bodies.collect() };
    values.into_iter().filter_map(Value::as_object_mut).collect()
}

/// Changes a member of all objects of a response that have it. Returns the element.
fn change_member(
    description: &Value,
    call: &mut Call,
    random: &mut Random,
    value: &Value,
    is_meant: impl Fn(&str, &Value, &Value) -> bool,
) -> Option<String> {
    let (component, is_list) = component(description, &call.schema)?;
    let written = description.pointer(&component)?;
    let members = written["properties"].as_object()?.iter();
    let members: Vec<&String> =
        members.filter(|(name, member)| is_meant(name, member, written)).map(|(name, _)| name).collect();
    let name = (*members.get(random.below(members.len()))?).clone();
    let mut changed = 0;
    for object in objects(call, is_list) {
        if let Some(member) = object.get_mut(&name).filter(|member| !member.is_null()) {
            *member = value.clone();
            changed += 1;
        }
    }
    (changed > 0).then(|| child(&format!("{component}/properties"), &name))
}

/// Changes a description or its traffic. Returns `None` if a response has no place for such a lie.
fn tell(kind: &str, description: &mut Value, traffic: &mut [Call], index: usize, random: &mut Random) -> Option<Lie> {
    let call = &mut traffic[index];
    let written = description.pointer(&call.schema)?.clone();
    let responses = call.schema.split("/content/").next()?.rsplit_once('/')?.0.to_owned();
    let response = child(&responses, &call.status.to_string());
    let is_string = |_: &str, member: &Value, _: &Value| {
        member["type"] == "string"
            && member.get("format").is_none()
            && member.get("enum").is_none()
            && member.get("const").is_none()
    };
    let schema = |schema: Value| json!({ "schema": schema });
    Some(match kind {
        "absent" => {
            let (component, is_list) = component(description, &call.schema)?;
            if objects(call, is_list).iter().all(|object| object.len() < 2) {
                return None;
            }
            let object = description.pointer_mut(&component)?;
            object["properties"]["plantedMember"] = json!({ "type": "string" });
            match object.get_mut("required").and_then(Value::as_array_mut) {
                Some(required) => required.push("plantedMember".into()),
                None => object["required"] = json!(["plantedMember"]),
            }
            let element = format!("{component}/properties/plantedMember");
            Lie { element, correction: json!("required = false") }
        }
        "null" => {
            let is_meant = |name: &str, member: &Value, object: &Value| {
                is_string(name, member, object)
                    && member.get("nullable").is_none()
                    && object["required"].as_array().is_some_and(|required| required.contains(&name.into()))
            };
            let element = change_member(description, call, random, &Value::Null, is_meant)?;
            Lie { element, correction: json!("nullable = true") }
        }
        "number" => {
            let is_meant = |_: &str, member: &Value, _: &Value| {
                member["type"] == "boolean" && member.get("enum").is_none() && member.get("const").is_none()
            };
            let element = change_member(description, call, random, &json!(1), is_meant)?;
            Lie { element, correction: json!("accepts = [\"number\"]") }
        }
        "kind" => {
            let element = change_member(description, call, random, &json!({ SECRET: 1 }), is_string)?;
            let member = description.pointer(&element)?;
            let any = member.get("description").map_or(json!({}), |text| json!({ "description": text }));
            let name = element.rsplit('/').next()?.replace("~1", "/").replace("~0", "~");
            Lie { element, correction: json!({ name: any }) }
        }
        "date" => {
            let is_meant =
                |_: &str, member: &Value, _: &Value| member["type"] == "string" && member["format"] == "date-time";
            let element = change_member(description, call, random, &json!("yesterday"), is_meant)?;
            Lie { element, correction: json!(true) }
        }
        "list" => {
            let (_, is_list) = component(description, &call.schema)?;
            if is_list {
                return None;
            }
            call.bodies = call.bodies.iter().map(|body| json!([body])).collect();
            Lie { element: call.schema.clone(), correction: schema(json!({ "type": "array", "items": written })) }
        }
        "element" => {
            let (_, is_list) = component(description, &call.schema)?;
            let bodies: Vec<Value> = call.bodies.iter().filter_map(|body| body.get(0).cloned()).collect();
            if !is_list || bodies.is_empty() {
                return None;
            }
            call.bodies = bodies;
            Lie { element: call.schema.clone(), correction: schema(written["items"].clone()) }
        }
        "component" => {
            let (own, is_list) = component(description, &call.schema)?;
            let names: Vec<String> = description["components"]["schemas"].as_object()?.keys().cloned().collect();
            let other = names.get(random.below(names.len()))?;
            let object = &description["components"]["schemas"][other.as_str()];
            let required = |object: &Value| object["required"].as_array().cloned().unwrap_or_default();
            let (theirs, ours) = (required(object), required(description.pointer(&own)?));
            let seen = objects(call, is_list)
                .first()
                .map(|object| object.keys().map(|name| Value::from(name.as_str())).collect::<Vec<_>>())?;
            let is_another = theirs.len() >= 3 && !theirs.iter().any(|name| seen.contains(name));
            if !object["properties"].is_object() || !is_another || ours.is_empty() {
                return None;
            }
            let reference =
                json!({ "$ref": format!("#/components/schemas/{}", other.replace('~', "~0").replace('/', "~1")) });
            let planted = if is_list { json!({ "type": "array", "items": reference }) } else { reference };
            *description.pointer_mut(&call.schema)? = planted;
            Lie { element: call.schema.clone(), correction: schema(written) }
        }
        "status" => {
            let mut added = call.clone();
            (added.status, added.bodies) =
                (418, vec![json!({ "planted": "text", "list": [{ "code": 1 }], "map": { SECRET: 1 } })]);
            let described = description.pointer(&responses)?;
            if described.get("418").is_some() || described.get("default").is_some() || described.get("4XX").is_some() {
                return None;
            }
            traffic[index] = added;
            Lie {
                element: child(&responses, "418"),
                correction: json!({ "type": "object", "required": ["code"], "properties": { "code": { "type": "integer" } } }),
            }
        }
        "success" => {
            let described = description.pointer(&responses)?;
            if described.get("202").is_some() || described.get("2XX").is_some() || described.get("default").is_some() {
                return None;
            }
            call.status = 202;
            Lie { element: child(&responses, "202"), correction: schema(written) }
        }
        "media" => {
            (call.media_type, call.bodies) = ("text/csv".to_owned(), vec![json!("a;b\n1;2\n")]);
            if written["type"] == "string" || written.get("type").is_none() && written.get("$ref").is_none() {
                return None;
            }
            Lie { element: response, correction: json!({ "text/csv": { "schema": { "type": "string" } } }) }
        }
        "null element" => {
            let bodies = call.bodies.iter_mut().filter_map(Value::as_array_mut).filter(|body| !body.is_empty());
            let changed = bodies.map(|body| body.push(Value::Null)).count();
            let items = written.get("items")?;
            let is_null = items.get("nullable").is_some() || items.get("type").is_none() && items.get("$ref").is_none();
            let is_inline = component(description, &call.schema).is_some();
            if changed == 0 || is_null || !is_inline {
                return None;
            }
            Lie { element: format!("{}/items", call.schema), correction: items.clone() }
        }
        // Validators refuse it: responses without descriptions, no version, an unknown type.
        "invalid" => {
            let call = call.clone();
            let lie = tell("success", description, traffic, index, random)?;
            description.pointer_mut(&responses)?[call.status.to_string()].as_object_mut()?.shift_remove("description");
            description["info"].as_object_mut()?.shift_remove("version");
            description["components"]["schemas"]["PlantedUnknown"] = json!({ "type": "strng", "required": "yes" });
            lie
        }
        "prefix" => {
            let prefixes = ["/planted/a", "/planted/b"];
            description["servers"] = prefixes.iter().map(|prefix| json!({ "url": prefix })).collect();
            for (index, call) in traffic.iter_mut().enumerate() {
                call.path = format!("{}{}", prefixes[index % 2], call.path);
            }
            Lie { element: String::new(), correction: Value::Null }
        }
        "no body" => {
            if call.status == 204 {
                return None;
            }
            call.is_absent = true;
            Lie { element: String::new(), correction: Value::Null }
        }
        "key" => {
            let (_, is_list) = component(description, &call.schema)?;
            let mut objects = objects(call, is_list);
            objects.iter_mut().for_each(|object| drop(object.insert(SECRET.to_owned(), json!(1))));
            if objects.is_empty() {
                return None;
            }
            Lie { element: String::new(), correction: Value::Null }
        }
        "empty" => {
            component(description, &call.schema)?;
            call.is_empty = true;
            Lie { element: response, correction: json!(true) }
        }
        _ => return None,
    })
}
