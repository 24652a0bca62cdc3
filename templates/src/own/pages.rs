//! Calls with paginated responses.

use super::call::Call;
use super::shared::{Items, Pages, Paginated};

impl<O: Paginated> Call<O> {
    /// Returns the pages as a stream. Each is requested when the stream is polled, with the options of this call.
    ///
    /// An error is the last item of the stream. The stream is endless if the server always returns another next page;
    /// limit it with [`Pages::max_pages`].
    pub fn pages(self) -> Pages<O> {
        self.0.pages()
    }

    /// Returns the items of all pages as a stream. Each page is requested when it is needed.
    ///
    /// An error is the last item of the stream. The stream is endless if the server always returns another next page;
    /// limit it with [`Items::max_pages`].
    pub fn items(self) -> Items<O> {
        self.0.items()
    }
}
