//! Finds the operations of a path.

use std::cmp::Reverse;

use indexmap::IndexMap;

use crate::api::model::{Api, Server, UrlSegment, url_segments};

/// The paths of a description.
#[derive(Debug)]
pub struct Router {
    routes: Vec<Route>,
    /// The paths of the servers of the whole description, the longest first.
    base_paths: Vec<String>,
}

/// A path with its operations.
#[derive(Debug, Default)]
struct Route {
    segments: Vec<Vec<Part>>,
    /// The operations, by their methods.
    operations: IndexMap<String, usize>,
    /// The paths of its own servers.
    base_paths: Vec<String>,
    /// The fragment of the path: parameters of the query or headers, such as `Action=GetUser` or
    /// `X-Amz-Target=Users.GetUser`, that distinguish equal paths.
    fragment: Option<String>,
}

/// A part of a segment.
#[derive(Debug)]
enum Part {
    Literal(String),
    Parameter(String),
}

/// The operation of a request.
#[derive(Debug, PartialEq, Eq)]
pub struct Match<'r> {
    /// The index of the operation in the model.
    pub operation: usize,
    /// The parameters in the path.
    pub parameters: RawValues<'r>,
}

/// The names of parameters with their raw values.
type RawValues<'r> = Vec<(&'r str, String)>;

/// The reason why a request has no operation.
#[derive(Debug, PartialEq, Eq)]
pub enum NoMatch {
    /// No path matches.
    Path,
    /// The path has other methods.
    Method(Vec<String>),
}

impl Router {
    /// Creates a router for the operations of an API.
    pub fn new(api: &Api) -> Self {
        let mut routes: IndexMap<&str, Route> = IndexMap::new();
        for (index, operation) in api.operations.iter().enumerate() {
            let route = routes.entry(&operation.path).or_insert_with(|| Route::new(&operation.path));
            // Each kind of body may have an operation of its own, the first of which has the usual one.
            route.operations.entry(operation.method.clone()).or_insert(index);
            route.base_paths.extend(api.own_server(operation).map(Server::base_path).filter(|path| !path.is_empty()));
        }
        let base_paths = api.servers.iter().map(Server::base_path).filter(|path| !path.is_empty());
        let mut base_paths: Vec<String> = base_paths.collect();
        base_paths.sort_by_key(|path| (Reverse(path.len()), path.clone()));
        base_paths.dedup();
        Self { routes: routes.into_values().collect(), base_paths }
    }

    /// Returns the number of operations.
    pub fn operation_count(&self) -> usize {
        self.routes.iter().map(|route| route.operations.len()).sum()
    }

    /// Returns the operation of a method, a path, which may begin with the path of a server, a query and headers.
    pub fn find(
        &self,
        method: &str,
        path: &str,
        query: &str,
        headers: &[(String, String)],
    ) -> Result<Match<'_>, NoMatch> {
        let below = |base: &String| path.strip_prefix(base.as_str()).filter(|path| path.starts_with('/'));
        let general = self.base_paths.iter().filter_map(below).chain([path]);
        let general = general.map(|path| self.matches(|route| route.match_path(path)));
        let own = std::iter::once_with(|| {
            self.matches(|route| route.base_paths.iter().filter_map(below).find_map(|path| route.match_path(path)))
        });
        let mut allowed = Vec::new();
        let mut other = None;
        for (route, parameters) in general.chain(own).flatten() {
            if let Some(operation) = route.operations.get(method) {
                let found = Match { operation: *operation, parameters };
                if route.is_distinguished_by(query, headers) {
                    return Ok(found);
                }
                other = other.or(Some(found));
            }
            allowed.extend(route.operations.keys().cloned());
        }
        if let Some(found) = other {
            return Ok(found);
        }
        allowed.sort_unstable();
        allowed.dedup();
        Err(if allowed.is_empty() { NoMatch::Path } else { NoMatch::Method(allowed) })
    }

    /// Returns the matching routes, the most specific one first.
    fn matches<'r>(&'r self, find: impl Fn(&'r Route) -> Option<RawValues<'r>>) -> Vec<(&'r Route, RawValues<'r>)> {
        let matches = self.routes.iter().filter_map(|route| Some((route, find(route)?)));
        let mut matches: Vec<_> = matches.collect();
        // Literal segments are more specific than parameters.
        matches.sort_by_key(|(route, _)| route.specificity());
        matches
    }
}

impl Route {
    fn new(path: &str) -> Self {
        let (path, fragment) = path.split_once('#').map_or((path, None), |(path, fragment)| (path, Some(fragment)));
        let segments = path.split('/').map(parts).collect();
        Self { segments, fragment: fragment.map(str::to_owned), ..Self::default() }
    }

    /// Returns `true` if the query or the headers have all parameters of the fragment.
    fn is_distinguished_by(&self, query: &str, headers: &[(String, String)]) -> bool {
        let is_header = |(name, value): &(String, String), (wanted, wanted_value): (&str, &str)| {
            name.eq_ignore_ascii_case(wanted) && value == wanted_value
        };
        let has = |parameter: &str| {
            let in_query = query.split('&').any(|other| other == parameter);
            let pair = parameter.split_once('=');
            in_query || pair.is_some_and(|pair| headers.iter().any(|header| is_header(header, pair)))
        };
        self.fragment.as_deref().is_none_or(|fragment| fragment.split('&').all(has))
    }

