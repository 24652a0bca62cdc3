//! Surveys recorded traffic: the responses of each operation, and where they differ from the description.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde_json::Value;

use super::address::{Choice, Finder, Found};
use super::har::{Body, Exchange, Traffic};
use super::model::{Expected, Model};
use bindery::internal::config::Loosening;
use bindery::internal::diagnostic::Result;
use bindery::internal::misfit::{JsonKind, Misfit, MisfitKind, TypeUse, misfits, misfits_and_members};
use bindery::internal::model::{Constraints, Text, Type, TypeId, plain_text};
use bindery::internal::pointer::Pointer;

/// Maximum number of different unmatched requests, and of undeclared members of a type.
const MAX_LISTED: usize = 40;

/// The place of a value whose type may be replaced.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Site {
    /// The body of a response: the operation and the status.
    Response(usize, u16),
    /// A member, by its location in the model.
    Member(Pointer),
}

/// The samples that show something.
#[derive(Clone, Debug, Default)]
pub(super) struct Evidence {
    pub(super) samples: usize,
    pub(super) operations: BTreeSet<usize>,
    pub(super) sites: BTreeSet<Site>,
}

impl Evidence {
    fn add(&mut self, operation: usize) {
        self.samples += 1;
        self.operations.insert(operation);
    }
}

/// The responses of an operation with one status.
#[derive(Clone, Debug, Default)]
pub(super) struct ResponseSamples {
    pub(super) samples: usize,
    pub(super) media_types: BTreeSet<String>,
    /// Successes that a client cannot read.
    pub(super) unreadable: usize,
    /// Errors whose body a client cannot read.
    pub(super) lost_bodies: usize,
    /// Bodies that are not in the recording.
    pub(super) absent: usize,
    /// Empty bodies where none is described.
    pub(super) empty: usize,
    /// Bodies that are JSON.
    pub(super) json: usize,
    /// Bodies of another media type where JSON is described.
    pub(super) other_media: usize,
    /// Bodies that are declared as JSON, and are not.
    pub(super) broken: usize,
    /// JSON where text is described.
    pub(super) json_for_text: usize,
    /// Bodies that are read as the string that is described as JSON.
    pub(super) texts: usize,
    /// Bodies that were not checked to their end.
    pub(super) unchecked: usize,
    /// `true` if no response of the description has the status.
    pub(super) is_undescribed: bool,
    /// `true` if a body is received where none is described.
    pub(super) is_body_undescribed: bool,
}

impl ResponseSamples {
    /// Returns `true` if a client cannot read some of them, or if they are not described.
    fn differs(&self) -> bool {
        let counts = [self.unreadable, self.lost_bodies, self.empty, self.json_for_text];
        self.is_undescribed || counts.iter().any(|count| *count > 0)
    }
}

/// A difference that no correction removes, or that only a person can judge.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Note {
    /// An undeclared member; without its name if that may be data.
    Undeclared(Pointer, Option<String>, JsonKind),
    /// Another difference: the violated rule.
    Other(Pointer, String),
}

/// Everything that the traffic shows.
#[derive(Debug, Default)]
pub(super) struct Survey {
    pub(super) calls: usize,
    /// The calls without a response.
    pub(super) unanswered: usize,
    pub(super) elsewhere: BTreeMap<String, usize>,
    pub(super) unmatched: BTreeMap<String, usize>,
    pub(super) responses: BTreeMap<(usize, u16), ResponseSamples>,
    pub(super) loosened: BTreeMap<(Pointer, Loosening), Evidence>,
    pub(super) formats: BTreeMap<Pointer, Evidence>,
    /// The schemas of elements that are null, as written.
    pub(super) null_elements: BTreeMap<Pointer, Evidence>,
    /// The values that are not of their type as a whole.
    pub(super) misplaced: BTreeMap<Site, Evidence>,
    /// The members that have a value, with the operations.
    pub(super) seen: HashMap<(TypeId, usize), BTreeSet<usize>>,
    pub(super) notes: BTreeMap<Note, Evidence>,
}

impl Survey {
    /// Surveys all calls.
    pub(super) fn new(model: &Model, traffic: &Traffic, choice: &Choice) -> Result<Self> {
        Self::default().with_calls(model, traffic, choice, None)
    }

