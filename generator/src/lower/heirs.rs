//! The types of bases and their heirs: what the module on inheritance found, as types.

use openapiv3::Schema;
use serde_json::Value;

use super::inheritance::place;
use super::schema::keywords;
use super::tagging::{Holds, Tagging};
use super::{Lowering, Site};
use crate::diagnostic::Code;
use crate::model::{Constraints, Shape, Text, Type, TypeId};

impl<'d> Lowering<'d> {
    /// A base is one of its heirs, or what a later version of the server knows, even where there is one alone.
    pub(super) fn base(&mut self, id: TypeId, heirs: &'d Schema) {
        let definition = &self.types[id.index()];
        let site = Site { pointer: definition.origin.clone(), naming: definition.naming.clone() };
        let branches: Vec<_> = keywords(heirs).one_of.iter().enumerate().collect();
        self.check_parts(branches.len(), "alternatives of one type", &site.pointer);
        self.several(heirs, &branches, &site.below(&["oneOf"]), &site, Some(id));
    }

    /// The alternatives of a base stand where its discriminator leads to them.
    pub(super) fn point_to_heirs(&self, id: TypeId, schema: &'d Schema, tagging: &mut Tagging<'d>) {
        let name = self.types[id.index()].naming.schema();
        let (Some(tag), Some(discriminator)) = (&tagging.tag, &schema.schema_data.discriminator) else { return };
        if name.and_then(|name| self.inheritance.union(name)).is_none() {
            return;
        }
        for (position, alternative) in tagging.alternatives.iter_mut().enumerate() {
            let value = tag.values_of(position).first().map(|(value, _)| value);
            if let Some((value, _)) = value.and_then(|value| discriminator.mapping.get_key_value(value)) {
                alternative.holds = Holds::Mapped(value);
            }
        }
    }

    /// The tag of an heir is no member to be filled in: it is always the value that stands for it.
    pub(super) fn fix_inherited_tag(&mut self, name: &str, id: TypeId) {
        let Some((property, value)) = self.inheritance.values.get(name) else { return };
        let Shape::Object(object) = &self.types[id.index()].shape else { return };
        let Some(index) = object.fields.iter().position(|field| field.wire == *property) else { return };
        let is_text = match &object.fields[index].ty {
            Type::Text(Text::Plain) => true,
            Type::Named(id) => matches!(&self.types[id.index()].shape, Shape::StringEnum(_)),
            _ => false,
        };
        let Shape::Object(object) = &mut self.types[id.index()].shape else { return };
        let field = &mut object.fields[index];
        if is_text && field.constant.is_none() {
            field.constant = Some(Value::String(value.clone()));
            field.ty = Type::Text(Text::Plain);
            field.required = true;
            field.default = None;
            field.constraints = Constraints::default();
        }
    }

    /// Tells which schemas stand for themselves alone, though others inherit from them.
    pub(super) fn tell_unmarked(&mut self) {
        for (name, count) in self.inheritance.unmarked.clone() {
            let heirs = if count == 1 { "1 schema inherits".to_owned() } else { format!("{count} schemas inherit") };
            let message = format!(
                "{heirs} from `{name}`, but its values may leave out which they are, or one value stands for two; they are read as `{name}` itself"
            );
            let help = "require the member of the discriminator with a value for each, or list the schemas in `oneOf`";
            self.warn(Code::SchemaUnsupported, message, &place(&name).child("discriminator"), help);
        }
    }
}
