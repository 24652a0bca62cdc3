//! Tests of the derives of each type, and of the diagnostics for the others.

use super::implementations::plain_help;
use crate::base::diagnostic::{Code, Diagnostic, Location, Severity, Sink};
use crate::pipeline::Emission;
use crate::rust::ir::ArgumentValue;
use crate::testing::Case;

const SCHEMAS: &str = r##"{
    "State": { "type": "string", "enum": ["on", "off"] },
    "Pet": { "type": "object", "required": ["name", "toy"], "properties": { "name": { "type": "string" },
        "toy": { "$ref": "#/components/schemas/Toy" }, "mood": { "type": "string", "enum": ["good", "bad"] } } },
    "Toy": { "type": "object", "properties": { "state": { "$ref": "#/components/schemas/State" },
        "sizes": { "$ref": "#/components/schemas/Sizes" } } },
    "Sizes": { "type": "array", "items": { "type": "integer" } },
    "Car": { "type": "object", "properties": { "weight": { "type": "number" } } },
    "Garage": { "type": "object", "properties": { "cars": { "type": "array", "items": { "$ref": "#/components/schemas/Car" } } } },
    "Any": { "oneOf": [{ "$ref": "#/components/schemas/Pet" }, { "type": "integer" }] },
    "Owner": { "type": "object", "required": ["tag"], "properties": { "tag": { "type": "string", "format": "x" } } } }"##;

fn emitted(config: &str) -> (Result<Emission, Box<Diagnostic>>, Sink) {
    let mut sink = Sink::new();
    let emission = Case::new().schemas(SCHEMAS).config(config).run(&mut sink);
    (emission, sink)
}

/// Returns the derives and the attributes of a type.
fn derived(emission: &Emission, name: &str) -> String {
    let texts: Vec<(String, String)> = emission.texts().filter(|(path, _)| path.starts_with("src/types")).collect();
    let all: String = texts.into_iter().map(|(_, text)| text).collect();
    let before = [format!("pub struct {name} "), format!("pub enum {name} "), format!("pub type {name} ")];
    let at = before.iter().find_map(|declared| all.find(declared.as_str())).unwrap();
    let lines = all[..at].lines().rev().take_while(|line| line.starts_with("#["));
    let lines: Vec<&str> = lines.collect();
    lines.into_iter().rev().collect::<Vec<_>>().join(" ")
}

fn emission_of(config: &str) -> Emission {
    let (emission, sink) = emitted(config);
    assert!(
        sink.diagnostics().iter().all(|reported| reported.code != Code::OverrideUnused),
        "{:?}",
        sink.diagnostics()
    );
    emission.unwrap()
}

/// Refused at a line and a column, with this in the message and that in the help.
fn assert_error(config: &str, line: usize, column: usize, message: &str, help: &str) {
    let problem = emitted(config).0.unwrap_err();
    assert_eq!(problem.place.unwrap().location, Location::Position { line, column }, "{config}");
    assert!(problem.message.contains(message), "{config}: {}", problem.message);
    assert!(problem.help.as_deref().unwrap().contains(help), "{config}: {:?}", problem.help);
}

#[test]
fn traits_of_the_language_reach_what_a_type_holds() {
    let emission = emission_of("[derives]\nPet = ['Eq', 'Hash']");
    for name in ["Pet", "Toy"] {
        assert!(derived(&emission, name).contains("Eq, Hash)]"), "{name}: {}", derived(&emission, name));
    }
    assert_eq!(derived(&emission, "Car"), "#[derive(Clone, Debug, PartialEq)] #[non_exhaustive]");
    // Each trait that there has to be with it comes along.
    let emission = emission_of("[derives]\nToy = ['Ord', 'Clone']");
    assert!(derived(&emission, "Toy").contains("PartialEq, Eq, PartialOrd, Ord)]"), "{}", derived(&emission, "Toy"));
}

#[test]
fn impossible_derives_are_reported_with_the_reason() {
    assert_error(
        "[derives]\nGarage = ['Hash']",
        2,
        11,
        "`Garage` cannot be `Hash`: `Car.weight` is `f64`",
        "remove `Hash`",
    );
    assert_error("[derives]\nCar = ['Clone', 'Eq']", 2, 17, "`Car` cannot be `Eq`", "in `[types]`");
    assert_error("[derives]\nAny = ['Ord']", 2, 8, "`Any` cannot be `PartialOrd`: `Any` preserves unknown values", "");
    assert_error("[derives]\nState = ['Default']", 2, 10, "is an enumeration", "");
    assert_error("[derives]\nPet = ['clap::ValueEnum']", 2, 8, "it is not an enumeration", "an enumeration");
    assert_error("[derives]\nSizes = ['my::Table']", 2, 10, "it is an alias", "that type");
    assert!(emission_of("[derives]\nSizes = ['Eq']").texts().next().is_some(), "what it stands for has it");
    assert_error("[derives]\n'Pet.name' = ['Eq']", 2, 15, "`Pet.name`: it is not a type", "name of a type");
    let own = "[types]\n'format:x' = 'std::path::PathBuf'\n[derives]\nOwner = ['Hash']";
    assert_error(own, 4, 10, "`Owner.tag` is `::std::path::PathBuf`", "add it to its `traits`");
    let says = own.replace("'std::path::PathBuf'", "{ path = 'std::path::PathBuf', traits = ['Hash'] }");
    assert!(derived(&emission_of(&says), "Owner").contains("Hash)]"));
}

