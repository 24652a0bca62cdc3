//! Members that box their type.
//!
//! A struct that contains itself by value would be infinite. Lists and maps break such cycles; otherwise the member
//! that closes the cycle is boxed, and no other. A member that users already hold by value stays so: if a new member
//! closes a cycle, that member is boxed.

use std::collections::{BTreeSet, HashSet};

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

use super::previous::PreviousLayouts;
use crate::model::{Api, Shape, Type, TypeId};

/// The boxed members: a type and the index of a field or an alternative.
#[derive(Clone, Debug, Default)]
pub struct Boxed(HashSet<(TypeId, usize)>);

impl Boxed {
    /// Returns `true` if this field or alternative is boxed.
    #[must_use]
    pub fn contains(&self, id: TypeId, member: usize) -> bool {
        self.0.contains(&(id, member))
    }

    pub(super) fn new(api: &Api, previous: &PreviousLayouts<'_>) -> Self {
        let held: Vec<ContainedTypes> = api.definitions().map(|(id, _)| held_by_value(api, id)).collect();
        let mut pairs: BoxedTypes = api.definitions().map(|(id, _)| previous.boxes(id).collect()).collect();
        let mut search =
            CycleSearch { held: &held, previous, state: vec![VisitState::New; held.len()], pairs: &mut pairs };
        api.definitions().for_each(|(id, _)| search.visit(id));
        box_what_came(&held, previous, &mut pairs);
        let members = api.definitions().zip(&held).zip(&pairs).flat_map(|(((id, _), held), boxes)| {
            held.iter().filter(|(_, inner)| boxes.contains(inner)).map(move |(member, _)| (id, *member))
        });
        Self(members.collect())
    }
}

/// The types that each type boxes, by index.
type BoxedTypes = Vec<BTreeSet<TypeId>>;

/// The members of a type that contain a struct or a union by value, with its ID.
pub(super) type ContainedTypes = Vec<(usize, TypeId)>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum VisitState {
    New,
    Open,
    Done,
}

/// A depth-first search over the types that new types contain by value, with an explicit stack: descriptions may nest
/// deeply.
struct CycleSearch<'a> {
    held: &'a [ContainedTypes],
    previous: &'a PreviousLayouts<'a>,
    state: Vec<VisitState>,
    pairs: &'a mut BoxedTypes,
}

impl CycleSearch<'_> {
    fn visit(&mut self, start: TypeId) {
        if self.state[start.index()] != VisitState::New || self.previous.get(start).is_some() {
            return;
        }
        self.state[start.index()] = VisitState::Open;
        let mut stack = vec![(start, 0)];
        while let Some((id, next)) = stack.last_mut() {
            let Some((_, inner)) = self.held[id.index()].get(*next).copied() else {
                self.state[id.index()] = VisitState::Done;
                stack.pop();
                continue;
            };
            let id = *id;
            *next += 1;
            match self.state[inner.index()] {
                VisitState::Open => drop(self.pairs[id.index()].insert(inner)),
                VisitState::New if self.previous.get(inner).is_none() => {
                    self.state[inner.index()] = VisitState::Open;
                    stack.push((inner, 0));
                }
                VisitState::New | VisitState::Done => {}
            }
        }
    }
}

/// Boxes members that known types did not contain by value before, if they close a cycle.
fn box_what_came(held: &[ContainedTypes], previous: &PreviousLayouts<'_>, pairs: &mut BoxedTypes) {
    let depth = |id: TypeId| previous.get(id).map(|layout| layout.depth);
    let came = |(outer, inner): &(TypeId, TypeId)| {
        depth(*outer).is_some_and(|outer| depth(*inner).is_none_or(|inner| outer <= inner))
    };
    let all = || {
        let outer = held.iter().enumerate().map(|(index, held)| (TypeId::new(index), held));
        outer.flat_map(|(outer, held)| held.iter().map(move |(_, inner)| (outer, *inner)))
    };
    if !all().any(|pair| came(&pair)) {
        return;
    }
    let by_value = all().filter(|(outer, inner)| !pairs[outer.index()].contains(inner));
    let graph = DiGraph::<(), (), usize>::from_edges(by_value.map(|(outer, inner)| (outer.index(), inner.index())));
    let mut circle = vec![None; held.len()];
    for (number, nodes) in kosaraju_scc(&graph).into_iter().enumerate() {
        nodes.into_iter().for_each(|node| circle[node.index()] = Some(number));
    }
    for (outer, inner) in all().filter(came).filter(|(outer, inner)| circle[outer.index()] == circle[inner.index()]) {
        pairs[outer.index()].insert(inner);
    }
}

