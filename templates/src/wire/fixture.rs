//! Sample values of the types, for the tests of users of this crate.

use std::any::type_name;
use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

/// A type with a sample value for tests. The value is built from the examples and defaults of the API description, or
/// else from its validation rules. It may change with the description, so a test should set the fields that it checks.
///
/// ```ignore
/// let mut story = Story::fixture();
/// story.name = "Pay by card".to_owned();
/// mock.expect(client.story().get("DEMO", 7))?.respond(&story);
/// ```
pub trait Fixture: Sized {
    /// Returns the sample value.
    fn fixture() -> Self;
}

impl<T: Fixture> Fixture for Box<T> {
    fn fixture() -> Self {
        Self::new(T::fixture())
    }
}

/// A list with one element.
impl<T: Fixture> Fixture for Vec<T> {
    fn fixture() -> Self {
        vec![T::fixture()]
    }
}

/// A map with one member.
impl<T: Fixture> Fixture for BTreeMap<String, T> {
    fn fixture() -> Self {
        Self::from([("key".to_owned(), T::fixture())])
    }
}

/// Deserializes the generated sample value of a type.
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

/// Implements [`Fixture`] for a type.
#[doc(hidden)]
#[macro_export]
macro_rules! fixture {
    ($name:ident = $json:literal) => {
        impl $crate::Fixture for types::$name {
            fn fixture() -> Self {
                $crate::read_fixture($json)
            }
        }
    };
}
