//! Requests: parameters and bodies.

pub(crate) mod encode;
pub(crate) mod escape;
#[cfg(feature = "file-bodies")]
pub(crate) mod files;
pub(crate) mod form;
pub(crate) mod multipart;
pub(crate) mod payload;
pub(crate) mod request;
pub(crate) mod style;
