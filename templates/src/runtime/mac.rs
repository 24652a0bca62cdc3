//! HMAC-SHA-256 (RFC 2104, FIPS 180-4) over keys that are never shown.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use http::HeaderMap;
use sha2::{Digest, Sha256};

use super::verifier::SignatureError;

/// The keys that a signature may be made with: while one is replaced, two are in use.
#[derive(Clone)]
pub(super) struct Keys(Vec<Vec<u8>>);

impl Keys {
    /// A key that is taken as it is; an empty one is none, since everybody knows it.
    pub(super) fn of(key: &[u8]) -> Self {
        let mut keys = Self(Vec::new());
        keys.add(Some(key.to_owned()));
        keys
    }

    /// A key that was written in another way, unless it could not be read.
    pub(super) fn read(key: Option<Vec<u8>>) -> Self {
        let mut keys = Self(Vec::new());
        keys.add(key);
        keys
    }

    pub(super) fn add(&mut self, key: Option<Vec<u8>>) {
        self.0.extend(key.filter(|key| !key.is_empty()));
    }

    /// Returns `true` if one of the signatures belongs to the parts of a message. Each is compared in constant time.
    ///
    /// What it returns is the digest of the message and of nothing else: a sender who holds several right signatures of
    /// it, one for each key, cannot make it look like several messages.
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

/// The text of a header that has to be there once: of two, nobody knows which was checked.
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

/// Bytes by two digits each.
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
