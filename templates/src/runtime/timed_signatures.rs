//! Signatures of the body and a timestamp: those of Stripe and of Standard Webhooks.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http::HeaderMap;

use super::mac::{Keys, from_base64, from_hex, header};
use super::verifier::{SignatureError, Verified, Verifier};

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
