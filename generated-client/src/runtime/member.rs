//! The kinds of members that an object has on the wire: how each is read and written, and what its absence means.
//!
//! A kind is a word, and stands for three functions: its value where it is absent, how it is read, and how it is written.
//! They are functions of their own and no methods of a trait, since the compiler is slow to choose an implementation for
//! each of the many members that a description has.

use serde::de::{Deserialize, MapAccess};
use serde::ser::{Serialize, SerializeMap};
use serde_json::Value;

use super::object::{ObjectReader, ObjectWriter};

/// What members are where they are absent; nothing where they have to be there.
#[doc(hidden)]
pub struct Missing;

impl Missing {
    /// It has to be there.
    pub const fn required<T>() -> Option<T> {
        None
    }

    /// It is there, or null, and written in both cases.
    pub const fn nullable<T>() -> Option<Option<T>> {
        Some(None)
    }

    /// It may be absent, and then is not written.
    pub const fn optional<T>() -> Option<Option<T>> {
        Some(None)
    }

    /// It may be absent or any JSON value, null included.
    pub const fn anything() -> Option<Option<Value>> {
        Some(None)
    }

    /// It may be absent, and then has the value that the description gives.
    pub fn defaulting<T>(default: fn() -> T) -> Option<T> {
        Some(default())
    }
}

impl<'de, A: MapAccess<'de>> ObjectReader<'de, A> {
    /// Reads a member that has to be there.
    pub fn required<T: Deserialize<'de>>(&mut self, field: &mut Option<T>) {
        if let Some(value) = self.value() {
            *field = Some(value);
        }
    }

    /// Reads a member that is there, or null.
    pub fn nullable<T: Deserialize<'de>>(&mut self, field: &mut Option<Option<T>>) {
        self.required(field);
    }

    /// Reads a member that may be absent.
    pub fn optional<T: Deserialize<'de>>(&mut self, field: &mut Option<Option<T>>) {
        self.required(field);
    }

    /// Reads a member that may be any JSON value, null included.
    pub fn anything(&mut self, field: &mut Option<Option<Value>>) {
        if let Some(value) = self.value() {
            *field = Some(Some(value));
        }
    }

    /// Reads a member that has a default.
    pub fn defaulting<T: Deserialize<'de>>(&mut self, field: &mut Option<T>) {
        // Null is as good as nothing.
        if let Some(Some(value)) = self.value() {
            *field = Some(value);
        }
    }
}

impl<M: SerializeMap> ObjectWriter<M> {
    /// Writes a member that has to be there.
    pub fn required<T: Serialize>(&mut self, key: &'static str, value: &T) {
        self.write(key, value);
    }

    /// Writes a member that is there, or null.
    pub fn nullable<T: Serialize>(&mut self, key: &'static str, value: &Option<T>) {
        self.write(key, value);
    }

    /// Writes a member that may be absent.
    pub fn optional<T: Serialize>(&mut self, key: &'static str, value: &Option<T>) {
        if value.is_some() {
            self.write(key, value);
        }
    }

    /// Writes a member that may be any JSON value, null included.
    pub fn anything(&mut self, key: &'static str, value: &Option<Value>) {
        self.optional(key, value);
    }

    /// Writes a member that has a default.
    pub fn defaulting<T: Serialize>(&mut self, key: &'static str, value: &T) {
        self.write(key, value);
    }
}
