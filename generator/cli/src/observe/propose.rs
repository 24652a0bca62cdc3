//! The least corrections that make each sample readable.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::address::Choice;
use super::har::Traffic;
use super::model::{Expected, Model};
use super::search::{Replacement, search};
use super::survey::{Evidence, ResponseSamples, Site, Survey};
use bindery::internal::config::Loosening;
use bindery::internal::diagnostic::Result;
use bindery::internal::inflection::counted;
use bindery::internal::model::{TypeId, covers};
use bindery::internal::pointer::Pointer;

/// Maximum number of operations that are shown for a correction.
const MAX_OPERATIONS: usize = 3;
/// The description of a response that is added.
const ADDED: &str = "Not described by the API; observed in its traffic.";

/// A change of the description or of how it is read.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Correction {
    /// An entry of `[fields]`.
    Member(String, Loosening),
    /// Actions of an overlay.
    Overlay(Vec<Action>),
    /// None is known; the reason.
    None(&'static str),
}

/// An action of an overlay.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Action {
    pub(super) target: String,
    /// The update; the target is removed without one.
    pub(super) update: Option<Value>,
}

/// A proposed correction.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    /// `field`, `response`, `member`, `format`, `status` or `body`.
    pub(super) kind: &'static str,
    /// The element of the description.
    pub(super) element: Pointer,
    /// The behavior of the server, and the correction, in words.
    pub(super) text: String,
    pub(super) samples: usize,
    pub(super) operations: Vec<String>,
    pub(super) correction: Correction,
    /// `true` if no component was found for the values.
    pub(super) is_last_resort: bool,
}

/// Proposes corrections for what a survey found.
pub(super) fn propose(model: &Model, survey: &Survey, traffic: &Traffic, choice: &Choice) -> Result<Vec<Proposal>> {
    let proposer = Proposer { model, survey };
    let alone = proposer.alone();
    let mut sites: BTreeSet<Site> = survey.misplaced().map(|(site, _)| site.clone()).collect();
    sites.extend(alone.values().cloned());
    for (key, response) in &survey.responses {
        if proposer.is_added(*key, response) || response.json_for_text > 0 {
            sites.insert(Site::Response(key.0, key.1));
        }
    }
    let found = if sites.is_empty() { BTreeMap::new() } else { search(model, traffic, choice, &sites)? };
    let mut proposals = Vec::new();
    for (key, response) in &survey.responses {
        let site = Site::Response(key.0, key.1);
        proposals.extend(proposer.of_response(*key, response, found.get(&site)));
    }
    for (site, evidence) in survey.misplaced() {
        if let Some(replacement) = found.get(site) {
            proposals.extend(proposer.replaced(site, evidence, replacement));
        }
    }
    let mut replaced: BTreeSet<&Site> = BTreeSet::new();
    for ((member, how), evidence) in &survey.loosened {
        let site = alone.get(&(member.clone(), *how));
        if let Some(site) = site
            && let Some(other) = found.get(site).filter(|other| other.is_exact)
        {
            if replaced.insert(site) {
                proposals.extend(proposer.replaced(site, evidence, other));
            }
            continue;
        }
        proposals.extend(proposer.loosened(member, *how, evidence));
    }
    proposals.extend(survey.formats.iter().map(|(element, evidence)| proposer.without_format(element, evidence)));
    // A component may fit once its members are corrected.
    if proposals.iter().any(|proposal| !proposal.is_last_resort) {
        proposals.retain(|proposal| !proposal.is_last_resort);
    }
    Ok(proposals)
}

struct Proposer<'m> {
    model: &'m Model,
    survey: &'m Survey,
}

