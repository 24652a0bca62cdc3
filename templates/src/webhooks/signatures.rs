//! Signatures of webhooks: HMAC-SHA-256 (RFC 2104, FIPS 180-4) with keys that are never shown.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use http::HeaderMap;
use sha2::{Digest, Sha256};

use crate::webhooks::verifier::{SignatureError, Verified, Verifier};

/// The keys that verify signatures: two while one replaces the other.
#[derive(Clone)]
struct Keys(Vec<Vec<u8>>);

impl Keys {
    /// Creates a key from raw bytes. An empty key is ignored, because everybody knows it.
    fn new(key: &[u8]) -> Self {
        Self::from_decoded(Some(key.to_owned()))
    }

    /// Creates a key that was decoded from another form, if it could be decoded.
    fn from_decoded(key: Option<Vec<u8>>) -> Self {
        let mut keys = Self(Vec::new());
        keys.add(key);
        keys
    }

    fn add(&mut self, key: Option<Vec<u8>>) {
        self.0.extend(key.filter(|key| !key.is_empty()));
    }

    /// Checks the signatures of a message, which consists of several segments. Each is compared in constant time.
    ///
    /// Returns the digest of the message, which does not depend on the signature: a sender with several valid
    /// signatures, one for each key, cannot make one message look like several.
    fn verify(&self, message: &[&[u8]], signatures: &[Vec<u8>]) -> Result<Vec<u8>, SignatureError> {
        if self.0.is_empty() {
            return Err(SignatureError::NoKey);
        }
        for key in &self.0 {
            let mut mac = Hmac::<Sha256>::new_from_slice(key).map_err(|_| SignatureError::NoKey)?;
            message.iter().for_each(|part| mac.update(part));
            let right = |signature: &Vec<u8>| mac.clone().verify_slice(signature).is_ok();
            if signatures.iter().any(right) {
                return Ok(digest(message));
            }
        }
        Err(SignatureError::Mismatch)
    }
}

fn digest(message: &[&[u8]]) -> Vec<u8> {
    let mut digest = Sha256::new();
    message.iter().for_each(|part| digest.update(part));
    digest.finalize().to_vec()
}

impl fmt::Debug for Keys {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} keys", self.0.len())
    }
}

/// Returns the text of a header that must occur exactly once: with two, it would be unclear which one was checked.
fn header<'h>(headers: &'h HeaderMap, name: &'static str) -> Result<&'h str, SignatureError> {
    let mut values = headers.get_all(name).iter();
    let value = values.next().ok_or(SignatureError::Missing(name))?;
    match (values.next(), value.to_str()) {
        (None, Ok(text)) => Ok(text.trim()),
        _ => Err(SignatureError::Malformed(name)),
    }
}

fn from_base64(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}

/// Decodes hexadecimal bytes.
fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| {
        char::from(byte)
            .to_digit(16)
            .and_then(|digit| u8::try_from(digit).ok())
    };
    let pairs = text.as_bytes().chunks(2);
    pairs
        .map(|pair| match pair {
            [high, low] => Some(digit(*high)? * 16 + digit(*low)?),
            _ => None,
        })
        .collect()
}

/// Verifies the signatures of GitHub: `X-Hub-Signature-256: sha256=` and HMAC-SHA-256 of the body in hex.
///
/// Source: <https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries>.
#[derive(Clone, Debug)]
pub struct GitHubSignature(Keys);

impl GitHubSignature {
    /// Creates a verifier with the secret of the webhook.
    pub fn new(secret: impl AsRef<[u8]>) -> Self {
        Self(Keys::new(secret.as_ref()))
    }

    /// Adds another valid secret, for use during rotation.
    #[must_use]
    pub fn or(mut self, secret: impl AsRef<[u8]>) -> Self {
        self.0.add(Some(secret.as_ref().to_owned()));
        self
    }
}

impl Verifier for GitHubSignature {
    fn verify(&self, headers: &HeaderMap, body: &[u8]) -> Result<Verified, SignatureError> {
        const HEADER: &str = "x-hub-signature-256";
        let written = header(headers, HEADER)?;
        let signature = written.strip_prefix("sha256=").and_then(from_hex);
        let signature = signature.ok_or(SignatureError::Malformed(HEADER))?;
        self.0.verify(&[body], &[signature]).map(Verified::new)
    }
}

/// The default maximum difference between the timestamp of a message and now.
const DEFAULT_TOLERANCE: Duration = Duration::from_secs(300);

/// Verifies the signatures of Stripe: `Stripe-Signature: t=<seconds>,v1=<hex>`, HMAC-SHA-256 of the timestamp, a dot
/// and the body.
///
/// Source: <https://docs.stripe.com/webhooks#verify-manually>.
#[derive(Clone, Debug)]
pub struct StripeSignature {
    keys: Keys,
    tolerance: Duration,
}

impl StripeSignature {
    /// Creates a verifier with the secret of the endpoint, such as `whsec_...`. The default tolerance is five minutes.
    pub fn new(secret: impl AsRef<[u8]>) -> Self {
        Self {
            keys: Keys::new(secret.as_ref()),
            tolerance: DEFAULT_TOLERANCE,
        }
    }

