//! Responses without state: files, pages, texts, and for all other operations the example.

use std::collections::BTreeMap;
use std::io;

use serde_json::{Map, Value, json};

use super::Seen;
use super::answer::Answer;
use super::description::fixture;
use super::routes::Route;
use super::schema::{Schemas, name};

/// The example bodies, by operation and by schema.
#[derive(Debug)]
pub(super) struct Examples {
    by_operation: BTreeMap<String, Value>,
    by_schema: BTreeMap<String, Value>,
}

impl Examples {
    pub(super) fn new(address: &str) -> io::Result<Self> {
        let index: Map<String, Value> =
            serde_json::from_str(&fixture("examples-index.json")?).map_err(io::Error::other)?;
        let mut examples = Self { by_operation: BTreeMap::new(), by_schema: BTreeMap::new() };
        let answers = index.iter().filter(|(_, about)| about["status"].as_str().is_some_and(|it| it.starts_with('2')));
        for (file, about) in answers.filter(|(file, _)| !file.contains("-page")) {
            let text = super::description::with_address(&fixture(&format!("examples/{file}"))?, address);
            let body: Value = serde_json::from_str(&text).map_err(io::Error::other)?;
            if let Some(schema) = about["schema"].as_str() {
                examples.by_schema.entry(schema.to_owned()).or_insert_with(|| body.clone());
            }
            if let Some(operation) = about["operationId"].as_str() {
                examples.by_operation.entry(operation.to_owned()).or_insert(body);
            }
        }
        Ok(examples)
    }

    /// Returns the example of an operation, otherwise of its schema, otherwise another valid body.
    pub(super) fn body(&self, route: &Route, schemas: &Schemas) -> Value {
        let of_schema = || name(schemas.at(&route.schema)).and_then(|name| self.by_schema.get(name));
        let example = self.by_operation.get(&route.operation).or_else(of_schema);
        example.cloned().unwrap_or_else(|| schemas.sample(&route.schema))
    }
}

/// Returns the response of an operation that is not JSON, or is about the server itself.
pub(super) fn answer(route: &Route, seen: &Seen, version: &str) -> Option<Answer> {
    let format = seen.path.rsplit('/').next().unwrap_or_default();
    Some(match (route.operation.as_str(), route.media_type.as_str()) {
        ("getVersion", _) if seen.query("verbose").as_deref() == Some("true") => {
            Answer::json(200, &json!({ "version": version, "upgrade": false }))
        }
        ("getVersion", _) => Answer::new(200, "text/html;charset=UTF-8", version),
        ("renderTextile", _) => textile(seen),
        ("exportProjectAs", _) if format == "xml" => xml(),
        (_, "application/zip") => Answer::download("application/zip", "project.zip", EMPTY_ZIP),
        (_, "application/pdf") => Answer::download("application/pdf", "print.pdf", "%PDF-1.4\n%%EOF\n"),
        (_, "text/xml") => xml(),
        (_, "text/plain") => Answer::new(200, "text/plain;charset=UTF-8", "What is new\n"),
        _ => return None,
    })
}

/// An empty archive: only the end record.
const EMPTY_ZIP: &[u8] = b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

fn xml() -> Answer {
    Answer::download("text/xml", "project.xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<export/>\n")
}

/// Renders the text as a paragraph, without any notation.
fn textile(seen: &Seen) -> Answer {
    let body: Value = match serde_json::from_slice(&seen.body) {
        Ok(body) => body,
        Err(_) => return Answer::new(400, "text/plain;charset=UTF-8", "The body is not JSON"),
    };
    match body["data"].as_str() {
        Some(text) => Answer::new(200, "text/html;charset=UTF-8", format!("<p>{text}</p>")),
        None => Answer::error(400, "The body holds no data"),
    }
}
