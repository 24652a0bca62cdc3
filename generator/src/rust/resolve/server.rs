//! Servers: those that a client can be made for, and the options that their addresses have.

use super::Resolver;
use crate::api::model::{self, ServerVariable};
use crate::base::ident::{value_name, without_underscore};
use crate::rust::docs;
use crate::rust::ir::{NamedServer, Server, ServerOption};

impl Server {
    pub(super) fn new(server: &model::Server) -> Self {
        let variables = server.variables.iter();
        Self {
            origin: server.origin.clone(),
            path: server.path.clone(),
            variables: variables
                .cloned()
                .map(|ServerVariable { name, default, known, .. }| (name, default, known))
                .collect(),
        }
    }
}

impl<'a> Resolver<'a> {
    /// The servers of the description as constants, where there are several.
    pub(super) fn named_servers(&self) -> Vec<NamedServer> {
        let servers = self.api.named_servers().into_iter();
        let named = servers.zip(self.names.servers()).map(|((_, server), name)| {
            let mut docs = docs::text_lines(&docs::code(&server.template()));
            if let Some(description) = &server.description {
                docs.push(String::new());
                docs.extend(docs::text_lines(description));
            }
            NamedServer { name: name.to_owned(), server: Server::new(server), docs }
        });
        named.collect()
    }

    /// The variables of all addresses. No other function of the builder begins like theirs.
    pub(super) fn server_options(&self) -> Vec<ServerOption> {
        let mut options: Vec<ServerOption> = Vec::new();
        for variable in self.api.server_variables() {
            let mut name = format!("server_{}", without_underscore(&value_name(&variable.name)));
            while options.iter().any(|option| option.name == name) {
                name.push_str("_also");
            }
            options.push(ServerOption { name, wire: variable.name.clone(), docs: option_docs(variable) });
        }
        options
    }

    /// Returns the docs of the address that a client is created for.
    pub(super) fn address_docs(&self) -> Vec<String> {
        let path = self.api.servers.first().map(|server| server.path.as_str()).unwrap_or_default();
        let mut lines = if path.trim_matches('/').is_empty() {
            vec!["The address may have a path.".to_owned()]
        } else {
            docs::text_lines(&format!(
                "The address may have a path; {} is appended unless the address already ends with it.",
                docs::code(path)
            ))
        };
        lines.push("Use [`ServerAddress::exact`] for an address that is used unchanged.".to_owned());
        if let Some(address) = self.api.address().filter(|_| self.constructor().takes_address) {
            let text =
                format!("`ClientBuilder::default` uses the server of the description, {}.", docs::code(&address));
            lines.push(String::new());
            lines.extend(docs::text_lines(&text));
        }
        lines
    }

    /// Returns the docs of an operation's dedicated server.
    pub(crate) fn own_server_docs(&self, index: usize) -> Option<String> {
        let server = self.api.own_server(&self.api.operations[index])?;
        Some(match server.origin {
            None if server.path.is_empty() => {
                "It is sent to the root of the server, without the path of the API.".to_owned()
            }
            None => format!("It is sent to {} on the same server.", docs::code(&server.template())),
            Some(_) => format!(
                "It is sent to {}, without the client's tokens and headers unless `ClientBuilder::share_tokens_with` allows it.",
                docs::code(&server.template())
            ),
        })
    }
}

fn option_docs(variable: &ServerVariable) -> Vec<String> {
    let mut about = docs::text_lines(&format!("The variable {} of the server's address.", docs::code(&variable.name)));
    let mut say = |text: &str| {
        about.push(String::new());
        about.extend(docs::text_lines(text));
    };
    if let Some(description) = variable.description.as_ref().filter(|text| !text.trim().is_empty()) {
        say(description);
    }
    if !variable.known.is_empty() {
        let known: Vec<String> = variable.known.iter().take(64).map(|value| docs::code(value)).collect();
        say(&format!("One of {}.", docs::joined(&known)));
    }
    say(&match &variable.default {
        Some(default) => format!("Defaults to {}.", docs::code(default)),
        None => "It has no default.".to_owned(),
    });
    about
}
