//! Values in text form, such as those of parameters and forms, decoded by the types of their schemas.

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::Schemas;
use super::alternatives::alternatives;
use super::shape::{Shape, Type};

/// The structure of a value, which determines how it is written as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Structure {
    /// A value without nested values.
    Scalar,
    /// An array.
    Array,
    /// An object with these members, and maybe others.
    Object(Vec<String>),
}

/// A value whose parts are text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextValue {
    /// A value without nested values.
    Scalar(String),
    /// The elements of an array.
    Elements(Vec<String>),
    /// The members of an object, which may be repeated.
    Members(Vec<(String, String)>),
}

impl Schemas {
    /// Returns the structure of the values of the schema at a JSON pointer.
    #[must_use]
    pub fn structure(&self, pointer: &str) -> Structure {
        let Some(shape) = self.shape_at(pointer) else { return Structure::Scalar };
        match self.types(&shape).first() {
            Some(Type::Array) => Structure::Array,
            Some(Type::Object) => Structure::Object(shape.properties.keys().map(|name| (*name).to_owned()).collect()),
            _ => Structure::Scalar,
        }
    }

    /// Returns the value of the schema at a JSON pointer that a text represents. Text that does not have the type of the
    /// schema becomes a string.
    #[must_use]
    pub fn decode(&self, pointer: &str, text: &TextValue) -> Value {
        let shape = self.shape_at(pointer).unwrap_or_default();
        match text {
            TextValue::Scalar(text) => self.scalar(&shape, text),
            TextValue::Elements(texts) => self.elements(&shape, texts),
            TextValue::Members(members) => self.members(&shape, members),
        }
    }

    fn shape_at(&self, pointer: &str) -> Option<Shape<'_>> {
        Some(Shape::new(&self.document(), &[self.document().at(pointer)?]))
    }

    /// Returns the types of a schema, including those of its alternatives.
    fn types(&self, shape: &Shape<'_>) -> Vec<Type> {
        let unions = shape.unions.iter().flat_map(|union| alternatives(&self.document(), union));
        let types: Vec<Type> =
            unions.flat_map(|alternative| Shape::new(&self.document(), &[alternative.schema]).types()).collect();
        if types.is_empty() { shape.types() } else { types }
    }

    fn scalar(&self, shape: &Shape<'_>, text: &str) -> Value {
        if let Some(choice) = shape.choices.iter().flatten().find(|choice| text_of(choice) == text) {
            return (*choice).clone();
        }
        let types = self.types(shape);
        let number = || serde_json::from_str::<Value>(text).ok().filter(Value::is_number);
        if types.iter().any(|ty| matches!(ty, Type::Integer | Type::Number))
            && let Some(number) = number()
        {
            return number;
        }
        match text {
            "true" | "false" if types.contains(&Type::Boolean) => Value::Bool(text == "true"),
            "null" if shape.is_nullable && !types.contains(&Type::String) => Value::Null,
            _ => Value::String(text.to_owned()),
        }
    }

    fn elements(&self, shape: &Shape<'_>, texts: &[String]) -> Value {
        let items = Shape::new(&self.document(), &Vec::from_iter(shape.items));
        texts.iter().map(|text| self.scalar(&items, text)).collect()
    }

    fn members(&self, shape: &Shape<'_>, members: &[(String, String)]) -> Value {
        let mut texts: IndexMap<&str, Vec<String>> = IndexMap::new();
        for (name, text) in members {
            texts.entry(name).or_default().push(text.clone());
        }
        let mut object = Map::new();
        for (name, texts) in texts {
            let schemas = shape.properties.get(name).cloned().unwrap_or_else(|| Vec::from_iter(shape.additional));
            let member = Shape::new(&self.document(), &schemas);
            let value = match texts.as_slice() {
                [text] if self.types(&member).first() != Some(&Type::Array) => self.nested(&member, text),
                texts => self.elements(&member, texts),
            };
            object.insert(name.to_owned(), value);
        }
        Value::Object(object)
    }

    /// Returns the value of a member of a form: objects are written as JSON.
    fn nested(&self, shape: &Shape<'_>, text: &str) -> Value {
        let is_object = self.types(shape).first() == Some(&Type::Object);
        let json = is_object.then(|| serde_json::from_str::<Value>(text).ok()).flatten();
        json.unwrap_or_else(|| self.scalar(shape, text))
    }
}

/// Returns the text form of a scalar.
fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
