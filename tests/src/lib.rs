//! The stand-in service, and what the tests of several packages share.

pub mod instances;
pub mod round_trip;
pub mod stand_in;
