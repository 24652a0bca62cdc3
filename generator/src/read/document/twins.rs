//! Component schemas that are another one are references to it, so that one type serves both.
//!
//! | component | becomes |
//! |---|---|
//! | `nullable-user`, equal to `user` but for `nullable: true` | `allOf: [user]`, nullable |
//! | an enumeration `Phase2`, equal to `Phase` | `allOf: [Phase]` |
//!
//! Only examples, and the title and description of the component itself, may differ. Components with other names stay apart:
//! they may be equal by chance.

use std::collections::{HashMap, HashSet};

use openapiv3::{AnySchema, Components, ReferenceOr, Schema, SchemaKind};
use serde_json::Value;

use crate::base::ident::folded;
use crate::base::pointer::Pointer;

/// Words in the names of schemas that are another one or null.
const NULLABLE: [&str; 3] = ["nullable", "maybe", "optional"];

/// Marks a component that is another one.
pub(crate) const TWIN: &str = "x-bindery-twin";

/// Replaces each twin by a reference to its original.
pub(super) fn refer_to_originals(components: &mut Components) {
    for (twin, original) in twins(components) {
        if let Some(ReferenceOr::Item(schema)) = components.schemas.get_mut(&twin) {
            let reference = Pointer::component("schemas", &original).to_reference();
            let all_of = vec![ReferenceOr::Reference { reference }];
            schema.schema_kind = SchemaKind::Any(AnySchema { all_of, ..AnySchema::default() });
            schema.schema_data.example = None;
            schema.schema_data.extensions.insert(TWIN.to_owned(), Value::Bool(true));
        }
    }
}

/// Returns the twins, each with its original.
fn twins(components: &Components) -> Vec<(String, String)> {
    let schemas = || components.schemas.iter().filter_map(|(name, schema)| Some((name.as_str(), schema.as_item()?)));
    let candidates: Vec<(&str, &Schema, String)> =
        schemas().filter_map(|(name, schema)| Some((name, schema, base_name(name, schema)?))).collect();
    let names: HashSet<&str> = candidates.iter().map(|(.., base)| base.as_str()).collect();
    let mut originals: HashMap<String, Vec<(&str, String)>> = HashMap::new();
    for (name, schema) in schemas().filter(|(_, schema)| !schema.schema_data.nullable) {
        let folded = folded(name);
        if names.contains(folded.as_str()) {
            originals.entry(folded).or_default().push((name, content(schema)));
        }
    }
    let original = |(twin, schema, base): &(&str, &Schema, String)| match originals.get(base)?.as_slice() {
        [(original, of_original)] if *of_original == content(schema) => {
            Some(((*twin).to_owned(), (*original).to_owned()))
        }
        _ => None,
    };
    candidates.iter().filter_map(original).collect()
}

/// Returns the folded name that the original of a schema would have.
fn base_name(name: &str, schema: &Schema) -> Option<String> {
    let any = any(schema)?;
    let folded = folded(name);
    let base = if schema.schema_data.nullable && !any.properties.is_empty() {
        NULLABLE.iter().find_map(|word| folded.strip_prefix(word).or_else(|| folded.strip_suffix(word)))?
    } else if any.enumeration.len() > 1 {
        folded.trim_end_matches(|sign: char| sign.is_ascii_digit())
    } else {
        return None;
    };
    (base != folded && !base.is_empty()).then(|| base.to_owned())
}

/// Returns a schema as text, without `nullable` and what only documents it.
fn content(schema: &Schema) -> String {
    let mut schema = schema.clone();
    let data = &mut schema.schema_data;
    (data.nullable, data.title, data.description, data.external_docs) = (false, None, None, None);
    remove_examples(&mut schema);
    serde_json::to_string(&schema).unwrap_or_default()
}

