//! What the command line knows of the operations.

use super::super::builder::ClientBuilder;
use super::job::{Job, JobFuture};

/// The program: its operations, and how its client is made.
pub struct Program {
    /// The name of the crate.
    pub name: &'static str,
    /// The version of the crate.
    pub version: &'static str,
    /// The title of the API.
    pub about: &'static str,
    /// The address that the description gives, if it gives one.
    pub server: Option<&'static str>,
    /// The groups of operations.
    pub groups: &'static [Group],
    /// A client for the server at an address.
    pub builder: fn(&str) -> ClientBuilder,
    /// The ways in which a token can travel, the usual one first.
    pub schemes: &'static [Scheme],
}

/// A way in which a token can travel.
pub struct Scheme {
    /// Its name in the description.
    pub name: &'static str,
    /// Gives the client a token that travels so.
    pub give: fn(ClientBuilder, String) -> ClientBuilder,
}

/// A group of operations.
pub struct Group {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Its operations.
    pub operations: &'static [Entry],
}

/// An operation.
pub struct Entry {
    /// Its name in the description.
    pub name: &'static str,
    /// The name of its function.
    pub command: &'static str,
    /// The method.
    pub method: &'static str,
    /// The path template.
    pub path: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What it may be given beside its body.
    pub parameters: &'static [Parameter],
    /// Its body, if it has one.
    pub body: Option<Body>,
    /// The media types that it accepts.
    pub accepts: &'static [&'static str],
    /// Makes the call.
    pub call: fn(Job) -> JobFuture,
    /// The other ways in which its response can be had.
    pub flows: &'static [Flow],
}

/// A parameter of an operation.
#[derive(Clone, Copy)]
pub struct Parameter {
    /// Its name in Rust.
    pub name: &'static str,
    /// Its name on the wire.
    pub wire: &'static str,
    /// Where it travels: `path`, `query`, `header`, `cookie` or `part`.
    pub location: &'static str,
    /// `true` if it has to be given.
    pub required: bool,
    /// What it is, in one line.
    pub about: &'static str,
    /// What kind of value it is, for its help.
    pub value: &'static str,
    /// `true` if it may be given more than once.
    pub many: bool,
    /// What the server assumes where it is not given, as JSON.
    pub default: Option<&'static str>,
    /// The values that the description lists; the server may know more.
    pub known: &'static [Known],
}

impl Parameter {
    /// A text that may be left out: most parameters differ from it in little.
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

/// A value that the description lists: as it travels, its name if it is a code, and what it means.
#[derive(Clone, Copy)]
pub struct Known(pub &'static str, pub &'static str, pub &'static str);

/// The body of an operation.
pub struct Body {
    /// Its media types, the one that is sent first.
    pub media_types: &'static [&'static str],
    /// `true` if it has to be given.
    pub required: bool,
    /// What it is, in one line.
    pub about: &'static str,
}

/// Another way to have a response.
pub enum Flow {
    /// What all its pages hold.
    All(fn(Job) -> JobFuture),
    /// Each value as it comes.
    Follow(fn(Job) -> JobFuture),
}

impl Program {
    /// All operations, each with its group.
    pub fn entries(&self) -> impl Iterator<Item = (&'static Group, &'static Entry)> {
        let entries =
            |group: &'static Group| group.operations.iter().map(move |entry| (group, entry));
        self.groups.iter().flat_map(entries)
    }

    /// The operation of a name: that of the description, or `group.function`.
    pub(super) fn entry(&self, name: &str) -> Option<&'static Entry> {
        let is_called = |(group, entry): &(&Group, &Entry)| {
            let function = name.split_once('.');
            entry.name == name || function == Some((group.name, entry.command))
        };
        self.entries().find(is_called).map(|(_, entry)| entry)
    }
}

impl Entry {
    /// What it is called in a list: what it does, or its method and path where the description does not say.
    pub(super) fn title(&self) -> String {
        match self.about {
            "" => self.address(),
            about => about.to_owned(),
        }
    }

    /// `GET /stories/{id}`
    pub(super) fn address(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// How all its pages are had, if it is paginated.
    pub(super) fn all(&self) -> Option<fn(Job) -> JobFuture> {
        self.flows.iter().find_map(|flow| match flow {
            Flow::All(call) => Some(*call),
            Flow::Follow(_) => None,
        })
    }

    /// How its values are had as they come, if they come one after the other.
    pub(super) fn follow(&self) -> Option<fn(Job) -> JobFuture> {
        self.flows.iter().find_map(|flow| match flow {
            Flow::Follow(call) => Some(*call),
            Flow::All(_) => None,
        })
    }
}
