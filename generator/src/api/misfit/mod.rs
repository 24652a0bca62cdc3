//! The one definition of the values that a generated client reads: the places of a value that it does not read, or that
//! the description does not describe.
//!
//! Values are read as leniently as by `wire` in the support code: numbers in quotation marks, floats without a fraction,
//! times without an offset, null for optional members, unlisted values and unknown alternatives. The strict reading has
//! only the forms of the description.

mod difference;
mod fit;
mod reader;
#[cfg(test)]
mod tests;
mod text;

use serde_json::Value;

pub use difference::{JsonKind, Misfit, MisfitKind, Misfits, SeenMember, TypeUse, Values};
use reader::Reader;

/// Returns the places at which a value differs from a type.
#[must_use]
pub fn misfits<'a>(values: Values<'a>, of: TypeUse<'a>, value: &Value) -> Misfits {
    misfits_and_members(values, of, value).0
}

/// Returns the misfits of a value, and the declared members that it has.
#[must_use]
pub fn misfits_and_members<'a, 'v>(
    values: Values<'a>,
    of: TypeUse<'a>,
    value: &'v Value,
) -> (Misfits, Vec<SeenMember<'v>>) {
    Reader::new(values, value).read(of, value)
}
