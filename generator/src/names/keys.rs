//! The keys that identify an item for renaming, in `[names]` and in `bindery rename`.
//!
//! | item | keys, in addition to its JSON pointer | case of the name |
//! |---|---|---|
//! | type of a schema | `Story` | `UserStory` |
//! | field, constant | `Story.notes` | `remarks`, `CLASS` |
//! | type inside a field | `Story.state` | `StoryStage` |
//! | value of an enumeration, alternative of a union | `Story.state.2`, `Color.red`, `Pet.cat` | `Defect` |
//! | function of an operation | `listStories`, `GET /story` | `list_all` |
//! | type of an operation | the same | `ListAllStories` |
//! | parameter, body | `listStories.page`, `GET /story.page`, `createStory.body` | `page_number` |
//! | type of an error | `ApiError`, `listStories.error` | `ScrumError` |
//! | type of a body, of several successes, of headers | `listStories.body`, `.output`, `.headers` | `StoriesPage` |
//! | error response, one of several successes | `listStories.404`, `listStories.200 text/csv` | `Missing` |
//! | group | `story` | `stories` |
//! | security scheme, server | their name, address | `Token`, `STAGING` |
//!
//! If a key matches several items, those whose case fits the new name are meant. A schema takes precedence, so that a later
//! security scheme with the same name does not make the key ambiguous. If a group and an operation are both named `x`, the
//! keys `#group x` and `GET /path` identify one of them.

use std::collections::{BTreeMap, BTreeSet};

use super::places::{
    alternative_place, body_place, body_type_place, constant_place, error_name_place, field_place, group_place,
    headers_type_place, main_error_place, output_place, output_type_place, parameter_place, received_place,
    refusal_place, sent_place, value_place,
};
use crate::analysis::Analysis;
use crate::config::Case;
use crate::model::{Api, Definition, Operation, Shape, Success};
use crate::pointer::Pointer;

/// Keys longer than this are skipped when looking for suggestions.
const MAX_KEY_LEN: usize = 120;
/// The description of a named schema's type.
const SCHEMA: &str = "the type of a schema";
/// Maximum number of suggested keys.
const MAX_SUGGESTIONS: usize = 3;

/// An item that has a name.
#[derive(Clone, Debug)]
pub(super) struct NamedItem {
    /// The unique key.
    pub(super) exact: String,
    /// All keys.
    keys: Vec<String>,
    /// The lock file keys of its name.
    pub(super) places: Vec<String>,
    pub(super) case: Case,
    pub(super) what: &'static str,
}

/// The reason why a key does not identify an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// No item matches; these keys are similar.
    Unknown(Vec<String>),
    /// Items match, but the case of the name fits none of them.
    OtherCase(&'static str, Case),
    /// Several items match, with a unique key for each.
    Several(Vec<String>),
}

/// All items of an API that have a name.
pub(crate) struct NamedItems<'a> {
    api: &'a Api,
    items: Vec<NamedItem>,
    by_key: BTreeMap<String, Vec<usize>>,
}

