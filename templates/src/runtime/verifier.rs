//! `true` if a request comes from the server that it says it comes from.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use http::HeaderMap;

/// Checks that the server has sent a request, by its headers and its body as they came.
pub trait Verifier: Send + Sync {
    /// Checks a request.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not certain that the server has sent it, or has sent it now.
    fn verify(&self, headers: &HeaderMap, body: &[u8]) -> Result<Verified, SignatureError>;
}

/// A request whose sender is certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    fingerprint: Vec<u8>,
}

impl Verified {
    /// A verified request; the fingerprint is the same where the same message comes again, and comes from what is signed: a
    /// digest of it, or an identifier in it. The signature is no fingerprint, since a message may have several.
    pub fn new(fingerprint: impl Into<Vec<u8>>) -> Self {
        Self {
            fingerprint: fingerprint.into(),
        }
    }

    /// What tells it apart from other requests.
    pub fn fingerprint(&self) -> &[u8] {
        &self.fingerprint
    }
}

/// Why a request is not trusted. Nothing in it shows a key or the right signature.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignatureError {
    /// A header is missing that the signature needs.
    Missing(&'static str),
    /// A header is not written as the signature needs it.
    Malformed(&'static str),
    /// The body is not what was signed, or it was signed with another key.
    Mismatch,
    /// It was signed too long ago, or in the future.
    Expired {
        /// How far its time is from now.
        age: Duration,
    },
    /// The same message came before.
    Replayed,
    /// No key is known to verify with.
    NoKey,
}

impl fmt::Display for SignatureError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(header) => write!(formatter, "the header `{header}` is missing"),
            Self::Malformed(header) => {
                write!(
                    formatter,
                    "the header `{header}` cannot be read as a signature"
                )
            }
            Self::Mismatch => {
                formatter.write_str("the signature does not belong to the body and the key")
            }
            Self::Expired { age } => write!(
                formatter,
                "the signature is {} s away from now, which is more than is tolerated",
                age.as_secs()
            ),
            Self::Replayed => formatter.write_str("the same message came before"),
            Self::NoKey => formatter.write_str("there is no key, or it cannot be read"),
        }
    }
}

impl std::error::Error for SignatureError {}

/// So many messages are remembered; the oldest are forgotten first.
const MOST_MESSAGES: usize = 100_000;

/// A verifier that refuses what came before, within a span of time. Servers repeat what was not answered well: give each
/// message to this once, where it is taken.
pub struct RefuseReplays<V> {
    verifier: V,
    span: Duration,
    seen: Mutex<HashMap<Vec<u8>, SystemTime>>,
}

impl<V: Verifier> RefuseReplays<V> {
    /// Remembers the messages of this span of time, which should be longer than the tolerance of the verifier.
    pub fn new(verifier: V, span: Duration) -> Self {
        Self {
            verifier,
            span,
            seen: Mutex::default(),
        }
    }

    fn is_new(&self, fingerprint: &[u8], now: SystemTime) -> bool {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let is_young =
            |at: &SystemTime| now.duration_since(*at).map_or(true, |age| age <= self.span);
        if seen.get(fingerprint).is_some_and(is_young) {
            return false;
        }
        if seen.len() >= MOST_MESSAGES {
            seen.retain(|_, at| is_young(at));
            forget_oldest(&mut seen);
        }
        seen.insert(fingerprint.to_owned(), now);
        true
    }
}

/// Forgets a tenth, so that this is seldom needed.
fn forget_oldest(seen: &mut HashMap<Vec<u8>, SystemTime>) {
    if seen.len() < MOST_MESSAGES {
        return;
    }
    let mut times: Vec<SystemTime> = seen.values().copied().collect();
    times.sort_unstable();
    if let Some(oldest) = times.get(MOST_MESSAGES / 10).copied() {
        seen.retain(|_, at| *at > oldest);
    }
}

impl<V: Verifier> Verifier for RefuseReplays<V> {
    fn verify(&self, headers: &HeaderMap, body: &[u8]) -> Result<Verified, SignatureError> {
        let verified = self.verifier.verify(headers, body)?;
        match self.is_new(verified.fingerprint(), SystemTime::now()) {
            true => Ok(verified),
            false => Err(SignatureError::Replayed),
        }
    }
}

impl<V: fmt::Debug> fmt::Debug for RefuseReplays<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("RefuseReplays")
            .field("verifier", &self.verifier)
            .field("span", &self.span)
            .finish_non_exhaustive()
    }
}

impl<V: Verifier + ?Sized> Verifier for &V {
    fn verify(&self, headers: &HeaderMap, body: &[u8]) -> Result<Verified, SignatureError> {
        (**self).verify(headers, body)
    }
}
