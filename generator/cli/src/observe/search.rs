//! Finds the existing component that fits all values at a place.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::{Map, Value, json};

use super::address::{Choice, Finder, Found};
use super::har::{Body, Traffic};
use super::infer::Inferred;
use super::model::{Expected, Model};
use super::survey::{Site, is_name, loosening, response_at};
use bindery::internal::config::Loosening;
use bindery::internal::diagnostic::Result;
use bindery::internal::misfit::{MisfitKind, TypeUse, misfits_and_members};
use bindery::internal::model::{Constraints, Shape, Type, TypeId};
use bindery::internal::pointer::Pointer;

/// Maximum number of members of a wrapper.
const MAX_WRAPPER_MEMBERS: usize = 8;

/// A type that values may have instead of the described one.
#[derive(Debug)]
struct Candidate {
    ty: Type,
    schema: Value,
    /// In words, such as "a list of `Pet`".
    name: String,
    /// `true` if it is a list of the described type, or its element.
    is_related: bool,
    /// `true` if another response with an error has it.
    is_error: bool,
    /// `true` if it requires a member.
    is_distinct: bool,
}

/// A candidate at a place, with the values that were tried.
#[derive(Debug)]
struct Trial {
    candidate: Rc<Candidate>,
    /// `true` if it is a response with an error that has the type.
    is_error: bool,
    tally: Tally,
}

#[derive(Debug, Default)]
struct Tally {
    is_refuted: bool,
    /// The misfits that corrections of members remove.
    loosened: usize,
    declared: usize,
    undeclared: usize,
    members: BTreeSet<(TypeId, usize)>,
}

impl Trial {
    fn new(candidate: &Rc<Candidate>) -> Self {
        Self { candidate: Rc::clone(candidate), is_error: candidate.is_error, tally: Tally::default() }
    }

    fn try_value(&mut self, model: &Model, value: &Value) {
        let origin = Pointer::root();
        let of = TypeUse { ty: &self.candidate.ty, constraints: Constraints::NONE, origin: &origin };
        let (misfits, members) = misfits_and_members(model.values(), of, value);
        let is_other = |kind: MisfitKind| matches!(kind, MisfitKind::NoAlternative | MisfitKind::UnknownTag);
        for misfit in misfits.found.iter().filter(|misfit| misfit.kind.stops()) {
            // Another fault of the description may be in the way.
            match loosening(model, misfit, value) {
                Some(how) if self.candidate.is_related || how != Loosening::Optional => self.tally.loosened += 1,
                _ => self.tally.is_refuted = true,
            }
        }
        self.tally.is_refuted |= !misfits.is_complete || misfits.found.iter().any(|misfit| is_other(misfit.kind));
        let undeclared = misfits.found.iter().filter(|misfit| matches!(misfit.kind, MisfitKind::Undeclared(_)));
        self.tally.undeclared += undeclared.count();
        // As an undeclared member, each one counts once for all elements of a list.
        let declared: BTreeSet<_> = members.iter().map(|member| (member.owner, member.field)).collect();
        self.tally.declared += declared.len();
        self.tally.members.extend(declared);
    }

    /// Returns `true` if it fits all values, and says something of them: it covers most members, and requires some.
    fn is_eligible(&self) -> bool {
        let Tally { is_refuted, declared, undeclared, .. } = self.tally;
        let is_telling = self.candidate.is_related
            || (declared > 0 && (self.candidate.is_distinct || (self.is_error && undeclared == 0)));
        !is_refuted && is_telling && undeclared <= declared
    }

    /// Returns the order among candidates, the best first.
    fn rank(&self, model: &Model) -> impl Ord + use<> {
        let fields = self.tally.members.iter().filter_map(|(owner, index)| model.api.field(*owner, *index));
        let required = fields.filter(|field| field.required).count();
        let all: usize = self.candidate.ty.named_types().into_iter().map(|id| fields_of(model, id)).sum();
        let spare = all.saturating_sub(self.tally.members.len());
        let preferred = (!self.is_error, !self.candidate.is_related);
        (
            self.tally.loosened,
            self.tally.undeclared,
            preferred,
            Reverse(required),
            spare,
            self.candidate.name.len(),
            self.candidate.name.clone(),
        )
    }
}

fn fields_of(model: &Model, id: TypeId) -> usize {
    match &model.api.definition(id).shape {
        Shape::Object(object) => object.fields.len(),
        _ => 0,
    }
}

