//! Types that wrap another one and look like it on the wire.

/// Makes a type that wraps another one read and written like that.
macro_rules! wrapper {
    ($name:ident) => {
        impl<'de> Deserialize<'de> for types::$name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Deserialize::deserialize(deserializer).map(Self)
            }
        }

        impl Serialize for types::$name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }
    };
}
pub(crate) use wrapper;
