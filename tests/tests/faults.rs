//! The vendored client against faulty servers: no panic, no hang, no leaked token, no lost or duplicate data.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::HashMap;
use std::error::Error as StdError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use project_management_client::runtime::{BoxError, BoxFuture, Retry, Secret, TokenProvider, Transport};
use project_management_client::types::StoryCreate;
use project_management_client::{CallError, Client, TokenScheme};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const TOKEN: &str = "secret-token";

fn client(address: &str) -> Client {
    let retry = Retry::default().backoff(Duration::from_millis(1), Duration::from_millis(5));
    Client::builder(address).token(TOKEN).retry(retry).timeout(Duration::from_secs(20)).build().unwrap()
}

/// Formats an error in all ways, including its sources.
fn error_chain<E: std::fmt::Debug + 'static>(error: &CallError<E>) -> String {
    let mut text = format!("{error} {error:?}");
    let mut source = error.source();
    while let Some(error) = source {
        text.push_str(&format!(" {error} {error:?}"));
        source = error.source();
    }
    assert!(!text.contains(TOKEN), "{text}");
    text
}

/// Starts a server that handles each connection with a function after it received the first request.
async fn raw<F, T>(treat: F) -> (String, Arc<AtomicUsize>)
where
    F: Fn(TcpStream, usize) -> T + Send + 'static,
    T: Future<Output = std::io::Result<()>> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let count = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&count);
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let number = seen.fetch_add(1, Ordering::SeqCst);
            let mut buffer = vec![0; 64 * 1024];
            let mut length = 0;
            while !buffer[..length].windows(4).any(|end| end == b"\r\n\r\n") {
                length += stream.read(&mut buffer[length..]).await.unwrap();
            }
            tokio::spawn(treat(stream, number));
        }
    });
    (address, count)
}

const HEAD: &str = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

#[tokio::test]
async fn a_connection_that_is_reset_in_the_middle_of_a_body() {
    let (address, count) = raw(async |mut stream: TcpStream, _| {
        stream.write_all(format!("{HEAD}content-length: 1000\r\n\r\n[{{\"id\": 1,").as_bytes()).await?;
        // Without lingering, an open connection is reset instead of closed.
        stream.set_zero_linger()
    })
    .await;
    let error = client(&address).story().list("DEMO").await.unwrap_err();
    assert!(matches!(error, CallError::Send(_)), "{}", error_chain(&error));
    assert_eq!(count.load(Ordering::SeqCst), 3, "reading is tried again");
    let error = client(&address).story().create("DEMO", StoryCreate::new("Once")).await.unwrap_err();
    error_chain(&error);
    assert_eq!(count.load(Ordering::SeqCst), 4, "creating is not");
}

