//! What types of the user's stand for, and what is emitted then.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::bindings::Settings;
use crate::config::Config;
use crate::diagnostic::Sink;
use crate::pipeline::{Emission, changes_between, run};
use crate::source::Source;

const DESCRIPTION: &str = include_str!("../../../../fixtures/valid/own-types/openapi.yaml");

fn emission(config: &str) -> (Emission, Vec<String>) {
    let mut sink = Sink::new();
    let config = Config::parse("bindery.toml", config).unwrap();
    let source = Source::new("api.yaml", DESCRIPTION);
    let emission = run(&source, &config, Settings::default(), &mut sink).unwrap();
    let told = sink.into_diagnostics().into_iter();
    (emission, told.map(|told| format!("{}: {}", told.message, told.help.unwrap_or_default())).collect())
}

/// The schemas of which a type is made.
fn made(emission: &Emission) -> Vec<&str> {
    emission.api.types.iter().filter_map(|definition| definition.naming.schema()).collect()
}

/// The line of the types in which a text stands, after the declaration of a type.
fn line(emission: &Emission, after: &str, text: &str) -> String {
    let types = emission.texts().filter(|(path, _)| path.starts_with("src/types/")).map(|(_, text)| text);
    let all = types.collect::<String>();
    let after = &all[all.find(&format!("pub struct {after} ")).unwrap()..];
    after.lines().find(|line| line.contains(text)).unwrap_or_default().trim().to_owned()
}

#[test]
fn neither_it_nor_what_it_alone_leads_to_is_made() {
    let (plain, _) = emission("");
    assert!(["Score", "Hidden", "DiskConfig"].iter().all(|name| made(&plain).contains(name)));
    let (own, told) = emission("[types]\nScore = \"a::Score\"\nConfig = \"a::Config\"\nStatus = \"a::Status\"");
    assert_eq!(told, Vec::<String>::new());
    let gone = ["Score", "Hidden", "Config", "DiskConfig", "NetConfig", "Status"];
    let left: Vec<&str> = made(&plain).into_iter().filter(|name| !gone.contains(name)).collect();
    assert_eq!(made(&own), left);
    assert_eq!(
        own.api.own_types.behind.keys().collect::<Vec<_>>(),
        ["Config", "DiskConfig", "Hidden", "NetConfig", "Score", "Status"]
    );
    assert_eq!(line(&own, "Order", "pub status:"), "pub status: ::a::Status,");
}

#[test]
fn what_it_holds_is_made_where_that_is_asked_for() {
    let (own, _) = emission("[types]\nConfig = { path = \"a::Config\", keep = true }");
    assert!(made(&own).contains(&"DiskConfig") && !made(&own).contains(&"Config"));
    let types: Vec<String> = own.texts().map(|(path, _)| path).filter(|path| path.starts_with("src/types/")).collect();
    assert!(!types.contains(&"src/types/unused.rs".to_owned()), "{types:?}");
    assert_eq!(line(&own, "DiskConfig", "pub fn new("), "pub fn new(path: impl Into<String>) -> Self {", "it is sent");
}

#[test]
fn what_is_merged_has_its_members_all_the_same() {
    let (own, told) = emission("[types]\nFilter = \"a::Filter\"");
    assert_eq!(told, Vec::<String>::new());
    assert!(made(&own).contains(&"Status") && made(&own).contains(&"Bigger"));
    assert_eq!(line(&own, "Bigger", "pub name:"), "pub name: Option<String>,");
}

#[test]
fn what_cannot_be_compared_makes_what_holds_it_so() {
    let derived = |config: &str, name: &str| {
        let text = emission(config).0.texts().map(|(_, text)| text).collect::<String>();
        let at = text.find(&format!("pub struct {name} ")).or_else(|| text.find(&format!("pub enum {name} "))).unwrap();
        text[..at].lines().rev().find(|line| line.starts_with("#[derive")).unwrap().contains("PartialEq")
    };
    let lacks =
        "[types]\nScore = \"a::Score\"\nRate = \"a::Rate\"\nVersion = { path = \"a::V\", traits = [\"PartialEq\"] }";
    for name in ["Reason", "Order", "Shop", "ApiError", "ListOrdersHeaders", "CreateOrderOutput"] {
        assert!(derived("", name) && !derived(lacks, name), "{name}");
    }
    assert!(derived(lacks, "Ticket") && derived(&lacks.replace("[types]", "[types]\ntraits = [\"Eq\"]"), "Order"));
}

