//! The HTTP agent: its certificates and its proxy.
//!
//! The proxy is that of the environment: `ALL_PROXY`, `HTTPS_PROXY` or `HTTP_PROXY`, except for hosts in `NO_PROXY`.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::Path;

use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, Proxy};

use super::failure;
use crate::base::diagnostic::Result;
use crate::base::text::read_limited;

const ACCEPTED: &str = "application/json, application/yaml, text/yaml, text/html;q=0.5, */*;q=0.1";

/// Returns an agent for a file with additional root certificates.
///
/// # Errors
///
/// `configuration-invalid` if the file contains no certificates, or if the proxy cannot be used.
pub(super) fn agent(cacert: Option<&Path>) -> Result<Agent> {
    check_proxy(|variable| std::env::var_os(variable))?;
    let tls = TlsConfig::builder().root_certs(root_certificates(cacert)?).build();
    let config = Agent::config_builder().http_status_as_error(false).max_redirects(0).max_redirects_will_error(false);
    let config = config.accept(ACCEPTED).user_agent(concat!("bindery/", env!("CARGO_PKG_VERSION")));
    Ok(config.tls_config(tls).build().new_agent())
}

/// The variables of the proxy, in the order in which `ureq` uses them.
const PROXIES: [&str; 6] = ["ALL_PROXY", "all_proxy", "HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];

/// Checks the proxy of the environment: `ureq` sends requests without one that it cannot use. The error does not contain
/// the value, which may contain a password.
fn check_proxy(value: impl Fn(&str) -> Option<OsString>) -> Result<()> {
    let set = PROXIES.into_iter().find_map(|variable| Some((variable, value(variable).filter(|it| !it.is_empty())?)));
    let is_usable = |proxy: &OsString| proxy.to_str().is_some_and(|proxy| Proxy::new(proxy).is_ok());
    match set.filter(|(_, proxy)| !is_usable(proxy)) {
        Some((variable, _)) => {
            let message = format!("the proxy in the environment variable `{variable}` cannot be used");
            Err(failure::unusable(message, "set it to a URL such as `http://proxy.example.com:3128`, or unset it"))
        }
        None => Ok(()),
    }
}

/// Maximum size of a file with certificates, in bytes: several times that of all certificates of a system.
const MAX_CERTIFICATES: u64 = 8 * 1024 * 1024;

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
    let text = read_certificates(path).map_err(|error| invalid(error.to_string()))?;
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

/// Reads a file with certificates. A device or a named pipe would not end.
fn read_certificates(path: &Path) -> io::Result<Vec<u8>> {
    // Opening a named pipe would block.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let text = read_limited(File::open(path)?, MAX_CERTIFICATES)?;
    text.ok_or_else(|| io::Error::other(format!("it has more than {MAX_CERTIFICATES} bytes")))
}

#[cfg(test)]
mod tests {
    use super::{certificates_of, check_proxy};
    use std::path::Path;

    #[test]
    fn unusable_proxies_are_errors() {
        let check = |set: &'static [(&'static str, &'static str)]| {
            check_proxy(|variable| Some(set.iter().find(|(name, _)| *name == variable)?.1.into()))
        };
        for usable in ["http://p:3128", "p:3128", "socks5://u:s3cret@p", "https://p", ""] {
            let set: &'static [_] = Vec::leak(vec![("HTTPS_PROXY", usable)]);
            assert!(check(set).is_ok(), "{usable}");
        }
        for unusable in ["file:///x", "ftp://u:s3cret@p", "http://", "a b"] {
            let set: &'static [_] = Vec::leak(vec![("https_proxy", unusable)]);
            let problem = check(set).unwrap_err();
            assert!(problem.message.contains("`https_proxy`") && !problem.message.contains("s3cret"), "{unusable}");
        }
        assert!(check(&[("ALL_PROXY", "http://p"), ("HTTP_PROXY", "file:///x")]).is_ok(), "it is not used");
    }

    #[cfg(unix)]
    #[test]
    fn certificates_are_read_from_regular_files() {
        let problem = certificates_of(Path::new("/dev/zero")).unwrap_err();
        assert!(problem.message.ends_with("it is not a regular file"), "{}", problem.message);
    }
}
