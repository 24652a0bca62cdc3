//! Sent and received forms.
//!
//! `readOnly` and `writeOnly` mean different things in the two directions. Where a type travels both ways and that makes a
//! difference, in itself or in a type that it holds, it needs two types; elsewhere one.
//!
//! An optional member that may be null has three states where it is sent, also where the same type is received: what was
//! read can be sent back as it was. A type that was only received before keeps its two states, though, and gets a second
//! type for what is sent.
//!
//! An upgrade takes nothing away: a type keeps the directions that it had, also when the last operation that used it is
//! removed. If one type for both directions is split, its received form keeps what it had as the sent form, such as its
//! constructor.

use super::spread::Holders;
use crate::model::{Api, Definition, Field, Shape, Type, TypeId};

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// From the server.
    Response,
    /// To the server.
    Request,
}

/// How a type was used in the description before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PreviousUse {
    /// An operation used it.
    pub is_used: bool,
    /// It was sent.
    pub is_sent: bool,
    /// It was received.
    pub is_received: bool,
    /// One type was both sent and received.
    pub is_joint: bool,
}

/// In which directions types travel.
#[derive(Clone, Debug)]
pub struct Directions {
    sent: Vec<bool>,
    received: Vec<bool>,
    split: Vec<bool>,
    /// `true` if it is split on account of what it was before.
    by_history: Vec<bool>,
    used: Vec<bool>,
    /// `true` if it is split, and was one type before.
    joint: Vec<bool>,
    /// `true` if it has a direction on account of what it was before.
    kept: Vec<bool>,
}

impl Directions {
    pub(super) fn of(api: &Api, previous: super::Previous<'_>) -> Self {
        let mut directions = Self {
            sent: vec![false; api.types.len()],
            received: vec![false; api.types.len()],
            split: vec![false; api.types.len()],
            by_history: vec![false; api.types.len()],
            used: Vec::new(),
            joint: vec![false; api.types.len()],
            kept: vec![false; api.types.len()],
        };
        directions.mark_operations(api);
        let uses: Vec<PreviousUse> = api.types.iter().map(previous.usage).collect();
        directions.mark_previous(api, &uses);
        let holders = Holders::of(api.types.iter().map(|definition| held(&definition.shape, Direction::Request)));
        directions.mark_unused(api, &holders);
        directions.find_split(api, &holders, previous.was_only_received);
        directions.joint = uses.iter().zip(&directions.split).map(|(use_, split)| use_.is_joint && *split).collect();
        directions
    }

    /// How a type is used, for the description after this one.
    #[must_use]
    pub fn usage(&self, id: TypeId) -> PreviousUse {
        let (is_sent, is_received) = (self.is_sent(id), self.is_received(id));
        let is_joint = self.joint[id.index()] || (is_sent && is_received && !self.is_split(id));
        PreviousUse { is_used: self.is_used(id), is_sent, is_received, is_joint }
    }

    /// Returns `true` if the operations alone would use the type in another way.
    #[must_use]
    pub fn is_kept(&self, id: TypeId) -> bool {
        self.kept[id.index()] || self.joint[id.index()]
    }

    /// Returns `true` if the type is sent.
    #[must_use]
    pub fn is_sent(&self, id: TypeId) -> bool {
        self.sent[id.index()]
    }

    /// Returns `true` if the type is received.
    #[must_use]
    pub fn is_received(&self, id: TypeId) -> bool {
        self.received[id.index()]
    }

    /// Returns `true` if an operation uses it, also by way of another type.
    #[must_use]
    pub fn is_used(&self, id: TypeId) -> bool {
        self.used[id.index()]
    }

    /// Returns `true` if it needs a type for each direction.
    #[must_use]
    pub fn is_split(&self, id: TypeId) -> bool {
        self.split[id.index()]
    }

    /// Returns `true` if it needs a type for each direction only because it was received, and not sent, before.
    #[must_use]
    pub fn is_split_by_history(&self, id: TypeId) -> bool {
        self.by_history[id.index()]
    }

    /// Returns `true` if the type that stands for a form is sent, in whatever direction it is looked at.
    #[must_use]
    pub fn emitted_is_sent(&self, id: TypeId, direction: Direction) -> bool {
        direction == Direction::Request || (self.is_sent(id) && (!self.is_split(id) || self.joint[id.index()]))
    }

