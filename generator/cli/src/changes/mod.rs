//! The changes between two descriptions, and their consequences for Rust code that uses the bindings.
//!
//! Changes are found in two ways, which have to agree. Comparing the models finds changes in terms of the API: a field
//! is required, a path parameter has another name. Comparing the emitted Rust interfaces item by item finds the effects
//! on code. Both are about elements of the API, such as a field: an item of the interface knows the elements that it is
//! made for, and a difference of the item belongs to the changes of these elements. The differences and the effect on the
//! wire determine the verdict of a change. A differing item without a change becomes a separate change, so that the report
//! is never incomplete.

mod affected;
mod base;
mod body;
mod change;
mod classify;
mod compare;
mod constant;
mod constraints;
mod elements;
mod emission;
mod enumeration;
mod equivalence;
mod event;
mod excerpt;
mod field;
mod finding;
mod input;
mod interface;
mod kind;
mod matching;
mod object;
mod operation;
mod pairing;
mod phrase;
mod response;
mod rule;
mod rules;
mod server;
mod service;
mod subject;
mod union;
mod verdict;
mod version;

pub use change::{AffectedItem, Change, Changes, ComparedDescription, Excerpt, ItemChange, ItemEffect};
pub use emission::{changes_between, compared};
pub use interface::Key;
pub use kind::ChangeKind;
pub use rule::Rule;
pub use rules::RULES;
pub use verdict::{Bump, Verdict};
