//! Types that wrap another type and have the same JSON form.

/// Implements serialization for a type that wraps another one, with the same JSON form. An attribute in front applies
/// to reading only.
#[doc(hidden)]
#[macro_export]
macro_rules! wrapper {
    ($(#[$reading:meta])? $name:ident) => {
        $(#[$reading])?
        impl<'de> $crate::serde::de::Deserialize<'de> for types::$name {
            fn deserialize<D: $crate::serde::de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::serde::de::Deserialize::deserialize(deserializer).map(Self)
            }
        }

        impl $crate::serde::ser::Serialize for types::$name {
            fn serialize<S: $crate::serde::ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }
    };
}
