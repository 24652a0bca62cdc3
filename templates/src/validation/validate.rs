//! Validates the input of a call before it is sent.

use serde::ser::Serialize;

use crate::calls::send_error::BuildError;
use crate::validation::rules::{Rule, check_at};

/// Checks an input value of a call. `name` is the parameter, or `body`.
///
/// # Errors
///
/// Returns an error if a rule is violated.
pub fn validate<T: Serialize + ?Sized>(
    name: &'static str,
    value: &T,
    rules: &[Rule],
) -> Result<(), BuildError> {
    check_at(name, value, rules).map_err(|invalid| BuildError::new(invalid.to_string()))
}
