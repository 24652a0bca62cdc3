//! The tables of operations and schemes that the command line is built from, and the list of operations.

use serde_json::{Value, json as object};

use super::super::builder::ClientBuilder;
use super::console::Console;
use super::input::{Input, Known, Parameter};
use super::job::{Job, JobFuture};
use super::output::write_failure;
use super::table::aligned;

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

    /// Returns an input without values.
    pub(super) fn input(&self) -> Input {
        Input::new(self.name, self.parameters, self.body.is_some())
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

/// Lists the operations.
pub(super) fn operations(program: &Program, json: bool, console: &Console) -> u8 {
    let entries = program.entries();
    let text = if json {
        let entries = entries.map(|(group, entry)| described(group.name, entry));
        Value::Array(entries.collect()).to_string()
    } else {
        let rows = entries.map(|(group, entry)| {
            let name = format!("{}.{}", group.name, entry.command);
            vec![
                name,
                entry.method.to_owned(),
                entry.path.to_owned(),
                entry.about.to_owned(),
            ]
        });
        aligned(rows.collect())
    };
    console.line(&text);
    write_failure(console)
}

fn described(group: &str, entry: &Entry) -> Value {
    let parameters = entry.parameters.iter().map(|parameter| {
        let known = parameter.known.iter().map(|Known(wire, name, meaning)| {
            object!({ "value": wire, "name": name, "meaning": meaning })
        });
        let default = parameter.default;
        let default = default.and_then(|text| serde_json::from_str::<Value>(text).ok());
        object!({
            "name": parameter.name,
            "wire": parameter.wire,
            "in": parameter.location,
            "required": parameter.required,
            "kind": parameter.value,
            "many": parameter.many,
            "default": default,
            "known": known.collect::<Vec<_>>(),
            "about": parameter.about,
        })
    });
    let body = entry.body.as_ref();
    // Parts are parameters.
    let has_parts = entry.parameters.iter().any(|own| own.location == "part");
    let parts: &[&str] = if has_parts {
        &["multipart/form-data"]
    } else {
        &[]
    };
    let sent = body.map_or(parts, |body| body.media_types);
    object!({
        "operation": entry.name,
        "group": group,
        "function": entry.command,
        "method": entry.method,
        "path": entry.path,
        "about": entry.about,
        "parameters": parameters.collect::<Vec<_>>(),
        "body": body.map(|body| body.media_types),
        "media_types": sent,
        "body_required": body.is_some_and(|body| body.required),
        "accepts": entry.accepts,
        "pages": entry.all().is_some(),
        "streams": entry.follow().is_some(),
    })
}
