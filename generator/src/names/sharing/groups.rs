//! Which of the types that have the same shape are one type: those that the description means so, as far as it shows.
//!
//! | of the same shape | one type |
//! |---|---|
//! | what stands under properties or parameters of one name | yes |
//! | what has the same title | yes |
//! | unions of components, and texts or numbers beside them | yes |
//! | the bodies of errors, whatever their status | yes |
//! | answers of operations | of one group, or where there are many |
//! | bodies of requests | of one group, or where there are many of few members: others are alike by chance, and grow apart |
//! | enumerations in one object, all of whose names have a word in common, or which holds mostly enumerations | yes |
//! | what had one name before, or is given one by the configuration | yes |
//! | what had different names before, or is given such | no |

use std::collections::{BTreeMap, HashMap, HashSet};

use super::canonical::has_own_name;
use crate::config::Config;
use crate::ident::folded;
use crate::model::{Api, Definition, Naming, Owner, Payload, Shape, Type, TypeId};
use crate::names::{NameHistory, are_named_alike};

/// Minimum number of equal responses or bodies that are considered intentional.
const MIN_EQUAL: usize = 3;
/// Bodies of more members grow apart.
const FEW_MEMBERS: usize = 2;

pub(super) struct Groups<'a> {
    api: &'a Api,
    config: &'a Config,
    memory: &'a NameHistory,
}

/// A property that two types of one shape may share.
#[derive(PartialEq, Eq, Hash)]
enum Common<'a> {
    /// The role in the owner, in letters and digits.
    Role(String),
    Title(&'a str),
    Name(&'a str),
    /// That they stand for the same components.
    Components,
    /// That they are members of one type which are one thing.
    Siblings(TypeId),
}

/// Facts about all types of one shape.
struct Alike {
    /// `true` if they are the answers of many operations, or small bodies of many.
    answers: bool,
    bodies: bool,
    /// The types in which several of them are one thing.
    parents: HashSet<TypeId>,
}

impl<'a> Groups<'a> {
    pub(super) fn new(api: &'a Api, config: &'a Config, memory: &'a NameHistory) -> Self {
        Self { api, config, memory }
    }

    /// The groups of types that have one shape; those in the order of the arena.
    pub(super) fn split(&self, members: &[TypeId]) -> Vec<Vec<TypeId>> {
        self.connected(members).into_iter().flat_map(|members| self.by_name(&members)).collect()
    }

    /// The types that have something in common, also by way of others.
    fn connected(&self, members: &[TypeId]) -> Vec<Vec<TypeId>> {
        let mut leaders: Vec<usize> = (0..members.len()).collect();
        let mut first: HashMap<Common<'a>, usize> = HashMap::new();
        let alike = self.alike(members);
        for (position, id) in members.iter().enumerate() {
            for common in self.in_common(*id, &alike) {
                let other = *first.entry(common).or_insert(position);
                let (one, other) = (leader(&mut leaders, position), leader(&mut leaders, other));
                let (least, most) = (one.min(other), one.max(other));
                if let Some(of_most) = leaders.get_mut(most) {
                    *of_most = least;
                }
            }
        }
        let mut connected: BTreeMap<usize, Vec<TypeId>> = BTreeMap::new();
        for (position, id) in members.iter().enumerate() {
            connected.entry(leader(&mut leaders, position)).or_default().push(*id);
        }
        connected.into_values().collect()
    }

    fn alike(&self, members: &[TypeId]) -> Alike {
        let are_many = |is: &dyn Fn(&Definition) -> bool| {
            members.iter().filter(|id| is(self.api.definition(**id))).take(MIN_EQUAL).count() == MIN_EQUAL
        };
        Alike {
            answers: are_many(&|definition| is_answer(&definition.naming)),
            bodies: are_many(&|definition| is_body(&definition.naming) && has_few_members(&definition.shape)),
            parents: self.parents(members),
        }
    }

    /// The types some of whose members are enumerations of one shape and one thing.
    fn parents(&self, members: &[TypeId]) -> HashSet<TypeId> {
        let mut inside: HashMap<TypeId, Vec<&Definition>> = HashMap::new();
        for definition in members.iter().map(|id| self.api.definition(*id)).filter(|it| values(&it.shape).is_some()) {
            if let Owner::Type(owner) = &definition.naming.owner {
                inside.entry(*owner).or_default().push(definition);
            }
        }
        let are_one = |owner: &TypeId, found: &[&Definition]| {
            let are_most = || found.len() >= MIN_EQUAL && self.is_table(*owner);
            let several = found.iter().all(|it| values(&it.shape).is_some_and(|count| count > 1));
            let steps: Vec<&str> = found.iter().map(|it| it.naming.step.as_str()).collect();
            found.len() > 1 && ((several && are_named_alike(&steps)) || are_most())
        };
        inside.into_iter().filter(|(owner, found)| are_one(owner, found)).map(|(owner, _)| owner).collect()
    }

    /// Returns `true` if most of what a type holds are enumerations, or lists of them: each says the same of something else.
    fn is_table(&self, id: TypeId) -> bool {
        let Shape::Object(object) = &self.api.definition(id).shape else { return false };
        let is_enumeration =
            |ty: &Type| ty.named_types().into_iter().any(|id| values(&self.api.definition(id).shape).is_some());
        2 * object.fields.iter().filter(|field| is_enumeration(&field.ty)).count() > object.fields.len()
    }

    fn in_common(&self, id: TypeId, alike: &Alike) -> Vec<Common<'a>> {
        let definition = self.api.definition(id);
        let title = definition.docs.title.as_deref().map(Common::Title);
        let name = self.natural_name(definition).map(Common::Name);
        let components = stands_for_components(self.api, &definition.shape).then_some(Common::Components);
        let role = Common::Role(self.role(&definition.naming, alike));
        let siblings = match &definition.naming.owner {
            Owner::Type(owner) if alike.parents.contains(owner) => Some(Common::Siblings(*owner)),
            _ => None,
        };
        [role].into_iter().chain(title).chain(name).chain(components).chain(siblings).collect()
    }

    /// Returns the role of a type in its owner.
    fn role(&self, naming: &Naming, alike: &Alike) -> String {
        let Naming { owner, step } = naming;
        match owner {
            Owner::Operation(_) | Owner::Component(_) if is_error(step) => "#error".to_owned(),
            Owner::Operation(_) if is_answer(naming) && alike.answers => "#response".to_owned(),
            Owner::Operation(_) if is_body(naming) && alike.bodies => "#body".to_owned(),
            Owner::Operation(id) if is_answer(naming) || is_body(naming) => {
                let group = self.api.operations.get(id.0).map_or(0, |operation| operation.group);
                format!("#{step} {group}")
            }
            // Those of a component are called by its name.
            Owner::Component(name) if is_answer(naming) || step == "body" => format!("#{step} of {name}"),
            Owner::Component(name) if step.is_empty() => folded(name),
            _ => folded(step),
        }
    }

    /// The name that a type has to have: by the configuration, or from before.
    fn natural_name(&self, definition: &Definition) -> Option<&'a str> {
        let place = self.api.source_map.trace(definition.origin.as_str());
        let configured = self.config.type_at(place.pointer.as_str());
        configured.or_else(|| self.memory.recorded_name(&self.api.place_of(definition)))
    }

    /// Types that have to have different names are different types; those that may have any name are the one that most are.
    fn by_name(&self, members: &[TypeId]) -> Vec<Vec<TypeId>> {
        let mut named: BTreeMap<&str, Vec<TypeId>> = BTreeMap::new();
        let mut others = Vec::new();
        for id in members {
            match self.natural_name(self.api.definition(*id)) {
                Some(name) => named.entry(name).or_default().push(*id),
                None => others.push(*id),
            }
        }
        let mut groups: Vec<Vec<TypeId>> = named.into_values().collect();
        let most = groups.iter().map(Vec::len).max();
        match groups.iter_mut().find(|group| Some(group.len()) == most) {
            Some(largest) => {
                largest.extend(others);
                largest.sort_unstable();
            }
            None => groups.push(others),
        }
        groups
    }
}

