//! Root certificates of the default transport.

use crate::calls::builder::ClientBuilder;
use crate::calls::send_error::BuildError;

impl ClientBuilder {
    /// Trusts the authorities in this PEM text, in addition to those of the system: for a server with a certificate of
    /// a private authority.
    pub fn root_certificate(mut self, pem: impl AsRef<[u8]>) -> Self {
        let certificates = reqwest::Certificate::from_pem_bundle(pem.as_ref());
        self.default_transport
            .set(move |client| match &certificates {
                Ok(certificates) if !certificates.is_empty() => {
                    Ok(client.tls_certs_merge(certificates.iter().cloned()))
                }
                _ => Err(BuildError::new(
                    "the root certificate is not valid: pass PEM text",
                )),
            });
        self
    }
}
