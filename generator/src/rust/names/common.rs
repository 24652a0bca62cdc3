//! Names of types at several places, and of unions of components.
//!
//! | rule, best first | places | name |
//! |---|---|---|
//! | a place is a component | a parameter `sort_order`, and the same elsewhere | `SortOrder` |
//! | a union of components and their ID | `Account`, or its ID | `AccountOrId` |
//! | a union of components | `Cat` or `Dog` | `CatOrDog` |
//! | the title, or else the field, if it says something | `page` of `ListOrders` and `ListUsers` | `Page` |
//! | an error body by its members, or by its status if that is the same everywhere | `ErrorBody`, `CodeMessageError` |
//! | a body or response by its members | a body with `expand` | `ExpandBody` |
//! | the first place | `data` of `Lamp` and `Order` | `LampData` |

use super::compound::{joined, words_of};
use super::item_names::OperationNames;
use super::operation::singular;
use super::status_name;
use crate::api::model::{
    Api, Candidate, Definition, Naming, Object, Owner, Payload, Role, Shape, Type, Union, Variant,
};
use crate::base::ident::{made_title, type_name};

/// Words that are too general for a name.
const GENERAL: &str = "Attributes Body Choice Code Content Data Details Dto Element Entry Error Format Info Input Integer Item Key Kind \
    List Map Meta Model Name Number Object Output Params Payload Property Request Response Result Schema Text Type \
    Value Word";
/// Maximum length of a title that is a name.
const MAX_TITLE_LEN: usize = 40;
/// Maximum number of members or components in a name.
const MAX_NAMED: usize = 3;
/// Maximum length of a name that consists of several components.
const MAX_UNION_LEN: usize = 48;

/// The inputs of the naming policy.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) api: &'a Api,
    pub(super) operations: &'a [OperationNames],
    /// Returns the name of a component.
    pub(super) component: &'a dyn Fn(&str) -> String,
}

/// Returns `true` if a type is at places with different owners or fields.
pub(super) fn is_shared(definition: &Definition) -> bool {
    definition.occurrences.iter().any(|occurrence| occurrence.naming != definition.naming)
}

/// Returns the names that a type at several places wants before that of its first place, best first.
pub(super) fn shared_names(context: Context<'_>, definition: &Definition) -> Vec<String> {
    if !is_shared(definition) {
        return Vec::new();
    }
    let others = definition.occurrences.iter().map(|occurrence| &occurrence.naming);
    let places = std::iter::once(&definition.naming).chain(others);
    let mut names: Vec<String> =
        places.filter_map(|naming| component_name(context, naming)).min().into_iter().collect();
    names.extend(or_id(context, definition).or_else(|| one_of(context, definition)));
    match definition.naming.own_role() {
        Some(Role::Error(_)) => names.extend(error_names(definition)),
        Some(Role::Member(name)) if name == "error" => names.push("ErrorBody".to_owned()),
        Some(Role::Response) => names.extend(by_members(&definition.shape, "Response")),
        Some(Role::Body) => names.extend(by_members(&definition.shape, "Body")),
        _ => names.extend(
            Some(type_name(&role_name(context.api, definition))).filter(|name| !name.is_empty() && !is_general(name)),
        ),
    }
    names
}

/// Returns the names of an error body at several places. The operation and the status of one place say nothing of the others.
fn error_names(definition: &Definition) -> Vec<String> {
    let occurrences = definition.occurrences.iter().map(|occurrence| &occurrence.naming);
    let mut statuses = std::iter::once(&definition.naming).chain(occurrences).map(|naming| match naming.own_role() {
        Some(Role::Error(status)) => Some(*status),
        _ => None,
    });
    let first = statuses.next().flatten().filter(|first| statuses.all(|status| status == Some(*first)));
    let by_status = first.map(|status| joined(&status_name(status), "Error", ""));
    let neutral = "ErrorBody".to_owned();
    std::iter::once(neutral).chain(by_members(&definition.shape, "Error")).chain(by_status).collect()
}

/// Returns the title of an inline type, without the suffix of a tool, or else the field that it is in.
pub(super) fn role_name(api: &Api, definition: &Definition) -> String {
    let title = definition.docs.title.as_deref().filter(|title| title.len() <= MAX_TITLE_LEN);
    let title = title.map(|title| made_title(title).unwrap_or(title).to_owned());
    title.unwrap_or_else(|| definition.naming.words(&api.types))
}

/// Returns the name of a component that is not a schema. One word does not say that it is a parameter.
pub(super) fn component_name(context: Context<'_>, naming: &Naming) -> Option<String> {
    let Owner::Component(name) = &naming.owner else { return None };
    let own = (context.component)(name);
    let is_word = words_of(&own).len() < 2;
    naming.is_component().then(|| if is_word { joined(&own, "Parameter", "") } else { own })
}

