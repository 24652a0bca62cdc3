//! Operations whose answer comes in pages: what the pages hold, and how one leads to the next.

use crate::analysis::Direction;
use crate::ir::{FieldAccess, Holds, PageStrategy, PageVariant, Pages, Presence, Termination, WalkedParameter};
use crate::model::{self, Pagination, Success, Type, TypeId};
use crate::resolve::Resolver;

impl<'a> Resolver<'a> {
    pub(super) fn pages(&self, index: usize, found: &'a Pagination) -> Pages {
        let is_nullable = match &self.lowered(index).success {
            Success::One(model::Content::Json(ty)) => matches!(self.api.unaliased(ty), Type::Nullable(_)),
            _ => false,
        };
        Pages {
            item: self.rust_type(&found.item, Direction::Response),
            items: self.way(&found.items),
            is_nullable,
            page: found.page.map(|(id, index)| self.page_variant(id, index)),
            whole: found.whole.map(|(id, index)| self.page_variant(id, index)),
            flag: found.flag.map(|flag| self.walked(index, flag)),
            opposite: found.opposite.map(|opposite| self.walked(index, opposite)),
            is_counted: found.step.is_counted(),
            strategy: self.strategy(index, &found.step),
        }
    }

    fn strategy(&self, index: usize, step: &'a model::PageStrategy) -> PageStrategy {
        match step {
            model::PageStrategy::Page { parameter, first, end } => {
                PageStrategy::Page { parameter: self.walked(index, *parameter), first: *first, end: self.end(end) }
            }
            model::PageStrategy::Offset { parameter, end } => {
                PageStrategy::Offset { parameter: self.walked(index, *parameter), end: self.end(end) }
            }
            model::PageStrategy::Cursor { parameter, next, end } => PageStrategy::Cursor {
                parameter: self.walked(index, *parameter),
                next: self.way(next),
                end: end.as_ref().map(|end| self.end(end)),
            },
            model::PageStrategy::Last { parameter, member, more } => PageStrategy::Last {
                parameter: self.walked(index, *parameter),
                member: self.way(std::slice::from_ref(member)),
                more: self.way(more),
            },
            model::PageStrategy::Address { next, parameters } => PageStrategy::Address {
                next: self.way(next),
                parameters: parameters.iter().map(|parameter| self.walked(index, *parameter)).collect(),
            },
        }
    }

    fn end(&self, end: &'a model::Termination) -> Termination {
        Termination {
            total: end.total.as_ref().map(|total| self.way(total)),
            more: end.more.as_ref().map(|more| self.way(more)),
            done: end.done.as_ref().map(|done| self.way(done)),
        }
    }

    fn walked(&self, index: usize, parameter: usize) -> WalkedParameter {
        let (lowered, names) = (&self.lowered(index).parameters[parameter], self.names.operation(index));
        WalkedParameter {
            name: names.parameters[parameter].clone(),
            wire: lowered.wire.clone(),
            is_required: lowered.required,
        }
    }

    fn way(&self, way: &[(TypeId, usize)]) -> Vec<FieldAccess> {
        way.iter().filter_map(|(id, index)| self.field_access(*id, *index)).collect()
    }

    fn field_access(&self, id: TypeId, index: usize) -> Option<FieldAccess> {
        let field = self.api.field(id, index)?;
        let presence = self.presence(id, field, Direction::Response);
        let holds = match presence {
            Presence::ThreeStates => Holds::Patch,
            _ if presence.is_option() => Holds::Option,
            _ => Holds::Value,
        };
        let target = self.api.unaliased(field.ty.split_null().0);
        let is_copied = matches!(target, Type::Integer(_) | Type::Number(_) | Type::Boolean);
        Some(FieldAccess { name: self.names.field(id, index).to_owned(), holds, is_copied })
    }

    fn page_variant(&self, id: TypeId, index: usize) -> PageVariant {
        PageVariant { ty: self.emitted(id, Direction::Response), variant: self.names.variant(id, index).to_owned() }
    }
}