impl Proposer<'_> {
    fn proposal(
        &self,
        kind: &'static str,
        element: Pointer,
        text: String,
        evidence: &Evidence,
        correction: Correction,
    ) -> Proposal {
        let operations = evidence.operations.iter().map(|index| self.model.api.operations[*index].route());
        Proposal {
            kind,
            element,
            text,
            samples: evidence.samples,
            operations: operations.collect(),
            correction,
            is_last_resort: false,
        }
    }

    /// Returns the members that one operation omits and others have, with the place of its object: another component may
    /// be meant there.
    fn alone(&self) -> BTreeMap<(Pointer, Loosening), Site> {
        let is_alone = |member: &Pointer, evidence: &Evidence| {
            let id: Option<&(TypeId, usize)> = self.model.fields.get(member);
            let users = id.and_then(|id| self.survey.seen.get(id));
            evidence.operations.len() == 1 && users.is_some_and(|users| !users.is_subset(&evidence.operations))
        };
        let absent = self.survey.loosened.iter().filter(|((_, how), _)| *how == Loosening::Optional);
        let alone = absent.filter(|((member, _), evidence)| is_alone(member, evidence));
        alone.filter_map(|(cause, evidence)| Some((cause.clone(), evidence.sites.first()?.clone()))).collect()
    }

    /// Returns `true` if a response is added for an undescribed status.
    fn is_added(&self, (operation, status): (usize, u16), response: &ResponseSamples) -> bool {
        let is_success = (200..300).contains(&status);
        let is_new = is_success || (400..500).contains(&status);
        // An empty success is read as the described one, if that may be empty.
        let is_empty = || matches!(self.model.any_success(operation, ""), Expected::Json(_)) && response.unreadable > 0;
        response.is_undescribed && is_new && (response.json > 0 || (is_success && is_empty()))
    }

    fn of_response(
        &self,
        key: (usize, u16),
        response: &ResponseSamples,
        found: Option<&Replacement>,
    ) -> Option<Proposal> {
        let (operation, status) = key;
        let evidence = Evidence { samples: response.samples, operations: [operation].into(), ..Evidence::default() };
        let element = self.model.written_at(&self.model.api.operations[operation].origin).child("responses");
        if self.is_added(key, response) {
            let (schema, what) = self.added_schema(key, response, found);
            let text = format!("answers {status}, which is not described: {what}");
            let mut added = json!({ "description": ADDED });
            if let Some(schema) = schema {
                if self.model.is_swagger() {
                    added["schema"] = schema;
                } else {
                    added["content"] = json!({ self.json_type(response): { "schema": schema } });
                }
            }
            let update = json!({ status.to_string(): added });
            let actions = path(self.model, &element).map(|target| vec![Action { target, update: Some(update) }]);
            let proposal =
                self.proposal("status", element.child(&status.to_string()), text, &evidence, overlay(actions));
            let is_last_resort = found.is_some_and(|found| found.component.is_none()) && response.unreadable > 0;
            return Some(Proposal { is_last_resort, ..proposal });
        }
        let (_, at) = self.model.described(&self.model.api.operations[operation], status)?;
        if response.empty > 0 && response.empty == response.samples - response.absent {
            let text = format!("answers {status} with an empty body: it has none");
            let actions = self.changed_response(&at, self.body_key(), None);
            return Some(self.proposal("body", at, text, &evidence, overlay(actions)));
        }
        if response.empty > 0 {
            let text = format!("answers {status} with an empty body now and then: it may be any value");
            let actions = self.replaced_schema(key, &json!({}));
            return Some(self.proposal("body", at, text, &evidence, overlay(actions)));
        }
        let with_body = response.samples - response.absent;
        if response.json_for_text > 0 && response.json_for_text == with_body {
            let found = found?;
            let is_string = found.inferred.get("type").is_some_and(|kind| kind == "string");
            let schema = if is_string { found.inferred.clone() } else { found.schema.clone() };
            let text = format!("answers {status} with JSON, where text is described");
            let actions = self.other_media_type(key, &at, &self.json_type(response), &schema);
            return Some(self.proposal("body", at, text, &evidence, overlay(actions)));
        }
        if response.other_media > 0 && response.other_media == with_body && response.media_types.len() == 1 {
            let media_type = response.media_types.first().cloned().unwrap_or_default();
            let text = format!("answers {status} with `{media_type}`, where JSON is described");
            let actions = self.other_media_type(key, &at, &media_type, &json!({ "type": "string" }));
            return Some(self.proposal("body", at, text, &evidence, overlay(actions)));
        }
        None
    }

    /// Returns the JSON media type of the samples.
    fn json_type(&self, response: &ResponseSamples) -> String {
        let json = response.media_types.iter().find(|name| name.ends_with("json") && name.contains('/'));
        json.cloned().unwrap_or_else(|| "application/json".to_owned())
    }

    fn added_schema(
        &self,
        key: (usize, u16),
        response: &ResponseSamples,
        found: Option<&Replacement>,
    ) -> (Option<Value>, String) {
        if response.json == 0 {
            return (None, "it has no body".to_owned());
        }
        let same = (200..300).contains(&key.1).then(|| self.any_success_schema(key.0)).flatten();
        if let Some(same) = same.filter(|_| response.unreadable == 0) {
            return (Some(same), "its body is that of the described success".to_owned());
        }
        match found {
            Some(Replacement { schema, component: Some(name), .. }) => {
                (Some(schema.clone()), format!("its body is {name}"))
            }
            Some(Replacement { inferred, .. }) => {
                (Some(inferred.clone()), "its body is no existing component".to_owned())
            }
            None => (Some(json!({})), "its body is any JSON".to_owned()),
        }
    }

    fn any_success_schema(&self, operation: usize) -> Option<Value> {
        let responses = self.model.written_at(&self.model.api.operations[operation].origin).child("responses");
        let responses = self.model.written.pointer(responses.as_str())?.as_object()?;
        let success = responses.keys().find(|key| key.starts_with('2'))?;
        Some(self.model.schema_of_response(operation, success.parse().unwrap_or(200))?.1)
    }

    /// Proposes another type for values that are not of the described one as a whole.
    fn replaced(&self, site: &Site, evidence: &Evidence, found: &Replacement) -> Option<Proposal> {
        let what = found
            .component
            .as_ref()
            .map_or("no existing component fits: it may be any value".to_owned(), |name| format!("it is {name}"));
        match site {
            Site::Response(operation, status) => {
                let key = (*operation, *status);
                if self.is_added(key, self.survey.responses.get(&key)?) {
                    return None;
                }
                let element = self.model.schema_of_response(*operation, *status)?.0;
                let text = format!("answers {status} with a body that is not of the described type: {what}");
                let proposal = self.proposal(
                    "response",
                    element,
                    text,
                    evidence,
                    overlay(self.replaced_schema(key, &found.schema)),
                );
                Some(Proposal { is_last_resort: found.component.is_none(), ..proposal })
            }
            Site::Member(member) => {
                let element = self.model.written_at(member);
                let written = self.model.written.pointer(element.as_str());
                let mut schema = found.schema.clone();
                if let Some(text) = written.and_then(|written| written.get("description"))
                    && schema.get("$ref").is_none()
                {
                    schema["description"] = text.clone();
                }
                let text = format!("`{}` is not of the described type: {what}", name(&element));
                let actions = self.replaced_value(&element, schema);
                let proposal = self.proposal("member", element, text, evidence, overlay(actions));
                Some(Proposal { is_last_resort: found.component.is_none(), ..proposal })
            }
        }
    }

    fn loosened(&self, member: &Pointer, how: Loosening, evidence: &Evidence) -> Option<Proposal> {
        let &(owner, index) = self.model.fields.get(member)?;
        let definition = self.model.api.definition(owner);
        let field = self.model.api.field(owner, index)?;
        let element = self.model.written_at(member);
        let pointers = [element.to_string(), format!("#{element}")];
        let key = pointers.into_iter().find(|key| self.model.configured.contains(key));
        let key = key.unwrap_or_else(|| match definition.naming.schema() {
            Some(schema) if !schema.contains('.') => format!("{schema}.{}", field.wire),
            _ => element.to_string(),
        });
        let what = match how {
            Loosening::Optional => "is required, and absent",
            Loosening::Nullable => "is null",
            Loosening::Numbers => "is a boolean, and written as 0 or 1",
        };
        let text = format!("`{}` {what}", name(&element));
        Some(self.proposal("field", element, text, evidence, Correction::Member(key, how)))
    }

    fn without_format(&self, element: &Pointer, evidence: &Evidence) -> Proposal {
        let element = self.model.written_at(element);
        let written = self.model.written.pointer(element.as_str()).map(|written| self.model.resolved(written));
        let text = format!("`{}` does not have its format", name(&element));
        let own = self
            .model
            .written
            .pointer(element.child("format").as_str())
            .and(path(self.model, &element.child("format")));
        let actions = match (own, written) {
            (Some(target), _) => Some(vec![Action { target, update: None }]),
            // The format is in a component or in an element.
            (None, Some(_)) => self.replaced_value(&element, json!({})),
            (None, None) => None,
        };
        self.proposal("format", element, text, evidence, overlay(actions))
    }

    /// Replaces a member of an object.
    fn replaced_value(&self, element: &Pointer, value: Value) -> Option<Vec<Action>> {
        let (parent, step) = element.split_last()?;
        let remove = Action { target: path(self.model, element)?, update: None };
        let update = Value::Object(Map::from_iter([(step, value)]));
        Some(vec![remove, Action { target: path(self.model, &parent)?, update: Some(update) }])
    }

    /// Replaces the schema of the body of a response.
    fn replaced_schema(&self, (operation, status): (usize, u16), schema: &Value) -> Option<Vec<Action>> {
        let (_, at) = self.model.described(&self.model.api.operations[operation], status)?;
        let inner = self.model.schema_of_response(operation, status)?.0;
        if self.model.written.pointer(at.as_str())?.get("$ref").is_none() {
            return self.replaced_value(&inner, schema.clone());
        }
        let mut response = self.model.resolved(self.model.written.pointer(at.as_str())?).clone();
        *response.pointer_mut(inner.as_str().strip_prefix(at.as_str())?)? = schema.clone();
        self.replaced_value(&at, response)
    }

    /// Returns the member of a response that describes its body.
    fn body_key(&self) -> &'static str {
        if self.model.is_swagger() { "schema" } else { "content" }
    }

    /// Changes a member of a response; a response that others may refer to is copied.
    fn changed_response(&self, at: &Pointer, name: &str, value: Option<Value>) -> Option<Vec<Action>> {
        let written = self.model.written.pointer(at.as_str())?;
        if written.get("$ref").is_none() {
            let remove = written.get(name).and(path(self.model, &at.child(name)));
            let mut actions: Vec<Action> = remove.map(|target| Action { target, update: None }).into_iter().collect();
            let target = path(self.model, at)?;
            actions.extend(value.map(|value| Action { target, update: Some(json!({ name: value })) }));
            return Some(actions);
        }
        let mut response = self.model.resolved(written).clone();
        let members = response.as_object_mut()?;
        match value {
            Some(value) => members.insert(name.to_owned(), value),
            None => members.shift_remove(name),
        };
        self.replaced_value(at, response)
    }

    fn other_media_type(
        &self,
        (operation, _): (usize, u16),
        at: &Pointer,
        media_type: &str,
        schema: &Value,
    ) -> Option<Vec<Action>> {
        if !self.model.is_swagger() {
            return self.changed_response(at, "content", Some(json!({ media_type: { "schema": schema } })));
        }
        let operation = self.model.written_at(&self.model.api.operations[operation].origin);
        let produces = operation.child("produces");
        let remove = self.model.written.pointer(produces.as_str()).and(path(self.model, &produces));
        let mut actions: Vec<Action> = remove.map(|target| Action { target, update: None }).into_iter().collect();
        let update = Some(json!({ "produces": [media_type] }));
        actions.push(Action { target: path(self.model, &operation)?, update });
        actions.extend(self.changed_response(at, "schema", Some(schema.clone()))?);
        Some(actions)
    }
}

