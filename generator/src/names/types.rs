//! Names of types: schemas first, then what is inside them, from the outside in.
//!
//! | type | name | example |
//! |---|---|---|
//! | schema of the components | its own, which nothing else gets | `Story` |
//! | the same, with packages | as short as is clear | `io.k8s.api.apps.v1.Deployment` is `Deployment` |
//! | the same, if two end alike | | `CoreV1Event`, `EventsV1Event` |
//! | at one place | its owner and field, see the module `compound` | `StoryState` |
//! | at several places | see the module `common` | `Page` |
//! | whose name another type has | with its kind, or its owner | `StoryStateKind` |
//!
//! Of several types that want a name, the one at the most places gets it. A number is the last resort.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use super::common::{self, CommonNames, Context};
use super::compound::{
    MAX_WHOLE_LEN, component_name, component_names, cut, is_message, joined, kind, shortened, whole_name, words_of,
};
use super::history::NameAllocator;
use super::item_names::{OperationNames, TypeNames};
use super::places::{received_place, sent_place};
use super::scope::{NameRequest, allocate, set};
use super::variants::{UNAVAILABLE, variant_requests};
use super::{directions, operation, required_fields, status_name};
use crate::analysis::{Analysis, Direction};
use crate::diagnostic::{Code, Diagnostic, Location, Sink};
use crate::ident::{spelled, type_name};
use crate::model::{Api, Definition, Naming, Owner, Shape, StatusMatch, TypeId, Variant};

/// Names that the emitted code uses for other things, from the prelude of Rust and from the support code.
const TAKEN: &str = "AsMut AsRef AsyncFn Base64 Box Clone Copy Date DateTime Debug Decimal Default Display DoubleEndedIterator Drop \
    Eq Err ExactSizeIterator Extend Fn FnMut FnOnce From FromIterator FromStr Hash Into IntoIterator Iterator New \
    None Ok Option Ord PartialEq PartialOrd Patch Quoted Result Secret Self Send Set Sized Some String Sync ToOwned \
    ToString TryFrom TryInto UnixTime UnlistedCode UnlistedText Vec";

pub(super) fn types(
    api: &Api,
    analysis: &Analysis,
    operations: &[OperationNames],
    source: &str,
    sink: &mut Sink,
    allocator: &mut NameAllocator<'_>,
) -> Vec<TypeNames> {
    let mut names = vec![TypeNames::default(); api.types.len()];
    let mut taken = self::reserved_names();
    let remembered = remembered(api, allocator);
    let unchanged = unchanged(api, allocator);
    let context = Context { api, operations };
    let common = common::common_names(context);
    let mut naming = TypeNaming { context, analysis, schemas: HashMap::new(), variants: HashMap::new(), common };
    for (depth, level) in levels(api).into_iter().enumerate() {
        let (mut requests, as_good): (Vec<NameRequest>, Vec<usize>) =
            level.iter().map(|id| naming.request(*id, &names)).unzip();
        prefer_usual(api, &level, &mut requests);
        // What stands further inside keeps its name from those that are named before it.
        let places = |id: &TypeId| api.places_of(api.definition(*id));
        let given = if remembered.is_empty() {
            allocator.allocate(&requests, &taken)
        } else {
            let own: HashSet<String> = level
                .iter()
                .flat_map(places)
                .filter_map(|place| allocator.memory.settled(&place).map(str::to_owned))
                .filter(|name| unchanged.get(name).is_none_or(|levels| levels.contains(&depth)))
                .collect();
            let mut occupied = taken.clone();
            occupied.extend(remembered.iter().filter(|name| !own.contains(*name)).cloned());
            allocator.allocate(&requests, &occupied)
        };
        for ((id, (request, as_good)), name) in level.iter().zip(requests.iter().zip(as_good)).zip(given) {
            // A recorded or chosen name needs no warning; neither does one of several equally good names.
            let is_good =
                name == request.natural || request.alternatives.iter().take(as_good).any(|good| *good == name);
            if !is_good && !allocator.is_exception(request.place()) {
                warn_renamed(api.definition(*id), request, &name, source, sink);
            }
            taken.insert(name.clone());
            if let Some(schema) = api.definition(*id).naming.schema() {
                naming.schemas.insert(schema, name.clone());
            }
            if let Shape::Union(union) = &api.definition(*id).shape {
                let requests = variant_requests(union, &name, |_| Vec::new());
                let variants = allocate(&requests, &set(&UNAVAILABLE)).names;
                let named = union.variants.iter().zip(variants);
                // A variant that is named by what it is next to the others says nothing of its type.
                let says_type =
                    |variant: &Variant| variant.candidates.first().is_none_or(|it| it.text() == variant.hint);
                let named = named.filter(|(variant, _)| says_type(variant));
                naming.variants.extend(named.map(|(variant, name)| ((*id, variant.origin.as_str()), name)));
            }
            names[id.index()].name = name;
        }
    }
    directions::directions(api, analysis, &mut names, &mut taken, allocator);
    required_fields::required_fields(api, analysis, &mut names, &taken, allocator);
    names
}

