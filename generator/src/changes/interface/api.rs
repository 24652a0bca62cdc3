//! The public items of the client, of its operations and events, and the features of the crate.

use std::collections::BTreeMap;

use super::item::{Declaration, Item, Output};
use super::key::Key;
use super::owner::{Function, Owner};
use super::table::Interface;

use crate::config::CrateFeature;
use crate::ir::{
    Argument, Body, Client, Crate, ErrorType, Events, Failure, GroupOperations, Header, Input, Node, Operation,
    Output as Response, OutputEnum, Path, RequestLocation, RustType, Streaming,
};

/// Adds the error type that operations share.
pub(super) fn shared(package: &Crate, interface: &mut Interface) {
    package.shared_error.iter().for_each(|shared| error(interface, "api", shared));
}

/// Adds the items of a group.
pub(super) fn operations(group: &GroupOperations, interface: &mut Interface) {
    let (handle, node) = (&group.group.type_name, Node::Group(group.group.index));
    let module = format!("api::{}", group.group.function);
    Owner::new(interface, &module, handle, [node]).declare(Declaration::Struct);
    for operation in &group.operations {
        let node = Node::Operation(operation.index);
        Owner::new(interface, &module, handle, [node]).call_function(operation);
        Owner::new(interface, &module, &operation.type_name, [node]).operation(operation);
        Owner::new(interface, &module, &format!("Call<{}>", operation.type_name), [node]).call_setters(operation);
        beside(interface, &module, operation);
    }
}

/// Returns the elements that the arguments of an operation are made for; those of a flattened body include the body.
fn argument_nodes(operation: &Operation) -> impl Iterator<Item = Node> {
    let flattened = operation.inputs.iter().filter(|input| input.is_flattened()).map(|body| body.node);
    operation.arguments().map(|given| given.node).chain(flattened)
}

/// Returns the type of a call of an operation.
fn call(operation: &Operation) -> RustType {
    RustType::runtime("Call").with_argument(RustType::beside(&operation.type_name))
}

impl Owner<'_> {
    fn call_function(&mut self, operation: &Operation) {
        let function = Function::returning(Output::Type(call(operation)))
            .at([Node::Operation(operation.index)])
            .at(argument_nodes(operation));
        let function = match &operation.arguments_type {
            Some(name) => function.taking("arguments", Argument::Exact(RustType::beside(name))),
            None => operation
                .arguments()
                .fold(function, |function, given| function.taking(given.name, given.argument.clone())),
        };
        self.function(&operation.function, Some("&self"), function);
    }

    fn operation(&mut self, operation: &Operation) {
        self.declare(Declaration::Struct);
        self.compares(operation.is_comparable);
        let response = [Node::Output(operation.index)];
        let error = match &operation.failure {
            Failure::Shared(name) => name,
            Failure::Own(error) => &error.name,
        };
        let failures = (0..operation.error_responses.len()).map(|at| Node::Failure(operation.index, at));
        let failures: Vec<Node> = failures.chain([Node::Operation(operation.index)]).collect();
        self.implements_with("Operation", ("Output", operation.output.ty()), &response);
        self.associated("Operation", ("Error", RustType::beside(error)), &failures);
        if let Some(pages) = &operation.pages {
            self.implements_with("Paginated", ("Item", pages.item.clone()), &response);
        }
        match &operation.streaming {
            Some(Streaming::Events(content)) => {
                self.implements_with("StreamsEvents", ("Data", content.streamed()), &response);
            }
            Some(Streaming::Lines { ty, .. }) => self.implements_with("StreamsLines", ("Line", ty.clone()), &response),
            None => {}
        }
        if !operation.headers.is_empty() {
            let headers = RustType::beside(&operation.headers_type);
            self.implements_with("DeclaresHeaders", ("Headers", headers), &header_nodes(operation));
        }
    }

    fn call_setters(&mut self, operation: &Operation) {
        for Input { name, argument, node, .. } in operation.options() {
            let setter = Function::fixed("Self").at([*node]).taking(name, argument.clone());
            self.function(name, Some("mut self"), setter);
        }
        let members = operation.members().filter(|(_, field)| !field.is_argument());
        members.for_each(|(member, field)| self.setters(member, field, &[member.node, Node::Body(operation.index)]));
    }

    fn body(&mut self, body: &Body, node: Node) {
        self.compares(body.is_comparable);
        self.declare(Declaration::Enum);
        for content in &body.contents {
            let payload = &content.payload;
            self.variant(&content.variant, Some(payload.clone()), &[node]);
            let function = Function::fixed("Self").taking("body", Argument::Into(payload.clone()));
            self.function(&content.function, None, function);
            if content.has_from {
                self.implements_for(super::item::Trait::From(payload.clone()), &[node]);
            }
        }
    }

    fn output(&mut self, output: &OutputEnum, node: Node) {
        self.compares(output.is_comparable);
        self.declare(Declaration::Enum);
        for kind in &output.variants {
            self.variant(&kind.name, kind.content.as_ref().map(|content| content.ty()), &[node]);
        }
    }
}

