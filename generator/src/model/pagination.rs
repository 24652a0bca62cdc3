//! The pagination of an operation.

use super::{Type, TypeId};

/// The path from the response of an operation to one of its members, outermost first.
pub type FieldPath = Vec<(TypeId, usize)>;

/// The pagination of a response.
#[derive(Clone, Debug, PartialEq)]
pub struct Pagination {
    /// The alternative that is a page, if the response is a union.
    pub page: Option<(TypeId, usize)>,
    /// The alternative that is the complete list, if there is one.
    pub whole: Option<(TypeId, usize)>,
    /// The path to the items in a page; empty if the page is the list itself.
    pub items: FieldPath,
    /// The type of the items.
    pub item: Type,
    /// The parameter for the page size.
    pub size: Option<usize>,
    /// The parameter that has to be `true` for a paged response.
    pub flag: Option<usize>,
    /// The parameter for the opposite direction, such as `ending_before`: only the first page can be requested with it.
    pub opposite: Option<usize>,
    /// The strategy for getting to the next page.
    pub step: PageStrategy,
}

/// The members of a page, as `x-ms-pageable` names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pageable {
    /// The member with the address of the next page, or `None` if there is a single page.
    pub next: Option<String>,
    /// The member with the items.
    pub items: String,
}

/// A strategy for getting to the next page; parameters are given by index.
#[derive(Clone, Debug, PartialEq)]
pub enum PageStrategy {
    /// Increments the page number.
    Page {
        /// The parameter for the number.
        parameter: usize,
        /// The number of the first page.
        first: i64,
        /// The condition for the last page.
        end: Termination,
    },
    /// Passes the number of previous items.
    Offset {
        /// The parameter for the number.
        parameter: usize,
        /// The condition for the last page.
        end: Termination,
    },
    /// Passes a string or a number from the previous page.
    Cursor {
        /// The parameter that takes it.
        parameter: usize,
        /// Its path in the previous page.
        next: FieldPath,
        /// The condition for the last page, if that has a cursor as well.
        end: Option<Termination>,
    },
    /// Passes a member of the last item of the previous page.
    Last {
        /// The parameter that takes it.
        parameter: usize,
        /// The member of the item.
        member: (TypeId, usize),
        /// The path to the flag for more pages.
        more: FieldPath,
    },
    /// Follows an address in the previous page.
    Address {
        /// Its path in the previous page; empty for the header `Link`.
        next: FieldPath,
        /// The parameters that may differ from page to page.
        parameters: Vec<usize>,
    },
}

/// The conditions for the last page, in addition to an empty page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Termination {
    /// The path to the total number of items.
    pub total: Option<FieldPath>,
    /// The path to the flag that is true if there are more pages.
    pub more: Option<FieldPath>,
    /// The path to the flag that is true if there are no more pages.
    pub done: Option<FieldPath>,
}

impl PageStrategy {
    /// Returns the parameter that takes the value from the previous page.
    #[must_use]
    pub fn cursor(&self) -> Option<usize> {
        match self {
            Self::Cursor { parameter, .. } | Self::Last { parameter, .. } => Some(*parameter),
            Self::Page { .. } | Self::Offset { .. } | Self::Address { .. } => None,
        }
    }

    /// Returns `true` if pages are counted, so that only the server knows where they end.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        matches!(self, Self::Page { .. } | Self::Offset { .. })
    }
}
