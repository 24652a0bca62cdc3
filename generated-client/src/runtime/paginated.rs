//! Operations with paginated responses.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::call::Operation;
use super::response::Response;

/// An operation with paginated responses. Defines how to get from one page to the next.
pub trait Paginated: Operation + Clone {
    /// The type of the items.
    type Item;

    /// `true` if the pages are numbered. A server may return its last page for every number after it, so a repeated
    /// page ends the stream.
    const COUNTED: bool = false;

    /// Returns the operation for the first page.
    #[must_use]
    fn first(self) -> Self {
        self
    }

    /// Returns the items of a page.
    fn items(page: &mut Self::Output) -> Option<&mut Vec<Self::Item>>;

    /// Returns the operation for the next page.
    fn next(&self, _page: &Self::Output, _count: ItemCount) -> Option<Self> {
        None
    }

    /// Returns the address of the next page, if the server sends one.
    fn next_address(_page: &Self::Output, _answer: &Response) -> Option<String> {
        None
    }

    /// Sets a parameter from the address of the next page.
    fn take(&mut self, _name: &str, _value: &str) {}
}

/// The number of items so far, including the current page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ItemCount {
    /// The number of items on the current page.
    pub on_page: usize,
    /// The number of items on all pages so far.
    pub total: usize,
}

impl ItemCount {
    /// Returns `None` after an empty page.
    #[must_use]
    pub fn unless_empty(self) -> Option<()> {
        (self.on_page > 0).then_some(())
    }

    /// Returns `None` once there are `total` items.
    #[must_use]
    pub fn until(self, total: impl TryInto<usize>) -> Option<()> {
        let total = total.try_into().unwrap_or(usize::MAX);
        (self.total < total).then_some(())
    }
}

/// Sets a parameter from the text in an address. The parameter is unchanged if the text is not valid for its type.
#[doc(hidden)]
pub fn assign<T: DeserializeOwned>(parameter: &mut T, text: &str) {
    let value = serde_json::from_value(Value::from(text));
    if let Ok(value) = value.or_else(|_| serde_json::from_str(text)) {
        *parameter = value;
    }
}
