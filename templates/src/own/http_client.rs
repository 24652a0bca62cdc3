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

    /// Sends all requests through the proxy at this address, such as `http://user:password@proxy.example.com:8080`,
    /// instead of those that the environment names. [`http_client`](Self::http_client) has more settings.
    pub fn proxy(self, address: impl Into<String>) -> Self {
        shared::ClientBuilder::from(self).proxy(address).into()
    }
}
