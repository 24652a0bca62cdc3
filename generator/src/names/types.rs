//! Names of types: schemas first, then what stands inside them, from the outside in.
//!
//! | type | name | example |
//! |---|---|---|
//! | schema of the components | its own; nothing else ever takes it | `Story` |
//! | the same, with packages | as short as stays clear, see the module on them | `Deployment` |
//! | inline | its owner and what it is there, see the module on compounds | `StoryState` |
//! | the same at several places | what the places have in common, see the module on that | `Page` |
//! | inline, where others have that name | with the status, the group, its kind | `SignUpCreatedResponse` |
//! | of a parameter of the components, one word | with its group, or what it is: `OrderParameter` |
//! | what nothing tells apart | with its position | `ColorObjectSecond` |

use std::collections::{BTreeMap, HashMap, HashSet};

use super::compound::{LONGEST, both_cut, is_message, joined, kind, shortened};
use super::dotted::short_names;
use super::habits::Habits;
use super::history::{NameAllocator, NameHistory};
use super::in_common;
use super::leading::component_name;
use super::references::or_id;
use super::scope::NameRequest;
use super::variants::{Alternatives, Naturals, step, variants};
use super::ways::{CommonNames, Landscape};
use super::{OperationNames, TypeNames, directions, operation, status_name};
use crate::analysis::{Analysis, Direction};
use crate::diagnostic::{Code, Diagnostic, Location, Sink};
use crate::ident::{spelled, type_name};
use crate::model::{Api, Definition, Owner, Shape, StatusMatch, TypeId};

/// Names that the emitted code uses for other things, from the prelude of Rust and from the support code.
const TAKEN: [&str; 54] = [
    "AsMut",
    "AsRef",
    "AsyncFn",
    "Base64",
    "Box",
    "Clone",
    "Copy",
    "Date",
    "DateTime",
    "Debug",
    "Decimal",
    "Default",
    "Display",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "FromStr",
    "Hash",
    "Into",
    "IntoIterator",
    "Iterator",
    "New",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Patch",
    "Quoted",
    "Result",
    "Secret",
    "Self",
    "Send",
    "Set",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "UnlistedCode",
    "UnlistedText",
    "Vec",
];

/// More than so many that want one name are not compared with each other.
const MOST_CONTENDERS: usize = 24;
/// A name that is true at so many of a hundred places is mostly true.
const MOSTLY: usize = 75;

pub(super) fn types(
    api: &Api,
    analysis: &Analysis,
    operations: &[OperationNames],
    (source, sink): (&str, &mut Sink),
    allocator: &mut NameAllocator<'_>,
) -> Vec<TypeNames> {
    let mut names = vec![TypeNames::default(); api.types.len()];
    let mut taken = self::reserved_names();
    let remembered = remembered(api, allocator);
    let unchanged = unchanged(api, allocator);
    let short = short_names(api, &taken);
    let memory = allocator.memory;
    let (alternatives, naturals) = (Alternatives::of_all(api), Naturals::new());
    let senders = in_common::senders(api);
    let components = HashMap::new();
    let schemas = api.types.iter().filter_map(|definition| definition.naming.schema());
    let called = |name: &str| short.get(name).cloned();
    let habits = Habits::of(schemas.map(|name| called(name).unwrap_or_else(|| component_name(name))));
    let common = HashMap::new();
    let mut naming = Naming {
        api,
        analysis,
        operations,
        memory,
        alternatives,
        naturals,
        short,
        senders,
        habits,
        common,
        components,
    };
    naming.common = naming.common_names();
    for (depth, level) in levels(api).into_iter().enumerate() {
        let (mut requests, as_good): (Vec<NameRequest>, Vec<usize>) =
            level.iter().map(|id| naming.request(*id, &names)).unzip();
        prefer_usual(api, &level, &mut requests);
        prefer_nameless(&naming.common, &level, &mut requests);
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
            // A name that it had, or that was chosen, is no surprise; nor is one of several that are as good.
            let is_good =
                name == request.natural || request.alternatives.iter().take(as_good).any(|good| *good == name);
            if !is_good && !allocator.is_exception(&request.place) {
                warn_renamed(api.definition(*id), request, &name, source, sink);
            }
            let definition = api.definition(*id);
            for place in api.places_of(definition).filter(|_| !definition.occurrences.is_empty()) {
                allocator.remember(&place, &name);
            }
            taken.insert(name.clone());
            if let Shape::Union(union) = &api.definition(*id).shape {
                naming.naturals.insert(*id, variants(union, &name).names);
            }
            if definition.naming.schema().is_some() {
                naming.components.insert(name.clone(), *id);
            }
            names[id.index()].name = name;
        }
    }
    directions::directions(api, analysis, &mut names, &mut taken, allocator);
    names
}

