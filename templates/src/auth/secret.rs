//! Values that are never shown.

use std::cell::Cell;
use std::fmt;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// A token or a password. `Debug` does not show it, and it does not implement `Display`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Returns the value itself. Take care not to log it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(***)")
    }
}

impl From<&str> for Secret {
    fn from(value: &str) -> Self {
        Self(value.to_owned())
    }
}

impl From<&String> for Secret {
    fn from(value: &String) -> Self {
        Self(value.clone())
    }
}

impl From<String> for Secret {
    fn from(value: String) -> Self {
        Self(value)
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self)
    }
}

/// Serializes the value for requests, or a placeholder within [`with_redacted_secrets`].
impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(if IS_HIDDEN.get() { HIDDEN } else { &self.0 })
    }
}

thread_local! {
    static IS_HIDDEN: Cell<bool> = const { Cell::new(false) };
}

/// Restores the previous state, even after a panic.
struct Restored(bool);

impl Drop for Restored {
    fn drop(&mut self) {
        IS_HIDDEN.set(self.0);
    }
}

/// The placeholder of a redacted value.
const HIDDEN: &str = "***";

/// Calls `make`, during which [`Secret`] serializes as a placeholder or as its value.
pub(crate) fn with_secrets<T>(are_hidden: bool, make: impl FnOnce() -> T) -> T {
    let _restored = Restored(IS_HIDDEN.replace(are_hidden));
    make()
}

/// Calls `make`, during which [`Secret`] serializes as a placeholder. Use it to write values with secrets to logs.
///
/// ```text
/// let shown = with_redacted_secrets(|| serde_json::to_string(&account))?;
/// ```
pub fn with_redacted_secrets<T>(make: impl FnOnce() -> T) -> T {
    with_secrets(true, make)
}
