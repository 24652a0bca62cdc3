//! The description as the service publishes it: a page at `/api` that names it, and its text.

use std::sync::OnceLock;
use std::{fs, io};

use serde_json::Value;

/// The address that the fixtures write for the server's own.
const PLACEHOLDER: &str = "http://127.0.0.1:8080";

/// What `/api` answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Publishing {
    /// A page that names the description.
    Page,
    /// The description itself.
    Direct,
    /// Nothing: there is no `/api`, and no description anywhere.
    Nothing,
}

/// Which description is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Published {
    /// As such a server publishes it, with all its oddities.
    AsPublished,
    /// The same server after an upgrade.
    Upgraded,
    /// The complete description.
    Full,
}

/// A file of the service's fixtures.
pub(super) fn fixture(path: &str) -> io::Result<String> {
    fs::read_to_string(format!("{}/../fixtures/service/{path}", env!("CARGO_MANIFEST_DIR")))
}

/// A text of the fixtures with the server's own address in it.
pub(super) fn addressed(text: &str, address: &str) -> String {
    text.replace(PLACEHOLDER, address)
}

/// The page at `/api`.
pub(super) fn page(address: &str) -> io::Result<String> {
    Ok(addressed(&fixture("published/api.html")?, address))
}

/// The text of a description with the server's own address in it, on one line, as real servers send it.
pub(super) fn text(published: Published, address: &str) -> io::Result<String> {
    let text = match published {
        Published::AsPublished => fixture("published/openapi.json")?,
        Published::Upgraded => fixture("upgraded/openapi.json")?,
        Published::Full => full()?.to_string(),
    };
    let value: Value = serde_json::from_str(&addressed(&text, address)).map_err(io::Error::other)?;
    Ok(value.to_string())
}

/// The complete description as a value, which is read once: each test starts a service of its own.
pub(super) fn full() -> io::Result<&'static Value> {
    static FULL: OnceLock<Value> = OnceLock::new();
    if let Some(full) = FULL.get() {
        return Ok(full);
    }
    let read = serde_yaml::from_str(&fixture("full/openapi.yaml")?).map_err(io::Error::other)?;
    Ok(FULL.get_or_init(|| read))
}