/// The values at a place, and what they could be.
#[derive(Debug)]
struct Place {
    trials: Vec<Trial>,
    /// The trials of each member that all values have.
    members: Option<BTreeMap<String, Vec<Trial>>>,
    inferred: Inferred,
}

/// The result for a place.
#[derive(Clone, Debug)]
pub(super) struct Replacement {
    pub(super) schema: Value,
    /// In words, if it is an existing component.
    pub(super) component: Option<String>,
    /// The schema of the values themselves.
    pub(super) inferred: Value,
    /// `true` if it is a component whose members were all seen, and that has no others.
    pub(super) is_exact: bool,
}

/// Searches the components for each place, in one pass over the traffic.
pub(super) fn search(
    model: &Model,
    traffic: &Traffic,
    choice: &Choice,
    sites: &BTreeSet<Site>,
) -> Result<BTreeMap<Site, Replacement>> {
    let components = components(model);
    let mut places: BTreeMap<&Site, Place> =
        sites.iter().map(|site| (site, Place::new(model, site, &components))).collect();
    let has_members = sites.iter().any(|site| matches!(site, Site::Member(_)));
    let mut finder = Finder::new(model, choice.clone());
    traffic.each(&mut |call| {
        let Found::Operation(operation) = finder.find(&call) else { return };
        let response = Site::Response(operation, call.status);
        if !has_members && !places.contains_key(&response) {
            return;
        }
        let Body::Text(text) = &call.body else { return };
        let Ok(value) = serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}')) else { return };
        if let Some(place) = places.get_mut(&response) {
            place.add(model, &value, &components);
        }
        let Expected::Json(ty) = model.expected(operation, call.status, &call.media_type) else { return };
        if has_members {
            let root = response_at(model, (operation, call.status));
            let of = TypeUse { ty, constraints: Constraints::NONE, origin: &root };
            for member in misfits_and_members(model.values(), of, &value).1 {
                let field = model.api.field(member.owner, member.field);
                let place = field.and_then(|field| places.get_mut(&Site::Member(field.origin.clone())));
                if let Some(place) = place.filter(|_| !member.value.is_null()) {
                    place.add(model, member.value, &components);
                }
            }
        }
    })?;
    Ok(places.into_iter().map(|(site, place)| (site.clone(), place.result(model))).collect())
}

/// Returns each component, its list and its map.
fn components(model: &Model) -> Vec<Rc<Candidate>> {
    let errors: BTreeSet<TypeId> = model
        .api
        .operations
        .iter()
        .flat_map(|operation| operation.error_responses.iter().filter_map(|error| error.body.as_ref()))
        .flat_map(Type::named_types)
        .collect();
    let mut candidates = Vec::new();
    for (id, name) in model.components() {
        let Some(is_distinct) = is_distinct(model, id) else { continue };
        let (own, reference) = (Type::Named(id), model.reference(&name));
        let mut add = |ty: Type, schema: Value, name: String, is_error: bool| {
            candidates.push(Rc::new(Candidate { ty, schema, name, is_related: false, is_error, is_distinct }));
        };
        add(own.clone(), reference.clone(), format!("`{name}`"), errors.contains(&id));
        add(Type::List(Box::new(own.clone())), list_of(&reference), format!("a list of `{name}`"), false);
        add(Type::Map(Box::new(own)), map_of(&reference), format!("an object with members of `{name}`"), false);
    }
    candidates
}

/// Returns whether a component requires a member, or `None` if it has none.
fn is_distinct(model: &Model, id: TypeId) -> Option<bool> {
    match &model.api.definition(id).shape {
        Shape::Object(object) if object.fields.is_empty() => None,
        Shape::Object(object) => Some(object.fields.iter().any(|field| field.required)),
        Shape::Union(union) => Some(union.tag.is_some()),
        _ => None,
    }
}

fn list_of(schema: &Value) -> Value {
    json!({ "type": "array", "items": schema })
}

fn map_of(schema: &Value) -> Value {
    json!({ "type": "object", "additionalProperties": schema })
}

