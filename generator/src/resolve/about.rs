//! The title and the description of the crate, and a first call.

use super::Resolver;
use super::structure::present;
use crate::analysis::{Direction, asks_for_body};
use crate::config::CrateFeature;
use crate::docs;
use crate::ident::MAX_ARGUMENTS;
use crate::ir::{About, ExampleCall, Member, PrintedMember};
use crate::model::{
    BodyKind, Content, CredentialLocation, Docs, Field, Number, Operation, Shape, Success, Text, Type, TypeId,
};
use crate::unicode::first_line;

/// The members by which people recognize an item, the best first.
const FAMILIAR_MEMBERS: [&str; 4] = ["name", "title", "key", "id"];

/// The text of an example as an expression: of a parameter, and of a member of a body without an example.
const TEXT: &str = "\"DEMO\"";
const MEMBER_TEXT: &str = "\"Example\"";

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

    /// Returns `true` if the crate has an optional feature. Types alone have few.
    pub(crate) fn offers(&self, feature: CrateFeature) -> bool {
        let is_of_use = match feature {
            CrateFeature::Fixtures => true,
            CrateFeature::Events => !self.api.events.is_empty(),
            CrateFeature::WebhookSignatures => self.offers(CrateFeature::Events),
            CrateFeature::Oauth => {
                let mut schemes = self.api.security.iter();
                self.has_operations() && schemes.any(|scheme| scheme.place == CredentialLocation::Bearer)
            }
            _ => self.has_operations(),
        };
        is_of_use && self.settings.features.has(feature)
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

    /// Returns the call of an operation that creates something from a JSON body with simple required members, of the largest group
    /// that has one.
    pub(crate) fn creating_call(&self) -> Option<ExampleCall> {
        let candidates = self.api.operations.iter().enumerate().filter(|(index, operation)| {
            let function = &self.names.operation(*index).function;
            let creates = ["create", "add"].iter().any(|verb| function.starts_with(verb));
            creates
                && operation.method == "POST"
                && !self.is_deprecated(operation)
                && operation.success != Success::Nothing
        });
        let simple =
            candidates.filter_map(|(index, operation)| Some((index, self.creating_arguments(index, operation)?)));
        let simple = simple.filter(|(_, arguments)| arguments.len() <= MAX_ARGUMENTS);
        let sizes: Vec<usize> = self.api.operations_by_group().iter().map(Vec::len).collect();
        let best = simple.min_by_key(|(index, _)| {
            let operation = &self.api.operations[*index];
            let is_plain = self.names.operation(*index).function == "create";
            (!takes_usual_token(operation), !is_plain, std::cmp::Reverse(sizes.get(operation.group)), *index)
        });
        best.map(|(index, arguments)| self.call(index, arguments))
    }

    /// Returns values for the required parameters and for a JSON body with simple required members.
    fn creating_arguments(&self, index: usize, operation: &Operation) -> Option<Vec<String>> {
        let [body] = operation.body.as_ref()?.alternatives.as_slice() else { return None };
        let BodyKind::Json { ty, .. } = &body.kind else { return None };
        let Type::Named(id) = self.api.unaliased(ty) else { return None };
        let members = self.member_arguments(*id)?;
        let mut arguments = self.simple_arguments(operation)?;
        if self.names.operation(index).flattened_body.is_some() {
            arguments.extend(members);
        } else if asks_for_body(self.api, operation) {
            let name = self.names.of_type(*id, Direction::Request);
            arguments.push(format!("types::{name}::new({})", members.join(", ")));
        } else {
            return None;
        }
        Some(arguments)
    }

    /// Returns values for the arguments of an object's constructor, if there are any and all are simple.
    fn member_arguments(&self, id: TypeId) -> Option<Vec<String>> {
        let Shape::Object(object) = &self.api.definition(id).shape else { return None };
        if self.names.required_fields(id, Direction::Request).is_some() {
            return None;
        }
        let structure = self.structure(id, object, Direction::Request);
        let members = structure.members.iter().zip(present(object, Direction::Request));
        let given = members.filter(|(member, _)| Member::field(member).is_some_and(|(_, field)| field.is_argument()));
        let values = given.map(|(_, (_, field))| match self.simple_value(&field.ty)? {
            text if text == TEXT => Some(example_text(field).unwrap_or_else(|| MEMBER_TEXT.to_owned())),
            value => Some(value),
        });
        values.collect::<Option<Vec<String>>>().filter(|values| !values.is_empty())
    }

    fn call(&self, index: usize, arguments: Vec<String>) -> ExampleCall {
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

    fn example_operation(&self) -> Option<(usize, Vec<String>)> {
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

    /// Values for what has to be given, where these are simple.
    fn simple_arguments(&self, operation: &Operation) -> Option<Vec<String>> {
        let required = operation.parameters.iter().filter(|parameter| parameter.required);
        required.map(|parameter| self.simple_value(parameter.ty.split_null().0)).collect()
    }

    /// Returns a value of a type of texts, numbers or listed texts.
    fn simple_value(&self, ty: &Type) -> Option<String> {
        let value = match self.api.unaliased(ty) {
            Type::Boolean => "true",
            Type::Integer(_) => "1",
            Type::Text(Text::Plain | Text::Binary) => TEXT,
            Type::Number(Number::F32 | Number::F64) => "1.0",
            Type::Named(id) if matches!(self.api.definition(*id).shape, Shape::StringEnum(_)) => {
                let (name, variant) = (self.names.of_type(*id, Direction::Request), self.names.variant(*id, 0));
                return (!variant.is_empty()).then(|| format!("types::{name}::{variant}"));
            }
            _ => return None,
        };
        Some(value.to_owned())
    }
}

/// Returns the example of a text member as an expression, if it is one short line of ordinary signs.
fn example_text(field: &Field) -> Option<String> {
    let example = field.docs.sample.as_deref()?.as_str()?;
    let is_ordinary = |sign: char| sign.is_ascii_alphanumeric() || " -_.,@".contains(sign);
    let is_short = !example.trim().is_empty() && example.len() <= 40;
    (is_short && example.chars().all(is_ordinary)).then(|| format!("\"{example}\""))
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
    fn the_creating_call_takes_a_body_of_simple_members() {
        let creating_call = |member: &str, is_inline: bool| {
            let pet = format!(
                r#"{{ "type": "object", "required": ["kind", "name"], "properties": {{
                    "kind": {{ "type": "string", "enum": ["cat", "dog"] }}, "name": {member} }} }}"#
            );
            let reference = r##"{ "$ref": "#/components/schemas/Pet" }"##;
            let (body, component) = if is_inline { (pet.as_str(), "{}") } else { (reference, pet.as_str()) };
            let text = format!(
                r#"{{ "openapi": "3.0.3", "info": {{ "title": "", "version": "" }}, "paths": {{ "/pets/{{shop}}": {{ "post": {{
                    "operationId": "createPet", "tags": ["pets"],
                    "parameters": [{{ "name": "shop", "in": "path", "required": true, "schema": {{ "type": "string" }} }}],
                    "requestBody": {{ "required": true, "content": {{ "application/json": {{ "schema": {body} }} }} }},
                    "responses": {{ "200": {{ "description": "", "content": {{ "text/plain": {{
                        "schema": {{ "type": "string" }} }} }} }} }} }} }} }},
                    "components": {{ "schemas": {{ "Pet": {component} }} }} }}"#
            );
            Emission::from_text(&text).resolver().creating_call().map(|call| call.arguments.join(", "))
        };
        let whole = |text: &str| Some(format!("\"DEMO\", types::Pet::new(types::PetKind::Cat, {text})"));
        assert_eq!(creating_call(r#"{ "type": "string" }"#, false), whole("\"Example\""));
        assert_eq!(creating_call(r#"{ "type": "string", "example": "Tom" }"#, false), whole("\"Tom\""));
        assert_eq!(creating_call(r#"{ "type": "string", "example": "\"Tom\"" }"#, false), whole("\"Example\""));
        let flattened = creating_call(r#"{ "type": "integer" }"#, true);
        assert_eq!(flattened.as_deref(), Some("\"DEMO\", types::CreatePetKind::Cat, 1"));
        assert_eq!(creating_call(r#"{ "type": "array", "items": {} }"#, false), None);
    }

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
        assert_eq!(first_call(r#"{ "type": "number" }"#), Some(vec!["1.0".to_owned()]));
        assert_eq!(first_call(r#"{ "type": "number", "format": "decimal" }"#), None);
    }
}