/// Of several that want one name, the one that stands at most of all their places has it. One word says enough of an object
/// alone, and only of one that stands everywhere.
fn prefer_usual(api: &Api, level: &[TypeId], requests: &mut [NameRequest]) {
    let count = |id: &TypeId| api.definition(*id).occurrences.len() + 1;
    let mut all: HashMap<String, (usize, usize)> = HashMap::new();
    for (id, request) in level.iter().zip(requests.iter()) {
        let (sum, most) = all.entry(request.natural.clone()).or_default();
        // What is written so in the description goes before all others.
        *sum += if request.exact { usize::from(u16::MAX) } else { count(id) };
        *most = count(id).max(*most);
    }
    for (id, request) in level.iter().zip(requests) {
        let own = count(id);
        let is_usual = all.get(&request.natural).is_some_and(|(sum, most)| *most == own && 2 * own > *sum);
        let is_object = matches!(api.definition(*id).shape, Shape::Object(_));
        let says_enough = !in_common::is_bare(&request.natural) || (is_object && own >= in_common::EVERYWHERE);
        request.exact |= own > 1 && is_usual && says_enough;
    }
}

/// Of several that want one name and stand at several places, the one has it that has no other that is true of it, where the
/// others have. One word has the one that would be called wrongly at the most places.
fn prefer_nameless(common: &CommonNames, level: &[TypeId], requests: &mut [NameRequest]) {
    let mut all: BTreeMap<&String, Vec<usize>> = BTreeMap::new();
    for (index, request) in requests.iter().enumerate() {
        all.entry(&request.natural).or_default().push(index);
    }
    let mut preferred: Vec<usize> = Vec::new();
    for (natural, wanted) in all.into_iter().filter(|(_, wanted)| (2..=MOST_CONTENDERS).contains(&wanted.len())) {
        let own = |index: &usize| common.get(level.get(*index)?).filter(|_| !requests[*index].exact);
        let Some(names) = wanted.iter().map(own).collect::<Option<Vec<_>>>() else { continue };
        let true_at = names.iter().enumerate().map(|(at, own)| {
            let others = names.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, names)| *names);
            own.others_true_at(&others.collect::<Vec<_>>())
        });
        let least = match in_common::is_bare(natural) {
            true => {
                most_wrong(true_at.zip(&names).map(|(true_at, own)| (own.places() * (100 - true_at), own.places())))
            }
            false => only_nameless(true_at),
        };
        preferred.extend(least.and_then(|at| wanted.get(at).copied()));
    }
    for index in preferred {
        requests[index].exact = true;
    }
}

/// The one that would be wrong at more places than each of the others, and then stands at more.
fn most_wrong(all: impl Iterator<Item = (usize, usize)>) -> Option<usize> {
    let mut all: Vec<((usize, usize), usize)> = all.enumerate().map(|(at, wrong)| (wrong, at)).collect();
    all.sort_unstable_by(|one, other| other.cmp(one));
    match all.as_slice() {
        [(most, at), (next, _), ..] if most > next => Some(*at),
        _ => None,
    }
}

