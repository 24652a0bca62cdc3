//! Tests of the selected part of a description.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use serde_json::{Value, json};

use crate::base::diagnostic::{Location, Severity, Sink};
use crate::base::text::Source;
use crate::config::Config;
use crate::read::document::read;

fn description() -> Value {
    let answer = |schema: &str| {
        json!({ "200": { "description": "", "content": {
            "application/json": { "schema": { "$ref": format!("#/components/schemas/{schema}") } },
            "application/xml": { "schema": { "type": "string" } },
        } } })
    };
    json!({
        "openapi": "3.0.3",
        "info": { "title": "Pets", "version": "1" },
        "paths": {
            "/pets": {
                "get": { "operationId": "listPets", "tags": ["pets"], "responses": answer("Pet") },
                "post": { "operationId": "addPet", "tags": ["pets", "admin"], "responses": answer("Added"),
                    "security": [{ "admin": [] }] },
            },
            "/users/{id}": {
                "get": { "operationId": "getUser", "responses": answer("User"), "madeUp": 1 },
            },
        },
        "components": {
            "schemas": {
                "Pet": { "oneOf": [{ "$ref": "#/components/schemas/Cat" }],
                    "discriminator": { "propertyName": "kind", "mapping": { "dog": "Dog" } } },
                "Cat": { "type": "object", "properties": { "friends": { "type": "array",
                    "items": { "$ref": "#/components/schemas/Pet" } } } },
                "Dog": { "type": "object" },
                "Added": { "type": "object" },
                "User": { "type": "object", "madeUp": 1 },
                "Idle": { "type": "object" },
            },
            "securitySchemes": {
                "key": { "type": "apiKey", "in": "header", "name": "K" },
                "admin": { "type": "http", "scheme": "bearer" },
            },
        },
        "security": [{ "key": [] }],
    })
}

type Reports = Vec<(Severity, String, Location)>;

/// Returns the remaining operations, schemas and security schemes, and the diagnostics.
fn select_with(config: &str) -> (Vec<String>, Vec<String>, Vec<String>, Reports) {
    left_of(&description(), config)
}

fn left_of(description: &Value, config: &str) -> (Vec<String>, Vec<String>, Vec<String>, Reports) {
    let config = Config::parse("bindery.toml", config).unwrap();
    let mut sink = Sink::new();
    let document = read(&Source::new("api.json", description.to_string()).into(), &config, &mut sink).unwrap();
    let operations = document.openapi.operations();
    let operations = operations.map(|(_, _, operation)| operation.operation_id.clone().unwrap()).collect();
    let components = document.openapi.components.unwrap();
    let diagnostics = sink.into_diagnostics().into_iter();
    let reports = diagnostics.map(|found| (found.severity, found.message, found.place.unwrap().location));
    (
        operations,
        components.schemas.keys().cloned().collect(),
        components.security_schemes.keys().cloned().collect(),
        reports.collect(),
    )
}

#[test]
fn only_what_is_asked_for_is_left_with_what_it_leads_to() {
    for config in
        ["operations = [\"listPets\"]", "operations = [\"GET /pets\"]", "operations = [\"/paths/~1pets/get\"]"]
    {
        let (operations, schemas, schemes, reported) = select_with(&format!("[only]\n{config}"));
        assert_eq!(
            (operations, schemas),
            (vec!["listPets".to_owned()], ["Pet", "Cat", "Dog"].map(str::to_owned).into())
        );
        assert_eq!(
            (schemes, reported),
            (vec!["key".to_owned()], Vec::new()),
            "nothing is reported about excluded items"
        );
    }
    let (operations, schemas, schemes, _) = select_with("[only]\ntags = [\"pets\"]");
    assert_eq!(operations, ["listPets", "addPet"]);
    assert_eq!(
        (schemas, schemes),
        (["Pet", "Cat", "Dog", "Added"].map(str::to_owned).into(), vec!["key".to_owned(), "admin".to_owned()])
    );
}

#[test]
fn a_subtype_references_its_base_and_not_to_the_others() {
    let mut description = description();
    let subtype = |of: &str| json!({ "allOf": [{ "$ref": format!("#/components/schemas/{of}") }, { "properties": { "a": {} } }] });
    let mapping = json!({ "cat": "#/components/schemas/Added", "user": "User" });
    let schemas = &mut description["components"]["schemas"];
    schemas["Base"] = json!({ "discriminator": { "propertyName": "kind", "mapping": mapping } });
    (schemas["Added"], schemas["User"]) = (subtype("Base"), subtype("Base"));
    let (_, one, ..) = left_of(&description, "[only]\noperations = [\"addPet\"]");
    assert_eq!(one, ["Added", "Base"]);
    // A base that is used as a value can be any of its subtypes.
    description["components"]["schemas"]["Pet"] = json!({ "$ref": "#/components/schemas/Base" });
    let (_, all, _, reported) = left_of(&description, "[only]\noperations = [\"addPet\", \"listPets\"]");
    assert_eq!(all, ["Pet", "Added", "User", "Base"]);
    assert!(reported.iter().all(|(_, message, _)| !message.contains("mapping")), "{reported:?}");
}