/// Gives a name that several types want to the one at the most places, at least two.
fn prefer_usual(api: &Api, level: &[TypeId], requests: &mut [NameRequest]) {
    let count = |id: &TypeId| api.definition(*id).occurrences.len() + 1;
    let mut most: HashMap<String, (usize, usize)> = HashMap::new();
    for (at, (id, request)) in level.iter().zip(requests.iter()).enumerate() {
        // A name that the description has itself goes before all others.
        let own = if request.exact { usize::MAX } else { count(id) };
        let (best, holder) = most.entry(request.natural.clone()).or_insert((1, usize::MAX));
        match own.cmp(best) {
            Ordering::Greater => (*best, *holder) = (own, at),
            Ordering::Equal => *holder = usize::MAX,
            Ordering::Less => {}
        }
    }
    for (at, request) in requests.iter_mut().enumerate() {
        request.exact |= most.get(&request.natural).is_some_and(|(_, holder)| *holder == at);
    }
}

/// The names that types had and may keep, in both forms.
fn remembered(api: &Api, allocator: &NameAllocator<'_>) -> HashSet<String> {
    let had = |place: String| {
        let places = [sent_place(&place), received_place(&place), place];
        places.map(|place| allocator.memory.settled(&place).map(str::to_owned))
    };
    api.types.iter().flat_map(|definition| api.places_of(definition)).flat_map(had).flatten().collect()
}

/// Records the shapes of types, and returns the names of those whose shape is the same as before, with their levels: nothing
/// else has these names.
fn unchanged(api: &Api, allocator: &mut NameAllocator<'_>) -> HashMap<String, HashSet<usize>> {
    let mut unchanged: HashMap<String, HashSet<usize>> = HashMap::new();
    for (definition, depth) in api.types.iter().zip(depths(api)).filter(|(it, _)| !it.shape_digest.is_empty()) {
        for place in api.places_of(definition) {
            let is_same = allocator.memory.is_same_shape(&place, &definition.shape_digest);
            if let Some(name) = allocator.memory.settled(&place).filter(|_| is_same) {
                unchanged.entry(name.to_owned()).or_default().insert(depth);
            }
            allocator.remember_shape(place, &definition.shape_digest);
        }
    }
    unchanged
}

/// The types by how far inside they stand, from the outside in.
fn levels(api: &Api) -> Vec<Vec<TypeId>> {
    let mut levels: Vec<Vec<TypeId>> = Vec::new();
    for ((id, _), depth) in api.definitions().zip(depths(api)) {
        if levels.len() <= depth {
            levels.resize_with(depth + 1, Vec::new);
        }
        levels[depth].push(id);
    }
    levels
}

/// Schemas of the components come first, then other components and operations, then what is inside a type.
fn depths(api: &Api) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(api.types.len());
    for definition in &api.types {
        depths.push(match &definition.naming.owner {
            _ if common::places(definition).is_some() => 1,
            Owner::Schema(_) if definition.naming.step.is_empty() => 0,
            Owner::Schema(_) | Owner::Component(_) | Owner::Operation(_) => 1,
            Owner::Type(id) => depths.get(id.index()).map_or(1, |depth| depth.max(&1) + 1),
        });
    }
    depths
}

/// The inputs of type names.
struct TypeNaming<'a> {
    context: Context<'a>,
    analysis: &'a Analysis,
    /// The names of the schemas that have one.
    schemas: HashMap<&'a str, String>,
    /// The variants of the unions that have a name, by their location.
    variants: HashMap<(TypeId, &'a str), String>,
    common: CommonNames,
}

