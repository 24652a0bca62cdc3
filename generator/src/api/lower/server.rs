//! Servers: the default address of the client, and the operations with another one.
//!
//! | `url` | origin | path |
//! |---|---|---|
//! | `https://example.com/v1/` | `https://example.com` | `/v1` |
//! | `//example.com/v1` | with the scheme of the description's address, otherwise `https` | `/v1` |
//! | `/api/v3`, `.` | that of the description's address, if it has one | relative to that address |
//! | `{base_url}/ws` | passed by the caller; that of the default, if it is an address | `/ws` |
//! | `https://{host}.example.com/{version}` | `https://{host}.example.com` | `/{version}` |
//! | `example.com/v1` | `https://example.com`, since paths do not begin with a host | `/v1` |

use std::collections::{HashMap, HashSet};

use iri_string::types::IriStr;
use openapiv3::{Operation, PathItem, ReferenceOr, Server as Declared};

use super::input::Input;
use super::log::Log;
use crate::api::model::{Server, ServerVariable, UrlSegment, server_template, url_segments};
use crate::base::diagnostic::Code;
use crate::base::pointer::Pointer;
use crate::read::document::SERVER_NAME;

/// Maximum length of a server's address or variable; longer ones are ignored.
const MAX_ADDRESS_LEN: usize = 2_000;

/// Maximum number of servers of the document.
const MAX_SERVERS: usize = 200;

/// Returns the servers of the document that a client can use. An `http` server is dropped if the same server has
/// `https`.
pub(super) fn servers(declared: &[Declared], address: Option<&IriStr>) -> Vec<Server> {
    let root = [Declared { url: "/".to_owned(), ..Declared::default() }];
    let declared = if declared.is_empty() { &root } else { declared };
    let servers: Vec<Server> = declared.iter().take(MAX_SERVERS).map(|declared| server(declared, address)).collect();
    let templates: Vec<String> = servers.iter().map(Server::template).collect();
    let is_twin = |server: &Server| {
        let template = server.template();
        template.strip_prefix("http://").is_some_and(|rest| templates.contains(&format!("https://{rest}")))
    };
    let mut kept: Vec<Server> = Vec::new();
    for server in servers {
        if !is_twin(&server) && kept.iter().all(|known| known.template() != server.template()) {
            kept.push(server);
        }
    }
    kept
}

/// Returns the servers that all paths have in common.
fn common<'d>(mut items: impl Iterator<Item = &'d PathItem>) -> Option<&'d [Declared]> {
    let of = |item: &'d PathItem| (!item.servers.is_empty()).then_some(item.servers.as_slice());
    let first = items.next().and_then(of)?;
    items.all(|item| of(item) == Some(first)).then_some(first)
}

/// The servers of the document, and those of single operations.
pub(super) struct Servers<'d> {
    /// The address from which the description was loaded.
    address: Option<&'d IriStr>,
    pub(super) usual: Vec<Server>,
    pub(super) own: Vec<Server>,
    /// The index of each operation-level server, by its address.
    indexes: HashMap<String, usize>,
    /// The reported servers that the client cannot use.
    further: HashSet<String>,
}

impl<'d> Servers<'d> {
    /// Lowers the servers that a client can use. If the document has none and all paths declare the same, those are
    /// used.
    pub(super) fn new(input: &'d Input<'d>) -> Self {
        let openapi = &input.document.openapi;
        let declared = match openapi.servers.as_slice() {
            [] => common(openapi.paths.paths.values().filter_map(ReferenceOr::as_item)).unwrap_or_default(),
            declared => declared,
        };
        let address = input.document.address.as_deref().and_then(|address| IriStr::new(address).ok());
        let usual = servers(declared, address);
        Self { address, usual, own: Vec::new(), indexes: HashMap::new(), further: HashSet::new() }
    }