impl<'a> NamedItems<'a> {
    pub(crate) fn new(api: &'a Api, analysis: &Analysis) -> Self {
        let mut all = Collector { api, items: Vec::new(), inside: BTreeMap::new() };
        all.members();
        for definition in &api.types {
            all.ty(definition);
        }
        for (index, operation) in api.operations.iter().enumerate() {
            all.operation(analysis, index, operation);
        }
        all.errors(analysis);
        all.others();
        let mut by_key: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, item) in all.items.iter().enumerate() {
            for key in item.keys.iter().collect::<BTreeSet<_>>() {
                by_key.entry(key.clone()).or_default().push(index);
            }
        }
        Self { api, items: all.items, by_key }
    }

    /// Returns the items that a key matches and whose case fits the name.
    pub(super) fn find(&self, key: &str, name: &str) -> Result<Vec<&NamedItem>, Missing> {
        let key = key.strip_prefix('#').filter(|rest| rest.starts_with('/')).unwrap_or(key);
        let found: Vec<&NamedItem> = self.indexes(key).filter_map(|index| self.items.get(*index)).collect();
        let Some(first) = found.first() else { return Err(Missing::Unknown(self.nearest(key))) };
        let fitting: Vec<&NamedItem> = found.iter().copied().filter(|item| fits(item.case, name)).collect();
        let Some(one) = fitting.first() else { return Err(Missing::OtherCase(first.what, first.case)) };
        if one.what == SCHEMA && !is_exact(key) {
            return Ok(vec![*one]);
        }
        // An alternative and its type share a pointer; other items with the same key are different items.
        if !is_exact(key) && fitting.iter().any(|item| item.places != one.places) {
            return Err(Missing::Several(
                fitting.iter().map(|item| item.exact.clone()).take(MAX_SUGGESTIONS).collect(),
            ));
        }
        Ok(fitting)
    }

    /// Returns the items of a key, which may be a path with positions.
    fn indexes(&self, key: &str) -> impl Iterator<Item = &usize> {
        let found = self.by_key.get(key).or_else(|| self.by_key.get(&*self.api.element_keys.place(key)));
        found.into_iter().flatten()
    }

    /// Returns the lock file keys of the items that a key matches.
    pub(crate) fn places(&self, key: &str, name: &str) -> Result<(Vec<String>, Case), Missing> {
        let found = self.find(key, name)?;
        let case = found.first().map_or(Case::Type, |item| item.case);
        Ok((found.into_iter().flat_map(|item| item.places.iter().cloned()).collect(), case))
    }

    fn nearest(&self, key: &str) -> Vec<String> {
        if key.len() > MAX_KEY_LEN {
            return Vec::new();
        }
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
}

impl Missing {
    /// Returns the message and the help for an unknown key.
    pub(crate) fn warning(&self, key: &str, name: &str) -> (String, String) {
        let quoted = |keys: &[String]| keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
        match self {
            Self::Unknown(near) if near.is_empty() => (
                format!("no item is named `{key}`"),
                "write the name of a schema, `Schema.field`, an operationId, `GET /path`, a group, or a JSON pointer into \
                 the description, such as /components/schemas/story/properties/state/enum/0"
                    .to_owned(),
            ),
            Self::Unknown(near) => {
                (format!("no item is named `{key}`"), format!("did you mean {}?", quoted(near)))
            }
            Self::OtherCase(what, case) => {
                let reason = case.check(name).err().unwrap_or("it has another case");
                let fitting = case.apply(name);
                (format!("invalid name `{name}` for {what}: {reason}"), format!("write it like `{fitting}`"))
            }
            Self::Several(keys) => {
                (format!("`{key}` matches several items"), format!("use one of {}", quoted(keys)))
            }
        }
    }
}

/// Returns `true` if a key is a JSON pointer, or a place of the lock file.
fn is_exact(key: &str) -> bool {
    key.starts_with('/') || key.starts_with('#')
}

/// Returns `true` if a key is the method and the path of an operation.
fn is_method(key: &str) -> bool {
    key.split_once(" /").is_some_and(|(method, _)| method.bytes().all(|byte| byte.is_ascii_uppercase()))
}

/// Returns `true` if a name has the case of its kind of item. Names without case always fit.
fn fits(case: Case, name: &str) -> bool {
    case.check(name).is_ok()
}

struct Collector<'a> {
    api: &'a Api,
    items: Vec<NamedItem>,
    /// The keys of each field that contains other types, by the JSON pointer to the field.
    inside: BTreeMap<String, Vec<String>>,
}

