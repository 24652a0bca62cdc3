//! The support code of emitted clients against what a server sends, or a caller gives to be sent.

pub(crate) mod headers;
pub(crate) mod request;
mod responder;
pub(crate) mod streams;
pub(crate) mod unions;
pub(crate) mod values;