/// Returns the types that a type contains by value.
pub(super) fn held_by_value(api: &Api, id: TypeId) -> ContainedTypes {
    let members: Vec<(usize, &Type)> = match &api.definition(id).shape {
        Shape::Object(object) => object.fields.iter().map(|field| &field.ty).enumerate().collect(),
        Shape::Union(union) => {
            let payloads = union.variants.iter().map(|variant| variant.payload.ty()).enumerate();
            payloads.filter_map(|(index, ty)| Some((index, ty?))).collect()
        }
        Shape::Alias(_) | Shape::Wrapper(_) | Shape::IntegerEnum(_) | Shape::StringEnum(_) => Vec::new(),
    };
    members.into_iter().flat_map(|(index, ty)| by_value(api, ty).into_iter().map(move |id| (index, id))).collect()
}

/// Returns the structs and unions that a type contains by value.
fn by_value(api: &Api, ty: &Type) -> Vec<TypeId> {
    match api.unaliased(ty) {
        Type::Named(id) if matches!(api.definition(*id).shape, Shape::Object(_) | Shape::Union(_)) => vec![*id],
        Type::Nullable(inner) => by_value(api, inner),
        Type::Tuple(elements) => elements.iter().flat_map(|element| by_value(api, element)).collect(),
        // A user's type in place of a list or a map allocates its elements; others are unknown.
        Type::Own(own, arguments) => match api.own_types.get(*own).map(|own| &own.like) {
            Some(Type::List(_) | Type::AnyObject) => Vec::new(),
            _ => arguments.iter().flat_map(|argument| by_value(api, argument)).collect(),
        },
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::Direction;
    use crate::model::Shape;
    use crate::names::NameHistory;
    use crate::pipeline::Emission;

    /// Structs with the structs that they contain.
    type Structs<'a> = &'a [(&'a str, &'a [&'a str])];

    fn emission(structs: Structs<'_>, memory: &NameHistory) -> Emission {
        let schema = |(name, held): &(&str, &[&str])| {
            let member = |held: &&str| format!(r##""{held}": {{ "$ref": "#/components/schemas/{held}" }}"##);
            let members = held.iter().map(member).chain([r#""id": { "type": "string" }"#.to_owned()]);
            let members = members.collect::<Vec<_>>().join(", ");
            format!(r#""{name}": {{ "type": "object", "properties": {{ {members} }} }}"#)
        };
        Emission::from_schemas(&structs.iter().map(schema).collect::<Vec<_>>().join(", "), memory)
    }

    /// Returns the boxed members, as `Cat.owner`.
    fn boxed(emission: &Emission) -> Vec<String> {
        let fields = emission.api.definitions().flat_map(|(id, definition)| {
            let Shape::Object(object) = &definition.shape else { panic!("{definition:?}") };
            let name = emission.names.of_type(id, Direction::Response);
            let boxed = move |index: &usize| emission.analysis.boxed.contains(id, *index);
            (0..object.fields.len()).filter(boxed).map(move |index| format!("{name}.{}", object.fields[index].wire))
        });
        fields.collect()
    }

    #[test]
    fn one_member_of_a_circle_is_boxed() {
        let first = NameHistory::default();
        assert_eq!(boxed(&emission(&[("Cat", &["Owner"]), ("Owner", &["Cat"])], &first)), ["Owner.Cat"]);
        assert_eq!(boxed(&emission(&[("Node", &["Node"])], &first)), ["Node.Node"]);
        assert!(boxed(&emission(&[("Cat", &["Owner"]), ("Owner", &[])], &first)).is_empty());
    }

    #[test]
    fn what_closes_a_circle_later_is_boxed_itself() {
        // The old member is unchanged, regardless of the order.
        let rows: [(Structs<'_>, Structs<'_>, &[&str]); 5] = [
            (&[("Cat", &[]), ("Owner", &["Cat"])], &[("Cat", &["Owner"]), ("Owner", &["Cat"])], &["Cat.Owner"]),
            (&[("Cat", &["Owner"]), ("Owner", &[])], &[("Cat", &["Owner"]), ("Owner", &["Cat"])], &["Owner.Cat"]),
            // Through a new type.
            (
                &[("Cat", &[]), ("Owner", &["Cat"])],
                &[("Cat", &["Friend"]), ("Friend", &["Owner"]), ("Owner", &["Cat"])],
                &["Cat.Friend"],
            ),
            // A cycle of new types only, and a member that closes none.
            (&[("Cat", &[])], &[("Cat", &["A"]), ("A", &["B"]), ("B", &["A"])], &["B.A"]),
            // A boxed member stays boxed, even if the cycle is removed.
            (&[("Cat", &["Owner"]), ("Owner", &["Cat"])], &[("Cat", &[]), ("Owner", &["Cat"])], &["Owner.Cat"]),
        ];
        for (before, after, expected) in rows {
            let before = emission(before, &NameHistory::default());
            let lock_file = NameHistory::of_lock_file(&before.names.by_pointer(&before.api), &Default::default())
                .with_layouts(before.analysis.layouts.clone());
            for memory in [lock_file, before.recorded_names] {
                let once = emission(after, &memory);
                assert_eq!(boxed(&once), expected);
                assert_eq!(boxed(&emission(after, &once.recorded_names)), expected);
            }
        }
    }
}
