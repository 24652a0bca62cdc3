//! The mapping between types and JSON.

pub(crate) mod adjacent;
#[cfg(feature = "base64")]
pub(crate) mod base64;
pub(crate) mod code;
#[cfg(feature = "time")]
pub(crate) mod date;
pub(crate) mod decimal;
#[cfg(feature = "schemars")]
pub(crate) mod described;
pub(crate) mod external;
pub(crate) mod find_member;
#[cfg(feature = "fixtures")]
pub(crate) mod fixture;
#[cfg(feature = "client")]
pub(crate) mod http_date;
pub(crate) mod inject;
pub(crate) mod instant;
pub(crate) mod json;
#[cfg(feature = "schemars")]
pub(crate) mod json_schema;
pub(crate) mod lenient;
pub(crate) mod member;
#[cfg(not(feature = "tracing"))]
pub(crate) mod no_sightings;
pub(crate) mod number_or_text;
pub(crate) mod object;
pub(crate) mod object_schema;
pub(crate) mod patch;
pub(crate) mod quoted;
pub(crate) mod shape;
#[cfg(feature = "tracing")]
pub(crate) mod sightings;
pub(crate) mod tagged;
pub(crate) mod text;
#[cfg_attr(
    not(feature = "client"),
    allow(dead_code, reason = "only responses have errors with a trail")
)]
pub(crate) mod trail;
pub(crate) mod tree;
pub(crate) mod tree_builder;
pub(crate) mod tree_reader;
pub(crate) mod union_visitor;
pub(crate) mod unix_time;
pub(crate) mod untagged;
#[cfg(feature = "clap")]
pub(crate) mod value_enum;
pub(crate) mod wrapper;

#[cfg(not(feature = "tracing"))]
pub(crate) use self::no_sightings as sightings;
