//! The changes for a program, as one page of text.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::imported::{Import, Tool};
use super::program::{ProgramSources, Use};
use crate::analysis::Direction;
use crate::ident::{type_name, value_name};
use crate::pipeline::Emission;

/// Maximum number of lines of each part of the page, unless all are requested.
const MAX_LINES: usize = 25;

/// A change of what all programs use: the old texts that show it, the old code, and the new one.
type Change = (&'static [&'static str], &'static str, &'static str);

/// The place of the new constructor.
const CONSTRUCTOR: &str = "{constructor}";
const DOCUMENTED: &str = "`CallError::Documented(error)`, with `error.body()`";
const BUILD: &str = "`Client::builder(address)`, `.http_client(builder)`, `.build()?`";

const OF_PROGENITOR: [Change; 9] = [
    (&["Client::new("], "`Client::new(baseurl)`", CONSTRUCTOR),
    (&["Client::new_with_client("], "`Client::new_with_client(baseurl, client)`", BUILD),
    (&[".send()"], "`.send().await?` after builder calls", "`.await?`; required inputs are arguments of the function"),
    (
        &[".into_inner()", "ResponseValue"],
        "`ResponseValue<T>`, `.into_inner()`",
        "the body itself; `.send_full()` for the status and headers",
    ),
    (&[".stream("], "`.stream()`", "`.items()` or `.pages()`"),
    (
        &["::builder()", "types::builder"],
        "`types::Story::builder()`",
        "`types::Story::new(..)` with the required fields, and setters",
    ),
    (&["Error::ErrorResponse"], "`Error::ErrorResponse(response)`", DOCUMENTED),
    (&["Error::UnexpectedResponse"], "`Error::UnexpectedResponse(response)`", "`CallError::Undocumented(error)`"),
    (
        &["Error::CommunicationError", "Error::InvalidResponsePayload", "Error::InvalidRequest"],
        "`Error::CommunicationError(error)` and others",
        "`CallError::Send(error)`, `CallError::Decode(error)`, `CallError::Build(error)`",
    ),
];

const OF_OPENAPI_GENERATOR: [Change; 7] = [
    (
        &["Configuration::new(", "Configuration {", "Configuration::default("],
        "`Configuration { base_path, .. }`",
        CONSTRUCTOR,
    ),
    (
        &["bearer_access_token", "oauth_access_token", "api_key:", "api_key =", "basic_auth"],
        "`configuration.bearer_access_token = Some(token)`",
        "the token of `Client::new`, or `.token(token)` of `Client::builder`",
    ),
    (&["ApiClient::new("], "`ApiClient::new(configuration)`", CONSTRUCTOR),
    (&["models::"], "`models::Story`", "`types::Story`; structs have `new` with the required fields, and setters"),
    (
        &["_api::"],
        "`story_api::get_story(&configuration, ..)`, with `None` for options",
        "`client.story().get(..)`; options are methods of the call",
    ),
    (&["Error::ResponseError"], "`Error::ResponseError(content)`, `content.entity`", DOCUMENTED),
    (
        &["Error::Reqwest", "Error::Serde", "Error::Io"],
        "`Error::Reqwest(error)`, `Error::Serde(error)`",
        "`CallError::Send(error)`, `CallError::Decode(error)`",
    ),
];

const OF_OPENAPI_TO_RUST: [Change; 5] = [
    (&["HttpClient::new(", "HttpClient::"], "`HttpClient::new().with_base_url(address)`", CONSTRUCTOR),
    (
        &[".with_api_key("],
        "`.with_api_key(token)`",
        "the token of `Client::new`, or `.token(token)` of `Client::builder`",
    ),
    (
        &[".with_header(", ".with_timeout(", ".with_retry"],
        "`.with_header(..)` and others",
        "`.header(..)`, `.timeout(..)`, `.retry(..)` of `Client::builder`",
    ),
    (&["ApiOpError::Api"], "`ApiOpError::Api(error)`, `error.typed`", DOCUMENTED),
    (&["ApiOpError::Transport"], "`ApiOpError::Transport(error)`", "`CallError::Send(error)`"),
];

impl Tool {
    fn changes(self) -> &'static [Change] {
        match self {
            Self::Progenitor => &OF_PROGENITOR,
            Self::OpenapiGenerator => &OF_OPENAPI_GENERATOR,
            Self::OpenapiToRust => &OF_OPENAPI_TO_RUST,
            // Stainless has no generator for Rust.
            Self::Stainless => &[],
        }
    }
}

