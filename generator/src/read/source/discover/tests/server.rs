//! A server for tests: responds by path, and records the requests.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

pub(super) struct TestServer {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
    is_over: Arc<AtomicBool>,
}

/// The start of a response after which the connection stays open.
const KEPT: &str = "HTTP/1.1 200 OK\r\nconnection: keep-alive\r\n";

/// The bytes of an answer.
pub(super) type Reply = Vec<u8>;

impl TestServer {
    /// Answers each request by its path and query.
    pub(super) fn start(reply: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Self {
        Self::by_head(move |head| reply(path_of(head)))
    }

    /// Answers each request by its head, in lower case.
    pub(super) fn by_head(reply: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let requests: Arc<Mutex<Vec<String>>> = Arc::default();
        let is_over: Arc<AtomicBool> = Arc::default();
        let (log, stop) = (Arc::clone(&requests), Arc::clone(&is_over));
        let reply = Arc::new(reply);
        thread::spawn(move || {
            for stream in listener.incoming().take_while(|_| !stop.load(Ordering::SeqCst)) {
                let (log, reply) = (Arc::clone(&log), Arc::clone(&reply));
                thread::spawn(move || answer(stream.unwrap(), &log, &*reply));
            }
        });
        Self { address, requests, is_over }
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The heads of the requests so far, in lower case.
    pub(super) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// Closes each new connection at once.
    pub(super) fn refuse_connections(&self) {
        self.is_over.store(true, Ordering::SeqCst);
    }

    pub(super) fn paths(&self) -> Vec<String> {
        self.requests().iter().map(|head| path_of(head).to_owned()).collect()
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.refuse_connections();
        drop(TcpStream::connect(self.address));
    }
}

fn answer(mut stream: TcpStream, log: &Mutex<Vec<String>>, reply: &dyn Fn(&str) -> Reply) {
    let mut head = Vec::new();
    let mut byte = [0];
    while stream.read(&mut byte).is_ok_and(|length| length == 1) {
        head.extend(byte);
        if head.ends_with(b"\r\n\r\n") {
            let request = String::from_utf8(std::mem::take(&mut head)).unwrap().to_lowercase();
            log.lock().unwrap().push(request.clone());
            let reply = reply(&request);
            // The client may have disconnected.
            let _ = stream.write_all(&reply);
            if !reply.starts_with(KEPT.as_bytes()) {
                return;
            }
        }
    }
}

fn path_of(head: &str) -> &str {
    head.split(' ').nth(1).unwrap()
}

pub(super) fn ok(content_type: &str, body: &str) -> Reply {
    with(&format!("200 OK\r\ncontent-type: {content_type}"), body.as_bytes())
}

/// A response after which the connection stays open.
pub(super) fn keep_alive(body: &str) -> Reply {
    format!("{KEPT}content-length: {}\r\n\r\n{body}", body.len()).into()
}

pub(super) fn status(line: &str) -> Reply {
    with(line, b"<html>an error</html>")
}

pub(super) fn redirect(to: &str) -> Reply {
    with(&format!("302 Found\r\nlocation: {to}"), b"")
}

pub(super) fn gzip(bytes: &[u8]) -> Reply {
    with("200 OK\r\ncontent-encoding: gzip", bytes)
}

pub(super) fn never() -> Reply {
    thread::sleep(Duration::from_secs(2));
    Vec::new()
}

fn with(head: &str, body: &[u8]) -> Reply {
    let head = format!("HTTP/1.1 {head}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}
