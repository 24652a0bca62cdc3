//! An object: a struct, and for what is sent a constructor, setters, and a conversion from the received type if that differs:
//! members that only the server writes are left out.

use super::Resolver;
use crate::api::analysis::{Direction, travels};
use crate::api::model::{self, Object, Type, TypeId};
use crate::base::unicode::excerpt;
use crate::rust::docs;
use crate::rust::ir::{
    Argument, Constant, Constructor, Conversion, Docs, Field, FieldSource, FromReceived, Member, MemberKind, Node,
    OtherMembers, Presence, Struct,
};

impl<'a> Resolver<'a> {
    pub(super) fn structure(&self, id: TypeId, object: &'a Object, direction: Direction) -> Struct {
        let members = present(object, direction).map(|(index, field)| self.member(id, index, field, direction));
        let members: Vec<Member> = members.collect();
        let others = object.others.as_ref().map(|ty| {
            let name = self.names.undeclared(id);
            let argument = Argument::Entries(Box::new(self.element(ty, direction)));
            OtherMembers { name: name.to_owned(), ty: self.rust_type(ty, direction), argument }
        });
        let from_received = self.struct_source(id, object, direction);
        let mut structure = Struct {
            described: self.schema_name(id, object, direction),
            members,
            others,
            has_default: false,
            constructor: None,
            required_fields: None,
            is_received: from_received.is_some()
                || (direction == Direction::Response && self.analysis.directions.is_received(id)),
            is_flattened: self.names.is_only_flattened(id),
            from_received,
        };
        if self.holds_what_is_sent(id, direction) {
            let is_given = structure.fields().any(|(_, field)| field.is_argument());
            structure.has_default = !is_given;
            structure.required_fields =
                self.names.required_fields(id, direction).filter(|_| is_given).map(str::to_owned);
            structure.constructor = Some(if !structure.has_default {
                Constructor::Required
            } else if structure.others.is_none() && structure.fields().next().is_none() {
                Constructor::OnlyValue
            } else {
                Constructor::Empty
            });
        }
        structure
    }

    /// Returns the name of the schema of a received object for messages, or the pointer of an inline one, unless it has the
    /// same name in Rust.
    fn schema_name(&self, id: TypeId, object: &Object, direction: Direction) -> Option<String> {
        if direction == Direction::Request {
            return None;
        }
        if let Some(schema) = self.api.definition(id).naming.schema() {
            return (schema != self.names.of_type(id, direction)).then(|| schema.to_owned());
        }
        let places = object.fields.iter().map(|field| {
            let place = self.api.stored_at(&field.origin);
            place.rsplit_once("/properties/").map(|(owner, _)| format!("#{owner}"))
        });
        let mut places = places.fuse();
        let first = places.next()??;
        Some(if places.all(|place| place.as_ref() == Some(&first)) { first } else { String::new() })
    }

    fn member(&self, id: TypeId, index: usize, field: &'a model::Field, direction: Direction) -> Member {
        let name = self.names.field(id, index);
        let is_sent = self.holds_what_is_sent(id, direction);
        let described = if is_sent { field.docs.clone() } else { Docs::received(&field.docs) };
        let (kind, docs) = match &field.constant {
            Some(constant) => {
                let docs = model::Docs { rules: Vec::new(), ..described };
                (MemberKind::Constant(Constant::new(constant)), Docs::with_wire_name(&docs, name, &field.wire))
            }
            None => {
                let field_data = self.field(id, index, field, direction);
                let docs = Docs::with_wire_name(&described, name, &field.wire);
                let docs = with_default(docs, field, &field_data);
                (MemberKind::Field(field_data), docs)
            }
        };
        Member {
            node: Node::Field(id.index(), index),
            name: name.to_owned(),
            setter: self.names.setter(id, index).into_owned(),
            wire: field.wire.clone(),
            docs,
            attributes: self.field_attributes(id, index).to_owned(),
            kind,
        }
    }

    fn field(&self, id: TypeId, index: usize, field: &'a model::Field, direction: Direction) -> Field {
        let ty = field.ty.split_null().0;
        let checked = self.is_checked(id) && self.holds_what_is_sent(id, direction);
        Field {
            value: self.rust_type(ty, direction),
            is_boxed: self.facts.boxed.contains(id, index),
            initial: self.initial_value(id, field, direction),
            accepts_numbers: field.accepts_numbers,
            presence: self.presence(id, field, direction),
            argument: self.argument(ty, direction),
            constraints: if checked { self.constraints(&field.ty, &field.constraints) } else { Vec::new() },
        }
    }
}

/// The members that are there in a direction, with their indexes.
pub(super) fn present(object: &Object, direction: Direction) -> impl Iterator<Item = (usize, &model::Field)> {
    object.fields.iter().enumerate().filter(move |(_, field)| travels(field, direction))
}

fn with_default(docs: Docs, field: &model::Field, field_data: &Field) -> Docs {
    let Some(default) = &field.default else { return docs };
    let value = docs::code(&excerpt(&default.to_string(), 80));
    match &field_data.presence {
        Presence::FilledIn(_) => docs.text(format!("If absent, it is {value}.")),
        Presence::Required if field_data.initial.is_some() => docs.text(format!("Default: {value}.")),
        Presence::Required | Presence::Nullable => docs,
        Presence::Optional | Presence::Anything | Presence::ThreeStates => {
            docs.text(format!("If absent, the server uses {value}."))
        }
    }
}

impl<'a> Resolver<'a> {
    pub(super) fn struct_source(&self, id: TypeId, object: &'a Object, direction: Direction) -> Option<FromReceived> {
        let name = self.received_name(id, direction)?;
        let fields = present(object, Direction::Request).filter(|(_, field)| field.constant.is_none());
        let fields =
            fields.map(|(index, field)| (self.names.field(id, index).to_owned(), self.source(id, index, field)));
        let others = object.others.as_ref().map(|ty| {
            let conversion = self.conversion(ty).within(Conversion::Entries);
            (self.names.undeclared(id).to_owned(), FieldSource::Value(conversion))
        });
        Some(FromReceived { name: name.to_owned(), fields: fields.chain(others).collect() })
    }

    fn source(&self, id: TypeId, index: usize, field: &'a model::Field) -> FieldSource {
        let conversion = self.conversion(field.ty.split_null().0);
        let conversion = conversion.boxed(self.facts.boxed.contains(id, index));
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
            Type::List(inner) => self.conversion(inner).within(Conversion::Elements),
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
        let is_made = direction == Direction::Request && self.facts.conversions.becomes_sent(id);
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
