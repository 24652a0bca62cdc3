//! Operations with paginated responses, and the streams of their pages and items.

use std::collections::HashSet;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use futures_core::Stream;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::auth::authorization::without_credentials;
use crate::calls::call::{Call, Operation, operation_name, read};
use crate::calls::client::{ExecuteError, ExecuteFuture};
use crate::calls::send_error::BuildError;
use crate::calls::transport::HttpResponse;
use crate::requests::payload::next;
use crate::responses::error::CallError;
use crate::responses::response::Response;
use crate::streams::link::{address, below, pairs};

/// An operation with paginated responses. Defines how to get from one page to the next.
pub trait Paginated: Operation + Clone {
    /// The type of the items.
    type Item;

    /// `true` if the pages are numbered. A server may return its last page for every number after it, so a repeated
    /// page ends the stream.
    #[doc(hidden)]
    const COUNTED: bool = false;

    /// Returns the operation for the first page.
    #[doc(hidden)]
    #[must_use]
    fn first(self) -> Self {
        self
    }

    /// Returns the items of a page.
    #[doc(hidden)]
    fn items(page: &mut Self::Output) -> Option<&mut Vec<Self::Item>>;

    /// Returns the operation for the next page.
    #[doc(hidden)]
    fn next(&self, _page: &Self::Output, _count: ItemCount) -> Option<Self> {
        None
    }

    /// Returns the address of the next page, if the server sends one.
    #[doc(hidden)]
    fn next_address(_page: &Self::Output, _answer: &Response) -> Option<String> {
        None
    }

    /// Sets a parameter from the address of the next page.
    #[doc(hidden)]
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
pub fn assign<T: DeserializeOwned>(parameter: &mut T, text: &str) {
    let value = serde_json::from_value(Value::from(text));
    if let Ok(value) = value.or_else(|_| serde_json::from_str(text)) {
        *parameter = value;
    }
}

/// Maximum number of consecutive empty pages.
const MAX_EMPTY_PAGES: usize = 1_000;

impl<O: Paginated> Call<O> {
    /// Returns the pages as a stream. Each is requested when the stream is polled, with the options of this call.
    ///
    /// An error is the last item of the stream. The stream is endless if the server always returns another next page;
    /// limit it with [`Pages::max_pages`].
    pub fn pages(mut self) -> Pages<O> {
        self.operation = self.operation.first();
        self.operation.set_streaming(false);
        Pages {
            call: self,
            address: None,
            is_linked: false,
            base: String::new(),
            current: String::new(),
            requested: HashSet::new(),
            state: State::Start,
            count: ItemCount::default(),
            empty: 0,
            before: None,
            left: usize::MAX,
        }
    }

    /// Returns the items of all pages as a stream. Each page is requested when it is needed.
    ///
    /// An error is the last item of the stream. The stream is endless if the server always returns another next page;
    /// limit it with [`Items::max_pages`].
    pub fn items(self) -> Items<O> {
        Items {
            pages: self.pages(),
            items: Vec::new().into_iter(),
        }
    }
}

type Outcome<O, T> = Result<T, CallError<<O as Operation>::Error>>;

/// The pages of a call, as a stream.
#[must_use = "a stream does nothing until it is polled"]
pub struct Pages<O: Paginated> {
    call: Call<O>,
    /// Path and query of the next page, if the operation cannot express them.
    address: Option<String>,
    /// `true` after the first page whose address the server sent.
    is_linked: bool,
    /// The base address of the pages.
    base: String,
    /// Path and query of the current page.
    current: String,
    /// All requested methods and addresses, to detect cycles.
    requested: HashSet<String>,
    state: State,
    count: ItemCount,
    /// The number of consecutive empty pages.
    empty: usize,
    /// The body of the previous page, if pages are numbered.
    before: Option<Bytes>,
    /// The number of pages that may still be requested.
    left: usize,
}

enum State {
    Start,
    Sending(ExecuteFuture),
    Failed(BuildError),
    Ended,
}

// Only values behind a pointer are pinned.
impl<O: Paginated> Unpin for Pages<O> {}

impl<O: Paginated> Pages<O> {
    /// Ends the stream after this many pages. Unlimited by default.
    pub fn max_pages(mut self, most: usize) -> Self {
        self.left = most;
        self
    }

    /// Returns the next page.
    pub async fn next(&mut self) -> Option<Result<O::Output, CallError<O::Error>>> {
        next(self).await
    }

    /// Returns the next page, or `None` at the end of the stream, for use with `?`.
    ///
    /// # Errors
    ///
    /// Returns the error that [`next`](Self::next) returns.
    pub async fn try_next(&mut self) -> Result<Option<O::Output>, CallError<O::Error>> {
        self.next().await.transpose()
    }

    fn send(&mut self) -> Result<ExecuteFuture, BuildError> {
        let client = &self.call.client;
        let mut request = self.call.operation.request()?;
        if self.is_linked {
            request.become_get();
        }
        request.address = self.address.take();
        self.base = client.inner.base_of(&request)?.into_owned();
        self.current = request.target()?;
        let requested = format!("{} {}", request.method, self.current);
        if !self.requested.insert(requested) {
            let reason = "the next page was already requested";
            return Err(BuildError::new(reason));
        }
        let options = self.call.options.clone();
        let inner = Arc::clone(&client.inner);
        Ok(inner.execute(operation_name::<O>(), Ok(request), options))
    }

