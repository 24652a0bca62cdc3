//! Pages, events and lines.

pub(crate) mod events;
pub(crate) mod lines;
pub(crate) mod link;
pub(crate) mod pages;
pub(crate) mod stream;
