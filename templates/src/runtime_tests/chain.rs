//! The middleware chain: middleware, tokens, and streamed bodies.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http::{HeaderValue, Method};

use super::memory::{KEY, Memory, Planned};
use crate::auth::authorization::{CredentialLocation, Scheme, TokenProvider};
use crate::auth::oauth::OAuth;
use crate::auth::secret::Secret;
use crate::calls::call::{Call, Operation};
use crate::calls::middleware::{Middleware, Next};
use crate::calls::send_error::BuildError;
use crate::calls::transport::{HttpRequest, ResponseFuture, Transport};
use crate::requests::multipart::{Multipart, Upload};
use crate::requests::payload::{BoxError, BoxFuture, RequestBody, ResponseBody};
use crate::requests::request::Request;
use crate::responses::error::CallError;
use crate::responses::response::{Body, Failure, Response};

#[derive(Clone)]
struct Put(Option<RequestBody>);

impl Operation for Put {
    type Output = Body;
    type Error = ();
    const NAME: &'static str = "put";

    fn request(&self) -> Result<Request, BuildError> {
        let mut request = Request::new(Method::PUT, "/x/{id}");
        request.path("id", &7)?;
        if let Some(body) = &self.0 {
            request.body("text/plain", body.clone());
        }
        Ok(request)
    }

    fn decode(response: &Response) -> Result<Body, Failure<()>> {
        match response.status().as_u16() {
            200..=299 => response.decode_body(),
            _ => Err(Failure::Undocumented),
        }
    }
}

const BUSY: Planned = Planned::Response(503, "retry-after: 0", Vec::new());
const DONE: Planned = Planned::Response(200, "", Vec::new());
const REFUSED: Planned = Planned::Response(401, "", Vec::new());

/// Records what it sees, and adds a header.
struct Noting(&'static str, Arc<Mutex<Vec<String>>>);

impl Middleware for Noting {
    fn handle<'a>(&'a self, mut request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a> {
        Box::pin(async move {
            let attempt = next.attempt();
            let seen = format!("{} {attempt} {}", self.0, next.info().path_template());
            assert!(!format!("{request:?}").contains("hush"));
            self.1.lock().unwrap().push(seen);
            request
                .headers_mut()
                .insert("x-seen", HeaderValue::from_static("yes"));
            let answer = next.run(request).await?;
            self.1
                .lock()
                .unwrap()
                .push(answer.status().as_u16().to_string());
            Ok(answer)
        })
    }
}

#[tokio::test]
async fn one_transport_serves_several_clients() {
    let memory = Memory::answering([DONE, DONE]);
    let shared: Arc<dyn Transport> = Arc::new(memory.clone());
    for _ in 0..2 {
        let builder = memory.client().authorize(KEY, Secret::from("hush"));
        let client = builder.transport(Arc::clone(&shared)).build().unwrap();
        Call::new(&client, Put(None)).await.unwrap();
    }
    assert_eq!(memory.sent.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn middleware_sees_calls_and_attempts() {
    let memory = Memory::answering([BUSY, Planned::Unreachable, DONE]);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let client = memory
        .client()
        .authorize(KEY, Secret::from("hush"))
        .call_middleware(Noting("call", Arc::clone(&seen)))
        .attempt_middleware(Noting("attempt", Arc::clone(&seen)))
        .build()
        .unwrap();
    Call::new(&client, Put(None)).await.unwrap();
    let expected = [
        "call 0 /x/{id}",
        "attempt 1 /x/{id}",
        "503",
        "attempt 2 /x/{id}",
        "attempt 3 /x/{id}",
        "200",
        "200",
    ];
    assert_eq!(*seen.lock().unwrap(), expected);
    let sent = memory.sent.lock().unwrap();
    assert!(
        sent.iter()
            .all(|sent| sent.headers["authorization"] == "Bearer hush")
    );
    assert!(
        sent.iter()
            .all(|sent| sent.headers["x-seen"] == "yes" && sent.uri == "https://example.com/x/7")
    );
}

/// Responds in place of the server.
struct Deaf;

impl Middleware for Deaf {
    fn handle<'a>(&'a self, _request: HttpRequest, _next: Next<'a>) -> ResponseFuture<'a> {
        let answer = http::Response::new("from memory".into());
        Box::pin(std::future::ready(Ok(answer)))
    }
}

#[tokio::test]
async fn middleware_may_respond_itself() {
    let client = Memory::default()
        .client()
        .call_middleware(Deaf)
        .build()
        .unwrap();
    assert_eq!(
        Call::new(&client, Put(None)).await.unwrap().text(),
        "from memory"
    );
}

/// A token that changes each time it is rejected.
#[derive(Default)]
struct Counting(AtomicUsize);

impl TokenProvider for Counting {
    fn token<'a>(
        &'a self,
        _transport: &'a Arc<dyn Transport>,
    ) -> BoxFuture<'a, Result<Secret, BoxError>> {
        let token = format!("token-{}", self.0.load(Ordering::SeqCst));
        Box::pin(std::future::ready(Ok(Secret::from(token))))
    }

    fn reject(&self, _token: &Secret) -> bool {
        self.0.fetch_add(1, Ordering::SeqCst);
        true
    }
}

#[tokio::test]
async fn a_rejected_token_is_renewed_a_few_times() {
    let memory = Memory::answering([REFUSED, DONE, REFUSED, REFUSED, REFUSED, REFUSED]);
    let client = memory
        .client()
        .token_provider(KEY, Counting::default())
        .build()
        .unwrap();
    Call::new(&client, Put(None)).await.unwrap();
    let error = Call::new(&client, Put(None)).await.unwrap_err();
    assert_eq!(error.status().unwrap(), 401);
    let sent = memory.sent.lock().unwrap();
    let tokens = sent.iter().map(|sent| &sent.headers["authorization"]);
    let expected = [0, 1, 1, 2, 3, 4].map(|number| format!("Bearer token-{number}"));
    assert!(tokens.eq(expected.iter()));
}

/// A token that never changes.
struct Stubborn;

impl TokenProvider for Stubborn {
    fn token<'a>(
        &'a self,
        _transport: &'a Arc<dyn Transport>,
    ) -> BoxFuture<'a, Result<Secret, BoxError>> {
        Box::pin(std::future::ready(Ok(Secret::from("same"))))
    }

    fn reject(&self, _token: &Secret) -> bool {
        true
    }
}

