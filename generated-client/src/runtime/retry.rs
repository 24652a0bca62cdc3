//! When a call is tried again, and after how long.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use http::header::{HeaderMap, HeaderName, RETRY_AFTER};
use http::{Method, StatusCode};

use super::clock;
use super::middleware::{CallInfo, Middleware, Next};
use super::random::bits;
use super::send_error::SendError;
use super::transport::{HttpRequest, HttpResponse, ResponseFuture};

/// How often a call is tried, and how long it waits in between.
///
/// A call is tried again where that cannot do the same thing twice: where no connection was made, where the server says that
/// it did nothing (425 and 429), and for methods that may be repeated (RFC 9110, section 9.2.2) also after a broken connection
/// and the statuses 408, 500, 502, 503 and 504. A request with an `Idempotency-Key` may be repeated, too. The server's
/// `Retry-After` is followed up to an hour; otherwise the wait doubles from attempt to attempt, and a random part of it is taken. The
/// time that a call may take counts all attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    attempts: u32,
    first: Duration,
    max: Duration,
}

impl Default for Retry {
    /// Three attempts; the first wait is up to 200 milliseconds, no wait is longer than 10 seconds.
    fn default() -> Self {
        Self {
            attempts: 3,
            first: Duration::from_millis(200),
            max: Duration::from_secs(10),
        }
    }
}

impl Retry {
    /// Every call is tried once.
    #[must_use]
    pub fn never() -> Self {
        Self::default().with_attempts(1)
    }

    /// Tries a call so often, the first time included.
    #[must_use]
    pub fn with_attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }

    /// Waits so long after the first attempt, and never longer than `max`, unless the server asks for that.
    #[must_use]
    pub fn with_waits(mut self, first: Duration, max: Duration) -> Self {
        self.first = first;
        self.max = max;
        self
    }

    /// How long to wait before the next attempt; nothing where there is none.
    pub(crate) fn wait(&self, attempt: u32, delay: RetryDelay) -> Option<Duration> {
        if attempt >= self.attempts {
            return None;
        }
        Some(match delay {
            RetryDelay::After(wait) if wait > MAX_RETRY_AFTER => return None,
            RetryDelay::After(wait) => wait,
            RetryDelay::Backoff => {
                let longest = self.first.saturating_mul(1 << (attempt - 1).min(16));
                longest.min(self.max).mul_f64(random())
            }
        })
    }
}

/// Longer waits are not waited: the caller gets the response that asks for them.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(60 * 60);

/// Why a call may be tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RetryDelay {
    /// After the default wait.
    Backoff,
    /// After the wait that the server asks for.
    After(Duration),
}

/// How the name of the header ends by which a server knows that a request is the same again.
const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// Returns `true` if a request may be repeated without doing something twice.
pub(crate) fn is_repeatable(method: &Method, headers: &HeaderMap) -> bool {
    let is_key = |name: &HeaderName| name.as_str().ends_with(IDEMPOTENCY_KEY);
    method.is_idempotent() || headers.keys().any(is_key)
}

/// Returns `true` if the server's response asks for another attempt.
pub(crate) fn retry_delay(
    status: StatusCode,
    headers: &HeaderMap,
    repeatable: bool,
) -> Option<RetryDelay> {
    let retry = match status.as_u16() {
        425 | 429 => true,
        408 | 500 | 502..=504 => repeatable,
        _ => false,
    };
    retry.then(|| retry_after(headers).map_or(RetryDelay::Backoff, RetryDelay::After))
}

/// `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3).
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(text).ok()?;
    let now = clock::SystemTime::now().duration_since(clock::UNIX_EPOCH);
    let then = date.duration_since(UNIX_EPOCH);
    // What is over by now needs no wait.
    Some(then.ok()?.saturating_sub(now.ok()?))
}

/// Tries calls again.
#[derive(Default)]
pub(super) struct Retrying(Budget);

impl Middleware for Retrying {
    fn handle<'a>(&'a self, request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a> {
        let info = next.info();
        if info.retry.attempts <= 1 || !request.body().is_repeatable() {
            return Next { attempt: 1, ..next }.run(request);
        }
        Box::pin(async move {
            let mut attempt = 1;
            loop {
                let next = Next {
                    original: Some(&request),
                    attempt,
                    ..next
                };
                let outcome = next.run(request.clone()).await;
                match self.wait(attempt, &outcome, info) {
                    Some(wait) => next.transport.sleep(wait).await,
                    None => return outcome,
                }
                attempt += 1;
            }
        })
    }
}

impl Retrying {
    /// How long to wait before the next attempt; nothing where there is none.
    fn wait(
        &self,
        attempt: u32,
        outcome: &Result<HttpResponse, SendError>,
        info: &CallInfo,
    ) -> Option<Duration> {
        let delay = match outcome {
            Ok(response) => retry_delay(response.status(), response.headers(), info.repeatable),
            // Without a connection, the server has seen nothing.
            Err(error) if error.is_connect() || (info.repeatable && error.is_broken()) => {
                Some(RetryDelay::Backoff)
            }
            Err(_) => None,
        };
        let Some(delay) = delay else {
            if matches!(outcome, Ok(response) if response.status().is_success()) {
                self.0.give();
            }
            return None;
        };
        let wait = info.retry.wait(attempt, delay)?;
        // A response that is there is better than none in time.
        let fits = info.start.elapsed().saturating_add(wait) < info.limit;
        (fits && self.0.take()).then_some(wait)
    }
}

/// Keeps many failing calls from doubling the load of a server in trouble: each retry takes one of a hundred, and each
/// success gives a tenth back.
#[derive(Debug)]
pub(crate) struct Budget(AtomicI64);

/// A hundred retries, counted in tenths.
const FULL: i64 = 1_000;
const RETRY: i64 = 10;

impl Default for Budget {
    fn default() -> Self {
        Self(AtomicI64::new(FULL))
    }
}

impl Budget {
    /// Takes one retry, if there is one left.
    pub(crate) fn take(&self) -> bool {
        let taken = |left: i64| (left >= RETRY).then_some(left - RETRY);
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken)
            .is_ok()
    }

    /// Gives a part of a retry back.
    pub(crate) fn give(&self) {
        let given = |left: i64| (left < FULL).then_some(left + 1);
        // A full budget stays as it is.
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, given)
            .ok();
    }
}

/// A number from a half to one: enough that clients do not come back all at once.
fn random() -> f64 {
    let bits = bits() >> 11;
    0.5 + bits as f64 / (1_u64 << 53) as f64 / 2.0
}
