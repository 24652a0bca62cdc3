//! Bytes that are sent as base64 strings (RFC 4648).

use std::fmt;

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

const ENGINE: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Bytes in base64. A received value is sent back exactly as it was written, including line breaks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Base64(String);

impl Base64 {
    /// Encodes bytes.
    #[must_use]
    pub fn encode(bytes: impl AsRef<[u8]>) -> Self {
        Self(ENGINE.encode(bytes))
    }

    /// Decodes the bytes. Accepts the standard and the URL-safe alphabet, with or without padding and line breaks.
    ///
    /// # Errors
    ///
    /// Returns an error if the string is not valid base64.
    pub fn decode(&self) -> Result<Vec<u8>, base64::DecodeError> {
        let standard = self.0.chars().filter(|c| !c.is_ascii_whitespace());
        let standard = standard.map(|c| match c {
            '-' => '+',
            '_' => '/',
            other => other,
        });
        ENGINE.decode(standard.collect::<String>())
    }

    /// Returns the string as it is sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Base64 {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Base64 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self)
    }
}

impl Serialize for Base64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}