/// The only one that has no other name, where all others have one that is mostly true.
fn only_nameless(true_at: impl Iterator<Item = usize>) -> Option<usize> {
    let all: Vec<usize> = true_at.collect();
    let mut nameless = (0..all.len()).filter(|at| all.get(*at) == Some(&0));
    let only = nameless.next().filter(|_| nameless.next().is_none())?;
    let are_named = all.iter().enumerate().all(|(at, true_at)| at == only || *true_at >= MOSTLY);
    are_named.then_some(only)
}

/// The names that types had and may keep, in both forms.
fn remembered(api: &Api, allocator: &NameAllocator<'_>) -> HashSet<String> {
    let had = |place: String| {
        let places = [directions::sent_place(&place), directions::received_place(&place), place];
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
            _ if in_common::places(definition).is_some() => 1,
            Owner::Schema(_) if definition.naming.step.is_empty() => 0,
            Owner::Schema(_) | Owner::Component(_) | Owner::Operation(_) => 1,
            Owner::Type(id) => depths.get(id.index()).map_or(1, |depth| depth.max(&1) + 1),
        });
    }
    depths
}

/// What the names of types are made from.
struct Naming<'a> {
    api: &'a Api,
    analysis: &'a Analysis,
    operations: &'a [OperationNames],
    memory: &'a NameHistory,
    alternatives: Alternatives<'a>,
    /// What the alternatives of the unions that have a name are called.
    naturals: Naturals,
    /// The short names of components.
    short: HashMap<String, String>,
    /// Which groups send the types of parameters, by where these stand.
    senders: HashMap<&'a str, in_common::Senders>,
    /// How the names of components are made.
    habits: Habits,
    /// What types are called that stand at several places.
    common: CommonNames,
    /// The components by their names.
    components: HashMap<String, TypeId>,
}

