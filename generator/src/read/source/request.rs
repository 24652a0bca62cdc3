//! Requests for a source.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use super::shown_address;
use crate::base::text::MAX_BYTES;

/// A location to read from, with limits and secrets.
#[derive(Clone, Debug)]
pub struct Request {
    /// The location to read from.
    pub location: SourceLocator,
    /// Headers for the server of the address; never sent to another one, never shown.
    pub headers: Vec<(String, Secret)>,
    /// A token for the server of the address, sent as `Authorization: Bearer` unless `headers` has that header.
    pub token: Option<Secret>,
    /// A PEM file with root certificates, in addition to those of the system.
    pub cacert: Option<PathBuf>,
    /// The root directory of references; that of the description if `None`.
    pub root: Option<PathBuf>,
    /// The name of the description to use if a page lists several.
    pub description: Option<String>,
    /// Maximum size of the text after decompression, including all other files of the description.
    pub max_bytes: u64,
    /// Timeout for all requests that are needed to discover the description and its other files.
    pub timeout: Duration,
    /// Maximum number of other files of the description, whose total size is limited by `max_bytes`.
    pub max_files: usize,
    /// The number of bytes that were received so far, to show progress while a description is loaded.
    pub received: Arc<AtomicU64>,
}

/// A location to read from.
#[derive(Clone, PartialEq, Eq)]
pub enum SourceLocator {
    /// A file.
    File(PathBuf),
    /// Standard input.
    StandardInput,
    /// An `http` or `https` address: of a description, of a page that names one, or of a server that publishes one.
    Address(String),
}

/// Text that must not be shown; its `Debug` form hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Request {
    /// 64 MiB.
    pub const MAX_BYTES: u64 = MAX_BYTES;
    /// 30 seconds.
    pub const TIMEOUT: Duration = Duration::from_secs(30);
    /// 5,000: more than twice the largest known number of files.
    pub const MAX_FILES: usize = 5_000;

    /// A request with the usual limits and nothing secret.
    #[must_use]
    pub fn new(location: SourceLocator) -> Self {
        Self {
            location,
            headers: Vec::new(),
            token: None,
            cacert: None,
            root: None,
            description: None,
            max_bytes: Self::MAX_BYTES,
            timeout: Self::TIMEOUT,
            max_files: Self::MAX_FILES,
            received: Arc::default(),
        }
    }
}

/// Shows an address without secrets.
impl fmt::Debug for SourceLocator {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => formatter.debug_tuple("File").field(path).finish(),
            Self::StandardInput => formatter.write_str("StandardInput"),
            Self::Address(address) => formatter.debug_tuple("Address").field(&shown_address(address)).finish(),
        }
    }
}

impl SourceLocator {
    /// Returns the location as it may be shown and stored: an address without secrets.
    #[must_use]
    pub fn display_name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::StandardInput => "standard input".to_owned(),
            Self::Address(address) => shown_address(address),
        }
    }

    /// Parses an argument: `-` is stdin, `http://` and `https://` start an address, anything else is a path.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let is_address = ["http://", "https://"]
            .iter()
            .any(|scheme| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)));
        match text {
            "-" => Self::StandardInput,
            _ if is_address => Self::Address(text.to_owned()),
            _ => Self::File(PathBuf::from(text)),
        }
    }
}

impl Secret {
    /// Creates a secret.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    #[cfg(feature = "fetch")]
    pub(super) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::{Request, Secret, SourceLocator};

    #[test]
    fn arguments_are_distinguished() {
        assert_eq!(SourceLocator::parse("-"), SourceLocator::StandardInput);
        assert_eq!(SourceLocator::parse("HTTPS://h/x"), SourceLocator::Address("HTTPS://h/x".into()));
        assert_eq!(SourceLocator::parse("http://h"), SourceLocator::Address("http://h".into()));
        for path in ["openapi.json", "./-", "http", "httpx://h", "ftp://h", "", "höttp://"] {
            assert_eq!(SourceLocator::parse(path), SourceLocator::File(path.into()));
        }
    }

    #[test]
    fn secrets_are_not_debugged() {
        let mut request = Request::new(SourceLocator::parse("http://u:s3cret@h/?t=s3cret"));
        request.headers.push(("x-key".into(), Secret::new("s3cret")));
        request.token = Some(Secret::new("s3cret"));
        let shown = format!("{request:?}");
        assert!(shown.contains("x-key") && !shown.contains("s3cret"), "{shown}");
    }
}
