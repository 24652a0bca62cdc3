//! Sent and received forms.
//!
//! `readOnly`, `writeOnly` and `[fields]` have different effects on requests and responses. A type that is used in both,
//! and that contains such a member directly or indirectly, needs two Rust types; otherwise one is enough.
//!
//! An optional nullable member has three states if it is part of a patch, even if the same type is also received, so
//! that a received value can be sent back unchanged. In a merge patch, each optional member has three states.

use std::collections::BTreeSet;

use super::containing_types::ContainingTypes;
use crate::api::model::{Api, Definition, Field, Shape, Type, TypeId};

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
    /// `true` if a merge patch sends it.
    merged: Vec<bool>,
    split: Vec<bool>,
    used: Vec<bool>,
    /// `true` if neither an operation nor an event uses it.
    unreferenced: Vec<bool>,
    /// The forms that are read.
    read: BTreeSet<(TypeId, Direction)>,
}

impl Directions {
    pub(super) fn new(api: &Api) -> Self {
        let mut directions = Self {
            sent: vec![false; api.types.len()],
            received: vec![false; api.types.len()],
            patched: vec![false; api.types.len()],
            merged: vec![false; api.types.len()],
            split: vec![false; api.types.len()],
            used: Vec::new(),
            unreferenced: Vec::new(),
            read: BTreeSet::new(),
        };
        directions.mark_operations(api);
        let holders = ContainingTypes::new(
            api.types.iter().map(|definition| contained_types(&definition.shape, Direction::Request)),
        );
        directions.mark_unreferenced(api, &holders);
        directions.find_split(api, &holders);
        directions.find_read(api);
        directions
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

    /// Returns `true` if the type emitted for a form is part of a merge patch, in which null removes a member.
    #[must_use]
    pub fn emitted_is_merged(&self, id: TypeId, direction: Direction) -> bool {
        self.merged[id.index()] && self.emitted_is_sent(id, direction)
    }

    /// Returns `true` if an operation uses it, also through another type.
    #[must_use]
    pub fn is_used(&self, id: TypeId) -> bool {
        self.used[id.index()]
    }

    /// Returns `true` if neither an operation nor an event uses it: its directions are assumed.
    #[must_use]
    pub fn is_unreferenced(&self, id: TypeId) -> bool {
        self.unreferenced[id.index()]
    }

    /// Returns `true` if it needs a type for each direction.
    #[must_use]
    pub fn is_split(&self, id: TypeId) -> bool {
        self.split[id.index()]
    }

    /// Returns `true` if the type emitted for a form is sent, regardless of the requested direction.
    #[must_use]
    pub fn emitted_is_sent(&self, id: TypeId, direction: Direction) -> bool {
        direction == Direction::Request || (self.is_sent(id) && !self.is_split(id))
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
                if operation.body.as_ref().is_some_and(|body| body.is_merge_patch) {
                    mark_patched(api, ty, &mut self.merged);
                }
            }
            for ty in operation.received_types() {
                self.mark(api, ty, Direction::Response);
            }
        }
    }

    /// Marks the directions of types that no operation uses. Most of them are events that the server sends. All are
    /// received, since their feature enables deserialization; a type that contains a member which is only sent, and
    /// would differ if it were received, is sent as well. Members that are only sent split these types too.
    fn mark_unreferenced(&mut self, api: &Api, holders: &ContainingTypes) {
        self.used = self.sent.iter().zip(&self.received).map(|(sent, received)| *sent || *received).collect();
        for event in &api.events {
            self.mark(api, &event.ty, Direction::Response);
        }
        self.unreferenced = self.sent.iter().zip(&self.received).map(|(sent, received)| !sent && !received).collect();
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
    fn find_split(&mut self, api: &Api, holders: &ContainingTypes) {
        let travels_both_ways = |id: TypeId| self.is_sent(id) && self.is_received(id);
        let own = api.definitions().map(|(id, it)| travels_both_ways(id) && differs(&it.shape));
        let mut split: Vec<bool> = own.collect();
        holders.mark_containing(&mut split, travels_both_ways);
        self.split = split;
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
pub fn travels(field: &Field, direction: Direction) -> bool {
    match direction {
        Direction::Response => !field.write_only,
        Direction::Request => !field.read_only,
    }
}

/// Returns `true` if a member is always present in a form.
#[must_use]
pub fn is_required(field: &Field, direction: Direction) -> bool {
    field.required && !(direction == Direction::Response && field.may_be_omitted)
}

/// Returns `true` if a member of a form may be null.
#[must_use]
pub fn is_nullable(field: &Field, direction: Direction) -> bool {
    matches!(field.ty, Type::Nullable(_)) || (direction == Direction::Response && field.may_be_null)
}

fn differs(shape: &Shape) -> bool {
    match shape {
        Shape::Object(object) => {
            object.fields.iter().any(|field| field.read_only || field.write_only || field.is_loosened())
        }
        _ => false,
    }
}

fn has_write_only(shape: &Shape) -> bool {
    matches!(shape, Shape::Object(object) if object.fields.iter().any(|field| field.write_only))
}

/// Returns the types that a form of a shape contains.
pub fn contained_types(shape: &Shape, direction: Direction) -> impl Iterator<Item = TypeId> {
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
