//! Judges differences: the first rule that applies to one decides, in the directions in which programs use the element.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::base::Directed;
use super::delta::Delta;
use super::fact::{Aspect, Value};
use super::rule::Rule;
use super::rules::RULES;
use super::subject::Subject;
use super::version::{ApiVersion, Versions};
use bindery::internal::model::{Payload, Type};

/// A difference with the rule that decides its effect.
pub(super) struct Judgement<'a> {
    pub(super) delta: Delta<'a>,
    pub(super) rule: &'static Rule,
    /// The directions in which the values of old programs or of the server are others.
    pub(super) directions: Directed,
}

/// The rules of each aspect, in order.
static BY_ASPECT: LazyLock<HashMap<Aspect, Vec<&'static Rule>>> = LazyLock::new(|| {
    let mut rules: HashMap<Aspect, Vec<&Rule>> = HashMap::new();
    RULES.iter().for_each(|(_, rule)| rules.entry(rule.aspect).or_default().push(rule));
    rules
});

/// Returns the judgement of a difference, or `None` if no rule applies: it is part of another difference.
pub(super) fn judge(delta: Delta<'_>) -> Option<Judgement<'_>> {
    let rule = BY_ASPECT.get(&delta.aspect)?.iter().find(|rule| rule.applies_to(&delta))?;
    let directions = directions(&delta);
    Some(Judgement { delta, rule, directions })
}

/// Returns the directions in which a difference matters. A type that is equal but for its name has the same values. Any
/// value includes those of the other type, so that the server accepts old values, or the old bindings read new ones.
fn directions(delta: &Delta<'_>) -> Directed {
    let Directed { sent, received, is_inherited } = delta.directions;
    let nowhere = Directed { sent: false, received: false, is_inherited };
    let mut equivalence = delta.context.equivalence();
    match &delta.values {
        Some(Versions { old: Value::Type(old), new: Value::Type(new) }) => {
            if equivalence.has_equal_types(Versions::new(old, new)) {
                return nowhere;
            }
            let types = delta.both(ApiVersion::type_of).unwrap_or(Versions::new(old, new));
            let is_any = delta.context.versions.zip(types);
            let is_any = is_any.map(|(version, ty)| version.api.unaliased(ty) == &Type::Any);
            Directed { sent: sent && !is_any.new, received: received && !is_any.old, is_inherited }
        }
        Some(Versions { old: Value::Payload(old), new: Value::Payload(new) }) => {
            let is_equal = match (old, new) {
                (Payload::Type(old), Payload::Type(new)) => equivalence.has_equal_types(Versions::new(old, new)),
                (old, new) => old == new,
            };
            if is_equal { nowhere } else { delta.directions }
        }
        Some(Versions { old: Value::Shape(old), new: Value::Shape(new) }) => {
            let is_equal = equivalence.has_equal_definitions(Versions::new(*old, *new));
            if is_equal { nowhere } else { delta.directions }
        }
        Some(_) if delta.aspect == Aspect::Directions => lost_directions(delta).unwrap_or(nowhere),
        _ => delta.directions,
    }
}

/// Returns the directions that a member has no longer.
fn lost_directions(delta: &Delta<'_>) -> Option<Directed> {
    let fields = delta.both(ApiVersion::field)?;
    let was = delta.context.old_directions(delta.part.old.and_then(Subject::type_id)?);
    Some(Directed {
        sent: was.sent && !fields.old.read_only && fields.new.read_only,
        received: was.received && !fields.old.write_only && fields.new.write_only,
        is_inherited: delta.directions.is_inherited,
    })
}

#[cfg(test)]
mod tests {
    use super::{Aspect, BY_ASPECT, RULES};
    use crate::changes::hole::Hole;

    #[test]
    fn each_aspect_has_a_rule() {
        let without = Aspect::ALL.iter().filter(|aspect| !BY_ASPECT.contains_key(aspect));
        assert_eq!(without.collect::<Vec<_>>(), [&Aspect::Exists; 0]);
    }

    #[test]
    fn each_name_in_a_template_has_a_value() {
        let mut used = Vec::new();
        for (rule_name, rule) in RULES {
            let effects = rule.effects.iter().flat_map(|effect| [effect.reason, effect.advice]);
            for mut template in effects.chain([rule.message]).chain(rule.together) {
                while let Some((_, name, rest)) = Hole::split(template) {
                    let hole = Hole::parse(name);
                    assert!(hole.is_some(), "{rule_name}: `{{{name}}}` has no value");
                    used.extend(hole);
                    template = rest;
                }
            }
        }
        let unused = Hole::ALL.iter().filter(|hole| !used.contains(hole));
        assert_eq!(unused.collect::<Vec<_>>(), [&Hole::Alternative; 0]);
    }
}
