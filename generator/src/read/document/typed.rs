//! The typed description.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use openapiv3::{OpenAPI, PathItem, ReferenceOr};

use super::operation::OtherOperation;
use super::selection::own_types::OwnSchemas;
use crate::base::pointer::Pointer;
use crate::base::text::Source;
use crate::config::UsedEntries;
use crate::read::locations::{ElementKeys, SourceMap};

/// The typed description and the name of the source it came from.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The description.
    pub openapi: OpenAPI,
    /// The name under which diagnostics show the source.
    pub source: String,
    /// The size of its text in bytes, including its other files.
    pub size: usize,
    /// The original locations of moved parts.
    pub source_map: Arc<SourceMap>,
    /// The keys of elements of arrays.
    pub element_keys: ElementKeys,
    /// Operations with methods that [`PathItem`] does not support, by path.
    pub other_operations: HashMap<String, Vec<OtherOperation>>,
    /// The security schemes that were reported and left out, because no credential can be sent for them.
    pub(crate) omitted_schemes: Vec<String>,
    /// The webhooks.
    pub webhooks: Vec<Webhook>,
    /// The other files of the description.
    pub others: Vec<Source>,
    /// The description as one document, if it consists of several files, or was merged or corrected.
    pub rewritten: Option<String>,
    /// `true` if corrections changed the source, so that the original is worth storing.
    pub(crate) is_corrected: bool,
    /// `true` for Swagger 2.0, whose words diagnostics use.
    pub(crate) is_swagger: bool,
    /// The operations that the selection excludes, such as `GET /pets`.
    pub(crate) left_out: BTreeSet<String>,
    /// The schemas that are replaced by the user's types.
    pub(crate) own_schemas: OwnSchemas,
    /// The component schemas whose values are used directly, and not only through their bases.
    pub(crate) used_directly: HashSet<String>,
    /// The entries of the configuration that apply to it.
    pub used: UsedEntries,
    /// The address that the description came from, which relative addresses of servers are relative to.
    pub address: Option<String>,
}

impl Document {
    /// Returns the number of operations with each tag. A tag without a name cannot be selected.
    #[must_use]
    pub fn tag_counts(&self) -> BTreeMap<&str, usize> {
        let items = self.openapi.paths.paths.values().filter_map(|item| item.as_item());
        let usual = items.flat_map(|item| item.iter().map(|(_, operation)| operation));
        let others = self.other_operations.values().flatten().map(|other| &other.operation);
        let mut counts = BTreeMap::new();
        for tag in usual.chain(others).flat_map(|operation| &operation.tags).filter(|tag| !tag.is_empty()) {
            *counts.entry(tag.as_str()).or_default() += 1;
        }
        counts
    }
}

/// A request that the server sends.
#[derive(Clone, Debug)]
pub struct Webhook {
    /// The name of the webhook.
    pub name: String,
    /// The location of the webhook.
    pub pointer: Pointer,
    /// The path item.
    pub item: ReferenceOr<PathItem>,
}
