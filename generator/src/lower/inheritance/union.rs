//! A base as a schema of its alternatives.

use indexmap::IndexMap;
use openapiv3::{AnySchema, Discriminator, ReferenceOr, Schema, SchemaData, SchemaKind};
use serde_json::Value;

use super::family::SubtypeFamily;
use super::place;
use super::subtype::Subtype;
use crate::lower::keywords::keywords;

impl<'d> SubtypeFamily<'d> {
    /// Returns the base as a schema of its alternatives.
    pub(super) fn union(&self, subtypes: &[Subtype<'d>]) -> Schema {
        let values = subtypes.iter().flat_map(|subtype| subtype.values.all.iter().map(|value| (value, subtype.name)));
        let mapping = values.map(|(value, subtype)| (value.clone(), reference(subtype))).collect();
        let discriminator = Discriminator { mapping, ..self.discriminator.clone() };
        let schema_data = SchemaData { discriminator: Some(discriminator), ..self.base.schema_data.clone() };
        let one_of = subtypes.iter().map(|subtype| {
            if subtype.is_itself {
                ReferenceOr::Item(self.own_members(subtype))
            } else {
                ReferenceOr::Reference { reference: reference(subtype.name) }
            }
        });
        let one_of = one_of.collect();
        Schema { schema_data, schema_kind: SchemaKind::Any(AnySchema { one_of, ..AnySchema::default() }) }
    }

    /// Returns a base with its own members only, with its discriminator limited to its values.
    fn own_members(&self, base: &Subtype<'d>) -> Schema {
        let is_text = !matches!(self.member.and_then(|member| keywords(member).typ.as_deref()), Some("integer"));
        let value = |value: &String| match value.parse::<i64>() {
            Ok(number) if !is_text => Value::from(number),
            _ => Value::from(value.clone()),
        };
        let enumeration = base.values.all.iter().map(value).collect();
        let member = Schema {
            schema_data: SchemaData::default(),
            schema_kind: SchemaKind::Any(AnySchema { enumeration, ..AnySchema::default() }),
        };
        let all_of = vec![ReferenceOr::Reference { reference: reference(base.name) }];
        let properties = IndexMap::from([(self.property().to_owned(), ReferenceOr::boxed_item(member))]);
        let schema = self.lineage.schema(base.name);
        let schema_data = schema.map(|schema| schema.schema_data.clone()).unwrap_or_default();
        let any = AnySchema { all_of, properties, ..AnySchema::default() };
        Schema { schema_data: SchemaData { discriminator: None, ..schema_data }, schema_kind: SchemaKind::Any(any) }
    }
}

fn reference(name: &str) -> String {
    format!("#{}", place(name).as_str().replace('%', "%25"))
}
