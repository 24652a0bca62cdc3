//! The addresses of calls, and the headers that are sent there.

use http::Method;

use super::memory::{Memory, Planned};
use crate::auth::authorization::{CredentialLocation, Scheme};
use crate::calls::builder::ClientBuilder;
use crate::calls::call::{Call, Operation};
use crate::calls::send_error::BuildError;
use crate::calls::server::{Server, ServerAddress, Service};
use crate::requests::request::Request;
use crate::responses::error::CallError;
use crate::responses::response::{Failure, Response};

const VARIABLES: &[(&str, Option<&str>, &[&str])] =
    &[("region", Some("eu"), &[]), ("version", Some("v2"), &[])];

static SERVICE: Service = Service {
    name: "test-client",
    version: "1.2.3",
    server: Server {
        origin: Some("https://{region}.example.com"),
        path: "/{version}",
        variables: VARIABLES,
    },
    servers: &[
        Server {
            origin: None,
            path: "",
            variables: &[],
        },
        Server {
            origin: Some("https://{shard}.uploads.example.com"),
            path: "/u",
            variables: &[("shard", Some("a"), &["a", "b"])],
        },
        Server {
            origin: Some("http://plain.example.com"),
            path: "",
            variables: &[],
        },
        Server {
            origin: Some("https://{tenant}.example.com"),
            path: "",
            variables: &[("tenant", None, &[])],
        },
    ],
    security: &[&["key"]],
};

const KEY: Scheme = Scheme::new("key", CredentialLocation::Header("x-key"));

/// An operation with its own server, or without one.
#[derive(Clone, Debug)]
struct Ask(Option<usize>);

impl Operation for Ask {
    type Output = ();
    type Error = std::convert::Infallible;
    const NAME: &'static str = "ask";

    fn request(&self) -> Result<Request, BuildError> {
        let mut request = Request::new(Method::GET, "/ask");
        if let Some(server) = self.0 {
            request.server(server);
        }
        Ok(request)
    }

    fn decode(response: &Response) -> Result<(), Failure<Self::Error>> {
        response.decode_nothing()
    }
}

fn builder(address: impl Into<ServerAddress>) -> ClientBuilder {
    ClientBuilder::new(address, &SERVICE).authorize(KEY, "secret".into())
}

/// Returns the address of the call and its headers `x-key` and `x-own`, or the reason why it was not sent.
async fn send(builder: ClientBuilder, server: Option<usize>) -> String {
    send_with(builder, server, |call| call).await
}

async fn send_with(
    builder: ClientBuilder,
    server: Option<usize>,
    with: impl FnOnce(Call<Ask>) -> Call<Ask>,
) -> String {
    let memory = Memory::answering([Planned::Response(204, "", Vec::new())]);
    let client = match builder
        .header("x-own", "mine")
        .transport(memory.clone())
        .build()
    {
        Ok(client) => client,
        Err(error) => return error.to_string(),
    };
    if let Err(error) = with(Call::new(&client, Ask(server))).await {
        return std::error::Error::source(&error)
            .map_or_else(|| error.to_string(), ToString::to_string);
    }
    let sent = memory.sent.lock().unwrap();
    let header = |name: &str| {
        let value = sent[0].headers.get(name);
        value
            .map_or("-", |value| value.to_str().unwrap())
            .to_owned()
    };
    assert!(sent[0].headers.contains_key("user-agent"));
    format!("{} {} {}", sent[0].uri, header("x-key"), header("x-own"))
}

#[tokio::test]
async fn addresses_of_the_client() {
    let rows: [(ServerAddress, &str); 6] = [
        ("https://own.example".into(), "https://own.example/v2/ask"),
        (
            "https://own.example/a/v2/".into(),
            "https://own.example/a/v2/ask",
        ),
        (
            "https://own.example/a".into(),
            "https://own.example/a/v2/ask",
        ),
        (
            ServerAddress::exact("https://own.example/a"),
            "https://own.example/a/ask",
        ),
        (
            ServerAddress::exact("https://own.example"),
            "https://own.example/ask",
        ),
        (
            ServerAddress::from_description(&SERVICE.server),
            "https://eu.example.com/v2/ask",
        ),
    ];
    for (address, wanted) in rows {
        assert_eq!(
            send(builder(address), None).await,
            format!("{wanted} secret mine")
        );
    }
}

