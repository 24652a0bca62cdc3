//! Tests of addresses.

use openapiv3::{Server as Declared, ServerVariable};

use super::IriStr;

/// Returns the servers of a description from an address.
fn servers(declared: &[Declared], from: Option<&str>) -> Vec<super::Server> {
    super::servers(declared, from.map(|from| IriStr::new(from).unwrap()))
}

fn declared(url: &str, variables: &[(&str, &str)]) -> Declared {
    let variable = |default: &str| ServerVariable { default: default.to_owned(), ..ServerVariable::default() };
    let variables = variables.iter().map(|(name, default)| ((*name).to_owned(), variable(default))).collect();
    Declared { url: url.to_owned(), variables: Some(variables), ..Declared::default() }
}

/// Returns the base path and the whole address of a description from an address.
fn addresses(url: &str, variables: &[(&str, &str)], from: Option<&str>) -> (String, Option<String>) {
    let servers = servers(&[declared(url, variables)], from);
    (servers[0].base_path(), servers[0].address())
}

#[test]
fn addresses_of_servers() {
    let rows = [
        ("https://acme.dev/v1/", "/v1", Some("https://acme.dev/v1")),
        ("//acme.dev", "", Some("https://acme.dev")),
        ("//acme.dev/v1", "/v1", Some("https://acme.dev/v1")),
        ("{base_url}/ws", "/ws", None),
        ("{endpoint}/ws", "/ws", Some("https://endpoint.dev/ws")),
        ("{host}/ws", "/ws", Some("https://acme.dev:8443/ws")),
        ("{scheme}://acme.dev/ws", "/ws", Some("http://acme.dev/ws")),
        ("/api/{version}", "/api/v2", None),
        ("https://{sub}.acme.dev", "", None),
        ("https://acme.dev{path}", "/sell/v1", Some("https://acme.dev/sell/v1")),
        ("https://{twice}.acme.dev", "", None),
        ("api.acme.dev/v1", "/v1", Some("https://api.acme.dev/v1")),
        ("{region}.acme.dev", "", Some("https://eu.acme.dev")),
        ("Your API URL", "", None),
        ("https://user:secret@acme.dev", "", None),
        ("https://acme.dev/v1?key=x#y", "/v1", Some("https://acme.dev/v1")),
        ("/", "", None),
        ("", "", None),
        (".", "", None),
    ];
    let variables = [
        ("endpoint", "https://endpoint.dev"),
        ("host", "acme.dev:8443"),
        ("scheme", "http"),
        ("version", "v2"),
        ("path", "/sell/v1"),
        ("twice", "{version}"),
        ("region", "eu"),
    ];
    for (url, path, address) in rows {
        assert_eq!(addresses(url, &variables, None), (path.to_owned(), address.map(str::to_owned)), "{url}");
    }
}

#[test]
fn relative_addresses_are_where_the_description_is() {
    let from = Some("http://docs.acme.dev/api/v3/openapi.json?key=1");
    let rows = [
        ("/api/v3", "/api/v3"),
        ("/", ""),
        ("", "/api/v3"),
        (".", "/api/v3"),
        ("./x", "/api/v3/x"),
        ("../v4", "/api/v4"),
        ("../../../..", ""),
        ("{base_url}/ws", "/ws"),
    ];
    for (url, path) in rows {
        let address = (!url.starts_with('{')).then(|| format!("http://docs.acme.dev{path}"));
        assert_eq!(addresses(url, &[], from), (path.to_owned(), address), "{url}");
    }
    assert_eq!(addresses("//acme.dev/v1", &[], from).1.unwrap(), "http://acme.dev/v1");
    assert_eq!(servers(&[], from)[0].address().unwrap(), "http://docs.acme.dev");
    assert_eq!(servers(&[], None)[0].address(), None);
}

#[test]
fn a_server_is_not_spoken_to_in_the_clear_where_it_need_not() {
    let both = [declared("http://acme.dev/v1", &[]), declared("https://acme.dev/v1", &[])];
    let found = servers(&both, None);
    assert_eq!(found.iter().filter_map(super::Server::address).collect::<Vec<_>>(), ["https://acme.dev/v1"]);
}

#[test]
fn long_addresses_are_none() {
    let text = "x".repeat(3_000);
    assert_eq!(addresses(&format!("https://acme.dev/{text}"), &[], None), (String::new(), None));
    let many = "{a}".repeat(600);
    assert!(addresses(&format!("https://acme.dev/{many}"), &[("a", &text)], None).1.is_none());
}
