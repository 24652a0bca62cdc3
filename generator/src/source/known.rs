//! Validators of an earlier response, for conditional requests (RFC 9110, section 13).

use std::fmt;

use super::{is_same_origin, shown_address};

/// The data of an earlier response to the same request: the members of
/// [`SourceOrigin::Address`](super::SourceOrigin::Address).
#[derive(Clone, PartialEq, Eq)]
pub struct Known {
    /// The address to ask first.
    pub address: String,
    /// The entity tag that the description had there.
    pub etag: Option<String>,
    /// The date of its last change, as the server wrote it.
    pub last_modified: Option<String>,
}

impl Known {
    /// Returns itself if its address has the same origin as the given one.
    #[must_use]
    pub fn at_origin_of(self, address: &str) -> Option<Self> {
        is_same_origin(&self.address, address).then_some(self)
    }
}

/// Shows the address without secrets.
impl fmt::Debug for Known {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Known")
            .field("address", &shown_address(&self.address))
            .field("etag", &self.etag)
            .field("last_modified", &self.last_modified)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Known;

    #[test]
    fn secrets_are_not_debugged() {
        let known = Known { address: "http://u:s3cret@h/o?t=s3cret".into(), etag: None, last_modified: None };
        let shown = format!("{known:?}");
        assert!(shown.contains("http://h/o") && !shown.contains("s3cret"), "{shown}");
    }
}
