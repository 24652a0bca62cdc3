//! The path of the server that every operation's path is appended to.

use openapiv3::Server;

/// The path of the first server, without a slash at its end; empty where it has none.
///
/// | `servers[0].url` | base path |
/// |---|---|
/// | `https://example.com/v1/` | `/v1` |
/// | `{base_url}/ws` | `/ws` |
/// | `/api/v3` | `/api/v3` |
/// | `https://{host}.example.com` | |
pub(super) fn base_path(servers: &[Server]) -> String {
    let Some(server) = servers.first() else { return String::new() };
    let path = match server.url.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("", |slash| &rest[slash..]),
        // A variable in front stands for the address of the server, which the caller gives.
        None if server.url.starts_with('{') => server.url.find('}').map_or("", |brace| &server.url[brace + 1..]),
        None => server.url.as_str(),
    };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let filled = filled(path, server);
    let trimmed = filled.trim_matches('/');
    if trimmed.is_empty() || trimmed == "." { String::new() } else { format!("/{trimmed}") }
}

/// The address of the first server, where nothing in it is left to the caller.
pub(super) fn address(servers: &[Server]) -> Option<String> {
    let server = servers.first()?;
    let address = filled(&server.url, server);
    let whole = address.starts_with("https://") || address.starts_with("http://");
    (whole && !address.contains(['{', '?', '#']) && !address.contains(char::is_control)).then_some(address)
}

/// A text with the variables of the server filled in, each once: a default is plain text, whatever braces stand in it.
fn filled(text: &str, server: &Server) -> String {
    let default = |name: &str| Some(server.variables.as_ref()?.get(name)?.default.as_str());
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        match after.split_once('}').and_then(|(name, after)| Some((default(name)?, after))) {
            Some((value, after)) => {
                filled.push_str(value);
                rest = after;
            }
            None => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use openapiv3::{Server, ServerVariable};

    use super::{address, base_path};

    fn of(url: &str) -> String {
        let version = ServerVariable { default: "v2".to_owned(), ..ServerVariable::default() };
        let variables = Some([("version".to_owned(), version)].into_iter().collect());
        base_path(&[Server { url: url.to_owned(), variables, ..Server::default() }])
    }

    #[test]
    fn paths_of_servers() {
        assert_eq!(of("https://example.com/v1/"), "/v1");
        assert_eq!(of("{base_url}/ws"), "/ws");
        assert_eq!(of("/api/{version}"), "/api/v2");
        assert_eq!(of("https://{host}.example.com"), "");
        assert_eq!(of("/"), "");
        assert_eq!(base_path(&[]), "");
    }

    #[test]
    fn a_default_that_names_variables_is_plain_text() {
        let variable = |index: usize| {
            let default = format!("{{v{0}}}{{v{0}}}", index + 1);
            (format!("v{index}"), ServerVariable { default, ..ServerVariable::default() })
        };
        let variables = Some((0..64).map(variable).collect());
        let server = Server { url: "https://example.com/{v0}/{unknown}".to_owned(), variables, ..Server::default() };
        assert_eq!(base_path(std::slice::from_ref(&server)), "/{v1}{v1}/{unknown}");
        assert_eq!(address(&[server]), None);
    }
}
