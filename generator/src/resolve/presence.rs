//! How a field holds its value.

use super::{DefaultValue, Resolver, RustType};
use crate::analysis::Direction;
use crate::model::{Field, Type, TypeId};

/// How a field holds its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Presence<'a> {
    /// Always there.
    Required,
    /// Always there, or null: written as null.
    Nullable,
    /// May be absent: left out.
    Optional,
    /// May be absent or any JSON value, null as well.
    Anything,
    /// May be absent, and then has its default.
    FilledIn(DefaultValue<'a>),
    /// May be absent, null or a value, and that makes a difference.
    ThreeStates,
}

impl Presence<'_> {
    /// The type of the field, around that of its value.
    pub(crate) fn around<'a>(&self, value: RustType<'a>) -> RustType<'a> {
        match self {
            Self::Required | Self::FilledIn(_) => value,
            Self::Nullable | Self::Optional | Self::Anything => value.option(),
            Self::ThreeStates => value.patch(),
        }
    }

    /// Returns `true` if the field holds `None` where it has no value.
    pub(crate) fn is_option(&self) -> bool {
        matches!(self, Self::Nullable | Self::Optional | Self::Anything)
    }
}

impl<'a> Resolver<'a> {
    /// How a field of a type holds its value in a direction. Any value may be null by itself.
    pub(crate) fn presence(&self, owner: TypeId, field: &'a Field, direction: Direction) -> Presence<'a> {
        let is_any = field.ty == Type::Any;
        match (field.required, matches!(field.ty, Type::Nullable(_))) {
            (true, true) => Presence::Nullable,
            (true, false) => Presence::Required,
            (false, _) if is_any => Presence::Anything,
            (false, true) if self.analysis.directions.emitted_is_sent(owner, direction) => Presence::ThreeStates,
            (false, true) => Presence::Optional,
            (false, false) => match self.filled_in(owner, field, direction) {
                Some(default) => Presence::FilledIn(default),
                None => Presence::Optional,
            },
        }
    }

    /// The default of a field that has it where it is absent. A member that is sent as well keeps the difference between
    /// absent and given.
    fn filled_in(&self, owner: TypeId, field: &'a Field, direction: Direction) -> Option<DefaultValue<'a>> {
        let is_received_only = !self.analysis.directions.emitted_is_sent(owner, direction);
        self.default_value(&field.ty, field.default.as_ref().filter(|_| is_received_only)?)
    }
}
