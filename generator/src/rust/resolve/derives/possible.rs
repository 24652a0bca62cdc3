//! Which types can have a trait of the language: everything that they hold has to have it as well.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::api::analysis::{Direction, travels};
use crate::api::model::{Number, Object, Shape, Text, Type, TypeId};
use crate::config::StandardTrait::{Copy, Default, Eq, Hash, Ord, PartialEq, PartialOrd};
use crate::config::{DateLibrary, StandardTrait};
use crate::rust::ir::Presence;
use crate::rust::resolve::Resolver;

/// Why a type cannot have a trait: where that stands, and what is there.
#[derive(Clone, Debug)]
pub(super) struct Obstacle {
    /// `Pet.weight is f64`, as Markdown.
    pub(super) reason: String,
    /// `true` if the user can say that it has the trait: it is a type of his own.
    pub(super) is_own: bool,
}

type Check = Result<(), Obstacle>;

impl Resolver<'_> {
    /// Returns the types that need a trait for a type to have it, or the reason why the type itself cannot have it.
    pub(super) fn held_with(&self, wanted: StandardTrait, id: TypeId) -> Result<Vec<TypeId>, Obstacle> {
        let mut held = Vec::new();
        for direction in self.analysis.directions.emitted(id) {
            self.of_shape(wanted, id, *direction, &mut held)?;
        }
        Ok(held)
    }

    fn of_shape(&self, wanted: StandardTrait, id: TypeId, direction: Direction, held: &mut Vec<TypeId>) -> Check {
        let name = self.names.of_type(id, direction);
        let refuse = |what: &str| Err(Obstacle { reason: format!("`{name}` {what}"), is_own: false });
        match &self.api.definition(id).shape {
            Shape::Alias(ty) | Shape::Wrapper(ty) => self.of_type(wanted, ty, name, direction, held),
            Shape::IntegerEnum(_) | Shape::StringEnum(_) if wanted == Default => {
                refuse("is an enumeration without a default value")
            }
            Shape::StringEnum(_) if wanted == Copy => refuse("preserves unknown values as strings"),
            Shape::IntegerEnum(_) | Shape::StringEnum(_) => Ok(()),
            Shape::Object(object) => self.of_object(wanted, id, direction, object, held),
            Shape::Union(_) if [Copy, Default, PartialOrd, Ord].contains(&wanted) => {
                refuse("preserves unknown values as `serde_json::Value`")
            }
            Shape::Union(union) => {
                let mut payloads = union.variants.iter().enumerate();
                payloads.try_for_each(|(index, variant)| {
                    let Some(ty) = variant.payload.ty() else { return Ok(()) };
                    let place = format!("{name}::{}", self.names.variant(id, index));
                    self.of_type(wanted, ty, &place, direction, held)
                })
            }
        }
    }

    fn of_object(
        &self,
        wanted: StandardTrait,
        id: TypeId,
        direction: Direction,
        object: &Object,
        held: &mut Vec<TypeId>,
    ) -> Check {
        let name = self.names.of_type(id, direction);
        for (index, field) in object.fields.iter().enumerate() {
            if field.constant.is_some() || !travels(field, direction) {
                continue;
            }
            let place = format!("{name}.{}", self.names.field(id, index));
            let presence = self.presence(id, field, direction);
            let is_boxed = self.facts.boxed.contains(id, index);
            match presence {
                Presence::ThreeStates if [PartialOrd, Ord].contains(&wanted) => {
                    return Err(Obstacle { reason: format!("`{place}` is a `Patch`"), is_own: false });
                }
                _ if is_boxed && wanted == Copy => {
                    return Err(Obstacle { reason: format!("`{place}` is a `Box`"), is_own: false });
                }
                Presence::Required | Presence::FilledIn(_) => {}
                // `None`, and nothing to be sent.
                _ if wanted == Default => continue,
                _ => {}
            }
            self.of_type(wanted, &field.ty, &place, direction, held)?;
        }
        match &object.others {
            Some(_) if wanted == Default => Ok(()),
            Some(_) if wanted == Copy => {
                Err(Obstacle { reason: format!("`{name}` preserves undeclared members"), is_own: false })
            }
            Some(ty) => self.of_type(wanted, ty, name, direction, held),
            None => Ok(()),
        }
    }

    fn of_type(
        &self,
        wanted: StandardTrait,
        ty: &Type,
        place: &str,
        direction: Direction,
        held: &mut Vec<TypeId>,
    ) -> Check {
        match ty {
            Type::Named(id) => {
                held.push(*id);
                return Ok(());
            }
            Type::List(_) | Type::Map(_) | Type::Nullable(_) if wanted == Default => return Ok(()),
            Type::Nullable(inner) => return self.of_type(wanted, inner, place, direction, held),
            Type::List(inner) | Type::Map(inner) if wanted != Copy => {
                return self.of_type(wanted, inner, place, direction, held);
            }
            Type::Tuple(elements) => {
                return elements.iter().try_for_each(|inner| self.of_type(wanted, inner, place, direction, held));
            }
            _ => {}
        }
        let (has_it, is_own) = match ty {
            Type::Own(id, _) => {
                (self.api.own_types.get(*id).is_some_and(|own| own.traits.contains(wanted.name())), true)
            }
            other => (!self.lacks(other).contains(&wanted), false),
        };
        if has_it {
            return Ok(());
        }
        Err(Obstacle { reason: format!("`{place}` is `{}`", self.rust_type(ty, direction)), is_own })
    }

    /// The traits that a type without a name does not have.
    fn lacks(&self, ty: &Type) -> &'static [StandardTrait] {
        match ty {
            Type::Any | Type::AnyObject => &[Copy, PartialOrd, Ord],
            Type::Number(Number::F32 | Number::F64) => &[Eq, Hash, Ord],
            Type::Number(Number::Decimal) | Type::Text(Text::NumberOrText | Text::Base64 | Text::Decimal) => {
                &[Copy, Default, PartialOrd, Ord]
            }
            Type::Text(Text::Plain | Text::Binary) => &[Copy],
            Type::Text(Text::Date(_)) | Type::UnixTime if self.options.dates == DateLibrary::Time => &[Default],
            Type::Text(Text::Ipv4 | Text::Ipv6) => &[Default],
            Type::Text(Text::Password) => &[Copy, Default, Hash, PartialOrd, Ord],
            Type::Text(Text::File) => &[Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord],
            Type::List(_) | Type::Map(_) => &[Copy],
            _ => &[],
        }
    }
}

