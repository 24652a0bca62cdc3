//! The support code as the templates' own tests see it; an emitted crate gets a list of what it uses.

pub(crate) mod authorization;
pub(crate) mod base64;
pub(crate) mod call;
pub(crate) mod client;
pub(crate) mod code;
pub(crate) mod decimal;
pub(crate) mod error;
pub(crate) mod form;
pub(crate) mod locate;
pub(crate) mod member;
pub(crate) mod multipart;
pub(crate) mod object;
pub(crate) mod patch;
pub(crate) mod pattern;
pub(crate) mod quoted;
pub(crate) mod request;
pub(crate) mod response;
pub(crate) mod rules;
pub(crate) mod secret;
pub(crate) mod set;
pub(crate) mod style;
pub(crate) mod tagged;
pub(crate) mod text;
pub(crate) mod untagged;
pub(crate) mod validate;
pub(crate) mod wrapper;
