//! The leaves that every other room uses: texts with positions, diagnostics, identifiers, pointers and terms.

pub mod canonical_path;
pub(crate) mod crate_feature;
pub mod diagnostic;
pub mod digest;
pub mod http_terms;
pub mod ident;
pub mod inflection;
pub(crate) mod json_shape;
pub(crate) mod page_strategy;
pub mod pointer;
pub(crate) mod runtime_item;
pub mod stack;
pub mod suggestion;
pub mod text;
pub mod unicode;
