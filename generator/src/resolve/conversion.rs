//! What was received as what is sent, where these are two types: without the members that only the server writes.

use super::structure::present;
use super::{Presence, Resolver};
use crate::analysis::{Direction, travels};
use crate::model::{Field, Object, Type, TypeId};

/// How a value of a received type becomes one of the type that is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Conversion {
    /// It is the same type.
    Same,
    /// By `into`.
    Into,
    /// Each element of a list or a set.
    Elements(Box<Conversion>),
    /// Each member of a map.
    Entries(Box<Conversion>),
    /// What is there.
    Optional(Box<Conversion>),
    /// What was behind a pointer.
    Unboxed(Box<Conversion>),
    /// What will be behind a pointer.
    InBox(Box<Conversion>),
    /// Each element of a tuple.
    Tuple(Vec<Conversion>),
}

/// How a struct that is sent is made of the one that was received.
#[derive(Clone, Debug)]
pub(crate) struct FromReceived<'a> {
    /// The name of the received type.
    pub(crate) name: &'a str,
    /// What becomes of each field, in their order.
    pub(crate) fields: Vec<(&'a str, FieldSource)>,
}

/// What a field gets of what was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FieldSource {
    /// Nothing: it is only sent, and left out.
    Nothing,
    /// The same, of what may be null as well.
    Unset,
    /// The value, which is held in the same way.
    Value(Conversion),
    /// A value that was filled in where it was absent.
    FilledIn(Conversion),
    /// What is there; what is not stays as it is.
    States(Conversion),
    /// What is there, or null, or nothing.
    Patched(Conversion),
}

impl Conversion {
    /// The same of what may be behind a pointer.
    pub(super) fn boxed(self, is_boxed: bool) -> Self {
        if is_boxed { self.within(Self::Unboxed).within(Self::InBox) } else { self }
    }

    fn within(self, wrap: impl FnOnce(Box<Self>) -> Self) -> Self {
        if self == Self::Same { Self::Same } else { wrap(Box::new(self)) }
    }
}

impl<'a> Resolver<'a> {
    pub(super) fn struct_source(
        &self,
        id: TypeId,
        object: &'a Object,
        direction: Direction,
    ) -> Option<FromReceived<'a>> {
        let name = self.received_name(id, direction)?;
        let fields = present(object, Direction::Request).filter(|(_, field)| field.constant.is_none());
        let fields = fields.map(|(index, field)| (self.names.field(id, index), self.source(id, index, field)));
        let others = object.others.as_ref().map(|ty| {
            let conversion = self.conversion(ty).within(Conversion::Entries);
            (self.names.field(id, object.fields.len()), FieldSource::Value(conversion))
        });
        Some(FromReceived { name, fields: fields.chain(others).collect() })
    }

    fn source(&self, id: TypeId, index: usize, field: &'a Field) -> FieldSource {
        let conversion = self.conversion(field.ty.split_null().0);
        let conversion = conversion.boxed(self.analysis.boxed.contains(id, index));
        match (self.presence(id, field, Direction::Response), self.presence(id, field, Direction::Request)) {
            (_, Presence::ThreeStates) if !travels(field, Direction::Response) => FieldSource::Unset,
            _ if !travels(field, Direction::Response) => FieldSource::Nothing,
            (Presence::FilledIn(_), _) => FieldSource::FilledIn(conversion),
            (Presence::ThreeStates, _) if conversion == Conversion::Same => FieldSource::Value(conversion),
            (Presence::ThreeStates, _) => FieldSource::Patched(conversion),
            (_, Presence::ThreeStates) => FieldSource::States(conversion),
            (Presence::Required, _) => FieldSource::Value(conversion),
            _ => FieldSource::Value(conversion.within(Conversion::Optional)),
        }
    }

    /// How a received value of a type becomes one that is sent.
    pub(super) fn conversion(&self, ty: &Type) -> Conversion {
        match self.api.unaliased(ty) {
            Type::Named(id) if self.analysis.directions.is_split(*id) => Conversion::Into,
            Type::List(inner) | Type::Set(inner) => self.conversion(inner).within(Conversion::Elements),
            Type::Map(inner) => self.conversion(inner).within(Conversion::Entries),
            Type::Nullable(inner) => self.conversion(inner).within(Conversion::Optional),
            Type::Tuple(elements) => {
                let elements: Vec<Conversion> = elements.iter().map(|element| self.conversion(element)).collect();
                let is_same = elements.iter().all(|element| *element == Conversion::Same);
                if is_same { Conversion::Same } else { Conversion::Tuple(elements) }
            }
            _ => Conversion::Same,
        }
    }

    /// The name of the received type that a type is made of where it is sent, if it is.
    pub(super) fn received_name(&self, id: TypeId, direction: Direction) -> Option<&'a str> {
        let is_made = direction == Direction::Request && self.analysis.conversions.becomes_sent(id);
        is_made.then(|| self.names.of_type(id, Direction::Response))
    }
}
