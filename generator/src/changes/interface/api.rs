//! The public items of the client, of its operations and events, and the features of the crate.

use super::owner::{Interface, Item, Owner};
use crate::config::CrateFeature;
use crate::ident::value_name;
use crate::ir::{
    Body, Client, Crate, ErrorType, Events, Failure, Feature, GroupOperations, Operation, Output, OutputEnum,
    RequestLocation, Streaming,
};

/// Adds the error type that operations share.
pub(super) fn shared(package: &Crate, interface: &mut Interface) {
    package.shared_error.iter().for_each(|error| self::error(interface, "api", error));
}

/// Adds the items of a group.
pub(super) fn operations(group: &GroupOperations, interface: &mut Interface) {
    let handle = &group.group.type_name;
    let module = format!("api::{}", group.group.function);
    Owner::new(interface, &module, handle).structure();
    for operation in &group.operations {
        Owner::new(interface, &module, handle).call_function(operation);
        Owner::new(interface, &module, &operation.type_name).operation(operation);
        Owner::new(interface, &module, &format!("Call<{}>", operation.type_name)).setters(operation);
        beside(interface, &module, operation);
    }
}

impl Owner<'_> {
    fn call_function(&mut self, operation: &Operation) {
        let given = match &operation.arguments_type {
            Some(name) => vec![("arguments", name.clone())],
            None => operation.arguments().map(|given| (given.name, given.argument.to_string())).collect(),
        };
        let output = format!("Call<{}>", operation.type_name);
        self.function(&operation.function, Some("&self"), given, &output);
    }

    fn operation(&mut self, operation: &Operation) {
        self.structure();
        self.compares(operation.is_comparable);
        let output = operation.output.ty().to_string();
        let error = match &operation.failure {
            Failure::Shared(name) => (*name).to_owned(),
            Failure::Own(error) => error.name.clone(),
        };
        self.implements_with("Operation", &[("Output", output), ("Error", error)]);
        if let Some(pages) = &operation.pages {
            self.implements_with("Paginated", &[("Item", pages.item.to_string())]);
        }
        match &operation.streaming {
            Some(Streaming::Events(content)) => {
                self.implements_with("StreamsEvents", &[("Data", content.streamed().to_string())]);
            }
            Some(Streaming::Lines { ty, .. }) => self.implements_with("StreamsLines", &[("Line", ty.to_string())]),
            None => {}
        }
        if !operation.headers.is_empty() {
            self.implements_with("DeclaresHeaders", &[("Headers", operation.headers_type.to_owned())]);
        }
    }

    fn setters(&mut self, operation: &Operation) {
        for input in operation.options() {
            self.function(
                &input.name,
                Some("mut self"),
                vec![(input.name.as_str(), input.argument.to_string())],
                "Self",
            );
        }
        let members = operation.members().filter(|(_, field)| !field.is_argument());
        members.for_each(|(member, field)| self.field_setter(member, field));
    }

    fn body(&mut self, body: &Body) {
        self.compares(body.is_comparable);
        let contents = &body.contents;
        let variants = contents.iter().map(|content| {
            let payload = content.payload.to_string();
            (content.variant.as_str(), variant(&content.variant, Some(&payload)))
        });
        self.enumeration(variants);
        for content in contents {
            let payload = &content.payload;
            let given = vec![("body", format!("impl Into<{payload}>"))];
            self.function(&value_name(&content.variant), None, given, "Self");
            if content.has_from {
                self.implements(&format!("From<{payload}>"));
            }
        }
    }

    fn output(&mut self, output: &OutputEnum) {
        self.compares(output.is_comparable);
        self.enumeration(output.variants.iter().map(|kind| {
            let payload = kind.content.as_ref().map(|content| content.ty().to_string());
            (kind.name.as_str(), variant(&kind.name, payload.as_deref()))
        }));
    }
}

/// Adds the types in the module of an operation.
fn beside(interface: &mut Interface, module: &str, operation: &Operation) {
    let bodies = operation.inputs.iter().filter_map(|input| match &input.placement {
        RequestLocation::Body(body) if body.contents.len() > 1 => Some(body),
        _ => None,
    });
    bodies.for_each(|body| Owner::new(interface, module, &body.choice).body(body));
    if let Output::Several(output) = &operation.output {
        Owner::new(interface, module, &output.name).output(output);
    }
    if let Failure::Own(own) = &operation.failure {
        error(interface, module, own);
    }
    if let Some(name) = &operation.arguments_type {
        let mut owner = Owner::new(interface, module, name);
        owner.structure();
        owner.compares(operation.is_comparable);
        operation.arguments().for_each(|given| owner.field(given.name, &given.ty.to_string()));
    }
    if !operation.headers.is_empty() {
        let mut owner = Owner::new(interface, module, &operation.headers_type);
        owner.structure();
        owner.compares(operation.compares_headers);
        operation.headers.iter().for_each(|header| owner.field(&header.name, &format!("Option<{}>", header.ty)));
    }
}

