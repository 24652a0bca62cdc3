//! Parses the text of a description into one typed document.
//!
//! Turns an [`Input`] into one [`openapiv3::OpenAPI`], whatever its format and version. An error whose intent is clear
//! is repaired with a warning at its location; an invalid keyword is ignored without losing the rest of the document.
//! The document is read from a plain JSON value by hand instead of with `Deserialize`, since only then each repair
//! knows its location.

mod corrections;
mod elements;
mod expansion;
mod gather;
mod item_schema;
mod links;
mod merge;
mod node;
mod operation;
mod operations;
mod parameter;
mod parse;
mod plain;
mod prepare;
mod references;
mod schema;
mod selection;
mod swagger;
#[cfg(test)]
mod tests;
mod twins;
mod typed;
mod types;

use std::collections::HashMap;
use std::sync::Arc;

use indexmap::IndexMap;
use openapiv3::{
    APIKeyLocation, ExternalDocumentation, Info, OAuth2Flows, OpenAPI, Paths, SecurityScheme, Server, ServerVariable,
    Tag,
};
use serde_json::Value;

use crate::base::diagnostic::{Code, Result, Sink};
use crate::base::http_terms::AUTHORIZATION;
use crate::base::pointer::Pointer;
use crate::base::text::Source;
use crate::config::{Config, UsedEntries};
use crate::read::keywords::{DOCUMENT, EXTERNAL_DOCS, INFO, SECURITY_SCHEME, SERVER, SERVER_VARIABLE, TAG};
use crate::read::locations::ElementKeys;
use crate::read::source::Input;
pub(crate) use expansion::{expansion_error, max_expanded_size};
pub(crate) use item_schema::{BY_EVENT, ITEM_SCHEMA};
use node::{Node, NodeReader};
pub(crate) use operation::MAX_MEDIA_TYPES;
pub use operation::OtherOperation;
use operations::WEBHOOKS;
pub(crate) use parameter::{EMPTY, RESERVED};
pub(crate) use parse::parse;
use parse::{is_release, version_text};
use prepare::{Origins, PreparedDocument};
pub(crate) use schema::{MAX_MEMBERS, NO_MEMBERS, OTHERS_KEYWORD};
pub(crate) use twins::TWIN;
pub use typed::{Document, Webhook};

/// The extension that holds the `name` of a server in OpenAPI 3.2.
pub(crate) const SERVER_NAME: &str = "x-bindery-name";

/// Reads an input as an OpenAPI description.
///
/// # Errors
///
/// `syntax-invalid` for text that is neither JSON nor YAML, `expansion-too-large` for text that would exhaust the memory,
/// `not-openapi` for other documents, `version-unsupported` for versions other than 3.0 to
/// 3.2, and `configuration-invalid` if a correction is invalid or fails.
pub fn read(input: &Input, config: &Config, sink: &mut Sink) -> Result<Document> {
    let prepared = prepare::whole(input, config, sink)?;
    typed(prepared, &input.source, config, sink)
}

/// Returns an input as it is written, with its corrections; null if it consists of several descriptions.
pub fn corrected(input: &Input, config: &Config, sink: &mut Sink) -> Result<Value> {
    if !input.merged.is_empty() {
        return Ok(Value::Null);
    }
    let mut value = parse(&input.source, sink)?;
    let corrections = if input.is_corrected { Vec::new() } else { config.corrections() };
    corrections::correct(&mut value, &corrections, sink)?;
    Ok(value)
}

/// Returns the result of [`read`], and that of `plain`.
pub fn read_with_plain(input: &Input, config: &Config, sink: &mut Sink) -> Result<(Document, Value)> {
    let prepared = prepare::whole(input, config, sink)?;
    let plain = prepared.value.clone();
    Ok((typed(prepared, &input.source, config, sink)?, plain))
}

