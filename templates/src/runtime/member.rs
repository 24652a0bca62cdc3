//! The kinds of members that an object has on the wire: how each is read and written, and what its absence means.

use serde::de::{Deserialize, MapAccess};
use serde::ser::{Serialize, SerializeMap};

use super::object::{Entries, Members};

/// How a member is read and written, and what its absence means. `F` is the type of its field.
pub trait Member<F> {
    /// Reads the value whose key was read last.
    fn read<'de, A: MapAccess<'de>>(&self, entries: &mut Entries<'de, A>, field: &mut Option<F>)
    where
        F: Deserialize<'de>,
    {
        *field = entries.value();
    }

    /// The value where the member is not there; none where it has to be.
    fn absent(&self) -> Option<F>;

    /// Fills in a member that was not there, or tells that it is missing.
    fn complete<'de, A: MapAccess<'de>>(
        &self,
        entries: &mut Entries<'de, A>,
        key: &'static str,
        field: &mut Option<F>,
    ) {
        if field.is_none() {
            *field = self.absent();
        }
        if field.is_none() {
            entries.missing(key);
        }
    }

    /// Writes the member.
    fn write<M: SerializeMap>(&self, members: &mut Members<M>, key: &'static str, value: &F)
    where
        F: Serialize,
    {
        members.put(key, value);
    }
}

/// It has to be there.
pub struct Required;

impl<T> Member<T> for Required {
    fn absent(&self) -> Option<T> {
        None
    }
}

/// It is there, or null, and written in both cases.
pub struct Nullable;

impl<T> Member<Option<T>> for Nullable {
    fn absent(&self) -> Option<Option<T>> {
        Some(None)
    }
}

/// It may be absent, and then is not written.
pub struct Optional;

impl<T> Member<Option<T>> for Optional {
    fn absent(&self) -> Option<Option<T>> {
        Some(None)
    }

    fn write<M: SerializeMap>(&self, members: &mut Members<M>, key: &'static str, value: &Option<T>)
    where
        Option<T>: Serialize,
    {
        if value.is_some() {
            members.put(key, value);
        }
    }
}

/// It may be absent or any JSON value, null included.
pub struct Anything;

impl Member<Option<serde_json::Value>> for Anything {
    fn read<'de, A: MapAccess<'de>>(
        &self,
        entries: &mut Entries<'de, A>,
        field: &mut Option<Option<serde_json::Value>>,
    ) {
        *field = entries.value().map(Some);
    }

    fn absent(&self) -> Option<Option<serde_json::Value>> {
        Some(None)
    }

    fn write<M: SerializeMap>(
        &self,
        members: &mut Members<M>,
        key: &'static str,
        value: &Option<serde_json::Value>,
    ) {
        Optional.write(members, key, value);
    }
}

/// It may be absent, and then has the value that the description gives.
pub struct Defaulting<T>(pub fn() -> T);

impl<T> Member<T> for Defaulting<T> {
    fn read<'de, A: MapAccess<'de>>(&self, entries: &mut Entries<'de, A>, field: &mut Option<T>)
    where
        T: Deserialize<'de>,
    {
        // Null is as good as nothing.
        *field = entries.value::<Option<T>>().flatten();
    }

    fn absent(&self) -> Option<T> {
        Some((self.0)())
    }
}