impl Import {
    /// Returns what was written, what was left out, and what changes for the programs.
    #[must_use]
    pub fn page(&self, emission: &Emission, uses: &ProgramSources, is_whole: bool) -> String {
        let most = if is_whole { usize::MAX } else { MAX_LINES };
        let mut page = format!("settings of {}: {}\n", self.tool.name(), self.files.join(", "));
        page += &format!("  in bindery.toml: {}\n", self.settings.settings.len());
        let mut reasons: IndexMap<&str, Vec<&str>> = IndexMap::new();
        for left_out in &self.settings.left_out {
            reasons.entry(&left_out.reason).or_default().push(left_out.setting.trim());
        }
        let left_out = reasons.into_iter().map(|(reason, settings)| format!("{}: {reason}", some(&settings)));
        page += &section("left out", left_out.collect(), most);
        page += &section("changes for your program", self.general(emission, uses), most);
        page += &section("calls", self.calls(emission, uses), most);
        page + &section("types", types(emission, uses), most)
    }

    /// Returns the changes that do not depend on single operations: those that the program uses, or all without a
    /// program.
    fn general(&self, emission: &Emission, uses: &ProgramSources) -> Vec<String> {
        let constructor = constructor(emission);
        let changes = self.tool.changes().iter().map(|(texts, old, new)| (uses.find(texts), old, new));
        let changes: Vec<_> = changes.collect();
        let is_program = changes.iter().any(|(found, ..)| found.is_some());
        let shown = changes.into_iter().filter(|(found, ..)| found.is_some() || !is_program);
        shown.map(|(found, old, new)| row(old, &new.replace(CONSTRUCTOR, &constructor), found.as_ref())).collect()
    }

    /// Returns the calls of operations: those that the program uses, or the first ones.
    fn calls(&self, emission: &Emission, uses: &ProgramSources) -> Vec<String> {
        let operations = emission.api.operations.iter().enumerate().filter(|(_, operation)| operation.apart.is_none());
        let all: Vec<(String, String)> = operations
            .map(|(index, operation)| {
                let group = &emission.names.group(operation.group).function;
                let new = format!("`client.{group}().{}(..)`", emission.names.operation(index).function);
                let route = || format!("{} {}", operation.method, operation.path);
                let old = operation.id.as_deref().filter(|_| self.tool != Tool::Stainless);
                (old.map_or_else(route, value_name), new)
            })
            .collect();
        let used = all.iter().filter_map(|(old, new)| Some(row(&format!("`{old}`"), new, Some(uses.call(old)?))));
        let used: Vec<String> = used.collect();
        if uses.file_count() > 0 && !used.is_empty() {
            return used;
        }
        all.iter().map(|(old, new)| row(&format!("`{old}`"), new, None)).collect()
    }
}

/// Returns the call of the constructor.
fn constructor(emission: &Emission) -> String {
    let client = emission.package().client.as_ref().map(|client| client.constructor);
    let arguments = client.map(|client| match (client.takes_address, client.takes_token) {
        (true, true) => "address, token",
        (true, false) => "address",
        (false, true) => "token",
        (false, false) => "",
    });
    format!("`Client::new({})`", arguments.unwrap_or("address"))
}

/// Returns the types that the program names and that have another name now.
fn types(emission: &Emission, uses: &ProgramSources) -> Vec<String> {
    let schemas = emission.api.definitions().filter_map(|(id, definition)| Some((id, definition.naming.schema()?)));
    let new = |id| emission.names.of_type(id, Direction::Response);
    let new: BTreeMap<String, &str> = schemas.map(|(id, schema)| (type_name(schema), new(id))).collect();
    let renamed = uses.types().filter_map(|(old, found)| {
        let new = new.get(old).filter(|new| **new != old)?;
        Some(row(&format!("`{old}`"), &format!("`types::{new}`"), Some(found)))
    });
    renamed.collect()
}

fn row(old: &str, new: &str, found: Option<&Use>) -> String {
    let place = found.map(|found| format!("  ({})", found.phrase())).unwrap_or_default();
    format!("{old} -> {new}{place}")
}

/// Returns the first of some settings with the same reason.
fn some(settings: &[&str]) -> String {
    let shown = settings.iter().take(5).copied().collect::<Vec<_>>().join(", ");
    match settings.len().saturating_sub(5) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

fn section(title: &str, lines: Vec<String>, most: usize) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let shown: String = lines.iter().take(most).map(|line| format!("  {line}\n")).collect();
    let more = match lines.len().saturating_sub(most) {
        0 => String::new(),
        more => format!("  and {more} more; pass `--verbose` to list all\n"),
    };
    format!("\n{title}:\n{shown}{more}")
}