impl TypeNaming<'_> {
    /// Returns the request, and how many of its alternatives are as good as the natural name.
    fn request(&self, id: TypeId, names: &[TypeNames]) -> (NameRequest, usize) {
        let definition = self.context.api.definition(id);
        if let Some((natural, alternatives)) = self.common.get(&id).and_then(|names| names.split_first()) {
            let places = self.context.api.places_of(definition);
            let is_sent = self.analysis.directions.emitted(id) == [Direction::Request];
            let is_input = is_sent && matches!(definition.shape, Shape::Object(_));
            let input = is_input.then(|| format!("{natural}Input"));
            let request = NameRequest::new(places, natural.clone()).or(input).or(alternatives.to_vec());
            return (request, alternatives.len() + 1);
        }
        let naming = &definition.naming;
        let called = |owner: &Owner| match owner {
            Owner::Schema(name) => self.schemas.get(name.as_str()).cloned().unwrap_or_else(|| component_name(name)),
            Owner::Component(name) => status(name).unwrap_or_else(|| whole_name(name)),
            Owner::Type(id) => names[id.index()].name.clone(),
            Owner::Operation(id) => self.context.operations[id.0].type_name.clone(),
        };
        let owner = called(&naming.owner);
        let (mut good, alternatives) = match &naming.owner {
            Owner::Schema(name) | Owner::Component(name) if naming.step.is_empty() => {
                let is_schema = matches!(naming.owner, Owner::Schema(_));
                let good = if is_schema { component_names(name) } else { vec![parameter_name(owner)] };
                let alternatives = component_alternatives(definition, name, &good[0]);
                (good, alternatives)
            }
            _ => self.inline(definition, &owner, &called),
        };
        let natural = good.remove(0);
        let is_written_so = matches!(&naming.owner, Owner::Schema(name) | Owner::Component(name) if *name == natural);
        let as_good = good.len();
        let request = NameRequest::new(self.context.api.places_of(definition), natural).or(good).or(alternatives);
        (request.based_on(self.basis(definition)).exact_if(is_written_so), as_good)
    }

    /// Returns the names of an inline type, and those that are less good.
    fn inline(
        &self,
        definition: &Definition,
        owner: &str,
        called: &dyn Fn(&Owner) -> String,
    ) -> (Vec<String>, Vec<String>) {
        let (step, kind) = (self.step(definition), kind(&definition.shape));
        let whole = joined(owner, &step, kind);
        let mut good = Vec::new();
        if whole.len() > MAX_WHOLE_LEN {
            good.extend(shortened(self.context.api, definition, called));
        } else if let Some(operation) = self.sender(&definition.naming) {
            // A type in a body or response belongs to the operation: `ListStoriesPage`, not `ListStoriesResponsePage`.
            good.push(joined(operation, &step, kind));
        }
        good.push(cut(owner, &step, kind));
        let mut tokens = definition.origin.as_str().split('/').skip_while(|token| *token != "responses");
        let status = tokens.nth(1).and_then(status).map(|status| format!("{owner}{status}{step}"));
        let others = [format!("{}{kind}", good[0]), format!("{owner}{step}"), whole];
        (good, status.into_iter().chain(others).collect())
    }

    /// Returns the name of a type's role in its owner. In a union, this is the variant.
    fn step(&self, definition: &Definition) -> String {
        let Naming { owner, step } = &definition.naming;
        let variant = match owner {
            Owner::Type(id) => self.variants.get(&(*id, definition.origin.as_str())),
            _ => None,
        };
        variant.cloned().unwrap_or_else(|| type_name(step))
    }

    /// The operation whose body or answer an owner is.
    fn sender(&self, naming: &Naming) -> Option<&str> {
        let Owner::Type(id) = &naming.owner else { return None };
        let outer = self.context.api.definition(*id);
        let Owner::Operation(operation) = &outer.naming.owner else { return None };
        is_message(outer).then(|| self.context.operations[operation.0].type_name.as_str())
    }

    /// Returns what the description calls the operation that a type belongs to; all else that it is called is in its place.
    fn basis(&self, definition: &Definition) -> String {
        let mut owner = &definition.naming.owner;
        while let Owner::Type(id) = owner {
            owner = &self.context.api.definition(*id).naming.owner;
        }
        let Owner::Operation(id) = owner else { return String::new() };
        let operation = &self.context.api.operations[id.0];
        operation::basis(operation, &self.context.api.groups[operation.group].wire)
    }
}

fn component_alternatives(definition: &Definition, name: &str, natural: &str) -> Vec<String> {
    let with_kind = format!("{natural}{}", kind(&definition.shape));
    match &definition.naming.owner {
        // A name that Rust has already cannot be distinguished by symbols or case.
        Owner::Schema(_) if is_taken(natural) => vec![format!("{natural}Value")],
        // The elements of an array have the name without brackets.
        Owner::Schema(_) if name.ends_with("[]") => vec![format!("{natural}List")],
        Owner::Schema(_) => vec![type_name(&spelled(name)), with_kind],
        _ => vec![with_kind],
    }
}

/// Returns the name of a status.
fn status(token: &str) -> Option<String> {
    let code = token.parse().ok().filter(|code| (100..600).contains(code))?;
    Some(status_name(StatusMatch::Code(code)))
}

/// Returns the name of a component that is not a schema. One word does not say that it is a parameter.
fn parameter_name(own: String) -> String {
    if words_of(&own).len() < 2 { joined(&own, "Parameter", "") } else { own }
}

/// Names that go to no type.
pub(super) fn reserved_names() -> HashSet<String> {
    TAKEN.split(' ').map(str::to_owned).collect()
}

fn is_taken(name: &str) -> bool {
    TAKEN.split(' ').any(|taken| taken == name)
}

fn warn_renamed(definition: &Definition, request: &NameRequest, name: &str, source: &str, sink: &mut Sink) {
    let message = format!("the name `{}` is taken; this type is named `{name}`", request.natural);
    let location = Location::Pointer(definition.origin.as_str().to_owned());
    let key = request.place().replace('\\', "\\\\").replace('"', "\\\"");
    let help = format!("choose a name in bindery.toml, in `[names]`: \"{key}\" = \"..\"");
    sink.push(Diagnostic::warning(Code::NameCollision, message).at(source, location).help(help));
}
