//! The original locations of the parts of a description, and the keys by which names are recorded.

mod element_keys;
mod source_map;

pub(crate) use element_keys::ElementKeys;
pub(crate) use source_map::SourceMap;
