//! Properties that may be absent, `null` or a value.

use serde::de::{Deserialize, Deserializer, MapAccess};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::wire::member::Missing;
use crate::wire::object::{ObjectReader, ObjectWriter};

/// The change of a property of an existing resource. In a received value, the state of the property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Patch<T> {
    /// Keep the current value: the property is absent.
    #[default]
    Unset,
    /// Remove the value: the property is `null`.
    Null,
    /// Replace the value.
    Value(T),
}

impl<T> Patch<T> {
    /// Returns `true` if the property is absent.
    pub const fn is_unset(&self) -> bool {
        matches!(self, Self::Unset)
    }

    /// Returns the value, if there is one.
    pub const fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Unset | Self::Null => None,
        }
    }

    /// Returns a mutable reference to the value, if there is one.
    pub const fn value_mut(&mut self) -> Option<&mut T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Unset | Self::Null => None,
        }
    }

    /// Converts to the value, if there is one.
    pub fn into_value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Unset | Self::Null => None,
        }
    }
}

impl<T> From<T> for Patch<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

impl<T: Serialize> Serialize for Patch<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(|value| value.map_or(Self::Null, Self::Value))
    }
}

impl Missing {
    /// A member that may be absent or `null`. It is not written if it is absent.
    pub const fn patched<T>() -> Option<Patch<T>> {
        Some(Patch::Unset)
    }
}

impl<'de, A: MapAccess<'de>> ObjectReader<'de, A> {
    /// Reads a member that may be absent or `null`.
    pub fn patched<T: Deserialize<'de>>(&mut self, field: &mut Option<Patch<T>>) {
        self.required(field);
    }
}

impl<M: SerializeMap> ObjectWriter<M> {
    /// Writes a member that is absent, `null` or a value.
    pub fn patched<T: Serialize>(&mut self, key: &'static str, value: &Patch<T>) {
        if !value.is_unset() {
            self.write(key, value);
        }
    }
}
