//! Sent and received forms.
//!
//! `readOnly` and `writeOnly` have different effects on requests and responses. A type that is used in both, and that
//! contains such a member directly or indirectly, needs two Rust types; otherwise one is enough.
//!
//! An optional nullable member has three states if it is part of a patch, even if the same type is also received, so
//! that a received value can be sent back unchanged. A type that was only received before keeps its two states, however,
//! and gets a second type for requests.
//!
//! An upgrade removes nothing: a type keeps its previous directions, even if the last operation that used it is
//! removed. If a type for both directions is split, its received form keeps the features of a sent form, such as the
//! constructor.

use std::collections::BTreeSet;

use super::containing_types::ContainingTypes;
use super::previous::{Previous, PreviousUse};
use crate::model::{Api, Definition, Field, Shape, Type, TypeId};

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// From the server.
    Response,
    /// To the server.
    Request,
}

/// The directions in which types are used.
#[derive(Clone, Debug)]
pub struct Directions {
    sent: Vec<bool>,
    received: Vec<bool>,
    /// `true` if a patch sends it.
    patched: Vec<bool>,
    split: Vec<bool>,
    /// `true` if it is split only because of its previous use.
    by_history: Vec<bool>,
    used: Vec<bool>,
    /// `true` if it is split, and was one type before.
    joint: Vec<bool>,
    /// `true` if it has a direction only because of its previous use.
    kept: Vec<bool>,
    /// The forms that are read.
    read: BTreeSet<(TypeId, Direction)>,
}

impl Directions {
    pub(super) fn new(api: &Api, previous: &Previous) -> Self {
        let mut directions = Self {
            sent: vec![false; api.types.len()],
            received: vec![false; api.types.len()],
            patched: vec![false; api.types.len()],
            split: vec![false; api.types.len()],
            by_history: vec![false; api.types.len()],
            used: Vec::new(),
            joint: vec![false; api.types.len()],
            kept: vec![false; api.types.len()],
            read: BTreeSet::new(),
        };
        directions.mark_operations(api);
        directions.mark_previous(api, &previous.uses);
        let holders = ContainingTypes::new(
            api.types.iter().map(|definition| contained_types(&definition.shape, Direction::Request)),
        );
        directions.mark_unreferenced(api, &holders);
        directions.find_split(api, &holders, &previous.only_received);
        directions.find_read(api);
        directions.joint =
            previous.uses.iter().zip(&directions.split).map(|(usage, split)| usage.is_joint && *split).collect();
        directions
    }

    /// Returns the use of a type, to be recorded for the next version.
    #[must_use]
    pub fn usage(&self, id: TypeId) -> PreviousUse {
        let (is_sent, is_received) = (self.is_sent(id), self.is_received(id));
        let is_joint = self.joint[id.index()] || (is_sent && is_received && !self.is_split(id));
        PreviousUse { is_used: self.is_used(id), is_sent, is_received, is_joint, is_patched: self.patched[id.index()] }
    }

    /// Returns `true` if the operations alone would use the type differently.
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

    /// Returns `true` if the type emitted for a form is part of a patch, in which an absent member and null differ.
    #[must_use]
    pub fn emitted_is_patched(&self, id: TypeId, direction: Direction) -> bool {
        self.patched[id.index()] && self.emitted_is_sent(id, direction)
    }

    /// Returns `true` if an operation uses it, also through another type.
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

    /// Returns `true` if the type emitted for a form is sent, regardless of the requested direction.
    #[must_use]
    pub fn emitted_is_sent(&self, id: TypeId, direction: Direction) -> bool {
        direction == Direction::Request || (self.is_sent(id) && (!self.is_split(id) || self.joint[id.index()]))
    }

    /// Returns `true` if the type emitted for a form is received, is not sent, or is contained in one that is read.
    #[must_use]
    pub fn is_read(&self, id: TypeId, direction: Direction) -> bool {
        self.read.contains(&(id, direction))
    }

