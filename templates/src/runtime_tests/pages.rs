//! Paginated responses, and the end of their streams.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use futures_core::Stream;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use serde_json::{Value, json};

use crate::auth::authorization::{CredentialLocation, Scheme};
use crate::auth::secret::Secret;
use crate::calls::builder::ClientBuilder;
use crate::calls::call::{Call, Operation};
use crate::calls::client::Client;
use crate::calls::retry::Retry;
use crate::calls::send_error::BuildError;
use crate::calls::server::Service;
use crate::requests::request::Request;
use crate::responses::error::CallError;
use crate::responses::response::{Failure, Response};
use crate::streams::link::next_link;
use crate::streams::pages::{ItemCount, Paginated, assign};

static SERVICE: Service = Service {
    name: "test-client",
    version: "1.2.3",
    server: crate::calls::server::Server {
        origin: None,
        path: "/ws",
        variables: &[],
    },
    servers: &[],
    security: &[&["key"]],
};

/// A list that supports each kind of pagination, as the tests need it.
#[derive(Clone, Debug, Default)]
struct List {
    page: Option<i64>,
    cursor: Option<String>,
    sort: Option<String>,
}

impl Operation for List {
    type Output = Value;
    type Error = ();
    const NAME: &'static str = "list";

    fn request(&self) -> Result<Request, BuildError> {
        let mut request = Request::new(Method::GET, "/list");
        request.query("page", &self.page)?;
        request.query("cursor", &self.cursor)?;
        request.query("sort", &self.sort)?;
        Ok(request)
    }

    fn decode(response: &Response) -> Result<Value, Failure<()>> {
        match response.status().as_u16() {
            200..=299 => response.decode_json(),
            _ => Err(Failure::Undocumented),
        }
    }
}

fn items(page: &mut Value) -> Option<&mut Vec<Value>> {
    match page {
        Value::Object(members) => members.get_mut("items")?.as_array_mut(),
        list => list.as_array_mut(),
    }
}

/// The same operation with different kinds of pagination.
macro_rules! walked {
    ($name:ident, $($body:tt)*) => {
        #[derive(Clone, Debug, Default)]
        struct $name(List);

        impl Operation for $name {
            type Output = Value;
            type Error = ();
            const NAME: &'static str = "list";

            fn request(&self) -> Result<Request, BuildError> {
                self.0.request()
            }

            fn decode(response: &Response) -> Result<Value, Failure<()>> {
                List::decode(response)
            }
        }

        impl Paginated for $name {
            type Item = Value;

            fn items(page: &mut Value) -> Option<&mut Vec<Value>> {
                items(page)
            }

            $($body)*
        }
    };
}

walked! { ByPage,
    const COUNTED: bool = true;

    fn first(mut self) -> Self {
        self.0.sort = Some("up".to_owned());
        self
    }

    fn next(&self, page: &Value, count: ItemCount) -> Option<Self> {
        count.unless_empty()?;
        if let Some(total) = page["total"].as_i64() {
            count.until(total)?;
        }
        let page = Some(self.0.page.unwrap_or(1).saturating_add(1));
        Some(Self(List { page, ..self.0.clone() }))
    }
}

walked! { ByCursor,
    fn next(&self, page: &Value, _seen: ItemCount) -> Option<Self> {
        let cursor = page["next"].as_str().map(str::to_owned);
        let cursor = Some(cursor.filter(|next| !next.is_empty())?);
        Some(Self(List { cursor, ..self.0.clone() }))
    }
}

walked! { ByLink,
    fn next_address(_page: &Value, answer: &Response) -> Option<String> {
        next_link(answer)
    }

    fn take(&mut self, name: &str, value: &str) {
        match name {
            "page" => assign(&mut self.0.page, value),
            "cursor" => assign(&mut self.0.cursor, value),
            _ => {}
        }
    }
}

