//! The pagination of an operation.

use super::{Type, TypeId};
use crate::base::page_strategy;

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
pub type PageStrategy = page_strategy::PageStrategy<usize, (TypeId, usize)>;

/// The conditions for the last page, in addition to an empty page.
pub type Termination = page_strategy::Termination<(TypeId, usize)>;
