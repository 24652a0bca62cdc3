//! An in-memory transport with planned responses. It records the requests.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use http::{HeaderMap, Method, StatusCode, Uri};

use crate::auth::authorization::{CredentialLocation, Scheme};
use crate::calls::builder::ClientBuilder;
use crate::calls::send_error::SendError;
use crate::calls::server::Service;
use crate::calls::transport::{HttpRequest, HttpResponse, ResponseFuture, Transport};
use crate::requests::payload::{BoxError, BoxFuture, ResponseBody, next};

static SERVICE: Service = Service {
    name: "test-client",
    version: "1.2.3",
    server: crate::calls::server::Server {
        origin: None,
        path: "",
        variables: &[],
    },
    servers: &[],
    security: &[&["key"]],
};

pub(super) const KEY: Scheme = Scheme::new("key", CredentialLocation::Bearer);

/// A planned response.
pub(super) enum Planned {
    /// A status, a header and the chunks of a body.
    Response(u16, &'static str, Vec<&'static str>),
    /// A body that breaks after these chunks.
    Broken(Vec<&'static str>),
    /// A body that is idle after these chunks.
    Stuck(Vec<&'static str>),
    /// A body that arrives late.
    Late(&'static str),
    /// No connection.
    Unreachable,
}

/// A recorded request.
#[derive(Debug)]
pub(super) struct Sent {
    pub(super) method: Method,
    pub(super) uri: Uri,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

/// An in-memory transport. Delays take a thousandth of their time; timeouts of calls are not shortened.
#[derive(Clone, Default)]
pub(super) struct Memory {
    planned: Arc<Mutex<VecDeque<Planned>>>,
    pub(super) sent: Arc<Mutex<Vec<Sent>>>,
    pub(super) slept: Arc<Mutex<Vec<Duration>>>,
}

impl Memory {
    pub(super) fn answering(planned: impl IntoIterator<Item = Planned>) -> Self {
        let memory = Self::default();
        memory.planned.lock().unwrap().extend(planned);
        memory
    }

    pub(super) fn client(&self) -> ClientBuilder {
        ClientBuilder::new("https://example.com", &SERVICE).transport(self.clone())
    }
}

impl Transport for Memory {
    fn send(&self, request: HttpRequest) -> ResponseFuture<'_> {
        Box::pin(async move {
            let (head, body) = request.into_parts();
            let mut stream = body.into_stream();
            let mut all = Vec::new();
            while let Some(piece) = next(&mut stream).await {
                all.extend_from_slice(&piece.map_err(SendError::broken)?);
            }
            self.sent.lock().unwrap().push(Sent {
                method: head.method,
                uri: head.uri,
                headers: head.headers,
                body: all.into(),
            });
            let planned = self.planned.lock().unwrap().pop_front();
            let (status, header, pieces, end) = match planned.expect("an answer is planned") {
                Planned::Response(status, header, pieces) => (status, header, pieces, End::Whole),
                Planned::Broken(pieces) => (200, "", pieces, End::Broken),
                Planned::Stuck(pieces) => (200, "", pieces, End::Stuck),
                Planned::Late(body) => {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    (200, "", vec![body], End::Whole)
                }
                Planned::Unreachable => return Err(SendError::connect("nobody is there")),
            };
            let pieces = Pieces(pieces.into(), end);
            let mut answer = HttpResponse::new(ResponseBody::Stream(Box::pin(pieces)));
            *answer.status_mut() = StatusCode::from_u16(status).unwrap();
            if let Some((name, value)) = header.split_once(": ") {
                let name = http::HeaderName::try_from(name).unwrap();
                answer.headers_mut().insert(name, value.parse().unwrap());
            }
            Ok(answer)
        })
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        self.slept.lock().unwrap().push(time);
        let is_end = (20..=120).contains(&time.as_secs());
        let hasty = !is_end;
        Box::pin(tokio::time::sleep(time / if hasty { 1000 } else { 1 }))
    }
}

enum End {
    Whole,
    Broken,
    Stuck,
}

struct Pieces(VecDeque<&'static str>, End);

impl Stream for Pieces {
    type Item = Result<Bytes, BoxError>;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        _context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        use std::task::Poll;
        match (self.0.pop_front(), &self.1) {
            (Some(piece), _) => Poll::Ready(Some(Ok(Bytes::from_static(piece.as_bytes())))),
            (None, End::Whole) => Poll::Ready(None),
            (None, End::Stuck) => Poll::Pending,
            (None, End::Broken) => {
                self.1 = End::Whole;
                Poll::Ready(Some(Err("the connection broke".into())))
            }
        }
    }
}