impl Model {
    /// Returns the schema of the body of a response, and its location; below a reference, that it would have there.
    pub(super) fn schema_of_response(&self, operation: usize, status: u16) -> Option<(Pointer, Value)> {
        let (_, at) = self.described(&self.api.operations[operation], status)?;
        let response = self.resolved(self.written.pointer(at.as_str())?);
        if self.is_swagger() {
            return Some((at.child("schema"), response.get("schema")?.clone()));
        }
        let content = response.get("content")?.as_object()?;
        let is_json = |name: &&String| name.contains("json");
        let media_type =
            content.keys().find(is_json).or_else(|| content.keys().find(|name| covers(name, "application/json")));
        let media_type = media_type.or_else(|| content.keys().next())?;
        let schema = content[media_type].get("schema").cloned().unwrap_or(json!({}));
        Some((at.child("content").child(media_type).child("schema"), schema))
    }
}

fn overlay(actions: Option<Vec<Action>>) -> Correction {
    actions.map_or(Correction::None("it is not in the main file of the description"), Correction::Overlay)
}

/// Returns the name of a member, such as `Story.owner.name`.
fn name(element: &Pointer) -> String {
    let steps: Vec<String> = element.as_str().split('/').map(bindery::internal::pointer::unescaped).collect();
    let inner = match &steps[..] {
        [_, first, second, inner @ ..] if first == "components" && second == "schemas" => inner,
        [_, first, inner @ ..] if first == "definitions" => inner,
        _ => &[],
    };
    match inner {
        [schema, members @ ..] if members.chunks(2).all(|step| step.len() == 2 && step[0] == "properties") => {
            let members = members.chunks(2).map(|step| step[1].as_str());
            [schema.as_str()].into_iter().chain(members).collect::<Vec<_>>().join(".")
        }
        _ => steps.last().cloned().unwrap_or_default(),
    }
}

/// Returns the JSONPath of a value that is written in the description.
fn path(model: &Model, pointer: &Pointer) -> Option<String> {
    let mut path = "$".to_owned();
    let mut value = &model.written;
    for step in pointer.as_str().split('/').skip(1) {
        let step = bindery::internal::pointer::unescaped(step);
        value = match value {
            Value::Array(elements) => {
                path.push_str(&format!("[{step}]"));
                elements.get(step.parse::<usize>().ok()?)?
            }
            other => {
                let is_plain = step.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                    && step.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                let quoted = || format!("['{}']", step.replace('\\', "\\\\").replace('\'', "\\'"));
                path.push_str(&if is_plain { format!(".{step}") } else { quoted() });
                other.get(&step)?
            }
        };
    }
    Some(path)
}

/// Returns the number of samples and some operations, in words.
pub(super) fn evidence(samples: usize, operations: &[String]) -> String {
    let shown: Vec<&str> = operations.iter().take(MAX_OPERATIONS).map(String::as_str).collect();
    let more = operations.len().saturating_sub(MAX_OPERATIONS);
    let more = if more > 0 { format!(", {more} more") } else { String::new() };
    format!(" ({}: {}{more})", counted(samples, "sample"), shown.join(", "))
}