fn header_nodes(operation: &Operation) -> Vec<Node> {
    (0..operation.headers.len()).map(|at| Node::Header(operation.index, at)).collect()
}

/// Adds the types in the module of an operation.
fn beside(interface: &mut Interface, module: &str, operation: &Operation) {
    for input in &operation.inputs {
        match &input.placement {
            RequestLocation::Body(body) if body.contents.len() > 1 => {
                Owner::new(interface, module, &body.choice, [input.node]).body(body, input.node);
            }
            _ => {}
        }
    }
    if let Response::Several(output) = &operation.output {
        let node = Node::Output(operation.index);
        Owner::new(interface, module, &output.name, [node]).output(output, node);
    }
    if let Failure::Own(own) = &operation.failure {
        error(interface, module, own);
    }
    if let Some(name) = &operation.arguments_type {
        let mut owner = Owner::new(interface, module, name, argument_nodes(operation));
        owner.declare(Declaration::Struct);
        owner.compares(operation.is_comparable);
        operation.arguments().for_each(|given| owner.field(given.name, given.ty.clone(), &[given.node]));
    }
    if !operation.headers.is_empty() {
        let nodes = header_nodes(operation);
        let mut owner = Owner::new(interface, module, &operation.headers_type, nodes.iter().copied());
        owner.declare(Declaration::Struct);
        owner.compares(operation.compares_headers);
        let fields = operation.headers.iter().zip(nodes);
        fields.for_each(|(Header { name, ty, .. }, node)| owner.field(name, ty.clone().option(), &[node]));
    }
}

fn error(interface: &mut Interface, module: &str, error: &ErrorType) {
    let nodes = error.variants.iter().flat_map(|variant| variant.nodes.iter().copied());
    let mut owner = Owner::new(interface, module, &error.name, nodes);
    owner.compares(error.is_comparable);
    owner.declare(Declaration::Enum);
    for variant in &error.variants {
        owner.variant(&variant.name, Some(variant.body.clone().option()), &variant.nodes);
    }
}

