//! The value lists that distinguish alternatives: those of members that several alternatives have with different
//! values.

use std::collections::{HashMap, HashSet};

use super::shape::{JsonShape, MemberPath, ObjectShape};

/// The members of alternatives, by nesting depth of lists.
#[derive(Default)]
struct MemberCounts<'a> {
    /// The number of alternatives with a member of this name.
    having: HashMap<(usize, &'a str), usize>,
    /// The number of alternatives with a constant value of the member, which already decides.
    constant: HashMap<(usize, &'a str), usize>,
    /// The number of alternatives that list the values of the member, and the different lists.
    listing: HashMap<(usize, MemberPath<'a>), ListCounts>,
}

/// The number of alternatives that list values, and the different lists.
type ListCounts = (usize, HashSet<Vec<String>>);

impl MemberCounts<'_> {
    fn distinguish(&self, depth: usize, path: MemberPath<'_>) -> bool {
        let having = self.having.get(&(depth, path.member)).copied().unwrap_or(0);
        let listing = self.listing.get(&(depth, path));
        let is_decided = path.inner.is_none() && self.constant.get(&(depth, path.member)) == Some(&having);
        !is_decided && having > 1 && listing.is_some_and(|(lists, different)| *lists < having || different.len() > 1)
    }
}

/// Keeps the value lists that distinguish alternatives.
pub(super) fn keep_distinguishing_lists(shapes: &mut [Option<JsonShape<'_>>]) {
    let mut members = MemberCounts::default();
    shapes.iter().flatten().for_each(|shape| count(shape, 0, &mut members));
    shapes.iter_mut().flatten().for_each(|shape| keep(shape, 0, &members));
}

/// Drops the element shape of the only list: being a list already identifies it.
pub(super) fn drop_shape_of_only_list(shapes: &mut [Option<JsonShape<'_>>]) {
    let mut lists = shapes.iter_mut().flatten().filter_map(|shape| match shape {
        JsonShape::List(element) => Some(Some(element)),
        // A nested union may contain a list.
        JsonShape::Union(_) => Some(None),
        _ => None,
    });
    if let (Some(Some(element)), None) = (lists.next(), lists.next()) {
        **element = JsonShape::Any;
    }
}

fn count<'a>(shape: &JsonShape<'a>, depth: usize, members: &mut MemberCounts<'a>) {
    match shape {
        JsonShape::List(element) => count(element, depth + 1, members),
        JsonShape::Union(shapes) => shapes.iter().for_each(|shape| count(shape, depth, members)),
        JsonShape::Object(object) => {
            for name in &object.known {
                *members.having.entry((depth, name)).or_default() += 1;
            }
            for (name, _) in &object.constants {
                *members.constant.entry((depth, name)).or_default() += 1;
            }
            for (path, values) in &object.listed {
                let (lists, different) = members.listing.entry((depth, *path)).or_default();
                *lists += 1;
                different.insert(values.clone());
            }
        }
        _ => {}
    }
}

fn keep(shape: &mut JsonShape<'_>, depth: usize, members: &MemberCounts<'_>) {
    match shape {
        JsonShape::List(element) => keep(element, depth + 1, members),
        JsonShape::Union(shapes) => shapes.iter_mut().for_each(|shape| keep(shape, depth, members)),
        JsonShape::Object(ObjectShape { listed, .. }) => {
            listed.retain(|(path, _)| members.distinguish(depth, *path));
        }
        _ => {}
    }
}
