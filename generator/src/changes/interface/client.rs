//! The public items of the client and of its events, and the features of the crate.

use super::owner::{Interface, Item, Owner};
use crate::config::CrateFeature;
use crate::ir::{Client, Events, Feature};

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
    let mut servers = Owner::new(interface, "", "ServerAddress");
    client.named_servers.iter().for_each(|server| servers.constant(&server.name, "Self"));
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