    /// Returns the index of the operation's own server, or `None` if it uses the default.
    pub(super) fn own_server(
        &mut self,
        item: (&'d PathItem, &Pointer),
        operation: (&'d Operation, &Pointer),
        log: &mut Log<'_>,
    ) -> Option<usize> {
        let (declared, at) = match (operation.0.servers.as_slice(), item.0.servers.as_slice()) {
            ([], declared) => (declared, item.1),
            (declared, _) => (declared, operation.1),
        };
        self.warn_of_further_servers(declared, at, log);
        let mut own = server(declared.first()?, self.address);
        // The caller configures the address of the API: an address on the same host moves with it.
        if own.origin.as_deref().is_some_and(|origin| self.usual.iter().any(|server| is_host_of(server, origin))) {
            own.origin = None;
        }
        if own.origin.is_none() && self.usual.first().is_some_and(|usual| usual.path == own.path) {
            return None;
        }
        let next = self.own.len();
        let index = *self.indexes.entry(own.template()).or_insert(next);
        if index == next {
            self.own.push(own);
        }
        Some(index)
    }

    /// Warns, once for each server, about servers that operations have besides the first, and the API does not have.
    fn warn_of_further_servers(&mut self, declared: &'d [Declared], at: &Pointer, log: &mut Log<'_>) {
        let Some(other) = servers(declared, self.address).get(1).map(Server::template) else { return };
        let is_usual = self.usual.iter().any(|server| server.template() == other);
        if !is_usual && self.further.insert(other.clone()) {
            let message = format!("the client sends this operation to the first of its servers only, not to `{other}`");
            let help = "put the server to use first, or move servers that all operations have to the top level";
            log.warn(Code::FieldUnsupported, message, &at.child("servers").index(1), help);
        }
    }
}

/// Returns `true` if a server has this origin, with either scheme.
fn is_host_of(server: &Server, origin: &str) -> bool {
    let host = |origin: &str| origin.split_once("://").map_or_else(|| origin.to_owned(), |(_, host)| host.to_owned());
    server.origin.as_deref().is_some_and(|own| host(own) == host(origin))
}

/// Lowers a server; `address` is that of the description.
fn server(declared: &Declared, address: Option<&IriStr>) -> Server {
    let (origin, path) = origin_and_path(declared, address);
    let path = path.trim_end_matches('/').to_owned();
    let mut variables: Vec<ServerVariable> = Vec::new();
    for part in url_segments(origin.as_deref().unwrap_or_default()).into_iter().chain(url_segments(&path)) {
        if let UrlSegment::Variable(name) = part
            && variables.iter().all(|known| known.name != name)
        {
            variables.push(variable(declared, name));
        }
    }
    let name = declared.extensions.get(SERVER_NAME).and_then(|name| name.as_str().map(str::to_owned));
    let (own_origin, own_path) = origin_and_path(declared, None);
    let own = server_template(own_origin.as_deref(), own_path.trim_end_matches('/'));
    Server { origin, path, declared: own, variables, name, description: declared.description.clone() }
}

fn variable(declared: &Declared, name: &str) -> ServerVariable {
    let written = declared.variables.as_ref().and_then(|variables| variables.get(name));
    let filled = |text: &String| !text.trim().is_empty() && !text.contains(['{', '}']) && text.len() <= MAX_ADDRESS_LEN;
    ServerVariable {
        name: name.to_owned(),
        default: written.map(|variable| variable.default.clone()).filter(filled),
        known: written.map(|variable| variable.enumeration.clone()).unwrap_or_default(),
        description: written.and_then(|variable| variable.description.clone()),
    }
}

fn origin_and_path(declared: &Declared, address: Option<&IriStr>) -> (Option<String>, String) {
    let url = declared.url.split(['?', '#']).next().unwrap_or_default().trim();
    if url.len() > MAX_ADDRESS_LEN || url.contains(char::is_control) || url.contains('\\') {
        return (None, String::new());
    }
    let default = |name: &str| variable(declared, name).default.unwrap_or_default();
    if let Some((scheme, rest)) = url.split_once("://").filter(|(scheme, _)| !scheme.contains('/')) {
        return authority(scheme, rest, default);
    }
    if let Some(rest) = url.strip_prefix("//") {
        let scheme = address.map_or("https", IriStr::scheme_str);
        return authority(scheme, rest, default);
    }
    if let Some((name, rest)) = url.strip_prefix('{').and_then(|url| url.split_once('}')) {
        let default = default(name);
        match rest.is_empty() || rest.starts_with('/') {
            true if default.contains("://") => return (Some(format!("{{{name}}}")), rest.to_owned()),
            true if is_host(&default) => return (Some(format!("https://{{{name}}}")), rest.to_owned()),
            // The variable represents the address of the server, which the caller passes.
            true if !default.starts_with('/') => return (None, rest.to_owned()),
            false if is_host(rest.trim_start_matches('.')) => return authority("https", url, |_| String::new()),
            _ => {}
        }
    }
    if is_host(url) {
        return authority("https", url, default);
    }
    let origin = address.and_then(|address| {
        let (_, host) = address.authority_str()?.rsplit_once('@').unwrap_or(("", address.authority_str()?));
        Some(format!("{}://{host}", address.scheme_str()))
    });
    if url.contains([' ', ',', '<']) {
        return (origin, String::new());
    }
    (origin, joined(address.map_or("/", IriStr::path_str), url))
}

/// Returns the origin and the path after it, which may begin with a variable.
fn authority(scheme: &str, rest: &str, default: impl Fn(&str) -> String) -> (Option<String>, String) {
    let mut end = rest.find('/').unwrap_or(rest.len());
    let mut at = 0;
    for part in url_segments(&rest[..end]) {
        match part {
            UrlSegment::Variable(name) if default(name).starts_with('/') => {
                end = at;
                break;
            }
            UrlSegment::Variable(name) => at += name.len() + 2,
            UrlSegment::Text(text) => at += text.len(),
        }
    }
    let (host, path) = rest.split_at(end);
    (Some(format!("{scheme}://{host}")), path.to_owned())
}

/// Returns `true` if a string that is not a path begins with a host: `api.example.com/v1`, `localhost:8080`.
fn is_host(text: &str) -> bool {
    let host = text.split('/').next().unwrap_or_default();
    let (host, port) = host.split_once(':').unwrap_or((host, "80"));
    let labels: Vec<&str> = host.split('.').collect();
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '{' | '}'))
    };
    let is_top = |label: &str| label.len() > 1 && label.chars().all(|c| c.is_ascii_alphabetic());
    let named = host == "localhost" || (labels.len() > 1 && labels.last().is_some_and(|last| is_top(last)));
    let numbered = labels.len() == 4 && labels.iter().all(|label| label.parse::<u8>().is_ok());
    (named || numbered) && labels.iter().all(|label| is_label(label)) && port.parse::<u16>().is_ok()
}

/// Resolves a relative path against the path of a document (RFC 3986, section 5.2).
fn joined(document: &str, relative: &str) -> String {
    let folder = document.rfind('/').map_or("", |slash| &document[..slash]);
    let whole = if relative.starts_with('/') { relative.to_owned() } else { format!("{folder}/{relative}") };
    let mut segments: Vec<&str> = Vec::new();
    for segment in whole.split('/') {
        match segment {
            "" | "." => {}
            ".." => drop(segments.pop()),
            other => segments.push(other),
        }
    }
    segments.into_iter().map(|segment| format!("/{segment}")).collect()
}

#[cfg(test)]
mod tests;
