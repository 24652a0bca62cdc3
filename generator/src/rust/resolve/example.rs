//! Examples of calls: the first one of a program, and those of the groups.

use std::cmp::Reverse;

use super::Resolver;
use crate::api::analysis::{Direction, asks_for_body};
use crate::api::model::{BodyKind, Content, Docs, Field, Operation, Shape, Success, Text, Type, TypeId};
use crate::base::ident::MAX_ARGUMENTS;
use crate::rust::ir::{ExampleCall, ExampleValue, ListMember, Presence, Printed};

/// Maximum number of characters of the arguments of an example.
const MAX_ARGUMENTS_LEN: usize = 200;
/// The members by which people recognize an item, the best first.
const FAMILIAR_MEMBERS: [&str; 10] =
    ["name", "title", "key", "login", "full_name", "username", "slug", "label", "email", "id"];

/// The first words of functions that read, even if their method is not `GET`.
const READING: [&str; 8] = ["get", "list", "describe", "search", "find", "query", "read", "fetch"];

/// The first words of functions that create something.
const CREATING: [&str; 2] = ["create", "add"];

/// The security scheme of the token that programs give first.
pub(super) const USUAL_SCHEME: usize = 0;

/// The effect of a call on the server, the most harmless first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Effect {
    None,
    /// None according to its name.
    Reads,
    Creates,
    Unknown,
}

impl<'a> Resolver<'a> {
    /// Returns the examples of a group: a call that reads, and the plainest one that creates something.
    pub(super) fn group_examples(&self, operations: &[usize]) -> Vec<ExampleCall> {
        let best = |effects: &[Effect]| {
            let found = effects.iter().find_map(|effect| self.best_call(operations.iter().copied(), *effect, &[]));
            found.map(|(index, arguments)| self.call(index, arguments))
        };
        best(&[Effect::None, Effect::Reads]).into_iter().chain(best(&[Effect::Creates])).collect()
    }

    /// Returns the first operation that a program calls, and its arguments: it reads something if possible, asks for little,
    /// and takes the token that most operations take.
    pub(super) fn example_operation(&self) -> Option<(usize, Vec<ExampleValue>)> {
        let effects = [Effect::None, Effect::Reads, Effect::Creates, Effect::Unknown];
        let sizes: Vec<usize> = self.api.operations_by_group().iter().map(Vec::len).collect();
        effects.into_iter().find_map(|effect| self.best_call(0..self.api.operations.len(), effect, &sizes))
    }

    /// Returns the operation with this effect that is the best example, with its arguments. Operations of large groups are
    /// preferred if the sizes of the groups are given.
    fn best_call(
        &self,
        operations: impl Iterator<Item = usize>,
        effect: Effect,
        sizes: &[usize],
    ) -> Option<(usize, Vec<ExampleValue>)> {
        let candidates = operations.filter(|index| {
            let operation = &self.api.operations[*index];
            self.effect(*index) == effect && !self.is_deprecated(operation)
        });
        let simple = candidates.filter_map(|index| Some((index, self.example_arguments(index)?)));
        let simple = simple.filter(|(_, arguments)| {
            let len: usize = arguments.iter().map(|argument| argument.to_string().len()).sum();
            arguments.len() <= MAX_ARGUMENTS && len <= MAX_ARGUMENTS_LEN
        });
        simple.min_by_key(|(index, arguments)| {
            let operation = &self.api.operations[*index];
            (
                operation.success == Success::Nothing,
                !takes_usual_token(operation),
                effect == Effect::Creates && self.names.operation(*index).function != CREATING[0],
                arguments.len(),
                !matches!(operation.success, Success::One(Content::Json(_))),
                verb_rank(&self.names.operation(*index).function),
                !operation.lists,
                Reverse(sizes.get(operation.group).copied()),
                *index,
            )
        })
    }

    fn effect(&self, index: usize) -> Effect {
        let function = self.names.operation(index).function.as_str();
        let begins = |verbs: &[&str]| verbs.contains(&function.split('_').next().unwrap_or_default());
        match self.api.operations[index].method.as_str() {
            "GET" => Effect::None,
            "POST" if begins(&READING) => Effect::Reads,
            "POST" if begins(&CREATING) => Effect::Creates,
            _ => Effect::Unknown,
        }
    }

