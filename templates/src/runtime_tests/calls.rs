//! Requests, responses, and the client between them.

use bytes::Bytes;
use http::{HeaderMap, Method, StatusCode};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::{Value, json};

use super::wire::Pair;
use crate::auth::authorization::{CredentialLocation, Scheme};
use crate::auth::secret::Secret;
use crate::calls::builder::ClientBuilder;
use crate::calls::call::{Call, Operation};
use crate::calls::client::Client;
use crate::calls::retry::Retry;
use crate::calls::send_error::{BuildError, SendError};
use crate::calls::server::Service;
use crate::requests::request::Request;
use crate::responses::error::{CallError, Error};
use crate::responses::response::{Body, Failure, Response};

static SERVICE: Service = Service {
    name: "test-client",
    version: "1.2.3",
    server: crate::calls::server::Server {
        origin: None,
        path: "/ws",
        variables: &[],
    },
    servers: &[],
    security: &[&["key"], &["one", "two"]],
};

fn builder(address: &str) -> ClientBuilder {
    ClientBuilder::new(address, &SERVICE)
}

#[test]
fn paths_are_encoded() {
    let rows = [
        (json!("DEMO"), "/a/DEMO/b"),
        (json!("a/b"), "/a/a%2Fb/b"),
        (json!("a b+c%d?e#f"), "/a/a%20b%2Bc%25d%3Fe%23f/b"),
        (json!("{other}"), "/a/%7Bother%7D/b"),
        (json!("größe"), "/a/gr%C3%B6%C3%9Fe/b"),
        (json!(-1), "/a/-1/b"),
        (json!(1.5), "/a/1.5/b"),
        (json!(true), "/a/true/b"),
        (json!(["a,", 2]), "/a/a%2C,2/b"),
        (
            json!(18_446_744_073_709_551_615_u64),
            "/a/18446744073709551615/b",
        ),
    ];
    for (value, wanted) in rows {
        let mut request = Request::new(Method::GET, "/a/{id}/b");
        request.path("id", &value).unwrap();
        assert_eq!(request.target().unwrap(), wanted);
    }
    for value in ["", ".", ".."] {
        assert!(
            Request::new(Method::GET, "/a/{id}")
                .path("id", value)
                .is_err()
        );
    }
    assert!(Request::new(Method::GET, "/a/{id}").target().is_err());
    let mut request = Request::new(Method::GET, "/#Action=GetUser");
    request.query("Action", "GetUser").unwrap();
    assert_eq!(request.target().unwrap(), "/?Action=GetUser");
}

#[test]
fn queries_are_encoded() {
    let mut request = Request::new(Method::GET, "/a");
    request.query("q", "a b&c=d").unwrap();
    request.query("tag", &["x", "y"]).unwrap();
    request.query("none", &None::<i64>).unwrap();
    request.query("object", &json!({ "k": 1 })).unwrap();
    request.query("ratio", &0.1_f32).unwrap();
    assert_eq!(
        request.target().unwrap(),
        "/a?q=a%20b%26c%3Dd&tag=x&tag=y&k=1&ratio=0.1"
    );
}

#[test]
fn bodies_are_wrapped() {
    let mut request = Request::new(Method::POST, "/a");
    request.json_in("story", &json!({ "name": "x" })).unwrap();
    assert_eq!(
        request.bytes().unwrap(),
        br#"{"story":{"name":"x"}}"#.as_slice()
    );
    request
        .form(&json!({ "a": "b c", "list": [1, 2], "none": null }))
        .unwrap();
    assert_eq!(
        request.bytes().unwrap(),
        b"a=b%20c&list=1&list=2".as_slice()
    );
    assert!(request.header("x-name", "line\nbreak").is_err());
    request.cookie("a", "1;2").unwrap();
    request.cookie("b", &2).unwrap();
    assert_eq!(request.headers()["cookie"], "a=1%3B2; b=2");
    for name in ["c; admin", "c=1", "c d", "c\r\nd", ""] {
        let error = request.cookie(name, &1).unwrap_err().to_string();
        assert!(error.ends_with("cannot be the name of a cookie"), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
    assert_eq!(request.headers()["cookie"], "a=1%3B2; b=2");
}

/// A type that reads a whole value before it rejects it, as unions do.
#[derive(Debug)]
struct Choosy;

impl<'de> Deserialize<'de> for Choosy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer)?;
        Err(D::Error::custom("nothing fits"))
    }
}

