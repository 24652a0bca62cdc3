//! Selects the traits and attributes that the configuration adds to types.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::extras::{Derived, Extras};
use super::possible::{Obstacle, Obstacles};
use super::targets::{Target, Targets};
use crate::api::analysis::travels;
use crate::api::model::{Shape, Type, TypeId};
use crate::base::diagnostic::Result;
use crate::config::{AddedKind, Addition, Config, Entry, Implementation, StandardTrait, TypeSelector, UsedEntries};
use crate::rust::resolve::Resolver;

/// Selects the traits and attributes that the configuration adds.
///
/// # Errors
///
/// `configuration-invalid` where something cannot have what is asked for it by its own name or place.
pub(crate) fn derived(resolver: Resolver<'_>, config: &Config, used: &mut UsedEntries) -> Result<Derived> {
    let mut deciding = Deciding { resolver, config, derived: Derived::default(), obstacles: BTreeMap::new() };
    if config.additions().next().is_none() {
        return Ok(deciding.derived);
    }
    let targets = Targets::new(resolver);
    for addition in config.additions() {
        let selector = &addition.selector;
        let found = targets.find(&selector.value);
        if found.is_empty() {
            used.insert_unmatched(selector.at, targets.nearest(&selector.text));
        }
        for added in &addition.added {
            let is_attribute = matches!(added.value, AddedKind::Attribute(_));
            let meant = if is_attribute { outermost(&found) } else { deciding.types(&found, &targets) };
            if meant.is_empty() && !found.is_empty() {
                let message = format!("cannot derive traits for `{}`: it is not a type", selector.text);
                return Err(config.problem(added.at, message, "write the name of a type"));
            }
            for target in meant {
                deciding.add(addition, added, target)?;
            }
        }
    }
    Ok(deciding.derived)
}

/// A field and its type have the same path; attributes apply to the field.
fn outermost(found: &[Target]) -> Vec<Target> {
    let is_member = |target: &&Target| !matches!(target, Target::Type(_));
    let members: Vec<Target> = found.iter().filter(is_member).copied().collect();
    if members.is_empty() { found.to_vec() } else { members }
}

struct Deciding<'a> {
    resolver: Resolver<'a>,
    config: &'a Config,
    derived: Derived,
    /// The obstacles to each trait requested so far.
    obstacles: BTreeMap<StandardTrait, Obstacles>,
}

