//! Collects the settings that apply to a description.

use std::collections::BTreeMap;

use bindery::internal::Emission;
use bindery::internal::config::Config;
use bindery::internal::diagnostic::{Diagnostic, Sink};
use bindery::internal::document;
use bindery::internal::model::{CredentialLocation, Operation, PageStrategy, SecurityScheme};
use bindery::internal::pagination::UnrecognizedPaging;
use bindery::internal::source::Input;

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
    /// The paginated operations, such as `GET /pets`, with their parameter for the next page.
    pub(super) paged: Vec<(String, &'static str)>,
    /// The operations that look paginated and are not, with their tables in the configuration.
    pub(super) unrecognized_paging: Vec<UnrecognizedPaging>,
    /// The security schemes, with the location of each.
    pub(super) schemes: Vec<(String, String)>,
}

impl Survey {
    /// Analyzes a description that was read with the given number of warnings.
    ///
    /// # Errors
    ///
    /// Returns the errors of reading the description.
    pub fn new(input: &Input, emission: &Emission, warnings: usize) -> Result<Self, Box<Diagnostic>> {
        let document = document::read(input, &Config::default(), &mut Sink::new())?;
        let api = &emission.api;
        let paged = |operation: &Operation| Some((route(operation), style(&operation.pagination.as_ref()?.step)));
        Ok(Self {
            title: api.title.clone(),
            version: api.version.clone(),
            crate_name: emission.crate_name().to_owned(),
            operations: api.operations.len(),
            types: api.types.len(),
            warnings,
            tags: ranked(document.tag_counts()),
            paged: api.operations.iter().filter_map(paged).collect(),
            unrecognized_paging: emission.unrecognized_paging.clone(),
            schemes: api.security.iter().map(|scheme| (scheme.wire.clone(), credential_phrase(scheme))).collect(),
        })
    }
}

fn route(operation: &Operation) -> String {
    format!("{} {}", operation.method, operation.path)
}

/// Sorts names by their counts, in descending order.
fn ranked(counts: BTreeMap<&str, usize>) -> Vec<(String, usize)> {
    let mut ranked: Vec<(String, usize)> = counts.into_iter().map(|(name, count)| (name.to_owned(), count)).collect();
    ranked.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    ranked
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
