//! The keys that identify items in `[names]`.
//!
//! | item | keys, in addition to its JSON pointer | case of the name |
//! |---|---|---|
//! | type of a schema | `Story` | `UserStory` |
//! | field, constant | `Story.notes` | `remarks`, `CLASS` |
//! | type inside a field | `Story.state` | `StoryStage` |
//! | enum value, variant of a union | `Story.state.2`, `Color.red`, `Pet.cat` | `Defect` |
//! | function of an operation | `listStories`, `GET /story` | `list_all` |
//! | type of an operation | `listStories`, `GET /story` | `ListAllStories` |
//! | parameter, body | `listStories.page`, `GET /story.page`, `createStory.body` | `page_number` |
//! | type of an error | `ApiError`, `listStories.error` | `ScrumError` |
//! | enum of bodies or of successful responses, struct of headers | `listStories.body`, `.output`, `.headers` | `StoriesPage` |
//! | error response, one of several successful responses | `listStories.404`, `listStories.200 text/csv` | `Missing` |
//! | group | `story` | `stories` |
//! | security scheme, server | its name, its address | `Token`, `STAGING` |
//!
//! If a key matches several items, it identifies those whose case fits the new name. A schema takes precedence, so that a later
//! security scheme with the same name does not make the key ambiguous. If a group and an operation are both named `x`, the keys
//! `#group x` and `GET /path` are unambiguous.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::items::{ItemId, Items, error_place};
use super::outputs::first_of_kind;
use crate::api::analysis::Direction;
use crate::api::model::{Api, Candidate, Definition, Operation, Shape, Success, TypeId};
use crate::base::pointer::escaped;
use crate::base::suggestion::MAX_SUGGESTED;
use crate::config::Case;

/// Keys longer than this are skipped when looking for suggestions.
const MAX_KEY_LEN: usize = 120;
/// Maximum number of suggested keys.
const MAX_SUGGESTIONS: usize = 3;
/// The default name of the error type that most operations share.
pub(super) const MAIN_ERROR: &str = "ApiError";

/// The error of a key that does not identify an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KeyError {
    /// No item matches. Contains suggestions.
    Unknown(Vec<String>),
    /// Items match, but none whose case fits the name. Contains the kind and the case of one.
    CaseMismatch(&'static str, Case),
    /// Several items match. Contains an unambiguous key of each.
    Ambiguous(Vec<String>),
}

/// The keys of all items of an API that have a name.
pub(crate) struct ItemKeys<'a> {
    items: Items<'a>,
    by_key: BTreeMap<String, Vec<ItemId>>,
    /// The number of unknown keys for which suggestions were sought.
    suggested: Cell<usize>,
}

impl<'a> ItemKeys<'a> {
    pub(crate) fn new(items: Items<'a>) -> Self {
        let mut keys = Self { items, by_key: BTreeMap::new(), suggested: Cell::new(0) };
        let field_keys = field_keys(items.api);
        for (id, definition) in items.api.definitions() {
            keys.add_type(id, definition, &field_keys);
        }
        for (index, operation) in items.api.operations.iter().enumerate() {
            keys.add_operation(index, operation);
        }
        keys.add_others();
        keys
    }

    /// Returns the items that a key identifies. The case of the name decides between a type and a function or field.
    pub(crate) fn find(&self, key: &str, name: &str) -> Result<Vec<ItemId>, KeyError> {
        let key = key.strip_prefix('#').filter(|rest| rest.starts_with('/')).unwrap_or(key);
        // The key can be a pointer with positions of array elements.
        let ids = self.by_key.get(key).or_else(|| self.by_key.get(&*self.items.api.element_keys.place(key)));
        let ids = ids.map_or(&[] as &[ItemId], Vec::as_slice);
        let Some(first) = ids.first() else { return Err(KeyError::Unknown(self.suggestions(key))) };
        let has_case = |id: &&ItemId| self.items.case(**id).check(name).is_ok();
        let fitting: Vec<ItemId> = ids.iter().filter(has_case).copied().collect();
        let Some(one) = fitting.first() else {
            return Err(KeyError::CaseMismatch(self.items.kind(*first), self.items.case(*first)));
        };
        // A pointer can identify a variant and its type, which are renamed together.
        if is_exact(key) || fitting.len() == 1 {
            return Ok(fitting);
        }
        if self.is_schema(*one) {
            return Ok(vec![*one]);
        }
        let keys = fitting.iter().filter_map(|id| self.exact_key(*id, &fitting));
        Err(KeyError::Ambiguous(keys.take(MAX_SUGGESTIONS).collect()))
    }

    fn is_schema(&self, id: ItemId) -> bool {
        matches!(id, ItemId::Type(ty) if self.items.api.definition(ty).naming.schema().is_some())
    }

    /// Returns a key that identifies one of several items, but not the others.
    fn exact_key(&self, id: ItemId, all: &[ItemId]) -> Option<String> {
        let is_own = |ids: &[ItemId]| ids.contains(&id) && ids.iter().filter(|other| all.contains(other)).count() == 1;
        let own = || self.by_key.iter().filter(|(_, ids)| is_own(ids)).map(|(key, _)| key);
        own().find(|key| is_route(key)).or_else(|| own().find(|key| is_exact(key))).cloned()
    }