fn typed(prepared: PreparedDocument, source: &Source, config: &Config, sink: &mut Sink) -> Result<Document> {
    let PreparedDocument { mut value, mut document, origins } = prepared;
    links::resolve(&mut value, config.links.as_deref());
    let mut source_map = item_schema::convert(&mut value);
    source_map.after(&document.source_map);
    document.source_map = Arc::new(source_map);
    sink.trace_with(Origins { source_map: Arc::clone(&document.source_map), ..origins });
    let known = selection::own_types::names(&value);
    let mut left_out = selection::select(&mut value, config, sink);
    let mut used = UsedEntries::default();
    let (own_schemas, places) =
        selection::own_types::take(&mut value, &known, &document.source_map, config, &mut used)?;
    left_out.add(places);
    left_out.remove_diagnostics(source.name(), &document.source_map, sink);
    let size = std::iter::once(source).chain(&document.others).map(|source| source.text().len()).sum();
    expansion::check_operations(&value, size, source.name())?;
    let element_keys = ElementKeys::new(&value, &document.source_map, MAX_MEMBERS);
    let used_directly = references::used_directly(&value);
    let mut reader = NodeReader::new(source.name(), sink);
    let version = value.get("openapi").map(version_text).unwrap_or_default();
    reader.is_swagger = document.is_swagger;
    reader.is_since_31 = !["3", "3.0"].iter().any(|known| is_release(&version, known));
    reader.is_since_32 = is_release(&version, "3.2");
    reader.root(&value);
    let mut components = reader.components(&mut value);
    if let Some(components) = &mut components {
        twins::refer_to_originals(components);
    }
    let (paths, other_operations) = reader.paths(&mut value);
    let webhooks = reader.webhooks(&mut value);
    let root = Node { value: &value, pointer: Pointer::root() };
    let omitted_schemes = std::mem::take(&mut reader.omitted_schemes);
    let openapi = OpenAPI {
        openapi: reader.text(&root, "openapi").unwrap_or_default(),
        info: reader.info(&root),
        servers: reader.servers(&root),
        paths,
        components,
        security: reader.security(&root),
        tags: reader.tags(&root),
        external_docs: reader.external_docs(&root),
        extensions: reader.extensions(&root),
    };
    Ok(Document {
        openapi,
        size,
        element_keys,
        other_operations,
        omitted_schemes,
        webhooks,
        left_out: left_out.operations,
        own_schemas,
        used_directly,
        used,
        ..document
    })
}

/// Returns an input as one plain document: corrected, in the form of OpenAPI 3, and with references to
/// components only.
///
/// # Errors
///
/// Returns the errors of [`read`].
pub fn plain(input: &Input, config: &Config) -> Result<Value> {
    prepare::whole(input, config, &mut Sink::new()).map(|prepared| prepared.value)
}

