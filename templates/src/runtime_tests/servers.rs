//! Where calls go, and what goes with them.

use http::Method;

use super::memory::{Memory, Planned};
use crate::runtime::authorization::{CredentialLocation, Scheme};
use crate::runtime::builder::ClientBuilder;
use crate::runtime::call::{Call, Operation};
use crate::runtime::client::Service;
use crate::runtime::error::BuildError;
use crate::runtime::request::Request;
use crate::runtime::response::{Failure, Response};
use crate::runtime::server::{Server, ServerAddress};

const VARIABLES: &[(&str, Option<&str>)] = &[("region", Some("eu")), ("version", Some("v2"))];

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
            variables: &[("shard", Some("a"))],
        },
        Server {
            origin: Some("http://plain.example.com"),
            path: "",
            variables: &[],
        },
        Server {
            origin: Some("https://{tenant}.example.com"),
            path: "",
            variables: &[("tenant", None)],
        },
    ],
    security: &[&["key"]],
};

const KEY: Scheme = Scheme::new("key", CredentialLocation::Header("x-key"));

/// An operation with a server of its own, or with none.
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

/// Where a call went, and the headers `x-key` and `x-own` that it had; or why it did not go.
async fn sent(builder: ClientBuilder, server: Option<usize>) -> String {
    sent_as(builder, server, |call| call).await
}

async fn sent_as(
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
            sent(builder(address), None).await,
            format!("{wanted} secret mine")
        );
    }
}

#[tokio::test]
async fn variables_fill_their_own_part_only() {
    let with = |name, value: &str| {
        builder(ServerAddress::from_description(&SERVICE.server)).variable(name, value.to_owned())
    };
    assert_eq!(
        sent(
            with("region", "us").variable("version", "v3/beta".to_owned()),
            None
        )
        .await,
        "https://us.example.com/v3/beta/ask secret mine"
    );
    // What a value says is no variable.
    assert_eq!(
        sent(with("version", "{region}"), None).await,
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
        let told = sent(with("region", evil), None).await;
        assert_eq!(
            told, "`region` of the server's address would lead elsewhere",
            "{evil}"
        );
    }
    for evil in ["../admin", "a/../..", "x?y", "."] {
        let told = sent(with("version", evil), None).await;
        assert_eq!(
            told, "`version` of the server's address would lead elsewhere",
            "{evil}"
        );
    }
    let told = sent(builder("https://own.example"), Some(3)).await;
    assert!(
        told.contains("`tenant` of the server's address is missing"),
        "{told}"
    );
}

#[tokio::test]
async fn servers_of_operations() {
    let own = "https://own.example/base";
    // The same host, without the path of the interface.
    assert_eq!(
        sent(builder(own), Some(0)).await,
        "https://own.example/base/ask secret mine"
    );
    let exact = ServerAddress::exact("https://own.example/a/b");
    assert_eq!(
        sent(builder(exact), Some(0)).await,
        "https://own.example/ask secret mine"
    );
    let exact = ServerAddress::exact("https://own.example/a/v2");
    assert_eq!(
        sent(builder(exact), Some(0)).await,
        "https://own.example/a/ask secret mine"
    );
    // Another host gets neither tokens nor headers that were meant for the client's own.
    assert_eq!(
        sent(builder(own), Some(1)).await,
        "https://a.uploads.example.com/u/ask - -"
    );
    let shared = builder(own).share_tokens_with("https://a.uploads.example.com");
    assert_eq!(
        sent(shared, Some(1)).await,
        "https://a.uploads.example.com/u/ask secret mine"
    );
    for other in [
        "https://b.uploads.example.com",
        "https://uploads.example.com",
        "https://a.uploads.example.com:8443",
    ] {
        let shared = builder(own).share_tokens_with(other);
        assert_eq!(
            sent(shared, Some(1)).await,
            "https://a.uploads.example.com/u/ask - -"
        );
    }
    // A token that is given for this call goes where it goes.
    let authorized = sent_as(builder(own), Some(1), |call| call.authorize(KEY, "own")).await;
    assert_eq!(authorized, "https://a.uploads.example.com/u/ask own -");
}

#[tokio::test]
async fn servers_can_be_replaced() {
    let own = "https://own.example";
    let replaced =
        |address| builder(own).replace_server("https://a.uploads.example.com/u/", address);
    assert_eq!(
        sent(replaced("https://proxy.example/x/"), Some(1)).await,
        "https://proxy.example/x/ask - -"
    );
    // It is the client's own origin.
    assert_eq!(
        sent(replaced("https://own.example/x"), Some(1)).await,
        "https://own.example/x/ask secret mine"
    );
    let wrong = builder(own).replace_server("https://b.example.com", "https://proxy.example");
    assert_eq!(
        sent(wrong, None).await,
        "no operation has `https://b.example.com` for its server"
    );
}

#[tokio::test]
async fn nothing_travels_in_the_clear_unasked() {
    let told = sent(builder("https://own.example"), Some(2)).await;
    assert!(told.contains("is plain `http`"), "{told}");
    let allowed = builder("https://own.example").allow_cleartext();
    assert_eq!(
        sent(allowed, Some(2)).await,
        "http://plain.example.com/ask - -"
    );
    let shared = builder("https://own.example").share_tokens_with("http://plain.example.com");
    assert!(sent(shared, None).await.contains("is plain `http`"));
    let replaced = builder("https://own.example")
        .replace_server("http://plain.example.com", "http://127.0.0.1:9");
    assert_eq!(sent(replaced, Some(2)).await, "http://127.0.0.1:9/ask - -");
}
