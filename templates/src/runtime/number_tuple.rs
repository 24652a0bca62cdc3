//! Tuples with numbers that some servers send as strings.

use serde::de::{Deserialize, Deserializer};
use serde_json::Value;

use super::text_number::{OfNumbers, ReadNumber};

macro_rules! tuples {
    ($first:ident $(, $element:ident)*) => {
        impl<$first: ReadNumber $(, $element: ReadNumber)*> ReadNumber for ($first, $($element,)*) {
            #[allow(non_snake_case, reason = "the elements are named after their types")]
            fn read_number<'de, De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
                let (OfNumbers($first), $(OfNumbers($element),)*) = Deserialize::deserialize(deserializer)?;
                Ok(($first, $($element,)*))
            }
        }

        tuples!($($element),*);
    };
    () => {};
}

tuples!(A, B, C, D, E, F, G, H, I, J, K, L);

macro_rules! others {
    ($($other:ty),*) => {
        $(impl ReadNumber for $other {
            fn read_number<'de, De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
                Self::deserialize(deserializer)
            }
        })*
    };
}

// Other elements are read as usual.
others!(bool, String, Value);