impl Naming<'_> {
    /// Also gives how many of the alternatives are as good as the natural name.
    fn request(&self, id: TypeId, names: &[TypeNames]) -> (NameRequest, usize) {
        let (api, definition) = (self.api, self.api.definition(id));
        let naming = &definition.naming;
        let is_component = naming.step.is_empty();
        let called = |owner: &Owner| match owner {
            Owner::Schema(name) => self.component(name),
            Owner::Component(name) => status(name).map_or_else(|| self.component(name), status_name),
            Owner::Type(id) => names[id.index()].name.clone(),
            Owner::Operation(id) => self.operations[id.0].type_name.clone(),
        };
        let owner = called(&naming.owner);
        let wire = match &naming.owner {
            Owner::Schema(name) | Owner::Component(name) => name.as_str(),
            Owner::Type(_) | Owner::Operation(_) => "",
        };
        if let Some(common) = self.common.get(&id) {
            return self.common(id, &common.names);
        }
        let step = self.step(definition);
        let whole = if is_component { owner.clone() } else { joined(&owner, &step, kind(&definition.shape)) };
        let mut shorter = if is_component { Vec::new() } else { shortened(api, definition, (&whole, &step), &called) };
        // What is sent and answered belongs to the operation: `ListStoriesPage`, and not `ListStoriesResponsePage`.
        if let Some(operation) = self.sender(naming).filter(|_| shorter.is_empty()) {
            shorter.push(joined(operation, &step, kind(&definition.shape)));
        }
        // What stands for components is called by them, whatever it is here.
        shorter.splice(0..0, or_id(api, &|name| self.component(name), definition));
        if let (true, Owner::Component(_), Some(senders)) =
            (is_component, &naming.owner, self.senders.get(definition.origin.as_str()))
            && in_common::is_bare(&owner)
        {
            shorter.push(in_common::parameter(api, senders, &owner));
        }
        let natural = shorter.first().unwrap_or(&whole).clone();
        let alternatives = if is_component {
            component_alternatives(naming, &natural)
        } else {
            let apart = self.apart(definition, (&owner, &step), &natural);
            let whole = if whole.len() <= LONGEST {
                vec![whole.clone()]
            } else {
                both_cut(&owner, &step, kind(&definition.shape))
            };
            shorter.iter().skip(1).cloned().chain(whole).chain(apart).collect()
        };
        let as_good = shorter.len();
        let request = NameRequest {
            place: self.place(definition),
            basis: self.basis(definition),
            exact: wire == natural,
            natural,
            alternatives,
        };
        (request, as_good)
    }

    /// What stands at several places.
    fn common(&self, id: TypeId, names: &[String]) -> (NameRequest, usize) {
        let definition = self.api.definition(id);
        let place = self.place(definition);
        let sent = names.first().and_then(|name| self.sent_beside(id, name));
        let mut names = sent.into_iter().chain(names.iter().cloned());
        let natural = names.next().unwrap_or_default();
        let alternatives: Vec<String> = names.collect();
        let as_good = alternatives.len();
        (NameRequest { natural, alternatives, basis: String::new(), exact: false, place }, as_good)
    }

    /// What all types are called that stand at several places: first those that stand in no other of them.
    fn common_names(&self) -> CommonNames {
        let titles = in_common::Titles::of(self.api);
        let component = |name: &str| self.component(name);
        let members = self.members();
        let mut named = CommonNames::new();
        for id in in_common::from_outside(self.api) {
            let definition = self.api.definition(id);
            let Some(places) = in_common::places(definition) else { continue };
            let senders = self.senders.get(definition.origin.as_str());
            let (api, operations, habits) = (self.api, self.operations, &self.habits);
            let land = Landscape { api, operations, component: &component, named: &named, habits };
            let mut common = in_common::names(land, &titles, (definition, senders), &places);
            common.names = self.beside_members(id, common.names, &members);
            named.insert(id, common);
        }
        named
    }

    /// What is the member of one component is called so, and nothing else; what is only sent can say that.
    fn beside_members(&self, id: TypeId, names: Vec<String>, members: &HashSet<String>) -> Vec<String> {
        let is_sent = self.analysis.directions.emitted(id) == [Direction::Request];
        let first = names.first().filter(|first| is_sent && members.contains(*first));
        let sent = first.map(|first| format!("{first}Input"));
        let (own, others): (Vec<String>, Vec<String>) = names.into_iter().partition(|name| members.contains(name));
        sent.into_iter().chain(others).chain(own).collect()
    }

    /// What the members of components are called that stand at one place.
    fn members(&self) -> HashSet<String> {
        let name = |definition: &Definition| {
            let owner = match &definition.naming.owner {
                _ if !definition.occurrences.is_empty() || definition.naming.step.is_empty() => return None,
                Owner::Schema(name) => name,
                Owner::Type(id) => self.api.definition(*id).naming.schema()?,
                Owner::Component(_) | Owner::Operation(_) => return None,
            };
            Some(joined(&self.component(owner), &type_name(&definition.naming.step), kind(&definition.shape)))
        };
        self.api.types.iter().filter_map(name).collect()
    }

    /// What is only sent of a thing that is a component of one form.
    fn sent_beside(&self, id: TypeId, name: &str) -> Option<String> {
        let directions = &self.analysis.directions;
        let is_object = matches!(self.api.definition(id).shape, Shape::Object(_));
        let component = self.components.get(name).filter(|_| is_object)?;
        let is_form = directions.emitted(id) == [Direction::Request] && directions.emitted(*component).len() == 1;
        is_form.then(|| format!("{name}Input"))
    }

    /// What the name of a type is remembered by.
    fn place(&self, definition: &Definition) -> String {
        self.memory.known_place(self.api.places_of(definition))
    }

    /// The operation whose body or answer an owner is.
    fn sender(&self, naming: &crate::model::Naming) -> Option<&str> {
        let Owner::Type(id) = &naming.owner else { return None };
        let outer = self.api.definition(*id);
        let Owner::Operation(operation) = &outer.naming.owner else { return None };
        is_message(outer).then(|| self.operations[operation.0].type_name.as_str())
    }

    /// The name of a component.
    fn component(&self, name: &str) -> String {
        self.short.get(name).cloned().unwrap_or_else(|| component_name(name))
    }

    /// What tells a type apart that is not the only one of its name: the group, the status, its kind.
    fn apart(&self, definition: &Definition, (owner, step): (&str, &str), natural: &str) -> Vec<String> {
        let Definition { naming, shape, .. } = definition;
        let mut apart = Vec::new();
        let mut tokens = definition.origin.as_str().split('/').skip_while(|token| *token != "responses");
        if let Some(status) = tokens.nth(1).and_then(status) {
            apart.push(format!("{owner}{}{step}", status_name(status)));
        }
        if let Owner::Operation(id) = &naming.owner {
            let group = &self.api.groups[self.api.operations[id.0].group].wire;
            apart.push(joined(&type_name(group), natural, kind(shape)));
        }
        if !natural.ends_with(kind(shape)) {
            apart.push(format!("{natural}{}", kind(shape)));
        }
        apart.push(format!("{owner}{step}"));
        apart.push(format!("{owner}{}", kind(shape)));
        apart.retain(|name| name.len() <= LONGEST);
        apart
    }

    /// What a type is in its owner: the alternative of a union that it stands in is called by its variant.
    fn step(&self, definition: &Definition) -> String {
        step(self.api, definition, &self.alternatives, &self.naturals)
            .unwrap_or_else(|| type_name(&definition.naming.step))
    }

    /// Returns what the description calls the operation that a type belongs to; all else that it is called is in its place.
    fn basis(&self, definition: &Definition) -> String {
        let mut owner = &definition.naming.owner;
        while let Owner::Type(id) = owner {
            owner = &self.api.definition(*id).naming.owner;
        }
        let Owner::Operation(id) = owner else { return String::new() };
        let operation = &self.api.operations[id.0];
        operation::basis(operation, &self.api.groups[operation.group].wire)
    }
}

