//! Tests of the support code; they stand apart, since that is copied as it is.

mod calls;
mod rules;
mod values;
mod wire;