#[test]
fn an_alias_of_a_base_references_all_subtypes() {
    let mut description = description();
    let base = json!({ "$ref": "#/components/schemas/Base" });
    let schemas = &mut description["components"]["schemas"];
    schemas["Base"] = json!({ "discriminator": { "propertyName": "kind" } });
    schemas["User"] = json!({ "allOf": [base, { "properties": { "a": {} } }] });
    let nothing = [json!({ "description": "Favorite" }), json!({ "type": "object", "properties": {} })];
    schemas["Added"] = json!({ "allOf": [base, nothing[0], nothing[1]], "nullable": true });
    let (_, all, ..) = left_of(&description, "[only]\noperations = [\"addPet\"]");
    assert_eq!(all, ["Added", "User", "Base"]);
}

#[test]
fn what_is_skipped_may_have_exceptions() {
    let (operations, schemas, ..) = select_with("[skip]\npaths = [\"/pets**\"]\nexcept = [\"addPet\"]");
    assert_eq!(
        (operations, schemas),
        (vec!["addPet".to_owned(), "getUser".to_owned()], vec!["Added".to_owned(), "User".to_owned()])
    );
    let (operations, _, schemes, reported) = select_with("[only]\ntags = [\"pets\"]\n[skip]\ntags = [\"admin\"]");
    assert_eq!((operations, schemes, reported.len()), (vec!["listPets".to_owned()], vec!["key".to_owned()], 0));
}

#[test]
fn what_matches_nothing_is_reported_with_what_would() {
    let rows = [
        ("[only]\ntags = [\"pets\", \"user\"]", Severity::Warning, "`user`", (2, 17)),
        ("[only]\ntags = [\"pets\"]\noperations = [\"listPet\"]", Severity::Error, "`listPet`", (3, 15)),
        ("[only]\ntags = [\"pets\"]\noperations = [\"GET /pet\"]", Severity::Error, "`GET /pet`", (3, 15)),
        ("[only]\ntags = [\"pets\"]\noperations = [\"all*\"]", Severity::Warning, "`all*`", (3, 15)),
        ("[skip]\noperations = [\"GET /missing\"]", Severity::Warning, "`GET /missing`", (2, 15)),
    ];
    for (config, severity, named, (line, column)) in rows {
        let reported = select_with(config).3;
        let found = reported.iter().find(|(_, message, _)| message.contains("matches nothing")).unwrap();
        assert_eq!((found.0, &found.2), (severity, &Location::Position { line, column }), "{config}");
        assert!(found.1.starts_with(named), "{}", found.1);
    }
    let config = Config::parse("bindery.toml", "[only]\noperations = [\"listPet\"]").unwrap();
    let mut sink = Sink::new();
    read(&Source::new("api.json", description().to_string()).into(), &config, &mut sink).unwrap();
    assert_eq!(sink.diagnostics()[0].help.as_deref(), Some("did you mean `listPets`?"));
}

#[test]
fn a_selection_that_leaves_nothing_is_an_error() {
    let reported =
        |config: &str| select_with(config).3.into_iter().filter(|(severity, ..)| *severity == Severity::Error).count();
    assert_eq!(reported("only = { tags = [\"pests\"] }"), 1);
    assert_eq!(reported("skip = { paths = [\"/**\"] }"), 1);
    assert_eq!(reported("only = { tags = [\"pets\"] }"), 0);
}

/// A description with events, and a schema that only the configuration declares as one.
fn description_with_events() -> Value {
    let mut description = description();
    let event = |schema: &str| {
        let schema = json!({ "$ref": format!("#/components/schemas/{schema}") });
        json!({ "post": { "requestBody": { "content": { "application/json": { "schema": schema } } }, "responses": {} } })
    };
    description["x-webhooks"] =
        json!({ "pet-added": event("Added"), "pet-removed": event("Dog"), "ping": event("Ping") });
    description["components"]["schemas"]["Ping"] = json!({ "type": "object" });
    description
}

#[test]
fn events_are_chosen_beside_operations() {
    let selected = |config: &str| {
        let (operations, schemas, _, reported) = left_of(&description_with_events(), config);
        assert!(reported.iter().all(|(severity, ..)| *severity != Severity::Error), "{config}: {reported:?}");
        (operations.len(), schemas.join(" "))
    };
    // A selection of operations alone selects no events, and the other way round.
    assert_eq!(selected("[only]\noperations = [\"getUser\"]"), (1, "User".to_owned()));
    assert_eq!(selected("[only]\nevents = [\"pet-*\"]"), (0, "Dog Added".to_owned()));
    let both = "[only]\noperations = [\"getUser\"]\nevents = [\"ping\"]";
    assert_eq!(selected(both), (1, "User Ping".to_owned()));
    assert_eq!(selected("[only]\nevents = [\"*\"]\n[skip]\nevents = [\"pet-*\"]"), (0, "Ping".to_owned()));
    assert_eq!(
        selected("[skip]\nevents = [\"ping\", \"pet-removed\"]\npaths = [\"/pets\"]"),
        (1, "Added User".to_owned())
    );
    // Schemas that the configuration declares as events are reachable.
    let configured = "[only]\noperations = [\"getUser\"]\n[events]\nschemas = [\"Idle\"]";
    assert_eq!(selected(configured), (1, "User Idle".to_owned()));
}

#[test]
fn events_that_are_not_there_are_reported() {
    let reported = |config: &str| left_of(&description_with_events(), config).3.remove(0);
    let (severity, message, location) = reported("[only]\nevents = [\"pet-*\", \"pong\"]");
    assert_eq!((severity, location), (Severity::Error, Location::Position { line: 2, column: 20 }));
    assert!(message.starts_with("`pong`"), "{message}");
    assert_eq!(reported("[skip]\nevents = [\"dog-*\"]").0, Severity::Warning);
}
