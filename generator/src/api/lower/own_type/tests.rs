//! Tests of the schemas that the user's types replace, and of the emitted code.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::base::diagnostic::Diagnostic;
use crate::pipeline::Emission;
use crate::testing::Case;

const DESCRIPTION: &str = include_str!("../../../../../fixtures/valid/own-types/openapi.yaml");

fn emission(config: &str) -> (Emission, Vec<String>) {
    let (emission, warnings) = Case::from_text(DESCRIPTION).config(config).emission_and_warnings();
    let text = |warning: Diagnostic| format!("{}: {}", warning.message, warning.help.unwrap_or_default());
    (emission, warnings.into_iter().map(text).collect())
}

/// Returns the emitted schemas.
fn emitted_schemas(emission: &Emission) -> Vec<&str> {
    emission.api.types.iter().filter_map(|definition| definition.naming.schema()).collect()
}

/// Returns the line of `types.rs` that contains a text, after the declaration of a type.
fn line(emission: &Emission, after: &str, text: &str) -> String {
    let types = emission.texts().filter(|(path, _)| path.starts_with("src/types")).map(|(_, text)| text);
    let all = types.collect::<String>();
    let after = &all[all.find(&format!("pub struct {after} ")).unwrap()..];
    after.lines().find(|line| line.contains(text)).unwrap_or_default().trim().to_owned()
}

#[test]
fn neither_it_nor_what_it_alone_leads_to_is_made() {
    let (plain, _) = emission("");
    assert!(["Score", "Hidden", "DiskConfig"].iter().all(|name| emitted_schemas(&plain).contains(name)));
    let (own, warnings) = emission("[types]\nScore = \"a::Score\"\nConfig = \"a::Config\"\nStatus = \"a::Status\"");
    assert_eq!(warnings, Vec::<String>::new());
    let replaced = ["Score", "Hidden", "Config", "DiskConfig", "NetConfig", "Status"];
    let left: Vec<&str> = emitted_schemas(&plain).into_iter().filter(|name| !replaced.contains(name)).collect();
    assert_eq!(emitted_schemas(&own), left);
    assert_eq!(
        own.api.own_types.behind.keys().collect::<Vec<_>>(),
        ["Config", "DiskConfig", "Hidden", "NetConfig", "Score", "Status"]
    );
    assert_eq!(line(&own, "Order", "pub status:"), "pub status: ::a::Status,");
}

#[test]
fn what_is_merged_has_its_members_all_the_same() {
    let (own, warnings) = emission("[types]\nFilter = \"a::Filter\"");
    assert_eq!(warnings, Vec::<String>::new());
    assert!(emitted_schemas(&own).contains(&"Status") && emitted_schemas(&own).contains(&"Bigger"));
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
fn places_shapes_and_maps() {
    let (own, warnings) = emission(
        "[types]\n\"/components/schemas/Order/properties/status\" = \"a::S\"\n\"format:decimal\" = \"a::D\"\n\
         'type:string pattern:^[0-9]+\\.[0-9]+\\.[0-9]+$' = \"a::V\"\nmap = \"a::Map\"",
    );
    assert_eq!(warnings, Vec::<String>::new());
    for (field, ty) in [
        ("status", "::a::S"),
        ("price", "::a::D"),
        ("tax", "Option<::a::D>"),
        ("minimum", "Option<::a::V>"),
        ("labels", "Option<::a::Map<String, String>>"),
        ("version", "Version"),
    ] {
        assert_eq!(line(&own, "Order", &format!("pub {field}:")), format!("pub {field}: {ty},"));
    }
}

#[test]
fn unused_types_are_reported_with_a_suggestion() {
    let (_, warnings) = emission(
        "[types]\nStatuss = \"a::S\"\nQuiteOther = \"a::O\"\n\"format:other\" = \"a::F\"\n\"/components/x\" = \"a::X\"",
    );
    let expected = [
        "`QuiteOther` matches nothing in the description: remove it or fix it",
        "`Statuss` matches nothing in the description: did you mean `Status`?",
        "the type of `/components/x` matches nothing in the description: remove it or fix it",
        "the type of `format:other` matches nothing in the description: remove it or fix it",
    ];
    assert_eq!(warnings, expected);
}

#[test]
fn two_shapes_for_one_schema_are_refused() {
    let (_, warnings) = emission("[types]\n\"format:decimal\" = \"a::D\"\n\"type:string\" = \"a::T\"");
    assert!(
        warnings
            .iter()
            .any(|warnings| warnings.starts_with("`format:decimal` and `type:string` match the same schema")),
        "{warnings:?}"
    );
}
