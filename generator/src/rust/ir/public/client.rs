//! The public members of the client and of the events.

use super::block::Block;
use super::declaration::Declaration;
use super::role::{ClientRole, EventRole, Role};
use crate::base::crate_feature::CrateFeature;
use crate::base::runtime_item::RuntimeItem;
use crate::rust::ir::client::Client;
use crate::rust::ir::event::Events;
use crate::rust::ir::node::Node;
use crate::rust::ir::types::{Argument, Path, RustType};

const ROOT: [&str; 2] = ["", ""];

impl Client {
    /// Returns its public members and those of its builder.
    pub fn public(&self) -> Vec<Block<'_, ClientRole<'_>>> {
        let mut blocks = vec![self.functions(), self.builder(), self.servers(), self.options()];
        if !self.schemes.is_empty() {
            blocks.extend([self.token_scheme(), self.scheme(), self.tokens()]);
        }
        blocks
    }

    fn functions(&self) -> Block<'_, ClientRole<'_>> {
        let mut block = Block::new(ROOT, "Client", [Node::Address]);
        let address = ("address", Argument::Into(RustType::runtime(RuntimeItem::ServerAddress)));
        let address: Vec<_> = self.constructor.takes_address.then_some(address).into_iter().collect();
        let token = self.constructor.takes_token.then(token);
        let nodes: Vec<Node> = token.iter().flat_map(|_| self.scheme_nodes()).collect();
        let new = block.function(
            "new",
            None,
            address.iter().cloned().chain(token),
            RustType::itself(),
            ClientRole::New(self),
        );
        new.at([Node::Address, Node::Security]).at(nodes);
        block.function("builder", None, address, RustType::library(&["ClientBuilder"]), ClientRole::Builder(self));
        for group in &self.groups {
            let path = Path::Handle(format!("api::{}::{}", group.function, group.type_name));
            let handle = RustType { path, arguments: Vec::new() };
            block
                .function(&group.function, "&self", [], handle, ClientRole::Group(group))
                .at([Node::Group(group.index)]);
        }
        block
    }

    fn builder(&self) -> Block<'_, ClientRole<'_>> {
        let mut block = Block::new(ROOT, "ClientBuilder", [Node::Address]);
        if let Some(address) = &self.address {
            block.implements(RustType::library(&["Default"]), ClientRole::DefaultServer(address));
        }
        block
    }

    fn servers(&self) -> Block<'_, ClientRole<'_>> {
        let mut block = Block::new(ROOT, "Client", [Node::Address]);
        block.about = "The servers that the description names.";
        for (index, server) in self.named_servers.iter().enumerate() {
            let ty = RustType::runtime(RuntimeItem::ServerAddress);
            block.constant(&server.name, ty, ClientRole::NamedServer(server)).at([Node::NamedServer(index)]);
        }
        block
    }

    fn options(&self) -> Block<'_, ClientRole<'_>> {
        let mut block = Block::new(ROOT, "ClientBuilder", [Node::Address]);
        block.about = "The variables of the servers' addresses.";
        for (index, option) in self.server_options.iter().enumerate() {
            let value = [("value", Argument::Into(RustType::string()))];
            let setter =
                block.function(&option.name, "self", value, RustType::itself(), ClientRole::ServerOption(option));
            setter.at([Node::ServerVariable(index)]);
        }
        block
    }

    fn scheme_nodes(&self) -> impl Iterator<Item = Node> {
        (0..self.schemes.len()).map(Node::Scheme)
    }

    fn token_scheme(&self) -> Block<'_, ClientRole<'_>> {
        let mut block = Block::new(ROOT, "TokenScheme", self.scheme_nodes());
        block.derives(["Clone", "Copy", "Debug", "PartialEq", "Eq"]);
        block.declare(Declaration::Enum, ClientRole::TokenScheme);
        for (scheme, node) in self.schemes.iter().zip(self.scheme_nodes()) {
            block.variant(&scheme.name, None, Role::Documented(&scheme.docs, &[])).at([node]);
        }
        block
    }

    fn scheme(&self) -> Block<'_, ClientRole<'_>> {
        let mut block = Block::new(ROOT, "Scheme", self.scheme_nodes());
        block.implements(RustType::library(&["TokenScheme"]).conversion_trait(), ClientRole::FromTokenScheme(self));
        block
    }

    fn tokens(&self) -> Block<'_, ClientRole<'_>> {
        let mut block = Block::new(ROOT, "ClientBuilder", [Node::Security].into_iter().chain(self.scheme_nodes()));
        let scheme = ("scheme", Argument::Exact(RustType::runtime(RuntimeItem::TokenScheme)));
        if let Some(scheme) = self.schemes.first() {
            block.function("token", "self", [token()], RustType::itself(), ClientRole::Token(scheme));
        }
        block.function("token_as", "self", [scheme, token()], RustType::itself(), ClientRole::TokenAs);
        if let Some(basic) = self.basic_scheme() {
            let text = || Argument::Exact(RustType::library(&["impl std::fmt::Display"]));
            let arguments = [("user", text()), ("password", text())];
            block.function("basic_auth", "self", arguments, RustType::itself(), ClientRole::BasicAuth(basic));
        }
        block
    }
}

fn token() -> (&'static str, Argument) {
    ("token", Argument::Into(RustType::runtime(RuntimeItem::Secret)))
}

impl Events {
    /// Returns its public members.
    pub fn public(&self) -> Block<'_, EventRole> {
        let nodes = (0..self.variants.len()).map(Node::Event);
        let mut block = Block::new(["events", ""], "Event", [Node::Events].into_iter().chain(nodes.clone()));
        block.feature = Some(CrateFeature::Events.name());
        block.derives_usual(self.is_comparable);
        block.declare(Declaration::Enum, EventRole::Event);
        for (variant, node) in self.variants.iter().zip(nodes) {
            let role = Role::Documented(&variant.docs.lines, &[]);
            block.variant(&variant.name, Some(variant.ty.clone()), role).at([node]);
        }
        let about = "An event that the description does not list. It is preserved when it is serialized.";
        block.unlisted(RustType::library(&["UnlistedEvent"]), about);
        let argument = |name, ty| (name, Argument::Exact(RustType::library(ty)));
        let (headers, body) = (|| argument("headers", &["&HeaderMap"]), || argument("body", &["&[u8]"]));
        let read = || RustType::library(&["Result<Self, EventError>"]);
        if self.are_distinguishable() {
            block.function("read", None, [headers(), body()], read(), EventRole::Read).at([Node::Events]);
            let verifier = argument("verifier", &["&dyn Verifier"]);
            let arguments = [headers(), body(), verifier];
            block.function("read_verified", None, arguments, read(), EventRole::ReadVerified).at([Node::Events]);
        }
        let arguments = [argument("name", &["&str"]), body()];
        block.function("read_named", None, arguments, read(), EventRole::ReadNamed).at([Node::Events]);
        block
    }
}
