//! Bytes that travel as text in base64 (RFC 4648).

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

/// Bytes in base64. What was received is sent back as it was written, line breaks included.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Base64(String);

impl Base64 {
    /// Encodes bytes.
    #[must_use]
    pub fn encode(bytes: impl AsRef<[u8]>) -> Self {
        Self(ENGINE.encode(bytes))
    }

    /// The bytes; both alphabets are understood, with and without padding and line breaks.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is no base64.
    pub fn decode(&self) -> Result<Vec<u8>, base64::DecodeError> {
        let standard = self.0.chars().filter(|c| !c.is_ascii_whitespace());
        let standard = standard.map(|c| match c {
            '-' => '+',
            '_' => '/',
            other => other,
        });
        ENGINE.decode(standard.collect::<String>())
    }

    /// The text on the wire.
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
