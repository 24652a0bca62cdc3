//! Server addresses: the client's own server, and the servers of individual operations.

use std::fmt;

use http::Uri;
use url::Url;

use crate::auth::authorization::{Origin, Requirement};
use crate::calls::send_error::BuildError;

/// A server of the API description. Variables are in braces.
#[derive(Debug)]
pub struct Server {
    /// Scheme and host; `None` for those of the client's own server.
    pub origin: Option<&'static str>,
    /// The path.
    pub path: &'static str,
    /// The variables, their defaults, and the only values, if there are some.
    pub variables: &'static [Variable],
}

type Variable = (&'static str, Option<&'static str>, &'static [&'static str]);

/// The properties of the service in the API description.
#[derive(Debug)]
pub struct Service {
    /// The name of this crate.
    pub name: &'static str,
    /// The version of this crate.
    pub version: &'static str,
    /// The default server.
    pub server: Server,
    /// The servers of individual operations.
    pub servers: &'static [Server],
    /// The security requirement of operations that do not have their own.
    pub security: Requirement,
}

/// The address of a client's server.
///
/// A string is the address as written in the API description, such as `https://example.com`. The base path of the API
/// is appended, unless the address already ends with it.
#[derive(Clone)]
pub struct ServerAddress(Kind);

#[derive(Clone)]
enum Kind {
    Given(String),
    Exact(String),
    Described(&'static Server),
}

impl ServerAddress {
    /// Creates an address that already includes the base path of the API. Nothing is appended to it.
    pub fn exact(address: impl Into<String>) -> Self {
        Self(Kind::Exact(address.into()))
    }

    /// Returns `true` for a plain string, which has the type of other arguments.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self.0, Kind::Given(_))
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn from_description(server: &'static Server) -> Self {
        Self(Kind::Described(server))
    }
}

impl From<String> for ServerAddress {
    fn from(address: String) -> Self {
        Self(Kind::Given(address))
    }
}

impl From<&String> for ServerAddress {
    fn from(address: &String) -> Self {
        Self(Kind::Given(address.clone()))
    }
}

impl From<&str> for ServerAddress {
    fn from(address: &str) -> Self {
        Self(Kind::Given(address.to_owned()))
    }
}

/// Does not show the address, because users put credentials into it.
impl fmt::Debug for ServerAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("ServerAddress")
            .finish_non_exhaustive()
    }
}

/// The addresses of a client's calls, and the origins that may receive its tokens.
#[derive(Debug, Default)]
pub(crate) struct Routes {
    /// The base address of the API, without a trailing slash.
    pub(crate) base: String,
    /// The path of the base address.
    pub(crate) path: String,
    /// The address without the base path of the API.
    root: String,
    variables: Vec<(&'static str, String)>,
    /// Replacement addresses for servers of operations.
    replaced: Vec<(String, String)>,
    /// The origins that receive tokens and headers of the client: its own origin first.
    trusted: Vec<Origin>,
    cleartext: bool,
}

/// The server options of the builder.
#[derive(Default)]
pub(crate) struct ServerOptions {
    pub(crate) variables: Vec<(&'static str, String)>,
    pub(crate) replaced: Vec<(String, String)>,
    pub(crate) trusted: Vec<String>,
    pub(crate) cleartext: bool,
}

impl Routes {
    pub(crate) fn new(
        address: &ServerAddress,
        service: &Service,
        choices: ServerOptions,
    ) -> Result<Self, BuildError> {
        let ServerOptions {
            variables,
            replaced,
            trusted,
            cleartext,
        } = choices;
        check_variables(address, service, &variables)?;
        let (base, root) = client_addresses(address, &service.server, &variables, cleartext)?;
        let origin = origin_of(&base)?;
        let mut routes = Self {
            path: origin.path_of(&base).to_owned(),
            trusted: vec![origin],
            base,
            root,
            variables,
            replaced: Vec::new(),
            cleartext,
        };
        for address in trusted {
            let address = without_slash(&parse_address(&address, cleartext)?);
            routes.trusted.push(origin_of(&address)?);
        }
        for (described, address) in replaced {
            let described = described.trim_end_matches('/').to_owned();
            let mut known = service.servers.iter();
            if !known.any(|server| {
                routes
                    .address_of(server)
                    .is_ok_and(|known| known == described)
            }) {
                let reason = format!("no operation has `{described}` for its server");
                return Err(BuildError::new(reason));
            }
            let address = without_slash(&parse_address(&address, cleartext)?);
            routes.replaced.push((described, address));
        }
        Ok(routes)
    }

