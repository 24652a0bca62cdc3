//! The value lists that distinguish alternatives: those of members that several alternatives have with different
//! values.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::json_shape::{JsonShape, ObjectShape};

/// The use of a member by the objects at a nesting depth of lists.
#[derive(Default)]
struct MemberUse<'s> {
    /// The number of objects that have it.
    having: usize,
    /// The number of objects that list its values.
    listing: usize,
    /// The different lists.
    lists: BTreeSet<BTreeSet<&'s str>>,
}

/// A member of the objects at a nesting depth of lists.
type MemberAt = (usize, String);

/// Keeps the constants and the value lists that distinguish alternatives.
pub(super) fn keep_distinguishing_lists(shapes: &mut [Option<JsonShape>]) {
    let mut members = HashMap::new();
    shapes.iter().flatten().for_each(|shape| count(shape, 0, &mut members));
    let distinguishes =
        |member: &MemberUse<'_>| member.having > 1 && (member.listing < member.having || member.lists.len() > 1);
    let members = members.into_iter().filter(|(_, member)| distinguishes(member));
    let members: HashSet<MemberAt> = members.map(|((depth, name), _)| (depth, name.to_owned())).collect();
    shapes.iter_mut().flatten().for_each(|shape| keep(shape, 0, &members));
}

fn count<'s>(shape: &'s JsonShape, depth: usize, members: &mut HashMap<(usize, &'s str), MemberUse<'s>>) {
    match shape {
        JsonShape::List(element) => count(element, depth + 1, members),
        JsonShape::Union(shapes) => shapes.iter().for_each(|shape| count(shape, depth, members)),
        JsonShape::Object(object) => {
            for name in &object.known {
                members.entry((depth, name)).or_default().having += 1;
            }
            for (name, values) in &object.values {
                let member = members.entry((depth, name)).or_default();
                member.listing += 1;
                member.lists.insert(values.iter().map(String::as_str).collect());
            }
        }
        _ => {}
    }
}

fn keep(shape: &mut JsonShape, depth: usize, members: &HashSet<MemberAt>) {
    match shape {
        JsonShape::List(element) => keep(element, depth + 1, members),
        JsonShape::Union(shapes) => shapes.iter_mut().for_each(|shape| keep(shape, depth, members)),
        JsonShape::Object(ObjectShape { required, values, .. }) => values.retain(|(name, values)| {
            ObjectShape::is_constant(required, name, values) || members.contains(&(depth, name.clone()))
        }),
        _ => {}
    }
}