    /// Returns a call of an operation with these arguments.
    pub(super) fn call(&self, index: usize, arguments: Vec<ExampleValue>) -> ExampleCall {
        let operation = &self.api.operations[index];
        ExampleCall {
            group_feature: self.group_gate(operation.group).any.into_iter().next(),
            group: self.names.group(operation.group).function.clone(),
            function: self.names.operation(index).function.clone(),
            arguments,
            schemes: self.required_schemes(operation),
            has_output: operation.success != Success::Nothing,
            printed: self.printed_part(operation),
        }
    }

    /// Returns the combination of security schemes that a program needs for an operation; the simplest one if there are several.
    fn required_schemes(&self, operation: &Operation) -> Vec<usize> {
        let requirement = operation.requirement.as_ref().unwrap_or(&self.api.requirement);
        let simplest = requirement.iter().min_by_key(|schemes| (schemes.len(), schemes.first() != Some(&USUAL_SCHEME)));
        simplest.cloned().unwrap_or_default()
    }

    /// Returns the arguments of the function of an operation as expressions, or `None` if they are not simple.
    fn example_arguments(&self, index: usize) -> Option<Vec<ExampleValue>> {
        let (operation, names) = (&self.api.operations[index], self.names.operation(index));
        let required = operation.parameters.iter().filter(|parameter| parameter.required);
        let arguments = required.map(|parameter| {
            let ty = parameter.ty.split_null().0;
            let value = self.parameter_sample(parameter)?;
            self.expression(ty, &value)
        });
        let mut arguments = arguments.collect::<Option<Vec<_>>>()?;
        let Some(body) = operation.body.as_ref().filter(|_| !operation.has_parts()) else { return Some(arguments) };
        let ty = match body.alternatives.as_slice() {
            [only] => match &only.kind {
                BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. } => Some(ty),
                _ => None,
            },
            _ => None,
        };
        if let Some(id) = names.flattened_body {
            arguments.extend(self.member_expressions(id, &self.request_sample(&Type::Named(id))?)?);
        } else if asks_for_body(self.api, operation) {
            arguments.push(self.expression(ty?, &self.request_sample(ty?)?)?);
        }
        Some(arguments)
    }

    /// Returns what a program prints of the result: a member of each of its items, or of the result itself.
    fn printed_part(&self, operation: &'a Operation) -> Option<Printed> {
        let Success::One(Content::Json(ty)) = &operation.success else { return None };
        let id = match self.api.unaliased(ty) {
            Type::Named(id) => *id,
            Type::List(item) => {
                return Some(Printed::Items { list: None, member: Some(self.printed_member(self.object_id(item)?)?) });
            }
            _ => return None,
        };
        // An item may have a list besides its name.
        let is_item = operation.pagination.is_none() && self.has_familiar_member(id);
        match self.item_list(operation, id).filter(|_| !is_item) {
            Some((list, item)) => {
                let member = self.object_id(item).and_then(|item| self.printed_member(item));
                Some(Printed::Items { list: Some(list), member })
            }
            None => self.printed_member(id).map(Printed::Member),
        }
    }

    /// Returns the list of a response object and the type of its items: the items of its pages, or else the only list of
    /// objects.
    fn item_list(&self, operation: &'a Operation, response: TypeId) -> Option<(ListMember, &'a Type)> {
        let of_pages = operation.pagination.as_ref().filter(|pagination| pagination.page.is_none());
        let (path, item) = match of_pages {
            Some(pagination) => (pagination.items.clone(), &pagination.item),
            None => {
                let Shape::Object(object) = &self.api.definition(response).shape else { return None };
                let lists = object.fields.iter().enumerate().filter_map(|(index, field)| {
                    let Type::List(item) = self.api.unaliased(field.ty.split_null().0) else { return None };
                    self.object_id(item).map(|_| (vec![(response, index)], &**item))
                });
                let mut lists = lists.filter(|(path, _)| self.received_presence(path[0]).is_some());
                lists.next().filter(|_| lists.next().is_none())?
            }
        };
        let presences = path.iter().map(|member| self.received_presence(*member)).collect::<Option<Vec<_>>>()?;
        let (last, outer) = presences.split_last()?;
        let is_value = |presence: &Presence| matches!(presence, Presence::Required | Presence::FilledIn(_));
        let is_printable = outer.iter().all(is_value) && (is_value(last) || last.is_option());
        let names: Vec<&str> = path.iter().map(|(owner, index)| self.names.field(*owner, *index)).collect();
        let list = ListMember { path: names.join("."), is_option: last.is_option() };
        is_printable.then_some((list, item))
    }

    fn received_presence(&self, (owner, index): (TypeId, usize)) -> Option<Presence> {
        let Shape::Object(object) = &self.api.definition(owner).shape else { return None };
        let field = object.fields.get(index).filter(|field| field.constant.is_none() && !field.write_only)?;
        Some(self.presence(owner, field, Direction::Response))
    }

    /// Returns the object that a type is.
    fn object_id(&self, ty: &Type) -> Option<TypeId> {
        match self.api.unaliased(ty) {
            Type::Named(id) if matches!(self.api.definition(*id).shape, Shape::Object(_)) => Some(*id),
            _ => None,
        }
    }

    /// Returns a required member of an object that a program can print: a name if there is one, and else a string if there is
    /// one.
    fn printed_member(&self, id: TypeId) -> Option<String> {
        let Shape::Object(object) = &self.api.definition(id).shape else { return None };
        let fields = object.fields.iter().enumerate().filter(|(index, field)| {
            let is_simple = matches!(self.api.unaliased(&field.ty), Type::Text(Text::Plain) | Type::Integer(_));
            is_simple && self.received_presence((id, *index)) == Some(Presence::Required)
        });
        let rank = |field: &Field| {
            FAMILIAR_MEMBERS.iter().position(|name| *name == field.wire).unwrap_or(FAMILIAR_MEMBERS.len())
        };
        let is_number = |field: &Field| matches!(self.api.unaliased(&field.ty), Type::Integer(_));
        let (index, _) = fields.min_by_key(|(_, field)| (rank(field), is_number(field)))?;
        Some(self.names.field(id, index).to_owned())
    }

    /// Returns `true` if an object has a member by which people recognize it, and thus is an item rather than a list.
    fn has_familiar_member(&self, id: TypeId) -> bool {
        let Shape::Object(object) = &self.api.definition(id).shape else { return false };
        object.fields.iter().any(|field| FAMILIAR_MEMBERS.contains(&field.wire.as_str()))
    }

    /// Returns the types of responses, the best to begin with first: that of the first call, then those of operations that are
    /// not deprecated.
    pub(super) fn example_types(&self, first: Option<usize>) -> impl Iterator<Item = TypeId> {
        let example = first.map(|index| &self.api.operations[index]);
        let used = self.api.operations.iter().filter(|operation| !self.is_deprecated(operation));
        example.into_iter().chain(used).filter_map(|operation| self.response_type(operation))
    }

    /// Returns the type of the only kind of response.
    fn response_type(&self, operation: &Operation) -> Option<TypeId> {
        let Success::One(Content::Json(ty)) = &operation.success else { return None };
        match self.api.unaliased(ty.split_null().0) {
            Type::Named(id) => Some(*id),
            _ => None,
        }
    }

    /// Returns `true` if the description says somewhere that an operation or its response is deprecated.
    fn is_deprecated(&self, operation: &Operation) -> bool {
        let says = |docs: &Docs| {
            let texts = docs.title.iter().chain(&docs.description);
            docs.deprecated || texts.map(|text| text.to_ascii_lowercase()).any(|text| text.contains("deprecated"))
        };
        let answered = self.response_type(operation).map(|id| &self.api.definition(id).docs);
        says(&operation.docs) || answered.is_some_and(says)
    }
}

