//! Finds the operations of a path.

use std::cmp::Reverse;

use serde_json::Value;

use super::located::Located;
use super::message::decode;
use crate::http_terms::{METHODS, is_token};

/// The paths of a description.
#[derive(Debug)]
pub(super) struct Router {
    routes: Vec<Route>,
    /// The paths of the servers of the whole description, the longest first.
    base_paths: Vec<String>,
}

/// A path with its operations.
#[derive(Debug)]
struct Route {
    path: String,
    segments: Vec<Vec<Part>>,
    /// The methods, in upper case.
    methods: Vec<String>,
    /// The paths of its own servers.
    base_paths: Vec<String>,
}

/// A part of a segment.
#[derive(Debug)]
enum Part {
    Literal(String),
    Parameter(String),
}

/// The operation of a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Match<'r> {
    /// The path in the description.
    pub(super) path: &'r str,
    /// The parameters with their raw values.
    pub(super) parameters: Vec<(&'r str, String)>,
}

/// The reason why a request has no operation.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoMatch {
    /// No path matches.
    Path,
    /// The path has other methods.
    Method(Vec<String>),
}

impl Router {
    pub(super) fn new(document: &Value) -> Self {
        let root = Located::root(document);
        let paths = root.member("paths").into_iter().flat_map(|paths| paths.members().collect::<Vec<_>>());
        let mut routes = Vec::new();
        let mut base_paths = base_paths(&root);
        for (path, item) in paths.filter(|(path, _)| path.starts_with('/')) {
            let segments = path.split('/').map(parts).collect();
            let operations = METHODS.iter().filter_map(|method| item.member(method));
            let own = operations.chain([item.clone()]).flat_map(|declaring| self::base_paths(&declaring));
            let (path, methods, base_paths) = (path.to_owned(), methods(&item), own.collect());
            routes.push(Route { path, segments, methods, base_paths });
        }
        base_paths.sort_by_key(|path| (Reverse(path.len()), path.clone()));
        base_paths.dedup();
        Self { routes, base_paths }
    }

    /// Returns the number of operations.
    pub(super) fn operation_count(&self) -> usize {
        self.routes.iter().map(|route| route.methods.len()).sum()
    }

    /// Returns the operation of a method and a path, which may begin with the path of a server.
    pub(super) fn find(&self, method: &str, path: &str) -> Result<Match<'_>, NoMatch> {
        let below = |base: &String| path.strip_prefix(base.as_str()).filter(|path| path.starts_with('/'));
        let general = self.base_paths.iter().filter_map(below).chain([path]);
        let general = general.map(|path| self.matches(|route| route.match_path(path)));
        let own = std::iter::once_with(|| {
            self.matches(|route| route.base_paths.iter().filter_map(below).find_map(|path| route.match_path(path)))
        });
        let mut allowed = Vec::new();
        for (route, found) in general.chain(own).flatten() {
            if route.methods.iter().any(|known| known == method) {
                return Ok(found);
            }
            allowed.extend(route.methods.iter().cloned());
        }
        allowed.sort_unstable();
        allowed.dedup();
        Err(if allowed.is_empty() { NoMatch::Path } else { NoMatch::Method(allowed) })
    }

    /// Returns the matching routes, the most specific one first.
    fn matches<'r>(&'r self, find: impl Fn(&'r Route) -> Option<Match<'r>>) -> Vec<(&'r Route, Match<'r>)> {
        let matches = self.routes.iter().filter_map(|route| Some((route, find(route)?)));
        let mut matches: Vec<_> = matches.collect();
        // Literal segments are more specific than parameters.
        matches.sort_by_key(|(route, _)| route.specificity());
        matches
    }
}

impl Route {
    fn match_path(&self, path: &str) -> Option<Match<'_>> {
        let segments: Vec<&str> = path.split('/').collect();
        if segments.len() != self.segments.len() {
            return None;
        }
        let mut parameters = Vec::new();
        for (parts, segment) in self.segments.iter().zip(segments) {
            match_segment(parts, segment, &mut parameters)?;
        }
        Some(Match { path: &self.path, parameters })
    }

    /// Returns `true` for each segment with a parameter; paths are compared by it.
    fn specificity(&self) -> Vec<bool> {
        self.segments.iter().map(|parts| parts.iter().any(|part| matches!(part, Part::Parameter(_)))).collect()
    }
}

/// Splits a segment such as `{name}.{extension}`.
fn parts(segment: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = segment;
    while let Some((literal, (name, after))) =
        rest.split_once('{').and_then(|(literal, after)| Some((literal, after.split_once('}')?)))
    {
        if !literal.is_empty() {
            parts.push(Part::Literal(decode(literal)));
        }
        parts.push(Part::Parameter(name.to_owned()));
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(Part::Literal(decode(rest)));
    }
    parts
}

