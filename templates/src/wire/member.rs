//! The kinds of object members: how each is read and written, and what its absence means.
//!
//! A kind is a name that represents three functions: the value of an absent member, its reader and its writer. They are
//! separate functions and not methods of a trait, because the compiler is slow to select an implementation for each of
//! the many members of an API description.

use serde::de::{Deserialize, MapAccess};
use serde::ser::{Serialize, SerializeMap};
use serde_json::Value;

use crate::wire::object::{ObjectReader, ObjectWriter};

/// The values of absent members; `None` if the member is required.
pub struct Missing;

impl Missing {
    /// A required member.
    pub const fn required<T>() -> Option<T> {
        None
    }

    /// A member that is a value or `null`, and always written.
    pub const fn nullable<T>() -> Option<Option<T>> {
        Some(None)
    }

    /// A member that is not written if it is absent.
    pub const fn optional<T>() -> Option<Option<T>> {
        Some(None)
    }

    /// A member that may be absent or any JSON value, including `null`.
    pub const fn anything() -> Option<Option<Value>> {
        Some(None)
    }

    /// A member that has the default of the API description if it is absent.
    pub fn defaulting<T>(default: fn() -> T) -> Option<T> {
        Some(default())
    }
}

/// The kinds of members: `true` for those that are always present.
pub struct IsRequired;

#[allow(
    missing_docs,
    non_upper_case_globals,
    reason = "the kinds are described where they are read"
)]
impl IsRequired {
    pub const required: bool = true;
    pub const nullable: bool = true;
    pub const optional: bool = false;
    pub const anything: bool = false;
    pub const defaulting: bool = false;
    pub const patched: bool = false;

    /// A constant, by its name.
    pub const fn constant(_: &str) -> bool {
        true
    }
}

impl<'de, A: MapAccess<'de>> ObjectReader<'de, A> {
    /// Reads a required member.
    pub fn required<T: Deserialize<'de>>(&mut self, field: &mut Option<T>) {
        if let Some(value) = self.value() {
            *field = Some(value);
        }
    }

    /// Reads a member that is a value or `null`.
    pub fn nullable<T: Deserialize<'de>>(&mut self, field: &mut Option<Option<T>>) {
        self.required(field);
    }

    /// Reads an optional member.
    pub fn optional<T: Deserialize<'de>>(&mut self, field: &mut Option<Option<T>>) {
        self.required(field);
    }

    /// Reads a member that may be any JSON value, including `null`.
    pub fn anything(&mut self, field: &mut Option<Option<Value>>) {
        if let Some(value) = self.value() {
            *field = Some(Some(value));
        }
    }

    /// Reads a member that has a default.
    pub fn defaulting<T: Deserialize<'de>>(&mut self, field: &mut Option<T>) {
        // Null is treated as absent.
        if let Some(Some(value)) = self.value() {
            *field = Some(value);
        }
    }
}

impl<M: SerializeMap> ObjectWriter<M> {
    /// Writes a required member.
    pub fn required<T: Serialize>(&mut self, key: &'static str, value: &T) {
        self.write(key, value);
    }

    /// Writes a member that is a value or `null`.
    pub fn nullable<T: Serialize>(&mut self, key: &'static str, value: &Option<T>) {
        self.write(key, value);
    }

    /// Writes an optional member.
    pub fn optional<T: Serialize>(&mut self, key: &'static str, value: &Option<T>) {
        if value.is_some() {
            self.write(key, value);
        }
    }

    /// Writes a member that may be any JSON value, including `null`.
    pub fn anything(&mut self, key: &'static str, value: &Option<Value>) {
        self.optional(key, value);
    }

    /// Writes a member that has a default.
    pub fn defaulting<T: Serialize>(&mut self, key: &'static str, value: &T) {
        self.write(key, value);
    }
}