    /// Returns the keys that are similar to an unknown key, the closest match first.
    fn suggestions(&self, key: &str) -> Vec<String> {
        if key.len() > MAX_KEY_LEN || self.suggested.get() == MAX_SUGGESTED {
            return Vec::new();
        }
        self.suggested.update(|count| count + 1);
        let lower = key.to_lowercase();
        let most = (lower.chars().count() / 3).max(1);
        let lengths = lower.len().saturating_sub(most)..=lower.len() + most;
        let near = self.by_key.keys().filter(|known| lengths.contains(&known.len()) && !known.contains('#'));
        let mut near: Vec<(usize, &String)> =
            near.map(|known| (strsim::osa_distance(&lower, &known.to_lowercase()), known)).collect();
        near.retain(|(distance, _)| *distance <= most);
        near.sort_unstable();
        near.into_iter().map(|(_, known)| known.clone()).take(MAX_SUGGESTIONS).collect()
    }

    fn add(&mut self, id: ItemId, keys: impl IntoIterator<Item = String>) {
        for key in keys {
            let ids = self.by_key.entry(key).or_default();
            if ids.last() != Some(&id) {
                ids.push(id);
            }
        }
    }

    /// Adds the keys and the lock file keys of an item.
    fn add_item(&mut self, id: ItemId, keys: impl IntoIterator<Item = String>) {
        let places = self.items.places(id);
        self.add(id, keys.into_iter().chain(places));
    }

    fn add_type(&mut self, id: TypeId, definition: &Definition, field_keys: &BTreeMap<String, Vec<String>>) {
        let api = self.items.api;
        let origins = std::iter::once(&definition.origin).chain(definition.occurrences.iter().map(|at| &at.origin));
        let pointers: Vec<String> = origins.map(|origin| api.stored_at(origin)).collect();
        let inline = pointers.iter().filter_map(|pointer| field_keys.get(pointer)).flatten();
        let names: Vec<String> =
            definition.naming.schema().map(str::to_owned).into_iter().chain(inline.cloned()).collect();
        let below = |wire: &str| names.iter().map(|key| format!("{key}.{wire}")).collect::<Vec<_>>();
        self.add_item(ItemId::Type(id), names.iter().chain(&pointers).cloned());
        for direction in [Direction::Request, Direction::Response] {
            self.add_item(ItemId::Form(id, direction), []);
            self.add_item(ItemId::RequiredFields(id, direction), []);
        }
        let value = |index: usize| pointers.iter().map(|key| format!("{key}/enum/{index}")).collect::<Vec<_>>();
        match &definition.shape {
            Shape::Object(object) => {
                for (index, field) in object.fields.iter().enumerate() {
                    let keys = below(&field.wire).into_iter().chain([api.stored_at(&field.origin)]);
                    self.add_item(ItemId::Member(id, index), keys);
                }
                self.add_item(ItemId::Undeclared(id), []);
            }
            Shape::Union(union) => {
                for (index, variant) in union.variants.iter().enumerate() {
                    let keys = variant.candidates.iter().map(Candidate::text).flat_map(below);
                    self.add_item(ItemId::Member(id, index), keys.chain([api.stored_at(&variant.origin)]));
                }
            }
            Shape::IntegerEnum(codes) => {
                for (index, code) in codes.codes.iter().enumerate() {
                    let keys = below(&code.code.to_string()).into_iter().chain(value(index));
                    self.add_item(ItemId::Member(id, index), keys);
                }
            }
            Shape::StringEnum(words) => {
                for (index, word) in words.words.iter().enumerate() {
                    self.add_item(ItemId::Member(id, index), below(&word.wire).into_iter().chain(value(index)));
                }
            }
            Shape::Alias(_) | Shape::Wrapper(_) => {}
        }
    }