/// Adds the client: its groups, servers and security schemes.
pub(super) fn client(client: &Client, interface: &mut Interface) {
    let schemes: Vec<Node> = (0..client.schemes.len()).map(Node::Scheme).collect();
    let mut owner = Owner::new(interface, "", "Client", [Node::Address]);
    let constructor = client.constructor;
    let address = || Argument::Into(RustType::runtime("ServerAddress"));
    let with_address = |function: Function| {
        if constructor.takes_address { function.taking("address", address()) } else { function }
    };
    let with_token = |function: Function| function.taking("token", Argument::Into(RustType::runtime("Secret")));
    let new = with_address(Function::fixed("Self").at([Node::Address, Node::Security]));
    let new = if constructor.takes_token { with_token(new.at(schemes.iter().copied())) } else { new };
    owner.function("new", None, new);
    owner.function("builder", None, with_address(Function::fixed("ClientBuilder")));
    for group in &client.groups {
        let handle = format!("api::{}::{}", group.function, group.type_name);
        let handle = RustType { path: Path::Own(handle), arguments: Vec::new() };
        let function = Function::returning(Output::Type(handle)).at([Node::Group(group.index)]);
        owner.function(&group.function, Some("&self"), function);
    }
    for (index, server) in client.named_servers.iter().enumerate() {
        owner.constant(&server.name, "ServerAddress", &[Node::NamedServer(index)]);
    }
    let mut builder = Owner::new(interface, "", "ClientBuilder", [Node::Address]);
    if client.address.is_some() {
        builder.implements("Default");
    }
    for (index, option) in client.server_options.iter().enumerate() {
        let setter = Function::fixed("Self").at([Node::ServerVariable(index)]);
        builder.function(&option.name, Some("self"), setter.taking("value", Argument::Into(RustType::string())));
    }
    if client.schemes.is_empty() {
        return;
    }
    let credential = || Function::fixed("Self").at([Node::Security]).at(schemes.iter().copied());
    builder.function("token", Some("self"), with_token(credential()));
    let scheme = Argument::Exact(RustType::runtime("TokenScheme"));
    builder.function("token_as", Some("self"), with_token(credential().taking("scheme", scheme)));
    if client.basic_scheme().is_some() {
        let text = "impl std::fmt::Display";
        let function = credential().taking_fixed("user", text).taking_fixed("password", text);
        builder.function("basic_auth", Some("self"), function);
    }
    let mut owner = Owner::new(interface, "", "TokenScheme", schemes.iter().copied());
    owner.derives(&["Copy", "PartialEq", "Eq"]);
    owner.declare(Declaration::Enum);
    client.schemes.iter().zip(&schemes).for_each(|(scheme, node)| owner.variant(&scheme.name, None, &[*node]));
    Owner::new(interface, "", "Scheme", schemes).implements("From<TokenScheme>");
}

/// Adds the features of the crate, which manifests of users name.
pub(super) fn features(package: &Crate, interface: &mut Interface) {
    let features = &package.manifest.features;
    interface.enables = features.iter().map(|feature| (feature.name.clone(), feature.enables.clone())).collect();
    let mut nodes = feature_nodes(package);
    for name in features.iter().map(|feature| feature.name.as_str()).chain(["default"]) {
        let nodes = nodes.remove(name).unwrap_or_default();
        let item = Item { name: name.to_owned(), declaration: Declaration::Feature, nodes, feature: None };
        interface.insert(Key { owner: "feature".to_owned(), member: format!(" {name}") }, item);
    }
}

/// Returns the elements of the API that each feature is made for.
fn feature_nodes(package: &Crate) -> BTreeMap<&str, Vec<Node>> {
    let schemes = package.client.iter().flat_map(|client| (0..client.schemes.len()).map(Node::Scheme));
    let events = package.events.iter().flat_map(|events| (0..events.variants.len()).map(Node::Event));
    let mut nodes: BTreeMap<&str, Vec<Node>> = BTreeMap::from([
        (CrateFeature::Oauth.name(), schemes.collect()),
        (CrateFeature::Events.name(), events.clone().collect()),
        (CrateFeature::WebhookSignatures.name(), events.collect()),
    ]);
    for group in package.groups() {
        for name in &group.gate.any {
            nodes.entry(name).or_default().push(Node::Group(group.index));
        }
    }
    nodes
}

/// Adds the enumeration of the events.
pub(super) fn events(events: &Events, interface: &mut Interface) {
    let nodes: Vec<Node> = (0..events.variants.len()).map(Node::Event).collect();
    let owner = Owner::new(interface, "events", "Event", [Node::Events].into_iter().chain(nodes.iter().copied()));
    let mut owner = owner.enabled_by(Some(CrateFeature::Events.name()));
    owner.compares(events.is_comparable);
    owner.declare(Declaration::Enum);
    for (variant, node) in events.variants.iter().zip(nodes) {
        owner.variant(&variant.name, Some(variant.ty.clone()), &[node]);
    }
    owner.unlisted(RustType::runtime("UnlistedEvent"));
    let reading = || Function::fixed("Result<Self, EventError>").at([Node::Events]);
    let from_headers = || reading().taking_fixed("headers", "&HeaderMap").taking_fixed("body", "&[u8]");
    if events.are_distinguishable() {
        owner.function("read", None, from_headers());
        owner.function("read_verified", None, from_headers().taking_fixed("verifier", "&dyn Verifier"));
    }
    owner.function("read_named", None, reading().taking_fixed("name", "&str").taking_fixed("body", "&[u8]"));
}
