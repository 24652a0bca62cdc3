//! Members of objects that are numbers, or contain numbers, which some servers send as strings.

use std::collections::BTreeMap;

use serde::de::MapAccess;
use serde::ser::{Serialize, SerializeMap};

use super::member::Missing;
use super::object::{ObjectReader, ObjectWriter};
use super::text_number::{OfNumbers, ReadNumber};

impl Missing {
    /// A required member.
    pub const fn required_number<T>() -> Option<T> {
        None
    }

    /// A member that is a value or `null`, and always written.
    pub const fn nullable_number<T>() -> Option<Option<T>> {
        Some(None)
    }

    /// A member that is not written if it is absent.
    pub const fn optional_number<T>() -> Option<Option<T>> {
        Some(None)
    }

    /// A member that has the default of the API description if it is absent.
    pub fn defaulting_number<T>(default: fn() -> T) -> Option<T> {
        Some(default())
    }
}

impl<'de, A: MapAccess<'de>> ObjectReader<'de, A> {
    /// Reads a required member.
    pub fn required_number<T: ReadNumber>(&mut self, field: &mut Option<T>) {
        if let Some(OfNumbers(value)) = self.value() {
            *field = Some(value);
        }
    }

    /// Reads a member that is a value or `null`.
    pub fn nullable_number<T: ReadNumber>(&mut self, field: &mut Option<Option<T>>) {
        self.required_number(field);
    }

    /// Reads an optional member.
    pub fn optional_number<T: ReadNumber>(&mut self, field: &mut Option<Option<T>>) {
        self.required_number(field);
    }

    /// Reads a member that has a default.
    pub fn defaulting_number<T: ReadNumber>(&mut self, field: &mut Option<T>) {
        // Null is treated as absent.
        if let Some(OfNumbers(Some(value))) = self.value() {
            *field = Some(value);
        }
    }

    /// Keeps a member that is not declared.
    pub fn keep_number<T: ReadNumber>(&mut self, others: &mut BTreeMap<String, T>) {
        let mut read = BTreeMap::new();
        self.keep(&mut read);
        others.extend(read.into_iter().map(|(key, OfNumbers(value))| (key, value)));
    }
}

impl<M: SerializeMap> ObjectWriter<M> {
    /// Writes a required member.
    pub fn required_number<T: Serialize>(&mut self, key: &'static str, value: &T) {
        self.required(key, value);
    }

    /// Writes a member that is a value or `null`.
    pub fn nullable_number<T: Serialize>(&mut self, key: &'static str, value: &Option<T>) {
        self.nullable(key, value);
    }

    /// Writes an optional member.
    pub fn optional_number<T: Serialize>(&mut self, key: &'static str, value: &Option<T>) {
        self.optional(key, value);
    }

    /// Writes a member that has a default.
    pub fn defaulting_number<T: Serialize>(&mut self, key: &'static str, value: &T) {
        self.defaulting(key, value);
    }
}
