//! The calls for all pages as one stream, of pages or of what they hold.

use std::collections::HashSet;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use futures_core::Stream;

use super::authorization::without_credentials;
use super::call::{Call, ExecuteFuture, Operation, read};
use super::client::ExecuteError;
use super::error::{BuildError, CallError};
use super::link::{address, below, pairs};
use super::paginated::{ItemCount, Paginated};
use super::payload::next;
use super::response::Response;
use super::transport::HttpResponse;

/// So many pages without anything on them, one after the other, are no walk any more.
const MAX_EMPTY_PAGES: usize = 1_000;

impl<O: Paginated> Call<O> {
    /// The pages, each requested when the stream is polled. The options of the call hold for each of them.
    ///
    /// An error is given as it comes, and ends the stream. A server that always names another next page makes it endless:
    /// [`Pages::max_pages`] limits it.
    pub fn pages(mut self) -> Pages<O> {
        self.operation = self.operation.first();
        self.operation.ask_for_stream(false);
        Pages {
            call: self,
            address: None,
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

    /// What the pages hold, one after the other; a page is requested when it is needed.
    ///
    /// An error is given as it comes, and ends the stream. A server that always names another next page makes it endless:
    /// [`Items::max_pages`] limits it.
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
    /// Path and query of the next page, where the operation cannot say them.
    address: Option<String>,
    /// The address below which the pages are.
    base: String,
    /// Path and query of the page at hand.
    current: String,
    /// All that was asked for, so that no circle is walked twice.
    requested: HashSet<String>,
    state: State,
    count: ItemCount,
    /// How many pages in a row were empty.
    empty: usize,
    /// The body of the page before, where pages are counted.
    before: Option<Bytes>,
    /// How many pages may still be requested.
    left: usize,
}

enum State {
    Start,
    Sending(ExecuteFuture),
    Failed(BuildError),
    Ended,
}

// Nothing in it is pinned but what stands behind a pointer.
impl<O: Paginated> Unpin for Pages<O> {}

impl<O: Paginated> Pages<O> {
    /// Ends the stream after this many pages. By default there is no limit.
    pub fn max_pages(mut self, most: usize) -> Self {
        self.left = most;
        self
    }

    /// The next page.
    pub async fn next(&mut self) -> Option<Result<O::Output, CallError<O::Error>>> {
        next(self).await
    }

    fn send(&mut self) -> Result<ExecuteFuture, BuildError> {
        let client = &self.call.client;
        let mut request = self.call.operation.request()?;
        request.address = self.address.take();
        self.base = client.inner.base_of(&request)?;
        self.current = request.target()?;
        if !self.requested.insert(self.current.clone()) {
            let reason = "the server leads back to a page that it gave before";
            return Err(BuildError::new(reason));
        }
        let options = self.call.options.clone();
        let inner = Arc::clone(&client.inner);
        Ok(inner.execute(O::NAME, request, options))
    }

    /// Takes a response: the page, or nothing where it is no further one.
    fn receive(
        &mut self,
        result: Result<HttpResponse, ExecuteError>,
    ) -> Outcome<O, Option<O::Output>> {
        let (mut page, response) = read::<O>(Response::of(result?))?;
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

    /// Goes to the next page.
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
            Ok(()) => State::Failed(BuildError::new(
                "the server gives one empty page after another",
            )),
            Err(error) => State::Failed(error),
        }
    }

    /// Takes the parameters of the next address where the operation has them all, whatever the server calls itself;
    /// otherwise the address is followed as it is.
    fn follow(&mut self, text: &str) -> Result<(), BuildError> {
        let base = self.base.as_str();
        let wrong = || BuildError::new("the address of the next page is not valid");
        let current = address(base, &self.current).ok_or_else(wrong)?;
        let mut next = current.join(text).map_err(|_| wrong())?;
        without_credentials(&mut next, &self.call.client.inner.credentials);
        let mut advanced = self.call.operation.clone();
        for (name, value) in next.query_pairs() {
            advanced.take(&name, &value);
        }
        let before = self.call.operation.request()?.target()?;
        let own = advanced.request()?.target()?;
        // After an address that was followed as it is, the parameters of the operation say nothing any more.
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
        let failed =
            |error: BuildError| Poll::Ready(Some(Err(CallError::Build(error.of(O::NAME)))));
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

/// What the pages of a call hold, as a stream.
#[must_use = "a stream does nothing until it is polled"]
pub struct Items<O: Paginated> {
    pages: Pages<O>,
    items: std::vec::IntoIter<O::Item>,
}

impl<O: Paginated> Unpin for Items<O> {}

impl<O: Paginated> Items<O> {
    /// Ends the stream after the items of this many pages. By default there is no limit.
    pub fn max_pages(mut self, most: usize) -> Self {
        self.pages = self.pages.max_pages(most);
        self
    }

    /// The next item.
    pub async fn next(&mut self) -> Option<Result<O::Item, CallError<O::Error>>> {
        next(self).await
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
