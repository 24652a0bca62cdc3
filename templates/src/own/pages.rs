//! Calls whose responses come in pages.

use super::call::Call;
use super::shared::{Items, Pages, Paginated};

impl<O: Paginated> Call<O> {
    /// The pages, each requested when the stream is polled. The options of the call hold for each of them.
    ///
    /// An error is given as it comes, and ends the stream. A server that always names another next page makes it endless:
    /// [`Pages::max_pages`] limits it.
    pub fn pages(self) -> Pages<O> {
        self.0.pages()
    }

    /// What the pages hold, one after the other; a page is requested when it is needed.
    ///
    /// An error is given as it comes, and ends the stream. A server that always names another next page makes it endless:
    /// [`Items::max_pages`] limits it.
    pub fn items(self) -> Items<O> {
        self.0.items()
    }
}
