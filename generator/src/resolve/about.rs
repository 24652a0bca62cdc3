//! The title and the description of the crate, and a first call.

use super::Resolver;
use crate::config::CrateFeature;
use crate::docs;
use crate::ident::MAX_ARGUMENTS;
use crate::ir::{About, ExampleCall, PrintedMember};
use crate::model::{Content, Docs, Field, Number, Operation, Shape, Success, Text, Type, TypeId};
use crate::unicode::first_line;

/// The features that a crate without operations can have.
const OF_TYPES: [CrateFeature; 3] = [CrateFeature::Events, CrateFeature::Fixtures, CrateFeature::WebhookSignatures];

/// The features that a module of the user's crate can have. It has no optional dependencies.
const OF_MODULES: [CrateFeature; 2] = [CrateFeature::Fixtures, CrateFeature::Mock];

/// The members by which people recognize an item, the best first.
const FAMILIAR_MEMBERS: [&str; 4] = ["name", "title", "key", "id"];

/// The length of a title.
const LINE: usize = 120;

impl<'a> Resolver<'a> {
    /// Returns the title and the description of the crate.
    pub(crate) fn about(&self) -> About {
        About {
            title: docs::inline(&self.api.title),
            line: first_line(&self.api.title, LINE),
            version: Some(&self.api.version).filter(|version| is_version(version)).map(|version| docs::inline(version)),
            description: self.api.description.clone().filter(|description| !description.trim().is_empty()),
            own: self.settings.docs.as_deref().map(|docs| docs.trim().to_owned()),
        }
    }

    /// Returns `true` if the crate has an optional feature. Modules and types alone have few.
    pub(crate) fn offers(&self, feature: CrateFeature) -> bool {
        let is_of_use = self.has_operations() || OF_TYPES.contains(&feature);
        let is_possible = self.settings.whole_crate || OF_MODULES.contains(&feature);
        is_possible && is_of_use && self.settings.features.has(feature)
    }

    /// Returns `true` if there are operations. Otherwise the crate has no client, only types or a receiver of events.
    pub(crate) fn has_operations(&self) -> bool {
        !self.api.operations.is_empty()
    }

    /// The call of an operation that reads something and asks for little, with the token that most do, of a large group where
    /// there are several.
    pub(crate) fn example_call(&self) -> Option<ExampleCall> {
        self.example_operation().map(|(index, arguments)| self.call(index, arguments))
    }

    fn call(&self, index: usize, arguments: Vec<&'static str>) -> ExampleCall {
        ExampleCall {
            group: self.names.group(self.api.operations[index].group).function.clone(),
            function: self.names.operation(index).function.clone(),
            arguments,
            printed: self.printed_member(&self.api.operations[index]),
        }
    }

    /// Returns a required member of the result, or of its items, that a program can print: a name if there is one.
    fn printed_member(&self, operation: &Operation) -> Option<PrintedMember> {
        let Success::One(Content::Json(ty)) = &operation.success else { return None };
        let (of_items, ty) = match self.api.unaliased(ty) {
            Type::List(item) => (true, self.api.unaliased(item)),
            other => (false, other),
        };
        let Type::Named(id) = ty else { return None };
        let Shape::Object(object) = &self.api.definition(*id).shape else { return None };
        let fields = object.fields.iter().enumerate().filter(|(_, field)| {
            let is_simple = matches!(self.api.unaliased(&field.ty), Type::Text(Text::Plain) | Type::Integer(_));
            is_simple && field.required && field.constant.is_none() && !field.write_only
        });
        let rank = |field: &Field| {
            FAMILIAR_MEMBERS.iter().position(|name| *name == field.wire).unwrap_or(FAMILIAR_MEMBERS.len())
        };
        let (index, _) = fields.min_by_key(|(_, field)| rank(field))?;
        Some(PrintedMember { of_items, name: self.names.field(*id, index).to_owned() })
    }

    /// The features that the call to begin with needs.
    pub(super) fn example_features(&self) -> Option<Vec<String>> {
        let (index, _) = self.example_operation()?;
        let group = self.group_gate(self.api.operations[index].group);
        Some(std::iter::once("reqwest".to_owned()).chain(group.any).collect())
    }

