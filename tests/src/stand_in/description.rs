//! The description as the service publishes it: a page at `/api` that names it, and its text.

use std::sync::OnceLock;
use std::{fs, io};

use bindery::digest::sha256;
use jiff::fmt::rfc2822::DateTimeParser;
use serde_json::Value;

use super::Seen;
use super::answer::Answer;
use super::upgrade::{published, upgraded};

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
    /// The same server after an upgrade, which also behaves as this description says.
    Upgraded,
    /// The complete description.
    Full,
}

impl Published {
    /// The version that the service says it has.
    pub(super) fn version(self) -> &'static str {
        if self == Self::Upgraded { "7.60" } else { "7.55" }
    }

    /// When the description changed last.
    fn date(self) -> &'static str {
        match self {
            Self::Upgraded => "Mon, 02 Mar 2026 06:00:00 GMT",
            _ => "Mon, 12 Jan 2026 06:00:00 GMT",
        }
    }
}

/// The text of a description with what validates it.
#[derive(Debug)]
pub(super) struct Text {
    text: String,
    etag: String,
    date: &'static str,
}

impl Text {
    /// The description with the server's own address in it.
    pub(super) fn new(published: Published, address: &str) -> io::Result<Self> {
        let text = text(published, address)?;
        Ok(Self { etag: format!("\"{}\"", sha256(text.as_bytes())), text, date: published.date() })
    }

    /// The text, or nothing for whoever has it already.
    pub(super) fn answer(&self, seen: &Seen) -> Answer {
        let answer = match self.is_known(seen) {
            true => Answer::empty(304),
            false => Answer::typed(200, "application/json;charset=UTF-8", self.text.clone()),
        };
        answer.with("etag", &self.etag).with("last-modified", self.date)
    }

    /// RFC 9110, section 13.2.2: a date counts only where no tag is sent.
    fn is_known(&self, seen: &Seen) -> bool {
        if let Some(tags) = seen.header("if-none-match") {
            let mut tags = tags.split(',').map(str::trim);
            return tags.any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == self.etag);
        }
        let date = |text: &str| DateTimeParser::new().parse_timestamp(text).ok();
        let since = seen.header("if-modified-since").and_then(date);
        since.is_some_and(|since| date(self.date).is_some_and(|changed| changed <= since))
    }
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
fn text(published: Published, address: &str) -> io::Result<String> {
    let text = match published {
        Published::AsPublished => fixture("published/openapi.json")?,
        Published::Upgraded => fixture("upgraded/openapi.json")?,
        Published::Full => full()?.to_string(),
    };
    let value: Value = serde_json::from_str(&addressed(&text, address)).map_err(io::Error::other)?;
    Ok(value.to_string())
}

/// The description that the service follows, whatever it publishes.
pub(super) fn followed(kind: Published) -> io::Result<Value> {
    match kind {
        Published::AsPublished => published(full()?),
        Published::Upgraded => upgraded(full()?),
        Published::Full => full().cloned(),
    }
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
