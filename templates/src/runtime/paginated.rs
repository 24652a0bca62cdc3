//! Operations whose responses are paginated.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::call::Operation;
use super::response::Response;

/// An operation whose responses are paginated, and how one page leads to the next.
pub trait Paginated: Operation + Clone {
    /// What the pages hold.
    type Item;

    /// Whether the pages are counted. A server may give its last page again for every number after it: the same page
    /// twice is the end then.
    const COUNTED: bool = false;

    /// The operation for the first page.
    #[must_use]
    fn first(self) -> Self {
        self
    }

    /// What a page holds.
    fn items(page: &mut Self::Output) -> Option<&mut Vec<Self::Item>>;

    /// The operation for the next page.
    fn next(&self, _page: &Self::Output, _seen: Seen) -> Option<Self> {
        None
    }

    /// The address of the next page, where the server gives one.
    fn next_address(_page: &Self::Output, _answer: &Response) -> Option<String> {
        None
    }

    /// Takes a parameter from the address of the next page.
    fn take(&mut self, _name: &str, _value: &str) {}
}

/// How much a walk has seen so far, the page at hand included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// How many items the page at hand holds.
    pub here: usize,
    /// How many items all pages together held.
    pub all: usize,
}

impl Seen {
    /// Nothing after an empty page.
    #[must_use]
    pub fn any(self) -> Option<()> {
        (self.here > 0).then_some(())
    }

    /// Nothing once as many as there are were seen.
    #[must_use]
    pub fn before(self, total: impl TryInto<usize>) -> Option<()> {
        let total = total.try_into().unwrap_or(usize::MAX);
        (self.all < total).then_some(())
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
