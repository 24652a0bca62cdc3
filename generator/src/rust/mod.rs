//! Which Rust there is for the API: names, types and functions, as data.

pub(crate) mod docs;
pub mod ir;
pub mod names;
pub mod resolve;
