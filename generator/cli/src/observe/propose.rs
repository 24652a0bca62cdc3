//! The least corrections that make each sample readable.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::action::{self, Action};
use super::address::Choice;
use super::har::Traffic;
use super::model::{Expected, Model};
use super::search::{Replacement, search};
use super::survey::{Evidence, ResponseSamples, Site, Survey};
use bindery::internal::config::Loosening;
use bindery::internal::diagnostic::Result;
use bindery::internal::inflection::counted;
use bindery::internal::model::TypeId;
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

/// A proposed correction.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    /// `field`, `response`, `member`, `element`, `format`, `status` or `body`.
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
    let mut own: BTreeMap<(usize, u16), (Vec<&Pointer>, &Evidence)> = BTreeMap::new();
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
        match site.and_then(|_| proposer.unreadable_response(evidence)) {
            Some(key) => own.entry(key).or_insert((Vec::new(), evidence)).0.push(member),
            None => proposals.extend(proposer.loosened(member, *how, evidence)),
        }
    }
    proposals
        .extend(own.into_iter().filter_map(|(key, (members, evidence))| proposer.own_schema(key, &members, evidence)));
    proposals.extend(survey.null_elements.iter().map(|(element, evidence)| proposer.nullable(element, evidence)));
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
            let is_kept = |users: &BTreeSet<usize>| !users.is_empty() && users.is_disjoint(&evidence.operations);
            evidence.operations.len() == 1 && users.is_some_and(is_kept)
        };
        let absent = self.survey.loosened.iter().filter(|((_, how), _)| *how == Loosening::Optional);
        let alone = absent.filter(|((member, _), evidence)| is_alone(member, evidence));
        alone.filter_map(|(cause, evidence)| Some((cause.clone(), evidence.sites.first()?.clone()))).collect()
    }

    /// Returns the first response of the operation of some evidence that a client cannot read.
    fn unreadable_response(&self, evidence: &Evidence) -> Option<(usize, u16)> {
        let is_it = |(key, response): &(&(usize, u16), &ResponseSamples)| {
            evidence.operations.contains(&key.0) && response.unreadable > 0
        };
        self.survey.responses.iter().find(is_it).map(|(key, _)| *key)
    }

    /// Proposes a schema for one response, if it alone omits members of a component that others have: a copy that does not
    /// require them.
    fn own_schema(&self, key: (usize, u16), members: &[&Pointer], evidence: &Evidence) -> Option<Proposal> {
        let (element, written) = self.model.schema_of_response(key.0, key.1)?;
        let names = members.iter().map(|member| format!("`{}`", name(&self.model.written_at(member))));
        let names = names.collect::<Vec<_>>().join(", ");
        let text = format!("answers {} without {names}, which is required, and other operations send it", key.1);
        let reason = "no other operation omits it: if it is optional for all, add it to `[fields]`";
        let correction =
            self.copied_schema(&written, members).and_then(|schema| self.model.replaced_schema(key, &schema));
        let correction = correction.map_or(Correction::None(reason), Correction::Overlay);
        Some(self.proposal("response", element, text, evidence, correction))
    }

    /// Returns a copy of the component that a schema, or its elements, refer to, in which members are optional.
    fn copied_schema(&self, written: &Value, members: &[&Pointer]) -> Option<Value> {
        if let Some(items) = written.get("items") {
            return Some(json!({ "type": "array", "items": self.copied_schema(items, members)? }));
        }
        let component = Pointer::root().append(written.get("$ref")?.as_str()?.strip_prefix('#')?);
        let mut copy = self.model.written.pointer(component.as_str())?.clone();
        copy.as_object_mut()?.shift_remove("title");
        for member in members {
            let (object, member) = self.model.written_at(member).split_last()?;
            let object = object.as_str().strip_prefix(component.as_str())?.strip_suffix("/properties")?;
            let required = copy.pointer_mut(object)?.get_mut("required")?.as_array_mut()?;
            required.retain(|name| *name != member.as_str());
        }
        Some(copy)
    }

    /// Proposes that the elements of an array or a map may be null.
    fn nullable(&self, element: &Pointer, evidence: &Evidence) -> Proposal {
        let mut owner = element.clone();
        while let Some((outer, _)) =
            owner.split_last().filter(|(_, step)| step == "items" || step == "additionalProperties")
        {
            owner = outer;
        }
        let text = format!("`{}` has null in place of an element: its elements may be null", name(&owner));
        let written = self.model.written.pointer(element.as_str()).cloned().unwrap_or_default();
        let version = self.model.written.get("openapi").and_then(Value::as_str).unwrap_or_default();
        let keyword = if self.model.is_swagger() { "x-nullable" } else { "nullable" };
        let actions = if !self.model.is_swagger() && !version.starts_with("3.0") {
            self.model.replaced_value(element, json!({ "anyOf": [written, { "type": "null" }] }))
        } else if written.get("$ref").is_some() {
            self.model.replaced_value(element, json!({ "allOf": [written], keyword: true }))
        } else {
            let update = Some(json!({ keyword: true }));
            action::path(self.model, element).map(|target| vec![Action { target, update }])
        };
        self.proposal("element", element.clone(), text, evidence, overlay(actions))
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
            let actions =
                action::path(self.model, &element).map(|target| vec![Action { target, update: Some(update) }]);
            let proposal =
                self.proposal("status", element.child(&status.to_string()), text, &evidence, overlay(actions));
            let is_last_resort = found.is_some_and(|found| found.component.is_none()) && response.unreadable > 0;
            return Some(Proposal { is_last_resort, ..proposal });
        }
        let (_, at) = self.model.described(&self.model.api.operations[operation], status)?;
        if response.empty > 0 && response.empty == response.samples - response.absent {
            let text = format!("answers {status} with an empty body: it has none");
            let actions = self.model.changed_response(&at, self.model.body_key(), None);
            return Some(self.proposal("body", at, text, &evidence, overlay(actions)));
        }
        if response.empty > 0 {
            let text = format!("answers {status} with an empty body now and then: it may be any value");
            let actions = self.model.replaced_schema(key, &json!({}));
            return Some(self.proposal("body", at, text, &evidence, overlay(actions)));
        }
        let with_body = response.samples - response.absent;
        if response.json_for_text > 0 && response.json_for_text == with_body {
            let found = found?;
            let is_string = found.inferred.get("type").is_some_and(|kind| kind == "string");
            let schema = if is_string { found.inferred.clone() } else { found.schema.clone() };
            let text = format!("answers {status} with JSON, where text is described");
            let actions = self.model.other_media_type(key, &at, &self.json_type(response), &schema);
            return Some(self.proposal("body", at, text, &evidence, overlay(actions)));
        }
        if response.other_media > 0 && response.other_media == with_body && response.media_types.len() == 1 {
            let media_type = response.media_types.first().cloned().unwrap_or_default();
            let text = format!("answers {status} with `{media_type}`, where JSON is described");
            let actions = self.model.other_media_type(key, &at, &media_type, &json!({ "type": "string" }));
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
                    overlay(self.model.replaced_schema(key, &found.schema)),
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
                let actions = self.model.replaced_value(&element, schema);
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
            .and(action::path(self.model, &element.child("format")));
        let actions = match (own, written) {
            (Some(target), _) => Some(vec![Action { target, update: None }]),
            // The format is in a component or in an element.
            (None, Some(_)) => self.model.replaced_value(&element, json!({})),
            (None, None) => None,
        };
        self.proposal("format", element, text, evidence, overlay(actions))
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

/// Returns the number of samples and some operations, in words.
pub(super) fn evidence(samples: usize, operations: &[String]) -> String {
    let shown: Vec<&str> = operations.iter().take(MAX_OPERATIONS).map(String::as_str).collect();
    let more = operations.len().saturating_sub(MAX_OPERATIONS);
    let more = if more > 0 { format!(", {more} more") } else { String::new() };
    format!(" ({}: {}{more})", counted(samples, "sample"), shown.join(", "))
}
