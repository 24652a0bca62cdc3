//! String enums and their unknown values.

use std::fmt;

/// Implements a string enum from the string and the variant of each value. The type gets `ALL` and `as_str`.
#[doc(hidden)]
#[macro_export]
macro_rules! text_enumeration {
    ($name:ident { $($text:literal => $variant:ident,)* }) => {
        impl types::$name {
            /// All strings of the description, in its order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the string as sent and received.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::Unlisted(text) => text.as_str(),
                }
            }
        }

        impl From<&str> for types::$name {
            fn from(text: &str) -> Self {
                match text {
                    $($text => Self::$variant,)*
                    other => Self::Unlisted($crate::UnlistedText::new(other)),
                }
            }
        }

        impl From<String> for types::$name {
            fn from(text: String) -> Self {
                Self::from(text.as_str())
            }
        }

        impl std::str::FromStr for types::$name {
            type Err = std::convert::Infallible;

            /// Never fails: a string that is not listed is preserved.
            fn from_str(text: &str) -> Result<Self, std::convert::Infallible> {
                Ok(Self::from(text))
            }
        }

        impl std::fmt::Display for types::$name {
            /// Writes the string as it is sent.
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl<'de> $crate::serde::de::Deserialize<'de> for types::$name {
            fn deserialize<D: $crate::serde::de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = String::deserialize(deserializer).map(|text| Self::from(text.as_str()))?;
                if let Self::Unlisted(_) = value {
                    $crate::generated::unlisted(stringify!($name));
                }
                Ok(value)
            }
        }

        impl $crate::serde::ser::Serialize for types::$name {
            fn serialize<S: $crate::serde::ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
}

/// A string that is not listed in the API description. Only its enum can create one, so it never holds a listed string.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnlistedText(Box<str>);

impl UnlistedText {
    #[doc(hidden)]
    pub fn new(text: &str) -> Self {
        Self(text.into())
    }

    /// Returns the string as it is sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UnlistedText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
