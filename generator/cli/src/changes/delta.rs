//! The differences between the facts of two versions: one for each aspect of each pair of elements.

use std::collections::BTreeSet;
use std::mem::discriminant;

use super::base::Directed;
use super::constraints::{self, ConstraintChange};
use super::context::{Context, same_contents};
use super::fact::{Aspect, Value, facts};
use super::matching::{Pair, split_null};
use super::operations::{has_swapped_parameters, identities};
use super::subject::{Match, Subject};
use super::version::{ApiVersion, Versions};
use bindery::internal::analysis::Direction;
use bindery::internal::ir::Node;
use bindery::internal::model::{Constraints, Definition, Operation, Payload, Shape, TagPlace, Type, Union, path_shape};

/// A difference between two versions in one aspect of an element.
#[derive(Clone)]
pub(super) struct Delta<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) pair: &'a Pair,
    /// The whole or one of its parts.
    pub(super) part: Match,
    pub(super) aspect: Aspect,
    /// The values, if both versions have the element.
    pub(super) values: Option<Versions<Value<'a>>>,
    /// The directions in which old programs use the element.
    pub(super) directions: Directed,
}

/// Returns the facts about an element.
type Facts = for<'v> fn(ApiVersion<'v>, Subject, Direction) -> Vec<(Aspect, Value<'v>)>;

/// Lists the differences between the facts of matching elements.
pub(super) fn join<'a>(context: &'a Context<'a>, facts: Facts) -> Vec<Delta<'a>> {
    let mut deltas = Vec::new();
    for pair in &context.matching.pairs {
        for part in [pair.whole].into_iter().chain(pair.parts.iter().copied()) {
            let delta = Delta::new(context, pair, part);
            let (Some(old), Some(new)) = (part.old, part.new) else {
                deltas.push(delta);
                continue;
            };
            let [before, mut after] = context
                .versions
                .zip(Versions::new(old, new))
                .into_array()
                .map(|(version, part)| facts(version, part, delta.form()));
            for (aspect, before) in before {
                let Some(at) = after.iter().position(|(other, _)| *other == aspect) else { continue };
                let values = Versions::new(before, after.swap_remove(at).1);
                let delta = Delta { aspect, values: Some(values), ..delta.clone() };
                deltas.extend(Some(delta).filter(Delta::differs));
            }
        }
    }
    deltas
}

impl<'a> Delta<'a> {
    fn new(context: &'a Context<'a>, pair: &'a Pair, part: Match) -> Self {
        let directions = context.directions(pair.whole, part);
        Self { context, pair, part, aspect: Aspect::Exists, values: None, directions }
    }

    /// Returns the form of its type that programs use.
    pub(super) fn form(&self) -> Direction {
        if self.directions.sent { Direction::Request } else { Direction::Response }
    }

    /// Returns the element in each version that has it.
    pub(super) fn parts(&self) -> Versions<Option<(ApiVersion<'a>, Subject)>> {
        self.context.versions.zip(self.part).map(|(version, part)| Some((version, part?)))
    }

    /// Returns an item of the element in each version that has it.
    pub(super) fn each<T>(&self, item: impl Fn(ApiVersion<'a>, Subject) -> Option<T>) -> Versions<Option<T>> {
        self.parts().map(|part| part.and_then(|(version, part)| item(version, part)))
    }

    /// Returns an item of the element in both versions.
    pub(super) fn both<T>(&self, item: impl Fn(ApiVersion<'a>, Subject) -> Option<T>) -> Option<Versions<T>> {
        let each = self.each(item);
        Some(Versions::new(each.old?, each.new?))
    }

    pub(super) fn operations(&self) -> Option<Versions<&'a Operation>> {
        self.both(ApiVersion::operation)
    }

    /// Returns the definitions of the type that it is or belongs to.
    pub(super) fn definitions(&self) -> Option<Versions<&'a Definition>> {
        self.both(ApiVersion::definition)
    }

    /// Returns the same element with another aspect, unless that is equal.
    pub(super) fn other(&self, aspect: Aspect) -> Option<Self> {
        let values = self.both(|version, part| {
            let mut facts = facts(version, part, self.form()).into_iter();
            facts.find(|(other, _)| *other == aspect).map(|(_, value)| value)
        });
        Some(Self { aspect, values: Some(values?), ..self.clone() }).filter(Self::differs)
    }

    fn differs(&self) -> bool {
        let Some(Versions { old, new }) = &self.values else { return true };
        let context = self.context;
        match (old, new) {
            (Value::Docs(old), Value::Docs(new)) if self.aspect == Aspect::Deprecation => {
                (old.deprecated, &old.sunset) != (new.deprecated, &new.sunset)
            }
            (Value::Docs(old), Value::Docs(new)) => {
                (&old.title, &old.description, &old.example) != (&new.title, &new.description, &new.example)
            }
            (Value::Text(old), Value::Text(new)) if self.aspect == Aspect::PathOrder => {
                has_swapped_parameters(old, new)
            }
            (Value::Texts(old), Value::Texts(new)) if self.aspect == Aspect::Name => {
                let is_renamed = old[0].is_some() && new[0].is_some() && old[0] != new[0];
                is_renamed || old[1] != new[1]
            }
            (Value::Flag(_), Value::Flag(required)) if self.aspect == Aspect::Presence && self.is_newly_declared() => {
                old != new && !required
            }
            (Value::Type(old), Value::Type(new)) | (Value::Failure(Some(old)), Value::Failure(Some(new))) => {
                !context.is_same_type(old, new)
            }
            (Value::Payload(Payload::Type(old)), Value::Payload(Payload::Type(new))) => !context.is_same_type(old, new),
            (Value::Shape(old), Value::Shape(new)) => {
                let id = Versions::new(*old, *new);
                !context.is_same_shape(context.versions.zip(id).map(|(version, id)| version.api.definition(id)))
            }
            (Value::Limits(..), Value::Limits(..)) | (Value::Body(_), Value::Body(_))
                if self.aspect == Aspect::Limits =>
            {
                self.limits().is_some()
            }
            (Value::Body(old), Value::Body(new)) => !context.has_same_contents(old, new, true),
            (Value::Success(old), Value::Success(new)) => !context.is_same_success(old, new),
            (Value::Reading(old), Value::Reading(new)) => reading(old) != reading(new),
            (Value::MediaTypes(old), Value::MediaTypes(new)) => identities(old.iter()) != identities(new.iter()),
            (Value::Credentials(old, is_own), Value::Credentials(new, is_now_own)) => {
                (*is_own || *is_now_own) && old != new
            }
            (Value::Route(one, names), Value::Route(other, new_names)) => {
                (&one.method, path_shape(&one.path), &one.id) != (&other.method, path_shape(&other.path), &other.id)
                    || names != new_names
                    || one.path != other.path && !has_swapped_parameters(&one.path, &other.path)
                    || self.groups().is_changed()
            }
            (Value::Order(_), Value::Order(_)) => self.order().is_some(),
            (Value::Tags(_), Value::Tags(_)) => self.tags().is_some_and(|tags| tags.is_changed()),
            (old, new) => old != new,
        }
    }

    /// Returns `true` if any value was allowed, and a type is declared now: a member that is required but not declared may
    /// be absent.
    fn is_newly_declared(&self) -> bool {
        let types = self.each(|version, part| Some(split_null(version, version.type_of(part)?).0));
        types.old == Some(&Type::Any) && types.new != Some(&Type::Any)
    }

    /// Returns the names of the groups of an operation in the description.
    pub(super) fn groups(&self) -> Versions<Option<&'a str>> {
        self.each(|version, part| Some(version.api.groups[version.operation(part)?.group].wire.as_str()))
    }

    /// Returns the constraints, if they differ: those of the first content of a body whose constraints do. If only one
    /// version has an alias, they include those of the alias.
    pub(super) fn limits(&self) -> Option<Versions<Constraints>> {
        let limits = match self.values.as_ref().map(|Versions { old, new }| (old, new))? {
            (Value::Limits(old, old_alias), Value::Limits(new, new_alias)) => {
                let with = |own: &Constraints, alias: Option<&Constraints>, other: Option<&Constraints>| match (
                    alias, other,
                ) {
                    (Some(alias), None) => own.clone().and(alias.clone()),
                    _ => own.clone(),
                };
                Versions::new(with(old, *old_alias, *new_alias), with(new, *new_alias, *old_alias))
            }
            (Value::Body(old), Value::Body(new)) => {
                let mut contents = same_contents(old, new);
                let found = contents.find(|content| {
                    self.context.is_same_body(&content.old.kind, &content.new.kind, Context::is_same_type)
                        && constraints::compare(&content.old.constraints, &content.new.constraints).is_some()
                });
                found?.map(|content| content.constraints.clone())
            }
            _ => return None,
        };
        constraints::compare(&limits.old, &limits.new).map(|_| limits)
    }

    /// Returns the difference between the constraints.
    pub(super) fn limit_change(&self) -> Option<ConstraintChange> {
        let limits = self.limits()?;
        let change = constraints::compare(&limits.old, &limits.new)?;
        Some(if self.has_members() { change.of_members() } else { change })
    }

    /// Returns `true` if the constrained values are objects.
    fn has_members(&self) -> bool {
        let is_object = |definition: &Definition| matches!(definition.shape, Shape::Object(_));
        let has_members = self.each(|version, part| {
            let body = || version.operation(part)?.body.as_ref()?.alternatives.first()?.kind.ty();
            let of_body = if let Subject::Body(_) = part { body() } else { None };
            Some(match of_body.or_else(|| version.type_of(part)) {
                Some(ty) => match version.api.unaliased(split_null(version, ty).0) {
                    Type::Map(_) | Type::AnyObject => true,
                    Type::Named(id) => is_object(version.api.definition(*id)),
                    _ => false,
                },
                None => version.definition(part).is_some_and(is_object),
            })
        });
        has_members.newest() == Some(true)
    }

    /// Returns the names of the parts whose order matters, in the order of each version, if it differs.
    pub(super) fn order(&self) -> Option<Versions<String>> {
        let Some(Versions { old: Value::Order(old), new: Value::Order(new) }) = &self.values else { return None };
        let position = |part: Match| {
            let at = |order: &[(Subject, &str)], part: Subject| order.iter().position(|(subject, _)| *subject == part);
            Some((at(old, part.old?)?, at(new, part.new?)?))
        };
        let mut before: Vec<(usize, usize)> = self.pair.parts.iter().filter_map(|part| position(*part)).collect();
        before.sort_unstable();
        let mut after = before.clone();
        after.sort_unstable_by_key(|(_, new)| *new);
        let names = |order: Vec<(usize, usize)>| order.iter().map(|(at, _)| old[*at].1).collect::<Vec<_>>().join(", ");
        (before != after).then(|| Versions::new(before, after).map(names))
    }

    /// Returns the distinction of the alternatives that both versions have, with their old names.
    pub(super) fn tags(&self) -> Option<Versions<String>> {
        let id = self.part.old?.type_id()?;
        let Some(Versions { old: Value::Tags(old), new: Value::Tags(new) }) = &self.values else { return None };
        let parts = || self.pair.parts.iter().filter(|part| part.new.is_some());
        let old_index = |is_at: &dyn Fn(&Match) -> bool| match parts().find(|part| is_at(part))?.old? {
            Subject::Alternative(_, at) => Some(at),
            _ => None,
        };
        let name = |at: usize| self.context.versions.old.names.variant(id, at);
        let text = |union: &Union, is_at: &dyn Fn(&Match, usize) -> bool| match &union.tag {
            None => "distinguished by their content".to_owned(),
            Some(tag) => {
                let values = tag.all_values().filter_map(|(index, value)| {
                    Some(format!("`{value}` {}", name(old_index(&|part| is_at(part, index))?)))
                });
                let mut values: Vec<String> = values.collect();
                values.sort();
                format!("distinguished by {}: {}", tag_phrase(&tag.place), values.join(", "))
            }
        };
        let is = |part: Option<Subject>, index: usize| matches!(part, Some(Subject::Alternative(_, at)) if at == index);
        let texts = Versions::new(text(old, &|part, at| is(part.old, at)), text(new, &|part, at| is(part.new, at)));
        Some(texts)
    }

    /// Returns the changed elements of the API.
    pub(super) fn nodes(&self) -> Versions<BTreeSet<Node>> {
        let mut nodes = self.part.map(|part| part.and_then(Subject::node).into_iter().collect::<BTreeSet<_>>());
        let versions = self.context.versions;
        let is_renamed = self.both(|version, part| Some(version.operation_names(part.operation()?)));
        let moves = match self.aspect {
            Aspect::Exists => true,
            Aspect::Route => is_renamed.is_some_and(|names| names.is_changed()),
            _ => false,
        };
        // A group that only one description has comes or goes with its operations.
        if moves && self.part.newest().is_some_and(|part| matches!(part, Subject::Operation(_))) {
            for wire in self.groups().into_array().into_iter().flatten() {
                let group = versions.map(|version| version.api.groups.iter().position(|group| group.wire == wire));
                match (group.old, group.new) {
                    (Some(group), None) => drop(nodes.old.insert(Node::Group(group))),
                    (None, Some(group)) => drop(nodes.new.insert(Node::Group(group))),
                    _ => {}
                }
            }
        }
        // The operation has another error type: a shared one, or its own.
        if matches!(self.part.newest(), Some(Subject::Failure(..)))
            && let (Some(old), Some(new)) = (self.pair.whole.old, self.pair.whole.new)
            && let (Some(old), Some(new)) = (old.operation(), new.operation())
            && versions.old.own_error_type(old) != versions.new.own_error_type(new)
        {
            nodes.old.extend(versions.old.failures(old));
            nodes.new.extend(versions.new.failures(new));
        }
        nodes
    }
}

/// Returns the identity of the way in which the response of an operation is read: the kind and the parameter of its
/// pages, and the kind of its stream.
fn reading(operation: &Operation) -> impl PartialEq {
    let pages = operation.pagination.as_ref().map(|found| {
        let parameter = found.step.parameter().and_then(|index| operation.parameters.get(index));
        (discriminant(&found.step), parameter.map(|parameter| parameter.wire.as_str()))
    });
    (pages, operation.streaming.as_ref().map(discriminant))
}

fn tag_phrase(place: &TagPlace) -> String {
    match place {
        TagPlace::Internal { property } => format!("`{property}`"),
        TagPlace::Adjacent { property, content } => format!("`{property}`, with the value in `{content}`"),
        TagPlace::External => "the name of their only member".to_owned(),
    }
}
