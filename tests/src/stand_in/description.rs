//! The description as the service publishes it: a page at `/api` that links to it, and its text.

use std::sync::OnceLock;
use std::{fs, io};

use serde_json::Value;

use super::upgrade::upgraded;

/// The placeholder for the server's address in the fixtures.
const PLACEHOLDER: &str = "http://127.0.0.1:8080";

/// The response of `/api`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Publishing {
    /// A page that links to the description.
    Page,
    /// The description itself.
    Direct,
    /// Neither `/api` nor a description.
    Nothing,
}

/// The published description. By default it is that of such a server, with all its quirks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// The complete description instead.
    pub is_complete: bool,
    /// That of the same server after an upgrade, including its behaviour.
    pub is_upgraded: bool,
}

impl Published {
    /// The description of such a server after an upgrade.
    pub const UPGRADED: Self = Self { is_complete: false, is_upgraded: true };

    /// Returns the version that the service reports.
    pub(super) fn version(self) -> &'static str {
        if self.is_upgraded { "7.60" } else { "7.55" }
    }
}

/// Reads a file of the service's fixtures.
pub(super) fn fixture(path: &str) -> io::Result<String> {
    fs::read_to_string(format!("{}/../fixtures/service/{path}", env!("CARGO_MANIFEST_DIR")))
}

/// Replaces the address in a text of the fixtures.
pub(super) fn with_address(text: &str, address: &str) -> String {
    text.replace(PLACEHOLDER, address)
}

/// Returns the page at `/api`.
pub(super) fn page(address: &str) -> io::Result<String> {
    Ok(with_address(&fixture("published/api.html")?, address))
}

/// Returns the text of a description with the server's address, on one line, as real servers send it.
pub(super) fn text(published: Published, address: &str) -> io::Result<String> {
    let text = match published {
        Published { is_complete: true, .. } => implemented(published)?.to_string(),
        Published { is_upgraded: true, .. } => fixture("upgraded/openapi.json")?,
        _ => fixture("published/openapi.json")?,
    };
    let value: Value = serde_json::from_str(&with_address(&text, address)).map_err(io::Error::other)?;
    Ok(value.to_string())
}

/// Returns the description that the service implements, independent of the published one.
pub(super) fn implemented(published: Published) -> io::Result<Value> {
    match published {
        Published { is_upgraded: true, .. } => upgraded(full()?),
        Published { is_complete: true, .. } => full().cloned(),
        _ => super::upgrade::published(full()?),
    }
}

/// Returns the complete description, which is parsed once: each test starts its own service.
pub(super) fn full() -> io::Result<&'static Value> {
    static FULL: OnceLock<Value> = OnceLock::new();
    if let Some(full) = FULL.get() {
        return Ok(full);
    }
    let read = serde_yaml::from_str(&fixture("full/openapi.yaml")?).map_err(io::Error::other)?;
    Ok(FULL.get_or_init(|| read))
}
