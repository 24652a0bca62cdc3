//! Component schemas that are another one are references to it, so that one type serves both.
//!
//! | component | becomes |
//! |---|---|
//! | `nullable-user`, equal to `user` but for `nullable: true` | `allOf: [user]`, nullable |
//! | an enumeration `Phase2`, equal to `Phase` | `allOf: [Phase]` |
//!
//! Only examples, and the title and description of the component itself, may differ. Other equal components stay apart: they
//! may be equal by chance.

use std::collections::{HashMap, HashSet};

use openapiv3::{AnySchema, Components, ReferenceOr, Schema, SchemaKind};

use crate::ident::folded;
use crate::pointer::Pointer;

/// Minimum number of members: schemas with fewer may be equal by chance.
const MIN_MEMBERS: usize = 2;

/// Replaces each twin by a reference to its original.
pub(super) fn refer_to_originals(components: &mut Components) {
    for (twin, original) in twins(components) {
        if let Some(ReferenceOr::Item(schema)) = components.schemas.get_mut(&twin) {
            let pointer = Pointer::component("schemas", &original).as_str().replace('%', "%25");
            let all_of = vec![ReferenceOr::Reference { reference: format!("#{pointer}") }];
            schema.schema_kind = SchemaKind::Any(AnySchema { all_of, ..AnySchema::default() });
            schema.schema_data.example = None;
        }
    }
}

/// Returns the twins, each with its original.
fn twins(components: &Components) -> Vec<(String, String)> {
    let schemas = || components.schemas.iter().filter_map(|(name, schema)| Some((name.as_str(), schema.as_item()?)));
    let may_be_twin = |(name, schema): &(&str, &Schema)| is_nullable_object(schema) || is_numbered_enum(name, schema);
    let candidates: Vec<(&str, &Schema)> = schemas().filter(may_be_twin).collect();
    // Whole schemas are compared only where there may be a twin.
    let outlines: HashSet<(Vec<&String>, usize)> = candidates.iter().map(|(_, schema)| outline(schema)).collect();
    let mut originals: HashMap<String, Vec<&str>> = HashMap::new();
    for (name, schema) in schemas().filter(|(_, schema)| !schema.schema_data.nullable) {
        if outlines.contains(&outline(schema)) {
            originals.entry(content(schema)).or_default().push(name);
        }
    }
    let original = |(twin, schema): (&str, &Schema)| {
        let equal = originals.get(&content(schema))?;
        let is_named_after = |name: &&&str| **name != twin && folded(twin).contains(&folded(name));
        let original = match equal.as_slice() {
            [only] if schema.schema_data.nullable => only,
            several => several.iter().filter(is_named_after).max_by_key(|name| name.len())?,
        };
        Some((twin.to_owned(), (*original).to_owned()))
    };
    candidates.into_iter().filter_map(original).collect()
}

fn is_nullable_object(schema: &Schema) -> bool {
    schema.schema_data.nullable && any(schema).is_some_and(|any| any.properties.len() >= MIN_MEMBERS)
}

fn is_numbered_enum(name: &str, schema: &Schema) -> bool {
    name.ends_with(|sign: char| sign.is_ascii_digit()) && any(schema).is_some_and(|any| any.enumeration.len() > 1)
}

/// Returns what schemas with the same content have in common.
fn outline(schema: &Schema) -> (Vec<&String>, usize) {
    any(schema).map(|any| (any.properties.keys().collect(), any.enumeration.len())).unwrap_or_default()
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
    use crate::model::{Definition, Shape};
    use crate::names::NameHistory;
    use crate::pipeline::Emission;

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
        assert_eq!(names(&[("maybe", &nullable), ("user", USER)]), ["maybe"]);
        let timed = nullable.replace(r#""type": "string""#, r#""type": "string", "example": "12:00""#);
        assert_eq!(names(&[("nullable-user", &timed), ("user", USER)]), ["nullable-user"]);
        // It could be either.
        assert_eq!(names(&[("maybe", &nullable), ("user", USER), ("person", USER)]), [""; 0]);
        assert_eq!(names(&[("nullable-user", &nullable), ("user", USER), ("person", USER)]), ["nullable-user"]);
        assert_eq!(names(&[("user", USER), ("person", USER)]), [""; 0]);
        let other = nullable.replace("integer", "string");
        assert_eq!(names(&[("nullable-user", &other), ("user", USER)]), [""; 0]);
    }

    #[test]
    fn a_numbered_enumeration_is_another_name_of_the_same_one() {
        let phase = r#""type": "string", "enum": ["new", "old"]"#;
        assert_eq!(names(&[("Phase", phase), ("Phase2", phase)]), ["Phase2"]);
        assert_eq!(names(&[("Phase", phase), ("State", phase)]), [""; 0]);
    }
}
