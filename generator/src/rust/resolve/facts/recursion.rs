//! Members that box their type.
//!
//! A struct that contains itself by value would be infinite. Lists and maps break such cycles; otherwise the member
//! that closes the cycle is boxed, and no other.

use std::collections::{BTreeSet, HashSet};

use crate::api::model::{Api, Shape, Type, TypeId};

/// The boxed members: a type and the index of a field or an alternative.
#[derive(Clone, Debug, Default)]
pub(in crate::rust::resolve) struct Boxed(HashSet<(TypeId, usize)>);

impl Boxed {
    /// Returns `true` if this field or alternative is boxed.
    pub(in crate::rust::resolve) fn contains(&self, id: TypeId, member: usize) -> bool {
        self.0.contains(&(id, member))
    }

    pub(super) fn new(api: &Api) -> Self {
        let held: Vec<ContainedTypes> = api.definitions().map(|(id, _)| held_by_value(api, id)).collect();
        let mut pairs: BoxedTypes = vec![BTreeSet::new(); held.len()];
        let mut search = CycleSearch { held: &held, state: vec![VisitState::New; held.len()], pairs: &mut pairs };
        api.definitions().for_each(|(id, _)| search.visit(id));
        let members = api.definitions().zip(&held).zip(&pairs).flat_map(|(((id, _), held), boxes)| {
            held.iter().filter(|(_, inner)| boxes.contains(inner)).map(move |(member, _)| (id, *member))
        });
        Self(members.collect())
    }
}

/// The types that each type boxes, by index.
type BoxedTypes = Vec<BTreeSet<TypeId>>;

/// The members of a type that contain a struct or a union by value, with its ID.
type ContainedTypes = Vec<(usize, TypeId)>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum VisitState {
    New,
    Open,
    Done,
}

/// A depth-first search over the types that types contain by value, with an explicit stack: descriptions may nest
/// deeply.
struct CycleSearch<'a> {
    held: &'a [ContainedTypes],
    state: Vec<VisitState>,
    pairs: &'a mut BoxedTypes,
}

impl CycleSearch<'_> {
    fn visit(&mut self, start: TypeId) {
        if self.state[start.index()] != VisitState::New {
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
                VisitState::New => {
                    self.state[inner.index()] = VisitState::Open;
                    stack.push((inner, 0));
                }
                VisitState::Done => {}
            }
        }
    }
}

/// Returns the types that a type contains by value.
fn held_by_value(api: &Api, id: TypeId) -> ContainedTypes {
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
