//! The API: its operations and types, what follows from them, and how values fit them.

pub mod analysis;
pub mod lower;
pub mod misfit;
pub mod model;
pub mod pagination;
pub mod pattern;
pub mod route;
