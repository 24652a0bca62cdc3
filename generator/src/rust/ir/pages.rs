//! Paginated operations.

use serde::Serialize;

use super::types::RustType;
use crate::base::page_strategy;

/// The pages of an operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pages {
    /// The type of an item.
    pub(crate) item: RustType,
    /// The path to the items of a page; empty if the page is the list itself.
    pub(crate) items: Vec<FieldAccess>,
    /// `true` if a response can be null, which ends the listing.
    pub(crate) is_nullable: bool,
    /// The variant that is a page, if the response is a union.
    pub(crate) page: Option<PageVariant>,
    /// The variant that is a complete listing, if the response can be one.
    pub(crate) whole: Option<PageVariant>,
    /// The parameter that must be `true` for a paginated response.
    pub(crate) flag: Option<PageParameter>,
    /// The parameter for the opposite direction, which is only sent for the first page.
    pub(crate) opposite: Option<PageParameter>,
    /// `true` if pages are counted, so that only an empty page or the server ends the listing.
    pub(crate) is_counted: bool,
    /// The way from one page to the next.
    pub(crate) strategy: PageStrategy,
}

/// A step of a path into a response.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct FieldAccess {
    /// The name of its field.
    pub(crate) name: String,
    /// The presence of the field.
    pub(crate) holds: Wrapping,
    /// `true` if its value is `Copy`: a number or a boolean.
    pub(crate) is_copied: bool,
}

/// The presence of a field on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Wrapping {
    /// The value itself.
    Value,
    /// An `Option`.
    Option,
    /// A `Patch`.
    Patch,
}

/// A variant of the answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PageVariant {
    /// The type of the response.
    pub(crate) ty: RustType,
    /// The name of the variant.
    pub(crate) variant: String,
}

/// A parameter that differs from page to page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PageParameter {
    /// The name of its field.
    pub(crate) name: String,
    /// Its name on the wire.
    pub(crate) wire: String,
    /// `true` if it is required.
    pub(crate) is_required: bool,
}

/// The way from one page to the next.
pub(crate) type PageStrategy = page_strategy::PageStrategy<PageParameter, FieldAccess>;

/// The sign of the last page, besides an empty page.
pub(crate) type Termination = page_strategy::Termination<FieldAccess>;
