//! The tables that the command line is built from.

use std::fmt::{Debug, Display};

use serde_json::Value;

use crate::auth::authorization::Requirement;
use crate::calls::builder::ClientBuilder;
use crate::calls::send_error::BuildError;
use crate::requests::request::Request;

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
    pub operations: &'static [&'static [Operation]],
}

/// An operation.
pub struct Operation {
    /// The name in the API description.
    pub id: &'static str,
    /// The name of the function.
    pub name: &'static str,
    /// The HTTP method.
    pub method: &'static str,
    /// The path template.
    pub path: &'static str,
    /// A one-line summary.
    pub about: &'static str,
    /// The parameters, and the top-level members of the body.
    pub arguments: &'static [Argument],
    /// The body, if the operation has one.
    pub body: Option<Body>,
    /// The header `Accept`, unless it is JSON alone.
    pub accept: Option<&'static str>,
    /// The security requirement, unless it is the default.
    pub security: Option<Requirement>,
    /// The index of the operation's own server.
    pub server: Option<usize>,
    /// `true` if a redirect is the successful response.
    pub keeps_redirects: bool,
    /// The members of responses that are codes.
    pub codes: &'static [(&'static str, Codes)],
}

/// Returns codes, each with its name.
pub type Codes = fn() -> Vec<(i64, String)>;

/// Puts a value into a request.
type Put = fn(&mut Request, &'static str, &Value) -> Result<(), BuildError>;

/// A parameter, or a top-level member of the body.
pub struct Argument {
    /// The name on the wire.
    pub(super) name: &'static str,
    /// The name of the flag, if it is not that on the wire.
    flag: Option<&'static str>,
    /// The location: `path`, `query`, `header`, `cookie` or `body`.
    pub(super) location: &'static str,
    /// Puts a parameter into the request; `None` for a member of the body.
    pub(super) put: Option<Put>,
    pub(super) kind: Kind,
    pub(super) required: bool,
    /// `true` if the flag can be repeated.
    pub(super) many: bool,
    pub(super) about: &'static str,
}

/// The kind of a value.
pub enum Kind {
    /// Text.
    Text,
    /// An integer.
    Integer,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// JSON; anything else is text.
    Json,
    /// A number with a name. Other numbers are sent, too: a newer server may know them.
    Code(Codes),
    /// One of these words, or another one that the server knows.
    Word(fn() -> Vec<String>),
    /// A random key, unless one is given.
    Key,
    /// Always this JSON, without a flag.
    Fixed(&'static str),
}

/// The body of an operation.
pub struct Body {
    /// The media type.
    pub media_type: &'static str,
    /// `true` if it is required.
    pub required: bool,
    /// `true` if it is an object with no members but those of the table.
    pub closed: bool,
    /// The encoding.
    pub content: Content,
}

/// The encoding of a body.
pub enum Content {
    /// Bytes or text, sent unchanged.
    Raw,
    /// JSON.
    Json,
    /// JSON in an object with this single member.
    JsonIn(&'static str),
    /// The members of an object as a form.
    Form(fn(&mut Request, &Value) -> Result<(), BuildError>),
}

/// A parameter of the path.
pub const fn path(name: &'static str, kind: Kind, about: &'static str) -> Argument {
    Argument::new(name, "path", Some(Request::path::<Value>), kind, about).required()
}

/// A parameter of the query.
pub const fn query(name: &'static str, kind: Kind, about: &'static str) -> Argument {
    Argument::new(name, "query", Some(Request::query::<Value>), kind, about)
}

/// A header.
pub const fn header(name: &'static str, kind: Kind, about: &'static str) -> Argument {
    Argument::new(name, "header", Some(Request::header::<Value>), kind, about)
}

/// A cookie.
pub const fn cookie(name: &'static str, kind: Kind, about: &'static str) -> Argument {
    Argument::new(name, "cookie", Some(Request::cookie::<Value>), kind, about)
}

/// A top-level member of the body.
pub const fn member(name: &'static str, kind: Kind, about: &'static str) -> Argument {
    Argument::new(name, "body", None, kind, about)
}

impl Argument {
    const fn new(
        name: &'static str,
        location: &'static str,
        put: Option<Put>,
        kind: Kind,
        about: &'static str,
    ) -> Self {
        Self {
            name,
            flag: None,
            location,
            put,
            kind,
            required: false,
            many: false,
            about,
        }
    }

    /// Requires it.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Allows several values.
    #[must_use]
    pub const fn many(mut self) -> Self {
        self.many = true;
        self
    }

    /// Sets the name of the flag.
    #[must_use]
    pub const fn flag(mut self, flag: &'static str) -> Self {
        self.flag = Some(flag);
        self
    }

    /// Sets the function that puts it into a request in another style.
    #[must_use]
    pub const fn put_with(mut self, put: Put) -> Self {
        self.put = Some(put);
        self
    }

    /// Returns the name of the flag.
    pub(super) fn flag_name(&self) -> String {
        self.flag.map_or_else(|| dashed(self.name), str::to_owned)
    }
}

impl Operation {
    /// Creates an operation without inputs.
    #[must_use]
    pub const fn new(
        id: &'static str,
        name: &'static str,
        method: &'static str,
        path: &'static str,
        about: &'static str,
    ) -> Self {
        Self {
            id,
            name,
            method,
            path,
            about,
            arguments: &[],
            body: None,
            accept: None,
            security: None,
            server: None,
            keeps_redirects: false,
            codes: &[],
        }
    }
}

impl Program {
    /// Returns all operations, each with its group.
    pub(super) fn operations(&self) -> impl Iterator<Item = (&'static Group, &'static Operation)> {
        self.groups.iter().flat_map(|group| {
            let operations = group.operations.iter().copied().flatten();
            operations.map(move |operation| (group, operation))
        })
    }
}

/// Converts a name to a flag or a subcommand.
pub(super) fn dashed(name: &str) -> String {
    name.replace('_', "-")
}

/// Returns the codes of an enum with the names of their variants: `UserStory` is `user-story`. A code whose variant is
/// named by its number has no name.
pub fn codes<T: Copy + Debug + Into<i64>>(all: &[T]) -> Vec<(i64, String)> {
    let named = all.iter().filter_map(|code| {
        let (number, variant) = ((*code).into(), format!("{code:?}"));
        let mut name = String::new();
        for c in variant.chars() {
            if c.is_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.extend(c.to_lowercase());
        }
        let is_number = variant.trim_start_matches("Code") == number.to_string();
        (!is_number).then_some((number, name))
    });
    named.collect()
}

/// Returns the values of a string enum.
pub fn words<T: Display>(all: &[T]) -> Vec<String> {
    all.iter().map(T::to_string).collect()
}