    fn add_operation(&mut self, index: usize, operation: &Operation) {
        let api = self.items.api;
        let own = api.stored_at(&operation.origin);
        let route = operation.route();
        // An operation that is split by media type has a suffix: `createEdit json`.
        let aliases = operation.id.iter().chain([&route]).map(|alias| match operation.apart {
            Some(suffix) => format!("{alias} {suffix}"),
            None => alias.clone(),
        });
        let aliases: Vec<String> = aliases.collect();
        let below = |wire: &str| aliases.iter().map(|key| format!("{key}.{wire}")).collect::<Vec<_>>();
        self.add_item(ItemId::Function(index), aliases.clone());
        self.add_item(ItemId::OperationType(index), aliases.clone());
        for (at, parameter) in operation.parameters.iter().enumerate() {
            let keys = below(&parameter.wire).into_iter().chain([api.stored_at(&parameter.origin)]);
            self.add_item(ItemId::Parameter(index, at), keys);
        }
        if let Some(body) = &operation.body {
            let pointer = api.stored_at(&body.origin);
            let keys = || below("body").into_iter().chain([pointer.clone()]);
            self.add_item(ItemId::Body(index), keys());
            let contents = Some(&body.alternatives).filter(|contents| contents.len() > 1);
            contents.into_iter().for_each(|_| self.add_item(ItemId::BodyType(index), keys()));
            for (at, content) in contents.into_iter().flatten().enumerate() {
                let pointer = format!("{pointer}/content/{}", escaped(&content.media_type));
                let keys = below(&format!("body {}", content.media_type)).into_iter().chain([pointer]);
                self.add_item(ItemId::BodyVariant(index, at), keys);
            }
        }
        if !operation.headers.is_empty() {
            let headers = ItemId::HeadersType(self.items.analysis.headers.owner(index));
            self.add(headers, below("headers").into_iter().chain([self.items.headers_place(index)]));
        }
        for (at, header) in operation.headers.iter().enumerate() {
            let keys = below(&format!("headers.{}", header.wire)).into_iter();
            let keys = keys.chain(self.items.header_place(index, &header.wire));
            self.items.header(index, at).into_iter().for_each(|id| self.add(id, keys.clone()));
        }
        if let Success::Several(responses) = &operation.success {
            self.add_item(ItemId::OutputType(index), below("output"));
            for (at, response) in responses.iter().enumerate() {
                let status = response.status.to_string();
                let media_type = response.media_type.as_deref();
                let key = media_type.map_or_else(|| status.clone(), |media_type| format!("{status} {media_type}"));
                let content = media_type.map(|media_type| format!("/content/{}", escaped(media_type)));
                let pointer = format!("{own}/responses/{status}{}", content.unwrap_or_default());
                self.add_item(
                    ItemId::Output(index, first_of_kind(responses, at)),
                    below(&key).into_iter().chain([pointer]),
                );
            }
        }
        for (at, response) in operation.error_responses.iter().enumerate() {
            let status = response.status.to_string();
            let places = [format!("{own}/responses/{status}"), error_place(&own, response.status)];
            self.add(self.items.error_variant(index, at), below(&status).into_iter().chain(places));
        }
        let error = Some(index).filter(|index| !self.items.analysis.errors.is_main(*index));
        self.add(ItemId::ErrorType(error), below("error").into_iter().chain([format!("{own}/responses")]));
    }

    fn add_others(&mut self) {
        let api = self.items.api;
        if self.items.analysis.errors.main.is_some() {
            self.add_item(ItemId::ErrorType(None), [MAIN_ERROR.to_owned()]);
        }
        for (index, server) in api.servers.iter().enumerate() {
            self.add_item(ItemId::Server(index), server.name.iter().cloned().chain([server.template()]));
        }
        for (index, scheme) in api.security.iter().enumerate() {
            self.add_item(ItemId::SecurityScheme(index), [scheme.wire.clone()]);
        }
        for index in 0..api.events.len() {
            self.add_item(ItemId::Event(index), []);
        }
        for (index, group) in api.groups.iter().enumerate() {
            self.add_item(ItemId::Group(index), [group.wire.clone()]);
        }
    }
}

/// Returns the keys of the fields of schemas, by pointer. They also identify the inline types of the fields.
pub(super) fn field_keys(api: &Api) -> BTreeMap<String, Vec<String>> {
    let mut keys: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for definition in &api.types {
        let (Some(schema), Shape::Object(object)) = (definition.naming.schema(), &definition.shape) else { continue };
        for field in &object.fields {
            keys.entry(api.stored_at(&field.origin)).or_default().push(format!("{schema}.{}", field.wire));
        }
    }
    keys
}

impl KeyError {
    /// Returns the message and the help of the diagnostic.
    pub(crate) fn warning(&self, key: &str, name: &str) -> (String, String) {
        let quoted = |keys: &[String]| keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
        match self {
            Self::Unknown(suggestions) if suggestions.is_empty() => (
                format!("no item is named `{key}`"),
                "write the name of a schema, `Schema.field`, an operationId, `GET /path`, a group, or a JSON pointer into \
                 the description, such as /components/schemas/story/properties/state/enum/0"
                    .to_owned(),
            ),
            Self::Unknown(suggestions) => {
                (format!("no item is named `{key}`"), format!("did you mean {}?", quoted(suggestions)))
            }
            Self::CaseMismatch(kind, case) => {
                let reason = case.check(name).err().unwrap_or("it has another case");
                let fitting = case.apply(name);
                (format!("invalid name `{name}` for {kind}: {reason}"), format!("write it like `{fitting}`"))
            }
            Self::Ambiguous(keys) => {
                (format!("`{key}` matches several items"), format!("use one of {}", quoted(keys)))
            }
        }
    }
}

/// Returns `true` if a key is a JSON pointer or a lock file key.
fn is_exact(key: &str) -> bool {
    key.starts_with('/') || key.starts_with('#')
}

/// Returns `true` if a key is the method and the path of an operation.
fn is_route(key: &str) -> bool {
    key.split_once(" /").is_some_and(|(method, _)| method.bytes().all(|byte| byte.is_ascii_uppercase()))
}
