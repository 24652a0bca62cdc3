//! The rules of values, which are checked before they are sent.

#[cfg(feature = "patterns")]
pub(crate) mod pattern;
pub(crate) mod rules;
pub(crate) mod type_rules;
#[cfg(feature = "client")]
pub(crate) mod validate;
