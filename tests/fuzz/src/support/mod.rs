//! The support code of emitted clients, with untrusted responses and untrusted arguments.

pub(crate) mod headers;
pub(crate) mod request;
mod responder;
pub(crate) mod streams;
pub(crate) mod unions;
pub(crate) mod values;
