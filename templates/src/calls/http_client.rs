//! The options of a client for its default transport.

use crate::calls::builder::ClientBuilder;
use crate::calls::send_error::BuildError;

impl ClientBuilder {
    /// Uses this HTTP client, for example with a proxy or your own certificates.
    ///
    /// With compression, call its `no_gzip` and similar functions to receive ranges of compressed bodies.
    ///
    /// It takes a builder and not a client, because this crate follows redirects itself: a redirect to another origin
    /// must not carry a token.
    pub fn http_client(mut self, builder: reqwest::ClientBuilder) -> Self {
        self.default_transport.client = Some(builder);
        self
    }

    /// Sends all requests through the proxy at this address, such as `http://user:password@proxy.example.com:8080`,
    /// instead of those that the environment names. [`http_client`](Self::http_client) has more settings.
    pub fn proxy(mut self, address: impl Into<String>) -> Self {
        let address = address.into();
        self.default_transport.set(move |client| {
            // The address is not shown, because users put credentials into it.
            let invalid = |_| BuildError::new("the address of the proxy is not valid");
            Ok(client.proxy(reqwest::Proxy::all(&address).map_err(invalid)?))
        });
        self
    }
}