fn component_alternatives(naming: &crate::model::Naming, natural: &str) -> Vec<String> {
    match &naming.owner {
        // What Rust has taken already is not told apart by symbols or case.
        Owner::Schema(_) if is_taken(natural) => vec![format!("{natural}Value")],
        // Arrays are called so after their elements, which have the name without the brackets.
        Owner::Schema(name) if name.ends_with("[]") => vec![format!("{natural}List"), type_name(&spelled(name))],
        Owner::Schema(name) if name.starts_with(|c: char| c.is_ascii_digit()) => vec![type_name(name)],
        Owner::Schema(name) => vec![type_name(&spelled(name))],
        Owner::Component(name) => vec![format!("{}Parameter", type_name(name))],
        Owner::Type(_) | Owner::Operation(_) => Vec::new(),
    }
}

/// The status of a response that has one of its own.
fn status(token: &str) -> Option<StatusMatch> {
    token.parse().ok().filter(|code| (100..600).contains(code)).map(StatusMatch::Code)
}

/// Names that go to no type.
pub(super) fn reserved_names() -> HashSet<String> {
    TAKEN.iter().map(|name| (*name).to_owned()).collect()
}

fn is_taken(name: &str) -> bool {
    TAKEN.contains(&name)
}

fn warn_renamed(definition: &Definition, request: &NameRequest, name: &str, source: &str, sink: &mut Sink) {
    let message = format!("the name `{}` is taken; this type is called `{name}`", request.natural);
    let location = Location::Pointer(definition.origin.as_str().to_owned());
    let key = request.place.replace('\\', "\\\\").replace('"', "\\\"");
    let help = format!("choose a name in bindery.toml, in `[names]`: \"{key}\" = \"..\"");
    sink.push(Diagnostic::warning(Code::NameCollision, message).at(source, location).help(help));
}
