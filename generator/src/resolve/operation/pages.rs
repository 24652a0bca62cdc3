//! Operations whose answer comes in pages: what the pages hold, and how one leads to the next.

use crate::analysis::Direction;
use crate::model::{self, Pagination, Success, Type, TypeId};
use crate::resolve::{Presence, Resolver, RustType};

/// How the pages of an operation follow each other.
#[derive(Clone, Debug)]
pub(crate) struct Pages<'a> {
    /// The type of an item.
    pub(crate) item: RustType<'a>,
    /// Where in a page its items stand; nothing where the page is the list itself.
    pub(crate) items: Vec<FieldAccess<'a>>,
    /// `true` if an answer may be null, which is the last page.
    pub(crate) is_nullable: bool,
    /// The variant that is a page, where the answer is one of several types.
    pub(crate) page: Option<PageVariant<'a>>,
    /// The variant that is all there is, where the answer may be that.
    pub(crate) whole: Option<PageVariant<'a>>,
    /// The parameter that has to be `true` for the answer to come in pages.
    pub(crate) flag: Option<WalkedParameter<'a>>,
    /// The parameter that leads the other way: no page but the first is asked for by it.
    pub(crate) opposite: Option<WalkedParameter<'a>>,
    /// `true` if pages are counted, so that nothing but the server tells where they end.
    pub(crate) is_counted: bool,
    /// What leads to the next page.
    pub(crate) strategy: PageStrategy<'a>,
}

/// A member on the way to something in an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldAccess<'a> {
    /// The name of its field.
    pub(crate) name: &'a str,
    /// How the field holds its value.
    pub(crate) holds: Holds,
    /// `true` if its value is a number or a boolean, which are copied.
    pub(crate) is_copied: bool,
}

/// How a field on the way holds its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// As it is.
    Value,
    /// In an `Option`.
    Option,
    /// In a `Patch`.
    Patch,
}

/// A variant of the answer.
#[derive(Clone, Debug)]
pub(crate) struct PageVariant<'a> {
    /// The type of the answer.
    pub(crate) ty: RustType<'a>,
    /// The name of the variant.
    pub(crate) variant: &'a str,
}

/// A parameter that differs from page to page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WalkedParameter<'a> {
    /// The name of its field.
    pub(crate) name: &'a str,
    /// Its name on the wire.
    pub(crate) wire: &'a str,
    /// `true` if it has to be given.
    pub(crate) is_required: bool,
}

/// What leads to the next page.
#[derive(Clone, Debug)]
pub(crate) enum PageStrategy<'a> {
    /// The number of the page counts up.
    Page {
        /// The parameter for the number.
        parameter: WalkedParameter<'a>,
        /// The number of the first page.
        first: i64,
        /// What tells the last page.
        end: Termination<'a>,
    },
    /// The number of items before the page.
    Offset {
        /// The parameter for the number.
        parameter: WalkedParameter<'a>,
        /// What tells the last page.
        end: Termination<'a>,
    },
    /// A text or a number from the page before.
    Cursor {
        /// The parameter that takes it.
        parameter: WalkedParameter<'a>,
        /// Where in the page before it stands.
        next: Vec<FieldAccess<'a>>,
        /// What tells the last page, where that one has a cursor as well.
        end: Option<Termination<'a>>,
    },
    /// A member of the last item of the page before.
    Last {
        /// The parameter that takes it.
        parameter: WalkedParameter<'a>,
        /// The field of the item.
        member: Vec<FieldAccess<'a>>,
        /// Where in a page it says whether there are more.
        more: Vec<FieldAccess<'a>>,
    },
    /// An address in the page before.
    Address {
        /// Where in the page before it stands; nothing for the header `Link`.
        next: Vec<FieldAccess<'a>>,
        /// The parameters that may differ from page to page.
        parameters: Vec<WalkedParameter<'a>>,
    },
}

/// What tells the last page, besides that it is empty.
#[derive(Clone, Debug)]
pub(crate) struct Termination<'a> {
    /// Where in a page the number of all items stands.
    pub(crate) total: Option<Vec<FieldAccess<'a>>>,
    /// Where in a page it says whether there are more.
    pub(crate) more: Option<Vec<FieldAccess<'a>>>,
    /// Where in a page it says that there are no more.
    pub(crate) done: Option<Vec<FieldAccess<'a>>>,
}

impl<'a> Resolver<'a> {
    pub(super) fn pages(&self, index: usize, found: &'a Pagination) -> Pages<'a> {
        let is_nullable = match &self.lowered(index).success {
            Success::One(model::Content::Json(ty)) => matches!(self.api.unaliased(ty), Type::Nullable(_)),
            _ => false,
        };
        Pages {
            item: self.rust_type(&found.item, Direction::Response),
            items: self.way(&found.items),
            is_nullable,
            page: found.page.map(|page| self.page_variant(page)),
            whole: found.whole.map(|whole| self.page_variant(whole)),
            flag: found.flag.map(|flag| self.walked(index, flag)),
            opposite: found.opposite.map(|opposite| self.walked(index, opposite)),
            is_counted: found.step.is_counted(),
            strategy: self.strategy(index, &found.step),
        }
    }

    fn strategy(&self, index: usize, step: &'a model::PageStrategy) -> PageStrategy<'a> {
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

    fn end(&self, end: &'a model::Termination) -> Termination<'a> {
        Termination {
            total: end.total.as_ref().map(|total| self.way(total)),
            more: end.more.as_ref().map(|more| self.way(more)),
            done: end.done.as_ref().map(|done| self.way(done)),
        }
    }

    fn walked(&self, index: usize, parameter: usize) -> WalkedParameter<'a> {
        let (lowered, names) = (&self.lowered(index).parameters[parameter], self.names.operation(index));
        WalkedParameter { name: &names.parameters[parameter], wire: &lowered.wire, is_required: lowered.required }
    }

    fn way(&self, way: &[(TypeId, usize)]) -> Vec<FieldAccess<'a>> {
        way.iter().filter_map(|(id, index)| self.field_access(*id, *index)).collect()
    }

    fn field_access(&self, id: TypeId, index: usize) -> Option<FieldAccess<'a>> {
        let field = self.api.field(id, index)?;
        let presence = self.presence(id, field, Direction::Response);
        let holds = match presence {
            Presence::ThreeStates => Holds::Patch,
            _ if presence.is_option() => Holds::Option,
            _ => Holds::Value,
        };
        let target = self.api.unaliased(field.ty.split_null().0);
        let is_copied = matches!(target, Type::Integer(_) | Type::Number(_) | Type::Boolean);
        Some(FieldAccess { name: self.names.field(id, index), holds, is_copied })
    }

    fn page_variant(&self, (id, index): (TypeId, usize)) -> PageVariant<'a> {
        PageVariant { ty: self.emitted(id, Direction::Response), variant: self.names.variant(id, index) }
    }
}
