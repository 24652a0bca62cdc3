//! What the command line knows of the operations.

use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;

use serde_json::Value;

use super::super::builder::ClientBuilder;
use super::super::call::{Call, Operation};
use super::super::client::Client;
use super::super::error::DecodeError;
use super::super::response::Failure;
use super::input::{Input, InputError};

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
    /// The media types of its body, the one that is sent first; none where it has no body.
    pub body: Option<&'static [&'static str]>,
    /// The media types that it asks for.
    pub answers: &'static [&'static str],
    /// Makes the call.
    pub call: fn(Client, Input) -> Calling,
}

/// A parameter of an operation.
pub struct Parameter {
    /// Its name in Rust.
    pub name: &'static str,
    /// Its name on the wire.
    pub wire: &'static str,
    /// Where it travels: `path`, `query`, `header`, `cookie` or `part`.
    pub place: &'static str,
    /// Whether it has to be given.
    pub required: bool,
    /// What it is, in one line.
    pub about: &'static str,
}

/// A call on its way.
pub type Calling = Pin<Box<dyn Future<Output = Result<Answer, InputError>>>>;

/// What came of a call.
pub enum Answer {
    /// A success, as the emitted types write it.
    Success {
        /// The status.
        status: u16,
        /// The answer.
        value: Value,
    },
    /// A refusal that the description documents.
    Documented {
        /// The status.
        status: u16,
        /// The body as it came.
        body: String,
    },
    /// Anything else.
    Failed {
        /// The status, if there was an answer.
        status: Option<u16>,
        /// What went wrong.
        message: String,
    },
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

    /// A client with the tokens that the environment holds.
    pub(super) fn client(&self, server: Option<&str>) -> Result<Client, InputError> {
        let server = server.or(self.server).ok_or_else(|| {
            InputError::new("the description names no server: give one with `--server`")
        })?;
        let mut builder = (self.builder)(server);
        for (index, Scheme { name, give }) in self.schemes.iter().enumerate() {
            let own = std::env::var(token_variable(name)).ok();
            let usual = || std::env::var("API_TOKEN").ok().filter(|_| index == 0);
            if let Some(token) = own.or_else(usual) {
                builder = give(builder, token);
            }
        }
        builder
            .build()
            .map_err(|error| InputError::new(error.to_string()))
    }
}

/// The variable of the environment that holds the token of a scheme: `API_TOKEN_API_KEY`.
pub(super) fn token_variable(scheme: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_uppercase()
        } else {
            '_'
        }
    };
    format!(
        "API_TOKEN_{}",
        scheme.chars().map(plain).collect::<String>()
    )
}

/// Sends an operation, and shows its answer by a function.
pub fn run<O>(
    client: Client,
    operation: Result<O, InputError>,
    shown: fn(O::Output) -> Value,
) -> Calling
where
    O: Operation + 'static,
    O::Error: Debug,
{
    Box::pin(async move {
        let operation = operation?;
        let response = match Call::new(&client, operation).send_raw().await {
            Ok(response) => response,
            Err(error) => {
                let message = error.to_string();
                return Ok(Answer::Failed {
                    status: None,
                    message,
                });
            }
        };
        let status = response.status().as_u16();
        Ok(match O::decode(&response) {
            Ok(output) => Answer::Success {
                status,
                value: shown(output),
            },
            Err(Failure::Documented(_)) => Answer::Documented {
                status,
                body: response.text().into_owned(),
            },
            Err(Failure::Undocumented) => Answer::Failed {
                status: Some(status),
                message: format!(
                    "the description does not list this answer: {}",
                    response.text()
                ),
            },
            Err(Failure::Decode(failure)) => Answer::Failed {
                status: Some(status),
                message: DecodeError::new(O::NAME, response, failure).to_string(),
            },
        })
    })
}
