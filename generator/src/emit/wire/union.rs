//! How one of several types is read and written: a line for each alternative.

use serde_json::Value;

use crate::emit::types::members;
use crate::emit::{Emitter, literal};
use crate::facts::Form;
use crate::model::{DateKind, Object, Payload, Shape, Tag, TagPlace, Text, Type, TypeId, Union};

impl Emitter<'_> {
    pub(super) fn union_table(&self, id: TypeId, union: &Union, form: Form) -> String {
        let Some(tag) = &union.tag else { return self.untagged_table(id, union, form) };
        let (reading, name) = (self.reading(id, form), self.names.of_type(id, form));
        let units = self.unit_rows(id, union, tag);
        match &tag.place {
            TagPlace::Internal { property } => {
                let rows = self.internal_rows(id, union, tag, form);
                format!("tagged_union!({reading}{name} by {} {{\n{units}{rows}}});\n", literal(property))
            }
            TagPlace::Adjacent { property, content } => {
                let (by, beside) = (literal(property), literal(content));
                let rows = self.content_rows(id, union, tag);
                format!("adjacent_union!({reading}{name} by {by} beside {beside} {{\n{units}{rows}}});\n")
            }
            TagPlace::External => {
                let rows = self.content_rows(id, union, tag);
                format!("external_union!({reading}{name} {{\n{units}{rows}}});\n")
            }
        }
    }

    /// `= "none" => None,`, for each alternative that is a tag or a word alone.
    fn unit_rows(&self, id: TypeId, union: &Union, tag: &Tag) -> String {
        let rows = union.variants.iter().enumerate().filter_map(|(index, variant)| {
            let value = match &variant.payload {
                Payload::Unit => tag.only_value(index)?,
                Payload::Constant(value) => value.as_str()?,
                Payload::Type(_) => return None,
            };
            Some(format!("    = {} => {},\n", literal(value), self.names.variant(id, index)))
        });
        rows.collect()
    }

    /// `"cat" => Cat: Declared,`, for each alternative with members beside the tag.
    fn internal_rows(&self, id: TypeId, union: &Union, tag: &Tag, form: Form) -> String {
        let mut rows = String::new();
        for (index, variant) in union.variants.iter().enumerate() {
            let values = tag.values_of(index).iter().map(|(value, _)| literal(value));
            let values: Vec<String> = values.collect();
            let Payload::Type(ty) = &variant.payload else { continue };
            let kind = self.alternative(ty, tag.internal().unwrap_or_default(), form);
            rows.push_str(&format!("    {} => {}: {kind},\n", values.join(" | "), self.names.variant(id, index)));
        }
        rows
    }

    /// `"move" => Move,`, for each alternative whose value stands apart from the tag.
    fn content_rows(&self, id: TypeId, union: &Union, tag: &Tag) -> String {
        let held = union.variants.iter().enumerate().filter(|(_, variant)| variant.payload.ty().is_some());
        let rows = held.filter_map(|(index, _)| {
            let value = tag.only_value(index)?;
            Some(format!("    {} => {},\n", literal(value), self.names.variant(id, index)))
        });
        rows.collect()
    }

    /// How an alternative is read and written.
    fn alternative(&self, ty: &Type, tag: &str, form: Form) -> &'static str {
        let Type::Named(id) = self.api.unaliased(ty) else { return "Added" };
        match &self.api.definition(*id).shape {
            Shape::Object(object) if members(object, form).any(|(_, field)| field.wire == tag) => "Declared",
            // What keeps members that are not declared may hold the tag among them.
            Shape::Object(object) if object.others.is_none() => "Injected",
            // A union within the union tells itself apart by the same tag.
            Shape::Union(inner) if inner.tag.as_ref().and_then(Tag::internal) == Some(tag) => "Declared",
            _ => "Added",
        }
    }

    /// `untagged_union!(Target { = "all" => All, One: Integer, });`
    fn untagged_table(&self, id: TypeId, union: &Union, form: Form) -> String {
        let mut constants = String::new();
        let mut shapes = String::new();
        for (index, variant) in union.variants.iter().enumerate() {
            let name = self.names.variant(id, index);
            match &variant.payload {
                Payload::Constant(value) => constants.push_str(&format!("    = {} => {name},\n", constant(value))),
                Payload::Type(ty) => shapes.push_str(&format!("    {name}: {},\n", self.shape(ty, form))),
                Payload::Unit => {}
            }
        }
        let (reading, name) = (self.reading(id, form), self.names.of_type(id, form));
        format!("untagged_union!({reading}{name} {{\n{constants}{shapes}}});\n")
    }

    /// What the values of an alternative look like.
    fn shape(&self, ty: &Type, form: Form) -> String {
        match self.api.unaliased(ty) {
            Type::Boolean => "Boolean".to_owned(),
            Type::Integer(_) => "Integer".to_owned(),
            Type::Number(_) => "Number".to_owned(),
            Type::Text(Text::Plain | Text::Binary) => "Text".to_owned(),
            Type::Text(Text::Date(DateKind::Date)) => "Day".to_owned(),
            Type::Text(Text::NumberOrText) => "Any".to_owned(),
            Type::Text(_) => "Format".to_owned(),
            Type::List(_) | Type::Set(_) | Type::Tuple(_) => "Array".to_owned(),
            Type::Map(_) | Type::AnyObject => "Object(&[], &[])".to_owned(),
            Type::Any | Type::Nullable(_) => "Any".to_owned(),
            Type::Named(id) => match &self.api.definition(*id).shape {
                Shape::Object(object) => object_shape(object, form),
                Shape::Codes(codes) => {
                    let codes: Vec<String> = codes.codes.iter().map(|code| code.code.to_string()).collect();
                    format!("Codes(&[{}])", codes.join(", "))
                }
                Shape::Words(words) => {
                    let words: Vec<String> = words.words.iter().map(|word| literal(&word.wire)).collect();
                    format!("Texts(&[{}])", words.join(", "))
                }
                Shape::Newtype(inner) => self.shape(inner, form),
                Shape::Alias(_) | Shape::Union(_) => "Any".to_owned(),
            },
        }
    }
}

fn object_shape(object: &Object, form: Form) -> String {
    let list = |required: bool| {
        let fields = members(object, form).filter(|(_, field)| field.required || !required);
        fields.map(|(_, field)| literal(&field.wire)).collect::<Vec<_>>().join(", ")
    };
    let constants = members(object, form).filter_map(|(_, field)| {
        let value = constant(field.constant.as_ref()?);
        Some(format!("({}, |value| *value == {value})", literal(&field.wire)))
    });
    let constants: Vec<String> = constants.collect();
    match constants.is_empty() {
        true => format!("Object(&[{}], &[{}])", list(true), list(false)),
        false => format!("Marked(&[{}], &[{}], &[{}])", list(true), list(false), constants.join(", ")),
    }
}

/// A single value as an expression that can be compared and written.
fn constant(value: &Value) -> String {
    match value {
        Value::String(text) => literal(text),
        Value::Number(number) if number.is_f64() => crate::emit::rules::number(number.as_f64().unwrap_or_default()),
        Value::Number(number) if number.is_i64() => format!("{number}_i64"),
        Value::Number(number) => format!("{number}_u64"),
        other => other.to_string(),
    }
}
