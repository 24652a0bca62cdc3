//! An object: a struct, and for what is sent a constructor and setters.

use super::conversion::FromReceived;
use super::{Argument, Constant, Constraint, Docs, Presence, Resolver, RustType};
use crate::analysis::{Direction, travels};
use crate::docs;
use crate::model::{self, Number, Object, Shape, Type, TypeId};

/// A struct.
#[derive(Clone, Debug)]
pub(crate) struct Struct<'a> {
    /// Its members, in the order in which they are written.
    pub(crate) members: Vec<Member<'a>>,
    /// The field for members that the description does not declare: its name and the type of each.
    pub(crate) others: Option<(&'a str, RustType<'a>)>,
    /// `true` if it has a value by default.
    pub(crate) has_default: bool,
    /// How programs make one; nothing where they only receive it.
    pub(crate) constructor: Option<Constructor>,
    /// `true` if programs have values that they did not make: received, or made of what was.
    pub(crate) is_received: bool,
    /// How it is made of what was received, where that is another type.
    pub(crate) from_received: Option<FromReceived<'a>>,
}

/// What makes a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constructor {
    /// There is only one value.
    OnlyValue,
    /// Nothing has to be given.
    Empty,
    /// The fields that have to be there are given.
    Required,
}

/// A member of an object.
#[derive(Clone, Debug)]
pub(crate) struct Member<'a> {
    /// The name of its field or constant.
    pub(crate) name: &'a str,
    /// The function that sets it.
    pub(crate) setter: String,
    /// Its name on the wire.
    pub(crate) wire: &'a str,
    /// What is said of it.
    pub(crate) docs: Docs<'a>,
    /// Its attributes besides.
    pub(crate) attributes: &'a [String],
    /// What it is.
    pub(crate) kind: MemberKind<'a>,
}

/// What a member is.
#[derive(Clone, Debug)]
pub(crate) enum MemberKind<'a> {
    /// It always has the same value, and is not held.
    Constant(Constant<'a>),
    /// A field.
    Field(Field<'a>),
}

/// A field of a struct.
#[derive(Clone, Debug)]
pub(crate) struct Field<'a> {
    /// The type of its value where it has one, without a box.
    pub(crate) value: RustType<'a>,
    /// `true` if its value is held behind a pointer, since the struct would be endless.
    pub(crate) is_boxed: bool,
    /// `true` if its numbers are also read from text.
    pub(crate) reads_text: bool,
    /// How it holds its value.
    pub(crate) presence: Presence<'a>,
    /// What functions take for its value.
    pub(crate) argument: Argument<'a>,
    /// What is checked before it is sent.
    pub(crate) constraints: Vec<Constraint<'a>>,
}

impl<'a> Struct<'a> {
    /// The fields, each with its member.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&Member<'a>, &Field<'a>)> {
        self.members.iter().filter_map(|member| match &member.kind {
            MemberKind::Field(field) => Some((member, field)),
            MemberKind::Constant(_) => None,
        })
    }

    /// Returns `true` if a field has a setter: what a constructor is given needs none, unless the value came from elsewhere.
    pub(crate) fn has_setter(&self, field: &Field<'_>) -> bool {
        self.constructor.is_some() && (!field.is_argument() || self.is_received)
    }

    /// Returns `true` if a function takes the value of a field.
    pub(crate) fn takes(&self, field: &Field<'_>) -> bool {
        self.constructor.is_some() && (field.is_argument() || self.has_setter(field))
    }

    /// The constants, each with its member.
    pub(crate) fn constants(&self) -> impl Iterator<Item = (&Member<'a>, Constant<'a>)> {
        self.members.iter().filter_map(|member| match &member.kind {
            MemberKind::Field(_) => None,
            MemberKind::Constant(constant) => Some((member, *constant)),
        })
    }
}

impl<'a> Field<'a> {
    /// The type of the field.
    pub(crate) fn ty(&self) -> RustType<'a> {
        let value = self.value.clone();
        self.presence.around(if self.is_boxed { value.boxed() } else { value })
    }

    /// Returns `true` if a constructor has to be given its value.
    pub(crate) fn is_argument(&self) -> bool {
        self.presence == Presence::Required
    }
}

