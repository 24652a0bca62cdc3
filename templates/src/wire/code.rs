//! Integer enums and their unknown values.

use std::fmt;

use serde::de::{Deserializer, Error, Unexpected, Visitor};

/// Implements an integer enum from the number, the variant and the meaning of each value. The type gets `ALL`, `code` and
/// `meaning`.
#[doc(hidden)]
#[macro_export]
macro_rules! code_enumeration {
    ($name:ident { $($code:literal => $variant:ident $($meaning:literal)?,)* }) => {
        impl types::$name {
            /// All codes of the description, in its order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the code as sent and received.
            #[must_use]
            pub const fn code(self) -> i64 {
                match self {
                    $(Self::$variant => $code,)*
                    Self::Unlisted(code) => code.get(),
                }
            }

            /// Returns the meaning of the code in the description.
            #[must_use]
            pub const fn meaning(self) -> Option<&'static str> {
                match self {
                    $($(Self::$variant => Some($meaning),)?)*
                    _ => None,
                }
            }
        }

        impl From<i64> for types::$name {
            fn from(code: i64) -> Self {
                match code {
                    $($code => Self::$variant,)*
                    other => Self::Unlisted($crate::UnlistedCode::new(other)),
                }
            }
        }

        impl From<types::$name> for i64 {
            fn from(value: types::$name) -> Self {
                value.code()
            }
        }

        impl std::fmt::Display for types::$name {
            /// Writes the number as it is sent.
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "{}", self.code())
            }
        }

        impl<'de> $crate::serde::de::Deserialize<'de> for types::$name {
            fn deserialize<D: $crate::serde::de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = $crate::generated::read_code(deserializer).map(Self::from)?;
                if let Self::Unlisted(_) = value {
                    $crate::generated::unlisted(stringify!($name));
                }
                Ok(value)
            }
        }

        impl $crate::serde::ser::Serialize for types::$name {
            fn serialize<S: $crate::serde::ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_i64(self.code())
            }
        }
    };
}

/// Reads an integer. `1.0` is read as 1, because some JSON writers do not distinguish integers from floats.
pub fn read_code<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    struct Reader;

    impl Visitor<'_> for Reader {
        type Value = i64;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a whole number")
        }

        fn visit_i64<E: Error>(self, code: i64) -> Result<i64, E> {
            Ok(code)
        }

        fn visit_u64<E: Error>(self, code: u64) -> Result<i64, E> {
            i64::try_from(code).map_err(|_| E::invalid_value(Unexpected::Unsigned(code), &self))
        }

        fn visit_f64<E: Error>(self, code: f64) -> Result<i64, E> {
            // Larger `f64` values are not exact.
            if code.fract() == 0.0 && code.abs() <= 9_007_199_254_740_992.0 {
                Ok(code as i64)
            } else {
                Err(E::invalid_type(Unexpected::Float(code), &self))
            }
        }
    }

    deserializer.deserialize_i64(Reader)
}

/// A code that is not listed in the API description. Only its enum can create one, so it never holds a listed code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnlistedCode(i64);

impl UnlistedCode {
    #[doc(hidden)]
    pub const fn new(code: i64) -> Self {
        Self(code)
    }

    /// Returns the number as it is sent.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }
}

impl fmt::Display for UnlistedCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0)
    }
}