/// Returns `true` if the token that programs give first is all that an operation asks for.
pub(super) fn takes_usual_token(operation: &Operation) -> bool {
    let is_usual = |schemes: &Vec<usize>| schemes.iter().all(|scheme| *scheme == USUAL_SCHEME);
    operation.requirement.as_ref().is_none_or(|asked| asked.is_empty() || asked.iter().any(is_usual))
}

/// Rates how little a function's name says about its effect: lower is clearer.
fn verb_rank(function: &str) -> u8 {
    match function {
        "list" => 0,
        _ if function.starts_with("list") => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use crate::rust::ir::{ListMember, Printed, argument_list};
    use crate::testing::Case;

    #[test]
    fn an_example_creates_something_from_simple_members() {
        let example = |member: &str, is_inline: bool| {
            let pet = format!(
                r#"{{ "type": "object", "required": ["kind", "name"], "properties": {{
                    "kind": {{ "type": "string", "enum": ["cat", "dog"] }}, "name": {member} }} }}"#
            );
            let reference = r##"{ "$ref": "#/components/schemas/Pet" }"##;
            let (body, component) = if is_inline { (pet.as_str(), "{}") } else { (reference, pet.as_str()) };
            let paths = format!(
                r#""/pets/{{shop}}": {{ "post": {{ "operationId": "createPet", "tags": ["pets"],
                    "parameters": [{{ "name": "shop", "in": "path", "required": true, "schema": {{ "type": "string" }} }}],
                    "requestBody": {{ "required": true, "content": {{ "application/json": {{ "schema": {body} }} }} }},
                    "responses": {{ "200": {{ "description": "", "content": {{ "text/plain": {{
                        "schema": {{ "type": "string" }} }} }} }} }} }} }}"#
            );
            let emission = Case::new().paths(paths).schemas(format!(r#""Pet": {component}"#)).emission();
            emission.resolver().group_examples(&[0]).pop().map(|call| argument_list(&call.arguments))
        };
        let whole = |text: &str| Some(format!("\"shop\", types::Pet::new(types::PetKind::Cat, {text})"));
        assert_eq!(example(r#"{ "type": "string" }"#, false), whole("\"name\""));
        assert_eq!(example(r#"{ "type": "string", "example": "Tom" }"#, false), whole("\"Tom\""));
        assert_eq!(example(r#"{ "type": "string", "example": "\"Tom\"" }"#, false), None);
        let flattened = example(r#"{ "type": "integer" }"#, true);
        assert_eq!(flattened.as_deref(), Some("\"shop\", types::CreatePetKind::Cat, 1"));
        assert_eq!(example(r#"{ "type": "array", "items": {} }"#, false), None);
    }

    #[test]
    fn programs_print_the_items_of_a_list() {
        let printed = |required: &str, members: &str| {
            let schemas = format!(
                r##""Pet": {{ "type": "object", "required": ["id", "name"], "properties": {{
                    "id": {{ "type": "integer" }}, "name": {{ "type": "string" }} }} }},
                "Pets": {{ "type": "object", "required": ["offset", {required}], "properties": {{
                    "offset": {{ "type": "integer" }}, {members} }} }}"##
            );
            let emission = Case::received("Pets").schemas(schemas).emission();
            let resolver = emission.resolver();
            resolver.printed_part(&emission.api.operations[0])
        };
        let items = |path: &str, is_option| {
            let list = Some(ListMember { path: path.to_owned(), is_option });
            Some(Printed::Items { list, member: Some("name".to_owned()) })
        };
        let member = |name: &str| Some(Printed::Member(name.to_owned()));
        let list = r##"{ "type": "array", "items": { "$ref": "#/components/schemas/Pet" } }"##;
        let texts = r#""tags": { "type": "array", "items": { "type": "string" } }"#;
        assert_eq!(printed(r#""pets""#, &format!(r#""pets": {list}, {texts}"#)), items("pets", false));
        assert_eq!(printed(r#""offset""#, &format!(r#""others": {list}"#)), items("others", true));
        assert_eq!(printed(r#""pets""#, &format!(r#""pets": {list}, "others": {list}"#)), member("offset"));
        assert_eq!(printed(r#""tags""#, texts), member("offset"));
        let login = r#""id": { "type": "integer" }, "login": { "type": "string" }"#;
        assert_eq!(printed(r#""id", "login""#, login), member("login"));
        assert_eq!(printed(r#""state""#, r#""state": { "type": "string" }"#), member("state"));
        assert_eq!(printed(r#""id""#, &format!(r#""pets": {list}, "id": {{ "type": "string" }}"#)), member("id"));
    }

    #[test]
    fn the_first_call_takes_arguments_of_simple_types() {
        let first_call = |schema: &str| {
            let paths = format!(
                r#""/a/{{b}}": {{ "get": {{
                    "parameters": [{{ "name": "b", "in": "path", "required": true, "schema": {schema} }}],
                    "responses": {{ "200": {{ "description": "", "content": {{ "text/plain": {{
                        "schema": {{ "type": "string" }} }} }} }} }} }} }}"#
            );
            let emission = Case::new().paths(paths).emission();
            emission.resolver().example_operation().map(|(_, arguments)| argument_list(&arguments))
        };
        assert_eq!(first_call(r#"{ "type": "number" }"#), Some("1.5".to_owned()));
        assert_eq!(first_call(r#"{ "type": "number", "format": "decimal" }"#), None);
    }
}
