//! Arrays of unique numbers that some servers send as strings.

use serde::de::Deserializer;

use super::set::Set;
use super::text_number::ReadNumber;

impl<T: ReadNumber> ReadNumber for Set<T> {
    fn read_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::read_number(deserializer).map(Self::received)
    }
}