#[tokio::test]
async fn the_builder_replaces_the_address() {
    let moved = builder("https://own.example").base_url("https://other.example/a");
    assert_eq!(
        send(moved, None).await,
        "https://other.example/a/v2/ask secret mine"
    );
}

/// A client from `Client::new` does not panic: each call reports what `build` would have returned.
#[tokio::test]
async fn calls_report_that_the_client_could_not_be_built() {
    let broken = [
        (
            builder("own.example"),
            "the address of the server is not valid",
        ),
        (builder("http://own.example"), "is plain `http`"),
        (
            builder("https://own.example").authorize(KEY, "a\nb".into()),
            "the token has characters",
        ),
        (
            builder("https://own.example").authorize(KEY, "HTTPS://own.example/v1".into()),
            "the token is an address",
        ),
        (
            builder("https://own.example").header("a b", "c"),
            "the name of a header is invalid",
        ),
    ];
    for (builder, reason) in broken {
        let client = builder.transport(Memory::answering([])).build_deferred();
        assert_eq!(client.base_url(), "");
        let call = Call::new(&client, Ask(None));
        let curl = call.to_curl().unwrap_err().to_string();
        let error = call.await.unwrap_err();
        assert!(matches!(error, CallError::Build(_)), "{error:?}");
        let error = error.to_string();
        assert!(
            error.starts_with("ask was not sent: ") && error.contains(reason),
            "{error}"
        );
        assert!(curl.contains(reason) && !error.contains("a\nb"), "{curl}");
    }
}

#[test]
fn a_token_may_be_an_address_where_no_address_is_expected() {
    let with_token =
        |builder: ClientBuilder| builder.authorize(KEY, "https://example.com/.default".into());
    assert!(with_token(builder("https://own.example")).build().is_ok());
    let typed = [
        ServerAddress::from_description(&SERVICE.server),
        ServerAddress::exact("https://own.example"),
    ];
    for address in typed {
        let client = with_token(builder(address)).build_deferred();
        assert!(client.inner.error.is_none());
    }
}

#[tokio::test]
async fn variables_stay_in_their_own_component() {
    let with = |name, value: &str| {
        builder(ServerAddress::from_description(&SERVICE.server)).variable(name, value.to_owned())
    };
    assert_eq!(
        send(
            with("region", "us").variable("version", "v3/beta".to_owned()),
            None
        )
        .await,
        "https://us.example.com/v3/beta/ask secret mine"
    );
    // Values of variables are not expanded.
    assert_eq!(
        send(with("version", "{region}"), None).await,
        "https://eu.example.com/%7Bregion%7D/ask secret mine"
    );
    for evil in [
        "evil.example/",
        "evil.example#",
        "evil.example?",
        "a@evil.example",
        "a\\b",
        "a b",
        "%2f",
    ] {
        let outcome = send(with("region", evil), None).await;
        assert_eq!(
            outcome, "the server variable `region` must not change the rest of the address",
            "{evil}"
        );
    }
    for evil in ["../admin", "a/../..", "x?y", "."] {
        let outcome = send(with("version", evil), None).await;
        assert_eq!(
            outcome, "the server variable `version` must not change the rest of the address",
            "{evil}"
        );
    }
    let outcome = send(builder("https://own.example"), Some(3)).await;
    assert!(
        outcome.contains("missing server variable `tenant`"),
        "{outcome}"
    );
}