impl Collector<'_> {
    fn add(&mut self, what: &'static str, case: Case, keys: Vec<String>, places: Vec<String>) {
        let mut keys: Vec<String> = keys.into_iter().filter(|key| !key.is_empty()).collect();
        keys.extend(places.iter().cloned());
        let named = keys.iter().find(|key| is_method(key)).or_else(|| keys.iter().find(|key| is_exact(key)));
        let Some(exact) = named.cloned() else { return };
        self.items.push(NamedItem { exact, keys, places, case, what });
    }

    /// Collects the paths of schema fields, for the types inside them.
    fn members(&mut self) {
        let api = self.api;
        for definition in &api.types {
            let (Some(schema), Shape::Object(object)) = (definition.naming.schema(), &definition.shape) else {
                continue;
            };
            for field in &object.fields {
                let key = format!("{schema}.{}", field.wire);
                self.inside.entry(api.stored_at(&field.origin)).or_default().push(key);
            }
        }
    }

    /// The keys of a type: its pointers come last, since they are the longest.
    fn keys_of(&self, definition: &Definition) -> Vec<String> {
        let api = self.api;
        let origins = || std::iter::once(&definition.origin).chain(definition.occurrences.iter().map(|at| &at.origin));
        let pointers: Vec<String> = origins().map(|origin: &Pointer| api.stored_at(origin)).collect();
        let inside = pointers.iter().filter_map(|pointer| self.inside.get(pointer)).flatten().cloned();
        definition
            .naming
            .schema()
            .map(str::to_owned)
            .into_iter()
            .chain(inside)
            .chain(pointers.iter().cloned())
            .collect()
    }

    fn ty(&mut self, definition: &Definition) {
        let api = self.api;
        let keys = self.keys_of(definition);
        let places: Vec<String> = api.places_of(definition).collect();
        let at = |of: &dyn Fn(&str) -> String| places.iter().map(|place| of(place)).collect::<Vec<_>>();
        let what = if definition.naming.schema().is_some() { SCHEMA } else { "a type" };
        self.add(what, Case::Type, keys.clone(), places.clone());
        self.add("the request type of a schema", Case::Type, Vec::new(), at(&sent_place));
        self.add("the response type of a schema", Case::Type, Vec::new(), at(&received_place));
        let below = |wire: &str| -> Vec<String> {
            keys.iter().filter(|key| !key.starts_with('/')).map(|key| format!("{key}.{wire}")).collect()
        };
        let value =
            |index: usize| keys.iter().filter(|key| key.starts_with('/')).map(move |key| format!("{key}/enum/{index}"));
        match &definition.shape {
            Shape::Object(object) => {
                for field in &object.fields {
                    let (what, case, places) = match field.constant {
                        Some(_) => ("a constant", Case::Constant, at(&|own| constant_place(own, &field.wire))),
                        None => ("a field", Case::Value, at(&|own| field_place(own, &field.wire))),
                    };
                    let keys = below(&field.wire).into_iter().chain([api.stored_at(&field.origin)]).collect();
                    self.add(what, case, keys, places);
                }
                self.add("a field", Case::Value, Vec::new(), at(&|own| format!("{own}#others")));
            }
            Shape::Union(union) => {
                for variant in &union.variants {
                    let texts: BTreeSet<&str> = variant.candidates.iter().map(crate::model::Candidate::text).collect();
                    let keys = texts.into_iter().flat_map(below).chain([api.stored_at(&variant.origin)]).collect();
                    let place = alternative_place(&api.place_of_alternative(definition, variant));
                    self.add("a variant", Case::Type, keys, vec![place]);
                }
            }
            Shape::IntegerEnum(codes) => {
                for (index, code) in codes.codes.iter().enumerate() {
                    let wire = code.code.to_string();
                    let keys = below(&wire).into_iter().chain(value(index)).collect();
                    self.add("a variant", Case::Type, keys, at(&|own| value_place(own, &wire)));
                }
            }
            Shape::StringEnum(words) => {
                for (index, word) in words.words.iter().enumerate() {
                    let keys = below(&word.wire).into_iter().chain(value(index)).collect();
                    self.add("a variant", Case::Type, keys, at(&|own| value_place(own, &word.wire)));
                }
            }
            Shape::Alias(_) | Shape::Wrapper(_) => {}
        }
    }

    fn operation(&mut self, analysis: &Analysis, index: usize, operation: &Operation) {
        let api = self.api;
        let own = api.stored_at(&operation.origin);
        let named = operation.route();
        // Another media type of the body is identified by both: `createEdit json`.
        let aliases = operation.id.iter().chain([&named]).map(|alias| match operation.apart {
            Some(apart) => format!("{alias} {apart}"),
            None => alias.clone(),
        });
        let aliases: Vec<String> = aliases.collect();
        let keys = || aliases.clone();
        let below = |wire: &str, pointer: String| {
            let keys = aliases.iter().map(|key| format!("{key}.{wire}"));
            keys.chain([pointer]).collect::<Vec<_>>()
        };
        self.add("a function", Case::Value, keys(), vec![own.clone()]);
        self.add("the type of an operation", Case::Type, keys(), vec![format!("{own}#type")]);
        for parameter in &operation.parameters {
            let keys = below(&parameter.wire, api.stored_at(&parameter.origin));
            self.add("a parameter", Case::Value, keys, vec![parameter_place(&own, parameter.place, &parameter.wire)]);
        }
        if let Some(body) = &operation.body {
            let pointer = api.stored_at(&body.origin);
            self.add("an argument", Case::Value, below("body", pointer.clone()), vec![format!("{own}#body")]);
            if body.alternatives.len() > 1 {
                self.add("a type", Case::Type, below("body", pointer.clone()), vec![body_type_place(&own)]);
                for (index, content) in body.alternatives.iter().enumerate() {
                    let token = escaped(&content.media_type);
                    let keys = below(&format!("body {}", content.media_type), format!("{pointer}/content/{token}"));
                    self.add("a variant", Case::Type, keys, vec![body_place(&own, &body.alternatives, index)]);
                }
            }
        }
        if !operation.headers.is_empty() {
            self.add("a type", Case::Type, below("headers", String::new()), vec![headers_type_place(&own)]);
        }
        for header in &operation.headers {
            let keys = below(&format!("headers.{}", header.wire), String::new());
            self.add("a field", Case::Value, keys, vec![format!("{own}#answer {}", header.wire)]);
        }
        if let Success::Several(responses) = &operation.success {
            self.add("a type", Case::Type, below("output", String::new()), vec![output_type_place(&own)]);
            for (index, response) in responses.iter().enumerate() {
                let status = response.status.to_string();
                let keys = match &response.media_type {
                    Some(media_type) => {
                        let token = escaped(media_type);
                        let pointer = format!("{own}/responses/{status}/content/{token}");
                        below(&format!("{status} {media_type}"), pointer)
                    }
                    None => below(&status, format!("{own}/responses/{status}")),
                };
                self.add("a variant", Case::Type, keys, vec![output_place(&own, responses, index)]);
            }
        }
        for error_response in &operation.error_responses {
            let status = error_response.status.to_string();
            let keys = below(&status, format!("{own}/responses/{status}"));
            self.add("a variant", Case::Type, keys, vec![refusal_place(&own, error_response.status)]);
        }
        if !analysis.errors.is_main(index) {
            let keys = below("error", format!("{own}/responses"));
            self.add("the type of an error", Case::Type, keys, vec![error_name_place(&own)]);
        }
    }

    fn errors(&mut self, analysis: &Analysis) {
        let api = self.api;
        let Some(main) = &analysis.errors.main else { return };
        let operations = main.operations.iter().filter_map(|index| api.operations.get(*index));
        let keys = operations.flat_map(|operation| {
            let named = format!("{}.error", operation.route());
            let id = operation.id.as_ref().map(|id| format!("{id}.error"));
            id.into_iter().chain([named, format!("{}/responses", api.stored_at(&operation.origin))])
        });
        let keys = [super::places::MAIN.to_owned()].into_iter().chain(keys).collect();
        self.add("the type of an error", Case::Type, keys, vec![main_error_place()]);
    }

    fn others(&mut self) {
        let api = self.api;
        for server in &api.servers {
            let template = server.template();
            let keys = server.name.iter().cloned().chain([template.clone()]).collect();
            self.add("a constant", Case::Constant, keys, vec![format!("/servers#{template}")]);
        }
        for scheme in &api.security {
            let place = format!("/components/securitySchemes/{}", scheme.wire);
            self.add("a variant", Case::Type, vec![scheme.wire.clone()], vec![place]);
        }
        for group in &api.groups {
            self.add("a group", Case::Module, vec![group.wire.clone()], vec![group_place(&group.wire)]);
        }
    }
}

/// Returns a string as a token of a JSON pointer.
fn escaped(text: &str) -> String {
    text.replace('~', "~0").replace('/', "~1")
}
