//! From a location to one typed OpenAPI document, in which each value knows its place.

pub mod document;
#[doc = include_str!("keywords.md")]
pub mod keywords;
pub(crate) mod locations;
pub mod source;
