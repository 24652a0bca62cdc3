//! The HTTP agent: its certificates and its proxy.
//!
//! The proxy is that of the environment: `ALL_PROXY`, `HTTPS_PROXY` or `HTTP_PROXY`, except for hosts in `NO_PROXY`.

use std::path::Path;

use ureq::Agent;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};

use super::failure;
use crate::diagnostic::Result;

const ACCEPTED: &str = "application/json, application/yaml, text/yaml, text/html;q=0.5, */*;q=0.1";

/// Returns an agent for a file with additional root certificates.
///
/// # Errors
///
/// `configuration-invalid` if the file contains no certificates.
pub(super) fn agent(cacert: Option<&Path>) -> Result<Agent> {
    let tls = TlsConfig::builder().root_certs(root_certificates(cacert)?).build();
    let config = Agent::config_builder().http_status_as_error(false).max_redirects(0).max_redirects_will_error(false);
    let config = config.accept(ACCEPTED).user_agent(concat!("bindery/", env!("CARGO_PKG_VERSION")));
    Ok(config.tls_config(tls).build().new_agent())
}

/// Returns the certificates of the system, or of `SSL_CERT_FILE` and `SSL_CERT_DIR`, and those of the given file. A
/// system without certificates, such as a minimal container, uses Mozilla's.
fn root_certificates(cacert: Option<&Path>) -> Result<RootCerts> {
    let system = rustls_native_certs::load_native_certs().certs;
    let mut roots: Vec<_> = system.iter().map(|der| Certificate::from_der(der).to_owned()).collect();
    if let Some(path) = cacert {
        roots.extend(certificates_of(path)?);
    }
    Ok(if roots.is_empty() { RootCerts::WebPki } else { RootCerts::new_with_certs(&roots) })
}

fn certificates_of(path: &Path) -> Result<Vec<Certificate<'static>>> {
    let invalid = |reason: String| {
        let message = format!("cannot read the certificates in `{}`: {reason}", path.display());
        failure::unusable(message, "pass a PEM file with `--cacert`, or set `cacert` in bindery.toml to one")
    };
    let text = std::fs::read(path).map_err(|error| invalid(error.to_string()))?;
    let items: Result<Vec<_>, _> = parse_pem(&text).collect();
    let items = items.map_err(|error| invalid(error.to_string()))?;
    let certificates: Vec<_> = items
        .into_iter()
        .filter_map(|item| match item {
            PemItem::Certificate(certificate) => Some(certificate),
            _ => None,
        })
        .collect();
    if certificates.is_empty() { Err(invalid("it contains none".to_owned())) } else { Ok(certificates) }
}
