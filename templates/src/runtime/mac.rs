//! HMAC-SHA-256 (RFC 2104, FIPS 180-4) with keys that are never shown.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use http::HeaderMap;
use sha2::{Digest, Sha256};

use super::verifier::SignatureError;

/// The keys that verify signatures: two while one replaces the other.
#[derive(Clone)]
pub(super) struct Keys(Vec<Vec<u8>>);

impl Keys {
    /// Creates a key from raw bytes. An empty key is ignored, because everybody knows it.
    pub(super) fn new(key: &[u8]) -> Self {
        let mut keys = Self(Vec::new());
        keys.add(Some(key.to_owned()));
        keys
    }

    /// Creates a key that was decoded from another form, if it could be decoded.
    pub(super) fn from_decoded(key: Option<Vec<u8>>) -> Self {
        let mut keys = Self(Vec::new());
        keys.add(key);
        keys
    }

    pub(super) fn add(&mut self, key: Option<Vec<u8>>) {
        self.0.extend(key.filter(|key| !key.is_empty()));
    }

    /// Checks the signatures of a message, which consists of several segments. Each is compared in constant time.
    ///
    /// Returns the digest of the message, which does not depend on the signature: a sender with several valid
    /// signatures, one for each key, cannot make one message look like several.
    pub(super) fn verify(
        &self,
        message: &[&[u8]],
        signatures: &[Vec<u8>],
    ) -> Result<Vec<u8>, SignatureError> {
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
pub(super) fn header<'h>(
    headers: &'h HeaderMap,
    name: &'static str,
) -> Result<&'h str, SignatureError> {
    let mut values = headers.get_all(name).iter();
    let value = values.next().ok_or(SignatureError::Missing(name))?;
    match (values.next(), value.to_str()) {
        (None, Ok(text)) => Ok(text.trim()),
        _ => Err(SignatureError::Malformed(name)),
    }
}

pub(super) fn from_base64(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}

/// Decodes hexadecimal bytes.
pub(super) fn from_hex(text: &str) -> Option<Vec<u8>> {
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
