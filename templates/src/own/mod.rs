//! Types that a crate declares itself even if it shares the support code with others. Their methods depend on the API
//! description, and only the crate that declares a type can add inherent methods to it.

mod blocking;
mod builder;
mod call;
mod client;
mod events;
mod http_client;
mod lines;
mod pages;

/// The exports of the shared crate.
mod shared {
    pub(super) use crate::runtime::authorization::Scheme;
    pub(super) use crate::runtime::builder::ClientBuilder;
    pub(super) use crate::runtime::call::{Call, CallFuture, Operation, TypedResponse};
    pub(super) use crate::runtime::client::{Client, Service};
    pub(super) use crate::runtime::download::Download;
    pub(super) use crate::runtime::error::{BuildError, CallError};
    pub(super) use crate::runtime::events::{Events, StreamsEvents};
    pub(super) use crate::runtime::lines::{Lines, StreamsLines};
    pub(super) use crate::runtime::middleware::Middleware;
    pub(super) use crate::runtime::pages::{Items, Pages};
    pub(super) use crate::runtime::paginated::Paginated;
    pub(super) use crate::runtime::response::Response;
    pub(super) use crate::runtime::retry::Retry;
    pub(super) use crate::runtime::secret::Secret;
    pub(super) use crate::runtime::server::ServerAddress;
    pub(super) use crate::runtime::token::TokenProvider;
    pub(super) use crate::runtime::transport::Transport;
    pub(super) use ::reqwest;
}