    /// Returns the address to which the path of an operation with its own server is appended.
    pub(crate) fn base_of(&self, server: &Server) -> Result<String, BuildError> {
        let written = self.address_of(server)?;
        if let Some((_, address)) = self.replaced.iter().find(|(known, _)| *known == written) {
            return Ok(address.clone());
        }
        if server.origin.is_none() {
            return Ok(written);
        }
        Ok(without_slash(&parse_address(&written, self.cleartext)?))
    }

    /// Returns the origin of the base address.
    pub(crate) fn origin(&self) -> Option<&Origin> {
        self.trusted.first()
    }

    /// Returns `true` if an origin may receive the tokens and headers of the client.
    pub(crate) fn trusts(&self, origin: &Origin) -> bool {
        self.trusted.contains(origin)
    }

    /// Returns the address of a server with its variables filled in.
    fn address_of(&self, server: &Server) -> Result<String, BuildError> {
        let path = server.path(&self.variables)?;
        Ok(match server.origin {
            None => format!("{}{path}", self.root),
            Some(origin) => {
                let origin = expand_variables(origin, server, &self.variables, true)?;
                format!("{}{path}", origin.trim_end_matches('/'))
            }
        })
    }
}

/// Checks that each variable that is set is in an address. The caller's address replaces all but the path of the
/// default server.
fn check_variables(
    address: &ServerAddress,
    service: &Service,
    variables: &[(&'static str, String)],
) -> Result<(), BuildError> {
    let of_client = match address.0 {
        Kind::Described(server) => [server.origin.unwrap_or_default(), server.path],
        Kind::Given(_) | Kind::Exact(_) => ["", service.server.path],
    };
    let of_operations = service.servers.iter();
    let of_operations =
        of_operations.flat_map(|server| [server.origin.unwrap_or_default(), server.path]);
    let addresses: Vec<&str> = of_client.into_iter().chain(of_operations).collect();
    for (name, _) in variables {
        let written = format!("{{{name}}}");
        if !addresses.iter().any(|address| address.contains(&written)) {
            let reason = format!(
                "the server variable `{name}` is not in the address: write its value into the address"
            );
            return Err(BuildError::new(reason));
        }
    }
    Ok(())
}

/// Returns the base address of the API, and the same address without the base path.
fn client_addresses(
    address: &ServerAddress,
    default: &Server,
    variables: &[(&'static str, String)],
    cleartext: bool,
) -> Result<(String, String), BuildError> {
    match &address.0 {
        Kind::Given(text) => {
            let path = default.path(variables)?;
            let given = without_slash(&parse_address(text, cleartext)?);
            let root = without_path(&given, &path).unwrap_or(&given);
            Ok((format!("{root}{path}"), root.to_owned()))
        }
        Kind::Exact(text) => {
            let url = parse_address(text, cleartext)?;
            let base = without_slash(&url);
            let path = default.path(variables).unwrap_or_default();
            let root = without_path(&base, &path).map_or_else(|| root_address(&url), str::to_owned);
            Ok((base, root))
        }
        Kind::Described(server) => {
            let path = server.path(variables)?;
            let origin =
                expand_variables(server.origin.unwrap_or_default(), server, variables, true)?;
            let root = without_slash(&parse_address(&origin, cleartext)?);
            let base = without_slash(&parse_address(&format!("{root}{path}"), cleartext)?);
            Ok((base, root))
        }
    }
}

/// Returns an address without the path at its end.
fn without_path<'a>(address: &'a str, path: &str) -> Option<&'a str> {
    // A path begins with a slash, so the rest is a complete address.
    address
        .strip_suffix(path)
        .filter(|_| !path.is_empty())
        .filter(|root| !root.ends_with('/') && root.contains("://"))
}

fn root_address(url: &Url) -> String {
    url.origin().ascii_serialization()
}

fn without_slash(url: &Url) -> String {
    url.as_str().trim_end_matches('/').to_owned()
}

fn origin_of(address: &str) -> Result<Origin, BuildError> {
    let uri = Uri::try_from(address).ok();
    let origin = uri.as_ref().and_then(Origin::from_uri);
    origin.ok_or_else(|| BuildError::new("the address of the server is too long"))
}

impl Server {
    /// Returns the path with its variables filled in. It has no trailing slash, and starts with a slash unless it is
    /// empty.
    fn path(&self, variables: &[(&'static str, String)]) -> Result<String, BuildError> {
        let path = expand_variables(self.path, self, variables, false)?;
        let path = path.trim_matches('/');
        Ok(match path {
            "" => String::new(),
            path => format!("/{path}"),
        })
    }
}

/// Fills in the variables. The values themselves are not searched for variables.
fn expand_variables(
    text: &str,
    server: &Server,
    given: &[(&'static str, String)],
    host: bool,
) -> Result<String, BuildError> {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, next)) = after.split_once('}') else {
            break;
        };
        filled.push_str(before);
        let value = given.iter().find(|(known, _)| *known == name);
        let value = value.map(|(_, value)| value.as_str());
        let mut variables = server.variables.iter();
        let (default, listed) = match variables.find(|(known, ..)| *known == name) {
            Some((_, default, listed)) => (*default, *listed),
            None => (None, &[][..]),
        };
        if value.is_some_and(|value| !listed.is_empty() && !listed.contains(&value)) {
            let listed = listed.join("`, `");
            let reason = format!("the server variable `{name}` has to be one of `{listed}`");
            return Err(BuildError::new(reason));
        }
        let value = value.or(default);
        let value = value.ok_or_else(|| {
            let reason = format!("missing server variable `{name}`: set it on the builder");
            BuildError::new(reason)
        })?;
        // A variable that is the whole template may be a whole address.
        let whole = filled.is_empty() && next.is_empty();
        if !(is_part(value, host) || (host && whole && Url::parse(value).is_ok())) {
            let reason =
                format!("the server variable `{name}` must not change the rest of the address");
            return Err(BuildError::new(reason));
        }
        filled.push_str(value);
        rest = next;
    }
    filled.push_str(rest);
    Ok(filled)
}

/// Returns `true` if a value cannot leave its component of the address.
fn is_part(value: &str, host: bool) -> bool {
    let dots = value
        .split('/')
        .any(|segment| matches!(segment, "." | ".."));
    !value.contains(['?', '#', '\\', '@', '%'])
        && !value.contains(|c: char| c.is_control() || c.is_whitespace())
        && (!host || !value.contains('/'))
        && !dots
}

/// Parses an address that calls may be sent to.
fn parse_address(address: &str, cleartext: bool) -> Result<Url, BuildError> {
    // The address itself is not shown, because users put credentials into it.
    let invalid = |reason: &str| BuildError::new(format!("the address of the server {reason}"));
    let url =
        Url::parse(address.trim()).map_err(|_| invalid("is not valid: write `https://host`"))?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(invalid("has to begin with `https://` or `http://`"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(invalid(
            "contains a user name or password: set the credential on the builder",
        ));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(invalid("has a query or a fragment: leave it out"));
    }
    if !cleartext && !is_private(&url) {
        return Err(invalid(
            "is plain `http`, which exposes the token: use `https`, or `allow_cleartext`",
        ));
    }
    Ok(url)
}

/// Returns `true` if nobody on the network path can read the requests to this address.
pub(crate) fn is_private(url: &Url) -> bool {
    url.scheme() == "https" || (url.scheme() == "http" && is_loopback(url))
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
