//! Servers: the addresses of requests.

use std::net::Ipv4Addr;

use iri_string::types::IriStr;

/// A server of the description. Its variables are in braces, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// The scheme and host, such as `https://{region}.example.com`; `None` for those of the client's own server.
    pub origin: Option<String>,
    /// The path, without a trailing slash.
    pub path: String,
    /// The address as declared: an address from which the description was loaded is not part of it.
    pub declared: String,
    /// The variables of its address.
    pub variables: Vec<ServerVariable>,
    /// The name in the description.
    pub name: Option<String>,
    /// The description.
    pub description: Option<String>,
}

/// A variable of a server's address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerVariable {
    /// The name.
    pub name: String,
    /// The default value.
    pub default: Option<String>,
    /// The values that the description lists.
    pub known: Vec<String>,
    /// The description.
    pub description: Option<String>,
}

impl Server {
    /// Returns the address with its variables in braces, or just the path if the caller passes the host.
    #[must_use]
    pub fn template(&self) -> String {
        server_template(self.origin.as_deref(), &self.path)
    }

    /// Returns the path with the defaults of its variables; empty if there is none.
    #[must_use]
    pub fn base_path(&self) -> String {
        let path = self.filled(&self.path);
        let path = path.trim_matches('/');
        if path.is_empty() { String::new() } else { format!("/{path}") }
    }

    /// Returns the address with the defaults of its variables, if it is complete and not a placeholder.
    #[must_use]
    pub fn address(&self) -> Option<String> {
        let origin = self.filled(self.origin.as_deref()?);
        let address = format!("{}{}", origin.trim_end_matches('/'), self.base_path());
        let url = IriStr::new(&address).ok()?;
        let authority = url.authority_components()?;
        let plain = authority.userinfo().is_none() && url.query().is_none() && url.fragment().is_none();
        let has_port = authority.port().is_none_or(|port| port.is_empty() || port.parse::<u16>().is_ok());
        let whole = matches!(url.scheme_str(), "http" | "https") && plain && has_port;
        let is_somewhere = whole && !authority.host().is_empty() && !is_placeholder(authority.host());
        (is_somewhere && !address.contains(['{', '}', '\\']) && !address.contains(char::is_control)).then_some(address)
    }

    /// Returns `true` if this is an `https` address with a domain name, without variables in the host. All users of such
    /// an API have the same server.
    #[must_use]
    pub fn has_public_address(&self) -> bool {
        let has_variable = self.origin.as_deref().is_some_and(|origin| origin.contains('{'));
        let address = self.address().filter(|_| !has_variable);
        let url = address.as_deref().and_then(|address| IriStr::new(address).ok());
        url.filter(|url| url.scheme_str() == "https")
            .and_then(|url| url.authority_components())
            .is_some_and(|authority| is_domain(authority.host()))
    }

    /// Replaces variables by their defaults. Each brace is processed once, so that a default is never expanded again.
    fn filled(&self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len());
        for part in url_segments(text) {
            match part {
                UrlSegment::Text(text) => filled.push_str(text),
                UrlSegment::Variable(name) => match self.variables.iter().find(|variable| variable.name == name) {
                    Some(ServerVariable { default: Some(default), .. }) => filled.push_str(default),
                    _ => filled.extend(["{", name, "}"]),
                },
            }
        }
        filled
    }
}

/// Returns the address of an origin and a path, which may begin with a variable.
pub(crate) fn server_template(origin: Option<&str>, path: &str) -> String {
    let slash = if path.is_empty() || path.starts_with(['/', '{']) { "" } else { "/" };
    format!("{}{slash}{path}", origin.unwrap_or_default())
}

/// Reserved or network-specific domains (RFC 2606, RFC 6761, RFC 6762).
const PLACEHOLDERS: [&str; 7] = ["example", "example.com", "example.net", "example.org", "invalid", "local", "test"];

/// Words of labels that users replace, such as `your-domain.atlassian.net`.
const PLACEHOLDER_WORDS: [&str; 11] =
    ["your", "my", "example", "demo", "domain", "subdomain", "company", "instance", "tenant", "host", "hostname"];

/// Returns `true` if a host is a placeholder.
fn is_placeholder(host: &str) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let is_in = |domain: &str| host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    let labels = host.rsplit_once('.').map_or("", |(labels, _top)| labels);
    PLACEHOLDERS.into_iter().any(is_in) || labels.split(['.', '-', '_']).any(is_placeholder_word)
}

/// Returns `true` for a word that users replace, such as `tenant`, `yourorg` and `mycompany`.
fn is_placeholder_word(word: &str) -> bool {
    let noun = word.strip_prefix("my").unwrap_or(word);
    word.starts_with("your") || PLACEHOLDER_WORDS.contains(&word) || PLACEHOLDER_WORDS.contains(&noun)
}

/// Returns `true` if a host is a domain name of the public DNS, and not an IP address.
fn is_domain(host: &str) -> bool {
    host.contains('.') && !host.starts_with('[') && host.parse::<Ipv4Addr>().is_err()
}

/// A segment of an address.
pub(crate) enum UrlSegment<'t> {
    /// Literal text.
    Text(&'t str),
    /// The name of a variable.
    Variable(&'t str),
}

/// Splits an address into text and variables in braces.
pub(crate) fn url_segments(text: &str) -> Vec<UrlSegment<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, next)) = after.split_once('}') else { break };
        parts.extend([UrlSegment::Text(before), UrlSegment::Variable(name)]);
        rest = next;
    }
    parts.push(UrlSegment::Text(rest));
    parts
}

#[cfg(test)]
mod tests {
    use super::{Server, is_placeholder};

    #[test]
    fn public_addresses_are_https_with_a_domain() {
        let is_public = |origin: &str, path: &str| {
            let (origin, path) = (Some(origin.to_owned()), path.to_owned());
            let (declared, variables) = (String::new(), Vec::new());
            Server { origin, path, declared, variables, name: None, description: None }.has_public_address()
        };
        assert!(is_public("https://api.stripe.com", "/v1") && is_public("https://api.stripe.com:8443", ""));
        for origin in [
            "http://api.stripe.com",
            "https://localhost",
            "https://127.0.0.1",
            "https://[::1]:8443",
            "https://api.example.com",
            "https://{region}.stripe.com",
            "https://gateway",
        ] {
            assert!(!is_public(origin, ""), "{origin}");
        }
    }

    #[test]
    fn reserved_names_are_placeholders() {
        assert!(["kubernetes.local", "api.example.com", "example", "x.test."].into_iter().all(is_placeholder));
        assert!(!["localhost", "contest", "api.stripe.com", "127.0.0.1"].into_iter().any(is_placeholder));
    }

    #[test]
    fn words_that_users_replace_are_placeholders() {
        for host in [
            "your-domain.atlassian.net",
            "your-company.zendesk.com",
            "my-instance.acme.io",
            "demo.traccar.org",
            "api.yourdomain.com",
            "yourorg.acme.io",
            "MyCompany.freshdesk.com",
            "tenant_id.auth0.com",
            "example-host.acme.io",
        ] {
            assert!(is_placeholder(host), "{host}");
        }
        for host in ["api.acme.company", "mail.hostinger.com", "democracy.io", "mybusiness.googleapis.com", "my"] {
            assert!(!is_placeholder(host), "{host}");
        }
    }
}
