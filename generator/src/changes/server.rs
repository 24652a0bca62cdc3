//! The addresses of requests: the default server, named servers, and servers of single operations.

use super::compare::Comparison;
use super::pairing::{join, pair};
use super::rules;
use super::subject::ChangeSubject;
use super::version::{ApiVersion, Versions};
use crate::ir::Node;
use crate::model::{Api, Operation, Server};
use crate::pointer::Pointer;

/// A named server and its address.
type NamedServer = (String, String);

impl Comparison<'_> {
    pub(super) fn compare_servers(&mut self) {
        self.compare_default_server();
        self.compare_named_servers();
        self.compare_server_variables();
    }

    fn compare_default_server(&mut self) {
        let Versions { old, new } = self.versions.map(|version| version.api);
        let address = |api: &Api| match api.servers.first() {
            Some(server) => server.address().unwrap_or_else(|| server.template()),
            None => String::new(),
        };
        let addresses = Versions::new(address(old), address(new));
        if !addresses.is_changed() {
            return;
        }
        let has_host = old.servers.first().is_some_and(|server| server.origin.is_some());
        let rule = match (old.base_path() == new.base_path(), old.address().is_some()) {
            (false, _) => rules::SERVER_PATH,
            (true, true) => rules::SERVER_HOST,
            (true, false) if has_host => rules::SERVER_HOST_PASSED,
            (true, false) => rules::SERVER_OF_DESCRIPTION,
        };
        let subject = subject(Versions::new(Some(Node::Address), Some(Node::Address)))
            .with("was", shown_path(&addresses.old))
            .with("is", shown_path(&addresses.new));
        self.report(&rule, &subject, addresses);
    }

    fn compare_named_servers(&mut self) {
        let servers = self.versions.map(named_servers);
        let names = servers.as_ref().map(|servers| servers.iter().map(|(name, _)| name));
        for index in join(&pair(names.old, names.new), servers.new.len()) {
            let found = servers.as_ref().zip(index).map(|(servers, index)| Some(&servers[index?]));
            let rule = match (found.old, found.new) {
                (Some(old), Some(new)) if old == new => continue,
                (Some(_), Some(_)) => rules::NAMED_SERVER,
                (_, None) => rules::NAMED_SERVER_REMOVED,
                (None, Some(_)) => rules::NAMED_SERVER_ADDED,
            };
            let name = found.newest().map(|(name, _)| name.as_str()).unwrap_or_default();
            let subject = subject(index.map(|index| index.map(Node::NamedServer))).with("name", name);
            self.report(&rule, &subject, found.map(|found| Some(found?.1.clone())));
        }
    }

    fn compare_server_variables(&mut self) {
        let variables = self.versions.map(|version| version.api.server_variables());
        let names = variables.as_ref().map(|variables| variables.iter().map(|variable| &variable.name));
        for index in join(&pair(names.old, names.new), variables.new.len()) {
            let found = variables.as_ref().zip(index).map(|(variables, index)| Some(&variables[index?]));
            let rule = match (found.old, found.new) {
                (Some(old), Some(new)) if old.default == new.default => continue,
                (Some(_), Some(_)) => rules::SERVER_VARIABLE,
                (_, None) => rules::SERVER_VARIABLE_REMOVED,
                (None, Some(_)) => rules::SERVER_VARIABLE_ADDED,
            };
            let name = found.newest().map(|variable| variable.name.as_str()).unwrap_or_default();
            let subject = subject(index.map(|index| index.map(Node::ServerVariable))).with("name", name);
            let texts = found.map(|variable| Some(variable?.default.clone().unwrap_or_else(|| "nothing".to_owned())));
            self.report(&rule, &subject, texts);
        }
    }

    /// Reports differences in an operation's own server.
    pub(super) fn compare_own_servers(&mut self, subject: &ChangeSubject, index: Versions<usize>) {
        let operations = self.operations(index);
        let shown = |api: &Api, operation: &Operation| match api.own_server(operation) {
            Some(server) => format!("`{}`", shown_path(&server.template())),
            None => "the default server".to_owned(),
        };
        let servers = self.versions.zip(operations).map(|(version, operation)| shown(version.api, operation));
        if servers.is_changed() {
            self.report(&rules::OPERATION_SERVER, subject, servers);
        }
    }
}

fn subject(nodes: Versions<Option<Node>>) -> ChangeSubject {
    let location = Pointer::root().child("servers");
    ChangeSubject::new("info", "servers", nodes).at(Versions::new(&location, &location))
}

/// Returns the named servers and their addresses.
fn named_servers(version: ApiVersion<'_>) -> Vec<NamedServer> {
    let whole = version.api.servers.iter().filter(|server| server.address().is_some());
    version.names.servers().iter().cloned().zip(whole.map(Server::template)).collect()
}

fn shown_path(path: &str) -> &str {
    if path.is_empty() { "/" } else { path }
}
