//! Webhooks: the events that a server sends by itself.

#[cfg(feature = "webhook-signatures")]
pub(crate) mod signatures;
pub(crate) mod verifier;
pub(crate) mod webhook;
