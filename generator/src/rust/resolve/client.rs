//! The client: its groups of operations, the servers that it can be made for, and how its tokens travel.

use std::collections::BTreeSet;

use super::Resolver;
use crate::api::model::{self, CredentialLocation, Requirement, SecurityScheme};
use crate::rust::docs;
use crate::rust::ir::{Client, ClientConstructor, Group, Scheme, Security, Server};
use crate::rust::resolve::docs::{capitalized, group_lines};

impl<'a> Resolver<'a> {
    /// The client.
    pub(super) fn client(&self) -> Client {
        Client {
            groups: self.groups(),
            server: self.api.servers.first().map(Server::new).unwrap_or_default(),
            own_servers: self.api.own_servers.iter().map(Server::new).collect(),
            address_docs: self.address_docs(),
            constructor: self.constructor(),
            address: self.api.address(),
            named_servers: self.named_servers(),
            server_options: self.server_options(),
            schemes: self.schemes(),
            security: self.security(&self.api.requirement),
        }
    }

    /// Returns the arguments of `Client::new`. They depend only on the first server and on the requirement of the whole
    /// description, so that other changes of the description do not break programs.
    pub(super) fn constructor(&self) -> ClientConstructor {
        let has_address = self.api.servers.first().is_some_and(model::Server::has_public_address);
        let requirement = &self.api.requirement;
        ClientConstructor {
            takes_address: !has_address,
            takes_token: !requirement.is_empty() && !requirement.iter().any(Vec::is_empty),
        }
    }

    /// The groups of operations, in the order of the description.
    pub(super) fn groups(&self) -> Vec<Group> {
        let members = self.api.operations_by_group().into_iter().enumerate();
        let groups = members.map(|(index, operations)| {
            let functions = operations.iter().map(|operation| self.names.operation(*operation).function.clone());
            let (group, names) = (&self.api.groups[index], self.names.group(index));
            Group {
                index,
                function: names.function.clone(),
                type_name: names.type_name.clone(),
                gate: self.group_gate(index),
                docs: Self::group_docs(group),
                examples: self.group_examples(&operations),
                about: docs::summary(group.description.as_deref().unwrap_or_default()),
                functions: functions.collect(),
                submodules: self.split_operations(index, &operations).into_keys().flatten().collect(),
            }
        });
        groups.collect()
    }

    /// Returns the description of a group, or else its tag.
    fn group_docs(group: &model::Group) -> Vec<String> {
        let lines = group_lines(group);
        if lines.is_empty() {
            docs::text_lines(&capitalized(&docs::ended(&docs::inline(group.title()))))
        } else {
            lines
        }
    }

    /// The combinations of schemes that are asked for.
    pub(super) fn security(&self, requirement: &Requirement) -> Security {
        let combinations = requirement.iter();
        let named = combinations.map(|schemes| schemes.iter().map(|scheme| self.api.security[*scheme].wire.clone()));
        named.map(Iterator::collect).collect()
    }

    /// The ways in which a token can travel.
    pub(super) fn schemes(&self) -> Vec<Scheme> {
        let schemes = self.api.security.iter().enumerate().map(|(index, scheme)| {
            let location = &scheme.place;
            let accepting = self.api.operations.iter().filter(|operation| {
                let asked = operation.requirement.as_ref().unwrap_or(&self.api.requirement);
                asked.iter().any(|combination| combination.contains(&index))
            });
            let groups: BTreeSet<usize> = accepting.clone().map(|operation| operation.group).collect();
            Scheme {
                name: self.names.scheme(index).to_owned(),
                wire: scheme.wire.clone(),
                location: location.clone(),
                location_text: credential_text(location),
                operations: accepting.count(),
                groups: groups.into_iter().map(|group| self.names.group(group).function.clone()).collect(),
                docs: scheme_docs(scheme, location),
            }
        });
        schemes.collect()
    }
}

fn scheme_docs(scheme: &SecurityScheme, location: &CredentialLocation) -> Vec<String> {
    let mut lines = docs::text_lines(&format!("The token is sent {}.", credential_text(location)));
    if let Some(description) = &scheme.description {
        lines.push(String::new());
        lines.extend(docs::text_lines(description));
    }
    lines
}

/// Returns the location of a token, as Markdown.
fn credential_text(location: &CredentialLocation) -> String {
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