/// The types that cannot have a trait, and the types that each other type needs to have it.
pub(super) struct Obstacles {
    barred: BTreeMap<TypeId, Rc<Obstacle>>,
    held: BTreeMap<TypeId, Vec<TypeId>>,
}

impl Obstacles {
    pub(super) fn new(resolver: Resolver<'_>, wanted: StandardTrait) -> Self {
        let mut obstacles = Self { barred: BTreeMap::new(), held: BTreeMap::new() };
        for (id, _) in resolver.definitions() {
            match resolver.held_with(wanted, id) {
                Ok(held) => drop(obstacles.held.insert(id, held)),
                Err(obstacle) => drop(obstacles.barred.insert(id, Rc::new(obstacle))),
            }
        }
        obstacles.propagate();
        obstacles
    }

    /// Marks the types that contain a type without the trait.
    fn propagate(&mut self) {
        let mut holders: BTreeMap<TypeId, Vec<TypeId>> = BTreeMap::new();
        for (holder, held) in &self.held {
            held.iter().for_each(|id| holders.entry(*id).or_default().push(*holder));
        }
        let mut open: Vec<TypeId> = self.barred.keys().copied().collect();
        while let Some(id) = open.pop() {
            let obstacle = Rc::clone(&self.barred[&id]);
            for holder in holders.remove(&id).unwrap_or_default() {
                if let Entry::Vacant(entry) = self.barred.entry(holder) {
                    entry.insert(Rc::clone(&obstacle));
                    open.push(holder);
                }
            }
        }
    }

    /// Returns the reason why a type cannot have the trait.
    pub(super) fn barring(&self, id: TypeId) -> Option<&Rc<Obstacle>> {
        self.barred.get(&id)
    }

    /// The types that have to have the trait if one has it, without those that have it already.
    pub(super) fn closure(&self, id: TypeId, has_it: &dyn Fn(TypeId) -> bool) -> BTreeSet<TypeId> {
        let mut closure = BTreeSet::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if !has_it(id) && closure.insert(id) {
                open.extend(self.held.get(&id).into_iter().flatten());
            }
        }
        closure
    }
}