fn error(interface: &mut Interface, module: &str, error: &ErrorType) {
    let mut owner = Owner::new(interface, module, &error.name);
    owner.compares(error.is_comparable);
    owner.enumeration(error.variants.iter().map(|kind| {
        let payload = format!("Option<{}>", kind.body);
        (kind.name.as_str(), variant(&kind.name, Some(&payload)))
    }));
}

/// Returns the declaration of a variant.
fn variant(name: &str, payload: Option<&str>) -> String {
    match payload {
        Some(payload) => format!("{name}({payload})"),
        None => name.to_owned(),
    }
}

/// Adds the client: its groups, servers and security schemes.
pub(super) fn client(client: &Client, interface: &mut Interface) {
    let mut owner = Owner::new(interface, "", "Client");
    let constructor = client.constructor;
    let token = || ("token", "impl Into<Secret>".to_owned());
    let address = constructor.takes_address.then(|| ("address", "impl Into<ServerAddress>".to_owned()));
    let arguments = address.clone().into_iter().chain(constructor.takes_token.then(token));
    owner.function("new", None, arguments.collect(), "Self");
    owner.function("builder", None, address.into_iter().collect(), "ClientBuilder");
    for group in &client.groups {
        let handle = format!("api::{}::{}", group.function, group.type_name);
        owner.function(&group.function, Some("&self"), Vec::new(), &handle);
    }
    client.named_servers.iter().for_each(|server| owner.constant(&server.name, "ServerAddress"));
    let mut builder = Owner::new(interface, "", "ClientBuilder");
    if client.address.is_some() {
        builder.implements("Default");
    }
    for option in &client.server_options {
        builder.function(&option.name, Some("self"), vec![("value", "impl Into<String>".to_owned())], "Self");
    }
    if client.schemes.is_empty() {
        return;
    }
    builder.function("token", Some("self"), vec![token()], "Self");
    builder.function("token_as", Some("self"), vec![("scheme", "TokenScheme".to_owned()), token()], "Self");
    if client.basic_scheme().is_some() {
        let argument = |name| (name, "impl std::fmt::Display".to_owned());
        builder.function("basic_auth", Some("self"), vec![argument("user"), argument("password")], "Self");
    }
    let mut schemes = Owner::new(interface, "", "TokenScheme");
    schemes.derives(&["Copy", "PartialEq", "Eq"]);
    schemes.enumeration(client.schemes.iter().map(|scheme| (&scheme.name, scheme.name.clone())));
    Owner::new(interface, "", "Scheme").implements("From<TokenScheme>");
}

/// Adds the features of the crate, which manifests of users name.
pub(super) fn features(features: &[Feature], interface: &mut Interface) {
    let enabled = features.iter().map(|feature| {
        let enables = feature.enables.iter().map(|enabled| enabled.to_string());
        (feature.name.to_owned(), enables.collect())
    });
    interface.enables = enabled.collect();
    for name in features.iter().map(|feature| feature.name.as_str()).chain(["default"]) {
        let declaration = format!("feature {name}");
        interface.insert("feature", format!(" {name}"), Item { declaration, call: None, feature: None });
    }
}

/// Adds the enumeration of the events.
pub(super) fn events(events: &Events, interface: &mut Interface) {
    let owner = Owner::new(interface, "events", "Event");
    let mut owner = Owner { feature: Some(CrateFeature::Events.name()), ..owner };
    owner.compares(events.is_comparable);
    let variants =
        events.variants.iter().map(|variant| (variant.name.as_str(), format!("{}({})", variant.name, variant.ty)));
    owner.enumeration(variants.chain([("Unlisted", "Unlisted(UnlistedEvent)".to_owned())]));
    let (headers, body) = (|| ("headers", "&HeaderMap".to_owned()), || ("body", "&[u8]".to_owned()));
    let output = "Result<Self, EventError>";
    if events.are_distinguishable() {
        owner.function("read", None, vec![headers(), body()], output);
        let verifier = ("verifier", "&dyn Verifier".to_owned());
        owner.function("read_verified", None, vec![headers(), body(), verifier], output);
    }
    owner.function("read_named", None, vec![("name", "&str".to_owned()), body()], output);
}
