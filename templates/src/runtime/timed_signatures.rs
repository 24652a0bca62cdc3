//! Signatures over the body and the time at which it was sent: those of Stripe and of Standard Webhooks.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http::HeaderMap;

use super::mac::{Keys, from_base64, from_hex, header};
use super::verifier::{SignatureError, Verified, Verifier};

/// How far the time of a message may be from now, unless it is said otherwise.
const TOLERANCE: Duration = Duration::from_secs(300);

/// What Stripe signs with: `Stripe-Signature: t=<seconds>,v1=<hex>`, HMAC-SHA-256 of the time, a dot and the body.
///
/// Source: <https://docs.stripe.com/webhooks#verify-manually>.
#[derive(Clone, Debug)]
pub struct StripeSignature {
    keys: Keys,
    tolerance: Duration,
}

impl StripeSignature {
    /// The secret of the endpoint, such as `whsec_...`; five minutes are tolerated.
    pub fn new(secret: impl AsRef<[u8]>) -> Self {
        Self {
            keys: Keys::of(secret.as_ref()),
            tolerance: TOLERANCE,
        }
    }

    /// Another secret that is in use, while one replaces the other.
    #[must_use]
    pub fn or(mut self, secret: impl AsRef<[u8]>) -> Self {
        self.keys.add(Some(secret.as_ref().to_owned()));
        self
    }

    /// How far the time of a message may be from now.
    #[must_use]
    pub fn with_tolerance(self, tolerance: Duration) -> Self {
        Self { tolerance, ..self }
    }

    /// Checks a request at another time than now, such as one that was kept.
    ///
    /// # Errors
    ///
    /// As [`Verifier::verify`].
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

/// What many servers sign with: `webhook-id`, `webhook-timestamp` and `webhook-signature: v1,<base64>`, HMAC-SHA-256 of
/// these two and the body with dots between them.
///
/// Source: <https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md>.
#[derive(Clone, Debug)]
pub struct StandardSignature {
    keys: Keys,
    tolerance: Duration,
}

impl StandardSignature {
    /// The secret in base64, with or without `whsec_` before it; five minutes are tolerated. Nothing is verified with what
    /// is no base64.
    pub fn new(secret: impl AsRef<str>) -> Self {
        Self {
            keys: Keys::read(standard_key(secret.as_ref())),
            tolerance: TOLERANCE,
        }
    }

    /// Another secret that is in use, while one replaces the other.
    #[must_use]
    pub fn or(mut self, secret: impl AsRef<str>) -> Self {
        self.keys.add(standard_key(secret.as_ref()));
        self
    }

    /// How far the time of a message may be from now.
    #[must_use]
    pub fn with_tolerance(self, tolerance: Duration) -> Self {
        Self { tolerance, ..self }
    }

    /// Checks a request at another time than now, such as one that was kept.
    ///
    /// # Errors
    ///
    /// As [`Verifier::verify`].
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
        // The server may send it again at another time: it is the same by its identifier, which is signed.
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

/// Returns `true` if a time in seconds since 1970 is near enough.
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
    match age <= tolerance {
        true => Ok(()),
        false => Err(SignatureError::Expired { age }),
    }
}