    fn example_operation(&self) -> Option<(usize, Vec<&'static str>)> {
        let candidates = self.api.operations.iter().enumerate().filter(|(_, operation)| {
            operation.method == "GET"
                && !self.is_deprecated(operation)
                && operation.body.is_none()
                && operation.success != Success::Nothing
        });
        let simple = candidates.filter_map(|(index, operation)| Some((index, self.simple_arguments(operation)?)));
        let simple = simple.filter(|(_, arguments)| arguments.len() <= MAX_ARGUMENTS);
        let sizes: Vec<usize> = self.api.operations_by_group().iter().map(Vec::len).collect();
        simple.min_by_key(|(index, arguments)| {
            let operation = &self.api.operations[*index];
            let plain = !matches!(operation.success, Success::One(Content::Json(_)));
            (
                !takes_usual_token(operation),
                arguments.len(),
                plain,
                how_telling(&self.names.operation(*index).function),
                !operation.lists,
                std::cmp::Reverse(sizes.get(operation.group)),
                *index,
            )
        })
    }

    /// The types that operations answer, the best to begin with first: that of the example, then those of operations that are
    /// to be used.
    pub(super) fn example_types(&self) -> impl Iterator<Item = TypeId> {
        let example = self.example_operation().map(|(index, _)| &self.api.operations[index]);
        let used = self.api.operations.iter().filter(|operation| !self.is_deprecated(operation));
        example.into_iter().chain(used).filter_map(|operation| self.answered(operation))
    }

    /// The type of the only kind of answer.
    fn answered(&self, operation: &Operation) -> Option<TypeId> {
        let Success::One(Content::Json(ty)) = &operation.success else { return None };
        match self.api.unaliased(ty.split_null().0) {
            Type::Named(id) => Some(*id),
            _ => None,
        }
    }

    /// Returns `true` if the description says somewhere that an operation, or what it answers, is no more to be used.
    fn is_deprecated(&self, operation: &Operation) -> bool {
        let says = |docs: &Docs| {
            let texts = docs.title.iter().chain(&docs.description);
            docs.deprecated || texts.map(|text| text.to_ascii_lowercase()).any(|text| text.contains("deprecated"))
        };
        let answered = self.answered(operation).map(|id| &self.api.definition(id).docs);
        says(&operation.docs) || answered.is_some_and(says)
    }

    /// Values for what has to be given, where these are texts and numbers.
    fn simple_arguments(&self, operation: &Operation) -> Option<Vec<&'static str>> {
        let required = operation.parameters.iter().filter(|parameter| parameter.required);
        let values = required.map(|parameter| match self.api.unaliased(parameter.ty.split_null().0) {
            Type::Boolean => Some("true"),
            Type::Integer(_) => Some("1"),
            Type::Text(Text::Plain | Text::Binary) => Some("\"DEMO\""),
            Type::Number(Number::F32 | Number::F64) => Some("1.0"),
            _ => None,
        });
        values.collect()
    }
}

/// Returns `true` if the token that programs give first is all that an operation asks for.
fn takes_usual_token(operation: &Operation) -> bool {
    let is_usual = |schemes: &Vec<usize>| schemes.iter().all(|scheme| *scheme == 0);
    operation.requirement.as_ref().is_none_or(|asked| asked.is_empty() || asked.iter().any(is_usual))
}

/// Rates how little a function's name says about its effect: lower is clearer.
fn how_telling(function: &str) -> u8 {
    match function {
        "list" => 0,
        _ if function.starts_with("list") => 1,
        _ => 2,
    }
}

/// Returns `true` if a text tells versions apart: one word with a digit.
fn is_version(text: &str) -> bool {
    text.contains(|sign: char| sign.is_ascii_digit()) && text.split_whitespace().count() == 1
}

#[cfg(test)]
mod tests {
    use crate::pipeline::Emission;

    #[test]
    fn the_first_call_takes_arguments_of_simple_types() {
        let first_call = |schema: &str| {
            let text = format!(
                r#"{{ "openapi": "3.0.3", "info": {{ "title": "", "version": "" }}, "paths": {{ "/a/{{b}}": {{ "get": {{
                    "parameters": [{{ "name": "b", "in": "path", "required": true, "schema": {schema} }}],
                    "responses": {{ "200": {{ "description": "", "content": {{ "text/plain": {{
                        "schema": {{ "type": "string" }} }} }} }} }}
                }} }} }} }}"#
            );
            Emission::from_text(text).resolver().example_call().map(|call| call.arguments)
        };
        assert_eq!(first_call(r#"{ "type": "number" }"#), Some(vec!["1.0"]));
        assert_eq!(first_call(r#"{ "type": "number", "format": "decimal" }"#), None);
    }
}
