//! Signatures of the body alone: those of GitHub, LINE and Adyen.

use http::HeaderMap;

use super::mac::{Keys, from_base64, from_hex, header};
use super::verifier::{SignatureError, Verified, Verifier};

/// Verifies the signatures of GitHub: `X-Hub-Signature-256: sha256=` and HMAC-SHA-256 of the body in hex.
///
/// Source: <https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries>.
#[derive(Clone, Debug)]
pub struct GitHubSignature(Keys);

impl GitHubSignature {
    /// Creates a verifier with the secret of the webhook.
    pub fn new(secret: impl AsRef<[u8]>) -> Self {
        Self(Keys::new(secret.as_ref()))
    }

    /// Adds another valid secret, for use during rotation.
    #[must_use]
    pub fn or(mut self, secret: impl AsRef<[u8]>) -> Self {
        self.0.add(Some(secret.as_ref().to_owned()));
        self
    }
}

impl Verifier for GitHubSignature {
    fn verify(&self, headers: &HeaderMap, body: &[u8]) -> Result<Verified, SignatureError> {
        const HEADER: &str = "x-hub-signature-256";
        let written = header(headers, HEADER)?;
        let signature = written.strip_prefix("sha256=").and_then(from_hex);
        let signature = signature.ok_or(SignatureError::Malformed(HEADER))?;
        self.0.verify(&[body], &[signature]).map(Verified::new)
    }
}

/// Verifies the signatures of LINE: `x-line-signature: ` and HMAC-SHA-256 of the body in base64.
///
/// Source: <https://developers.line.biz/en/docs/messaging-api/verify-webhook-signature/>.
#[derive(Clone, Debug)]
pub struct LineSignature(Keys);

impl LineSignature {
    /// Creates a verifier with the secret of the channel.
    pub fn new(secret: impl AsRef<[u8]>) -> Self {
        Self(Keys::new(secret.as_ref()))
    }
}

impl Verifier for LineSignature {
    fn verify(&self, headers: &HeaderMap, body: &[u8]) -> Result<Verified, SignatureError> {
        in_base64(&self.0, headers, "x-line-signature", body)
    }
}

/// Verifies the signatures of Adyen's platform webhooks: `HmacSignature: ` and HMAC-SHA-256 of the body in base64.
/// Adyen's standard payment notifications have their signatures in the body and are not supported.
///
/// Source: <https://docs.adyen.com/development-resources/webhooks/secure-webhooks/verify-hmac-signatures>.
#[derive(Clone, Debug)]
pub struct AdyenSignature(Keys);

impl AdyenSignature {
    /// Creates a verifier with the key of the webhook, in hex as Adyen shows it. An invalid key verifies nothing.
    pub fn new(key: impl AsRef<str>) -> Self {
        Self(Keys::from_decoded(from_hex(key.as_ref().trim())))
    }

    /// Adds another valid key, for use during rotation.
    #[must_use]
    pub fn or(mut self, key: impl AsRef<str>) -> Self {
        self.0.add(from_hex(key.as_ref().trim()));
        self
    }
}

impl Verifier for AdyenSignature {
    fn verify(&self, headers: &HeaderMap, body: &[u8]) -> Result<Verified, SignatureError> {
        in_base64(&self.0, headers, "hmacsignature", body)
    }
}

fn in_base64(
    keys: &Keys,
    headers: &HeaderMap,
    name: &'static str,
    body: &[u8],
) -> Result<Verified, SignatureError> {
    let signature = from_base64(header(headers, name)?);
    let signature = signature.ok_or(SignatureError::Malformed(name))?;
    keys.verify(&[body], &[signature]).map(Verified::new)
}
