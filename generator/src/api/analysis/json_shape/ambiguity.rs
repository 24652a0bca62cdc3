//! Removes the value lists that do not help to distinguish alternatives. A list helps if several alternatives declare
//! the member and not all of them list the same values.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::base::json_shape::{JsonShape, ObjectShape};

/// The use of a member by objects inside the same number of nested lists.
#[derive(Default)]
struct MemberUse<'s> {
    /// The number of objects that declare it.
    declared_in: usize,
    /// The number of objects that list its values.
    listed_in: usize,
    /// The different lists.
    lists: BTreeSet<BTreeSet<&'s str>>,
}

/// The number of enclosing lists, and the name of a member.
type MemberKey = (usize, String);

/// Removes the value lists that do not distinguish alternatives, except constants.
pub(super) fn remove_ambiguous_lists(shapes: &mut [Option<JsonShape>]) {
    let mut members = HashMap::new();
    shapes.iter().flatten().for_each(|shape| count_uses(shape, 0, &mut members));
    let distinguishes = |member: &MemberUse<'_>| {
        member.declared_in > 1 && (member.listed_in < member.declared_in || member.lists.len() > 1)
    };
    let members = members.into_iter().filter(|(_, member)| distinguishes(member));
    let members: HashSet<MemberKey> = members.map(|((depth, name), _)| (depth, name.to_owned())).collect();
    shapes.iter_mut().flatten().for_each(|shape| retain_lists(shape, 0, &members));
}

fn count_uses<'s>(shape: &'s JsonShape, depth: usize, members: &mut HashMap<(usize, &'s str), MemberUse<'s>>) {
    match shape {
        JsonShape::List(element) => count_uses(element, depth + 1, members),
        JsonShape::Union(shapes) => shapes.iter().for_each(|shape| count_uses(shape, depth, members)),
        JsonShape::Object(object) => {
            for name in &object.known {
                members.entry((depth, name)).or_default().declared_in += 1;
            }
            for (name, values) in &object.values {
                let member = members.entry((depth, name)).or_default();
                member.listed_in += 1;
                member.lists.insert(values.iter().map(String::as_str).collect());
            }
        }
        _ => {}
    }
}

fn retain_lists(shape: &mut JsonShape, depth: usize, members: &HashSet<MemberKey>) {
    match shape {
        JsonShape::List(element) => retain_lists(element, depth + 1, members),
        JsonShape::Union(shapes) => shapes.iter_mut().for_each(|shape| retain_lists(shape, depth, members)),
        JsonShape::Object(ObjectShape { required, values, .. }) => values.retain(|(name, values)| {
            ObjectShape::is_constant(required, name, values) || members.contains(&(depth, name.clone()))
        }),
        _ => {}
    }
}
