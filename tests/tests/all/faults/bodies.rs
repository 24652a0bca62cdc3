//! Responses that break off, take too long, or are something else.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use project_management_client::types::StoryCreate;
use project_management_client::{CallError, Client};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::{TOKEN, client, error_chain, serve};

const HEAD: &str = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

#[tokio::test]
async fn a_connection_that_is_reset_in_the_middle_of_a_body() {
    let (address, count) = serve(async |mut stream: TcpStream, _| {
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
    let (address, _) = serve(async |mut stream: TcpStream, _| {
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
    let (address, _) = serve(async |mut stream: TcpStream, _| {
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
    let (address, count) = serve(async |mut stream: TcpStream, _| {
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
    let (address, _) = serve(async |mut stream: TcpStream, number| {
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
    let (address, _) = serve(async |mut stream: TcpStream, _| {
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
