//! Tests of addresses.

use openapiv3::{Server as Declared, ServerVariable};

use super::Url;

/// The servers of a description that came from an address.
fn servers(declared: &[Declared], from: Option<&str>) -> Vec<super::Server> {
    super::servers(declared, from.map(|from| Url::parse(from).unwrap()).as_ref())
}

fn declared(url: &str, variables: &[(&str, &str)]) -> Declared {
    let variable = |default: &str| ServerVariable { default: default.to_owned(), ..ServerVariable::default() };
    let variables = variables.iter().map(|(name, default)| ((*name).to_owned(), variable(default))).collect();
    Declared { url: url.to_owned(), variables: Some(variables), ..Declared::default() }
}

/// Base path and whole address, of a description that came from an address.
fn seen(url: &str, variables: &[(&str, &str)], from: Option<&str>) -> (String, Option<String>) {
    let servers = servers(&[declared(url, variables)], from);
    (servers[0].base_path(), servers[0].address())
}

#[test]
fn addresses_of_servers() {
    let rows = [
        ("https://example.com/v1/", "/v1", Some("https://example.com/v1")),
        ("//example.com", "", Some("https://example.com")),
        ("//example.com/v1", "/v1", Some("https://example.com/v1")),
        ("{base_url}/ws", "/ws", None),
        ("{endpoint}/ws", "/ws", Some("https://endpoint.example/ws")),
        ("{host}/ws", "/ws", Some("https://example.com:8443/ws")),
        ("{scheme}://example.com/ws", "/ws", Some("http://example.com/ws")),
        ("/api/{version}", "/api/v2", None),
        ("https://{sub}.example.com", "", None),
        ("https://example.com{path}", "/sell/v1", Some("https://example.com/sell/v1")),
        ("https://{twice}.example.com", "", None),
        ("api.example.com/v1", "/v1", Some("https://api.example.com/v1")),
        ("{region}.example.com", "", Some("https://eu.example.com")),
        ("Your API URL", "", None),
        ("https://user:secret@example.com", "", None),
        ("https://example.com/v1?key=x#y", "/v1", Some("https://example.com/v1")),
        ("/", "", None),
        ("", "", None),
        (".", "", None),
    ];
    let variables = [
        ("endpoint", "https://endpoint.example"),
        ("host", "example.com:8443"),
        ("scheme", "http"),
        ("version", "v2"),
        ("path", "/sell/v1"),
        ("twice", "{version}"),
        ("region", "eu"),
    ];
    for (url, path, address) in rows {
        assert_eq!(seen(url, &variables, None), (path.to_owned(), address.map(str::to_owned)), "{url}");
    }
}

#[test]
fn relative_addresses_are_where_the_description_is() {
    let from = Some("http://docs.example.com/api/v3/openapi.json?key=1");
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
        let address = (!url.starts_with('{')).then(|| format!("http://docs.example.com{path}"));
        assert_eq!(seen(url, &[], from), (path.to_owned(), address), "{url}");
    }
    assert_eq!(seen("//example.com/v1", &[], from).1.unwrap(), "http://example.com/v1");
    assert_eq!(servers(&[], from)[0].address().unwrap(), "http://docs.example.com");
    assert_eq!(servers(&[], None)[0].address(), None);
}

#[test]
fn a_server_is_not_spoken_to_in_the_clear_where_it_need_not() {
    let both = [declared("http://example.com/v1", &[]), declared("https://example.com/v1", &[])];
    let found = servers(&both, None);
    assert_eq!(found.iter().filter_map(super::Server::address).collect::<Vec<_>>(), ["https://example.com/v1"]);
}

#[test]
fn long_addresses_are_none() {
    let text = "x".repeat(3_000);
    assert_eq!(seen(&format!("https://example.com/{text}"), &[], None), (String::new(), None));
    let many = "{a}".repeat(600);
    assert!(seen(&format!("https://example.com/{many}"), &[("a", &text)], None).1.is_none());
}
