//! Collects the settings that apply to a description.

use std::collections::BTreeMap;

use openapiv3::OpenAPI;
use serde_json::Value;

use crate::config::Config;
use crate::diagnostic::{Diagnostic, Sink};
use crate::document;
use crate::lower::makes_type;
use crate::model::{Api, CredentialLocation, Operation, PageStrategy, SecurityScheme};
use crate::pipeline::Emission;
use crate::source::Source;

/// The result of analyzing a description.
#[derive(Clone, Debug)]
pub struct Survey {
    pub(super) title: String,
    pub(super) version: String,
    pub(super) crate_name: String,
    pub(super) operations: usize,
    pub(super) types: usize,
    pub(super) warnings: usize,
    /// The tags with their numbers of operations, most frequent first.
    pub(super) tags: Vec<(String, usize)>,
    /// The common path prefix of each group, with its number of operations; empty if tags exist.
    pub(super) paths: Vec<(String, usize)>,
    /// The formats of strings, each with the number of schemas.
    pub(super) formats: Vec<(String, usize)>,
    /// Formats without a dedicated type.
    pub(super) plain_formats: Vec<(String, usize)>,
    /// The paginated operations, such as `GET /pets`, with their parameter for the next page.
    pub(super) paged: Vec<(String, &'static str)>,
    /// The webhook events that the server sends.
    pub(super) events: Vec<String>,
    /// The security schemes, with the location of each.
    pub(super) schemes: Vec<(String, String)>,
}

impl Survey {
    /// Analyzes a description that was read with the given number of warnings.
    ///
    /// # Errors
    ///
    /// Returns the errors of reading the description.
    pub fn new(source: &Source, emission: &Emission, warnings: usize) -> Result<Self, Box<Diagnostic>> {
        let document = document::read(source, &Config::default(), &mut Sink::new())?;
        let api = &emission.api;
        let others = document.other_operations.values().flatten().map(|other| &other.operation);
        let tags = tags(&document.openapi, others);
        let paths = if tags.is_empty() { paths(api) } else { Vec::new() };
        let formats = formats(&document.openapi);
        let paged = |operation: &Operation| Some((route(operation), style(&operation.pagination.as_ref()?.step)));
        Ok(Self {
            title: api.title.clone(),
            version: api.version.clone(),
            crate_name: emission.crate_name.clone(),
            operations: api.operations.len(),
            types: api.types.len(),
            warnings,
            tags,
            paths,
            plain_formats: formats.iter().filter(|(format, _)| !makes_type(format)).cloned().collect(),
            formats,
            paged: api.operations.iter().filter_map(paged).collect(),
            events: api.events.iter().map(|event| event.wire.clone()).collect(),
            schemes: api.security.iter().map(|scheme| (scheme.wire.clone(), credential_phrase(scheme))).collect(),
        })
    }
}

fn route(operation: &Operation) -> String {
    format!("{} {}", operation.method, operation.path)
}

/// Sorts names by their counts, in descending order.
fn ranked(counts: BTreeMap<String, usize>) -> Vec<(String, usize)> {
    let mut ranked: Vec<(String, usize)> = counts.into_iter().collect();
    ranked.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    ranked
}

fn tags<'d>(openapi: &'d OpenAPI, others: impl Iterator<Item = &'d openapiv3::Operation>) -> Vec<(String, usize)> {
    let items = openapi.paths.paths.values().filter_map(|item| item.as_item());
    let operations = items.flat_map(|item| item.iter().map(|(_, operation)| operation)).chain(others);
    let mut counts = BTreeMap::new();
    // A tag without a name cannot be selected.
    for tag in operations.flat_map(|operation| &operation.tags).filter(|tag| !tag.is_empty()) {
        *counts.entry(tag.clone()).or_default() += 1;
    }
    ranked(counts)
}

/// Returns the common path prefix of each group: up to the segment that the group is named after.
fn paths(api: &Api) -> Vec<(String, usize)> {
    let mut counts = BTreeMap::new();
    for operation in &api.operations {
        let group = &api.groups[operation.group].wire;
        let segments: Vec<&str> = operation.path.split('/').collect();
        let last = segments.iter().position(|segment| segment == group);
        let start = last.map_or_else(|| operation.path.clone(), |last| segments[..=last].join("/"));
        *counts.entry(format!("{start}**")).or_default() += 1;
    }
    ranked(counts)
}

/// Returns the formats of strings. Examples are not schemas and are skipped.
fn formats(openapi: &OpenAPI) -> Vec<(String, usize)> {
    let mut counts = BTreeMap::new();
    let document = serde_json::to_value(openapi).unwrap_or_default();
    let mut open = vec![&document];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(members) => {
                let text = |name: &str| members.get(name).and_then(Value::as_str);
                if let (Some("string"), Some(format)) = (text("type"), text("format")) {
                    *counts.entry(format.to_owned()).or_default() += 1;
                }
                let shows = |name: &str| matches!(name, "example" | "examples" | "default") || name.starts_with("x-");
                open.extend(members.iter().filter(|(name, _)| !shows(name)).map(|(_, value)| value));
            }
            Value::Array(elements) => open.extend(elements),
            _ => {}
        }
    }
    ranked(counts)
}

/// Returns the name of a page strategy in the configuration.
fn style(strategy: &PageStrategy) -> &'static str {
    match strategy {
        PageStrategy::Page { .. } => "page",
        PageStrategy::Offset { .. } => "offset",
        PageStrategy::Cursor { .. } | PageStrategy::Last { .. } => "cursor",
        PageStrategy::Address { .. } => "link",
    }
}

fn credential_phrase(scheme: &SecurityScheme) -> String {
    match &scheme.place {
        CredentialLocation::Header(name) => format!("the header {name}"),
        CredentialLocation::Query(name) => format!("the query parameter {name}"),
        CredentialLocation::Cookie(name) => format!("the cookie {name}"),
        CredentialLocation::Bearer => "`Authorization: Bearer`".to_owned(),
        CredentialLocation::Basic => "`Authorization: Basic`".to_owned(),
    }
}