/// Removes the examples of a schema and of its members. Some generators write the time at which they ran.
fn remove_examples(schema: &mut Schema) {
    schema.schema_data.example = None;
    if let SchemaKind::Any(any) = &mut schema.schema_kind {
        let members = any.properties.values_mut().chain(&mut any.items);
        for member in members {
            if let ReferenceOr::Item(member) = member {
                remove_examples(member);
            }
        }
    }
}

fn any(schema: &Schema) -> Option<&AnySchema> {
    match &schema.schema_kind {
        SchemaKind::Any(any) => Some(any),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::api::model::{Definition, Shape};
    use crate::pipeline::Emission;
    use crate::rust::names::NameHistory;

    const USER: &str =
        r#""type": "object", "properties": { "id": { "type": "integer" }, "name": { "type": "string" } }"#;

    fn names(schemas: &[(&str, &str)]) -> Vec<String> {
        let schemas: Vec<String> =
            schemas.iter().map(|(name, schema)| format!(r#""{name}": {{ {schema} }}"#)).collect();
        let emission = Emission::from_schemas(&schemas.join(", "), &NameHistory::default());
        let is_alias = |definition: &&Definition| matches!(definition.shape, Shape::Alias(_));
        let aliases = emission.api.types.iter().filter(is_alias);
        aliases.filter_map(|definition| definition.naming.schema()).map(str::to_owned).collect()
    }

    #[test]
    fn a_nullable_schema_is_another_name_of_the_same_one() {
        let nullable = format!(r#"{USER}, "nullable": true, "description": "Nobody, if it is null.""#);
        assert_eq!(names(&[("nullable-user", &nullable), ("user", USER)]), ["nullable-user"]);
        assert_eq!(names(&[("UserOptional", &nullable), ("user", USER)]), ["UserOptional"]);
        assert_eq!(names(&[("nullable-team", &nullable), ("user", USER)]), [""; 0]);
        let timed = nullable.replace(r#""type": "string""#, r#""type": "string", "example": "12:00""#);
        assert_eq!(names(&[("nullable-user", &timed), ("user", USER)]), ["nullable-user"]);
        // It could be either.
        assert_eq!(names(&[("nullable-user", &nullable), ("user", USER), ("User", USER)]), [""; 0]);
        assert_eq!(names(&[("nullable-user", &nullable), ("user", USER), ("person", USER)]), ["nullable-user"]);
        assert_eq!(names(&[("user", USER), ("person", USER)]), [""; 0]);
        let other = nullable.replace("integer", "string");
        assert_eq!(names(&[("nullable-user", &other), ("user", USER)]), [""; 0]);
    }

    #[test]
    fn fields_have_the_type_of_the_original() {
        let nullable = format!(r#"{USER}, "nullable": true"#);
        let team = r##""type": "object", "required": ["lead", "owner"], "properties": {
            "lead": { "$ref": "#/components/schemas/nullable-user" },
            "owner": { "$ref": "#/components/schemas/owner" } }"##;
        let owner = r##""allOf": [{ "$ref": "#/components/schemas/user" }]"##;
        let schemas = [("nullable-user", nullable.as_str()), ("user", USER), ("team", team), ("owner", owner)];
        let schemas = schemas.map(|(name, schema)| format!(r#""{name}": {{ {schema} }}"#));
        let emission = Emission::from_schemas(&schemas.join(", "), &NameHistory::default());
        let code: String = emission.texts().map(|(_, text)| text).collect();
        for expected in
            ["pub type NullableUser = User;", "pub lead: Option<User>,", "pub type Owner = User;", "pub owner: Owner,"]
        {
            assert!(code.contains(expected), "{expected}");
        }
    }

    #[test]
    fn a_numbered_enumeration_is_another_name_of_the_same_one() {
        let phase = r#""type": "string", "enum": ["new", "old"]"#;
        assert_eq!(names(&[("Phase", phase), ("Phase2", phase)]), ["Phase2"]);
        assert_eq!(names(&[("Phase", phase), ("State", phase)]), [""; 0]);
        assert_eq!(names(&[("Phase2", phase), ("Phase_2", phase)]), [""; 0]);
    }
}