impl<'a> Resolver<'a> {
    pub(super) fn structure(&self, id: TypeId, object: &'a Object, direction: Direction) -> Struct<'a> {
        let members = present(object, direction).map(|(index, field)| self.member(id, index, field, direction));
        let members: Vec<Member<'a>> = members.collect();
        let others = object.others.as_ref().map(|ty| {
            let name = self.names.field(id, object.fields.len());
            (name, self.rust_type(ty, direction))
        });
        let from_received = self.struct_source(id, object, direction);
        let mut structure = Struct {
            members,
            others,
            has_default: false,
            constructor: None,
            is_received: from_received.is_some()
                || (direction == Direction::Response && self.analysis.directions.is_received(id)),
            from_received,
        };
        if self.holds_what_is_sent(id, direction) {
            let is_given = structure.fields().any(|(_, field)| field.is_argument());
            structure.has_default = !is_given;
            structure.constructor = Some(match structure.has_default {
                false => Constructor::Required,
                true if structure.others.is_none() && structure.fields().next().is_none() => Constructor::OnlyValue,
                true => Constructor::Empty,
            });
        }
        structure
    }

    fn member(&self, id: TypeId, index: usize, field: &'a model::Field, direction: Direction) -> Member<'a> {
        let name = self.names.field(id, index);
        let docs = Docs::with_wire_name(&field.docs, name, &field.wire);
        let (kind, docs) = match &field.constant {
            Some(constant) => (MemberKind::Constant(Constant::of(constant)), docs),
            None => {
                let field_data = self.field(id, index, field, direction);
                let docs = with_default(docs, field, &field_data.presence);
                (MemberKind::Field(field_data), docs)
            }
        };
        Member {
            name,
            setter: self.names.setter(id, index),
            wire: &field.wire,
            docs,
            attributes: self.field_attributes(id, index),
            kind,
        }
    }

    fn field(&self, id: TypeId, index: usize, field: &'a model::Field, direction: Direction) -> Field<'a> {
        let ty = field.ty.split_null().0;
        let checked = self.is_checked(id) && self.holds_what_is_sent(id, direction);
        Field {
            value: self.rust_type(ty, direction),
            is_boxed: self.analysis.boxed.contains(id, index),
            reads_text: self.reads_text(field),
            presence: self.presence(id, field, direction),
            argument: self.argument(ty, direction),
            constraints: if checked { self.constraints(&field.ty, &field.constraints) } else { Vec::new() },
        }
    }
}

impl Resolver<'_> {
    /// Returns `true` if the numbers of a member are also read from text.
    pub(super) fn reads_text(&self, field: &model::Field) -> bool {
        field.reads_text && field.constant.is_none() && self.are_numbers(&field.ty)
    }

    /// Returns `true` if a type is one of numbers with all their digits, or of what holds them.
    pub(super) fn holds_decimals(&self, ty: &Type) -> bool {
        matches!(self.held(ty), Type::Number(Number::Decimal))
    }

    fn are_numbers(&self, ty: &Type) -> bool {
        matches!(self.held(ty), Type::Integer(_) | Type::Number(_))
    }

    /// The type of what is in arrays, maps and aliases.
    fn held<'t>(&'t self, ty: &'t Type) -> &'t Type {
        match ty {
            Type::Nullable(inner) | Type::List(inner) | Type::Map(inner) => self.held(inner),
            Type::Named(id) => match &self.api.definition(*id).shape {
                Shape::Alias(inner) => self.held(inner),
                _ => ty,
            },
            _ => ty,
        }
    }
}

/// The members that are there in a direction, with their indexes.
pub(super) fn present(object: &Object, direction: Direction) -> impl Iterator<Item = (usize, &model::Field)> {
    object.fields.iter().enumerate().filter(move |(_, field)| travels(field, direction))
}

fn with_default<'a>(docs: Docs<'a>, field: &model::Field, presence: &Presence<'_>) -> Docs<'a> {
    let Some(default) = &field.default else { return docs };
    let assumed = if matches!(presence, Presence::FilledIn(_)) { "It is" } else { "The server assumes" };
    let value = docs::code(&default.to_string().chars().take(80).collect::<String>());
    docs.text(format!("{assumed} {value} where it is absent."))
}
