//! The client: its groups of operations, the servers that it can be made for, and how its tokens travel.

use super::command::summary;
use super::server::{NamedServer, Server, ServerOption};
use super::{Gate, Operation, Resolver};
use crate::docs;
use crate::model::{CredentialLocation, Requirement, SecurityScheme};

/// The client of an API.
#[derive(Clone, Debug)]
pub(crate) struct Client<'a> {
    /// Its groups of operations, in the order of the description.
    pub(crate) groups: Vec<Group<'a>>,
    /// Its server.
    pub(crate) server: Server<'a>,
    /// The servers that some operations have of their own.
    pub(crate) own_servers: Vec<Server<'a>>,
    /// What is said of the address that it is made for, as Markdown.
    pub(crate) address_docs: Vec<String>,
    /// The address that it has by default.
    pub(crate) address: Option<String>,
    /// The servers that programs choose from.
    pub(crate) named_servers: Vec<NamedServer<'a>>,
    /// The variables of all addresses.
    pub(crate) server_options: Vec<ServerOption<'a>>,
    /// The ways in which a token can travel; the first is the usual one.
    pub(crate) schemes: Vec<Scheme<'a>>,
    /// What calls are sent with unless they say otherwise.
    pub(crate) security: Security<'a>,
}

/// A group of operations.
#[derive(Clone, Debug)]
pub(crate) struct Group<'a> {
    /// The function of the client that gives it, and its module.
    pub(crate) function: &'a str,
    /// Its handle.
    pub(crate) type_name: &'a str,
    /// What is said of it, as Markdown.
    pub(crate) docs: Vec<String>,
    /// What it is compiled with.
    pub(crate) gate: Gate<'a>,
    /// The same in one line; it may be empty.
    pub(crate) about: String,
    operations: Vec<usize>,
}

impl Group<'_> {
    /// The indexes of its operations.
    pub(crate) fn indexes(&self) -> impl Iterator<Item = usize> {
        self.operations.iter().copied()
    }

    /// The same, where nothing else of it is needed any more.
    pub(crate) fn into_indexes(self) -> impl Iterator<Item = usize> + use<> {
        self.operations.into_iter()
    }
}

/// A way in which a token can travel.
#[derive(Clone, Debug)]
pub(crate) struct Scheme<'a> {
    /// The name of its variant.
    pub(crate) name: &'a str,
    /// What the description calls it.
    pub(crate) wire: &'a str,
    /// Where the token stands.
    pub(crate) location: &'a CredentialLocation,
    /// What is said of it, as Markdown.
    pub(crate) docs: Vec<String>,
}

/// Combinations of schemes by the names that the description gives them: one of them is sent.
pub(crate) type Security<'a> = Vec<Vec<&'a str>>;

impl<'a> Resolver<'a> {
    /// The client.
    pub(crate) fn client(&self) -> Client<'a> {
        Client {
            groups: self.groups(),
            server: self.api.servers.first().map(Server::of).unwrap_or_default(),
            own_servers: self.api.own_servers.iter().map(Server::of).collect(),
            address_docs: self.address_docs(),
            address: self.api.address(),
            named_servers: self.named_servers(),
            server_options: self.server_options(),
            schemes: self.schemes(),
            security: self.security(&self.api.requirement),
        }
    }

    /// The groups of operations, in the order of the description.
    pub(crate) fn groups(&self) -> Vec<Group<'a>> {
        let members = self.api.operations_by_group().into_iter().enumerate();
        let groups = members.map(|(index, operations)| {
            let (group, names) = (&self.api.groups[index], self.names.group(index));
            Group {
                function: &names.function,
                type_name: &names.type_name,
                gate: self.group_gate(index),
                docs: docs::group_lines(group),
                about: summary(group.description.as_deref()),
                operations,
            }
        });
        groups.collect()
    }

    /// The functions of a group.
    pub(crate) fn functions(&self, group: &Group<'a>) -> impl Iterator<Item = &'a str> {
        group.indexes().map(|index| self.names.operation(index).function.as_str())
    }

    /// The operations of a group; each is made when it is asked for.
    pub(crate) fn operations(&self, group: &Group<'a>) -> impl Iterator<Item = Operation<'a>> {
        group.indexes().map(|index| self.operation(index))
    }

    /// The combinations of schemes that are asked for.
    pub(crate) fn security(&self, requirement: &Requirement) -> Security<'a> {
        let combinations = requirement.iter();
        let named = combinations.map(|schemes| schemes.iter().map(|scheme| self.api.security[*scheme].wire.as_str()));
        named.map(Iterator::collect).collect()
    }

    /// The ways in which a token can travel.
    pub(crate) fn schemes(&self) -> Vec<Scheme<'a>> {
        let schemes = self.api.security.iter().enumerate().map(|(index, scheme)| {
            let location = &scheme.place;
            Scheme { name: self.names.scheme(index), wire: &scheme.wire, location, docs: scheme_docs(scheme, location) }
        });
        schemes.collect()
    }
}

/// How a token travels, in words of Markdown.
pub(crate) fn credential_text(location: &CredentialLocation) -> String {
    match location {
        CredentialLocation::Header(name) => format!("in the header {}", docs::code(name)),
        CredentialLocation::Query(name) => format!("in the query, as {}", docs::code(name)),
        CredentialLocation::Cookie(name) => format!("in the cookie {}", docs::code(name)),
        CredentialLocation::Bearer => "as `Authorization: Bearer`".to_owned(),
        CredentialLocation::Basic => {
            "as `Authorization: Basic`; it is written `user:password`, or `user` where there is no password".to_owned()
        }
    }
}

fn scheme_docs(scheme: &SecurityScheme, location: &CredentialLocation) -> Vec<String> {
    let mut lines = docs::text_lines(&format!("The token travels {}.", credential_text(location)));
    if let Some(description) = &scheme.description {
        lines.push(String::new());
        lines.extend(docs::text_lines(description));
    }
    lines
}
