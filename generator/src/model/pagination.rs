//! How the pages of an operation follow each other.

use super::{Type, TypeId};

/// The way from the answer of an operation to something in it: members, from the outside in.
pub type FieldPath = Vec<(TypeId, usize)>;

/// An operation whose answer comes in pages.
#[derive(Clone, Debug, PartialEq)]
pub struct Pagination {
    /// The alternative that is a page, where the answer is one of several types.
    pub page: Option<(TypeId, usize)>,
    /// The alternative that is all there is, where the answer may be that.
    pub whole: Option<(TypeId, usize)>,
    /// Where in a page its items stand; nothing where the page is the list itself.
    pub items: FieldPath,
    /// What the items are.
    pub item: Type,
    /// The parameter for the size of a page.
    pub size: Option<usize>,
    /// The parameter that has to be `true` for the answer to come in pages.
    pub flag: Option<usize>,
    /// The parameter that leads the other way, such as `ending_before`: no page but the first is asked for by it.
    pub opposite: Option<usize>,
    /// What leads to the next page.
    pub step: PageStrategy,
}

/// What leads to the next page; parameters are told by their index.
#[derive(Clone, Debug, PartialEq)]
pub enum PageStrategy {
    /// The number of the page counts up.
    Page {
        /// The parameter for the number.
        parameter: usize,
        /// The number of the first page.
        first: i64,
        /// What tells the last page.
        end: Termination,
    },
    /// The number of items before the page.
    Offset {
        /// The parameter for the number.
        parameter: usize,
        /// What tells the last page.
        end: Termination,
    },
    /// A text or a number from the page before.
    Cursor {
        /// The parameter that takes it.
        parameter: usize,
        /// Where in the page before it stands.
        next: FieldPath,
        /// What tells the last page, where that one has a cursor as well.
        end: Option<Termination>,
    },
    /// A member of the last item of the page before.
    Last {
        /// The parameter that takes it.
        parameter: usize,
        /// The member of the item.
        member: (TypeId, usize),
        /// Where in a page it says whether there are more.
        more: FieldPath,
    },
    /// An address in the page before.
    Address {
        /// Where in the page before it stands; nothing for the header `Link`.
        next: FieldPath,
        /// The parameters that may differ from page to page.
        parameters: Vec<usize>,
    },
}

/// What tells the last page, besides that it is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Termination {
    /// Where in a page the number of all items stands.
    pub total: Option<FieldPath>,
    /// Where in a page it says whether there are more.
    pub more: Option<FieldPath>,
    /// Where in a page it says that there are no more.
    pub done: Option<FieldPath>,
}

impl PageStrategy {
    /// The parameter that takes what the page before holds.
    #[must_use]
    pub fn cursor(&self) -> Option<usize> {
        match self {
            Self::Cursor { parameter, .. } | Self::Last { parameter, .. } => Some(*parameter),
            Self::Page { .. } | Self::Offset { .. } | Self::Address { .. } => None,
        }
    }

    /// Returns `true` if pages are counted, so that nothing but the server tells where they end.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        matches!(self, Self::Page { .. } | Self::Offset { .. })
    }
}