#[test]
fn a_pattern_means_those_that_can() {
    let emission = emission_of("[derives]\n'*' = ['Eq', 'clap::ValueEnum', 'my::Table']\n[dependencies]\nmy = '1'");
    assert!(derived(&emission, "Pet").contains("Eq, ::my::Table)]"));
    assert!(
        derived(&emission, "Car").contains("PartialEq, ::my::Table)]") && !derived(&emission, "Garage").contains(" Eq")
    );
    // `f64` has an order, but none of all its values: those who asked for that did not ask for less.
    let ordered = emission_of("[derives]\n'*' = ['Ord']");
    assert!(derived(&ordered, "Toy").contains("PartialOrd, Ord)]") && !derived(&ordered, "Car").contains("Ord"));
    let files: Vec<String> =
        emission.texts().filter(|(path, _)| path.starts_with("src/derives")).map(|(_, text)| text).collect();
    let values: Vec<&str> =
        files.iter().flat_map(|text| text.lines()).filter(|line| line.starts_with("value_enum!(")).collect();
    assert_eq!(values, ["value_enum!(State {", "value_enum!(PetMood {"]);
}

#[test]
fn argument_values_are_literal_in_every_shell() {
    let values =
        [("low", "Low"), ("$(touch x)", "TouchX"), ("needs review", "NeedsReview"), ("=ls", "Ls"), ("", "Empty")];
    let names = values.map(|(wire, variant)| ArgumentValue::new(variant, wire.to_owned(), None));
    let names = names.map(|value| (value.name, value.alias.unwrap_or_default()));
    let expected =
        [("low", ""), ("TouchX", "$(touch x)"), ("NeedsReview", "needs review"), ("Ls", "=ls"), ("Empty", "")];
    assert_eq!(names, expected.map(|(name, alias)| (name.to_owned(), alias.to_owned())));
    assert_eq!(plain_help("It's `x` \"$(y)\" ‘z’\nGröße: [1]"), "Its x y z Größe: 1");
}

#[test]
fn attributes_stand_where_they_are_meant() {
    let emission = emission_of(
        "[attributes]\nPet = ['#[doc(alias = \"a\")]']\n'Pet.mood' = ['#[doc(alias = \"b\")]']\nPetMood = ['#[doc(alias = \"c\")]']\n\
         'State.on' = ['#[doc(alias = \"d\")]']\nSizes = ['#[doc(alias = \"e\")]']",
    );
    let text: String =
        emission.texts().filter(|(path, _)| path.starts_with("src/types")).map(|(_, text)| text).collect();
    assert!(derived(&emission, "Pet").contains("#[doc(alias = \"a\")]"));
    assert!(derived(&emission, "PetMood").contains("#[doc(alias = \"c\")]"));
    assert_eq!(derived(&emission, "Sizes"), "#[doc(alias = \"e\")]");
    assert!(text.contains("#[doc(alias = \"b\")]\n    pub mood:"), "{text}");
    assert!(text.contains("#[doc(alias = \"d\")]\n    On,"), "{text}");
}

#[test]
fn unknown_selectors_are_reported_with_suggestions() {
    let (emission, sink) = emitted(
        "[derives]\nGaragge = ['Eq']\n[attributes]\n'#/components/schemas/Pets' = ['#[doc(hidden)]']\n'Q*' = []",
    );
    assert!(emission.is_ok());
    let reported: Vec<_> =
        sink.diagnostics().into_iter().filter(|reported| reported.code == Code::OverrideUnused).collect();
    let spots: Vec<_> = reported.iter().map(|reported| reported.place.clone().unwrap().location).collect();
    let at = |line| Location::Position { line, column: 1 };
    assert_eq!(spots, [at(2), at(4), at(5)]);
    assert!(reported.iter().all(|reported| reported.severity == Severity::Warning));
    assert_eq!(reported[0].message, "`Garagge` matches nothing in the description");
    assert_eq!(reported[0].help.as_deref(), Some("did you mean `Garage`?"));
    assert_eq!(reported[1].help.as_deref(), Some("did you mean `/components/schemas/Pet`?"));
}

#[test]
fn implementations_reach_what_a_type_holds_and_come_with_features() {
    let emission = emission_of("[derives]\nPet = ['schemars::JsonSchema']");
    let texts: std::collections::BTreeMap<String, String> = emission.texts().collect();
    let tables = texts.iter().filter(|(path, _)| path.starts_with("src/derives") && !path.ends_with("mod.rs"));
    let tables: String = tables.map(|(_, text)| text.as_str()).collect();
    for name in ["Pet", "Toy", "State", "PetMood"] {
        assert!(tables.contains(&format!("json_schema!({name} ")), "{name}: {tables}");
    }
    assert!(!tables.contains("json_schema!(Car") && !tables.contains("Sizes"));
    assert!(tables.contains(r#""sizes":{"type":"array","items":{"type":"integer","format":"int64"}}"#), "{tables}");
    let manifest = &texts["Cargo.toml"];
    assert!(manifest.contains("schemars = [\"bindery-runtime/schemars\"]"), "{manifest}");
    assert!(texts["runtime/Cargo.toml"].contains("schemars = [\"dep:schemars\"]"));
    let without: std::collections::BTreeMap<String, String> = emission_of("").texts().collect();
    assert!(without.keys().all(|path| !path.starts_with("src/derives") && !path.ends_with("json_schema.rs")));
    assert!(!without["runtime/Cargo.toml"].contains("schemars"));
}