/// A server with a response for each target. It records the requests.
struct Server {
    address: String,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts the server. Each target has a status line with headers and a body; `{here}` is the address of the server.
    fn start(answers: &[(&str, &str, &str)]) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let answers: HashMap<String, String> = answers
            .iter()
            .map(|(target, head, body)| {
                let length = body.len();
                let text = format!(
                    "HTTP/1.1 {head}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
                );
                ((*target).to_owned(), text.replace("{here}", &address))
            })
            .collect();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&seen);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut text = String::new();
                let mut part = [0; 4096];
                while !text.contains("\r\n\r\n") {
                    let count = stream.read(&mut part).unwrap();
                    text.push_str(&String::from_utf8_lossy(&part[..count]));
                }
                let target = text.split(' ').nth(1).unwrap_or_default();
                let missing = "HTTP/1.1 418 -\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
                let answer = answers.get(target).map_or(missing, String::as_str);
                let answer = answer.to_owned();
                noted.lock().unwrap().push(text);
                stream.write_all(answer.as_bytes()).unwrap();
            }
        });
        Self { address, seen }
    }

    fn client(&self) -> Client {
        ClientBuilder::new(&self.address, &SERVICE)
            .authorize(
                Scheme::new("key", CredentialLocation::Header("x-key")),
                Secret::from("hush"),
            )
            .retry(Retry::never())
            .build()
            .unwrap()
    }

    /// Returns the requested targets, without the base path of the API.
    fn targets(&self) -> Vec<String> {
        let seen = self.seen.lock().unwrap();
        let target = |text: &String| text.split(' ').nth(1).unwrap_or_default().to_owned();
        seen.iter()
            .map(target)
            .map(|target| target.replacen("/ws", "", 1))
            .collect()
    }
}

const DONE: &str = "200 OK";

/// Returns all items as numbers, and the message of the error at the end.
async fn walk<O>(client: &Client, operation: O) -> (Vec<i64>, Option<String>)
where
    O: Paginated<Item = Value, Error = ()>,
{
    let mut items = Call::new(client, operation).items();
    let mut found = Vec::new();
    while let Some(item) = items.next().await {
        match item {
            Ok(item) => found.push(item.as_i64().unwrap()),
            Err(error) => {
                assert!(items.next().await.is_none(), "an error ends the walk");
                return (found, Some(error.to_string()));
            }
        }
    }
    assert!(items.next().await.is_none(), "the end stays the end");
    (found, None)
}

fn ok(items: &[i64]) -> (Vec<i64>, Option<String>) {
    (items.to_vec(), None)
}

#[tokio::test]
async fn numbers_count_up_until_a_page_is_empty() {
    let server = Server::start(&[
        ("/ws/list?sort=up", DONE, "[1,2]"),
        ("/ws/list?page=2&sort=up", DONE, "[3]"),
        ("/ws/list?page=3&sort=up", DONE, "[4]"),
        ("/ws/list?page=4&sort=up", DONE, "[]"),
    ]);
    let client = server.client();
    assert_eq!(walk(&client, ByPage::default()).await, ok(&[1, 2, 3, 4]));
    assert_eq!(server.targets().len(), 4);
    let mut pages = Call::new(&client, ByPage::default()).pages();
    let mut found = Vec::new();
    while let Some(page) = pages.next().await {
        found.push(page.unwrap());
    }
    assert_eq!(found, [json!([1, 2]), json!([3]), json!([4])]);
}

