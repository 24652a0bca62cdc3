//! Which requests are sent again, and how often.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use project_management_client::StatusCode;
use project_management_client::runtime::Retry;
use project_management_client::types::StoryCreate;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};

use super::{TOKEN, client, serve};

/// Starts a server that sends one response after the other, each on its own connection, and counts the requests.
async fn server(answers: &'static [&'static str]) -> (String, Arc<AtomicUsize>) {
    serve(async |mut stream: TcpStream, index: usize| {
        stream.write_all(answers[index.min(answers.len() - 1)].as_bytes()).await
    })
    .await
}

const EMPTY: &str =
    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n[]";
const BUSY: &str =
    "HTTP/1.1 503 Service Unavailable\r\nretry-after: 0\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
const LIMITED: &str =
    "HTTP/1.1 429 Too Many Requests\r\nretry-after: 0\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
const FAILED: &str = "HTTP/1.1 500 Internal Server Error\r\ncontent-type: text/html\r\ncontent-length: 20\r\nconnection: close\r\n\r\n<html>oh no!</html>\n";
/// Announces more bytes than it sends.
const CUT: &str =
    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 200\r\nconnection: close\r\n\r\n[{\"id\":";
const HUGE: &str =
    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1073741824\r\nconnection: close\r\n\r\n[";

#[tokio::test]
async fn a_busy_server_is_asked_again() {
    let (address, count) = server(&[BUSY, BUSY, EMPTY]).await;
    assert!(client(&address).story().list("DEMO").await.unwrap().is_empty());
    assert_eq!(count.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn a_body_that_breaks_off_is_read_again() {
    let (address, count) = server(&[CUT, EMPTY]).await;
    assert!(client(&address).story().list("DEMO").await.unwrap().is_empty());
    assert_eq!(count.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn attempts_end() {
    let (address, count) = server(&[CUT]).await;
    let error = client(&address).story().list("DEMO").await.unwrap_err();
    assert_eq!((error.status(), count.load(Ordering::SeqCst)), (None, 3));
    let (address, count) = server(&[FAILED]).await;
    let error = client(&address).story().list("DEMO").await.unwrap_err();
    assert_eq!((error.status(), count.load(Ordering::SeqCst)), (Some(StatusCode::INTERNAL_SERVER_ERROR), 3));
    assert!(error.is_retryable() && error.to_string().contains("oh no!") && !format!("{error:?}").contains(TOKEN));
}

#[tokio::test]
async fn nothing_is_done_twice() {
    let (address, count) = server(&[FAILED]).await;
    client(&address).story().create("DEMO", StoryCreate::new("Once")).await.unwrap_err();
    assert_eq!(count.load(Ordering::SeqCst), 1);
    let (address, count) = server(&[CUT]).await;
    client(&address).story().create("DEMO", StoryCreate::new("Once")).await.unwrap_err();
    assert_eq!(count.load(Ordering::SeqCst), 1);
    // The server did not perform a request that it deferred.
    let (address, count) = server(&[LIMITED]).await;
    client(&address).story().create("DEMO", StoryCreate::new("Again")).await.unwrap_err();
    assert_eq!(count.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn a_call_overrides_the_options() {
    let (address, count) = server(&[BUSY]).await;
    client(&address).story().list("DEMO").retry(Retry::never()).await.unwrap_err();
    assert_eq!(count.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_body_beyond_the_limit_is_not_read() {
    let (address, count) = server(&[HUGE]).await;
    let error = client(&address).story().list("DEMO").await.unwrap_err();
    assert!(error.to_string().contains("larger than"), "{error}");
    assert_eq!(count.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn an_unavailable_server_is_retried() {
    // A port that was free a moment ago.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let error = client(&address).story().create("DEMO", StoryCreate::new("Lost")).await.unwrap_err();
    assert!(error.is_retryable() && error.to_string().contains("could not connect"), "{error}");
}
