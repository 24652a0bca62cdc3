//! Tests of the lowering of schemas that inherit from each other.

use crate::api::lower::tests::{emission, lower_with, type_of};
use crate::api::model::{Definition, Owner, Shape};
use crate::base::diagnostic::Sink;
use crate::pipeline::Emission;

const PET: &str = r#""Pet": { "type": "object", "required": ["kind", "name"], "discriminator": { "propertyName": "kind" },
    "properties": { "kind": { "type": "string" }, "name": { "type": "string" } } }"#;

fn subtype(name: &str, base: &str, others: &str) -> String {
    format!(r##""{name}": {{ "allOf": [{{ "$ref": "#/components/schemas/{base}" }}] {others} }}"##)
}

/// Returns the discriminator constant of a schema.
fn constant(emission: &Emission, schema: &str) -> Option<String> {
    let mut all = emission.api.types.iter();
    let definition = all.find(|definition| definition.naming.schema() == Some(schema)).unwrap();
    let Shape::Object(object) = &definition.shape else { panic!("{schema} is not an object") };
    object.fields.iter().find_map(|field| Some(field.constant.as_ref()?.as_str()?.to_owned()))
}

#[test]
fn references_to_a_base_are_unions_of_its_subtypes() {
    let lives = r#", "properties": { "lives": { "type": "integer" } }"#;
    let holder = r##""Home": { "type": "object", "properties": { "pet": { "$ref": "#/components/schemas/Pet" } } }"##;
    let emission = emission(&[PET, holder, &subtype("Cat", "Pet", lives), &subtype("Dog", "Pet", "")].join(", "));
    assert_eq!(type_of(&emission, "Pet"), ["Cat(Cat)", "Dog(Dog)"]);
    assert_eq!(type_of(&emission, "Home"), ["pet: Pet"]);
    assert_eq!(type_of(&emission, "Cat"), ["kind: Text(Plain)", "name: Text(Plain)", "lives: Integer(I64)"]);
    // A subtype that adds nothing is still a type.
    assert_eq!(type_of(&emission, "Dog"), ["kind: Text(Plain)", "name: Text(Plain)"]);
    assert_eq!(
        (constant(&emission, "Cat"), constant(&emission, "Dog")),
        (Some("Cat".to_owned()), Some("Dog".to_owned()))
    );
}

#[test]
fn a_part_that_is_written_in_place_may_have_the_discriminator() {
    let root = r#""Root": { "type": "object", "properties": { "id": { "type": "string" } } }"#;
    let part = PET.trim_start_matches(r#""Pet": "#);
    let pet = format!(r##""Pet": {{ "allOf": [{{ "$ref": "#/components/schemas/Root" }}, {part}] }}"##);
    let emission = emission(&[root, &pet, &subtype("Cat", "Pet", ""), &subtype("Dog", "Pet", "")].join(", "));
    assert_eq!(type_of(&emission, "Pet"), ["Cat(Cat)", "Dog(Dog)"]);
    assert_eq!(constant(&emission, "Cat"), Some("Cat".to_owned()));
}

#[test]
fn schema_names_are_not_integer_tags() {
    let numbered = PET.replace(r#""kind": { "type": "string" }"#, r#""kind": { "type": "integer" }"#);
    let mut sink = Sink::new();
    lower_with(&[&numbered, &subtype("Cat", "Pet", "")].map(String::as_str).join(", "), &mut sink);
    let warnings = sink.into_diagnostics();
    assert!(
        warnings[0].message.starts_with("1 schema inherits from `Pet`, but its discriminator represents none"),
        "{warnings:?}"
    );
}

#[test]
fn a_tag_that_may_be_absent_is_always_sent() {
    let optional = PET.replace(r#""kind", "name"], "disc"#, r#""name"], "disc"#);
    let emission = emission(&[&optional, &subtype("Cat", "Pet", "")].map(String::as_str).join(", "));
    assert_eq!(type_of(&emission, "Pet"), ["Cat(Cat)"]);
    assert_eq!(constant(&emission, "Cat"), Some("Cat".to_owned()));
}

#[test]
fn a_single_subtype_is_still_a_union() {
    let emission = emission(&[PET, &subtype("Cat", "Pet", "")].join(", "));
    assert_eq!(type_of(&emission, "Pet"), ["Cat(Cat)"]);
}

#[test]
fn the_value_comes_from_the_mapping_or_the_subtype() {
    let mapped = PET.replace(
        r#""propertyName": "kind""#,
        r##""propertyName": "kind", "mapping": { "cat": "#/components/schemas/Cat", "puma": "#/components/schemas/Cat" }"##,
    );
    let own = r#", "properties": { "kind": { "type": "string", "enum": ["dog"] } }"#;
    let extension = r#", "x-ms-discriminator-value": "a-cow""#;
    let subtypes = [subtype("Cow", "Pet", extension), subtype("Cat", "Pet", ""), subtype("Dog", "Pet", own)].join(", ");
    let emission = emission(&[&mapped, &subtypes].map(String::as_str).join(", "));
    // Subtypes in the mapping come first.
    assert_eq!(type_of(&emission, "Pet"), ["Cat(Cat)", "ACow(Cow)", "Dog(Dog)"]);
    // Two values map to one subtype, which keeps the value.
    assert_eq!(constant(&emission, "Cat"), None);
    assert_eq!(
        (constant(&emission, "Cow"), constant(&emission, "Dog")),
        (Some("a-cow".to_owned()), Some("dog".to_owned()))
    );
}

#[test]
fn what_stands_between_is_an_alternative_where_it_may_be_meant() {
    let between = [PET, &subtype("Bird", "Pet", ""), &subtype("Owl", "Bird", "")].join(", ");
    let all = emission(&between);
    assert_eq!(type_of(&all, "Pet"), ["Bird(Bird)", "Owl(Owl)"]);
    assert_eq!((constant(&all, "Bird"), constant(&all, "Owl")), (Some("Bird".to_owned()), Some("Owl".to_owned())));
    // A schema that is used directly may be one of its subtypes.
    let cage = r##""Cage": { "type": "object", "properties": { "bird": { "$ref": "#/components/schemas/Bird" } } }"##;
    let caged = emission(&[&between, cage].join(", "));
    assert_eq!(type_of(&caged, "Cage"), ["bird: Bird"]);
    assert_eq!(type_of(&caged, "Bird"), ["Bird(PetBird)", "Owl(Owl)"]);
    assert_eq!(type_of(&caged, "Pet"), ["Bird(PetBird)", "Owl(Owl)"]);
    // As one of several alternatives, it represents itself.
    let either =
        r##""Either": { "oneOf": [{ "$ref": "#/components/schemas/Bird" }, { "$ref": "#/components/schemas/Owl" }] }"##;
    assert_eq!(type_of(&emission(&[&between, either].join(", ")), "Pet"), ["Bird(Bird)", "Owl(Owl)"]);
    let mapping = r##""propertyName": "kind", "mapping": { "owl": "#/components/schemas/Owl" }"##;
    let mapped = emission(&between.replace(r#""propertyName": "kind""#, mapping));
    assert_eq!(type_of(&mapped, "Pet"), ["Owl(Owl)"]);
    let adding = between.replace(r##"/Pet" }]  }"##, r##"/Pet" }], "properties": { "wings": {} } }"##);
    let mapped = emission(&adding.replace(r#""propertyName": "kind""#, mapping));
    assert_eq!(type_of(&mapped, "Pet"), ["Owl(Owl)", "Bird(Bird)"]);
    let own = r#", "discriminator": { "propertyName": "kind" }"#;
    let both = [PET.to_owned(), subtype("Bird", "Pet", own), subtype("Owl", "Bird", "")].join(", ");
    let mapping = r##""propertyName": "kind", "mapping": { "bird": "#/components/schemas/Bird" }"##;
    assert_eq!(type_of(&emission(&both.replacen(r#""propertyName": "kind""#, mapping, 1)), "Pet"), ["Bird(Bird)"]);
    // A schema that adds nothing and is not in the mapping is an alias of the base.
    let friend = [PET, &subtype("Owl", "Pet", ""), &subtype("Friend", "Pet", "")].join(", ");
    let another =
        emission(&friend.replace(r#""propertyName": "kind""#, &mapping.replace("bird", "owl").replace("Bird", "Owl")));
    assert_eq!(
        (type_of(&another, "Pet"), type_of(&another, "Friend")),
        (vec!["Owl(Owl)".to_owned()], vec!["Pet".to_owned()])
    );
    // A nested base with the same member represents its own subtypes, one with another member only itself.
    for (member, expected) in [("kind", "Owl(Owl)"), ("wings", "Bird(Bird)")] {
        let own = format!(r#", "discriminator": {{ "propertyName": "{member}" }}, "required": ["{member}"]"#);
        let emission = emission(&[PET, &subtype("Bird", "Pet", &own), &subtype("Owl", "Bird", "")].join(", "));
        assert_eq!(type_of(&emission, "Pet"), [expected]);
        assert_eq!(type_of(&emission, "Bird"), ["Owl(Owl)"]);
    }
}

#[test]
fn base_without_a_certain_tag_is_an_object_with_a_warning() {
    let twice = r#", "x-ms-discriminator-value": "same""#;
    let list = PET.replace(r#""kind": { "type": "string" }"#, r#""kind": { "type": "array", "items": {} }"#);
    let others = PET.replace(r#""kind": { "type": "string" }"#, r#""kind": { "enum": ["user", "guest"] }"#);
    for (base, more) in [(PET, twice), (&list, ""), (&others, "")] {
        let schemas = [base, &subtype("Cat", "Pet", more), &subtype("Dog", "Pet", more)].join(", ");
        let mut sink = Sink::new();
        let emission = lower_with(&schemas, &mut sink);
        assert_eq!(type_of(&emission, "Pet").len(), 2);
        assert!(type_of(&emission, "Pet")[1].starts_with("name: "), "{:?}", type_of(&emission, "Pet"));
        let messages: Vec<String> = sink.into_diagnostics().into_iter().map(|warning| warning.message).collect();
        assert!(messages.iter().any(|message| message.starts_with("2 schemas inherit from `Pet`")), "{messages:?}");
    }
}

#[test]
fn cyclic_inheritance_ends() {
    let base = |name: &str, of: &str| {
        subtype(
            name,
            of,
            r#", "required": ["kind"], "discriminator": { "propertyName": "kind" }, "properties": { "kind": { "type": "string" } }"#,
        )
    };
    let emission = emission(&[base("A", "B"), base("B", "A"), subtype("C", "A", "")].join(", "));
    assert_eq!(type_of(&emission, "B"), ["C(C)"]);
}

#[test]
fn base_with_a_value_is_an_alternative() {
    let cat = subtype("Cat", "Pet", r#", "properties": { "lives": { "type": "integer" } }"#);
    let mapping = r##""propertyName": "kind", "mapping": { "any": "#/components/schemas/Pet", "cat": "Cat", "gone": "Missing" }"##;
    let extension = r#""x-ms-discriminator-value": "any", "properties""#;
    let listed = r#""kind": { "enum": ["Pet", "cat"] }"#;
    let mapped = PET.replace(r#""propertyName": "kind""#, mapping);
    let (extension, listed) =
        (PET.replace(r#""properties""#, extension), PET.replace(r#""kind": { "type": "string" }"#, listed));
    let bases = [(mapped, "Any", "any"), (extension, "Any", "any"), (listed, "Pet", "Pet")];
    for (base, variant, value) in bases {
        let emission = emission(&[&base, &cat].map(String::as_str).join(", "));
        let [own, _] = type_of(&emission, "Pet").try_into().unwrap();
        assert!(own.starts_with(variant), "{own}");
        let Shape::Object(object) = &own_definition(&emission).shape else { panic!("the base is not an object") };
        let members: Vec<_> = object.fields.iter().map(|field| (field.wire.as_str(), field.constant.clone())).collect();
        assert_eq!(members, [("kind", Some(value.into())), ("name", None)]);
    }
}

#[test]
fn base_used_directly_is_an_object() {
    let mapping = r#""propertyName": "kind", "mapping": { "pet": "Pet" }"#;
    let base = PET.replace(r#""propertyName": "kind""#, mapping);
    let emission = emission(&[&base, &subtype("Friend", "Pet", "")].map(String::as_str).join(", "));
    assert_eq!(type_of(&emission, "Pet"), ["kind: Text(Plain)", "name: Text(Plain)"]);
}

/// Returns the definition of a base with its own members.
fn own_definition(emission: &Emission) -> &Definition {
    let is_own = |definition: &&Definition| matches!(definition.naming.owner, Owner::Type(_));
    emission
        .api
        .types
        .iter()
        .find(|definition| is_own(definition) && matches!(definition.shape, Shape::Object(_)))
        .unwrap()
}

#[test]
fn unused_mapping_values_are_reported() {
    let mapping = r#""propertyName": "kind", "mapping": { "gone": "Missing" }"#;
    let either = format!(
        r##""Pet": {{ "discriminator": {{ {mapping} }}, "oneOf": [{{ "$ref": "#/components/schemas/Cat" }}, {{ "$ref": "#/components/schemas/Dog" }}] }}"##
    );
    let (cat, dog) = (subtype("Cat", "Base", ""), subtype("Dog", "Base", ""));
    let plain = PET.replace("Pet", "Base").replace(r#""discriminator": { "propertyName": "kind" },"#, "");
    let base =
        [PET.replace(r#""propertyName": "kind""#, mapping), subtype("Cat", "Pet", r#", "properties": { "a": {} }"#)];
    for schemas in [base.join(", "), [either, plain, cat, dog].join(", ")] {
        let mut sink = Sink::new();
        lower_with(&schemas, &mut sink);
        let messages: Vec<String> = sink.into_diagnostics().into_iter().map(|warning| warning.message).collect();
        assert!(
            messages.iter().any(|message| message.starts_with("`gone` in the mapping refers to no")),
            "{messages:?}"
        );
    }
}

#[test]
fn finds_indirect_and_inline_subtypes() {
    let chain: Vec<String> = (0..20).map(|n| subtype(&format!("G{}", n + 1), &format!("G{n}"), "")).collect();
    let emission_of = |schemas: &str| emission(schemas);
    let long = emission_of(&[PET.replace("Pet", "G0"), chain.join(", ")].join(", "));
    assert_eq!(type_of(&long, "G0").len(), 20);
    let within = r##""Cat": { "allOf": [{ "allOf": [{ "$ref": "#/components/schemas/Other" }], "description": "d" }, { "properties": { "lives": {} } }] },
        "Other": { "$ref": "#/components/schemas/Pet" }"##;
    let nested = emission_of(&[PET, within].join(", "));
    assert_eq!(type_of(&nested, "Pet"), ["Cat(Cat)"]);
    assert_eq!(constant(&nested, "Cat"), Some("Cat".to_owned()));
}

#[test]
fn what_a_base_takes_in_counts_as_its_own() {
    let root = PET.replace("Pet", "Root").replace(r#""discriminator": { "propertyName": "kind" },"#, "");
    let base = subtype("Pet", "Root", r#", "discriminator": { "propertyName": "kind" }"#);
    let emission = emission(&[&root, &base, &subtype("Cat", "Pet", "")].map(String::as_str).join(", "));
    assert_eq!(type_of(&emission, "Pet"), ["Cat(Cat)"]);
}

#[test]
fn subtypes_never_send_excluded_values() {
    let own = r#", "properties": { "kind": { "type": "string", "enum": ["b1", "b2"] } }"#;
    let schemas = [PET, &subtype("B", "Pet", own), &subtype("C", "Pet", "")].join(", ");
    let several = emission(&schemas);
    assert_eq!((constant(&several, "B"), constant(&several, "C")), (None, Some("C".to_owned())));
    assert_eq!(tag_of(&several), [("b1", 0), ("b2", 0), ("C", 1)].map(|(value, at)| (value.to_owned(), at)));
    let mapping = r#""propertyName": "kind", "mapping": { "b": "B" }"#;
    assert_eq!(constant(&emission(&schemas.replace(r#""propertyName": "kind""#, mapping)), "B"), None);
    // Another parent may declare the value.
    let body = r#""Body": { "type": "object", "properties": { "kind": { "const": "cat" } } }"#;
    let cat =
        r##""Cat": { "allOf": [{ "$ref": "#/components/schemas/Pet" }, { "$ref": "#/components/schemas/Body" }] }"##;
    assert_eq!(tag_of(&emission(&[PET, body, cat].join(", "))), [("cat".to_owned(), 0)]);
}

fn tag_of(emission: &Emission) -> Vec<(String, usize)> {
    let mut all = emission.api.types.iter();
    let pet = all.find(|definition| definition.naming.schema() == Some("Pet")).unwrap();
    let Shape::Union(union) = &pet.shape else { panic!("no union") };
    union.tag.as_ref().unwrap().all_values().map(|(index, value)| (value.to_owned(), index)).collect()
}

#[test]
fn subtype_names_are_spelled_as_the_discriminator_lists_them() {
    let listed = PET.replace(r#""kind": { "type": "string" }"#, r#""kind": { "enum": ["cat", "guide-dog"] }"#);
    let (dog, cat) = (subtype("GuideDog", "Animal", ""), subtype("Cat", "Pet", ""));
    // An intermediate schema without a value is just a common parent.
    let emission = emission(&[&listed, &subtype("Animal", "Pet", ""), &dog, &cat].map(String::as_str).join(", "));
    assert_eq!(tag_of(&emission), [("cat".to_owned(), 0), ("guide-dog".to_owned(), 1)]);
    assert_eq!(constant(&emission, "GuideDog"), Some("guide-dog".to_owned()));
}

#[test]
fn numbers_and_several_discriminators_are_constants_as_well() {
    let numbered = PET.replace(r#""kind": { "type": "string" }"#, r#""kind": { "type": "integer" }"#);
    let numbered =
        numbered.replace(r#""propertyName": "kind""#, r#""propertyName": "kind", "mapping": { "1": "Cat" }"#);
    let thing = PET.replace("Pet", "Thing").replace("kind", "sort");
    let cat =
        r##""Cat": { "allOf": [{ "$ref": "#/components/schemas/Pet" }, { "$ref": "#/components/schemas/Thing" }] }"##;
    let emission = emission(&[&numbered, &thing, cat].join(", "));
    let mut all = emission.api.types.iter();
    let cat = all.find(|definition| definition.naming.schema() == Some("Cat")).unwrap();
    let Shape::Object(object) = &cat.shape else { panic!("no object") };
    let constants: Vec<_> =
        object.fields.iter().filter_map(|field| Some((field.wire.as_str(), field.constant.clone()?))).collect();
    assert_eq!(constants, [("sort", "Cat".into()), ("kind", 1.into())]);
}

#[test]
fn what_inherits_from_a_base_within_may_be_meant_by_itself() {
    let own = r#", "discriminator": { "propertyName": "breed" }, "required": ["breed"], "properties": { "breed": {} }"#;
    let mapping = r##""propertyName": "kind", "mapping": { "dog": "Dog", "poodle": "Poodle" }"##;
    let dogs = [subtype("Dog", "Pet", own), subtype("Poodle", "Dog", ""), subtype("Pug", "Dog", "")].join(", ");
    let emission = emission(&[PET.replace(r#""propertyName": "kind""#, mapping), dogs].join(", "));
    assert_eq!(type_of(&emission, "Pet"), ["Dog(Dog)", "Poodle(Poodle)"]);
    assert_eq!(type_of(&emission, "Dog"), ["Poodle(Poodle)", "Pug(Pug)"]);
    assert_eq!(
        (constant(&emission, "Poodle"), constant(&emission, "Pug")),
        (Some("poodle".to_owned()), Some("dog".to_owned()))
    );
}

#[test]
fn a_base_within_does_not_decide_a_tag_that_unions_disagree_about() {
    let mapping = |values: &str| format!(r#""propertyName": "kind", "mapping": {{ {values} }}"#);
    let own = format!(r#", "discriminator": {{ {} }}"#, mapping(r#""pug": "Pug""#));
    let other = format!(
        r##""Other": {{ "oneOf": [{{ "$ref": "#/components/schemas/Pug" }}, {{ "$ref": "#/components/schemas/Cat" }}],
        "discriminator": {{ {} }} }}"##,
        mapping(r#""small": "Pug", "cat": "Cat""#)
    );
    let pet = PET.replace(r#""propertyName": "kind""#, &mapping(r#""dog": "Dog", "cat": "Cat""#));
    let schemas = [pet, subtype("Dog", "Pet", &own), subtype("Pug", "Dog", ""), subtype("Cat", "Pet", "")].join(", ");
    let constants = |emission: &Emission| (constant(emission, "Pug"), constant(emission, "Cat"));
    assert_eq!(constants(&emission(&schemas)), (Some("pug".to_owned()), Some("cat".to_owned())));
    assert_eq!(constants(&emission(&[schemas, other].join(", "))), (None, Some("cat".to_owned())));
}