#[tokio::test]
async fn the_total_saves_the_last_request() {
    let server = Server::start(&[
        ("/ws/list?sort=up", DONE, r#"{"items":[1,2],"total":3}"#),
        (
            "/ws/list?page=2&sort=up",
            DONE,
            r#"{"items":[3],"total":3}"#,
        ),
    ]);
    assert_eq!(
        walk(&server.client(), ByPage::default()).await,
        ok(&[1, 2, 3])
    );
    assert_eq!(server.targets().len(), 2);
}

#[tokio::test]
async fn the_last_page_for_every_number_after_it_is_the_end() {
    let server = Server::start(&[
        ("/ws/list?sort=up", DONE, "[1,2]"),
        ("/ws/list?page=2&sort=up", DONE, "[3]"),
        ("/ws/list?page=3&sort=up", DONE, "[3]"),
    ]);
    assert_eq!(
        walk(&server.client(), ByPage::default()).await,
        ok(&[1, 2, 3])
    );
}

#[tokio::test]
async fn an_empty_first_page_is_a_page() {
    let server = Server::start(&[("/ws/list?sort=up", DONE, "[]")]);
    let client = server.client();
    let mut pages = Call::new(&client, ByPage::default()).pages();
    assert_eq!(pages.next().await.unwrap().unwrap(), json!([]));
    assert!(pages.next().await.is_none());
    assert_eq!(walk(&client, ByPage::default()).await, ok(&[]));
}

#[tokio::test]
async fn cursors_are_followed_also_from_an_empty_page() {
    let server = Server::start(&[
        ("/ws/list", DONE, r#"{"items":[1],"next":"a&b"}"#),
        ("/ws/list?cursor=a%26b", DONE, r#"{"items":[],"next":"c"}"#),
        ("/ws/list?cursor=c", DONE, r#"{"items":[2],"next":""}"#),
    ]);
    assert_eq!(
        walk(&server.client(), ByCursor::default()).await,
        ok(&[1, 2])
    );
}

#[tokio::test]
async fn a_cycle_is_reported() {
    let server = Server::start(&[
        ("/ws/list", DONE, r#"{"items":[1],"next":"a"}"#),
        ("/ws/list?cursor=a", DONE, r#"{"items":[2],"next":"b"}"#),
        ("/ws/list?cursor=b", DONE, r#"{"items":[3],"next":"a"}"#),
    ]);
    let (items, error) = walk(&server.client(), ByCursor::default()).await;
    assert_eq!(items, [1, 2, 3]);
    let expected = "list was not sent: the next page was already requested";
    assert_eq!(error.as_deref(), Some(expected));
    assert_eq!(server.targets().len(), 3);
}

#[tokio::test]
async fn an_error_is_returned_and_ends_the_stream() {
    let server = Server::start(&[
        ("/ws/list", DONE, r#"{"items":[1],"next":"a"}"#),
        ("/ws/list?cursor=a", "500 -", ""),
    ]);
    let client = server.client();
    let (items, error) = walk(&client, ByCursor::default()).await;
    assert_eq!(items, [1]);
    assert!(error.unwrap().contains("500"));
    // This includes the first page.
    assert!(walk(&client, ByPage::default()).await.1.is_some());
}

#[tokio::test]
async fn links_become_parameters_for_any_server_address() {
    let server = Server::start(&[
        (
            "/ws/list?sort=up",
            "200 OK\r\nlink: <http://internal.example/x/list?page=2&sort=up>; rel=\"next\"",
            "[1]",
        ),
        (
            "/ws/list?page=2&sort=up",
            "200 OK\r\nlink: <?sort=up&page=1>; rel=prev, <?sort=up&page=3>; rel=\"next last\"",
            "[2]",
        ),
        ("/ws/list?page=3&sort=up", DONE, "[3]"),
    ]);
    let sorted = List {
        sort: Some("up".to_owned()),
        ..List::default()
    };
    assert_eq!(walk(&server.client(), ByLink(sorted)).await, ok(&[1, 2, 3]));
}

#[derive(Clone, Debug)]
struct Search(List);

impl Operation for Search {
    type Output = Value;
    type Error = ();
    const NAME: &'static str = "search";

    fn request(&self) -> Result<Request, BuildError> {
        let mut request = self.0.request()?;
        request.method = Method::POST;
        request.json(&json!({ "name": "x" }))?;
        Ok(request)
    }

    fn decode(response: &Response) -> Result<Value, Failure<()>> {
        List::decode(response)
    }
}

impl Paginated for Search {
    type Item = Value;

    fn items(page: &mut Value) -> Option<&mut Vec<Value>> {
        items(page)
    }

    fn next(&self, page: &Value, _count: ItemCount) -> Option<Self> {
        let cursor = Some(page["cursor"].as_str()?.to_owned());
        Some(Self(List {
            cursor,
            ..self.0.clone()
        }))
    }

    fn next_address(_page: &Value, answer: &Response) -> Option<String> {
        next_link(answer)
    }

    fn take(&mut self, name: &str, value: &str) {
        if name == "page" {
            assign(&mut self.0.page, value);
        }
    }
}

#[tokio::test]
async fn a_link_after_a_post_is_an_address_to_get() {
    let server = Server::start(&[
        // A cursor is a parameter of the operation, which stays a `POST`.
        ("/ws/list", DONE, r#"{ "items": [1], "cursor": "b" }"#),
        (
            "/ws/list?cursor=b",
            "200 OK\r\nlink: <http://internal.example/x/list?page=2&cursor=b>; rel=next",
            r#"{ "items": [2] }"#,
        ),
        (
            "/ws/list?page=2&cursor=b",
            "200 OK\r\nlink: </ws/next/3>; rel=next",
            r#"{ "items": [3] }"#,
        ),
        ("/ws/next/3", DONE, r#"{ "items": [4] }"#),
    ]);
    let pages = walk(&server.client(), Search(List::default())).await;
    assert_eq!(pages, ok(&[1, 2, 3, 4]));
    let seen = server.seen.lock().unwrap();
    let methods: Vec<&str> = seen
        .iter()
        .map(|text| text.split(' ').next().unwrap())
        .collect();
    assert_eq!(methods, ["POST", "POST", "GET", "GET"]);
    assert!(seen[1].contains("content-type"));
    for get in &seen[2..] {
        assert!(
            !get.contains("content-") && !get.contains("\"name\""),
            "{get}"
        );
    }
}

#[tokio::test]
async fn other_addresses_are_followed_on_the_same_server() {
    let server = Server::start(&[
        (
            "/ws/list",
            "200 OK\r\nlink: <{here}/ws/other/list?state=a%2Fb>; rel=next",
            "[1]",
        ),
        (
            "/ws/other/list?state=a%2Fb",
            "200 OK\r\nlink: <more/3>; rel=next",
            "[2]",
        ),
        ("/ws/other/more/3", DONE, "[3]"),
    ]);
    assert_eq!(
        walk(&server.client(), ByLink::default()).await,
        ok(&[1, 2, 3])
    );
}

#[tokio::test]
async fn no_token_is_sent_outside_the_base_address() {
    let other = Server::start(&[("/ws/list?state=x", DONE, "[2]")]);
    let addresses = [
        format!("{}/ws/list?state=x", other.address),
        "//example.com/ws/list?state=x".to_owned(),
        "/other/list?state=x".to_owned(),
        "/ws/../other?state=x".to_owned(),
        "/wsx/list?state=x".to_owned(),
        "ftp://127.0.0.1/ws/list?state=x".to_owned(),
    ];
    for address in addresses {
        let head = format!("200 OK\r\nlink: <{address}>; rel=next");
        let server = Server::start(&[("/ws/list", &head, "[1]")]);
        let (items, error) = walk(&server.client(), ByLink::default()).await;
        assert_eq!(items, [1], "{address}");
        let expected = "list was not sent: the next page is on another server";
        assert_eq!(error.as_deref(), Some(expected), "{address}");
        assert_eq!(server.targets().len(), 1, "{address}");
    }
    assert!(other.targets().is_empty());
}

#[tokio::test]
async fn options_apply_to_every_page() {
    let server = Server::start(&[
        ("/ws/list", DONE, r#"{"items":[1],"next":"a"}"#),
        ("/ws/list?cursor=a", DONE, r#"{"items":[2]}"#),
    ]);
    let client = server.client();
    let call = Call::new(&client, ByCursor::default())
        .header(
            HeaderName::from_static("x-own"),
            HeaderValue::from_static("mine"),
        )
        .authorize(
            Scheme::new("key", CredentialLocation::Header("x-key")),
            Secret::from("other"),
        );
    let mut pages = call.pages();
    while let Some(page) = pages.next().await {
        page.unwrap();
    }
    let seen = server.seen.lock().unwrap();
    let with = |text: &str| seen.iter().filter(|request| request.contains(text)).count();
    assert_eq!((with("x-own: mine"), with("x-key: other")), (2, 2));
}

#[tokio::test]
async fn page_streams_can_cross_threads() {
    fn crosses<T: Send>(value: T) -> T {
        value
    }
    fn stream<T: Stream<Item = Result<Value, CallError<()>>> + Unpin>(value: T) -> T {
        value
    }
    let server = Server::start(&[("/ws/list?sort=up", DONE, r#"{"items":[1],"total":1}"#)]);
    let client = server.client();
    let walked = crosses(async move {
        let mut items = stream(crosses(Call::new(&client, ByPage::default()).items()));
        let first = std::future::poll_fn(|context| Pin::new(&mut items).poll_next(context)).await;
        (
            first.unwrap().unwrap(),
            crosses(items.next()).await.is_none(),
        )
    });
    assert_eq!(tokio::spawn(walked).await.unwrap(), (json!(1), true));
}

#[test]
fn links_are_read_with_care() {
    let next = |values: &[&str]| {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(http::header::LINK, HeaderValue::from_str(value).unwrap());
        }
        next_link(&Response::new(StatusCode::OK, headers, ""))
    };
    let rows: [(&[&str], Option<&str>); 15] = [
        (&["</a>; rel=\"next\""], Some("/a")),
        (&["</a>;rel=next"], Some("/a")),
        (&["</a>; REL=NEXT"], Some("/a")),
        (
            &["</a>; title=\"b, <c>; rel=\\\"next\\\"\"; rel=prev"],
            None,
        ),
        (&["</a>; title=\"a;b,c\"; rel=\"prev next\""], Some("/a")),
        (
            &["</a>; rel=prev, </b>; rel=next, </c>; rel=last"],
            Some("/b"),
        ),
        (&["</a>; rel=prev", "</b>; rel=next"], Some("/b")),
        (&["<a,b;c>; rel = next"], Some("a,b;c")),
        (&["</a>; rel=prev; rel=next"], None),
        (&["</a>; rel=nextish"], None),
        (&["</a>; anchor=\"/other\"; rel=next"], None),
        (&["</a>; flag; rel=next"], Some("/a")),
        (&["</a>; title=\"open"], None),
        (&["/a; rel=next"], None),
        (&["", ",,", "<"], None),
    ];
    for (values, wanted) in rows {
        assert_eq!(next(values).as_deref(), wanted, "{values:?}");
    }
}

#[test]
fn parameters_are_set_if_the_value_is_valid() {
    let (mut number, mut text) = (Some(1_i64), None::<String>);
    assign(&mut number, "2");
    assign(&mut text, "3");
    assert_eq!((number, text.as_deref()), (Some(2), Some("3")));
    assign(&mut number, "x");
    assert_eq!(number, Some(2));
}

#[tokio::test]
async fn the_number_of_pages_can_be_limited() {
    let server = Server::start(&[
        ("/ws/list", DONE, r#"{"items":[1],"next":"b"}"#),
        ("/ws/list?cursor=b", DONE, r#"{"items":[2],"next":"c"}"#),
        ("/ws/list?cursor=c", DONE, r#"{"items":[3],"next":"d"}"#),
    ]);
    let client = server.client();
    let call = || Call::new(&client, ByCursor::default());
    let mut pages = call().pages().max_pages(2);
    assert!(pages.next().await.is_some() && pages.next().await.is_some());
    assert!(pages.next().await.is_none() && pages.next().await.is_none());
    let mut items = call().items().max_pages(1);
    assert_eq!(items.next().await.unwrap().unwrap(), json!(1));
    assert!(items.next().await.is_none());
    assert_eq!(server.targets().len(), 3);
    assert!(call().pages().max_pages(0).next().await.is_none());
}