#[tokio::test]
async fn an_unchanged_token_is_not_sent_endlessly() {
    let memory = Memory::answering([REFUSED, REFUSED]);
    let client = memory
        .client()
        .token_provider(KEY, Stubborn)
        .build()
        .unwrap();
    let error = Call::new(&client, Put(None)).await.unwrap_err();
    assert_eq!(error.status().unwrap(), 401);
    assert_eq!(memory.sent.lock().unwrap().len(), 2);
}

const TOKEN: &str = r#"{"access_token": "first", "token_type": "bearer", "expires_in": 3600}"#;

fn oauth() -> OAuth {
    let oauth = OAuth::client_credentials("https://auth.example.com/token", "me", "a b").unwrap();
    oauth.scopes(["read", "write"])
}

#[tokio::test]
async fn oauth_requests_one_token_for_all_calls() {
    let mut planned = vec![Planned::Response(200, "", vec![TOKEN])];
    planned.extend((0..20).map(|_| DONE));
    let memory = Memory::answering(planned);
    let client = memory
        .client()
        .token_provider(KEY, oauth())
        .build()
        .unwrap();
    let calls = (0..20).map(|_| {
        let client = client.clone();
        tokio::spawn(async move { Call::new(&client, Put(None)).await.map(drop) })
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.unwrap().unwrap();
    }
    let sent = memory.sent.lock().unwrap();
    let tokens: Vec<_> = sent
        .iter()
        .filter(|sent| sent.method == Method::POST)
        .collect();
    assert_eq!((tokens.len(), sent.len()), (1, 21));
    assert_eq!(
        tokens[0].body,
        "grant_type=client_credentials&scope=read%20write"
    );
    assert_eq!(tokens[0].headers["authorization"], "Basic bWU6YSUyMGI=");
    assert!(
        sent.iter()
            .filter(|sent| sent.method == Method::PUT)
            .all(|sent| sent.headers["authorization"] == "Bearer first")
    );
}

#[tokio::test]
async fn oauth_refreshes_with_the_newest_token() {
    let renewed = r#"{"access_token": "second", "refresh_token": "next"}"#;
    let memory = Memory::answering([
        Planned::Response(200, "", vec![renewed]),
        REFUSED,
        Planned::Response(200, "", vec![TOKEN]),
        DONE,
    ]);
    let oauth = OAuth::refresh_token("https://auth.example.com/token", "me", "old").unwrap();
    let client = memory.client().token_provider(KEY, oauth).build().unwrap();
    // A token that is rejected right after it was issued is not renewed; the next call requests a new one.
    Call::new(&client, Put(None)).await.unwrap_err();
    Call::new(&client, Put(None)).await.unwrap();
    let sent = memory.sent.lock().unwrap();
    assert_eq!(
        sent[0].body,
        "grant_type=refresh_token&refresh_token=old&client_id=me"
    );
    assert_eq!(
        sent[2].body,
        "grant_type=refresh_token&refresh_token=next&client_id=me"
    );
    assert_eq!(sent[3].headers["authorization"], "Bearer first");
}

#[tokio::test]
async fn an_error_of_the_token_endpoint_is_reported_without_secrets() {
    let refusal = r#"{"error": "invalid_client", "error_description": "hush"}"#;
    let memory = Memory::answering([Planned::Response(400, "", vec![refusal])]);
    let client = memory
        .client()
        .token_provider(KEY, oauth())
        .build()
        .unwrap();
    let error = Call::new(&client, Put(None)).await.unwrap_err();
    let message = error.to_string();
    assert!(message.starts_with("no token for put: "), "{message}");
    assert!(
        message.ends_with("400 Bad Request: invalid_client"),
        "{message}"
    );
    assert!(OAuth::client_credentials("http://auth.example.com/", "me", "s").is_err());
}

#[tokio::test]
async fn streams_are_sent_in_chunks() {
    let memory = Memory::answering([DONE, BUSY]);
    let client = memory.client().build().unwrap();
    let mut parts = Multipart::new();
    parts.file(
        "file",
        &Upload::from(RequestBody::from("abc")).header("x-part", "1"),
    );
    let mut request = Request::new(Method::PUT, "/");
    request.parts(&parts);
    assert!(String::from_utf8_lossy(request.bytes().unwrap()).contains("x-part: 1\r\n\r\nabc\r\n"));
    let twice = RequestBody::chain([
        RequestBody::from("one"),
        once("two"),
        RequestBody::from("three"),
    ]);
    assert_eq!((twice.length(), twice.is_repeatable()), (Some(11), false));
    Call::new(&client, Put(Some(twice))).await.unwrap();
    assert_eq!(memory.sent.lock().unwrap()[0].body, "onetwothree");
    // A body that cannot be sent again is not retried.
    let error = Call::new(&client, Put(Some(once("x")))).await.unwrap_err();
    assert!(matches!(error, CallError::Undocumented(_)));
    assert_eq!(memory.sent.lock().unwrap().len(), 2);
}

fn once(text: &'static str) -> RequestBody {
    struct Single(Option<&'static str>);
    impl futures_core::Stream for Single {
        type Item = Result<Bytes, BoxError>;
        fn poll_next(
            mut self: std::pin::Pin<&mut Self>,
            _context: &mut std::task::Context<'_>,
        ) -> std::task::Poll<Option<Self::Item>> {
            std::task::Poll::Ready(self.0.take().map(|text| Ok(Bytes::from(text))))
        }
    }
    RequestBody::once(Some(text.len() as u64), Single(Some(text)))
}

#[tokio::test]
async fn files_are_read_when_they_are_sent() {
    let memory = Memory::answering([BUSY, DONE]);
    let client = memory.client().build().unwrap();
    let path = std::env::temp_dir().join(format!("bindery-file-{}", std::process::id()));
    std::fs::write(&path, "content").unwrap();
    let body = RequestBody::file(&path);
    assert_eq!(body.length(), Some(7));
    Call::new(&client, Put(Some(body.clone()))).await.unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(
        memory
            .sent
            .lock()
            .unwrap()
            .iter()
            .all(|sent| sent.body == "content")
    );
    let error = Call::new(&client, Put(Some(body))).await.unwrap_err();
    let source = std::error::Error::source(&error).unwrap().to_string();
    assert!(source.contains("bindery-file"), "{source}");
}

#[test]
fn calls_can_block() {
    let memory = Memory::answering([DONE, Planned::Response(200, "", vec!["a", "b"])]);
    let client = memory.client().build().unwrap();
    assert!(
        Call::new(&client, Put(None))
            .send_blocking()
            .unwrap()
            .is_empty()
    );
    let answer = crate::calls::blocking::wait(Call::new(&client, Put(None)).send_full());
    assert_eq!(answer.unwrap().unwrap().body.text(), "ab");
}

#[tokio::test]
async fn asynchronous_code_cannot_block() {
    let client = Memory::default().client().build().unwrap();
    let error = Call::new(&client, Put(None)).send_blocking().unwrap_err();
    assert!(error.to_string().contains("await it instead"), "{error}");
    let pieces = RequestBody::from("ab").into_stream();
    let pieces = std::pin::pin!(Pieces(pieces));
    let mut pieces = crate::calls::blocking::iterate(pieces);
    assert!(matches!(pieces.next(), Some(Err(_))));
    assert!(pieces.next().is_none());
}

/// The chunks of a stream, with the errors of blocking calls.
struct Pieces(crate::requests::payload::ByteStream);

impl futures_core::Stream for Pieces {
    type Item = Result<Bytes, BuildError>;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        let piece = self.0.as_mut().poll_next(context);
        let broken = |_| {
            let request = Request::new(Method::GET, "/{id}");
            request.target().unwrap_err()
        };
        piece.map(|piece| piece.map(|piece| piece.map_err(broken)))
    }
}

#[derive(Clone)]
struct Post;

impl Operation for Post {
    type Output = Body;
    type Error = ();
    const NAME: &'static str = "post";

    fn request(&self) -> Result<Request, BuildError> {
        Ok(Request::new(Method::POST, "/x"))
    }

    fn decode(response: &Response) -> Result<Body, Failure<()>> {
        response.decode_body()
    }
}

#[derive(Clone)]
struct Ask(Method, bool);

impl Operation for Ask {
    type Output = u16;
    type Error = ();
    const NAME: &'static str = "ask";

    fn request(&self) -> Result<Request, BuildError> {
        let mut request = Request::new(self.0.clone(), "/x");
        if self.1 {
            request.keep_redirects();
        }
        Ok(request)
    }

    fn decode(response: &Response) -> Result<u16, Failure<()>> {
        Ok(response.status().as_u16())
    }
}

#[tokio::test]
async fn a_redirect_can_be_the_result() {
    let found = || Planned::Response(302, "location: /y", Vec::new());
    let memory = Memory::answering([found(), found(), DONE]);
    let client = memory.client().build().unwrap();
    let kept = Call::new(&client, Ask(Method::GET, true)).await.unwrap();
    let followed = Call::new(&client, Ask(Method::GET, false)).await.unwrap();
    assert_eq!((kept, followed), (302, 200));
}

#[tokio::test]
async fn methods_that_usually_have_a_body_send_its_length() {
    let methods = [
        (Method::POST, true),
        (Method::PUT, true),
        (Method::PATCH, true),
        (Method::GET, false),
        (Method::DELETE, false),
    ];
    for (method, expected) in methods {
        let memory = Memory::answering([DONE]);
        let client = memory.client().build().unwrap();
        Call::new(&client, Ask(method.clone(), false))
            .await
            .unwrap();
        let sent = memory.sent.lock().unwrap();
        let length = sent[0].headers.get("content-length");
        assert_eq!(
            length.is_some_and(|length| length == "0"),
            expected,
            "{method}"
        );
    }
}

#[tokio::test]
async fn only_the_redirected_request_is_retried() {
    let elsewhere = "location: /status?sig=a%20b%2Bc&key=hush";
    let memory = Memory::answering([
        Planned::Response(303, elsewhere, Vec::new()),
        Planned::Unreachable,
        BUSY,
        DONE,
    ]);
    let client = memory.client().build().unwrap();
    let call = Call::new(&client, Post);
    let scheme = Scheme::new("key", CredentialLocation::Query("key"));
    call.authorize(scheme, "hush").await.unwrap();
    let sent = memory.sent.lock().unwrap();
    let methods: Vec<&Method> = sent.iter().map(|sent| &sent.method).collect();
    assert_eq!(
        methods,
        [&Method::POST, &Method::GET, &Method::GET, &Method::GET]
    );
    // Only the credential of the address changes.
    let query = sent[1].uri.query();
    assert_eq!(query, Some("sig=a%20b%2Bc&key=hush"));
}

/// Adds an idempotency key.
struct Keyed;

impl Middleware for Keyed {
    fn handle<'a>(&'a self, mut request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a> {
        let headers = request.headers_mut();
        headers.insert("idempotency-key", HeaderValue::from_static("k"));
        next.run(request)
    }
}

#[tokio::test]
async fn the_key_of_middleware_allows_retries() {
    let memory = Memory::answering([BUSY, DONE, BUSY]);
    let client = memory.client();
    let client = client.call_middleware(Arc::new(Keyed)).build().unwrap();
    assert_eq!(
        Call::new(&client, Post).send_raw().await.unwrap().status(),
        200
    );
    let client = memory.client().build().unwrap();
    assert_eq!(
        Call::new(&client, Post).send_raw().await.unwrap().status(),
        503
    );
}

#[tokio::test]
async fn a_renewal_outlives_the_call_that_started_it() {
    let renewed = r#"{"access_token": "second", "refresh_token": "next"}"#;
    let memory = Memory::answering([Planned::Late(renewed), DONE]);
    let oauth = OAuth::refresh_token("https://auth.example.com/token", "me", "old").unwrap();
    let client = memory.client().token_provider(KEY, oauth).build().unwrap();
    let soon = std::time::Duration::from_secs(5);
    let error = Call::new(&client, Put(None))
        .timeout(soon)
        .await
        .unwrap_err();
    assert!(error.is_timeout(), "{error}");
    Call::new(&client, Put(None)).await.unwrap();
    let sent = memory.sent.lock().unwrap();
    let asked = sent
        .iter()
        .filter(|sent| sent.method == Method::POST)
        .count();
    assert_eq!((asked, sent.len()), (1, 2));
}

#[tokio::test]
async fn the_token_of_a_call_precedes_that_of_the_client() {
    let memory = Memory::answering([DONE]);
    let client = memory.client().authorize(KEY, Secret::from("theirs"));
    let client = client.build().unwrap();
    let call = Call::new(&client, Put(None)).authorize(KEY, "own");
    call.await.unwrap();
    assert_eq!(
        memory.sent.lock().unwrap()[0].headers["authorization"],
        "Bearer own"
    );
}

#[tokio::test]
async fn a_delay_that_overflows_ends_the_attempts() {
    let late = Planned::Response(429, "retry-after: 18446744073709551615", Vec::new());
    let client = Memory::answering([late]).client().build().unwrap();
    let error = Call::new(&client, Put(None)).await.unwrap_err();
    assert_eq!(error.status().unwrap(), 429);
}

/// Responds with a stream.
struct Streaming;

impl Middleware for Streaming {
    fn handle<'a>(&'a self, _request: HttpRequest, _next: Next<'a>) -> ResponseFuture<'a> {
        let body = ResponseBody::Stream(RequestBody::from("piece").into_stream());
        Box::pin(std::future::ready(Ok(http::Response::new(body))))
    }
}

#[tokio::test]
async fn a_stream_of_middleware_is_read() {
    let client = Memory::default().client().attempt_middleware(Streaming);
    let body = Call::new(&client.build().unwrap(), Put(None))
        .await
        .unwrap();
    assert_eq!(body.text(), "piece");
}
