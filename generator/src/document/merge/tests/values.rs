//! Tests that values on the wire stay the same.

use serde_json::{Value, json};

use super::super::merge;
use super::{description, part};

/// The name of an alternative is a value on the wire, which no prefix may change.
#[test]
fn what_a_discriminator_implies_stays() {
    let to = |name: &str| format!("#/components/schemas/{name}");
    let pet = |mapping: Option<Value>| {
        let alternatives: Vec<Value> =
            ["Cat", "Dog", "Says", "Eel"].iter().map(|name| json!({ "$ref": to(name) })).collect();
        let mut pet = json!({ "oneOf": alternatives, "discriminator": { "propertyName": "type" } });
        mapping.into_iter().for_each(|mapping| pet["discriminator"]["mapping"] = mapping);
        pet
    };
    let mapping_of = |pet: Value| {
        let base = json!({ "properties": { "type": { "enum": ["cat", "dog"] } } });
        let says = json!({ "allOf": [{ "properties": { "type": { "enum": ["said"] } } }] });
        let cat = json!({ "allOf": [{ "$ref": to("Base") }] });
        let own = json!({ "Pet": pet, "Base": base, "Cat": cat, "Dog": {}, "Says": says, "Eel": {} });
        let other = json!({ "Cat": { "type": "string" }, "Dog": { "type": "string" }, "Says": { "type": "string" } });
        let a = description("/a", json!({}), other);
        let b = description("/b", json!({}), own);
        let (value, _) = merge(vec![part("a", None, a), part("b", Some("b"), b)]).unwrap();
        value["components"]["schemas"]["Pet"]["discriminator"]["mapping"].clone()
    };
    assert_eq!(mapping_of(pet(None)), json!({ "Cat": to("b_Cat"), "Dog": to("b_Dog") }));
    let partial = mapping_of(pet(Some(json!({ "tom": to("Cat") }))));
    assert_eq!(partial, json!({ "tom": to("b_Cat"), "Dog": to("b_Dog") }));
    let by_name = mapping_of(pet(Some(json!({ "tom": "Cat", "rex": "Dog" }))));
    assert_eq!(by_name, json!({ "tom": "b_Cat", "rex": "b_Dog" }));
}

#[test]
fn what_is_of_an_older_version_is_written_as_the_newer_one() {
    let old = json!({
        "A": { "type": "string", "nullable": true, "example": { "nullable": true } },
        "B": { "properties": { "nullable": { "type": "integer", "minimum": 3, "exclusiveMinimum": true, "nullable": false } } },
        "C": { "maximum": 3, "exclusiveMaximum": false },
    });
    let a = description("/a", json!({}), old.clone());
    let mut b = description("/b", json!({}), json!({}));
    let alike = merge(vec![part("a", None, a.clone()), part("b", None, b.clone())]).unwrap().0;
    assert_eq!(alike["components"]["schemas"], old);
    b["openapi"] = json!(3.1);
    let (value, _) = merge(vec![part("a", None, a), part("b", None, b)]).unwrap();
    let raised = json!({
        "A": { "type": ["string", "null"], "example": { "nullable": true } },
        "B": { "properties": { "nullable": { "type": "integer", "exclusiveMinimum": 3 } } },
        "C": { "maximum": 3 },
    });
    assert_eq!((&value["openapi"], &value["components"]["schemas"]), (&json!("3.1"), &raised));
}