impl Place {
    fn new(model: &Model, site: &Site, components: &[Rc<Candidate>]) -> Self {
        let is_error = matches!(site, Site::Response(_, status) if *status >= 400);
        let related = related(model, site);
        let others = components.iter().filter(|it| related.iter().all(|known| known.schema != it.schema));
        let trials = related.iter().chain(others).map(Trial::new);
        let trials = trials.map(|it| Trial { is_error: it.is_error && is_error, ..it }).collect();
        Self { trials, members: None, inferred: Inferred::default() }
    }

    fn add(&mut self, model: &Model, value: &Value, components: &[Rc<Candidate>]) {
        self.inferred.add(value);
        try_all(&mut self.trials, model, value);
        let empty = Map::new();
        let members = value.as_object().unwrap_or(&empty);
        let by_member = self.members.get_or_insert_with(|| {
            let is_part = |(name, value): &(&String, &Value)| is_name(name) && (value.is_object() || value.is_array());
            let parts = members.iter().filter(|_| members.len() <= MAX_WRAPPER_MEMBERS).filter(is_part);
            parts.map(|(name, _)| (name.clone(), components.iter().map(Trial::new).collect())).collect()
        });
        by_member.retain(|name, _| members.contains_key(name));
        for (name, trials) in by_member {
            try_all(trials, model, &members[name]);
        }
    }

    fn result(self, model: &Model) -> Replacement {
        let best = |trials: Vec<Trial>| trials.into_iter().filter(Trial::is_eligible).min_by_key(|it| it.rank(model));
        let inferred = self.inferred.schema();
        if let Some(best) = best(self.trials) {
            let all: usize = best.candidate.ty.named_types().into_iter().map(|id| fields_of(model, id)).sum();
            let is_exact = best.tally.undeclared == 0 && best.tally.members.len() == all;
            let Candidate { schema, name, .. } = &*best.candidate;
            return Replacement { schema: schema.clone(), component: Some(name.clone()), inferred, is_exact };
        }
        let parts = self.members.unwrap_or_default().into_iter();
        let parts: Vec<(String, Trial)> = parts.filter_map(|(name, all)| Some((name, best(all)?))).collect();
        if parts.is_empty() || inferred.get("properties").is_none() {
            return Replacement { schema: json!({}), component: None, inferred, is_exact: false };
        }
        let mut schema = inferred.clone();
        let name = |(member, part): &(String, Trial)| format!("{} in `{member}`", part.candidate.name);
        let names: Vec<String> = parts.iter().map(name).collect();
        parts.into_iter().for_each(|(member, part)| schema["properties"][member] = part.candidate.schema.clone());
        let component = Some(format!("an object with {}", names.join(" and ")));
        Replacement { schema, component, inferred, is_exact: false }
    }
}

/// Tries a value for the candidates that fit all others.
fn try_all(trials: &mut [Trial], model: &Model, value: &Value) {
    let alive = trials.iter_mut().filter(|trial| !trial.tally.is_refuted);
    alive.for_each(|trial| trial.try_value(model, value));
}

/// Returns the list of the described type, or its element.
fn related(model: &Model, site: &Site) -> Vec<Rc<Candidate>> {
    let Some((ty, written)) = described(model, site) else { return Vec::new() };
    let new = |ty: Type, schema: Value, name: &str| {
        let (is_related, is_error, is_distinct) = (true, false, false);
        Rc::new(Candidate { ty, schema, name: name.to_owned(), is_related, is_error, is_distinct })
    };
    match model.api.unaliased(ty.split_null().0) {
        Type::List(element) => match model.resolved(&written).get("items") {
            Some(items) => vec![
                new((**element).clone(), items.clone(), "an element of the described list"),
                new(Type::Map((*element).clone()), map_of(items), "an object with the described elements"),
            ],
            None => Vec::new(),
        },
        Type::Named(_) => vec![new(Type::List(Box::new(ty)), list_of(&written), "a list of the described type")],
        _ => Vec::new(),
    }
}

/// Returns the described type at a place, and its schema as written.
fn described(model: &Model, site: &Site) -> Option<(Type, Value)> {
    match site {
        Site::Member(pointer) => {
            let (owner, index) = model.fields.get(pointer)?;
            let ty = model.api.field(*owner, *index)?.ty.clone();
            Some((ty, model.written.pointer(model.written_at(pointer).as_str())?.clone()))
        }
        Site::Response(operation, status) => {
            let Expected::Json(ty) = model.expected(*operation, *status, "application/json") else { return None };
            Some((ty.clone(), model.schema_of_response(*operation, *status)?.1))
        }
    }
}
