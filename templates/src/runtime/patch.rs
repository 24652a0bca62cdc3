//! Sent members that may be absent, null or a value.

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::member::Member;
use super::object::Members;

/// What to do with a member of something that exists already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Patch<T> {
    /// Leave it as it is: the member is not sent.
    #[default]
    Leave,
    /// Take its value away: `null` is sent.
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

/// The member that holds it is not written where it is to be left.
#[doc(hidden)]
pub struct Patched;

impl<T> Member<Patch<T>> for Patched {
    fn absent(&self) -> Option<Patch<T>> {
        Some(Patch::Leave)
    }

    fn write<M: SerializeMap>(&self, members: &mut Members<M>, key: &'static str, value: &Patch<T>)
    where
        Patch<T>: Serialize,
    {
        if !value.is_leave() {
            members.put(key, value);
        }
    }
}