    /// Surveys the calls again, of the operations with differences: corrections only loosen the others.
    pub(super) fn again(&self, model: &Model, traffic: &Traffic, choice: &Choice) -> Result<Self> {
        let causes = self.loosened.values().chain(self.formats.values()).chain(self.misplaced.values());
        let causes = causes.chain(self.null_elements.values());
        let mut open: BTreeSet<usize> = causes.flat_map(|evidence| evidence.operations.iter().copied()).collect();
        let responses = self.responses.iter().filter(|(_, response)| response.differs());
        open.extend(responses.map(|((operation, _), _)| *operation));
        Self { seen: self.seen.clone(), ..Self::default() }.with_calls(model, traffic, choice, Some(&open))
    }

    fn with_calls(
        mut self,
        model: &Model,
        traffic: &Traffic,
        choice: &Choice,
        open: Option<&BTreeSet<usize>>,
    ) -> Result<Self> {
        let survey = &mut self;
        let mut finder = Finder::new(model, choice.clone());
        let words: HashSet<&str> = model.api.operations.iter().flat_map(|it| it.path.split('/')).collect();
        traffic.each(&mut |call| {
            survey.calls += 1;
            if call.status == 0 {
                survey.unanswered += 1;
                return;
            }
            match finder.find(&call) {
                Found::Operation(operation) if open.is_some_and(|open| !open.contains(&operation)) => {}
                Found::Operation(operation) => survey.sample(model, operation, &call),
                Found::Elsewhere(origin) => count(&mut survey.elsewhere, origin),
                Found::NoPath | Found::NoMethod => count(&mut survey.unmatched, shape(&call, &words)),
            }
        })?;
        Ok(self)
    }

    /// Returns the places of values that are not of their type, unless a client reads the others as text.
    pub(super) fn misplaced(&self) -> impl Iterator<Item = (&Site, &Evidence)> {
        let texts = |key: &(usize, u16)| self.responses.get(key).is_some_and(|response| response.texts > 0);
        self.misplaced.iter().filter(move |(site, _)| match site {
            Site::Response(operation, status) => !texts(&(*operation, *status)),
            Site::Member(_) => true,
        })
    }

    /// Returns the number of successes that a client cannot read.
    pub(super) fn unreadable(&self) -> usize {
        self.responses.values().map(|response| response.unreadable).sum()
    }

    fn sample(&mut self, model: &Model, operation: usize, call: &Exchange) {
        let key = (operation, call.status);
        let is_success = (200..300).contains(&call.status);
        let expected = model.expected(operation, call.status, &call.media_type);
        let response = self.responses.entry(key).or_default();
        response.samples += 1;
        response.media_types.insert(call.media_type.clone());
        let value: Option<Value> = match &call.body {
            Body::Text(text) => serde_json::from_str(text.trim_start_matches('\u{feff}')).ok(),
            _ => None,
        };
        response.absent += usize::from(call.body == Body::Absent);
        response.json += usize::from(value.is_some());
        let is_json = call.media_type.is_empty() || call.media_type.ends_with("json");
        let expected = match expected {
            Expected::Undescribed => {
                response.is_undescribed = true;
                if is_success { model.any_success(operation, &call.media_type) } else { Expected::Anything }
            }
            Expected::Anything => {
                response.is_body_undescribed |= value.is_some() && is_success;
                Expected::Anything
            }
            described => described,
        };
        let unread = |response: &mut ResponseSamples| {
            *(if is_success { &mut response.unreadable } else { &mut response.lost_bodies }) += 1;
        };
        match (expected, value, &call.body) {
            (Expected::Anything | Expected::Undescribed, ..) | (_, _, Body::Absent) => {}
            (Expected::Text, value, _) => response.json_for_text += usize::from(value.is_some() && is_json),
            (Expected::Json(ty), Some(value), _) if is_text(model, ty) => {
                if value.is_string() || !is_json {
                    response.texts += 1;
                } else {
                    self.misplaced.entry(Site::Response(key.0, key.1)).or_default().add(operation);
                }
            }
            (Expected::Json(ty), None, _) if is_text(model, ty) => response.texts += 1,
            (Expected::Json(ty), Some(value), _) => {
                if !self.value(model, key, ty, &value) {
                    unread(self.responses.entry(key).or_default());
                }
            }
            (Expected::Json(ty), None, Body::Empty) => {
                let origin = Pointer::root();
                let of = TypeUse { ty, constraints: Constraints::NONE, origin: &origin };
                if !misfits(model.values(), of, &Value::Null).is_readable() && is_success {
                    response.empty += 1;
                    unread(response);
                }
            }
            (Expected::Json(_), None, _) => {
                response.broken += usize::from(is_json);
                response.other_media += usize::from(!is_json);
                unread(response);
            }
        }
    }

