//! An HTTP server on a loopback address.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::rc::Rc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::oneshot;
use tokio::task::LocalSet;

use super::message::{ReceivedRequest, Refusal, ServedResponse};
use bindery::internal::pointer::Pointer;

/// Maximum size of a body in bytes.
const MAX_BODY_SIZE: usize = 16 << 20;

/// Maximum size of the request line and the headers in bytes.
const MAX_HEAD_SIZE: usize = 64 << 10;

/// Maximum number of headers.
const MAX_HEADERS: usize = 200;

/// Maximum number of connections at a time.
const MAX_CONNECTIONS: usize = 256;

/// Maximum time for the headers, and for the body.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// The exit status of a process that an interruption ends.
const INTERRUPTED: i32 = 130;

/// Maximum time for the answer to a request after an interruption.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

/// The pause after a connection that cannot be accepted.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// A server that accepts connections from this machine only.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Binds a port of the loopback address; 0 selects a free one.
    ///
    /// # Errors
    ///
    /// Returns an error if the port cannot be bound.
    pub fn bind(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address })
    }

    /// Returns the address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until the process is interrupted.
    ///
    /// # Errors
    ///
    /// Returns an error if the server cannot be started.
    pub fn run(self, answer: impl Fn(&ReceivedRequest) -> ServedResponse + 'static) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let answer = Rc::new(answer);
        let interrupted = interruption();
        LocalSet::new().block_on(&runtime, async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            tokio::select! {
                () = accept(&listener, &answer) => Ok(()),
                Ok(()) = interrupted => Ok(()),
            }
        })
    }
}

/// Waits for an interruption in a thread, because an answer that takes long blocks the thread of the server.
fn interruption() -> oneshot::Receiver<()> {
    let (sender, receiver) = oneshot::channel();
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        if runtime.block_on(tokio::signal::ctrl_c()).is_err() {
            return;
        }
        let _ = sender.send(());
        std::thread::sleep(STOP_TIMEOUT);
        std::process::exit(INTERRUPTED);
    });
    receiver
}

/// Serves each connection in its own task, so that slow clients do not block others.
async fn accept<A>(listener: &tokio::net::TcpListener, answer: &Rc<A>)
where
    A: Fn(&ReceivedRequest) -> ServedResponse + 'static,
{
    loop {
        // An error concerns one connection, or passes when others are closed.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        // Each connection has one reference.
        if Rc::strong_count(answer) > MAX_CONNECTIONS {
            continue;
        }
        let answer = Rc::clone(answer);
        tokio::task::spawn_local(async move {
            let service = service_fn(|request| respond(request, &*answer));
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(READ_TIMEOUT)
                .max_buf_size(MAX_HEAD_SIZE)
                .max_headers(MAX_HEADERS)
                .serve_connection(TokioIo::new(stream), service);
            // The client may close the connection at any time.
            let _ = connection.await;
        });
    }
}

async fn respond(
    request: Request<Incoming>,
    answer: &impl Fn(&ReceivedRequest) -> ServedResponse,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let host = head.headers.get(hyper::header::HOST).and_then(|host| host.to_str().ok());
    // Another name may be that of a website that resolves to this machine.
    if !head.uri.authority().map(|authority| authority.as_str()).or(host).is_some_and(is_loopback) {
        let at_host = Pointer::root().child("header").child("host");
        return Ok(http_response(Refusal::new(421, at_host, "expected `localhost` or a loopback address").response()));
    }
    let body = tokio::time::timeout(READ_TIMEOUT, Limited::new(body, MAX_BODY_SIZE).collect()).await;
    let served = match body {
        Ok(Ok(body)) => {
            let text = |value: &hyper::header::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
            let headers = head.headers.iter().map(|(name, value)| (name.as_str().to_owned(), text(value)));
            let request = ReceivedRequest {
                method: head.method.as_str().to_owned(),
                path: head.uri.path().to_owned(),
                query: head.uri.query().unwrap_or_default().to_owned(),
                headers: headers.collect(),
                body: body.to_bytes().to_vec(),
            };
            answer(&request)
        }
        Ok(Err(error)) if !error.is::<LengthLimitError>() => {
            Refusal::new(400, Pointer::root().child("body"), "cannot be read").response()
        }
        Ok(Err(_)) => {
            Refusal::new(413, Pointer::root().child("body"), format!("larger than {MAX_BODY_SIZE} bytes")).response()
        }
        Err(_) => Refusal::new(408, Pointer::root().child("body"), "not received in time").response(),
    };
    Ok(http_response(served))
}

/// Returns `true` if a host, with or without a port, is this machine.
fn is_loopback(host: &str) -> bool {
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let name = host.rsplit_once(':').filter(|(_, port)| is_port(port)).map_or(host, |(name, _)| name);
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

fn http_response(served: ServedResponse) -> Response<Full<Bytes>> {
    let mut response = Response::builder().status(served.status);
    for (name, value) in served.headers {
        let (name, value) = (name.parse::<hyper::header::HeaderName>(), value.parse::<hyper::header::HeaderValue>());
        // Names and values are from the description.
        if let (Ok(name), Ok(value)) = (name, value) {
            response = response.header(name, value);
        }
    }
    response.body(Full::from(served.body)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::is_loopback;

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for host in ["127.0.0.1", "127.0.0.1:80", "localhost", "LOCALHOST:8080", "[::1]:80", "[::1]"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in
            ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example", "", "10.0.0.1"]
        {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
