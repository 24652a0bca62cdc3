//! Conversions from received types to the types that are sent, if these differ: members that only the server writes are
//! left out.

use super::Resolver;
use super::structure::present;
use crate::analysis::{Direction, travels};
use crate::ir::{Conversion, FieldSource, FromReceived, Presence};
use crate::model::{Field, Object, Type, TypeId};

impl<'a> Resolver<'a> {
    pub(super) fn struct_source(&self, id: TypeId, object: &'a Object, direction: Direction) -> Option<FromReceived> {
        let name = self.received_name(id, direction)?;
        let fields = present(object, Direction::Request).filter(|(_, field)| field.constant.is_none());
        let fields =
            fields.map(|(index, field)| (self.names.field(id, index).to_owned(), self.source(id, index, field)));
        let others = object.others.as_ref().map(|ty| {
            let conversion = self.conversion(ty).within(Conversion::Entries);
            (self.names.field(id, object.fields.len()).to_owned(), FieldSource::Value(conversion))
        });
        Some(FromReceived { name: name.to_owned(), fields: fields.chain(others).collect() })
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

    /// Returns the conversion of a received value of a type to one that is sent.
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

impl Conversion {
    /// Returns the conversion of a value that is boxed if the flag is set.
    pub(super) fn boxed(self, is_boxed: bool) -> Self {
        if is_boxed { self.within(Self::Unboxed).within(Self::InBox) } else { self }
    }

    /// Returns the conversion in another one, unless nothing is converted.
    fn within(self, wrap: impl FnOnce(Box<Self>) -> Self) -> Self {
        if self == Self::Same { Self::Same } else { wrap(Box::new(self)) }
    }
}