    /// Records the misfits of a value. Returns `true` if a client reads it.
    fn value(&mut self, model: &Model, key: (usize, u16), ty: &Type, value: &Value) -> bool {
        let root = response_at(model, key);
        let of = TypeUse { ty, constraints: Constraints::NONE, origin: &root };
        let (misfits, members) = misfits_and_members(model.values(), of, value);
        for member in members.iter().filter(|member| !member.value.is_null()) {
            self.seen.entry((member.owner, member.field)).or_default().insert(key.0);
        }
        let mut misplaced: Vec<&Misfit> = Vec::new();
        let mut loosened: Vec<(&Misfit, Loosening)> = Vec::new();
        let mut formats: Vec<&Misfit> = Vec::new();
        let mut nulls: BTreeMap<Pointer, &Misfit> = BTreeMap::new();
        for misfit in misfits.found.iter().filter(|misfit| misfit.kind.stops()) {
            match misfit.kind {
                MisfitKind::Format(_) => formats.push(misfit),
                _ => match (loosening(model, misfit, value), null_element(model, key, misfit)) {
                    (Some(how), _) => loosened.push((misfit, how)),
                    (None, Some(element)) => drop(nulls.insert(element, misfit)),
                    (None, None) => misplaced.push(misfit),
                },
            }
        }
        let site = |misfit: &Misfit| {
            if misfit.site == root { Site::Response(key.0, key.1) } else { Site::Member(misfit.site.clone()) }
        };
        let sites: BTreeSet<Site> = misplaced.iter().map(|misfit| site(misfit)).collect();
        sites.into_iter().for_each(|site| self.misplaced.entry(site).or_default().add(key.0));
        // Only a value that is plainly of its type says something of the type.
        let is_outside = |misfit: &Misfit| !misplaced.iter().any(|other| misfit.at.is_within(&other.site_at));
        let notes = misfits.found.iter().filter(|misfit| !misfit.kind.stops() && is_outside(misfit));
        notes.for_each(|misfit| self.note(model, misfit, key.0));
        let mut counted = BTreeSet::new();
        for (misfit, how) in loosened.into_iter().filter(|(misfit, _)| is_outside(misfit)) {
            let cause = (misfit.element.clone(), how);
            let evidence = self.loosened.entry(cause.clone()).or_default();
            evidence.sites.insert(site(misfit));
            if counted.insert(cause) {
                evidence.add(key.0);
            }
        }
        for misfit in formats.into_iter().filter(|misfit| is_outside(misfit)) {
            let evidence = self.formats.entry(misfit.element.clone()).or_default();
            evidence.sites.insert(site(misfit));
            evidence.add(key.0);
        }
        for (element, _) in nulls.into_iter().filter(|(_, misfit)| is_outside(misfit)) {
            self.null_elements.entry(element).or_default().add(key.0);
        }
        if !misfits.is_complete && misfits.is_readable() {
            self.responses.entry(key).or_default().unchecked += 1;
        }
        misfits.is_readable()
    }

    fn note(&mut self, model: &Model, misfit: &Misfit, operation: usize) {
        let element = model.written_at(&misfit.element);
        let note = match misfit.kind {
            MisfitKind::Undeclared(kind) => {
                let name = misfit.at.split_last().map(|(_, name)| name).filter(|name| is_name(name));
                let of_same = |note: &Note| matches!(note, Note::Undeclared(known, Some(_), _) if *known == element);
                let named = Note::Undeclared(element.clone(), name, kind);
                let has_room = self.notes.contains_key(&named)
                    || self.notes.keys().filter(|note| of_same(note)).count() < MAX_LISTED;
                if has_room { named } else { Note::Undeclared(element, None, kind) }
            }
            _ => Note::Other(element, misfit.message.clone()),
        };
        self.notes.entry(note).or_default().add(operation);
    }
}

/// Counts a request. Only some are listed.
fn count(counts: &mut BTreeMap<String, usize>, key: String) {
    let is_listed = counts.len() < MAX_LISTED || counts.contains_key(&key);
    *counts.entry(if is_listed { key } else { "others".to_owned() }).or_default() += 1;
}