    /// Returns the forms of a type that are emitted.
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
                if operation.body.as_ref().is_some_and(|body| body.is_patch) {
                    mark_patched(api, ty, &mut self.patched);
                }
            }
            for ty in operation.received_types() {
                self.mark(api, ty, Direction::Response);
            }
        }
    }

    /// Keeps the previous directions of types, unless no operation has ever used them.
    fn mark_previous(&mut self, api: &Api, uses: &[PreviousUse]) {
        let (sent, received, patched) = (self.sent.clone(), self.received.clone(), self.patched.clone());
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
            if previous.is_patched {
                mark_patched(api, &ty, &mut self.patched);
            }
        }
        self.kept = (0..sent.len())
            .map(|index| {
                (sent[index], received[index], patched[index])
                    != (self.sent[index], self.received[index], self.patched[index])
            })
            .collect();
    }

    /// Marks the directions of types that no operation uses. Most of them are events that the server sends. All are
    /// received, since their feature enables deserialization; a type that contains a member which is only sent, and
    /// would differ if it were received, is sent as well. Members that are only sent split these types too.
    fn mark_unreferenced(&mut self, api: &Api, holders: &ContainingTypes) {
        self.used = self.sent.iter().zip(&self.received).map(|(sent, received)| *sent || *received).collect();
        for event in &api.events {
            self.mark(api, &event.ty, Direction::Response);
        }
        let is_only_sent = |id: TypeId| self.sent[id.index()] && !self.received[id.index()];
        // A type that is only sent may contain the sent form of a split type.
        let is_other_form =
            |(id, definition): (TypeId, &Definition)| self.sent[id.index()] && differs(&definition.shape);
        let mut requests: Vec<bool> = api.definitions().map(is_other_form).collect();
        holders.mark_containing(&mut requests, is_only_sent);
        for (id, _) in api.definitions() {
            requests[id.index()] &= is_only_sent(id);
        }
        holders.mark_containing(&mut requests, |id| is_only_sent(id) || !self.used[id.index()]);
        for (id, definition) in api.definitions().filter(|(id, _)| !self.used[id.index()]) {
            let is_request = requests[id.index()];
            self.sent[id.index()] = is_request || has_write_only(&definition.shape);
            self.received[id.index()] |= !is_request;
        }
    }

    fn mark(&mut self, api: &Api, ty: &Type, direction: Direction) {
        let marks = if direction == Direction::Request { &mut self.sent } else { &mut self.received };
        mark_reached(api, ty, direction, marks);
    }

    /// Finds the types that need a type for each direction, because they or a type that they contain differ.
    fn find_split(&mut self, api: &Api, holders: &ContainingTypes, only_received: &BTreeSet<TypeId>) {
        let travels_both_ways = |id: TypeId| self.is_sent(id) && self.is_received(id);
        let splits_by_history = |(id, it): (TypeId, &Definition)| {
            travels_both_ways(id)
                && self.patched[id.index()]
                && has_three_states(&it.shape)
                && only_received.contains(&id)
        };
        let by_history: Vec<bool> = api.definitions().map(splits_by_history).collect();
        let own = api.definitions().zip(&by_history);
        let mut split: Vec<bool> =
            own.map(|((id, it), history)| *history || (travels_both_ways(id) && differs(&it.shape))).collect();
        holders.mark_containing(&mut split, travels_both_ways);
        (self.split, self.by_history) = (split, by_history);
    }

    /// Finds the forms that are read. A type that no operation uses can contain one that is only sent.
    fn find_read(&mut self, api: &Api) {
        let forms = api.definitions().flat_map(|(id, _)| self.emitted(id).iter().map(move |form| (id, *form)));
        let is_only_sent = |(id, form): &(TypeId, Direction)| *form == Direction::Request && self.is_sent(*id);
        let mut pending: Vec<(TypeId, Direction)> = forms.filter(|form| !is_only_sent(form)).collect();
        let mut read = BTreeSet::new();
        while let Some((id, direction)) = pending.pop() {
            if read.insert((id, direction)) {
                let form_of = |inner: TypeId| match self.emitted(inner) {
                    [only] => (inner, *only),
                    _ => (inner, direction),
                };
                pending.extend(types_within(api, id, direction).into_iter().map(form_of));
            }
        }
        self.read = read;
    }
}