    /// Adds another valid secret, for use during rotation.
    #[must_use]
    pub fn or(mut self, secret: impl AsRef<[u8]>) -> Self {
        self.keys.add(Some(secret.as_ref().to_owned()));
        self
    }

    /// Sets the maximum difference between the timestamp of a message and now.
    #[must_use]
    pub fn tolerance(self, tolerance: Duration) -> Self {
        Self { tolerance, ..self }
    }

    /// Verifies a request relative to another time than now, for example a stored one.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Verifier::verify`].
    pub fn verify_at(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: SystemTime,
    ) -> Result<Verified, SignatureError> {
        const HEADER: &str = "stripe-signature";
        let written = header(headers, HEADER)?;
        let values = |key: &'static str| {
            let pairs = written
                .split(',')
                .filter_map(|pair| pair.trim().split_once('='));
            pairs
                .filter(move |(name, _)| *name == key)
                .map(|(_, value)| value)
        };
        let time = values("t")
            .next()
            .ok_or(SignatureError::Malformed(HEADER))?;
        let signatures: Vec<Vec<u8>> = values("v1").filter_map(from_hex).collect();
        if signatures.is_empty() {
            return Err(SignatureError::Malformed(HEADER));
        }
        let message: [&[u8]; 3] = [time.as_bytes(), b".", body];
        let digest = self.keys.verify(&message, &signatures)?;
        check_time(time, HEADER, now, self.tolerance)?;
        Ok(Verified::new(digest))
    }
}

impl Verifier for StripeSignature {
    fn verify(&self, headers: &HeaderMap, body: &[u8]) -> Result<Verified, SignatureError> {
        self.verify_at(headers, body, SystemTime::now())
    }
}

/// Verifies signatures according to Standard Webhooks, which many servers use: `webhook-id`, `webhook-timestamp` and
/// `webhook-signature: v1,<base64>`, HMAC-SHA-256 of these two and the body, separated by dots.
///
/// Source: <https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md>.
#[derive(Clone, Debug)]
pub struct StandardSignature {
    keys: Keys,
    tolerance: Duration,
}

impl StandardSignature {
    /// Creates a verifier with the secret in base64, with or without the prefix `whsec_`. The default tolerance is five
    /// minutes. An invalid secret verifies nothing.
    pub fn new(secret: impl AsRef<str>) -> Self {
        Self {
            keys: Keys::from_decoded(standard_key(secret.as_ref())),
            tolerance: DEFAULT_TOLERANCE,
        }
    }

    /// Adds another valid secret, for use during rotation.
    #[must_use]
    pub fn or(mut self, secret: impl AsRef<str>) -> Self {
        self.keys.add(standard_key(secret.as_ref()));
        self
    }

    /// Sets the maximum difference between the timestamp of a message and now.
    #[must_use]
    pub fn tolerance(self, tolerance: Duration) -> Self {
        Self { tolerance, ..self }
    }

    /// Verifies a request relative to another time than now, for example a stored one.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Verifier::verify`].
    pub fn verify_at(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: SystemTime,
    ) -> Result<Verified, SignatureError> {
        const ID: &str = "webhook-id";
        const TIME: &str = "webhook-timestamp";
        const SIGNATURE: &str = "webhook-signature";
        let (id, time) = (header(headers, ID)?, header(headers, TIME)?);
        let written = header(headers, SIGNATURE)?.split_ascii_whitespace();
        let signatures = written.filter_map(|one| from_base64(one.strip_prefix("v1,")?));
        let signatures: Vec<Vec<u8>> = signatures.collect();
        if signatures.is_empty() {
            return Err(SignatureError::Malformed(SIGNATURE));
        }
        let message: [&[u8]; 5] = [id.as_bytes(), b".", time.as_bytes(), b".", body];
        self.keys.verify(&message, &signatures)?;
        check_time(time, TIME, now, self.tolerance)?;
        // The server may send the message again with a new timestamp. Its id is signed and stays the same.
        Ok(Verified::new(id))
    }
}

impl Verifier for StandardSignature {
    fn verify(&self, headers: &HeaderMap, body: &[u8]) -> Result<Verified, SignatureError> {
        self.verify_at(headers, body, SystemTime::now())
    }
}

fn standard_key(secret: &str) -> Option<Vec<u8>> {
    let secret = secret.trim();
    from_base64(secret.strip_prefix("whsec_").unwrap_or(secret))
}

/// Checks that a timestamp, in seconds since 1970, is within the tolerance.
fn check_time(
    seconds: &str,
    header: &'static str,
    now: SystemTime,
    tolerance: Duration,
) -> Result<(), SignatureError> {
    let seconds: u64 = seconds
        .parse()
        .map_err(|_| SignatureError::Malformed(header))?;
    let sent = UNIX_EPOCH.checked_add(Duration::from_secs(seconds));
    let sent = sent.ok_or(SignatureError::Malformed(header))?;
    let age = now
        .duration_since(sent)
        .unwrap_or_else(|early| early.duration());
    if age <= tolerance {
        Ok(())
    } else {
        Err(SignatureError::Expired { age })
    }
}