/// Returns the identity of the body of a response.
pub(super) fn response_at(model: &Model, (operation, status): (usize, u16)) -> Pointer {
    model.api.operations[operation].origin.child("responses").child(&status.to_string())
}

/// Returns the schema of the elements of an array or a map, as written, if a misfit is null in place of one.
fn null_element(model: &Model, (operation, status): (usize, u16), misfit: &Misfit) -> Option<Pointer> {
    let inside =
        misfit.at.as_str().strip_prefix(misfit.site_at.as_str()).filter(|_| misfit.kind == MisfitKind::Null)?;
    let is_response = misfit.site == response_at(model, (operation, status));
    let place =
        if is_response { model.schema_of_response(operation, status)?.0 } else { model.written_at(&misfit.site) };
    (!inside.is_empty()).then(|| model.element_schema(place, inside.matches('/').count()))?
}

/// Returns `true` if a client reads any body as this type: a string is read from JSON and from text.
fn is_text(model: &Model, ty: &Type) -> bool {
    *model.api.unaliased(ty) == Type::Text(Text::Plain)
}

/// Returns the correction of a member that a misfit asks for, if the value is plainly of its type otherwise.
pub(super) fn loosening(model: &Model, misfit: &Misfit, root: &Value) -> Option<Loosening> {
    let &(owner, index) = model.fields.get(&misfit.element)?;
    let value = || root.pointer(misfit.at.as_str());
    match misfit.kind {
        MisfitKind::Absent => {
            let (object, name) = misfit.at.split_last()?;
            let object = root.pointer(object.as_str())?.as_object()?;
            let is_own = model.api.field(owner, index).is_some_and(|field| field.wire == name);
            (is_own && is_plainly(model, owner, object)).then_some(Loosening::Optional)
        }
        MisfitKind::Null if misfit.at == misfit.site_at => Some(Loosening::Nullable),
        MisfitKind::Kind { expected: JsonKind::Boolean, .. } => {
            let is_number =
                value().is_some_and(|value| matches!(plain_text(value).as_str(), "0" | "1") && value.is_u64());
            is_number.then_some(Loosening::Numbers)
        }
        _ => None,
    }
}

/// Returns `true` if an object has most of the members of a type, and not many others.
fn is_plainly(model: &Model, ty: TypeId, members: &serde_json::Map<String, Value>) -> bool {
    let bindery::internal::model::Shape::Object(object) = &model.api.definition(ty).shape else { return false };
    let declared = object.fields.iter().filter(|field| members.contains_key(&field.wire)).count();
    let required = object.fields.iter().filter(|field| field.required);
    let (all, present) = required
        .fold((0, 0), |(all, present), field| (all + 1, present + usize::from(members.contains_key(&field.wire))));
    (declared > 0 || members.is_empty()) && declared * 2 >= members.len() && (all <= 2 || present * 2 >= all)
}

/// Returns `true` if a text is the name of a member, and not data, such as an identifier, a secret, an e-mail address or
/// the name of a person. `@` starts names of JSON-LD and of converted XML: `@type`.
pub(super) fn is_name(text: &str) -> bool {
    let text = text.strip_prefix('@').unwrap_or(text);
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '$');
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$'));
    let has_vowel =
        text.len() < 12 || text.bytes().filter(|byte| b"aeiouAEIOU_-".contains(byte)).count() * 6 >= text.len();
    starts && text.len() <= 40 && digits <= 3 && text.chars().all(is_word) && has_vowel
}

/// Returns a request without values: only the words that the description has are shown.
fn shape(call: &Exchange, words: &HashSet<&str>) -> String {
    let path = call.url.split_once("://").map_or("", |(_, rest)| rest).split(['?', '#']).next().unwrap_or_default();
    let steps = path.split('/').skip(1).take(12);
    let steps = steps.map(|step| if words.contains(step) && !step.contains('{') { step } else { "{}" });
    let method = if call.method.len() <= 10 && call.method.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        &call.method
    } else {
        "?"
    };
    format!("{method} /{}", steps.collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn names_of_members_are_no_data() {
        for name in ["id", "created_at", "@type", "$ref", "x-rate", "a.b", "Line1"] {
            assert!(is_name(name), "{name}");
        }
        for data in ["alice@example.com", "a@b", "Alice Smith", "@", "@@a", "@.a", "", "42", "e2507ab7-bd3a-4123"] {
            assert!(!is_name(data), "{data}");
        }
    }
}