/// Returns the types that a form of a type contains.
fn types_within(api: &Api, id: TypeId, direction: Direction) -> Vec<TypeId> {
    let types = api.definition(id).shape.types(|field| travels(field, direction));
    types.into_iter().flat_map(Type::named_types).collect()
}

/// Marks the types that a form of a type contains, and itself.
fn mark_reached(api: &Api, ty: &Type, direction: Direction, marks: &mut [bool]) {
    let mut pending: Vec<TypeId> = ty.named_types();
    while let Some(id) = pending.pop() {
        if !std::mem::replace(&mut marks[id.index()], true) {
            pending.extend(types_within(api, id, direction));
        }
    }
}

/// Marks the types whose members a patch changes one by one: those that a type contains, and itself. A list is replaced as
/// a whole (RFC 7396), so the members of its elements are not patched.
fn mark_patched(api: &Api, ty: &Type, marks: &mut [bool]) {
    let mut pending = vec![ty];
    while let Some(ty) = pending.pop() {
        match ty {
            Type::List(_) | Type::Tuple(_) => {}
            Type::Named(id) if std::mem::replace(&mut marks[id.index()], true) => {}
            Type::Named(id) => {
                pending.extend(api.definition(*id).shape.types(|field| travels(field, Direction::Request)))
            }
            other => pending.extend(other.inner()),
        }
    }
}

/// Returns `true` if a form has a member.
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

/// Returns the types that a form of a shape contains.
pub(super) fn contained_types(shape: &Shape, direction: Direction) -> impl Iterator<Item = TypeId> {
    shape
        .types(|field| travels(field, direction))
        .into_iter()
        .flat_map(Type::named_types)
        .collect::<Vec<_>>()
        .into_iter()
}

#[cfg(test)]
mod tests {
    use super::{Direction, TypeId};
    use crate::pipeline::Emission;

    #[test]
    fn what_is_only_sent_is_read_if_a_type_without_operation_contains_it() {
        let holder = |inner: &str| {
            format!(
                r##"{{ "type": "object", "properties": {{ "a": {{ "$ref": "#/components/schemas/{inner}" }} }} }}"##
            )
        };
        let text = format!(
            r##"{{ "openapi": "3.0.3", "info": {{ "title": "", "version": "" }},
            "paths": {{ "/a": {{ "post": {{
                "requestBody": {{ "content": {{ "application/json": {{ "schema": {{ "type": "array", "items": {{ "$ref": "#/components/schemas/Sent" }} }} }} }} }},
                "responses": {{ "200": {{ "description": "", "content": {{
                    "application/json": {{ "schema": {{ "$ref": "#/components/schemas/Received" }} }} }} }} }}
            }} }} }},
            "components": {{ "schemas": {{
                "Sent": {}, "Held": {}, "Deep": {{ "type": "object" }}, "Received": {{ "type": "object" }}, "Unused": {}
            }} }} }}"##,
            holder("Held"),
            holder("Deep"),
            holder("Held"),
        );
        let emission = Emission::from_text(text);
        let directions = &emission.analysis.directions;
        let is_unread = |id: &TypeId| !directions.emitted(*id).iter().any(|form| directions.is_read(*id, *form));
        let unread = emission.api.definitions().map(|(id, _)| id).filter(is_unread);
        let names: Vec<&str> = unread.map(|id| emission.names.of_type(id, Direction::Request)).collect();
        assert_eq!(names, ["Sent"]);
    }
}
