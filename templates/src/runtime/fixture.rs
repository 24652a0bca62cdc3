//! Values of the types for tests of what uses this crate.

use std::any::type_name;
use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

/// A type of which there is a value for tests. It is made of what the description gives as examples and defaults, and else
/// of its rules; what it is may change with the description, so that a test sets what it looks at.
///
/// ```ignore
/// let story = Story::fixture().with_name("Pay by card");
/// mock.expect(client.story().get("DEMO", 7))?.respond(&story);
/// ```
pub trait Fixture: Sized {
    /// The value.
    fn fixture() -> Self;
}

impl<T: Fixture> Fixture for Box<T> {
    fn fixture() -> Self {
        Self::new(T::fixture())
    }
}

/// One element.
impl<T: Fixture> Fixture for Vec<T> {
    fn fixture() -> Self {
        vec![T::fixture()]
    }
}

/// One member.
impl<T: Fixture> Fixture for BTreeMap<String, T> {
    fn fixture() -> Self {
        Self::from([("key".to_owned(), T::fixture())])
    }
}

/// Reads the value of a type, which was written for it.
#[doc(hidden)]
#[allow(
    clippy::panic,
    reason = "a type that does not read its own value is a defect, which a test shows"
)]
pub fn read_fixture<T: DeserializeOwned>(json: &str) -> T {
    match serde_json::from_str(json) {
        Ok(value) => value,
        Err(error) => panic!(
            "the fixture of {} cannot be read: {error}",
            type_name::<T>()
        ),
    }
}

/// Gives a type its value, functions that take away what may be absent, and a setter for each field that has none otherwise.
/// An attribute in front is for types that are read with a feature alone.
macro_rules! fixture {
    ($(#[$reading:meta])? $name:ident = $json:literal {
        $([$($without:ident $absent:ident),+])?
        $($with:ident($field:ident: $given:ty) => $value:expr,)*
    }) => {
        $(#[$reading])?
        impl super::super::runtime::Fixture for types::$name {
            fn fixture() -> Self {
                super::super::runtime::read_fixture($json)
            }
        }

        $(#[$reading])?
        impl types::$name {
            $($(
                #[must_use]
                pub fn $without(mut self) -> Self {
                    self.$absent = Default::default();
                    self
                }
            )+)?
            $(
                #[must_use]
                pub fn $with(mut self, $field: $given) -> Self {
                    self.$field = $value;
                    self
                }
            )*
        }
    };
}
pub(crate) use fixture;
