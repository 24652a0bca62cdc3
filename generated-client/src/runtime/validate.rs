//! Rules for what a call is given, checked before it is sent.

use serde::ser::Serialize;

use super::error::BuildError;
use super::rules::{Rule, check_at};

/// Checks a value that is given to a call; the name is that of the parameter, or `body`.
///
/// # Errors
///
/// Returns an error if a rule is broken.
#[doc(hidden)]
pub fn validate<T: Serialize + ?Sized>(
    name: &'static str,
    value: &T,
    rules: &[Rule],
) -> Result<(), BuildError> {
    check_at(name, value, rules).map_err(|invalid| BuildError::new(invalid.to_string()))
}
