//! Presence of fields.

use super::Resolver;
use crate::analysis::Direction;
use crate::ir::{DefaultValue, Presence};
use crate::model::{Field, Type, TypeId};

impl<'a> Resolver<'a> {
    /// Returns the presence of a type's field in a direction. Any value may be null by itself.
    pub(crate) fn presence(&self, owner: TypeId, field: &'a Field, direction: Direction) -> Presence {
        let is_any = field.ty == Type::Any;
        match (field.required, matches!(field.ty, Type::Nullable(_))) {
            (true, true) => Presence::Nullable,
            (true, false) => Presence::Required,
            (false, _) if is_any => Presence::Anything,
            (false, true) if self.analysis.directions.emitted_is_patched(owner, direction) => Presence::ThreeStates,
            (false, true) => Presence::Optional,
            (false, false) => match self.filled_in(owner, field, direction) {
                Some(default) => Presence::FilledIn(default),
                None => Presence::Optional,
            },
        }
    }

    /// Returns the value that the constructor of a type sets for a required field with a default.
    pub(super) fn initial_value(&self, owner: TypeId, field: &'a Field, direction: Direction) -> Option<DefaultValue> {
        let is_set = field.required && self.holds_what_is_sent(owner, direction);
        self.default_value(&field.ty, field.default.as_ref().filter(|_| is_set)?)
    }

    /// Returns the default of a field that is set if the member is absent. A member that is also sent has none, so that absent
    /// and present values stay different.
    fn filled_in(&self, owner: TypeId, field: &'a Field, direction: Direction) -> Option<DefaultValue> {
        let is_received_only = !self.analysis.directions.emitted_is_sent(owner, direction);
        self.default_value(&field.ty, field.default.as_ref().filter(|_| is_received_only)?)
    }
}
