//! Enumerations of texts, and texts that they do not list.

use std::fmt;

/// Makes a type an enumeration of texts: for each the text and its variant. The type has the function `as_str`, and so have
/// the enumerations of which it has all texts.
macro_rules! text_enumeration {
    ($name:ident $(of $($part:ident),+)? { $($text:literal => $variant:ident,)* }) => {
        $($(
            impl From<types::$part> for types::$name {
                fn from(part: types::$part) -> Self {
                    Self::from(part.as_str())
                }
            }
        )+)?

        impl From<&str> for types::$name {
            fn from(text: &str) -> Self {
                match text {
                    $($text => Self::$variant,)*
                    other => Self::Unlisted(super::super::runtime::UnlistedText::new(other)),
                }
            }
        }

        impl From<String> for types::$name {
            fn from(text: String) -> Self {
                Self::from(text.as_str())
            }
        }

        impl std::fmt::Display for types::$name {
            /// Writes the text, as it is on the wire.
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl<'de> serde::de::Deserialize<'de> for types::$name {
            fn deserialize<D: serde::de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer).map(|text| Self::from(text.as_str()))
            }
        }

        impl serde::ser::Serialize for types::$name {
            fn serialize<S: serde::ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
}
pub(crate) use text_enumeration;

/// A text that this version of the description does not list. Only its enumeration makes one, so that a listed text is
/// never in here.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnlistedText(Box<str>);

impl UnlistedText {
    pub(crate) fn new(text: &str) -> Self {
        Self(text.into())
    }

    /// The text on the wire.
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
