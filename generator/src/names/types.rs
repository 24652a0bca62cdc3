//! Names of types: schemas first, then what stands inside them, from the outside in.

use std::collections::{HashMap, HashSet};

use super::ident::{spelled, type_name};
use super::memory::Book;
use super::scope::Contender;
use super::{OperationNames, TypeNames, forms};
use crate::config::Config;
use crate::diagnostic::{Code, Diagnostic, Sink, Spot};
use crate::facts::Facts;
use crate::model::{Api, Definition, Owner, Shape, TypeId, Variant};

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

pub(super) fn types(
    api: &Api,
    facts: &Facts,
    operations: &[OperationNames],
    config: &Config,
    (source, sink): (&str, &mut Sink),
    book: &mut Book<'_>,
) -> Vec<TypeNames> {
    let mut names = vec![TypeNames::default(); api.types.len()];
    let mut taken = self::taken();
    let remembered = remembered(api, book);
    let alternatives = alternatives(api);
    for level in levels(api) {
        let contenders: Vec<Contender> = level
            .iter()
            .map(|id| contender(api, api.definition(*id), &names, operations, config, &alternatives))
            .collect();
        // What stands further inside keeps its name from those that are named before it.
        let place = |id: &TypeId| api.place_of(api.definition(*id));
        let given = if remembered.is_empty() {
            book.allocate(&contenders, &taken)
        } else {
            let own: HashSet<String> =
                level.iter().filter_map(|id| book.memory.had(&place(id)).map(str::to_owned)).collect();
            let mut occupied = taken.clone();
            occupied.extend(remembered.iter().filter(|name| !own.contains(*name)).cloned());
            book.allocate(&contenders, &occupied)
        };
        for ((id, contender), name) in level.iter().zip(&contenders).zip(given) {
            // A name that it had, or that was chosen, is no surprise.
            if name != contender.natural && !book.is_exception(&contender.place) {
                tell(api.definition(*id), contender, &name, source, sink);
            }
            taken.insert(name.clone());
            names[id.index()].name = name;
        }
    }
    forms::forms(api, facts, &mut names, &mut taken, book);
    names
}

/// The names that types had and may keep, in both forms.
fn remembered(api: &Api, book: &Book<'_>) -> HashSet<String> {
    let had = |definition: &Definition| {
        let place = api.place_of(definition);
        let places = [forms::sent_place(&place), forms::received_place(&place), place];
        places.map(|place| book.memory.had(&place).map(str::to_owned))
    };
    api.types.iter().flat_map(had).flatten().collect()
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
            Owner::Schema(_) if definition.naming.step.is_empty() => 0,
            Owner::Schema(_) | Owner::Component(_) | Owner::Operation(_) => 1,
            Owner::Type(id) => depths.get(id.index()).map_or(1, |depth| depth.max(&1) + 1),
        });
    }
    depths
}

fn contender(
    api: &Api,
    definition: &Definition,
    names: &[TypeNames],
    operations: &[OperationNames],
    config: &Config,
    alternatives: &Alternatives<'_>,
) -> Contender {
    let naming = &definition.naming;
    let (owner, wire) = match &naming.owner {
        Owner::Schema(name) | Owner::Component(name) => (type_name(name), name.as_str()),
        Owner::Type(id) => (names[id.index()].name.clone(), ""),
        Owner::Operation(id) => (operations[id.0].type_name.clone(), ""),
    };
    // The name of a schema is its own, not that of what stands inside it.
    let schema = if naming.step.is_empty() { wire } else { "" };
    let place = api.origins.trace(definition.origin.as_str());
    let configured = config.type_name(place.pointer.as_str(), schema);
    let natural = match configured {
        Some(configured) => configured.to_owned(),
        None if naming.step.is_empty() => owner.clone(),
        None => joined(&owner, &type_name(&naming.step)),
    };
    let spelled_out = match &naming.owner {
        // What Rust has taken already is not told apart by symbols or case.
        Owner::Schema(_) if naming.step.is_empty() && is_taken(&natural) => format!("{natural}Value"),
        Owner::Schema(name) if naming.step.is_empty() => type_name(&spelled(name)),
        Owner::Component(name) if naming.step.is_empty() => format!("{}Parameter", type_name(name)),
        _ => format!("{natural}{}", kind(&definition.shape)),
    };
    let exact = wire == natural;
    Contender {
        // What the configuration says goes before what was.
        place: match configured {
            Some(_) => format!("{}#configured", api.place_of(definition)),
            None => api.place_of(definition),
        },
        others: others(definition, &owner, alternatives),
        natural,
        alternatives: vec![spelled_out],
        exact,
    }
}

/// The alternatives of all unions, by their union and their place.
type Alternatives<'a> = HashMap<(TypeId, &'a str), &'a Variant>;

fn alternatives(api: &Api) -> Alternatives<'_> {
    let unions = api.definitions().filter_map(|(id, definition)| match &definition.shape {
        Shape::Union(union) => Some((id, union)),
        _ => None,
    });
    unions
        .flat_map(|(id, union)| union.variants.iter().map(move |variant| ((id, variant.origin.as_str()), variant)))
        .collect()
}

/// What an alternative would be called beside others.
fn others(definition: &Definition, owner: &str, alternatives: &Alternatives<'_>) -> Vec<String> {
    let Owner::Type(union) = &definition.naming.owner else { return Vec::new() };
    let variant = alternatives.get(&(*union, definition.origin.as_str()));
    variant.iter().flat_map(|variant| &variant.other_hints).map(|hint| joined(owner, &type_name(hint))).collect()
}

/// Names that go to no type.
pub(super) fn taken() -> HashSet<String> {
    TAKEN.iter().map(|name| (*name).to_owned()).collect()
}

fn is_taken(name: &str) -> bool {
    TAKEN.contains(&name)
}

/// `Story` and `StoryState` are `StoryState`, not `StoryStoryState`.
fn joined(owner: &str, step: &str) -> String {
    let repeats = step.strip_prefix(owner).is_some_and(|rest| rest.starts_with(char::is_uppercase));
    if repeats { step.to_owned() } else { format!("{owner}{step}") }
}

fn kind(shape: &Shape) -> &'static str {
    match shape {
        Shape::Alias(_) | Shape::Newtype(_) => "Value",
        Shape::Object(_) => "Object",
        Shape::Codes(_) => "Code",
        Shape::Words(_) => "Word",
        Shape::Union(_) => "Choice",
    }
}

fn tell(definition: &Definition, contender: &Contender, name: &str, source: &str, sink: &mut Sink) {
    let message = format!("the name `{}` is taken; this type is called `{name}`", contender.natural);
    let spot = Spot::Pointer(definition.origin.as_str().to_owned());
    let help = "choose a name in bindery.toml: `[names]` with this pointer as the key";
    sink.push(Diagnostic::warning(Code::NameCollision, message).at(source, spot).help(help));
}
