//! The records of a previous version.

use super::ParameterLocation;

/// The members and parameters that were regular values before. They remain so, even if only one value is left.
pub trait RecordedValues {
    /// Returns `true` if a member of the object at a place is recorded as a field.
    fn is_field(&self, object: &str, wire: &str) -> bool;

    /// Returns `true` if a type is recorded at a place.
    fn is_type(&self, place: &str) -> bool;

    /// Returns `true` if a parameter of the operation at a place is recorded as an argument.
    fn is_argument(&self, operation: &str, location: ParameterLocation, wire: &str) -> bool;

    /// Returns the recorded function of the group of the operation at a place.
    fn group(&self, operation: &str) -> Option<&str>;
}

/// An empty record.
impl RecordedValues for () {
    fn is_field(&self, _: &str, _: &str) -> bool {
        false
    }

    fn is_type(&self, _: &str) -> bool {
        false
    }

    fn is_argument(&self, _: &str, _: ParameterLocation, _: &str) -> bool {
        false
    }

    fn group(&self, _: &str) -> Option<&str> {
        None
    }
}
