//! Operations whose answer comes in pages: what the pages hold, and how one leads to the next.

use crate::api::analysis::Direction;
use crate::api::model::{self, Pagination, Success, Type, TypeId};
use crate::rust::ir::{FieldAccess, PageParameter, PageVariant, Pages, Presence, Wrapping};
use crate::rust::resolve::Resolver;

impl<'a> Resolver<'a> {
    pub(super) fn pages(&self, index: usize, found: &'a Pagination) -> Option<Pages> {
        let is_nullable = match &self.lowered(index).success {
            Success::One(model::Content::Json(ty)) => matches!(self.api.unaliased(ty), Type::Nullable(_)),
            _ => false,
        };
        let strategy =
            found.step.convert(|parameter| self.walked(index, parameter), |(id, index)| self.field_access(*id, *index));
        Some(Pages {
            item: self.rust_type(&found.item, Direction::Response),
            items: found.items.iter().map(|(id, index)| self.field_access(*id, *index)).collect::<Option<_>>()?,
            is_nullable,
            page: found.page.map(|(id, index)| self.page_variant(id, index)),
            whole: found.whole.map(|(id, index)| self.page_variant(id, index)),
            flag: found.flag.map(|flag| self.walked(index, flag)),
            opposite: found.opposite.map(|opposite| self.walked(index, opposite)),
            is_counted: found.step.is_counted(),
            strategy: strategy?,
        })
    }

    fn walked(&self, index: usize, parameter: usize) -> PageParameter {
        let (lowered, names) = (&self.lowered(index).parameters[parameter], self.names.operation(index));
        PageParameter {
            name: names.parameters[parameter].clone(),
            wire: lowered.wire.clone(),
            is_required: lowered.required,
        }
    }

    fn field_access(&self, id: TypeId, index: usize) -> Option<FieldAccess> {
        let field = self.api.field(id, index)?;
        let presence = self.presence(id, field, Direction::Response);
        let holds = match presence {
            Presence::ThreeStates => Wrapping::Patch,
            _ if presence.is_option() => Wrapping::Option,
            _ => Wrapping::Value,
        };
        let target = self.api.unaliased(field.ty.split_null().0);
        let is_copied = matches!(target, Type::Integer(_) | Type::Number(_) | Type::Boolean);
        Some(FieldAccess { name: self.names.field(id, index).to_owned(), holds, is_copied })
    }

    fn page_variant(&self, id: TypeId, index: usize) -> PageVariant {
        PageVariant { ty: self.emitted(id, Direction::Response), variant: self.names.variant(id, index).to_owned() }
    }
}
