//! Enumerations of whole numbers, and codes that they do not list.

use std::fmt;

/// Makes a type an enumeration of codes: for each its number, its variant and what it means.
macro_rules! code_enumeration {
    ($name:ident { $($code:literal => $variant:ident $($meaning:literal)?,)* }) => {
        impl types::$name {
            /// Every code that the description lists, in its order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The code on the wire.
            #[must_use]
            pub const fn code(self) -> i64 {
                match self {
                    $(Self::$variant => $code,)*
                    Self::Unknown(code) => code.get(),
                }
            }

            /// What the description says the code means: its text, or else the name that it gives the code.
            #[must_use]
            pub const fn meaning(self) -> Option<&'static str> {
                match self {
                    $(Self::$variant => code_enumeration!(@meaning $($meaning)?),)*
                    Self::Unknown(_) => None,
                }
            }
        }

        impl From<i64> for types::$name {
            fn from(code: i64) -> Self {
                match code {
                    $($code => Self::$variant,)*
                    other => Self::Unknown(UnknownCode::new(other)),
                }
            }
        }

        impl From<types::$name> for i64 {
            fn from(value: types::$name) -> Self {
                value.code()
            }
        }

        impl std::fmt::Display for types::$name {
            /// Writes the code, as it is on the wire.
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "{}", self.code())
            }
        }

        impl<'de> Deserialize<'de> for types::$name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                i64::deserialize(deserializer).map(Self::from)
            }
        }

        impl Serialize for types::$name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_i64(self.code())
            }
        }
    };
    (@meaning) => { None };
    (@meaning $meaning:literal) => { Some($meaning) };
}
pub(crate) use code_enumeration;

/// A code that this version of the description does not list. Only its enumeration makes one, so that a listed code is
/// never in here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnknownCode(i64);

impl UnknownCode {
    pub(crate) const fn new(code: i64) -> Self {
        Self(code)
    }

    /// The number on the wire.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }
}

impl fmt::Display for UnknownCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0)
    }
}
