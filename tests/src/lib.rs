//! The stand-in service, and what the tests of several packages share.

pub mod stand_in;
