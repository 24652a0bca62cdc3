//! The addresses of requests: the default server, named servers, and servers of single operations.

use super::ChangeKind;
use super::compare::Comparison;
use super::finding::Finding;
use super::subject::ChangeSubject;
use super::version::{ApiVersion, Versions};
use crate::ir::Node;
use crate::model::{Api, Operation, Server};
use crate::pointer::Pointer;

/// A named server and its address.
type NamedServer = (String, String);

impl Comparison<'_> {
    pub(super) fn compare_servers(&mut self) {
        let location = Pointer::root().child("servers");
        self.compare_default_server(&location);
        self.compare_named_servers(&location);
        self.compare_server_variables(&location);
    }

    fn compare_default_server(&mut self, location: &Pointer) {
        let Versions { old, new } = self.versions.map(|version| version.api);
        let address = |api: &Api| match api.servers.first() {
            Some(server) => server.address().unwrap_or_else(|| server.template()),
            None => String::new(),
        };
        let addresses = Versions::new(address(old), address(new));
        if addresses.old == addresses.new {
            return;
        }
        let (was, is) = (shown_path(&addresses.old), shown_path(&addresses.new));
        let nodes = Versions::new(Some(Node::Address), Some(Node::Address));
        let found = finding(nodes, format!("the server address changed from `{was}` to `{is}`"));
        let has_host = old.servers.first().is_some_and(|server| server.origin.is_some());
        let found = match (old.base_path() == new.base_path(), old.address().is_some()) {
            (false, _) => found
                .breaks("the old bindings send requests to addresses that the server may no longer support")
                .migrate("update the bindings; if you pass the client an address with this path, change it"),
            (true, true) => found
                .breaks(
                    "behavior changes: after recompiling, programs without an explicit server send their requests and tokens \
                     to the new server",
                )
                .migrate("pass the client the old address to keep using it"),
            (true, false) if !has_host => {
                found.at_run_time("the client uses the server in the description")
            }
            (true, false) => found
                .breaks("behavior changes: the address that programs pass to the client may be outdated")
                .migrate("check the address that you pass to the client"),
        };
        let locations = Versions::new(location, location);
        self.found.push(found.with_both(locations, addresses));
    }

    fn compare_named_servers(&mut self, location: &Pointer) {
        let servers = self.versions.map(named_servers);
        let position = |servers: &[NamedServer], name: &str| servers.iter().position(|(known, _)| known == name);
        for (index, (name, was)) in servers.old.iter().enumerate() {
            let same = position(&servers.new, name);
            let nodes = Versions::new(Some(index), same).map(|index| index.map(Node::NamedServer));
            match same.map(|same| &servers.new[same].1) {
                None => {
                    let found = finding(nodes, format!("the server `{was}` was removed"));
                    self.found.push(found.with_old(location, was));
                }
                Some(is) if is != was => {
                    let found = finding(nodes, format!("the server `{name}` changed from `{was}` to `{is}`"));
                    let found = found.with_old(location, was).with_new(location, is).without_code();
                    self.found.push(found.breaks("behavior changes: programs that use it connect to the new address"));
                }
                Some(_) => {}
            }
        }
        let added = servers.new.iter().enumerate().filter(|(_, (name, _))| position(&servers.old, name).is_none());
        for (index, (_, is)) in added {
            let found = finding(Versions::only_new(Node::NamedServer(index)), format!("the server `{is}` was added"));
            self.found.push(found.with_new(location, is));
        }
    }

    fn compare_server_variables(&mut self, location: &Pointer) {
        let variables = self.versions.map(|version| version.api.server_variables());
        for (index, old) in variables.old.iter().enumerate() {
            let name = &old.name;
            let same = variables.new.iter().position(|new| new.name == *name);
            let nodes = Versions::new(Some(index), same).map(|index| index.map(Node::ServerVariable));
            match same.map(|same| &variables.new[same]) {
                None => {
                    let found = finding(nodes, format!("the server variable `{name}` was removed"));
                    self.found.push(found.with_old(location, name));
                }
                Some(new) if new.default != old.default => {
                    let shown = |default: &Option<String>| default.clone().unwrap_or_else(|| "nothing".to_owned());
                    let (was, is) = (shown(&old.default), shown(&new.default));
                    let message = format!("the default of the server variable `{name}` changed from `{was}` to `{is}`");
                    let found = finding(nodes, message).with_old(location, was).with_new(location, is).without_code();
                    let reason = "behavior changes: programs that do not set it connect to the new address";
                    self.found.push(found.breaks(reason));
                }
                Some(_) => {}
            }
        }
        let is_added = |name: &str| variables.old.iter().all(|old| old.name != name);
        for (index, new) in variables.new.iter().enumerate().filter(|(_, new)| is_added(&new.name)) {
            let nodes = Versions::only_new(Node::ServerVariable(index));
            let found = finding(nodes, format!("the server variable `{}` was added", new.name));
            self.found.push(found.with_new(location, &new.name));
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
        if servers.old == servers.new {
            return;
        }
        let part = format!("the server of {}", subject.quoted());
        let found = subject
            .changed(ChangeKind::OperationChanged, &part, operations.map(|operation| &operation.origin), servers)
            .breaks("the old bindings send requests to a server that may no longer support the operation")
            .without_code();
        self.found.push(found);
    }
}

fn finding(nodes: Versions<Option<Node>>, message: String) -> Finding {
    ChangeSubject::new("info", "servers", nodes).finding(ChangeKind::Service, message)
}

/// Returns the named servers and their addresses.
fn named_servers(version: ApiVersion<'_>) -> Vec<NamedServer> {
    let whole = version.api.servers.iter().filter(|server| server.address().is_some());
    version.names.servers().iter().cloned().zip(whole.map(Server::template)).collect()
}

fn shown_path(path: &str) -> &str {
    if path.is_empty() { "/" } else { path }
}
