//! The tests that need more than one package.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod architecture;
mod changed;
mod doubles;
mod emitted;
mod ext;
mod faults;
mod from_address;
mod guide;
mod hindered;
mod instances;
mod module;
mod observe;
mod prose;
mod recording;
mod reference;
mod report;
mod repository;
mod round_trip;
mod service;
mod several;
mod stable;
mod tutorial;
mod used_by;
mod wanted;
