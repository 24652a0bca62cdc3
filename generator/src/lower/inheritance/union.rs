//! A base as a schema of its alternatives.

use indexmap::IndexMap;
use openapiv3::{AnySchema, Discriminator, ReferenceOr, Schema, SchemaData, SchemaKind};
use serde_json::Value;

use super::family::Family;
use super::heir::Heir;
use super::place;
use crate::lower::schema::keywords;

impl<'d> Family<'d> {
    /// The base as a schema of its alternatives.
    pub(super) fn union(&self, heirs: &[Heir<'d>]) -> Schema {
        let values = heirs.iter().flat_map(|heir| heir.values.all.iter().map(|value| (value, heir.name)));
        let mapping = values.map(|(value, heir)| (value.clone(), reference(heir))).collect();
        let discriminator = Discriminator { mapping, ..self.discriminator.clone() };
        let schema_data = SchemaData { discriminator: Some(discriminator), ..self.base.schema_data.clone() };
        let one_of = heirs.iter().map(|heir| match heir.is_itself {
            true => ReferenceOr::Item(self.own_members(heir)),
            false => ReferenceOr::Reference { reference: reference(heir.name) },
        });
        let one_of = one_of.collect();
        Schema { schema_data, schema_kind: SchemaKind::Any(AnySchema { one_of, ..AnySchema::default() }) }
    }

    /// A base with its own members alone, of which the discriminator has only its values.
    fn own_members(&self, base: &Heir<'d>) -> Schema {
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
