//! `oneOf` and `anyOf`: one of several types.
//!
//! | alternatives | become |
//! |---|---|
//! | a type and `null` | the type, nullable |
//! | one | that one |
//! | all `const` whole numbers, or enumerations of one | an enumeration of codes |
//! | all `const` texts | an enumeration of texts |
//! | others | a union |

use openapiv3::{AnySchema, ReferenceOr, Schema};
use serde_json::Value;

use super::schema::keywords;
use super::{Lowering, Site, docs};
use crate::diagnostic::Code as DiagnosticCode;
use crate::document::component_name;
use crate::model::{Code, Codes, Owner, Payload, Shape, Tag, Type, TypeId, Union, Variant, Word, Words};

/// Whether a schema allows nothing but null: `type: 'null'`, or `nullable: true` with `enum: [null]`.
pub(super) fn is_null_only(schema: &ReferenceOr<Schema>) -> bool {
    let ReferenceOr::Item(schema) = schema else { return false };
    keywords(schema).enumeration.as_slice() == [Value::Null]
}

impl<'d> Lowering<'d> {
    pub(super) fn union(&mut self, schema: &'d Schema, site: &Site, reserved: Option<TypeId>) -> Type {
        let any = keywords(schema);
        let (keyword, all) = if any.one_of.is_empty() { ("anyOf", &any.any_of) } else { ("oneOf", &any.one_of) };
        // An alternative that is the union itself adds no value to it.
        let own = reserved.map(|id| self.types[id.index()].origin.clone());
        let itself = |branch: &ReferenceOr<Schema>| match (branch, &own) {
            (ReferenceOr::Reference { reference }, Some(own)) => reference.strip_prefix('#') == Some(own.as_str()),
            _ => false,
        };
        let sound = |branch: &ReferenceOr<Schema>| !is_null_only(branch) && !itself(branch);
        let branches: Vec<_> = all.iter().enumerate().filter(|(_, branch)| sound(branch)).collect();
        if !any.properties.is_empty() {
            let message = "alternatives beside `properties` are not told apart; only the properties are kept";
            self.warn(
                DiagnosticCode::SchemaUnsupported,
                message,
                &site.pointer.child(keyword),
                "move the properties into each",
            );
            return self.object(schema, site, reserved);
        }
        match branches.as_slice() {
            [] => Type::Any,
            [(index, branch)] => self.schema(branch, &site.below(&[keyword, &index.to_string()])),
            several => self.constants(schema, several, site, reserved).unwrap_or_else(|| {
                let id = reserved.unwrap_or_else(|| self.reserve(site));
                let below = site.below(&[keyword]);
                let variants: Vec<_> =
                    several.iter().map(|(index, branch)| self.variant(branch, &below, *index, id)).collect();
                let tag = self.tag(schema, several);
                self.define(id, docs::docs(&schema.schema_data, any), Shape::Union(Union { variants, tag }))
            }),
        }
    }

    fn variant(&mut self, branch: &'d ReferenceOr<Schema>, site: &Site, index: usize, owner: TypeId) -> Variant {
        let pointer = site.pointer.index(index);
        let hint = hint(branch);
        let payload = match constant(branch) {
            Some(value) => Payload::Constant(value.clone()),
            None => Payload::Type(self.schema(branch, &Site::new(pointer.clone(), Owner::Type(owner), hint.as_str()))),
        };
        Variant { origin: pointer, hint, payload }
    }

    /// The discriminator: its values are the keys of the mapping, or the names of the schemas.
    fn tag(&mut self, schema: &Schema, branches: &[(usize, &'d ReferenceOr<Schema>)]) -> Option<Tag> {
        let discriminator = schema.schema_data.discriminator.as_ref()?;
        let name_of = |branch: &ReferenceOr<Schema>| match branch {
            ReferenceOr::Reference { reference } => component_name(reference, "schemas"),
            ReferenceOr::Item(_) => None,
        };
        let mut values = Vec::new();
        for (position, (_, branch)) in branches.iter().enumerate() {
            let name = name_of(branch)?;
            let mapped = discriminator
                .mapping
                .iter()
                .filter(|(_, to)| **to == name || component_name(to, "schemas").as_deref() == Some(name.as_str()));
            let before = values.len();
            values.extend(mapped.map(|(value, _)| (value.clone(), position)));
            if values.len() == before {
                values.push((name, position));
            }
        }
        Some(Tag { property: discriminator.property_name.clone(), values })
    }

    /// An enumeration that is written as alternatives of one value each, with a title or description for each.
    fn constants(
        &mut self,
        schema: &'d Schema,
        branches: &[(usize, &'d ReferenceOr<Schema>)],
        site: &Site,
        reserved: Option<TypeId>,
    ) -> Option<Type> {
        let values: Vec<(&Value, &Schema)> =
            branches.iter().map(|(_, branch)| Some((constant(branch)?, branch.as_item()?))).collect::<Option<_>>()?;
        let shape = if values.iter().all(|(value, _)| value.as_i64().is_some()) {
            let codes = values.iter().filter_map(|(value, branch)| {
                let (name, meaning) = said(branch);
                let code = value.as_i64()?;
                let name = self.configured_code(site, code).or(name);
                Some(Code { code, name, meaning })
            });
            Shape::Codes(Codes { codes: codes.collect(), unlisted: Vec::new() })
        } else if values.iter().all(|(value, _)| value.is_string()) {
            let words = values.iter().filter_map(|(value, branch)| {
                let (name, meaning) = said(branch);
                Some(Word { wire: value.as_str()?.to_owned(), name, meaning })
            });
            Shape::Words(Words { words: words.collect() })
        } else {
            return None;
        };
        let id = reserved.unwrap_or_else(|| self.reserve(site));
        Some(self.define(id, docs::docs(&schema.schema_data, keywords(schema)), shape))
    }
}

/// Title and description of one alternative.
fn said(schema: &Schema) -> (Option<String>, Option<String>) {
    (schema.schema_data.title.clone(), schema.schema_data.description.clone())
}

/// The only value that an inline alternative allows.
fn constant(branch: &ReferenceOr<Schema>) -> Option<&Value> {
    let ReferenceOr::Item(schema) = branch else { return None };
    match keywords(schema).enumeration.as_slice() {
        [value] => Some(value),
        _ => None,
    }
}

/// What an alternative is called.
fn hint(branch: &ReferenceOr<Schema>) -> String {
    match branch {
        ReferenceOr::Reference { reference } => {
            component_name(reference, "schemas").unwrap_or_else(|| "value".to_owned())
        }
        ReferenceOr::Item(schema) => match (&schema.schema_data.title, constant(branch)) {
            (Some(title), _) if title.len() <= 40 => title.clone(),
            (_, Some(Value::String(text))) => text.clone(),
            (_, Some(value)) => value.to_string(),
            (_, None) => kind_of(keywords(schema)),
        },
    }
}

fn kind_of(any: &AnySchema) -> String {
    let typ = match any.typ.as_deref() {
        Some("string") if any.enumeration.is_empty() => any.format.as_deref().unwrap_or("text"),
        Some("string") => "word",
        Some("array") => "list",
        Some(other) => other,
        None if !any.properties.is_empty() => "object",
        None => "value",
    };
    typ.to_owned()
}
