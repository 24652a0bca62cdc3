//! From the text of a description to the texts of all files, beside reading the same text with `serde_json`; and the same
//! for descriptions that grow, to see that the cost grows with them and no faster.
//!
//! `cargo bench -p bindery` takes the descriptions of the service; `BINDERY_BENCH=FILE cargo bench -p bindery` another one.
#![allow(missing_docs, clippy::expect_used, reason = "a benchmark that cannot go on ends")]

use bindery::internal::config::Config;
use bindery::internal::diagnostic::Sink;
use bindery::internal::names::NameHistory;
use bindery::internal::text::Source;
use divan::Bencher;
use divan::counter::BytesCount;
use serde_json::{Value, json};

fn main() {
    divan::main();
}

fn description() -> String {
    let path = std::env::var("BINDERY_BENCH").unwrap_or_else(|_| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/service/published/openapi.json").to_owned()
    });
    std::fs::read_to_string(path).expect("the description can be read")
}

/// Returns a description with this number of resources, each with a type, an enumeration and two operations.
fn grown(resources: usize) -> String {
    let mut paths = serde_json::Map::new();
    let mut schemas = serde_json::Map::new();
    for index in 0..resources {
        let name = format!("Resource{index}");
        let reference = json!({ "$ref": format!("#/components/schemas/{name}") });
        let content = json!({ "application/json": { "schema": reference } });
        schemas.insert(
            name,
            json!({ "type": "object", "required": ["id"], "properties": {
                "id": { "type": "integer" }, "name": { "type": "string", "maxLength": 100, "description": "What it is called." },
                "state": { "type": "integer", "enum": [1, 2], "description": "1: open, 2: closed" },
                "parts": { "type": "array", "items": reference }
            } }),
        );
        paths.insert(
            format!("/resources{index}/{{id}}"),
            json!({
                "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }],
                "get": { "summary": "Gets it.", "responses": { "200": { "description": "It.", "content": content } } },
                "put": { "requestBody": { "content": content }, "responses": { "204": { "description": "Done." } } }
            }),
        );
    }
    let info = json!({ "title": "Grown", "version": "1" });
    json!({ "openapi": "3.0.3", "info": info, "paths": paths, "components": { "schemas": schemas } }).to_string()
}

fn generate(source: &Source) -> usize {
    let config = Config::parse("bindery.toml", "features = [\"all\"]").expect("it is a configuration");
    let emission = bindery::internal::run(source, &config, &NameHistory::default(), &mut Sink::new());
    emission.expect("it is a description").texts().map(|(_, text)| text.len()).sum()
}

#[divan::bench]
fn serde_json(bencher: Bencher<'_, '_>) {
    let text = description();
    bencher.counter(BytesCount::of_str(&text)).bench(|| serde_json::from_str::<Value>(&text).is_ok());
}

#[divan::bench]
fn generation(bencher: Bencher<'_, '_>) {
    let text = description();
    let source = Source::new("openapi.json", text.as_str());
    bencher.counter(BytesCount::of_str(&text)).bench(|| generate(&source));
}

#[divan::bench(args = [10, 100, 1_000], sample_count = 10)]
fn resources(bencher: Bencher<'_, '_>, count: usize) {
    let text = grown(count);
    let source = Source::new("openapi.json", text.as_str());
    bencher.counter(BytesCount::of_str(&text)).bench(|| generate(&source));
}