#[tokio::test]
async fn a_server_that_is_slow() {
    let (address, _) = raw(async |mut stream: TcpStream, _| {
        stream.write_all(format!("{HEAD}content-length: 1000\r\n\r\n").as_bytes()).await?;
        loop {
            tokio::time::sleep(Duration::from_millis(20)).await;
            stream.write_all(b" ").await?;
        }
    })
    .await;
    let start = Instant::now();
    let error = client(&address).story().list("DEMO").timeout(Duration::from_millis(300)).await.unwrap_err();
    assert!(error.is_timeout() && error.is_retryable(), "{}", error_chain(&error));
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn a_server_that_stops_responding() {
    let (address, _) = raw(async |mut stream: TcpStream, _| {
        stream.write_all(format!("{HEAD}content-length: 1000\r\n\r\n[").as_bytes()).await?;
        std::future::pending().await
    })
    .await;
    let idle = Client::builder(&address).token(TOKEN).idle_timeout(Duration::from_millis(200)).build().unwrap();
    let start = Instant::now();
    let error = idle.story().list("DEMO").await.unwrap_err();
    assert!(error.is_timeout(), "{}", error_chain(&error));
    let mut download = idle.story().list("DEMO").download().await.unwrap();
    assert!(download.next().await.unwrap().is_ok());
    assert!(download.next().await.unwrap().is_err());
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn half_a_json() {
    let (address, count) = raw(async |mut stream: TcpStream, _| {
        let body = "[{\"id\": 1, \"name\": \"half";
        let head = format!("{HEAD}connection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        stream.write_all(head.as_bytes()).await
    })
    .await;
    let error = client(&address).story().list("DEMO").await.unwrap_err();
    let CallError::Decode(decode) = &error else { panic!("{}", error_chain(&error)) };
    assert_eq!(decode.path(), "$[0].name");
    assert!(error_chain(&error).contains("near `[{\"id\": 1, \"name\": \"half`"), "{}", error_chain(&error));
    assert_eq!(count.load(Ordering::SeqCst), 1, "the same again would not help");
}

#[tokio::test]
async fn a_page_of_html_in_place_of_an_answer() {
    let (address, _) = raw(async |mut stream: TcpStream, number| {
        let status = if number == 0 { "200 OK" } else { "500 Oh" };
        let body = "<html><h1>proxy</h1></html>";
        let length = body.len();
        let head =
            format!("HTTP/1.1 {status}\r\ncontent-type: text/html\r\nconnection: close\r\ncontent-length: {length}");
        stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes()).await
    })
    .await;
    let error = client(&address).story().list("DEMO").await.unwrap_err();
    assert!(error_chain(&error).contains("expected JSON, found `text/html`"), "{}", error_chain(&error));
    let error = client(&address).story().create("DEMO", StoryCreate::new("Once")).await.unwrap_err();
    assert!(error.status().unwrap() == 500 && error_chain(&error).contains("<h1>proxy"), "{}", error_chain(&error));
}

/// Checks that a body of 1 GiB without a length is rejected at the limit, and that it can be downloaded chunk by chunk.
#[tokio::test]
async fn a_body_of_a_gibibyte() {
    const PIECE: usize = 1 << 20;
    let (address, _) = raw(async |mut stream: TcpStream, _| {
        stream.write_all(format!("{HEAD}connection: close\r\n\r\n").as_bytes()).await?;
        let piece = vec![b' '; PIECE];
        for _ in 0..1024 {
            stream.write_all(&piece).await?;
        }
        Ok(())
    })
    .await;
    let error = client(&address).story().list("DEMO").await.unwrap_err();
    assert!(error_chain(&error).contains("larger than 67108864 bytes"), "{}", error_chain(&error));
    let mut download = client(&address).story().list("DEMO").download().await.unwrap();
    let (mut length, mut largest) = (0_u64, 0);
    while let Some(piece) = download.next().await {
        let piece = piece.unwrap();
        length += piece.len() as u64;
        largest = largest.max(piece.len());
    }
    assert_eq!(length, 1 << 30);
    assert!(largest <= PIECE, "{largest}");
}

/// A server whose token changes. The previous token is accepted for a while; older ones are rejected.
#[derive(Default)]
struct Rotating {
    made: HashMap<String, usize>,
    refused: usize,
}

/// Number of stories that a token is valid for.
const LASTS: usize = 150;

impl Rotating {
    fn generation(&self) -> usize {
        self.made.len() / LASTS
    }
}

async fn create(State(rotating): State<Arc<Mutex<Rotating>>>, request: Request) -> Response {
    let token = request.headers()["x-service-token"].to_str().unwrap().to_owned();
    let body = axum::body::to_bytes(request.into_body(), 1 << 20).await.unwrap();
    let name = serde_json::from_slice::<Value>(&body).unwrap()["story"]["name"].as_str().unwrap().to_owned();
    let mut rotating = rotating.lock().unwrap();
    let generation = token.strip_prefix("token-").unwrap().parse::<usize>().unwrap();
    if generation + 1 < rotating.generation() {
        rotating.refused += 1;
        return Response::builder().status(401).body(Body::empty()).unwrap();
    }
    *rotating.made.entry(name.clone()).or_default() += 1;
    let mut story: Value = serde_json::from_str(include_str!("../../fixtures/service/examples/story.json")).unwrap();
    story["name"] = json!(name);
    Response::builder().header("content-type", "application/json").body(Body::from(story.to_string())).unwrap()
}

/// Provides the token that is currently valid.
struct Vault(Arc<Mutex<Rotating>>, Arc<AtomicUsize>);

impl TokenProvider for Vault {
    fn token<'a>(&'a self, _transport: &'a Arc<dyn Transport>) -> BoxFuture<'a, Result<Secret, BoxError>> {
        let token = format!("token-{}", self.1.load(Ordering::SeqCst));
        Box::pin(std::future::ready(Ok(Secret::from(token))))
    }

    fn reject(&self, _token: &Secret) -> bool {
        self.1.store(self.0.lock().unwrap().generation(), Ordering::SeqCst);
        true
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_calls_at_once_with_a_token_that_changes() {
    let rotating = Arc::new(Mutex::new(Rotating::default()));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new().fallback(create).with_state(Arc::clone(&rotating));
    tokio::spawn(async move { axum::serve(listener, router).await });
    let vault = Vault(Arc::clone(&rotating), Arc::default());
    let client = Client::builder(&address).token_provider(TokenScheme::ServiceToken, vault).build().unwrap();
    let calls: Vec<_> = (0..1000)
        .map(|number| {
            let client = client.clone();
            tokio::spawn(async move {
                let name = format!("Story {number}");
                let story = client.story().create("DEMO", StoryCreate::new(name.as_str())).await;
                story.map(|story| story.name == name).map_err(|error| error.to_string())
            })
        })
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap(), Ok(true));
    }
    let rotating = rotating.lock().unwrap();
    assert_eq!(rotating.made.len(), 1000, "no call is lost");
    assert!(rotating.made.values().all(|times| *times == 1), "no call is doubled");
    assert!(rotating.refused > 0, "the token changed while it was in use");
}
