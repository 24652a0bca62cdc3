//! Tests of the structural shapes, as listed in the emitted tables.

use crate::base::diagnostic::Code;
use crate::testing::Case;

/// Returns the table rows of a received union, and the number of alternatives reported as indistinguishable.
fn rows(union: &str, schemas: &str) -> (Vec<String>, usize) {
    let schemas = format!(r#""U": {{ "anyOf": [{union}] }}, {schemas}"#);
    let (emission, warnings) = Case::received("U").schemas(schemas).config("").emission_and_warnings();
    let wire: String = emission.texts().filter(|(path, _)| path.contains("wire")).map(|(_, text)| text).collect();
    let table = wire.split("_union!(U").nth(1).unwrap().split("});").next().unwrap();
    // A row of several lines is one.
    let joined = table.replace("(\n        ", "(").replace(",\n    )", ")").replace(",\n        ", ", ");
    let rows = joined.lines().skip(1).map(|line| line.trim().trim_end_matches(',').to_owned()).collect();
    let alike = warnings.iter().filter(|warning| warning.code == Code::AlternativesAlike).count();
    (rows, alike)
}

fn object(name: &str, members: &str, required: &str) -> String {
    format!(r#""{name}": {{ "type": "object", "required": [{required}], "properties": {{ {members} }} }}"#)
}

fn references(names: &[&str]) -> String {
    let references = names.iter().map(|name| format!(r##"{{ "$ref": "#/components/schemas/{name}" }}"##));
    references.collect::<Vec<_>>().join(", ")
}

const AB: [&str; 2] = ["A", "B"];

fn two(a: &str, b: &str, required: &str) -> (Vec<String>, usize) {
    rows(&references(&AB), &[object("A", a, required), object("B", b, required)].join(", "))
}

#[test]
fn a_value_that_may_be_absent_tells_apart() {
    let (rows, alike) =
        two(r#""t": { "enum": ["a"], "type": "string" }"#, r#""t": { "enum": ["b", "c"], "type": "string" }"#, "");
    let expected = [r#"A: Object(A, &[("t", &["a"])])"#, r#"B: Object(B, &[("t", &["b", "c"])])"#];
    assert_eq!((rows, alike), (expected.map(str::to_owned).to_vec(), 0));
    // A value that both list does not distinguish them.
    let (rows, _) = two(
        r#""t": { "enum": ["a", "b"], "type": "string" }, "x": {}"#,
        r#""t": { "enum": ["a", "b"], "type": "string" }, "y": {}"#,
        "",
    );
    let without_values = ["A: Object(A)", "B: Object(B)"];
    assert_eq!(rows, without_values);
    let listed = |order: &str| format!(r#"{{ "enum": [{order}], "type": "string" }}"#);
    let schemas = [
        object("A", r##""t": { "$ref": "#/components/schemas/One" }, "x": {}"##, ""),
        object("B", r##""t": { "$ref": "#/components/schemas/Other" }, "y": {}"##, ""),
        format!(r#""One": {}, "Other": {}"#, listed(r#""a", "b""#), listed(r#""b", "a""#)),
    ];
    let (rows, _) = self::rows(&references(&AB), &schemas.join(", "));
    assert_eq!(rows, without_values);
}

#[test]
fn lists_look_like_their_elements_and_unions_like_their_alternatives() {
    let texts = r#"{ "type": "array", "items": { "type": "string" } }"#;
    let numbers = r#"{ "type": "array", "items": { "type": "array", "items": { "type": "integer" } } }"#;
    let (list_rows, _) = rows(&format!("{texts}, {numbers}"), &object("A", "", ""));
    let shapes: Vec<&str> = list_rows.iter().filter_map(|row| row.split_once(": ")).map(|(_, shape)| shape).collect();
    assert_eq!(shapes, ["List(Text)", "List(List(Integer))"]);
    let inner = r##""I": { "oneOf": [{ "$ref": "#/components/schemas/A" }, { "$ref": "#/components/schemas/B" }] }"##;
    let constant = |value: &str| format!(r#""t": {{ "const": "{value}" }}"#);
    let [a, b, c] = [("A", "a"), ("B", "b"), ("C", "c")].map(|(name, value)| object(name, &constant(value), r#""t""#));
    let (tagged, alike) = rows(&references(&["I", "C"]), &format!("{inner}, {a}, {b}, {c}"));
    assert_eq!((tagged, alike), (vec![r#""a" | "b" => I: OwnTag"#.to_owned(), r#""c" => C: OwnTag"#.to_owned()], 0));
}

#[test]
fn indistinguishable_alternatives_are_reported() {
    let (_, alike) = two(r#""x": { "type": "integer" }"#, r#""x": { "type": "integer" }"#, "");
    assert_eq!(alike, 1);
    // A member of another type cannot be read as that of the previous alternative.
    let (_, alike) = two(r#""x": { "type": "integer" }"#, r#""x": { "type": "string" }"#, "");
    assert_eq!(alike, 0);
    // Receiving one instead of the other loses nothing.
    let (_, alike) = rows(&references(&AB), r#""A": { "type": "integer" }, "B": { "type": "integer" }"#);
    assert_eq!(alike, 0);
}

#[test]
fn a_tagged_union_looks_like_what_all_its_alternatives_have() {
    let of = |name: &str, kind: &str, more: &str, required: &str| {
        object(name, &format!(r#""object": {{ "const": "{kind}" }}, "id": {{ "type": "string" }}{more}"#), required)
    };
    let deleted = r#", "deleted": { "const": true }"#;
    let schemas = [
        of("Card", "card", r#", "brand": {}"#, r#""object", "id""#),
        of("Bank", "bank", "", r#""object", "id""#),
        of("DeletedCard", "card", deleted, r#""object", "id", "deleted""#),
        of("DeletedBank", "bank", deleted, r#""object", "id", "deleted""#),
        format!(r#""Source": {{ "anyOf": [{}] }}"#, references(&["Card", "Bank"])),
        format!(r#""DeletedSource": {{ "anyOf": [{}] }}"#, references(&["DeletedCard", "DeletedBank"])),
    ];
    let (table, alike) = rows(&references(&["Source", "DeletedSource"]), &schemas.join(", "));
    assert_eq!(
        (table, alike),
        (
            vec![
                r#"Source: Object(&["object", "id"], &["object", "id"], &[])"#.to_owned(),
                r#"DeletedSource: Object(&["object", "id", "deleted"], &["object", "id", "deleted"], &[("deleted", &["true"])])"#.to_owned(),
            ],
            0
        )
    );
}

#[test]
fn a_union_of_many_is_looked_into_where_it_stands_in_another() {
    let kind = |kind: usize| format!(r#""t": {{ "enum": ["k{kind}"], "type": "string" }}, "m{kind}": {{}}"#);
    // Two of the same kind have no tag.
    let names: Vec<String> = (0..20).map(|number| format!("O{number}")).collect();
    let many = names.iter().enumerate().map(|(number, name)| object(name, &kind(number.max(1)), r#""t""#));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let all = format!(r#""Many": {{ "anyOf": [{}] }}"#, references(&names));
    let one = object("A", r#""t": { "enum": ["a"], "type": "string" }, "id": {}"#, r#""id""#);
    let schemas: Vec<String> = many.chain([all, one]).collect();
    let (rows, _) = rows(&references(&["A", "Many"]), &schemas.join(", "));
    let joined = rows.join(" ");
    assert!(joined.contains("Many: Union(") && joined.contains(r#""k19""#), "{joined}");
}
