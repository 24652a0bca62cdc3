//! Chooses between descriptions at well-known paths by where their calls go.
//!
//! | description | fits the address if |
//! |---|---|
//! | with `servers` or `basePath` | one of them is the address, above it or below it |
//! | without | the address has a path, and all paths begin with it |

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde::de::IgnoredAny;
use url::Url;

use super::url_text;
use crate::base::diagnostic::{Code, Diagnostic, Location, Result};
use crate::base::text::Source;
use crate::read::source::{MAX_NESTING, flow_depth};

/// Returns the only description, or the only one that fits the address. Descriptions of the same calls, such as one in JSON
/// and in YAML, count as one, of which the first is used.
///
/// # Errors
///
/// `description-ambiguous` with the URLs of the descriptions if several fit, or if none of several does.
pub(super) fn choose(address: &Url, found: Vec<Source>) -> Result<Source> {
    let mut distinct: Vec<(Source, Calls)> = Vec::new();
    for source in found {
        let calls = Calls::new(&source, address);
        if distinct.iter().all(|(_, known)| known.paths != calls.paths) {
            distinct.push((source, calls));
        }
    }
    if distinct.iter().any(|(_, calls)| calls.fit) {
        distinct.retain(|(_, calls)| calls.fit);
    }
    match &distinct[..] {
        [(only, _)] => Ok(only.clone()),
        several => Err(ambiguous(address, several)),
    }
}

fn ambiguous(address: &Url, several: &[(Source, Calls)]) -> Box<Diagnostic> {
    let message = format!("found {} descriptions at {}", several.len(), url_text(address));
    let names: Vec<_> = several.iter().map(|(source, _)| format!("`{}`", source.name())).collect();
    let diagnostic = Diagnostic::error(Code::DescriptionAmbiguous, message).at(url_text(address), Location::Whole);
    Box::new(diagnostic.help(format!("pass the URL of one of them: {}", names.join(", "))))
}

/// The addresses of the calls of a description.
struct Calls {
    /// The paths below the server at the address, or else below the first server.
    paths: BTreeSet<String>,
    fit: bool,
}

impl Calls {
    fn new(source: &Source, address: &Url) -> Self {
        let outline = Outline::read(source.text());
        let location = Url::parse(source.name()).ok();
        let urls = outline.server_urls();
        let servers: Vec<Url> = urls.iter().filter_map(|url| location.as_ref()?.join(url).ok()).collect();
        let here = servers.iter().find(|server| is_at(server, address));
        let prefix = here.or(servers.first()).map_or("", |server| server.path().trim_end_matches('/'));
        let paths: BTreeSet<String> = outline.paths.keys().map(|path| format!("{prefix}{path}")).collect();
        let are_below = || address.path() != "/" && paths.iter().all(|path| is_below(path, address.path()));
        let fit = here.is_some() || servers.is_empty() && are_below();
        Self { paths, fit }
    }
}

fn is_at(server: &Url, address: &Url) -> bool {
    server.host_str() == address.host_str()
        && server.port_or_known_default() == address.port_or_known_default()
        && (is_below(server.path(), address.path()) || is_below(address.path(), server.path()))
}

/// Returns `true` if a path is equal to another one or continues it after a slash.
fn is_below(path: &str, above: &str) -> bool {
    let rest = path.trim_end_matches('/').strip_prefix(above.trim_end_matches('/'));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The parts of a description that say where its calls go; all that is malformed is missing.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Outline {
    servers: Vec<Server>,
    host: Option<String>,
    base_path: Option<String>,
    paths: BTreeMap<String, IgnoredAny>,
}

#[derive(Deserialize)]
struct Server {
    url: String,
}

impl Outline {
    fn read(text: &str) -> Self {
        let json = serde_json::from_str(text).ok();
        let yaml = || (flow_depth(text) <= MAX_NESTING).then(|| serde_yaml::from_str(text).ok()).flatten();
        json.or_else(yaml).unwrap_or_default()
    }

    fn server_urls(&self) -> Vec<String> {
        let host = self.host.as_ref().map(|host| format!("//{host}"));
        let swagger = [host, self.base_path.clone()].into_iter().flatten().reduce(|host, path| host + &path);
        self.servers.iter().map(|server| server.url.clone()).chain(swagger).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::choose;
    use crate::base::text::Source;

    /// Chooses between descriptions at `/openapi.json`, `/api/openapi.json` and so on; returns the path or the help.
    fn choice(address: &str, texts: &[(&str, &str)]) -> String {
        let sources = texts.iter().map(|(path, text)| Source::new(format!("http://h{path}"), *text)).collect();
        match choose(&address.parse().unwrap(), sources) {
            Ok(source) => source.name().trim_start_matches("http://h").to_owned(),
            Err(problem) => problem.help.unwrap(),
        }
    }

    const ROOT: (&str, &str) = ("/openapi.json", r#"{"openapi":"3.1.0","paths":{"/flows":{}}}"#);

    #[test]
    fn the_one_with_servers_at_the_address_is_used() {
        for below in [
            r#"{"openapi":"3.1.0","servers":[{"url":"/api"}],"paths":{"/flows":{}}}"#,
            r#"{"openapi":"3.1.0","servers":[{"url":"https://x.org"},{"url":"http://h/api/"}],"paths":{"/flows":{}}}"#,
            "swagger: '2.0'\nbasePath: /api\npaths: {/flows: {get: {}}}\n",
            "swagger: '2.0'\nhost: h\nbasePath: /api\npaths: {/flows: {get: {}}}\n",
        ] {
            assert_eq!(choice("http://h", &[ROOT, ("/api/openapi.json", below)]), "/api/openapi.json", "{below}");
        }
    }

    #[test]
    fn the_one_with_paths_below_the_address_is_used() {
        let below = ("/x/openapi.json", "openapi: 3.1.0\npaths:\n  /app/flows: {}\n  /app: {}\n");
        assert_eq!(choice("http://h/app/", &[ROOT, below]), "/x/openapi.json");
    }

    #[test]
    fn the_same_calls_are_one_description() {
        let yaml = ("/openapi.yaml", "openapi: 3.0.0\nservers: [{url: /}]\npaths:\n  /flows:\n    get: {}\n");
        let old = ("/swagger.json", r#"{"swagger":"2.0","host":"x.org","paths":{"/flows":{"get":{}}}}"#);
        assert_eq!(choice("http://h", &[ROOT, yaml, old]), "/openapi.json");
    }

    #[test]
    fn descriptions_that_fit_alike_are_named() {
        let other = ("/docs/openapi.json", r#"{"openapi":"3.1.0","paths":{"/users":{}}}"#);
        let help = "pass the URL of one of them: `http://h/openapi.json`, `http://h/docs/openapi.json`";
        assert_eq!(choice("http://h", &[ROOT, other]), help);
        let elsewhere = r#"{"openapi":"3.1.0","servers":[{"url":"https://x.org/"}],"paths":{"/users":{}}}"#;
        assert_eq!(choice("http://h", &[ROOT, ("/docs/openapi.json", elsewhere)]), help);
    }
}