impl NodeReader<'_> {
    /// Checks the description itself, whose parts are read one by one.
    fn root(&mut self, value: &Value) {
        let root = Node { value, pointer: Pointer::root() };
        self.open(&root, &DOCUMENT);
        if ["paths", "components", "webhooks", "x-webhooks"].iter().all(|part| root.get(part).is_none()) {
            self.missing(&root, &DOCUMENT, "paths", "the client has no operations");
        }
    }

    fn info(&mut self, root: &Node<'_>) -> Info {
        let mut info = Info::default();
        if let Some(node) = self.object(root, "info") {
            self.open(&node, &INFO);
            info.title = self.text(&node, "title").unwrap_or_default();
            info.description = self.text(&node, "description");
            info.version = self.text(&node, "version").unwrap_or_default();
        }
        info
    }

    /// Reads the paths and removes them from the document.
    fn paths(&mut self, root: &mut Value) -> (Paths, HashMap<String, Vec<OtherOperation>>) {
        let mut paths = Paths::default();
        let mut others = HashMap::new();
        let taken = self.take_members(root, &Pointer::root(), "paths");
        for (path, value, pointer) in taken.filter(|(path, ..)| !path.starts_with("x-")) {
            let item = Node { value: &value, pointer };
            let more = self.other_operations(&item);
            let item = self.item_or_reference(&item, Self::path_item);
            if !more.is_empty() {
                others.insert(path.clone(), more);
            }
            paths.paths.insert(path, item);
        }
        (paths, others)
    }

    /// Reads the webhooks and removes them from the document.
    fn webhooks(&mut self, root: &mut Value) -> Vec<Webhook> {
        let mut webhooks: Vec<Webhook> = Vec::new();
        for key in WEBHOOKS {
            // An extension may contain something else.
            if key.starts_with("x-") && !root[key].is_object() {
                continue;
            }
            let taken = self.take_members(root, &Pointer::root(), key);
            for (name, value, pointer) in taken.filter(|(name, ..)| !name.starts_with("x-")) {
                let node = Node { value: &value, pointer: pointer.clone() };
                let item = self.item_or_reference(&node, Self::path_item);
                // An event may be in both, for readers of either version.
                match webhooks.iter().find(|known| known.name == name) {
                    None => webhooks.push(Webhook { name, pointer, item }),
                    Some(known) if known.item == item => {}
                    Some(_) => {
                        let message = format!("`{name}` is in `webhooks` too, and differs; this one is ignored");
                        self.warn(Code::FieldIgnored, message, &pointer, "remove one of them");
                    }
                }
            }
        }
        webhooks
    }

    /// Reads the servers of the document, a path or an operation.
    fn servers(&mut self, node: &Node<'_>) -> Vec<Server> {
        let Some(array) = self.array(node, "servers") else { return Vec::new() };
        let nodes: Vec<_> = array.elements().collect();
        nodes.iter().filter_map(|node| self.server(node)).collect()
    }

    fn server(&mut self, node: &Node<'_>) -> Option<Server> {
        if !self.open(node, &SERVER) {
            return None;
        }
        let url = self.required_text(node, &SERVER, "url", "it is left out")?;
        let mut variables = IndexMap::new();
        if let Some(object) = self.map(node, "variables") {
            for (name, variable) in object.members() {
                variables.insert(name.to_owned(), self.server_variable(&variable));
            }
        }
        let name = self.text(node, "name").map(|name| (SERVER_NAME.to_owned(), Value::from(name)));
        Some(Server {
            url,
            description: self.text(node, "description"),
            variables: Some(variables),
            extensions: name.into_iter().collect(),
        })
    }

    fn server_variable(&mut self, node: &Node<'_>) -> ServerVariable {
        self.open(node, &SERVER_VARIABLE);
        ServerVariable {
            enumeration: self.texts(node, "enum"),
            default: self.text(node, "default").unwrap_or_default(),
            description: self.text(node, "description"),
            extensions: IndexMap::new(),
        }
    }

    fn tags(&mut self, root: &Node<'_>) -> Vec<Tag> {
        let Some(array) = self.array(root, "tags") else { return Vec::new() };
        let nodes: Vec<_> = array.elements().collect();
        nodes.iter().filter_map(|node| self.tag(node)).collect()
    }

    fn tag(&mut self, node: &Node<'_>) -> Option<Tag> {
        if !self.open(node, &TAG) {
            return None;
        }
        let name = self.required_text(node, &TAG, "name", "it is left out")?;
        let (description, external_docs) = (self.text(node, "description"), self.external_docs(node));
        Some(Tag { name, description, external_docs, extensions: self.extensions(node) })
    }

    fn external_docs(&mut self, node: &Node<'_>) -> Option<ExternalDocumentation> {
        let docs = self.object(node, "externalDocs")?;
        self.open(&docs, &EXTERNAL_DOCS);
        let url = self.required_text(&docs, &EXTERNAL_DOCS, "url", "the link is left out")?;
        Some(ExternalDocumentation { description: self.text(&docs, "description"), url, extensions: IndexMap::new() })
    }

    fn security_scheme(&mut self, node: &Node<'_>) -> Option<SecurityScheme> {
        if !self.open(node, &SECURITY_SCHEME) {
            return None;
        }
        let description = self.text(node, "description");
        let extensions = IndexMap::new();
        match self.scheme_text(node, "type")?.as_str() {
            "apiKey" => {
                self.ignored_in_scheme(node, "apiKey", "scheme");
                let (location, name) = (self.api_key_location(node)?, self.scheme_text(node, "name")?);
                Some(SecurityScheme::APIKey { location, name, description, extensions })
            }
            "http" => {
                self.ignored_in_scheme(node, "http", "name");
                let scheme = self.scheme_text(node, "scheme")?.to_ascii_lowercase();
                Some(SecurityScheme::HTTP { scheme, bearer_format: None, description, extensions })
            }
            "oauth2" => Some(SecurityScheme::OAuth2 { flows: OAuth2Flows::default(), description, extensions }),
            "openIdConnect" => {
                let open_id_connect_url = String::new();
                Some(SecurityScheme::OpenIDConnect { open_id_connect_url, description, extensions })
            }
            "mutualTLS" => {
                let message = "a client certificate is not a credential that the client sends; the scheme is left out";
                let help = "configure the certificate in the HTTP client of the builder";
                self.warn(Code::SecurityUnsupported, message, &node.pointer, help);
                None
            }
            other => {
                let message = format!("unknown type `{other}` of a security scheme; the scheme is left out");
                let help = if self.is_swagger {
                    "write basic, apiKey or oauth2"
                } else {
                    "write apiKey, http, mutualTLS, oauth2 or openIdConnect"
                };
                self.warn(Code::SecurityUnsupported, message, &node.pointer, help);
                None
            }
        }
    }

    /// Reads a member that a security scheme needs.
    fn scheme_text(&mut self, node: &Node<'_>, key: &str) -> Option<String> {
        self.required_text(node, &SECURITY_SCHEME, key, "no credential is sent for it")
    }

    /// Reports a member that says how another type of scheme sends a credential, unless it says the same.
    fn ignored_in_scheme(&mut self, node: &Node<'_>, kind: &str, key: &str) {
        let Some(member) = node.get(key) else { return };
        if !member.value.as_str().is_some_and(|name| name.eq_ignore_ascii_case(AUTHORIZATION)) {
            let message = format!("`{key}` has no effect on a security scheme of type `{kind}`");
            self.warn(Code::FieldIgnored, message, &member.pointer, "remove it, or fix the `type`");
        }
    }

    fn api_key_location(&mut self, node: &Node<'_>) -> Option<APIKeyLocation> {
        match self.scheme_text(node, "in")?.as_str() {
            "header" => Some(APIKeyLocation::Header),
            "query" => Some(APIKeyLocation::Query),
            "cookie" => Some(APIKeyLocation::Cookie),
            other => {
                let message = format!("an API key cannot be in `{other}`; the scheme is left out");
                self.warn(Code::SecurityUnsupported, message, &node.pointer, "write header, query or cookie");
                None
            }
        }
    }
}
