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
//! | observe or change requests | `Middleware`, `Next`, `Attempt`, `Recorder`, `Transport` |
//! | receive webhooks | `Verifier`, `GitHubSignature`, `StandardSignature`, `StripeSignature` |
//! | test | `Mock`, `Fixture` |
//! | represent values | [`Patch`], [`Decimal`], [`NumberOrText`], [`Quoted`] |
//!
//! # Features
//!
//! Generated clients enable the features that they need. A copy has only those, and no default features. A client passes its own features on: `gzip` of the client
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
//! | `recording` | middleware that records calls as HAR |
//! | `tracing` | a span for each request |
//! | `clap`, `schemars` | implementations of the traits of these crates |
//! | `base64`, `patterns`, `uuid` | base64 bytes, string patterns, UUIDs |
//! | `chrono`, `jiff`, `time` | dates of these crates |
//!
//! # Stability
//!
//! Items in these docs follow semantic versioning. The hidden module `generated` lists what only generated code uses. It is an
//! interface with a number, which each client names: another number is an error of the compiler.
#![forbid(unsafe_code)]

mod auth;
#[cfg(feature = "client")]
mod calls;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod generated;
#[cfg(feature = "mock")]
pub mod mock;
#[cfg(feature = "client")]
mod requests;
#[cfg(feature = "client")]
mod responses;
#[cfg(feature = "client")]
mod streams;
mod validation;
#[cfg(feature = "webhook-events")]
mod webhooks;
mod wire;

#[cfg(feature = "client")]
pub use self::auth::authorization::{
    BareAddress, CredentialLocation, Requirement, Scheme, TokenProvider,
};
#[cfg(feature = "oauth-tokens")]
pub use self::auth::oauth::OAuth;
pub use self::auth::secret::{Secret, with_redacted_secrets};
#[cfg(feature = "blocking")]
pub use self::calls::blocking::{Iter, iterate, wait};
#[cfg(feature = "client")]
pub use self::calls::builder::ClientBuilder;
#[cfg(feature = "client")]
pub use self::calls::call::{Call, CallFuture, Operation, TypedResponse};
#[cfg(feature = "client")]
pub use self::calls::client::Client;
#[cfg(feature = "client")]
pub use self::calls::middleware::{Attempt, CallInfo, Middleware, Next};
#[cfg(feature = "recording")]
pub use self::calls::recorder::Recorder;
#[cfg(feature = "client")]
pub use self::calls::retry::Retry;
#[cfg(feature = "client")]
pub use self::calls::send_error::{BuildError, SendError};
#[cfg(feature = "client")]
pub use self::calls::server::ServerAddress;
#[cfg(feature = "client")]
pub use self::calls::transport::{HttpRequest, HttpResponse, ResponseFuture, Transport};
#[cfg(feature = "mock")]
pub use self::mock::{Expectation, Mock, MockOperation};
#[cfg(feature = "client")]
pub use self::requests::multipart::{Content, Multipart, Upload};
#[cfg(feature = "client")]
pub use self::requests::payload::{
    BoxError, BoxFuture, ByteStream, OpenStream, RequestBody, ResponseBody,
};
#[cfg(feature = "client")]
pub use self::requests::request::Request;
#[cfg(feature = "client")]
pub use self::requests::style::Style;
#[cfg(feature = "client")]
pub use self::responses::download::Download;
#[cfg(feature = "client")]
pub use self::responses::error::{CallError, Error};
#[cfg(feature = "client")]
pub use self::responses::error_body::JsonOrText;
#[cfg(feature = "client")]
pub use self::responses::headers::{DeclaresHeaders, HeaderError, ReadHeaders};
#[cfg(feature = "client")]
pub use self::responses::response::{Body, Response};
#[cfg(feature = "client")]
pub use self::responses::response_error::{
    AnyBody, DecodeError, DocumentedError, UndocumentedError,
};
#[cfg(feature = "client")]
pub use self::streams::events::{Event, Events, StreamsEvents};
#[cfg(feature = "client")]
pub use self::streams::lines::{Lines, StreamsLines};
#[cfg(feature = "client")]
pub use self::streams::pages::{ItemCount, Items, Pages, Paginated};
pub use self::validation::rules::Invalid;
#[cfg(feature = "webhook-signatures")]
pub use self::webhooks::signatures::{GitHubSignature, StandardSignature, StripeSignature};
#[cfg(feature = "webhook-events")]
pub use self::webhooks::verifier::{ReplayProtection, SignatureError, Verified, Verifier};
#[cfg(feature = "webhook-events")]
pub use self::webhooks::webhook::{EventBodyError, EventError, EventType, UnlistedEvent};
#[cfg(feature = "base64")]
pub use self::wire::base64::Base64;
pub use self::wire::code::UnlistedCode;
#[cfg(feature = "time")]
pub use self::wire::date::{Date, DateTime};
pub use self::wire::decimal::{Decimal, ParseDecimalError};
#[cfg(feature = "schemars")]
pub use self::wire::described::Described;
#[cfg(feature = "fixtures")]
pub use self::wire::fixture::{Fixture, read_fixture};
pub use self::wire::number_or_text::NumberOrText;
pub use self::wire::patch::Patch;
pub use self::wire::quoted::Quoted;
pub use self::wire::text::UnlistedText;
pub use self::wire::unix_time::UnixTime;
#[cfg(feature = "client")]
pub use ::bytes;
#[cfg(feature = "chrono")]
pub use ::chrono;
#[cfg(feature = "clap")]
pub use ::clap;
#[cfg(feature = "client")]
pub use ::http;
#[cfg(feature = "jiff")]
pub use ::jiff;
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
pub use ::reqwest;
#[cfg(feature = "schemars")]
pub use ::schemars;
pub use ::serde;
pub use ::serde_json;
#[cfg(feature = "time")]
pub use ::time;
#[cfg(feature = "uuid")]
pub use ::uuid;

#[cfg(feature = "texts")]
#[doc(hidden)]
pub mod texts;

#[cfg(test)]
mod runtime_tests;