/// Returns `true` if a shape is a union that says nothing but which components there are, and which texts and numbers beside them.
fn stands_for_components(api: &Api, shape: &Shape) -> bool {
    let Shape::Union(union) = shape else { return false };
    let is_component = |ty: &Type| match ty {
        Type::Named(id) => Some(has_own_name(api.definition(*id))),
        Type::Text(_) | Type::Integer(_) | Type::UnixTime | Type::Number(_) | Type::Boolean => None,
        _ => Some(false),
    };
    let mut named = union.variants.iter().filter_map(|variant| match &variant.payload {
        Payload::Type(ty) => is_component(ty),
        Payload::Constant(_) | Payload::Unit => None,
    });
    let are_written_here = named.clone().count() > 0;
    are_written_here && named.all(|is_component| is_component)
}

fn is_answer(naming: &Naming) -> bool {
    naming.step == "response" && matches!(naming.owner, Owner::Operation(_) | Owner::Component(_))
}

fn is_body(naming: &Naming) -> bool {
    naming.step == "body" && matches!(naming.owner, Owner::Operation(_))
}

/// Returns `true` if a body can be called by what it holds.
fn has_few_members(shape: &Shape) -> bool {
    matches!(shape, Shape::Object(object) if (1..=FEW_MEMBERS).contains(&object.fields.len()))
}

/// Returns the number of values of an enumeration.
fn values(shape: &Shape) -> Option<usize> {
    match shape {
        Shape::StringEnum(words) => Some(words.words.len()),
        Shape::IntegerEnum(codes) => Some(codes.codes.len()),
        _ => None,
    }
}

/// `error`, or with a status.
fn is_error(step: &str) -> bool {
    step == "error"
        || step.strip_prefix("error ").is_some_and(|status| status.starts_with(|c: char| c.is_ascii_digit()))
}

/// The first of those that a member is connected with.
fn leader(leaders: &mut [usize], mut position: usize) -> usize {
    while let Some(next) = leaders.get(position).copied().filter(|next| *next != position) {
        // What is found is nearer the next time.
        let after = leaders.get(next).copied().unwrap_or(next);
        if let Some(own) = leaders.get_mut(position) {
            *own = after;
        }
        position = next;
    }
    position
}
