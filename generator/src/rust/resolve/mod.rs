//! Decides which Rust items the crate has, as plain data. Every decision about Rust is made here, once; `emit` prints the
//! items and `changes` compares them.
//!
//! | item | made of |
//! |---|---|
//! | `Struct` | an object: fields with their presence, constants, constructor and setters |
//! | `IntegerEnum`, `StringEnum` | an enumeration: a variant for each value, and one for unknown values |
//! | `Union` | one of several types: variants with their selectors on the wire, and conversions |
//! | alias, wrapper | another name for a type, or a struct around a recursive one |
//! | `Events` | webhooks: a variant for each event |
//! | `Operation` and its types | a method on a path, its parameters, bodies, responses and errors |
//! | `Client` | the groups, the servers and the security schemes |
//! | `Command` | an operation on the command line |
//! | `Fixture` | a test value of a type |
//! | `Implementations` | traits of other crates that are implemented for a type |
//! | `Manifest` | features and dependencies |
//!
//! Items are created one at a time on request, because all items of a large API take hundreds of megabytes.

mod about;
mod client;
mod command;
mod constraint;
mod derives;
pub(super) mod docs;
mod event;
mod example;
mod expression;
mod facts;
mod feature;
mod fixture;
mod item;
mod module;
mod operation;
mod options;
mod overview;
mod package;
mod presence;
mod rust_type;
mod server;
mod shape;
mod structure;
mod submodule;
mod union;

pub use derives::Derived;
pub(crate) use derives::derived;
pub(crate) use facts::Facts;
pub use fixture::sample;
pub use options::{CrateOptions, RuntimeSource};

use crate::api::analysis::Analysis;
use crate::api::model::Api;
use crate::config::CrateFeature;
use crate::rust::names::Names;

/// The inputs of this stage; its functions return the items.
#[derive(Clone, Copy)]
pub(crate) struct Resolver<'a> {
    api: &'a Api,
    analysis: &'a Analysis,
    facts: &'a Facts,
    names: &'a Names,
    options: &'a CrateOptions,
    derived: &'a Derived,
    /// `true` if one module has all types, because they are few.
    has_one_module: bool,
    /// `true` if the types that are only sent are read too: test values make them from JSON.
    reads_requests: bool,
}

impl<'a> Resolver<'a> {
    /// The resolver of an API.
    pub(crate) fn new(
        api: &'a Api,
        analysis: &'a Analysis,
        facts: &'a Facts,
        names: &'a Names,
        options: &'a CrateOptions,
    ) -> Self {
        let derived = Derived::NONE;
        let resolver =
            Self { api, analysis, facts, names, options, derived, has_one_module: false, reads_requests: false };
        Self {
            reads_requests: resolver.offers(CrateFeature::Fixtures),
            has_one_module: !resolver.groups_are_features() && resolver.has_few_types(),
            ..resolver
        }
    }

    /// The same with what types have besides.
    pub(crate) fn deriving(self, derived: &'a Derived) -> Self {
        Self { derived, ..self }
    }
}
