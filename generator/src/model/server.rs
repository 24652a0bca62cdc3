//! Servers: where calls go.

/// A server of the description. Its variables stand in braces, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Scheme and host, such as `https://{region}.example.com`; `None` where they are those of the client's own server.
    pub origin: Option<String>,
    /// The path, without a slash at its end.
    pub path: String,
    /// The variables of its address.
    pub variables: Vec<ServerVariable>,
    /// What the description calls it.
    pub name: Option<String>,
    /// What the description says of it.
    pub description: Option<String>,
}

/// A variable of a server's address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerVariable {
    /// Its name.
    pub name: String,
    /// Its value where the caller gives none.
    pub default: Option<String>,
    /// The values that the description lists.
    pub known: Vec<String>,
    /// What the description says of it.
    pub description: Option<String>,
}

impl Server {
    /// The address with its variables in braces; a path alone where the host is left to the caller.
    #[must_use]
    pub fn template(&self) -> String {
        let slash = if self.path.is_empty() || self.path.starts_with(['/', '{']) { "" } else { "/" };
        format!("{}{slash}{}", self.origin.as_deref().unwrap_or_default(), self.path)
    }

    /// The path with the defaults of its variables; empty where there is none.
    #[must_use]
    pub fn base_path(&self) -> String {
        let path = self.filled(&self.path);
        let path = path.trim_matches('/');
        if path.is_empty() { String::new() } else { format!("/{path}") }
    }

    /// The address with the defaults of its variables, where that leaves nothing to the caller and is no placeholder.
    #[must_use]
    pub fn address(&self) -> Option<String> {
        let origin = self.filled(self.origin.as_deref()?);
        let address = format!("{}{}", origin.trim_end_matches('/'), self.base_path());
        let url = url::Url::parse(&address).ok()?;
        let plain = url.username().is_empty() && url.password().is_none() && url.query().is_none();
        let whole = matches!(url.scheme(), "http" | "https") && plain && url.fragment().is_none();
        let is_somewhere = whole && !url.host_str().is_some_and(is_placeholder);
        (is_somewhere && !address.contains(['{', '}', '\\']) && !address.contains(char::is_control)).then_some(address)
    }

    /// A text with the defaults of the variables. Each brace is looked at once, so that what a default says is never
    /// taken for a variable.
    fn filled(&self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len());
        for part in parts(text) {
            match part {
                Part::Text(text) => filled.push_str(text),
                Part::Variable(name) => match self.variables.iter().find(|variable| variable.name == name) {
                    Some(ServerVariable { default: Some(default), .. }) => filled.push_str(default),
                    _ => filled.extend(["{", name, "}"]),
                },
            }
        }
        filled
    }
}

/// Domains that are nobody's, or another one's in each network (RFC 2606, RFC 6761, RFC 6762).
const PLACEHOLDERS: [&str; 7] = ["example", "example.com", "example.net", "example.org", "invalid", "local", "test"];

/// Returns `true` if a host stands for one that the reader puts in its place.
fn is_placeholder(host: &str) -> bool {
    let host = host.trim_end_matches('.');
    let is_in = |domain: &str| host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    PLACEHOLDERS.into_iter().any(is_in)
}

/// A part of an address.
pub(crate) enum Part<'t> {
    /// What stands there as it is.
    Text(&'t str),
    /// The name of a variable.
    Variable(&'t str),
}

/// The parts of an address with variables in braces.
pub(crate) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, next)) = after.split_once('}') else { break };
        parts.extend([Part::Text(before), Part::Variable(name)]);
        rest = next;
    }
    parts.push(Part::Text(rest));
    parts
}

#[cfg(test)]
mod tests {
    use super::is_placeholder;

    #[test]
    fn reserved_names_are_placeholders() {
        assert!(["kubernetes.local", "api.example.com", "example", "x.test."].into_iter().all(is_placeholder));
        assert!(
            !["localhost", "myexample.com", "contest", "api.stripe.com", "127.0.0.1"].into_iter().any(is_placeholder)
        );
    }
}
