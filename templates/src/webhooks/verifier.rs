//! Verifies the sender of a webhook request.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use http::HeaderMap;

/// Verifies that a request was sent by the server, from its raw headers and body.
pub trait Verifier: Send + Sync {
    /// Verifies a request.
    ///
    /// # Errors
    ///
    /// Returns an error if the sender or the time of the request cannot be verified.
    fn verify(&self, headers: &HeaderMap, body: &[u8]) -> Result<Verified, SignatureError>;
}

/// A verified request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    fingerprint: Vec<u8>,
}

impl Verified {
    /// Creates a verified request. The fingerprint is the same if the same message is received again. It is derived
    /// from signed data: a digest of the message, or an id in it. The signature itself is not a fingerprint, because a
    /// message may have several.
    pub fn new(fingerprint: impl Into<Vec<u8>>) -> Self {
        Self {
            fingerprint: fingerprint.into(),
        }
    }

    /// Returns the fingerprint that identifies the message.
    pub fn fingerprint(&self) -> &[u8] {
        &self.fingerprint
    }
}

/// The reason why a request is not trusted. It does not contain a key or the expected signature.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignatureError {
    /// A required header is missing.
    Missing(&'static str),
    /// A header is malformed.
    Malformed(&'static str),
    /// The body was modified, or signed with another key.
    Mismatch,
    /// The message was signed too long ago, or in the future.
    Expired {
        /// The difference between its timestamp and now.
        age: Duration,
    },
    /// The same message was received before.
    Replayed,
    /// No key is available for verification.
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
                "the signature has expired or is from the future: it is {} s away from now",
                age.as_secs()
            ),
            Self::Replayed => formatter.write_str("the message was already received"),
            Self::NoKey => formatter.write_str("the key is missing or cannot be read"),
        }
    }
}

impl std::error::Error for SignatureError {}

/// Maximum number of remembered messages. The oldest are forgotten first.
const MAX_MESSAGES: usize = 100_000;

/// A verifier that rejects repeated messages within a time span. Servers send a message again if it was not handled
/// successfully, so verify each message only once, where it is accepted.
pub struct ReplayProtection<V> {
    verifier: V,
    span: Duration,
    seen: Mutex<HashMap<Vec<u8>, SystemTime>>,
}

impl<V: Verifier> ReplayProtection<V> {
    /// Remembers the messages of this time span, which should be longer than the tolerance of the verifier.
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
        if seen.len() >= MAX_MESSAGES {
            seen.retain(|_, at| is_young(at));
            forget_oldest(&mut seen);
        }
        seen.insert(fingerprint.to_owned(), now);
        true
    }
}

/// Forgets a tenth of the messages, so that this is rarely needed.
fn forget_oldest(seen: &mut HashMap<Vec<u8>, SystemTime>) {
    if seen.len() < MAX_MESSAGES {
        return;
    }
    let mut times: Vec<SystemTime> = seen.values().copied().collect();
    times.sort_unstable();
    if let Some(oldest) = times.get(MAX_MESSAGES / 10).copied() {
        seen.retain(|_, at| *at > oldest);
    }
}

impl<V: Verifier> Verifier for ReplayProtection<V> {
    fn verify(&self, headers: &HeaderMap, body: &[u8]) -> Result<Verified, SignatureError> {
        let verified = self.verifier.verify(headers, body)?;
        if self.is_new(verified.fingerprint(), SystemTime::now()) {
            Ok(verified)
        } else {
            Err(SignatureError::Replayed)
        }
    }
}

impl<V: fmt::Debug> fmt::Debug for ReplayProtection<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ReplayProtection")
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
