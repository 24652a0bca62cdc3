//! An HTTP server on a loopback address.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::rc::Rc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::task::LocalSet;

use super::message::{ReceivedRequest, Refusal, ServedResponse};
use crate::pointer::Pointer;
use crate::stack;

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
        LocalSet::new().block_on(&runtime, async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            tokio::select! {
                () = accept(&listener, &answer) => Ok(()),
                interrupt = tokio::signal::ctrl_c() => interrupt,
            }
        })
    }
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
            stack::grow(|| answer(&request))
        }
        Ok(Err(_)) => {
            Refusal::new(413, Pointer::root().child("body"), format!("larger than {MAX_BODY_SIZE} bytes")).response()
        }
        Err(_) => Refusal::new(408, Pointer::root().child("body"), "not received in time").response(),
    };
    Ok(http_response(served))
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
