//! The addresses that a documentation page names.

/// The addresses in a page, a script or a configuration, as written: relative to the page, not yet checked.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Findings {
    /// Addresses of descriptions.
    pub(crate) candidates: Vec<DescriptionLink>,
    /// Addresses of configurations of Swagger UI, which name descriptions and overrule `candidates`.
    pub(crate) configurations: Vec<String>,
    /// Addresses of scripts that may set up the page.
    pub(crate) scripts: Vec<String>,
    /// The base of relative addresses, if it is not the page.
    pub(crate) base: Option<String>,
}

/// A description that a page names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DescriptionLink {
    /// The name to choose it by.
    pub(crate) name: Option<String>,
    /// Its address.
    pub(crate) url: String,
}

impl DescriptionLink {
    /// Returns `None` for text that is not an address.
    pub(super) fn unnamed(url: &str) -> Option<Self> {
        let url = url.trim();
        let is_address = !url.is_empty() && !url.starts_with('#') && !url.contains(['<', '{', ' ', '\n']);
        is_address.then(|| Self { name: None, url: url.to_owned() })
    }
}
