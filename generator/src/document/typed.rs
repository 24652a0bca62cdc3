//! The typed description.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use openapiv3::{OpenAPI, PathItem, ReferenceOr};

use super::operation::OtherOperation;
use super::selection::own_types::OwnSchemas;
use crate::config::UsedEntries;
use crate::locations::{ElementKeys, SourceMap};
use crate::pointer::Pointer;
use crate::text::Source;

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
    pub(crate) used: UsedEntries,
    /// The address that the description came from, which relative addresses of servers are relative to.
    pub address: Option<String>,
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