#[tokio::test]
async fn a_variable_has_an_effect_and_a_listed_value() {
    let with = |address: ServerAddress, name, value: &str| {
        builder(address).variable(name, value.to_owned())
    };
    let own = || ServerAddress::from("https://own.example");
    let described = || ServerAddress::from_description(&SERVICE.server);
    let sent = send(with(own(), "shard", "b"), Some(1)).await;
    assert_eq!(sent, "https://b.uploads.example.com/u/ask - -");
    let sent = send(with(own(), "shard", "c"), Some(1)).await;
    let reason = "the server variable `shard` has to be one of `a`, `b`";
    assert!(sent.ends_with(reason), "{sent}");
    let sent = send(with(own(), "version", "v3"), None).await;
    assert_eq!(sent, "https://own.example/v3/ask secret mine");
    let reason = "is not in the address: write its value into the address";
    let sent = send(with(own(), "region", "us"), None).await;
    assert_eq!(sent, format!("the server variable `region` {reason}"));
    let sent = send(with(described(), "region", "us"), None).await;
    assert_eq!(sent, "https://us.example.com/v2/ask secret mine");
}

#[tokio::test]
async fn servers_of_operations() {
    let own = "https://own.example/base";
    // The same host, without the base path of the API.
    assert_eq!(
        send(builder(own), Some(0)).await,
        "https://own.example/base/ask secret mine"
    );
    let exact = ServerAddress::exact("https://own.example/a/b");
    assert_eq!(
        send(builder(exact), Some(0)).await,
        "https://own.example/ask secret mine"
    );
    let exact = ServerAddress::exact("https://own.example/a/v2");
    assert_eq!(
        send(builder(exact), Some(0)).await,
        "https://own.example/a/ask secret mine"
    );
    // Another host gets neither tokens nor headers of the client.
    assert_eq!(
        send(builder(own), Some(1)).await,
        "https://a.uploads.example.com/u/ask - -"
    );
    let shared = builder(own).share_tokens_with("https://a.uploads.example.com");
    assert_eq!(
        send(shared, Some(1)).await,
        "https://a.uploads.example.com/u/ask secret mine"
    );
    for other in [
        "https://b.uploads.example.com",
        "https://uploads.example.com",
        "https://a.uploads.example.com:8443",
    ] {
        let shared = builder(own).share_tokens_with(other);
        assert_eq!(
            send(shared, Some(1)).await,
            "https://a.uploads.example.com/u/ask - -"
        );
    }
    // A token of the call is sent wherever the call is sent.
    let authorized = send_with(builder(own), Some(1), |call| call.authorize(KEY, "own")).await;
    assert_eq!(authorized, "https://a.uploads.example.com/u/ask own -");
}

#[tokio::test]
async fn servers_can_be_replaced() {
    let own = "https://own.example";
    let replaced =
        |address| builder(own).replace_server("https://a.uploads.example.com/u/", address);
    assert_eq!(
        send(replaced("https://proxy.example/x/"), Some(1)).await,
        "https://proxy.example/x/ask - -"
    );
    // This is the client's own origin.
    assert_eq!(
        send(replaced("https://own.example/x"), Some(1)).await,
        "https://own.example/x/ask secret mine"
    );
    let wrong = builder(own).replace_server("https://b.example.com", "https://proxy.example");
    assert_eq!(
        send(wrong, None).await,
        "no operation has `https://b.example.com` for its server"
    );
}

#[tokio::test]
async fn nothing_is_sent_unencrypted_by_default() {
    let outcome = send(builder("https://own.example"), Some(2)).await;
    assert!(outcome.contains("is plain `http`"), "{outcome}");
    let allowed = builder("https://own.example").allow_cleartext();
    assert_eq!(
        send(allowed, Some(2)).await,
        "http://plain.example.com/ask - -"
    );
    let shared = builder("https://own.example").share_tokens_with("http://plain.example.com");
    assert!(send(shared, None).await.contains("is plain `http`"));
    let replaced = builder("https://own.example")
        .replace_server("http://plain.example.com", "http://127.0.0.1:9");
    assert_eq!(send(replaced, Some(2)).await, "http://127.0.0.1:9/ask - -");
}
