//! Tokens, and how they are sent.

#[cfg(feature = "client")]
pub(crate) mod authorization;
#[cfg(feature = "client")]
pub(crate) mod masking;
#[cfg(feature = "oauth-tokens")]
pub(crate) mod oauth;
pub(crate) mod secret;