fn response(body: &str) -> Response {
    Response::new(
        StatusCode::OK,
        HeaderMap::new(),
        Bytes::from(body.to_owned()),
    )
}

/// Returns the path in the message for a body that is not a list of pairs.
fn path<T: serde::de::DeserializeOwned + std::fmt::Debug>(body: &str) -> String {
    match response(body).decode_json::<T, ()>() {
        Err(Failure::Decode(failure)) => failure.path,
        other => panic!("{other:?}"),
    }
}

#[test]
fn decoding_errors_have_a_path() {
    type Pairs = std::collections::BTreeMap<String, Vec<Pair>>;
    assert_eq!(
        path::<Pairs>(r#"{"a":[{"left":1},{"left":"x"}]}"#),
        "$.a[1].left"
    );
    assert_eq!(
        path::<Pairs>("{\"a\":\n [{\"left\":1},\n {\"left\":1.5}]}"),
        "$.a[1].left"
    );
    assert_eq!(path::<Pairs>(r#"{"a":[{"left":1},{"right":1}]}"#), "$.a[1]");
    assert_eq!(
        path::<Pairs>(r#"{"a b":[{"left":null}]}"#),
        r#"$["a b"][0].left"#
    );
    assert_eq!(path::<Pairs>(r#"{"a\"]":7}"#), r#"$["a"]"]"#);
    assert_eq!(path::<Vec<Pair>>("[{\"left\":1},{"), "$[1]");
    assert_eq!(path::<Vec<Choosy>>(r#"[{"a":{"b":1}}]"#), "$[0]");
    assert_eq!(path::<Pair>(""), "$");
    assert_eq!(path::<Pair>("{}"), "$");
    assert_eq!(path::<Pair>("<html>"), "$");
}

#[test]
fn secrets_are_not_shown() {
    assert_eq!(format!("{:?}", Secret::from("hush")), "Secret(***)");
    let builder = builder("https://example.com")
        .authorize(
            Scheme::new("one", CredentialLocation::Header("x-token")),
            Secret::from("hush"),
        )
        .authorize(
            Scheme::new("two", CredentialLocation::Query("token")),
            Secret::from("hush"),
        )
        .header("x-other", "hush");
    assert!(!format!("{builder:?}").contains("hush"));
    let client = builder.build().unwrap();
    assert!(!format!("{client:?}").contains("hush"));
    let refused = ClientBuilder::new("https://user:hush@example.com", &SERVICE)
        .build()
        .unwrap_err();
    assert!(!format!("{refused:?} {refused}").contains("hush"));
    let refused = ClientBuilder::new("https://example.com", &SERVICE)
        .authorize(
            Scheme::new("key", CredentialLocation::Bearer),
            Secret::from("hush\n"),
        )
        .build()
        .unwrap_err();
    assert!(!format!("{refused:?} {refused}").contains("hush"));
}

#[test]
fn addresses() {
    let address = |text: &str| {
        builder(text)
            .build()
            .map(|client| client.base_url().to_owned())
            .ok()
    };
    assert_eq!(
        address("https://example.com").as_deref(),
        Some("https://example.com/ws")
    );
    assert_eq!(
        address("https://example.com/scrum/").as_deref(),
        Some("https://example.com/scrum/ws")
    );
    assert_eq!(
        address("https://example.com/scrum/ws/").as_deref(),
        Some("https://example.com/scrum/ws")
    );
    assert_eq!(
        address("http://localhost:8080").as_deref(),
        Some("http://localhost:8080/ws")
    );
    assert_eq!(
        address("http://[::1]:8080").as_deref(),
        Some("http://[::1]:8080/ws")
    );
    for refused in [
        "http://example.com",
        "ftp://example.com",
        "example.com",
        "https://a.com?x=1",
        "",
    ] {
        assert_eq!(address(refused), None, "{refused}");
    }
    assert!(
        builder("http://example.com")
            .allow_cleartext()
            .build()
            .is_ok()
    );
}

/// An operation that requests `/x` and accepts any body.
#[derive(Clone, Debug)]
struct Ask;

impl Operation for Ask {
    type Output = Body;
    type Error = ();
    const NAME: &'static str = "ask";

    fn request(&self) -> Result<Request, BuildError> {
        Ok(Request::new(Method::GET, "/x"))
    }

    fn decode(response: &Response) -> Result<Body, Failure<()>> {
        match response.status().as_u16() {
            200..=299 => response.decode_body(),
            404 => Err(response.documented::<Value, ()>(|_| ())),
            _ => Err(Failure::Undocumented),
        }
    }
}

/// Starts a server that responds to each connection with the next of these texts.
fn serving(answers: Vec<String>) -> String {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for answer in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 4096]);
            stream.write_all(answer.as_bytes()).unwrap();
        }
    });
    address
}

fn answer(head: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {head}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
}

async fn ask(client: &Client) -> Result<Body, CallError<()>> {
    Call::new(client, Ask).await
}

#[tokio::test]
async fn messages_name_the_operation_and_the_request() {
    let long = "x".repeat(5000);
    let client = builder(&serving(vec![
        answer("404 Not Found\r\nx-request-id: abc", "{\"a\":\u{1b}[31m"),
        answer("500 Internal Server Error", &long),
    ]));
    let client = client.retry(Retry::never()).build().unwrap();
    let error = ask(&client).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "ask failed with 404 Not Found, x-request-id abc: {\"a\": [31m"
    );
    let error = ask(&client).await.unwrap_err();
    assert!(matches!(error, CallError::Undocumented(_)) && error.is_retryable());
    assert!(error.to_string().len() < 400, "{error}");
}

#[tokio::test]
async fn redirects_end() {
    let there = |to: &str| answer(&format!("302 Found\r\nlocation: {to}"), "");
    let client = builder(&serving(vec![there("/y"), answer("200 OK", "there")]))
        .build()
        .unwrap();
    assert_eq!(ask(&client).await.unwrap().text(), "there");
    let client = builder(&serving(vec![there("/y"); 8])).build().unwrap();
    assert!(matches!(ask(&client).await, Err(CallError::Send(_))));
    let client = builder(&serving(vec![there("file:///etc/passwd")]))
        .build()
        .unwrap();
    assert_eq!(
        ask(&client).await.unwrap_err().status(),
        Some(StatusCode::FOUND)
    );
}

#[tokio::test]
async fn another_origin_gets_the_public_headers_alone() {
    use std::io::{Read, Write};
    let other = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let location = format!("http://{}/x", other.local_addr().unwrap());
    let received = std::thread::spawn(move || {
        let (mut stream, _) = other.accept().unwrap();
        let mut head = [0; 4096];
        let length = stream.read(&mut head).unwrap();
        stream
            .write_all(answer("200 OK", "there").as_bytes())
            .unwrap();
        String::from_utf8_lossy(&head[..length]).to_lowercase()
    });
    let client = builder(&serving(vec![answer(
        &format!("302 Found\r\nlocation: {location}"),
        "",
    )]))
    .authorize(
        Scheme::new("bearer", CredentialLocation::Bearer),
        "s3cret".into(),
    )
    .authorize(
        Scheme::new("session", CredentialLocation::Cookie("sid")),
        "s3cret".into(),
    )
    .header("user-agent", "mine/1")
    .header("x-secret", "s3cret")
    .header("cookie", "other=s3cret")
    .build()
    .unwrap();
    assert_eq!(ask(&client).await.unwrap().text(), "there");
    let head = received.join().unwrap();
    assert!(
        head.contains("user-agent: mine/1") && head.contains("accept: application/json"),
        "{head}"
    );
    assert!(
        !head.contains("s3cret") && !head.contains("cookie"),
        "{head}"
    );
}

#[tokio::test]
async fn calls_go_through_the_proxy() {
    let proxy = serving(vec![answer("200 OK", "there")]);
    let client = builder("http://service.localhost:9").proxy(proxy);
    let client = client.build().unwrap();
    assert_eq!(ask(&client).await.unwrap().text(), "there");
    let wrong = builder("http://service.localhost:9").proxy("http://me:s3cret@[");
    let error = wrong.build().unwrap_err().to_string();
    assert_eq!(error, "the address of the proxy is not valid");
}

#[tokio::test]
async fn ranges_of_compressed_bodies_are_handed_on() {
    let head = "206 Partial Content\r\ncontent-encoding: gzip";
    let client = builder(&serving(vec![answer(head, "part"), answer(head, "part")]));
    let client = client.build().unwrap();
    let range = Call::new(&client, Ask).header("range", "bytes=5-8");
    let response = range.send_full().await.unwrap();
    assert_eq!(response.body.text(), "part");
    assert_eq!(response.raw_headers()["content-encoding"], "gzip");
    // Without a range, the same body is decompressed, which fails.
    assert!(matches!(ask(&client).await, Err(CallError::Send(_))));
}

#[test]
fn a_body_that_is_still_compressed_is_named() {
    let mut headers = HeaderMap::new();
    headers.insert("content-encoding", "gzip, gzip".parse().unwrap());
    let compressed = b"\x1f\x8b\x08\x00";
    for (headers, expected) in [
        (headers, "the body is still compressed: `gzip, gzip`"),
        (HeaderMap::new(), "the body is still compressed, with gzip"),
    ] {
        let response = Response::new(StatusCode::OK, headers, &compressed[..]);
        let Err(Failure::Decode(failure)) = response.decode_json::<Value, ()>() else {
            panic!("this is not JSON");
        };
        assert_eq!(failure.reason, expected);
        assert_eq!(response.bytes(), &compressed[..]);
    }
}

#[tokio::test]
async fn large_bodies_are_refused() {
    let announced = "HTTP/1.1 200 OK\r\ncontent-length: 1000000000000\r\n\r\n".to_owned();
    let endless = format!(
        "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{}",
        "x".repeat(100_000)
    );
    let client = builder(&serving(vec![announced, endless]))
        .max_body_bytes(1000)
        .build()
        .unwrap();
    for _ in 0..2 {
        assert!(matches!(ask(&client).await, Err(CallError::Send(error)) if error.is_too_large()));
    }
}

#[test]
fn errors_are_small_and_can_cross_threads() {
    fn crosses<T: Send + Sync + std::error::Error>() {}
    crosses::<CallError<()>>();
    crosses::<Error>();
    assert!(
        size_of::<CallError<()>>() <= 40,
        "{}",
        size_of::<CallError<()>>()
    );
    assert!(size_of::<Error>() <= 40, "{}", size_of::<Error>());
}

#[test]
fn errors_name_the_unreachable_host_and_keep_their_sources() {
    let away = SendError::connect("refused").with_host("a.example");
    assert_eq!(away.to_string(), "the call could not connect to a.example");
    for (address, server) in [
        ("http://127.0.0.1:8080/ws", "127.0.0.1:8080"),
        ("https://a.example/ws", "a.example"),
    ] {
        let away = SendError::connect("refused").with_host_of(&address.parse().unwrap());
        assert_eq!(
            away.to_string(),
            format!("the call could not connect to {server}")
        );
    }
    let late = SendError::timed_out().with_limit(std::time::Duration::from_secs(30));
    let late = Error::from(CallError::<()>::Send(late));
    assert_eq!(late.to_string(), "the call took longer than 30s");
    assert!(late.is_timeout() && late.is_retryable() && late.status().is_none());

    let away = Error::from(CallError::<u8>::Send(away));
    let source = std::error::Error::source(&away).map(ToString::to_string);
    assert_eq!(source.as_deref(), Some("refused"));
}
