//! Operations whose responses are paginated.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::call::Operation;
use super::response::Response;

/// An operation whose responses are paginated, and how one page leads to the next.
pub trait Paginated: Operation + Clone {
    /// The type of the items.
    type Item;

    /// `true` if the pages are counted. A server may give its last page again for every number after it: the same page
    /// twice is the end then.
    const COUNTED: bool = false;

    /// The operation for the first page.
    #[must_use]
    fn first(self) -> Self {
        self
    }

    /// The items of a page.
    fn items(page: &mut Self::Output) -> Option<&mut Vec<Self::Item>>;

    /// The operation for the next page.
    fn next(&self, _page: &Self::Output, _count: ItemCount) -> Option<Self> {
        None
    }

    /// The address of the next page, where the server gives one.
    fn next_address(_page: &Self::Output, _answer: &Response) -> Option<String> {
        None
    }

    /// Takes a parameter from the address of the next page.
    fn take(&mut self, _name: &str, _value: &str) {}
}

/// The number of items so far, the current page included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ItemCount {
    /// The items of the current page.
    pub on_page: usize,
    /// The items of all pages so far.
    pub total: usize,
}

impl ItemCount {
    /// `None` after an empty page.
    #[must_use]
    pub fn unless_empty(self) -> Option<()> {
        (self.on_page > 0).then_some(())
    }

    /// `None` once there are as many items as `total`.
    #[must_use]
    pub fn until(self, total: impl TryInto<usize>) -> Option<()> {
        let total = total.try_into().unwrap_or(usize::MAX);
        (self.total < total).then_some(())
    }
}

/// Sets a parameter to what an address says; one that cannot have this value stays as it is.
#[doc(hidden)]
pub fn assign<T: DeserializeOwned>(parameter: &mut T, text: &str) {
    let value = serde_json::from_value(Value::from(text));
    if let Ok(value) = value.or_else(|_| serde_json::from_str(text)) {
        *parameter = value;
    }
}
