//! Which members hold their type behind a pointer.
//!
//! A struct that holds itself by value would be endless. Lists and maps break such circles by themselves; of the others,
//! the member that closes the circle is boxed, and no other.

use std::collections::HashSet;

use crate::model::{Api, Payload, Shape, Type, TypeId};

/// The members that are boxed: a type and the index of a field or an alternative.
#[derive(Clone, Debug, Default)]
pub struct Boxed(HashSet<(TypeId, usize)>);

impl Boxed {
    /// Whether this field or alternative is boxed.
    #[must_use]
    pub fn contains(&self, id: TypeId, member: usize) -> bool {
        self.0.contains(&(id, member))
    }

    pub(super) fn of(api: &Api) -> Self {
        let mut search = Search { api, state: vec![State::New; api.types.len()], boxed: Self::default() };
        for (id, _) in api.definitions() {
            search.visit(id);
        }
        search.boxed
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// A depth-first search over what types hold by value, with a stack of its own: descriptions may nest deeply.
struct Search<'a> {
    api: &'a Api,
    state: Vec<State>,
    boxed: Boxed,
}

impl Search<'_> {
    fn visit(&mut self, start: TypeId) {
        if self.state[start.index()] != State::New {
            return;
        }
        self.state[start.index()] = State::Open;
        let mut stack = vec![(start, self.held_by_value(start), 0)];
        while let Some((id, held, next)) = stack.last_mut() {
            let Some((member, inner)) = held.get(*next).copied() else {
                self.state[id.index()] = State::Done;
                stack.pop();
                continue;
            };
            let id = *id;
            *next += 1;
            match self.state[inner.index()] {
                State::Open => drop(self.boxed.0.insert((id, member))),
                State::New => {
                    self.state[inner.index()] = State::Open;
                    let held = self.held_by_value(inner);
                    stack.push((inner, held, 0));
                }
                State::Done => {}
            }
        }
    }

    fn held_by_value(&self, id: TypeId) -> Vec<(usize, TypeId)> {
        let mut held = Vec::new();
        let mut add = |index: usize, ty: &Type| held.extend(self.by_value(ty).into_iter().map(|id| (index, id)));
        match &self.api.definition(id).shape {
            Shape::Object(object) => object.fields.iter().enumerate().for_each(|(index, field)| add(index, &field.ty)),
            Shape::Union(union) => {
                for (index, variant) in union.variants.iter().enumerate() {
                    if let Payload::Type(ty) = &variant.payload {
                        add(index, ty);
                    }
                }
            }
            Shape::Alias(_) | Shape::Wrapper(_) | Shape::IntegerEnum(_) | Shape::StringEnum(_) => {}
        }
        held
    }

    /// The named types that a type holds without a pointer between.
    fn by_value(&self, ty: &Type) -> Vec<TypeId> {
        match self.api.unaliased(ty) {
            Type::Named(id) => vec![*id],
            Type::Nullable(inner) => self.by_value(inner),
            Type::Tuple(elements) => elements.iter().flat_map(|element| self.by_value(element)).collect(),
            _ => Vec::new(),
        }
    }
}