    fn match_path(&self, path: &str) -> Option<RawValues<'_>> {
        let segments: Vec<&str> = path.split('/').collect();
        if segments.len() != self.segments.len() {
            return None;
        }
        let mut parameters = Vec::new();
        for (parts, segment) in self.segments.iter().zip(segments) {
            match_segment(parts, segment, &mut parameters)?;
        }
        Some(parameters)
    }

    /// Returns a rank for each segment, by which paths are compared: literal text, a parameter with text, a parameter.
    fn specificity(&self) -> Vec<u8> {
        let rank = |parts: &Vec<Part>| match parts[..] {
            [Part::Parameter(_)] => 2,
            ref parts => u8::from(parts.iter().any(|part| matches!(part, Part::Parameter(_)))),
        };
        self.segments.iter().map(rank).collect()
    }
}

/// Decodes percent-encoded text.
fn decode(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Splits a segment such as `{name}.{extension}`.
fn parts(segment: &str) -> Vec<Part> {
    let parts = url_segments(segment).into_iter().map(|part| match part {
        UrlSegment::Text(text) => Part::Literal(decode(text)),
        UrlSegment::Variable(name) => Part::Parameter(name.to_owned()),
    });
    parts.filter(|part| !matches!(part, Part::Literal(text) if text.is_empty())).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Case;
    use serde_json::json;

    fn api() -> Api {
        let operation = json!({ "get": {}, "post": {} });
        let servers =
            json!([{ "url": "https://{host}/api/{version}/", "variables": { "version": { "default": "v2" } } }]);
        let paths = json!({
                "/pets/{id}": operation,
                "/pets/mine": { "get": {} },
                "/jobs/{id}": operation,
                "/jobs/{id}:run": operation,
                "/users#Action=Get": operation,
                "/users#Action=List": operation,
                "/#X-Amz-Target=Users.Get": operation,
                "/#X-Amz-Target=Users.List": operation,
                "/files/{name}.{extension}": operation,
                "/notes/{name}.json": operation,
                "/a b": operation,
                "/uploads": { "post": { "servers": [{ "url": "https://uploads.example.com/raw" }] } },
                "x-paths": {},
        });
        Case::new().root("servers", servers).paths(paths).emission().api
    }

    /// Returns the path in the description, and the parameters.
    fn find(method: &str, path: &str) -> Result<(String, Vec<(String, String)>), NoMatch> {
        let api = api();
        let router = Router::new(&api);
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let found = router.find(method, path, query, &[])?;
        let parameters = found.parameters.into_iter().map(|(name, value)| (name.to_owned(), value));
        Ok((api.operations[found.operation].path.clone(), parameters.collect()))
    }

    fn path(method: &str, path: &str) -> String {
        find(method, path).unwrap().0
    }

    fn values(path: &str) -> Vec<(String, String)> {
        find("GET", path).unwrap().1
    }

    fn pairs<const N: usize>(pairs: [(&str, &str); N]) -> Vec<(String, String)> {
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec()
    }

    #[test]
    fn literal_paths_come_first() {
        assert_eq!(path("GET", "/pets/mine"), "/pets/mine");
        assert_eq!(find("GET", "/pets/a%2Fb").unwrap(), ("/pets/{id}".to_owned(), pairs([("id", "a%2Fb")])));
        assert_eq!(path("POST", "/pets/mine"), "/pets/{id}");
        assert_eq!(path("GET", "/a%20b"), "/a b");
        assert_eq!(path("GET", "/jobs/1:run"), "/jobs/{id}:run");
    }

    #[test]
    fn segments_have_several_parameters() {
        assert_eq!(values("/files/a.tar.gz"), pairs([("name", "a"), ("extension", "tar.gz")]));
        assert_eq!(find("GET", "/files/.gz"), Err(NoMatch::Path));
        assert_eq!(values("/notes/a.json.json"), pairs([("name", "a.json")]));
    }

    #[test]
    fn fragments_are_parameters_of_the_query() {
        assert_eq!(path("GET", "/users?Version=1&Action=List"), "/users#Action=List");
        assert_eq!(path("GET", "/users?Action=Get"), "/users#Action=Get");
        assert_eq!(path("GET", "/users"), "/users#Action=Get");
    }

    #[test]
    fn fragments_are_headers() {
        let api = api();
        let router = Router::new(&api);
        let find = |target: &str| {
            let headers = [("host".to_owned(), "localhost".to_owned()), ("x-amz-target".to_owned(), target.to_owned())];
            let found = router.find("POST", "/", "", &headers).unwrap();
            api.operations[found.operation].path.as_str()
        };
        assert_eq!(find("Users.List"), "/#X-Amz-Target=Users.List");
        assert_eq!(find("Users.Get"), "/#X-Amz-Target=Users.Get");
        assert_eq!(find("users.list"), "/#X-Amz-Target=Users.Get");
    }

    #[test]
    fn paths_may_begin_with_that_of_the_server() {
        assert_eq!(path("GET", "/api/v2/pets/1"), "/pets/{id}");
        assert_eq!(path("POST", "/raw/uploads"), "/uploads");
    }

    #[test]
    fn other_paths_and_methods_have_no_operation() {
        for path in ["//", "/pets", "/pets/", "/pets/1/2", "/api/v2", "pets/1"] {
            assert_eq!(find("GET", path), Err(NoMatch::Path), "{path}");
        }
        let methods = ["GET", "POST"].map(str::to_owned).to_vec();
        assert_eq!(find("DELETE", "/pets/1"), Err(NoMatch::Method(methods)));
    }
}
