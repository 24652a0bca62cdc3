//! `Cargo.toml` of the emitted crate: exactly the dependencies that its code uses.

use super::{EmittedFile, Emitter};
use crate::bindings::DateLibrary;
use crate::signs::first_line;
use crate::source::Source;

/// Decimals are read by their digits.
const RAW_JSON: &str = "{ version = \"1\", features = [\"float_roundtrip\", \"raw_value\"] }";
/// Without the feature the last digit of a number may change.
const EXACT_JSON: &str = "{ version = \"1\", features = [\"float_roundtrip\"] }";
const REGEX: &str = "regex = { version = \"1\", default-features = false, features = [\"std\", \"unicode\"] }\n";
const UNUSED: &str = "# Types that no operation uses, such as those of events that the server sends by itself.\n";
const FILES: &str = "# Files of the system as bodies.\nfiles = [\"client\", \"dep:tokio\", \"tokio/fs\"]\n";
const OAUTH: &str = "# Tokens of OAuth 2.0.\noauth = [\"client\", \"dep:tokio\", \"tokio/sync\"]\n";
const EXAMPLE: &str = "\n[[example]]\nname = \"first\"\nrequired-features = [\"reqwest\"]\n";
const UUID: &str = "uuid = { version = \"1\", default-features = false, features = [\"serde\", \"std\"] }\n";

impl<'a> Emitter<'a> {
    pub(super) fn manifest(&self) -> EmittedFile<'a> {
        let about = format!("Client for {}", single_line(&self.api.title));
        let text = bindery_templates::MANIFEST
            .replace("{name}", &self.settings.crate_name)
            .replace("{version}", &self.settings.crate_version)
            .replace("{description}", &toml_text(&about))
            .replace("{dates}", self.date_dependency())
            .replace("{base64}", if self.bindings.uses_support("Base64") { "" } else { ", optional = true" })
            .replace(
                "\n    \"dep:base64\",",
                if self.bindings.uses_support("Base64") { "" } else { "\n    \"dep:base64\"," },
            )
            .replace("{unused}", &self.type_features())
            .replace("{both-ways}", if self.bindings.has_only_sent() { "\"both-ways\", " } else { "" })
            .replace("{files}", if self.sends_files() { FILES } else { "" })
            .replace("{oauth}", if self.has_bearer() { OAUTH } else { "" })
            .replace("{example}", if self.example_call().is_some() { EXAMPLE } else { "" })
            .replace("{serde_json}", if self.bindings.uses_support("Decimal") { RAW_JSON } else { EXACT_JSON })
            .replace("{regex}", if self.bindings.has_patterns() { REGEX } else { "" })
            .replace("{uuid}", if self.bindings.uses_uuid() { UUID } else { "" });
        EmittedFile::text("Cargo.toml", text)
    }

    /// The features for types, or for a half of what they can do.
    fn type_features(&self) -> String {
        let both_ways = if self.bindings.has_only_sent() { "\"both-ways\"" } else { "" };
        let mut features = String::new();
        if self.bindings.has_only_sent() {
            features.push_str("# Types that are only sent can be read as well.\nboth-ways = []\n");
        }
        if self.bindings.has_unused_types() {
            features.push_str(&format!("{UNUSED}unused-types = [{both_ways}]\n"));
        }
        features
    }

    fn date_dependency(&self) -> &'static str {
        match self.settings.dates {
            _ if !self.bindings.uses_dates() => "",
            DateLibrary::Jiff => {
                "jiff = { version = \"0.2\", default-features = false, features = [\"serde\", \"std\"] }\n"
            }
            DateLibrary::Chrono => {
                "chrono = { version = \"0.4.40\", default-features = false, features = [\"serde\", \"std\"] }\n"
            }
            DateLibrary::Time => {
                "time = { version = \"0.3.37\", default-features = false, features = [\"formatting\", \"macros\", \"parsing\", \"std\"] }\n"
            }
        }
    }
}

/// The description as it was read, so that the crate can be made again from itself.
pub(super) fn stored(description: &Source) -> EmittedFile<'_> {
    let is_json = description.text().trim_start().starts_with(['{', '[']);
    EmittedFile::text(if is_json { "openapi.json" } else { "openapi.yaml" }, description.text())
}

/// The first line of a text, without what cannot be seen.
pub(super) fn single_line(text: &str) -> String {
    first_line(text, 120)
}

/// A basic string of TOML: quotes and backslashes escaped, so that it cannot end early.
fn toml_text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            // The holes of the template are filled in one after the other.
            '{' | '}' => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