    /// The forms that are emitted of a type.
    #[must_use]
    pub fn emitted(&self, id: TypeId) -> &'static [Direction] {
        match (self.is_split(id), self.is_received(id)) {
            (true, _) => &[Direction::Response, Direction::Request],
            (false, true) => &[Direction::Response],
            (false, false) => &[Direction::Request],
        }
    }

    fn mark_operations(&mut self, api: &Api) {
        for operation in &api.operations {
            for parameter in &operation.parameters {
                self.mark(api, &parameter.ty, Direction::Request);
            }
            for ty in operation.body_types() {
                self.mark(api, ty, Direction::Request);
            }
            for ty in operation.received_types() {
                self.mark(api, ty, Direction::Response);
            }
        }
    }

    /// Keeps the directions that types had, unless no operation has ever used them.
    fn mark_previous(&mut self, api: &Api, uses: &[PreviousUse]) {
        let (sent, received) = (self.sent.clone(), self.received.clone());
        for (index, previous) in uses.iter().enumerate() {
            if !(previous.is_used || sent[index] || received[index]) {
                continue;
            }
            let ty = Type::Named(TypeId::new(index));
            if previous.is_sent {
                self.mark(api, &ty, Direction::Request);
            }
            if previous.is_received {
                self.mark(api, &ty, Direction::Response);
            }
        }
        self.kept = (0..sent.len())
            .map(|index| (sent[index], received[index]) != (self.sent[index], self.received[index]))
            .collect();
    }

    /// Types that no operation uses are mostly those of events that the server sends by itself; where one holds what is only
    /// sent, and would be another type if it were received, it is sent as well. Anything else can be read there, since their
    /// feature has that of reading it. What can only be sent makes a difference between the two directions there too.
    fn mark_unused(&mut self, api: &Api, holders: &Holders) {
        self.used = self.sent.iter().zip(&self.received).map(|(sent, received)| *sent || *received).collect();
        for event in &api.events {
            self.mark(api, &event.ty, Direction::Response);
        }
        let is_only_sent = |id: TypeId| self.sent[id.index()] && !self.received[id.index()];
        // What is only sent may hold the sent form of what travels both ways.
        let is_other_form =
            |(id, definition): (TypeId, &Definition)| self.sent[id.index()] && differs(&definition.shape);
        let mut requests: Vec<bool> = api.definitions().map(is_other_form).collect();
        holders.spread(&mut requests, is_only_sent);
        for (id, _) in api.definitions() {
            requests[id.index()] &= is_only_sent(id);
        }
        holders.spread(&mut requests, |id| is_only_sent(id) || !self.used[id.index()]);
        for (id, definition) in api.definitions().filter(|(id, _)| !self.used[id.index()]) {
            let is_request = requests[id.index()];
            self.sent[id.index()] = is_request || has_write_only(&definition.shape);
            self.received[id.index()] |= !is_request;
        }
    }

    fn mark(&mut self, api: &Api, ty: &Type, direction: Direction) {
        let mut pending: Vec<TypeId> = ty.named();
        pending.extend(api.held_by_own(ty));
        while let Some(id) = pending.pop() {
            let marks = if direction == Direction::Request { &mut self.sent } else { &mut self.received };
            if !std::mem::replace(&mut marks[id.index()], true) {
                let shape = &api.definition(id).shape;
                pending.extend(held(shape, direction));
                pending.extend(
                    shape.types(|field| travels(field, direction)).into_iter().flat_map(|ty| api.held_by_own(ty)),
                );
            }
        }
    }

    /// Returns `true` if the difference is in the type itself or in one that it holds.
    fn find_split(&mut self, api: &Api, holders: &Holders, was_only_received: &dyn Fn(&Definition) -> bool) {
        let travels_both_ways = |id: TypeId| self.is_sent(id) && self.is_received(id);
        let definitions = || api.definitions().map(|(id, definition)| (travels_both_ways(id), definition));
        let by_history: Vec<bool> =
            definitions().map(|(both, it)| both && has_three_states(&it.shape) && was_only_received(it)).collect();
        let own = definitions().zip(&by_history);
        let mut split: Vec<bool> = own.map(|((both, it), history)| *history || (both && differs(&it.shape))).collect();
        holders.spread(&mut split, travels_both_ways);
        (self.split, self.by_history) = (split, by_history);
    }
}

/// Returns `true` if a member is there in a form.
#[must_use]
pub(crate) fn travels(field: &Field, direction: Direction) -> bool {
    match direction {
        Direction::Response => !field.write_only,
        Direction::Request => !field.read_only,
    }
}

fn differs(shape: &Shape) -> bool {
    match shape {
        Shape::Object(object) => object.fields.iter().any(|field| field.read_only || field.write_only),
        _ => false,
    }
}

/// Returns `true` if a member may be absent, null or a value.
pub(crate) fn has_three_states(shape: &Shape) -> bool {
    let is_such = |field: &Field| !field.required && matches!(field.ty, Type::Nullable(_));
    matches!(shape, Shape::Object(object) if object.fields.iter().any(is_such))
}

fn has_write_only(shape: &Shape) -> bool {
    matches!(shape, Shape::Object(object) if object.fields.iter().any(|field| field.write_only))
}

/// The types that a shape holds in a form.
pub(super) fn held(shape: &Shape, direction: Direction) -> impl Iterator<Item = TypeId> {
    shape.types(|field| travels(field, direction)).into_iter().flat_map(Type::named).collect::<Vec<_>>().into_iter()
}
