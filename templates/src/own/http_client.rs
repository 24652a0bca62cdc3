//! The HTTP client that calls are sent with.

use super::builder::ClientBuilder;
use super::shared;

impl ClientBuilder {
    /// Uses this HTTP client, for a proxy or certificates of one's own.
    ///
    /// It is a builder and not a finished client, because redirects have to stay in the hands of this crate: a redirect to
    /// another origin must not carry a token.
    pub fn http_client(self, builder: shared::reqwest::ClientBuilder) -> Self {
        shared::ClientBuilder::from(self)
            .http_client(builder)
            .into()
    }
}