#[test]
fn places_shapes_maps_and_any_value() {
    let (own, told) = emission(
        "[types]\n\"/components/schemas/Order/properties/status\" = \"a::S\"\n\"format:decimal\" = \"a::D\"\n\
         'type:string pattern:^[0-9]+\\.[0-9]+\\.[0-9]+$' = \"a::V\"\nmap = \"a::Map\"\nany = \"a::Json\"",
    );
    assert_eq!(told, Vec::<String>::new());
    for (field, ty) in [
        ("status", "::a::S"),
        ("price", "::a::D"),
        ("tax", "Option<::a::D>"),
        ("minimum", "Option<::a::V>"),
        ("labels", "Option<::a::Map<String, String>>"),
        ("more", "Option<::a::Json>"),
        ("version", "Version"),
    ] {
        assert_eq!(line(&own, "Order", &format!("pub {field}:")), format!("pub {field}: {ty},"));
    }
}

#[test]
fn types_that_the_description_names_are_taken_where_that_is_allowed() {
    assert_eq!(line(&emission("").0, "Order", "pub length:"), "pub length: Option<i64>,");
    let (own, _) = emission("[types]\nx-rust-type = [\"own-types\"]");
    assert_eq!(line(&own, "Order", "pub window:"), "pub window: Option<::own_types::Window<Ticket>>,");
    assert_eq!(line(&own, "Order", "pub length:"), "pub length: Option<i64>,");
    let (own, _) = emission("[types]\nx-rust-type = [\"std\"]");
    assert_eq!(line(&own, "Order", "pub length:"), "pub length: Option<::std::time::Duration>,");
}

#[test]
fn what_the_description_names_is_a_type_of_its_crate_or_nothing() {
    for bad in ["std::time::Duration; fn f() {}", "other::Type", "Duration", "std::A<other::B>"] {
        let text = DESCRIPTION.replace("'std::time::Duration'", &format!("'{bad}'"));
        let config = Config::parse("bindery.toml", "[types]\nx-rust-type = [\"std\"]").unwrap();
        let mut sink = Sink::new();
        let own = run(&Source::new("api.yaml", text), &config, Settings::default(), &mut sink).unwrap();
        assert_eq!(line(&own, "Order", "pub length:"), "pub length: Option<i64>,", "{bad}");
        assert!(sink.diagnostics()[0].message.contains("names no type of its crate"), "{bad}");
    }
}

#[test]
fn what_stands_for_nothing_is_told_with_what_would() {
    let (_, told) = emission(
        "[types]\nStatuss = \"a::S\"\nQuiteOther = \"a::O\"\n\"format:other\" = \"a::F\"\n\"/components/x\" = \"a::X\"\n\
         x-rust-type = [\"other\"]",
    );
    let expected = [
        "`QuiteOther` matches nothing in the description: remove it or fix it",
        "`Statuss` matches nothing in the description: did you mean `Status`?",
        "the type of `/components/x` matches nothing in the description: remove it or fix it",
        "the type of `format:other` matches nothing in the description: remove it or fix it",
        "the crate `other` of `x-rust-type` matches nothing in the description: remove it or fix it",
    ];
    assert_eq!(told, expected);
}

#[test]
fn two_shapes_for_one_schema_are_refused() {
    let (_, told) = emission("[types]\n\"format:decimal\" = \"a::D\"\n\"type:string\" = \"a::T\"");
    assert!(
        told.iter().any(|told| told.starts_with("`format:decimal` and `type:string` mean the same schema")),
        "{told:?}"
    );
}

#[test]
fn a_change_behind_it_is_told_and_breaks_nothing() {
    let config = Config::parse("bindery.toml", "[types]\nScore = \"a::Score\"").unwrap();
    let hidden = "description: Nothing but a score holds it., type: number";
    let now = DESCRIPTION.replace(hidden, &hidden.replace("number", "string"));
    let changes = |now: &str| {
        changes_between(&Source::new("old", DESCRIPTION), &Source::new("new", now), &config).unwrap().changes
    };
    assert!(changes(DESCRIPTION).is_empty());
    let told = changes(&now);
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].told, "the schema `Hidden`, for which a type of yours stands, says something else");
    assert!(told[0].compiles && told[0].items.is_empty());
}