impl Deciding<'_> {
    /// The types among what was found; that inside a field where this was found alone.
    fn types(&self, found: &[Target], targets: &Targets) -> Vec<Target> {
        let is_type = |target: &&Target| matches!(target, Target::Type(_));
        let types: Vec<Target> = found.iter().filter(is_type).copied().collect();
        if !types.is_empty() {
            return types;
        }
        let inside = found.iter().filter_map(|target| match target {
            Target::Field(id, index) => self.resolver.api.field(*id, *index),
            _ => None,
        });
        let places = inside.map(|field| TypeSelector::Place(self.resolver.api.stored_at(&field.origin)));
        let inside: Vec<Target> = places.flat_map(|place| targets.find(&place)).collect();
        inside.iter().filter(is_type).copied().collect()
    }

    fn add(&mut self, addition: &Addition, added: &Entry<AddedKind>, target: Target) -> Result<()> {
        match (&added.value, target) {
            (AddedKind::Attribute(text), target) => push(self.attributes(target), text),
            (AddedKind::Standard(Some(wanted)), Target::Type(id)) => {
                if let Err((wanted, obstacle)) = self.standard(*wanted, id)
                    && addition.is_exact()
                {
                    let message =
                        format!("`{}` cannot be `{}`: {}", addition.selector.text, wanted.name(), obstacle.reason);
                    return Err(self.config.problem(added.at, message, &obstacle.help(wanted)));
                }
            }
            (AddedKind::Implemented(Implementation::ValueEnum), Target::Type(id)) => match self.enumeration(id) {
                Some(id) => drop(self.extras(id).implemented.insert(Implementation::ValueEnum)),
                None if addition.is_exact() => {
                    let message = format!(
                        "cannot derive `clap::ValueEnum` for `{}`: it is not an enumeration",
                        addition.selector.text
                    );
                    return Err(self.config.problem(added.at, message, "write the name of an enumeration"));
                }
                None => {}
            },
            (AddedKind::Implemented(implemented), Target::Type(id)) => self.implement(*implemented, id),
            // Standard traits and implemented traits apply to the target of an alias.
            (AddedKind::Derive(_), Target::Type(id))
                if matches!(self.resolver.api.definition(id).shape, Shape::Alias(_)) =>
            {
                if addition.is_exact() {
                    let message = format!("cannot derive traits for `{}`: it is an alias", addition.selector.text);
                    return Err(self.config.problem(added.at, message, "write the name of that type"));
                }
            }
            (AddedKind::Derive(path), Target::Type(id)) => push(&mut self.extras(id).derives, &path.text),
            (AddedKind::Standard(_), _) | (_, Target::Field(..) | Target::Variant(..)) => {}
        }
        Ok(())
    }

    /// The enumeration that a type is, by way of other names as well.
    fn enumeration(&self, id: TypeId) -> Option<TypeId> {
        let Type::Named(id) = *self.resolver.api.unaliased(&Type::Named(id)) else { return None };
        let shape = &self.resolver.api.definition(id).shape;
        matches!(shape, Shape::IntegerEnum(_) | Shape::StringEnum(_)).then_some(id)
    }

    fn extras(&mut self, id: TypeId) -> &mut Extras {
        self.derived.types.entry(id).or_default()
    }

    fn attributes(&mut self, target: Target) -> &mut Vec<String> {
        match target {
            Target::Type(id) => &mut self.extras(id).attributes,
            Target::Field(id, index) => self.derived.fields.entry((id, index)).or_default(),
            Target::Variant(id, index) => self.derived.variants.entry((id, index)).or_default(),
        }
    }

    /// Derives a standard trait with its supertraits for a type and the types in it, or none of them if one is impossible.
    fn standard(&mut self, wanted: StandardTrait, id: TypeId) -> Result<(), (StandardTrait, Rc<Obstacle>)> {
        let resolver = self.resolver;
        let all = wanted.with_supertraits();
        for wanted in all {
            let obstacles = self.obstacles.entry(*wanted).or_insert_with(|| Obstacles::new(resolver, *wanted));
            if let Some(obstacle) = obstacles.barring(id) {
                return Err((*wanted, Rc::clone(obstacle)));
            }
        }
        for wanted in all {
            let types = &self.derived.types;
            let has_it = |id: TypeId| types.get(&id).is_some_and(|extras| extras.traits.contains(wanted));
            for id in self.obstacles[wanted].closure(id, &has_it) {
                self.extras(id).traits.insert(*wanted);
            }
        }
        Ok(())
    }

    /// Implements a trait for a type and all that it holds, by way of other names as well.
    fn implement(&mut self, implemented: Implementation, id: TypeId) {
        let mut open = vec![id];
        let mut aliases = BTreeSet::new();
        while let Some(id) = open.pop() {
            let is_new = match self.resolver.api.definition(id).shape {
                Shape::Alias(_) => aliases.insert(id),
                _ => self.extras(id).implemented.insert(implemented),
            };
            if is_new {
                let directions = self.resolver.analysis.directions.emitted(id);
                let shape = &self.resolver.api.definition(id).shape;
                let held = shape.types(|field| directions.iter().any(|direction| travels(field, *direction)));
                open.extend(held.into_iter().flat_map(Type::named_types));
            }
        }
    }
}

fn push(all: &mut Vec<String>, text: &str) {
    if !all.iter().any(|known| known == text) {
        all.push(text.to_owned());
    }
}

impl Addition {
    /// Returns `true` if one thing is meant by its name or place, and not all that are called alike.
    fn is_exact(&self) -> bool {
        !matches!(&self.selector.value, TypeSelector::Schema(glob) if !glob.is_plain())
    }
}

impl Obstacle {
    fn help(&self, wanted: StandardTrait) -> String {
        let name = wanted.name();
        if self.is_own {
            format!("if the type implements `{name}`, add it to its `traits` in `[types]`; otherwise remove it here")
        } else {
            format!("remove `{name}`, or map the type to one of your own in `[types]`")
        }
    }
}