/// Returns `true` if a word says nothing of what it names.
pub(super) fn is_general_word(word: &str) -> bool {
    GENERAL.split(' ').any(|general| general == word)
}

/// Returns `true` if a name is a general word, or a plural of one.
fn is_general(name: &str) -> bool {
    let one = type_name(&singular(&name.to_lowercase()));
    [name, &one, name.strip_suffix("Item").unwrap_or(name)].into_iter().any(is_general_word)
}

/// Names an object by its members: `ExpandBody`, `CodeMessageResponse`.
pub(super) fn by_members(shape: &Shape, field: &str) -> Option<String> {
    let Shape::Object(Object { fields, .. }) = shape else { return None };
    let names: Vec<String> = fields.iter().take(MAX_NAMED).map(|field| type_name(&field.wire)).collect();
    let are_few = (1..MAX_NAMED).contains(&names.len()) && !names.iter().any(|name| name == field);
    are_few.then(|| joined(&names.concat(), field, "Object"))
}

/// Names a union of components and the ID of one: `CustomerOrId`.
pub(super) fn or_id(context: Context<'_>, definition: &Definition) -> Option<String> {
    let is_id = |variant: &&Variant| {
        let is_text = matches!(variant.payload, Payload::Type(Type::Text(_)));
        is_text && matches!(variant.candidates.first(), Some(Candidate::Beside("id")))
    };
    let (ids, others): (Vec<&Variant>, Vec<&Variant>) = inline_union(definition)?.variants.iter().partition(is_id);
    let name = format!("{}OrId", components(context, &others)?);
    (ids.len() == 1 && name.len() <= MAX_UNION_LEN).then_some(name)
}

/// Names a union of few components and plain values: `CatOrDog`.
fn one_of(context: Context<'_>, definition: &Definition) -> Option<String> {
    let union = inline_union(definition).filter(|union| union.variants.len() > 1)?;
    components(context, &union.variants.iter().collect::<Vec<_>>()).filter(|name| name.len() <= MAX_UNION_LEN)
}

fn inline_union(definition: &Definition) -> Option<&Union> {
    match &definition.shape {
        Shape::Union(union) if definition.naming.schema().is_none() => Some(union),
        _ => None,
    }
}

/// Joins the names of components; the words that the first one ends with are left out of the others.
fn components(context: Context<'_>, variants: &[&Variant]) -> Option<String> {
    let name = |variant: &&Variant| match &variant.payload {
        Payload::Type(Type::Named(id)) => context.api.definition(*id).naming.schema().map(context.component),
        Payload::Type(Type::Text(_) | Type::Integer(_) | Type::UnixTime | Type::Number(_) | Type::Boolean) => {
            variant.candidates.first().map(|kind| type_name(kind.text()))
        }
        _ => None,
    };
    let names: Vec<String> = variants.iter().take(MAX_NAMED + 1).map(name).collect::<Option<_>>()?;
    let first = words_of(names.first().filter(|_| names.len() <= MAX_NAMED)?);
    let rest = names.iter().skip(1).map(|name| {
        let words = words_of(name);
        words.strip_suffix(first.as_slice()).filter(|own| !own.is_empty()).unwrap_or(&words).concat()
    });
    Some(std::iter::once(first.concat()).chain(rest).collect::<Vec<_>>().join("Or"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::api::analysis::Direction;
    use crate::testing::Case;

    fn body(members: Value) -> Value {
        json!({ "description": "", "content": { "application/json": { "schema": { "type": "object", "properties": members } } } })
    }

    #[test]
    fn a_shared_error_body_is_not_named_after_one_place() {
        let text = json!({ "type": "string" });
        let most = body(json!({ "error": text }));
        let other = body(json!({ "code": text, "message": text }));
        let gone = body(json!({ "a": text, "b": text, "c": text }));
        let operation = |id: &str, responses: Value| json!({ "get": { "operationId": id, "responses": responses } });
        let paths = json!({
            "/a": operation("getA", json!({ "400": most, "401": most, "404": other, "410": gone })),
            "/b": operation("getB", json!({ "422": most, "409": other, "410": gone })),
        });
        let emission = Case::new().paths(paths).emission();
        let mut names: Vec<&str> =
            emission.api.definitions().map(|(id, _)| emission.names.of_type(id, Direction::Response)).collect();
        names.sort_unstable();
        assert_eq!(names, ["CodeMessageError", "ErrorBody", "GoneError"]);
    }
}
