//! An object: a struct, and for what is sent a constructor and setters.

use super::Resolver;
use crate::analysis::{Direction, travels};
use crate::docs;
use crate::ir::{Constant, Constructor, Docs, Field, Member, MemberKind, Presence, Struct};
use crate::model::{self, Object, TypeId};

impl<'a> Resolver<'a> {
    pub(super) fn structure(&self, id: TypeId, object: &'a Object, direction: Direction) -> Struct {
        let members = present(object, direction).map(|(index, field)| self.member(id, index, field, direction));
        let members: Vec<Member> = members.collect();
        let others = object.others.as_ref().map(|ty| {
            let name = self.names.field(id, object.fields.len());
            (name.to_owned(), self.rust_type(ty, direction))
        });
        let from_received = self.struct_source(id, object, direction);
        let mut structure = Struct {
            members,
            others,
            others_read_text: object.others.as_ref().is_some_and(|ty| self.api.number_as_text(ty).is_some()),
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

    fn member(&self, id: TypeId, index: usize, field: &'a model::Field, direction: Direction) -> Member {
        let name = self.names.field(id, index);
        let docs = Docs::with_wire_name(&field.docs, name, &field.wire);
        let (kind, docs) = match &field.constant {
            Some(constant) => (MemberKind::Constant(Constant::new(constant)), docs),
            None => {
                let field_data = self.field(id, index, field, direction);
                let docs = with_default(docs, field, &field_data);
                (MemberKind::Field(field_data), docs)
            }
        };
        Member {
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
            is_boxed: self.analysis.boxed.contains(id, index),
            reads_text: self.reads_text(field),
            initial: self.initial_value(id, field, direction),
            presence: self.presence(id, field, direction),
            argument: self.argument(ty, direction),
            constraints: if checked { self.constraints(&field.ty, &field.constraints) } else { Vec::new() },
        }
    }
}

impl Resolver<'_> {
    /// Returns `true` if the numbers of a member are also read from text.
    pub(super) fn reads_text(&self, field: &model::Field) -> bool {
        field.constant.is_none() && self.api.number_as_text(&field.ty).is_some()
    }
}

/// The members that are there in a direction, with their indexes.
pub(super) fn present(object: &Object, direction: Direction) -> impl Iterator<Item = (usize, &model::Field)> {
    object.fields.iter().enumerate().filter(move |(_, field)| travels(field, direction))
}

fn with_default(docs: Docs, field: &model::Field, field_data: &Field) -> Docs {
    let Some(default) = &field.default else { return docs };
    let value = docs::code(&default.to_string().chars().take(80).collect::<String>());
    match &field_data.presence {
        Presence::FilledIn(_) => docs.text(format!("If absent, it is {value}.")),
        Presence::Required if field_data.initial.is_some() => docs.text(format!("Initially {value}.")),
        Presence::Required | Presence::Nullable => docs,
        Presence::Optional | Presence::Anything | Presence::ThreeStates => {
            docs.text(format!("If absent, the server uses {value}."))
        }
    }
}
