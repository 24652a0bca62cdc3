//! Numbers that may be absent or `null`, and that some servers send as strings.

use serde::de::{Deserializer, MapAccess};
use serde::ser::{Serialize, SerializeMap};

use super::member::Missing;
use super::object::{ObjectReader, ObjectWriter};
use super::patch::Patch;
use super::text_number::ReadNumber;

impl<T: ReadNumber> ReadNumber for Patch<T> {
    fn read_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::read_number(deserializer).map(|value| value.map_or(Self::Null, Self::Value))
    }
}

impl Missing {
    /// A member that may be absent or `null`. It is not written if it is absent.
    pub const fn patched_number<T>() -> Option<Patch<T>> {
        Self::patched()
    }
}

impl<'de, A: MapAccess<'de>> ObjectReader<'de, A> {
    /// Reads a member that may be absent or `null`.
    pub fn patched_number<T: ReadNumber>(&mut self, field: &mut Option<Patch<T>>) {
        self.required_number(field);
    }
}

impl<M: SerializeMap> ObjectWriter<M> {
    /// Writes a member that is absent, `null` or a value.
    pub fn patched_number<T: Serialize>(&mut self, key: &'static str, value: &Patch<T>) {
        self.patched(key, value);
    }
}
