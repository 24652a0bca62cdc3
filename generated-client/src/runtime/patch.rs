//! Members that may be absent, null or a value.

use serde::de::{Deserialize, Deserializer, MapAccess};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::member::Absent;
use super::object::{Entries, Members};

/// What to do with a member of something that exists already; of what was received, what it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Patch<T> {
    /// Leave it as it is: the member is absent.
    #[default]
    Leave,
    /// Take its value away: the member is `null`.
    Clear,
    /// Give it this value.
    Set(T),
}

impl<T> Patch<T> {
    /// Whether the member is not sent.
    pub const fn is_leave(&self) -> bool {
        matches!(self, Self::Leave)
    }

    /// The value, if there is one.
    pub const fn value(&self) -> Option<&T> {
        match self {
            Self::Set(value) => Some(value),
            Self::Leave | Self::Clear => None,
        }
    }

    /// The value, if there is one, to change it in place.
    pub const fn value_mut(&mut self) -> Option<&mut T> {
        match self {
            Self::Set(value) => Some(value),
            Self::Leave | Self::Clear => None,
        }
    }

    /// The value, if there is one.
    pub fn into_value(self) -> Option<T> {
        match self {
            Self::Set(value) => Some(value),
            Self::Leave | Self::Clear => None,
        }
    }
}

impl<T> From<T> for Patch<T> {
    fn from(value: T) -> Self {
        Self::Set(value)
    }
}

impl<T: Serialize> Serialize for Patch<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(|value| value.map_or(Self::Clear, Self::Set))
    }
}

impl Absent {
    /// It may be absent or null, and is not written where it is to be left.
    pub const fn patched<T>() -> Option<Patch<T>> {
        Some(Patch::Leave)
    }
}

impl<'de, A: MapAccess<'de>> Entries<'de, A> {
    /// Reads a member that may be absent or null.
    pub fn patched<T: Deserialize<'de>>(&mut self, field: &mut Option<Patch<T>>) {
        self.required(field);
    }
}

impl<M: SerializeMap> Members<M> {
    /// Writes a member that is left, cleared or set.
    pub fn patched<T: Serialize>(&mut self, key: &'static str, value: &Patch<T>) {
        if !value.is_leave() {
            self.put(key, value);
        }
    }
}
