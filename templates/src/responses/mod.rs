//! Responses: bodies, headers and errors.

pub(crate) mod decode_failure;
pub(crate) mod download;
pub(crate) mod error;
pub(crate) mod error_body;
pub(crate) mod headers;
pub(crate) mod misfit;
pub(crate) mod response;
pub(crate) mod response_error;
#[cfg(feature = "file-bodies")]
pub(crate) mod saved_file;
