//! The client: groups, servers and security schemes.

use serde::Serialize;

use super::about::ExampleCall;
use super::manifest::Gate;
use crate::base::http_terms::CredentialLocation;

/// The client of an API.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Client {
    /// Its groups of operations, in the order of the description.
    pub(crate) groups: Vec<Group>,
    /// Its server.
    pub(crate) server: Server,
    /// The servers of single operations.
    pub(crate) own_servers: Vec<Server>,
    /// The docs of its address, as Markdown.
    pub(crate) address_docs: Vec<String>,
    /// The arguments of its constructors.
    pub(crate) constructor: ClientConstructor,
    /// Its default address.
    pub(crate) address: Option<String>,
    /// The servers that have a constant.
    pub(crate) named_servers: Vec<NamedServer>,
    /// The variables of all addresses.
    pub(crate) server_options: Vec<ServerOption>,
    /// The security schemes; the first one is the default.
    pub schemes: Vec<Scheme>,
    /// The default security requirement.
    pub(crate) security: Security,
}

/// The arguments of `Client::new`. `Client::builder` takes the same address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ClientConstructor {
    /// `true` if it takes the address of the server.
    pub(crate) takes_address: bool,
    /// `true` if it takes a token of the default scheme.
    pub(crate) takes_token: bool,
}

/// A group of operations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// Its position in the model.
    #[serde(skip)]
    pub index: usize,
    /// The function of the client that returns it, and its module.
    pub(crate) function: String,
    /// Its handle.
    pub(crate) type_name: String,
    /// Its docs, as lines of Markdown.
    pub(crate) docs: Vec<String>,
    /// Examples of its calls.
    pub(crate) examples: Vec<ExampleCall>,
    /// The features that it is compiled with.
    pub gate: Gate,
    /// Its description in one line; may be empty.
    pub(crate) about: String,
    /// The functions of its operations, in the order of the description.
    pub(crate) functions: Vec<String>,
    /// The modules that some of its operations are in; its own module exports them.
    pub(crate) submodules: Vec<String>,
}

/// A security scheme.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scheme {
    /// The name of its variant.
    pub(crate) name: String,
    /// Its name in the description.
    pub(crate) wire: String,
    /// The location of the token in a request.
    pub(crate) location: CredentialLocation,
    /// The same as Markdown, such as `in the header X-Token`.
    pub(crate) location_text: String,
    /// The number of operations that accept it.
    pub(crate) operations: usize,
    /// The functions of the groups of these operations.
    pub(crate) groups: Vec<String>,
    /// Its docs, as lines of Markdown.
    pub(crate) docs: Vec<String>,
}

impl Client {
    /// Returns the scheme of a user name and a password.
    pub(crate) fn basic_scheme(&self) -> Option<&Scheme> {
        self.schemes.iter().find(|scheme| scheme.location == CredentialLocation::Basic)
    }
}

/// Alternative combinations of schemes, by their names in the description.
pub type Security = Vec<Vec<String>>;

/// A server.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Server {
    /// Scheme and host; `None` for those of the client's server.
    pub(crate) origin: Option<String>,
    /// The path, without a trailing slash.
    pub(crate) path: String,
    /// The variables of its address, with their defaults and the only values, if there are some.
    pub(crate) variables: Vec<(String, Option<String>, Vec<String>)>,
}

/// A server with a constant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NamedServer {
    /// The name of the constant.
    pub(crate) name: String,
    /// The server.
    pub(crate) server: Server,
    /// Its docs, as lines of Markdown.
    pub(crate) docs: Vec<String>,
}

/// A variable of a server's address.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ServerOption {
    /// Its setter on the builder.
    pub(crate) name: String,
    /// Its name in the address.
    pub(crate) wire: String,
    /// Its docs, as lines of Markdown.
    pub(crate) docs: Vec<String>,
}
