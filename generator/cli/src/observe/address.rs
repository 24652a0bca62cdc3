//! The part of the recorded traffic that goes to the server of the description.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use serde_json::Value;

use super::har::{Exchange, Traffic};
use super::model::Model;
use bindery::internal::diagnostic::{Result, usage_error};
use bindery::internal::route::NoMatch;

/// Maximum number of paths whose operations are kept.
const MAX_KNOWN_PATHS: usize = 100_000;

/// The choice of the calls to the server, and how it was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Choice {
    /// The start of the addresses of all calls to the server; empty if there is none.
    pub(super) prefix: String,
    /// `true` if the paths of the servers of the description are below the prefix.
    pub(super) has_base_path: bool,
    /// An assumption, in words.
    pub(super) assumed: Option<String>,
}

/// The operation of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Operation(usize),
    /// The call goes to another server, whose origin is given.
    Elsewhere(String),
    NoPath,
    NoMethod,
}

/// Selects the calls to the server: those below `--server`, or to a server of the description, or else those to the
/// origin with most calls that have an operation.
pub(super) fn choose(model: &Model, traffic: &Traffic, server: Option<&str>) -> Result<Choice> {
    if let Some(server) = server {
        let Some((origin, base)) = origin(server) else {
            return Err(usage_error(
                "`--server` is not an address",
                "write the scheme and the host, such as `--server http://localhost:8080/api`",
            ));
        };
        let prefix = origin + base.trim_end_matches('/');
        return Ok(Choice { prefix, has_base_path: false, assumed: None });
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut finder = Finder::new(model, Choice { prefix: String::new(), has_base_path: true, assumed: None });
    traffic.each(&mut |call| {
        if let Some((origin, path)) = origin(&call.url) {
            let count = counts.entry(origin).or_default();
            *count += usize::from(matches!(finder.route(&call, path), Found::Operation(_)));
        }
    })?;
    let declared = declared(model);
    let best = |only: &dyn Fn(&str) -> bool| {
        let found = counts.iter().filter(|(origin, count)| **count > 0 && only(origin));
        found.max_by_key(|(_, count)| **count).map(|(origin, _)| origin.clone())
    };
    if let Some(prefix) = best(&|origin| declared.iter().any(|known| known == origin)) {
        return Ok(Choice { prefix, has_base_path: true, assumed: None });
    }
    let Some(prefix) = best(&|_| true) else {
        let assumed = Some("no call has an operation: pass the address of the server with `--server`".to_owned());
        return Ok(Choice { prefix: String::new(), has_base_path: true, assumed });
    };
    let assumed =
        Some(format!("the description names no server that was called; `{prefix}` is assumed to be its server"));
    Ok(Choice { prefix, has_base_path: true, assumed })
}

/// Returns the origins of all servers of the description, also of those that are examples.
fn declared(model: &Model) -> Vec<String> {
    let urls = model.written.get("servers").and_then(Value::as_array).into_iter().flatten();
    let urls = urls.filter_map(|server| server.get("url")?.as_str().map(str::to_owned));
    let host = model.written.get("host").and_then(Value::as_str);
    let of_host = host.into_iter().flat_map(|host| ["http", "https"].map(|scheme| format!("{scheme}://{host}")));
    let known = model.api.servers.iter().chain(&model.api.own_servers).filter_map(|server| server.origin.clone());
    let all = urls.chain(of_host).chain(known);
    all.filter_map(|url| Some(origin(&url)?.0)).collect()
}

/// Finds the operations of calls.
pub(super) struct Finder<'m> {
    model: &'m Model,
    choice: Choice,
    known: HashMap<(String, String), Found>,
    /// `true` if the query or a header distinguishes operations of a path.
    has_fragments: bool,
}

impl<'m> Finder<'m> {
    pub(super) fn new(model: &'m Model, choice: Choice) -> Self {
        let has_fragments = model.api.operations.iter().any(|operation| operation.path.contains('#'));
        Self { model, choice, known: HashMap::new(), has_fragments }
    }

    /// Returns the operation of a call.
    pub(super) fn find(&mut self, call: &Exchange) -> Found {
        let Some((own, path)) = origin(&call.url) else {
            return Found::Elsewhere("an address without a host".to_owned());
        };
        if self.choice.has_base_path {
            return if own == self.choice.prefix { self.route(call, path) } else { Found::Elsewhere(own) };
        }
        let prefix = self.choice.prefix.clone();
        let Some((server, base)) = origin(&prefix) else { return Found::Elsewhere(own) };
        let below = path.strip_prefix(base).filter(|rest| rest.is_empty() || rest.starts_with('/'));
        match below.filter(|_| own == server) {
            Some(rest) => self.route(call, if rest.is_empty() { "/" } else { rest }),
            None => Found::Elsewhere(own),
        }
    }

    fn route(&mut self, call: &Exchange, path: &str) -> Found {
        let key = (call.method.clone(), path.to_owned());
        if let Some(found) = self.known.get(&key) {
            return found.clone();
        }
        let query = call.url.split_once('?').map_or("", |(_, query)| query.split('#').next().unwrap_or_default());
        let found = match self.model.router.find(&call.method, path, query, &call.headers) {
            Ok(found) => Found::Operation(found.operation),
            Err(NoMatch::Path) => Found::NoPath,
            Err(NoMatch::Method(_)) => Found::NoMethod,
        };
        if !self.has_fragments && self.known.len() < MAX_KNOWN_PATHS {
            self.known.insert(key, found.clone());
        }
        found
    }
}

/// Splits an address into its origin in lower case, without user and usual port, and its path without the query.
fn origin(url: &str) -> Option<(String, &str)> {
    let (scheme, rest) = url.split_once("://")?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let host = rest[..end].rsplit('@').next().filter(|host| !host.is_empty())?;
    let mut origin = format!("{scheme}://{host}").to_ascii_lowercase();
    for (scheme, port) in [("https://", ":443"), ("http://", ":80")] {
        if origin.starts_with(scheme) && origin.ends_with(port) {
            origin.truncate(origin.len() - port.len());
        }
    }
    let path = rest[end..].split(['?', '#']).next().unwrap_or_default();
    Some((origin, if path.is_empty() { "/" } else { path }))
}

#[cfg(test)]
mod tests {
    use super::origin;

    #[test]
    fn addresses_are_split() {
        let rows = [
            ("http://h:80/a?b#c", Some(("http://h", "/a"))),
            ("https://h:8443", Some(("https://h:8443", "/"))),
            ("https://h?x=1", Some(("https://h", "/"))),
            ("h/a", None),
            ("http://", None),
            ("HTTP://user:p@ss@H:80/a@b", Some(("http://h", "/a@b"))),
            ("http://user:secret@/a", None),
        ];
        for (url, expected) in rows {
            assert_eq!(origin(url).as_ref().map(|(origin, path)| (origin.as_str(), *path)), expected, "{url}");
        }
    }
}
