//! The parameters of an operation on the command line: what their help says.

use crate::emit::manifest::single_line;
use crate::emit::{Emitter, literal};
use crate::ident::unraw;
use crate::model::{DateKind, Parameter, Shape, Text, Type};

impl Emitter<'_> {
    /// What there is to say of the parameters of an operation.
    pub(super) fn parameters(&self, index: usize) -> String {
        let operation = &self.api.operations[index];
        let names = &self.names.operation(index).parameters;
        let mut rows = String::new();
        for (parameter, name) in operation.parameters.iter().zip(names) {
            let fields = self.parameter(parameter, name);
            let fields = fields.iter().map(|(field, value)| format!("\n                {field}: {value},"));
            let fields: String = fields.collect();
            rows.push_str(&format!(
                "\n            cli::Parameter {{{fields}\n                ..cli::Parameter::PLAIN\n            }},"
            ));
        }
        if rows.is_empty() { rows } else { rows + "\n        " }
    }

    /// What there is to say of a parameter: where it differs from a plain one.
    fn parameter(&self, parameter: &Parameter, name: &str) -> Vec<(&'static str, String)> {
        let (kind, many) = self.value_kind(&parameter.ty);
        let mut fields = vec![
            ("name", literal(unraw(name))),
            ("wire", literal(&parameter.wire)),
            ("place", literal(parameter.place.as_str())),
        ];
        if parameter.required {
            fields.push(("required", "true".to_owned()));
        }
        let docs = &parameter.docs;
        let told = docs.description.as_deref().or(docs.title.as_deref()).map(single_line);
        if let Some(told) = told.filter(|told| !told.is_empty()) {
            fields.push(("about", literal(&told)));
        }
        if kind != "TEXT" {
            fields.push(("value", literal(kind)));
        }
        if many {
            fields.push(("many", "true".to_owned()));
        }
        if let Some(default) = &parameter.default {
            fields.push(("default", format!("Some({})", literal(&default.to_string()))));
        }
        let known = self.known(&parameter.ty);
        if !known.is_empty() {
            let rows = known.iter().map(|known| format!("\n                    {known},"));
            fields.push(("known", format!("&[{}\n                ]", rows.collect::<String>())));
        }
        fields
    }

    /// What the help calls a value, and whether there may be several.
    fn value_kind(&self, ty: &Type) -> (&'static str, bool) {
        match self.api.unaliased(ty.split_null().0) {
            Type::Boolean => ("true|false", false),
            Type::Integer(_) => ("INTEGER", false),
            Type::Number(_) => ("NUMBER", false),
            Type::Text(Text::Date(DateKind::Date)) => ("DATE", false),
            Type::Text(Text::Date(DateKind::DateTime)) => ("DATE-TIME", false),
            Type::Text(Text::File) => ("FILE", false),
            Type::Text(_) => ("TEXT", false),
            Type::List(inner) | Type::Set(inner) => (self.value_kind(inner).0, true),
            Type::Named(id) => match self.api.definition(*id).shape {
                Shape::Codes(_) | Shape::Words(_) => ("VALUE", false),
                Shape::Object(_) => ("JSON", false),
                Shape::Newtype(_) | Shape::Union(_) | Shape::Alias(_) => ("JSON", true),
            },
            Type::AnyObject | Type::Map(_) => ("JSON", false),
            Type::Any | Type::Tuple(_) | Type::Nullable(_) => ("JSON", true),
        }
    }

    /// The values that the description lists for a parameter, or for each of its elements.
    fn known(&self, ty: &Type) -> Vec<String> {
        let id = match self.api.unaliased(ty.split_null().0) {
            Type::List(inner) | Type::Set(inner) => return self.known(inner),
            Type::Named(id) => *id,
            _ => return Vec::new(),
        };
        let row = |wire: &str, name: &str, meaning: Option<&str>| {
            let meaning = single_line(meaning.unwrap_or_default());
            format!("cli::Known({}, {}, {})", literal(wire), literal(name), literal(&meaning))
        };
        match &self.api.definition(id).shape {
            Shape::Codes(codes) => {
                let rows = codes.codes.iter().enumerate().map(|(index, code)| {
                    // What is named after its number only has no name.
                    let name = code.name.as_ref().or(code.meaning.as_ref()).map(|_| self.names.variant(id, index));
                    row(&code.code.to_string(), &name.map(dashed).unwrap_or_default(), code.meaning.as_deref())
                });
                rows.collect()
            }
            Shape::Words(words) => {
                words.words.iter().map(|word| row(&word.wire, "", word.meaning.as_deref())).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The name of a variant as a word of the command line: `UserStory` is `user-story`.
fn dashed(name: &str) -> String {
    let mut word = String::new();
    for c in unraw(name).chars() {
        if c.is_uppercase() && !word.is_empty() {
            word.push('-');
        }
        word.extend(c.to_lowercase());
    }
    word
}