/// Matches a segment. A parameter ends at the next literal, and is not empty.
fn match_segment<'r>(parts: &'r [Part], segment: &str, parameters: &mut Vec<(&'r str, String)>) -> Option<()> {
    if let [Part::Parameter(name)] = parts {
        parameters.push((name, segment.to_owned()));
        return (!segment.is_empty()).then_some(());
    }
    let segment = decode(segment);
    let mut rest = segment.as_str();
    let mut parts = parts.iter().peekable();
    while let Some(part) = parts.next() {
        match part {
            Part::Literal(literal) => rest = rest.strip_prefix(literal.as_str())?,
            Part::Parameter(name) => {
                let is_last = parts.len() == 1;
                let end = match parts.peek() {
                    // The last literal ends the segment.
                    Some(Part::Literal(literal)) if is_last => rest.strip_suffix(literal.as_str())?.len(),
                    Some(Part::Literal(literal)) => rest.find(literal.as_str())?,
                    _ => rest.len(),
                };
                parameters.push((name, rest[..end].to_owned()));
                rest = &rest[end..];
                if end == 0 {
                    return None;
                }
            }
        }
    }
    rest.is_empty().then_some(())
}

fn methods(item: &Located<'_>) -> Vec<String> {
    let usual = METHODS.iter().filter(|method| item.value.get(**method).is_some());
    let additional = item.member("additionalOperations");
    let additional = additional.iter().flat_map(|operations| operations.members().collect::<Vec<_>>());
    let additional = additional.map(|(method, _)| method).filter(|method| is_token(method));
    usual.map(|method| method.to_ascii_uppercase()).chain(additional.map(str::to_owned)).collect()
}

/// Returns the paths of the servers of a description, a path or an operation.
fn base_paths(declaring: &Located<'_>) -> Vec<String> {
    let Some(servers) = declaring.member("servers") else { return Vec::new() };
    servers.elements().filter_map(|server| base_path(&server)).collect()
}

/// Returns the path of a server's address, without a slash at the end, or `None` if it is empty.
fn base_path(server: &Located<'_>) -> Option<String> {
    let variables = server.member("variables");
    let (mut address, mut rest) = (String::new(), server.text("url")?);
    // A default is not expanded again, so that the cost is linear.
    while let Some((literal, (name, after))) =
        rest.split_once('{').and_then(|(literal, after)| Some((literal, after.split_once('}')?)))
    {
        address.push_str(literal);
        let variable = variables.as_ref().and_then(|variables| variables.member(name));
        address.push_str(variable.as_ref().and_then(|variable| variable.text("default")).unwrap_or_default());
        rest = after;
    }
    address.push_str(rest);
    let after_scheme = address.split_once("://").map_or(address.as_str(), |(_, after)| after);
    let path = after_scheme.find('/').map(|start| &after_scheme[start..])?;
    let path = path.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    (!path.is_empty()).then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn router() -> Router {
        let operation = json!({ "get": {}, "post": {} });
        Router::new(&json!({
            "servers": [{ "url": "https://{host}/api/{version}/", "variables": { "version": { "default": "v2" } } }],
            "paths": {
                "/pets/{id}": operation,
                "/pets/mine": { "get": {} },
                "/files/{name}.{extension}": operation,
                "/notes/{name}.json": operation,
                "/a b": operation,
                "/uploads": { "post": { "servers": [{ "url": "https://uploads.example.com/raw" }] } },
                "x-paths": {},
            },
        }))
    }

    #[test]
    fn literal_paths_come_first() {
        let router = router();
        assert_eq!(router.find("GET", "/pets/mine").unwrap().path, "/pets/mine");
        let found = router.find("GET", "/pets/a%2Fb").unwrap();
        assert_eq!((found.path, found.parameters), ("/pets/{id}", vec![("id", "a%2Fb".to_owned())]));
        assert_eq!(router.find("POST", "/pets/mine").unwrap().path, "/pets/{id}");
        assert_eq!(router.find("GET", "/a%20b").unwrap().path, "/a b");
    }

    #[test]
    fn segments_have_several_parameters() {
        let router = router();
        let found = router.find("GET", "/files/a.tar.gz").unwrap();
        assert_eq!(found.parameters, [("name", "a".to_owned()), ("extension", "tar.gz".to_owned())]);
        assert_eq!(router.find("GET", "/files/.gz"), Err(NoMatch::Path));
        let found = router.find("GET", "/notes/a.json.json").unwrap();
        assert_eq!(found.parameters, [("name", "a.json".to_owned())]);
    }

    #[test]
    fn defaults_of_servers_are_expanded_once() {
        let variables = json!({ "a": { "default": "{b}{b}" }, "b": { "default": "x" } });
        let server = json!({ "url": "https://h/{a}/{b}", "variables": variables });
        assert_eq!(base_path(&Located::root(&server)).as_deref(), Some("/{b}{b}/x"));
    }

    #[test]
    fn paths_may_begin_with_that_of_the_server() {
        assert_eq!(router().find("GET", "/api/v2/pets/1").unwrap().path, "/pets/{id}");
        assert_eq!(router().find("POST", "/raw/uploads").unwrap().path, "/uploads");
    }

    #[test]
    fn other_paths_and_methods_have_no_operation() {
        let router = router();
        for path in ["/", "/pets", "/pets/", "/pets/1/2", "/api/v2", "pets/1"] {
            assert_eq!(router.find("GET", path), Err(NoMatch::Path), "{path}");
        }
        let methods = ["GET", "POST"].map(str::to_owned).to_vec();
        assert_eq!(router.find("DELETE", "/pets/1"), Err(NoMatch::Method(methods)));
    }
}
