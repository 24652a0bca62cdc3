//! The vendored client against decompression bombs: the decompressed size is limited however a response is read, and
//! with each feature that changes how responses are received.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

use flate2::Compression;
use flate2::write::GzEncoder;
use project_management_client::Client;

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

/// Starts a server that sends the same response to every request.
fn server(encoding: &'static str, body: Vec<u8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            // A client that has reached its limit closes the connection; that is expected.
            let _ = answer(&mut stream.unwrap(), encoding, &body);
        }
    });
    address
}

fn answer(stream: &mut TcpStream, encoding: &str, body: &[u8]) -> std::io::Result<()> {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte)?;
        request.extend_from_slice(&byte);
    }
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: {encoding}\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)
}

fn bombs() -> [(&'static str, String); 3] {
    [("gzip", gzip()), ("br", brotli()), ("zstd", zstd())].map(|(encoding, body)| {
        assert!(body.len() < LENGTH / 200, "{encoding}: {}", body.len());
        (encoding, server(encoding, body))
    })
}

#[tokio::test]
async fn decompressed_size_is_limited() {
    for (encoding, address) in bombs() {
        let client = Client::builder(&address).token("t").max_body_bytes(LIMIT).build().unwrap();
        let refused = client.story().list("DEMO").await.unwrap_err();
        assert!(format!("{refused:?}").contains(&format!("TooLarge({LIMIT})")), "{encoding}: {refused:?}");
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

#[test]
fn decompressed_size_is_limited_without_async() {
    for (encoding, address) in bombs() {
        let client = Client::builder(&address).token("t").max_body_bytes(LIMIT).build().unwrap();
        let refused = client.story().list("DEMO").send_blocking().unwrap_err();
        assert!(format!("{refused:?}").contains(&format!("TooLarge({LIMIT})")), "{encoding}: {refused:?}");
    }
}
