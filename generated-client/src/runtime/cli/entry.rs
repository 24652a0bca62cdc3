//! The tables of operations, parameters and schemes that the command line is built from.

use super::super::builder::ClientBuilder;
use super::job::{Job, JobFuture};

/// The program: its operations and its client.
pub struct Program {
    /// The name of the crate.
    pub name: &'static str,
    /// The version of the crate.
    pub version: &'static str,
    /// The title of the API.
    pub about: &'static str,
    /// The server address of the API description, if it has one.
    pub server: Option<&'static str>,
    /// The groups of operations.
    pub groups: &'static [Group],
    /// Creates a client builder for a server address.
    pub builder: fn(&str) -> ClientBuilder,
    /// The security schemes for a token, the default one first.
    pub schemes: &'static [Scheme],
}

/// A security scheme for a token.
pub struct Scheme {
    /// The name in the API description.
    pub name: &'static str,
    /// Sets the token of this scheme.
    pub give: fn(ClientBuilder, String) -> ClientBuilder,
}

/// A group of operations.
pub struct Group {
    /// The name of the group.
    pub name: &'static str,
    /// A one-line summary.
    pub about: &'static str,
    /// The operations, in one list for each module.
    pub operations: &'static [&'static [Entry]],
}

/// An operation.
pub struct Entry {
    /// The name in the API description.
    pub name: &'static str,
    /// The name of the function.
    pub command: &'static str,
    /// The HTTP method.
    pub method: &'static str,
    /// The path template.
    pub path: &'static str,
    /// A one-line summary.
    pub about: &'static str,
    /// The parameters, without the body.
    pub parameters: &'static [Parameter],
    /// The body, if the operation has one.
    pub body: Option<Body>,
    /// The media types that the operation accepts.
    pub accepts: &'static [&'static str],
    /// Sends the call.
    pub call: fn(Job) -> JobFuture,
    /// Other ways to receive the response.
    pub flows: &'static [Flow],
}

/// A parameter of an operation.
#[derive(Clone, Copy)]
pub struct Parameter {
    /// The name in Rust.
    pub name: &'static str,
    /// The name in the API description.
    pub wire: &'static str,
    /// The location: `path`, `query`, `header`, `cookie` or `part`.
    pub location: &'static str,
    /// `true` if the parameter is required.
    pub required: bool,
    /// A one-line summary.
    pub about: &'static str,
    /// The kind of value, for the help.
    pub value: &'static str,
    /// `true` if the parameter may be repeated.
    pub many: bool,
    /// The default that the server assumes, as JSON.
    pub default: Option<&'static str>,
    /// The values that the API description lists. The server may know more.
    pub known: &'static [Known],
}

impl Parameter {
    /// An optional string parameter. Most parameters differ from it in a few fields.
    pub const PLAIN: Self = Self {
        name: "",
        wire: "",
        location: "query",
        required: false,
        about: "",
        value: "TEXT",
        many: false,
        default: None,
        known: &[],
    };
}

/// A value that the API description lists: its wire form, its name if it is an integer, and its description.
#[derive(Clone, Copy)]
pub struct Known(pub &'static str, pub &'static str, pub &'static str);

/// The body of an operation.
pub struct Body {
    /// The media types, the default one first.
    pub media_types: &'static [&'static str],
    /// `true` if the body is required.
    pub required: bool,
    /// A one-line summary.
    pub about: &'static str,
}

/// Another way to receive a response.
pub enum Flow {
    /// The items of all pages.
    All(fn(Job) -> JobFuture),
    /// Each value as it arrives.
    Follow(fn(Job) -> JobFuture),
}

impl Group {
    /// Returns its operations.
    pub(super) fn entries(&self) -> impl Iterator<Item = &'static Entry> + use<> {
        self.operations.iter().copied().flatten()
    }
}

impl Program {
    /// Returns all operations, each with its group.
    pub fn entries(&self) -> impl Iterator<Item = (&'static Group, &'static Entry)> {
        let entries = |group: &'static Group| group.entries().map(move |entry| (group, entry));
        self.groups.iter().flat_map(entries)
    }

    /// Returns the operation with a name: that in the API description, or `group.function`.
    pub(super) fn entry(&self, name: &str) -> Option<&'static Entry> {
        let is_called = |(group, entry): &(&Group, &Entry)| {
            let function = name.split_once('.');
            entry.name == name || function == Some((group.name, entry.command))
        };
        self.entries().find(is_called).map(|(_, entry)| entry)
    }
}

impl Entry {
    /// Returns the title for lists: the summary, or else the method and path.
    pub(super) fn title(&self) -> String {
        match self.about {
            "" => self.address(),
            about => about.to_owned(),
        }
    }

    /// Returns the method and path, such as `GET /stories/{id}`.
    pub(super) fn address(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Returns the function that fetches all pages, if the operation is paginated.
    pub(super) fn all(&self) -> Option<fn(Job) -> JobFuture> {
        self.flows.iter().find_map(|flow| match flow {
            Flow::All(call) => Some(*call),
            Flow::Follow(_) => None,
        })
    }

    /// Returns the function that prints values as they arrive, if the response is streamed.
    pub(super) fn follow(&self) -> Option<fn(Job) -> JobFuture> {
        self.flows.iter().find_map(|flow| match flow {
            Flow::Follow(call) => Some(*call),
            Flow::All(_) => None,
        })
    }
}