    /// Handles a response. Returns the page, or `None` after the last page.
    fn receive(
        &mut self,
        result: Result<HttpResponse, ExecuteError>,
    ) -> Outcome<O, Option<O::Output>> {
        let (mut page, response) = read::<O>(Response::from_http(result?))?;
        self.count.on_page = O::items(&mut page).map_or(0, |items| items.len());
        self.count.total += self.count.on_page;
        let first = self.requested.len() == 1;
        if O::COUNTED {
            let before = self.before.replace(response.bytes().clone());
            if !first && (self.count.on_page == 0 || before.as_ref() == Some(response.bytes())) {
                return Ok(None);
            }
        }
        self.empty = if self.count.on_page == 0 {
            self.empty + 1
        } else {
            0
        };
        self.state = self.advance(&page, &response);
        Ok(Some(page))
    }

    /// Moves to the next page.
    fn advance(&mut self, page: &O::Output, response: &Response) -> State {
        let advanced = if let Some(next) = self.call.operation.next(page, self.count) {
            self.call.operation = next;
            Ok(())
        } else {
            let text = O::next_address(page, response).filter(|text| !text.is_empty());
            let Some(text) = text else {
                return State::Ended;
            };
            self.follow(&text)
        };
        match advanced {
            Ok(()) if self.empty < MAX_EMPTY_PAGES => State::Start,
            Ok(()) => State::Failed(BuildError::new("too many consecutive empty pages")),
            Err(error) => State::Failed(error),
        }
    }

    /// Sets the parameters of the next address if the operation has all of them, whatever address the server uses for
    /// itself. Otherwise the address is followed literally.
    ///
    /// An address is one to `GET`, also if it follows a `POST`.
    fn follow(&mut self, text: &str) -> Result<(), BuildError> {
        self.is_linked = true;
        let base = self.base.as_str();
        let wrong = || BuildError::new("the address of the next page is not valid");
        let current = address(base, &self.current).ok_or_else(wrong)?;
        let mut next = current.join(text).map_err(|_| wrong())?;
        let own = self.call.options.credentials.iter();
        let own = own.map(|(scheme, _)| *scheme);
        let theirs = self.call.client.inner.credentials.iter();
        let theirs = theirs.map(|credential| credential.scheme);
        without_credentials(&mut next, own.chain(theirs));
        let mut advanced = self.call.operation.clone();
        for (name, value) in next.query_pairs() {
            advanced.take(&name, &value);
        }
        let before = self.call.operation.request()?.target()?;
        let own = advanced.request()?.target()?;
        // After an address that was followed literally, the parameters of the operation are no longer significant.
        let advances = before == self.current && own != self.current;
        if advances && address(base, &own).is_some_and(|own| pairs(&own) == pairs(&next)) {
            self.call.operation = advanced;
            return Ok(());
        }
        let target = below(base, &next);
        let target = target.ok_or_else(|| BuildError::new("the next page is on another server"))?;
        self.address = Some(target);
        Ok(())
    }
}

impl<O: Paginated> Stream for Pages<O> {
    type Item = Result<O::Output, CallError<O::Error>>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let pages = self.get_mut();
        let failed = |error: BuildError| {
            Poll::Ready(Some(Err(CallError::Build(error.with_operation(O::CALL)))))
        };
        let mut sending = match std::mem::replace(&mut pages.state, State::Ended) {
            State::Start if pages.left == 0 => return Poll::Ready(None),
            State::Start => {
                pages.left -= 1;
                match pages.send() {
                    Ok(sending) => sending,
                    Err(error) => return failed(error),
                }
            }
            State::Sending(sending) => sending,
            State::Failed(error) => return failed(error),
            State::Ended => return Poll::Ready(None),
        };
        match sending.as_mut().poll(context) {
            Poll::Ready(result) => Poll::Ready(pages.receive(result).transpose()),
            Poll::Pending => {
                pages.state = State::Sending(sending);
                Poll::Pending
            }
        }
    }
}

/// The items of all pages of a call, as a stream.
#[must_use = "a stream does nothing until it is polled"]
pub struct Items<O: Paginated> {
    pages: Pages<O>,
    items: std::vec::IntoIter<O::Item>,
}

impl<O: Paginated> Unpin for Items<O> {}

impl<O: Paginated> Items<O> {
    /// Ends the stream after the items of this many pages. Unlimited by default.
    pub fn max_pages(mut self, most: usize) -> Self {
        self.pages = self.pages.max_pages(most);
        self
    }

    /// Returns the next item.
    pub async fn next(&mut self) -> Option<Result<O::Item, CallError<O::Error>>> {
        next(self).await
    }

    /// Returns the next item, or `None` at the end of the stream, for use with `?`.
    ///
    /// # Errors
    ///
    /// Returns the error that [`next`](Self::next) returns.
    pub async fn try_next(&mut self) -> Result<Option<O::Item>, CallError<O::Error>> {
        self.next().await.transpose()
    }
}

impl<O: Paginated> Stream for Items<O> {
    type Item = Result<O::Item, CallError<O::Error>>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let walk = self.get_mut();
        loop {
            if let Some(item) = walk.items.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            match ready!(Pin::new(&mut walk.pages).poll_next(context)) {
                Some(Ok(mut page)) => {
                    let items = O::items(&mut page).map(std::mem::take);
                    walk.items = items.unwrap_or_default().into_iter();
                }
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
    }
}

impl<O: Paginated> fmt::Debug for Pages<O> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Pages").finish_non_exhaustive()
    }
}

impl<O: Paginated> fmt::Debug for Items<O> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Items").finish_non_exhaustive()
    }
}
