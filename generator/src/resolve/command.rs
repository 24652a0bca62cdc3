//! Operations on the command line of the crate: what their help says, and how their values are read.

use super::Resolver;
use crate::docs;
use crate::ident::without_underscore;
use crate::ir::{Command, CommandParameter, GivenAs, KnownValue};
use crate::model::{DateKind, Docs, Parameter, Shape, Text, Type};
use crate::resolve::docs::heading;

impl<'a> Resolver<'a> {
    /// An operation on the command line.
    pub(crate) fn command(&self, index: usize) -> Command {
        let (operation, names) = (&self.api.operations[index], self.names.operation(index));
        let parameters = operation.parameters.iter().zip(&names.parameters);
        let parameters = parameters.map(|(parameter, name)| self.command_parameter(parameter, name));
        let parameters: Vec<CommandParameter> = parameters.collect();
        Command {
            about: docs::summary(heading(&operation.docs)),
            parameters,
            body_about: operation.body.as_ref().map(|body| details(&body.docs)).unwrap_or_default(),
        }
    }

    fn command_parameter(&self, parameter: &'a Parameter, name: &'a str) -> CommandParameter {
        let (value, is_list) = self.value_kind(&parameter.ty);
        let given_as = match parameter.ty.split_null().0 {
            Type::Text(Text::File) => GivenAs::File,
            Type::List(item) if **item == Type::Text(Text::File) => GivenAs::Files,
            _ => GivenAs::Value,
        };
        CommandParameter {
            name: name.to_owned(),
            wire: parameter.wire.clone(),
            place: parameter.place,
            is_required: parameter.required,
            about: details(&parameter.docs),
            value,
            is_list,
            given_as,
            default: parameter.default.as_ref().map(ToString::to_string),
            known: self.known_values(&parameter.ty),
        }
    }

    /// Returns the placeholder of a value in the help, and `true` if there may be several.
    fn value_kind(&self, ty: &Type) -> (&'static str, bool) {
        match self.api.unaliased(ty.split_null().0) {
            Type::Boolean => ("true|false", false),
            Type::Integer(_) => ("INTEGER", false),
            Type::UnixTime => ("UNIX-TIME", false),
            Type::Number(_) => ("NUMBER", false),
            Type::Text(Text::Date(DateKind::Date)) => ("DATE", false),
            Type::Text(Text::Date(DateKind::DateTime)) => ("DATE-TIME", false),
            Type::Text(Text::File) => ("FILE", false),
            Type::Text(_) => ("TEXT", false),
            Type::List(inner) => (self.value_kind(inner).0, true),
            Type::Named(id) => match self.api.definition(*id).shape {
                Shape::IntegerEnum(_) | Shape::StringEnum(_) => ("VALUE", false),
                Shape::Object(_) => ("JSON", false),
                Shape::Wrapper(_) | Shape::Union(_) | Shape::Alias(_) => ("JSON", true),
            },
            Type::AnyObject | Type::Map(_) => ("JSON", false),
            Type::Own(id, _) => match self.api.own_types.get(*id).map(|own| &own.like) {
                Some(Type::Any | Type::List(_)) | None => ("JSON", true),
                Some(like) => self.value_kind(like),
            },
            Type::Any | Type::Tuple(_) | Type::Nullable(_) => ("JSON", true),
        }
    }

    /// The values that the description lists for a parameter, or for each of its elements.
    fn known_values(&self, ty: &'a Type) -> Vec<KnownValue> {
        let id = match self.api.unaliased(ty.split_null().0) {
            Type::List(inner) => return self.known_values(inner),
            Type::Named(id) => *id,
            _ => return Vec::new(),
        };
        match &self.api.definition(id).shape {
            Shape::IntegerEnum(codes) => {
                let values = codes.codes.iter().enumerate().map(|(index, code)| KnownValue {
                    wire: code.code.to_string(),
                    // What is named after its number only has no name.
                    name: code
                        .name
                        .as_ref()
                        .or(code.meaning.as_ref())
                        .map(|_| without_underscore(self.names.variant(id, index)).to_owned()),
                    meaning: summary(code.meaning.as_deref()),
                });
                values.collect()
            }
            Shape::StringEnum(words) => {
                let values = words.words.iter().map(|word| KnownValue {
                    wire: word.wire.clone(),
                    name: None,
                    meaning: summary(word.meaning.as_deref()),
                });
                values.collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Returns the description of an item, in one line.
fn details(docs: &Docs) -> String {
    summary(docs.description.as_deref().or(docs.title.as_deref()))
}

/// The first sentence of a text, for help or a table.
pub(super) fn summary(text: Option<&str>) -> String {
    docs::summary(text.unwrap_or_default())
}
