//! The HTTP client that sends calls.

use super::builder::ClientBuilder;
use super::shared;

impl ClientBuilder {
    /// Uses this HTTP client, for example with a proxy or your own certificates.
    ///
    /// It takes a builder and not a client, because this crate follows redirects itself: a redirect to another origin
    /// must not carry a token.
    pub fn http_client(self, builder: shared::reqwest::ClientBuilder) -> Self {
        shared::ClientBuilder::from(self)
            .http_client(builder)
            .into()
    }
}
