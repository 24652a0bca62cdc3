//! How one of several types is read and written: a line for each alternative.

use serde_json::Value;

use crate::emit::types::members;
use crate::emit::{Emitter, literal};
use crate::facts::Form;
use crate::model::{DateKind, Object, Payload, Shape, Tag, Text, Type, TypeId, Union};

impl Emitter<'_> {
    pub(super) fn union_table(&self, id: TypeId, union: &Union, form: Form) -> String {
        match &union.tag {
            Some(tag) => self.tagged_table(id, union, tag, form),
            None => self.untagged_table(id, union, form),
        }
    }

    /// `tagged_union!(Pet by "kind" { "cat" => Cat: Declared, });`
    fn tagged_table(&self, id: TypeId, union: &Union, tag: &Tag, form: Form) -> String {
        let mut rows = String::new();
        for (index, variant) in union.variants.iter().enumerate() {
            let values = tag.values_of(index).iter().map(|(value, _)| literal(value));
            let values: Vec<String> = values.collect();
            let Payload::Type(ty) = &variant.payload else { continue };
            let kind = self.alternative(ty, tag, form);
            rows.push_str(&format!("    {} => {}: {kind},\n", values.join(" | "), self.names.variant(id, index)));
        }
        let name = self.names.of_type(id, form);
        let reading = self.reading(id, form);
        format!("tagged_union!({reading}{name} by {} {{\n{rows}}});\n", literal(&tag.property))
    }

    /// How an alternative is read and written.
    fn alternative(&self, ty: &Type, tag: &Tag, form: Form) -> &'static str {
        if self.declares(ty, &tag.property, form) { "Declared" } else { "Added" }
    }

    /// Whether the tag is a member of the alternative itself.
    fn declares(&self, ty: &Type, tag: &str, form: Form) -> bool {
        let Type::Named(id) = self.api.unaliased(ty) else { return false };
        match &self.api.definition(*id).shape {
            Shape::Object(object) => members(object, form).any(|(_, field)| field.wire == tag),
            // A union within the union tells itself apart by the same tag.
            Shape::Union(inner) => inner.tag.as_ref().is_some_and(|inner| inner.property == tag),
            _ => false,
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
    format!("Object(&[{}], &[{}])", list(true), list(false))
}

/// A single value as an expression that can be compared and written.
fn constant(value: &Value) -> String {
    match value {
        Value::String(text) => literal(text),
        Value::Number(number) if number.is_f64() => format!("{number}_f64"),
        Value::Number(number) if number.is_i64() => format!("{number}_i64"),
        Value::Number(number) => format!("{number}_u64"),
        other => other.to_string(),
    }
}
