//! Tests of keywords next to `$ref` and next to a single part or alternative.

use super::*;
use crate::api::model::Constraints;

const BASE: &str = r#""Base": { "type": "object", "properties": { "a": { "type": "string" }, "b": { "type": "string" } } },
    "Kind": { "type": "string", "enum": ["cat", "dog"] },
    "Name": { "type": "string", "maxLength": 10 }"#;

/// The forms in which a schema can refer to its only part.
const FORMS: [&str; 3] = [r#""$ref": PART"#, r#""allOf": [{ "$ref": PART }]"#, r#""oneOf": [{ "$ref": PART }]"#];

fn narrowed(part: &str, keywords: &str) -> Vec<Emission> {
    let forms = FORMS.iter().map(|form| form.replace("PART", &format!("\"#/components/schemas/{part}\"")));
    forms.map(|form| emission(&format!(r#"{BASE}, "Own": {{ {form}, {keywords} }}"#))).collect()
}

fn definition<'e>(emission: &'e Emission, name: &str) -> &'e crate::api::model::Definition {
    let mut all = emission.api.definitions();
    all.find(|(id, _)| emission.names.of_type(*id, Direction::Response) == name).unwrap().1
}

#[test]
fn a_use_requires_members_of_its_only_part() {
    for emission in narrowed("Base", r#""required": ["b"]"#) {
        let Shape::Object(object) = &definition(&emission, "Own").shape else { panic!("not an object") };
        let required: Vec<bool> = object.fields.iter().map(|field| field.required).collect();
        assert_eq!(required, [false, true]);
    }
    for emission in narrowed("Base", r#""required": ["other"]"#) {
        assert_eq!(type_of(&emission, "Own"), ["Base"], "it makes no declared member required");
    }
}

#[test]
fn a_use_allows_null() {
    for form in FORMS.map(|form| form.replace("PART", r##""#/components/schemas/Base""##)) {
        let own = format!(r#"{{ {form}, "type": ["object", "null"] }}"#);
        let emission = emission(&format!(r#"{BASE}, "Own": {{ "properties": {{ "base": {own} }} }}"#));
        assert_eq!(type_of(&emission, "Own"), ["base: Base?"]);
    }
}

#[test]
fn a_use_describes_undeclared_members_of_its_only_part() {
    for emission in narrowed("Base", r#""additionalProperties": { "type": "boolean" }"#) {
        let Shape::Object(object) = &definition(&emission, "Own").shape else { panic!("not an object") };
        assert_eq!((object.fields.len(), &object.others), (2, &Some(Type::Boolean)));
    }
    for emission in narrowed("Base", r#""additionalProperties": false"#) {
        assert_eq!(type_of(&emission, "Own"), ["Base"]);
    }
}

#[test]
fn a_use_lists_values_of_its_only_part() {
    for emission in narrowed("Name", r#""enum": ["cat", "cow"]"#) {
        assert_eq!(type_of(&emission, "Own"), ["cat", "cow"]);
    }
    for emission in narrowed("Kind", r#""enum": ["cat"]"#) {
        assert_eq!(type_of(&emission, "Own"), ["Kind"], "the enumeration has the names and meanings");
        assert_eq!(definition(&emission, "Own").docs.rules, [r#"only "cat""#]);
    }
    for constant in [r#""enum": ["cat"]"#, r#""const": "cat""#] {
        let schemas = format!(
            r##"{BASE}, "Own": {{ "required": ["kind"], "properties": {{ "kind": {{ "$ref": "#/components/schemas/Kind", {constant} }} }} }}"##
        );
        let emission = emission(&schemas);
        let Shape::Object(object) = &definition(&emission, "Own").shape else { panic!("not an object") };
        assert_eq!(object.fields[0].constant, Some("cat".into()));
    }
}

#[test]
fn limits_of_inline_parts_apply() {
    let parts = [
        r##""$ref": "#/components/schemas/Name", "maxLength": 5"##,
        r##""allOf": [{ "$ref": "#/components/schemas/Name" }], "maxLength": 5"##,
        r##""allOf": [{ "$ref": "#/components/schemas/Name" }, { "maxLength": 5 }]"##,
        r#""allOf": [{ "type": "string", "maxLength": 5 }, { "maxLength": 7 }]"#,
        r#""oneOf": [{ "type": "string", "maxLength": 7 }, { "type": "null" }], "maxLength": 5"#,
    ];
    for part in parts {
        let emission = emission(&format!(r#"{BASE}, "Own": {{ {part} }}"#));
        assert_eq!(
            definition(&emission, "Own").constraints,
            Constraints { max_length: Some(5), ..Constraints::default() }
        );
    }
}

#[test]
fn alternatives_of_an_alternative_have_the_members_of_all_parts() {
    let object = |member: &str| {
        format!(
            r#"{{ "type": "object", "properties": {{ "{member}": {{ "type": "string" }} }}, "required": ["{member}"] }}"#
        )
    };
    let refer = |name: &str| format!("{{ \"$ref\": \"#/components/schemas/{name}\" }}");
    let schemas = format!(
        r#"{BASE}, "One": {}, "Two": {}, "Three": {}, "Inner": {{ "oneOf": [{}, {}] }},
        "Own": {{ "allOf": [{}], "oneOf": [{}, {}] }},
        "Only": {{ "allOf": [{}], "oneOf": [{}] }},
        "Loop": {{ "allOf": [{}], "oneOf": [{}, {}] }}"#,
        object("one"),
        object("two"),
        object("three"),
        refer("One"),
        refer("Two"),
        refer("Base"),
        refer("Inner"),
        refer("Three"),
        refer("Base"),
        refer("Inner"),
        refer("Base"),
        refer("Loop"),
        refer("One"),
    );
    let emission = emission(&schemas);
    assert_eq!(type_of(&emission, "Own"), ["Inner(OwnInner)", "Three(OwnThree)"]);
    assert_eq!(type_of(&emission, "OwnInner"), ["One(OwnInnerOne)", "Two(OwnInnerTwo)"]);
    let members = ["a: Text(Plain)", "b: Text(Plain)", "two: Text(Plain)"];
    assert_eq!(type_of(&emission, "OwnInnerTwo"), members);
    assert_eq!(type_of(&emission, "Only"), ["One(OwnInnerOne)", "Two(OwnInnerTwo)"]);
    assert_eq!(type_of(&emission, "Loop").len(), 2);
}

#[test]
fn alternatives_next_to_a_list_of_types_narrow_them() {
    let schemas = r#""Own": { "type": ["string", "integer"], "anyOf": [{ "type": "string", "format": "date" }, { "type": "integer" }] },
        "Plain": { "type": ["string", "integer"], "anyOf": [{ "maxLength": 5 }] }"#;
    let emission = emission(schemas);
    assert_eq!(type_of(&emission, "Own"), ["Date(Text(Date(Date)))", "Integer(Integer(I64))"]);
    assert_eq!(type_of(&emission, "Plain"), ["Text(Text(Plain))", "Integer(Integer(I64))"]);
}

#[test]
fn a_constant_next_to_values_is_the_only_value() {
    for (keywords, warnings) in [
        (r#""const": "a", "enum": ["a"]"#, 0),
        (r#""const": "a", "enum": ["b", "a", "a"]"#, 0),
        (r#""const": "a", "enum": ["b"]"#, 1),
    ] {
        let mut sink = Sink::new();
        let emission = lower_with(&format!(r#""Own": {{ {keywords} }}"#), &mut sink);
        assert_eq!((type_of(&emission, "Own"), sink.into_diagnostics().len()), (vec!["a".to_owned()], warnings));
    }
}
