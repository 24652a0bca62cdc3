//! The retry policy.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use http::header::{HeaderMap, HeaderName, RETRY_AFTER};
use http::{Method, StatusCode};

use crate::calls::platform;
use crate::calls::platform::bits;

/// The number of attempts of a call, and the delays between them.
///
/// A call is retried if that cannot repeat its effect: if no connection was established, and if the server reports that
/// it did nothing (425 and 429). Idempotent methods (RFC 9110, section 9.2.2) and requests with an `Idempotency-Key`
/// are also retried after a broken connection and after the statuses 408, 500, 502, 503 and 504. The server's
/// `Retry-After` is respected up to one hour. Otherwise the delay doubles with each attempt, with random jitter. The
/// timeout of a call includes all attempts. After a redirect, the number of attempts starts again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    pub(crate) attempts: u32,
    first: Duration,
    max: Duration,
}

impl Default for Retry {
    /// Three attempts; the first delay is up to 200 milliseconds, and no delay is longer than 10 seconds.
    fn default() -> Self {
        Self {
            attempts: 3,
            first: Duration::from_millis(200),
            max: Duration::from_secs(10),
        }
    }
}

impl Retry {
    /// Disables retries.
    #[must_use]
    pub fn never() -> Self {
        Self::default().attempts(1)
    }

    /// Sets the maximum number of attempts, including the first.
    #[must_use]
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }

    /// Sets the delay after the first attempt and the maximum delay. A server may request a longer delay.
    #[must_use]
    pub fn backoff(mut self, first: Duration, max: Duration) -> Self {
        self.first = first;
        self.max = max;
        self
    }

    /// Returns the delay before the next attempt, or `None` after the last attempt.
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

/// Maximum delay that a server may request. If it requests a longer one, the caller gets the response instead.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(60 * 60);

/// The delay of a retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RetryDelay {
    /// The default delay.
    Backoff,
    /// The delay that the server requests.
    After(Duration),
}

/// The suffix of the header name that marks a request as idempotent.
const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// Returns `true` if repeating a request does not repeat its effect.
pub(crate) fn is_repeatable(method: &Method, headers: &HeaderMap) -> bool {
    let is_key = |name: &HeaderName| name.as_str().ends_with(IDEMPOTENCY_KEY);
    method.is_idempotent() || headers.keys().any(is_key)
}

/// Returns the delay if the response of the server permits another attempt.
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

/// Parses `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3). Some servers send fractions of seconds.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse::<f64>() {
        let is_delay = seconds.is_finite() && seconds >= 0.0;
        // Beyond the maximum of a duration, the delay is not waited for.
        let delay = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        return is_delay.then_some(delay);
    }
    let date = httpdate::parse_http_date(text).ok()?;
    let now = platform::SystemTime::now().duration_since(platform::UNIX_EPOCH);
    let then = date.duration_since(UNIX_EPOCH);
    // A date in the past needs no delay.
    Some(then.ok()?.saturating_sub(now.ok()?))
}

/// Limits the retries of a client, so that many failing calls do not double the load of an overloaded server. The
/// budget is one hundred retries; each success restores a tenth of a retry.
#[derive(Debug)]
pub(crate) struct Budget(AtomicI64);

/// One hundred retries, counted in tenths.
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

    /// Restores a tenth of a retry.
    pub(crate) fn give(&self) {
        let given = |left: i64| (left < FULL).then_some(left + 1);
        // A full budget is unchanged.
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, given)
            .ok();
    }
}

/// Returns a number between 0.5 and 1, so that clients do not retry all at once.
fn random() -> f64 {
    let bits = bits() >> 11;
    0.5 + bits as f64 / (1_u64 << 53) as f64 / 2.0
}
