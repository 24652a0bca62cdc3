//! The support code of clients that [Bindery](https://docs.rs/bindery) generates: sending calls, retries, pagination,
//! streams, errors, tokens, transports, and the mapping between types and JSON.
//!
//! A generated client depends on this crate, or on a copy of it, and re-exports it as its module `runtime`. Code for several
//! clients, such as middleware, can use it directly:
//!
//! ```
//! # #[cfg(feature = "client")]
//! # {
//! use bindery_runtime::{Error, Secret};
//!
//! /// Returns a token from the environment of the process, for any client.
//! fn token() -> Option<Secret> {
//!     std::env::var("API_TOKEN").ok().map(Secret::from)
//! }
//!
//! /// Returns `true` if the server responded with "not found", whichever API it has.
//! fn is_missing(error: &Error) -> bool {
//!     error.status().is_some_and(|status| status == 404)
//! }
//! # }
//! ```
//!
//! # Overview
//!
//! | task | items |
//! |---|---|
//! | configure a client | `ClientBuilder`, `ServerAddress`, `Retry`, `Scheme` |
//! | send a call | `Call`, `Request`, `Response`, `TypedResponse`, `Download` |
//! | handle errors | `CallError`, `Error`, `BuildError`, `SendError`, `DecodeError`, `UndocumentedError` |
//! | follow pages, events and lines | `Pages`, `Items`, `Events`, `Lines` |
//! | authenticate | [`Secret`], `TokenProvider`, `OAuth` |
//! | observe or change requests | `Middleware`, `Next`, `Attempt`, `Transport` |
//! | receive webhooks | `Verifier`, `GitHubSignature`, `StandardSignature`, `StripeSignature` |
//! | test | `Mock`, `Fixture` |
//! | represent values | [`Patch`], [`Decimal`], [`NumberOrText`], [`Quoted`] |
//!
//! # Features
//!
//! Generated clients enable the features that they need. A client passes its own features on: `gzip` of the client
//! enables `gzip` of this crate.
//!
//! | feature | adds |
//! |---|---|
//! | `client` | calls, with your own transport |
//! | `reqwest` (default) | the transport [`reqwest`](https://docs.rs/reqwest) |
//! | `rustls` (default), `native-tls` | `https` |
//! | `brotli`, `gzip`, `zstd` | compressed responses |
//! | `blocking` | calls and streams in synchronous code |
//! | `file-bodies` | files as request and response bodies |
//! | `oauth-tokens` | OAuth 2.0 tokens, requested and renewed when needed |
//! | `webhook-events`, `webhook-signatures` | webhooks, and verification of their sender |
//! | `cli` | the command line of a client |
//! | `mock`, `fixtures` | an in-memory transport and values for tests |
//! | `tracing` | a span for each request |
//! | `clap`, `schemars` | implementations of the traits of these crates |
//! | `base64`, `patterns`, `uuid` | base64 bytes, string patterns, UUIDs |
//! | `chrono`, `jiff`, `time` | dates of these crates |
//!
//! # Stability
//!
//! Items in these docs follow semantic versioning. Items that are hidden are for generated code only. They work with
//! clients that the same minor version of Bindery generated.
#![forbid(unsafe_code)]

mod runtime;
pub use runtime::*;

#[cfg(feature = "texts")]
#[doc(hidden)]
pub mod texts;

#[cfg(test)]
mod runtime_tests;
