//! Decimals that some servers send as strings.

use serde::de::{Deserialize, Deserializer, Error};
use serde_json::value::RawValue;

use super::decimal::Decimal;
use super::text_number::ReadNumber;

impl ReadNumber for Decimal {
    fn read_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let text = raw
            .get()
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'));
        text.unwrap_or(raw.get()).parse().map_err(D::Error::custom)
    }
}
