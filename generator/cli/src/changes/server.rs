//! The addresses of requests: the default server, named servers, and servers of single operations.

use super::compare::Comparison;
use super::pairing::matched;
use super::rule::Rule;
use super::rules;
use super::subject::ChangeSubject;
use super::version::{ApiVersion, Versions};
use bindery::internal::ir::Node;
use bindery::internal::model::{Api, Operation, Server};
use bindery::internal::pointer::Pointer;

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
        let declared = |api: &Api| api.servers.first().map(|server| server.declared.clone()).unwrap_or_default();
        let is_declared = Versions::new(declared(old), declared(new)).is_changed();
        let rule = match (old.base_path() == new.base_path(), old.address().is_some()) {
            _ if !is_declared => rules::SERVER_OF_RETRIEVAL,
            (false, _) => rules::SERVER_PATH,
            (true, true) => rules::SERVER_HOST,
            (true, false) if has_host => rules::SERVER_HOST_PASSED,
            (true, false) => rules::SERVER_OF_DESCRIPTION,
        };
        let subject = subject(Versions::same(Some(Node::Address)))
            .with("was", shown_path(&addresses.old))
            .with("is", shown_path(&addresses.new));
        self.report(rule, &subject, addresses);
    }

    fn compare_named_servers(&mut self) {
        let servers = self.versions.map(named_servers);
        for (index, found) in matched(servers.as_ref().map(Vec::as_slice), |(name, _)| name) {
            if found.map_some(|(_, server)| &server.declared).is_changed() {
                let name = found.newest().map(|(name, _)| name.as_str()).unwrap_or_default();
                let subject = subject(index.map_some(Node::NamedServer)).detailed("name", name);
                let rules = [rules::NAMED_SERVER_ADDED, rules::NAMED_SERVER_REMOVED, rules::NAMED_SERVER];
                self.report(Rule::choose(rules, &subject), &subject, found.map_some(|(_, server)| server.template()));
            }
        }
    }

    fn compare_server_variables(&mut self) {
        let variables = self.versions.map(|version| version.api.server_variables());
        for (index, found) in matched(variables.as_ref().map(Vec::as_slice), |variable| &variable.name) {
            let defaults = found.map_some(|variable| variable.default.as_deref().unwrap_or("nothing").to_owned());
            if defaults.is_changed() {
                let name = found.newest().map(|variable| variable.name.as_str()).unwrap_or_default();
                let subject = subject(index.map_some(Node::ServerVariable)).detailed("name", name);
                let rules = [rules::SERVER_VARIABLE_ADDED, rules::SERVER_VARIABLE_REMOVED, rules::SERVER_VARIABLE];
                self.report(Rule::choose(rules, &subject), &subject, defaults);
            }
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
        let declared = |api: &Api, operation| api.own_server(operation).map(|server| server.declared.clone());
        let declared = self.versions.zip(operations).map(|(version, operation)| declared(version.api, operation));
        if declared.is_changed() {
            self.report(rules::OPERATION_SERVER, subject, servers);
        }
    }
}

fn subject(nodes: Versions<Option<Node>>) -> ChangeSubject {
    let location = Pointer::root().child("servers");
    ChangeSubject::new("info", "servers", nodes).at(Versions::same(&location))
}

/// Returns the servers with their names.
fn named_servers(version: ApiVersion<'_>) -> Vec<(String, &Server)> {
    let whole = version.api.servers.iter().filter(|server| server.address().is_some());
    version.names.servers().iter().cloned().zip(whole).collect()
}

fn shown_path(path: &str) -> &str {
    if path.is_empty() { "/" } else { path }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::changes::Verdict;
    use crate::changes::changes_between;
    use bindery::internal::config::Config;
    use bindery::internal::source::Input;
    use bindery::internal::text::Source;

    fn verdict(servers: &Value, addresses: [&str; 2]) -> Option<Verdict> {
        let [old, new] = addresses.map(|address| {
            let description = json!({
                "openapi": "3.1.0",
                "info": { "title": "t", "version": "1" },
                "servers": servers,
                "paths": { "/a": { "get": { "responses": { "204": { "description": "" } } } } },
            });
            let input = Input::from(Source::new("test", description.to_string()));
            Input { address: Some(address.to_owned()), ..input }
        });
        changes_between(old, new, &Config::default()).unwrap().verdict()
    }

    #[test]
    fn the_address_of_the_description_is_no_change_of_its_servers() {
        let addresses = ["http://127.0.0.1:19701/api/openapi.json", "http://127.0.0.1:19702/openapi.json"];
        for servers in [json!([]), json!([{ "url": "/v1" }]), json!([{ "url": "v1" }, { "url": "v2" }])] {
            assert_eq!(verdict(&servers, addresses), Some(Verdict::Compatible), "{servers}");
        }
        assert_eq!(verdict(&json!([{ "url": "http://127.0.0.1:19700" }]), addresses), None);
    }
}
