//! The kinds of members that an object has on the wire: how each is read and written, and what its absence means.

use serde::de::{Deserialize, Error, MapAccess};
use serde::ser::{Serialize, SerializeMap};

use super::object::Entries;

/// How a member is read and written, and what its absence means. `F` is the type of its field.
pub trait Member<F> {
    /// Reads the value whose key was read last.
    fn read<'de, A: MapAccess<'de>>(&self, entries: &mut Entries<'de, A>) -> Result<F, A::Error>
    where
        F: Deserialize<'de>,
    {
        entries.value()
    }

    /// The value where the member is not there.
    fn absent<E: Error>(&self, key: &'static str) -> Result<F, E>;

    /// Writes the member.
    fn write<M: SerializeMap>(
        &self,
        map: &mut M,
        key: &'static str,
        value: &F,
    ) -> Result<(), M::Error>
    where
        F: Serialize,
    {
        map.serialize_entry(key, value)
    }
}

/// It has to be there.
pub struct Required;

impl<T> Member<T> for Required {
    fn absent<E: Error>(&self, key: &'static str) -> Result<T, E> {
        Err(E::missing_field(key))
    }
}

/// It is there, or null, and written in both cases.
pub struct Nullable;

impl<T> Member<Option<T>> for Nullable {
    fn absent<E: Error>(&self, _: &'static str) -> Result<Option<T>, E> {
        Ok(None)
    }
}

/// It may be absent, and then is not written.
pub struct Optional;

impl<T> Member<Option<T>> for Optional {
    fn absent<E: Error>(&self, _: &'static str) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn write<M: SerializeMap>(
        &self,
        map: &mut M,
        key: &'static str,
        value: &Option<T>,
    ) -> Result<(), M::Error>
    where
        Option<T>: Serialize,
    {
        match value {
            Some(_) => map.serialize_entry(key, value),
            None => Ok(()),
        }
    }
}

/// It may be absent or any JSON value, null included.
pub struct Anything;

impl Member<Option<serde_json::Value>> for Anything {
    fn read<'de, A: MapAccess<'de>>(
        &self,
        entries: &mut Entries<'de, A>,
    ) -> Result<Option<serde_json::Value>, A::Error> {
        entries.value().map(Some)
    }

    fn absent<E: Error>(&self, _: &'static str) -> Result<Option<serde_json::Value>, E> {
        Ok(None)
    }

    fn write<M: SerializeMap>(
        &self,
        map: &mut M,
        key: &'static str,
        value: &Option<serde_json::Value>,
    ) -> Result<(), M::Error> {
        Optional.write(map, key, value)
    }
}

/// It may be absent, and then has the value that the description gives.
pub struct Defaulting<T>(pub fn() -> T);

impl<T> Member<T> for Defaulting<T> {
    fn read<'de, A: MapAccess<'de>>(&self, entries: &mut Entries<'de, A>) -> Result<T, A::Error>
    where
        T: Deserialize<'de>,
    {
        Ok(entries.value::<Option<T>>()?.unwrap_or_else(self.0))
    }

    fn absent<E: Error>(&self, _: &'static str) -> Result<T, E> {
        Ok((self.0)())
    }
}
