//! The addresses of requests: the default server, named servers, and servers of single operations.

use super::ChangeKind;
use super::compare::{ChangeSubject, Comparison};
use super::finding::Finding;
use super::version::{ApiVersion, Claim, Versions};
use crate::ident::{value_name, without_underscore};
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
        let found = finding(format!("the server address changed from `{was}` to `{is}`"));
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
        let claims = [
            Claim::member("ClientBuilder", " as Default".to_owned()),
            Claim::member("Client", "::new".to_owned()),
            Claim::member("Client", "::builder".to_owned()),
        ];
        let locations = Versions::new(location, location);
        self.found.push(found.with_both(locations, addresses).claims(claims));
    }

    fn compare_named_servers(&mut self, location: &Pointer) {
        let servers = self.versions.map(named_servers);
        let claim = |name: &str| Claim::member("Client", format!("::{name}"));
        let find = |servers: &[NamedServer], name: &str| {
            servers.iter().find(|(known, _)| known == name).map(|(_, template)| template.clone())
        };
        for (name, was) in &servers.old {
            match find(&servers.new, name) {
                None => {
                    let found = finding(format!("the server `{was}` was removed"));
                    self.found.push(found.with_old(location, was).claims([claim(name)]));
                }
                Some(is) if is != *was => {
                    let found = finding(format!("the server `{name}` changed from `{was}` to `{is}`"));
                    let found = found.with_old(location, was).with_new(location, is);
                    self.found.push(found.breaks("behavior changes: programs that use it connect to the new address"));
                }
                Some(_) => {}
            }
        }
        for (name, is) in servers.new.iter().filter(|(name, _)| find(&servers.old, name).is_none()) {
            let found = finding(format!("the server `{is}` was added"));
            self.found.push(found.with_new(location, is).claims([claim(name)]));
        }
    }

    fn compare_server_variables(&mut self, location: &Pointer) {
        let variables = self.versions.map(|version| version.api.server_variables());
        let claim =
            |name: &str| Claim::member("ClientBuilder", format!("::server_{}", without_underscore(&value_name(name))));
        for old in &variables.old {
            let name = &old.name;
            match variables.new.iter().find(|new| new.name == *name) {
                None => {
                    let found = finding(format!("the server variable `{name}` was removed"));
                    self.found.push(found.with_old(location, name).claims([claim(name)]));
                }
                Some(new) if new.default != old.default => {
                    let shown = |default: &Option<String>| default.clone().unwrap_or_else(|| "nothing".to_owned());
                    let (was, is) = (shown(&old.default), shown(&new.default));
                    let message = format!("the default of the server variable `{name}` changed from `{was}` to `{is}`");
                    let found = finding(message).with_old(location, was).with_new(location, is);
                    let reason = "behavior changes: programs that do not set it connect to the new address";
                    self.found.push(found.breaks(reason));
                }
                Some(_) => {}
            }
        }
        for new in variables.new.iter().filter(|new| variables.old.iter().all(|old| old.name != new.name)) {
            let found = finding(format!("the server variable `{}` was added", new.name));
            self.found.push(found.with_new(location, &new.name).claims([claim(&new.name)]));
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
            .breaks("the old bindings send requests to a server that may no longer support the operation");
        self.found.push(found);
    }
}

fn finding(message: String) -> Finding {
    ChangeSubject::new("info", "servers").finding(ChangeKind::Service, message)
}

/// Returns the named servers and their addresses.
fn named_servers(version: ApiVersion<'_>) -> Vec<NamedServer> {
    let whole = version.api.servers.iter().filter(|server| server.address().is_some());
    version.names.servers().iter().cloned().zip(whole.map(Server::template)).collect()
}

fn shown_path(path: &str) -> &str {
    if path.is_empty() { "/" } else { path }
}
