//! What schemas become that inherit from each other.

use crate::diagnostic::Sink;
use crate::lower::tests::{emission, told, type_of};
use crate::model::Shape;
use crate::pipeline::Emission;

const PET: &str = r#""Pet": { "type": "object", "required": ["kind", "name"], "discriminator": { "propertyName": "kind" },
    "properties": { "kind": { "type": "string" }, "name": { "type": "string" } } }"#;

fn heir(name: &str, base: &str, others: &str) -> String {
    format!(r##""{name}": {{ "allOf": [{{ "$ref": "#/components/schemas/{base}" }}] {others} }}"##)
}

/// The value that stands for a schema in what it sends.
fn constant(emission: &Emission, schema: &str) -> Option<String> {
    let mut all = emission.api.types.iter();
    let definition = all.find(|definition| definition.naming.schema() == Some(schema)).unwrap();
    let Shape::Object(object) = &definition.shape else { panic!("{schema} is no object") };
    object.fields.iter().find_map(|field| Some(field.constant.as_ref()?.as_str()?.to_owned()))
}

#[test]
fn a_base_stands_for_its_heirs_wherever_it_is_referred_to() {
    let lives = r#", "properties": { "lives": { "type": "integer" } }"#;
    let holder = r##""Home": { "type": "object", "properties": { "pet": { "$ref": "#/components/schemas/Pet" } } }"##;
    let emission = emission(&[PET, holder, &heir("Cat", "Pet", lives), &heir("Dog", "Pet", "")].join(", "));
    assert_eq!(type_of(&emission, "Pet"), ["Cat(Cat)", "Dog(Dog)"]);
    assert_eq!(type_of(&emission, "Home"), ["pet: Pet"]);
    assert_eq!(type_of(&emission, "Cat"), ["kind: Text(Plain)", "name: Text(Plain)", "lives: Integer(I64)"]);
    // What adds nothing is a type of its own nevertheless.
    assert_eq!(type_of(&emission, "Dog"), ["kind: Text(Plain)", "name: Text(Plain)"]);
    assert_eq!(
        (constant(&emission, "Cat"), constant(&emission, "Dog")),
        (Some("Cat".to_owned()), Some("Dog".to_owned()))
    );
}

#[test]
fn an_only_heir_leaves_room_for_others() {
    let emission = emission(&[PET, &heir("Cat", "Pet", "")].join(", "));
    assert_eq!(type_of(&emission, "Pet"), ["Cat(Cat)"]);
}

#[test]
fn the_value_is_the_one_of_the_mapping_or_of_the_heir() {
    let mapped = PET.replace(
        r#""propertyName": "kind""#,
        r##""propertyName": "kind", "mapping": { "cat": "#/components/schemas/Cat", "puma": "#/components/schemas/Cat" }"##,
    );
    let own = r#", "properties": { "kind": { "type": "string", "enum": ["dog"] } }"#;
    let told = r#", "x-ms-discriminator-value": "a-cow""#;
    let heirs = [heir("Cow", "Pet", told), heir("Cat", "Pet", ""), heir("Dog", "Pet", own)].join(", ");
    let emission = emission(&[&mapped, &heirs].map(String::as_str).join(", "));
    // Those of the mapping come first.
    assert_eq!(type_of(&emission, "Pet"), ["Cat(Cat)", "ACow(Cow)", "Dog(Dog)"]);
    // Two values stand for one heir: it keeps which.
    assert_eq!(constant(&emission, "Cat"), None);
    assert_eq!(
        (constant(&emission, "Cow"), constant(&emission, "Dog")),
        (Some("a-cow".to_owned()), Some("dog".to_owned()))
    );
}

#[test]
fn what_stands_between_is_an_alternative_where_it_may_be_meant() {
    let between = [PET, &heir("Bird", "Pet", ""), &heir("Owl", "Bird", "")].join(", ");
    let all = emission(&between);
    assert_eq!(type_of(&all, "Pet"), ["Bird(Bird)", "Owl(Owl)"]);
    assert_eq!((constant(&all, "Bird"), constant(&all, "Owl")), (None, Some("Owl".to_owned())));
    let mapping = r##""propertyName": "kind", "mapping": { "owl": "#/components/schemas/Owl" }"##;
    let mapped = emission(&between.replace(r#""propertyName": "kind""#, mapping));
    assert_eq!(type_of(&mapped, "Pet"), ["Owl(Owl)"]);
    let own = r#", "discriminator": { "propertyName": "kind" }"#;
    let both = [PET.to_owned(), heir("Bird", "Pet", own), heir("Owl", "Bird", "")].join(", ");
    let mapping = r##""propertyName": "kind", "mapping": { "bird": "#/components/schemas/Bird" }"##;
    assert_eq!(type_of(&emission(&both.replacen(r#""propertyName": "kind""#, mapping, 1)), "Pet"), ["Bird(Bird)"]);
    // What adds nothing, and is not in the mapping, is the base by another name.
    let friend = [PET, &heir("Owl", "Pet", ""), &heir("Friend", "Pet", "")].join(", ");
    let another =
        emission(&friend.replace(r#""propertyName": "kind""#, &mapping.replace("bird", "owl").replace("Bird", "Owl")));
    assert_eq!(
        (type_of(&another, "Pet"), type_of(&another, "Friend")),
        (vec!["Owl(Owl)".to_owned()], vec!["Pet".to_owned()])
    );
    // One that is told apart by the same member stands for its own heirs, one with another member for itself.
    for (member, expected) in [("kind", "Owl(Owl)"), ("wings", "Bird(Bird)")] {
        let own = format!(r#", "discriminator": {{ "propertyName": "{member}" }}, "required": ["{member}"]"#);
        let emission = emission(&[PET, &heir("Bird", "Pet", &own), &heir("Owl", "Bird", "")].join(", "));
        assert_eq!(type_of(&emission, "Pet"), [expected]);
        assert_eq!(type_of(&emission, "Bird"), ["Owl(Owl)"]);
    }
}

#[test]
fn without_a_sure_tag_a_base_is_itself_and_it_is_told() {
    let twice = r#", "x-ms-discriminator-value": "same""#;
    let optional = PET.replace(r#""kind", "name"], "disc"#, r#""name"], "disc"#);
    let list = PET.replace(r#""kind": { "type": "string" }"#, r#""kind": { "type": "array", "items": {} }"#);
    for (base, more) in [(PET, twice), (&optional, ""), (&list, "")] {
        let schemas = [base, &heir("Cat", "Pet", more), &heir("Dog", "Pet", more)].join(", ");
        let mut sink = Sink::new();
        let emission = told(&schemas, &mut sink);
        assert_eq!(type_of(&emission, "Pet").len(), 2);
        assert!(type_of(&emission, "Pet")[1].starts_with("name: "), "{:?}", type_of(&emission, "Pet"));
        let messages: Vec<String> = sink.into_diagnostics().into_iter().map(|told| told.message).collect();
        assert!(messages.iter().any(|message| message.starts_with("2 schemas inherit from `Pet`")), "{messages:?}");
    }
}

#[test]
fn a_circle_of_heirs_ends() {
    let base = |name: &str, of: &str| {
        heir(
            name,
            of,
            r#", "required": ["kind"], "discriminator": { "propertyName": "kind" }, "properties": { "kind": { "type": "string" } }"#,
        )
    };
    let emission = emission(&[base("A", "B"), base("B", "A"), heir("C", "A", "")].join(", "));
    assert_eq!(type_of(&emission, "B"), ["C(C)"]);
}
