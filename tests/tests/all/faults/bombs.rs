//! Decompression bombs: the decompressed size is limited however a response is read.

use std::io::Write;
use std::sync::Arc;

use flate2::Compression;
use flate2::write::GzEncoder;
use project_management_client::Client;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::{TOKEN, serve};

/// The decompressed size of each response in bytes: more than the client accepts.
const LENGTH: usize = 1 << 24;
/// The limit of the client.
const LIMIT: u64 = 1 << 22;
/// Maximum memory in use when a response is read chunk by chunk.
const PIECE: usize = 1 << 20;

/// The same number of spaces, compressed with Brotli at the highest level.
const BROTLI: &str = "\
    9ffffffff82540e2b14020f7fe1f";

fn brotli() -> Vec<u8> {
    let digits = BROTLI.as_bytes().chunks(2).map(|pair| str::from_utf8(pair).unwrap());
    digits.map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

fn gzip() -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let piece = vec![b' '; PIECE];
    for _ in 0..LENGTH / PIECE {
        encoder.write_all(&piece).unwrap();
    }
    encoder.finish().unwrap()
}

/// Returns a zstd frame of run-length blocks (RFC 8878, section 3.1.1.2.2).
fn zstd() -> Vec<u8> {
    const BLOCK: usize = 1 << 17;
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 0x58];
    let blocks = LENGTH / BLOCK;
    for number in 1..=blocks {
        let head = (BLOCK << 3) | (1 << 1) | usize::from(number == blocks);
        frame.extend_from_slice(&head.to_le_bytes()[..3]);
        frame.push(b' ');
    }
    frame
}

async fn bombs() -> Vec<(&'static str, String)> {
    let mut bombs = Vec::new();
    for (encoding, body) in [("gzip", gzip()), ("br", brotli()), ("zstd", zstd())] {
        assert!(body.len() < LENGTH / 200, "{encoding}: {}", body.len());
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: {encoding}\r\nconnection: close\r\n\
             content-length: {}\r\n\r\n",
            body.len()
        );
        let answer: Arc<[u8]> = [head.as_bytes(), &body].concat().into();
        let (address, _) = serve(move |mut stream: TcpStream, _| {
            let answer = Arc::clone(&answer);
            // A client that has reached its limit closes the connection; that is expected.
            async move { stream.write_all(&answer).await }
        })
        .await;
        bombs.push((encoding, address));
    }
    bombs
}

#[tokio::test]
async fn decompressed_size_is_limited() {
    for (encoding, address) in bombs().await {
        let client = Client::builder(&address).token(TOKEN).max_body_bytes(LIMIT).build().unwrap();
        let refused = client.story().list("DEMO").await.unwrap_err();
        assert!(format!("{refused:?}").contains(&format!("larger than {LIMIT} bytes")), "{encoding}: {refused:?}");
        let mut download = client.story().list("DEMO").download().await.unwrap();
        let (mut length, mut largest) = (0, 0);
        while let Some(piece) = download.next().await {
            let piece = piece.unwrap();
            length += piece.len();
            largest = largest.max(piece.len());
        }
        assert_eq!(length, LENGTH, "{encoding}");
        assert!(largest <= PIECE, "{encoding}: {largest}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn decompressed_size_is_limited_without_async() {
    for (encoding, address) in bombs().await {
        let client = Client::builder(&address).token(TOKEN).max_body_bytes(LIMIT).build().unwrap();
        let call = std::thread::spawn(move || client.story().list("DEMO").send_blocking());
        let call = tokio::task::spawn_blocking(move || call.join().unwrap());
        let refused = call.await.unwrap().unwrap_err();
        assert!(format!("{refused:?}").contains(&format!("larger than {LIMIT} bytes")), "{encoding}: {refused:?}");
    }
}
