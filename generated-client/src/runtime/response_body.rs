//! Receives bodies: as a whole within limits, or as a stream with an idle timeout.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use http::Method;
use http::header::{CONTENT_LENGTH, HeaderMap};

use super::clock::within;
use super::middleware::{CallInfo, Middleware, Next};
use super::payload::{BodyBuffer, BoxError, BoxFuture, ByteStream, ResponseBody, next};
use super::send_error::SendError;
use super::transport::{HttpRequest, HttpResponse, ResponseFuture, Transport};

/// The default idle timeout of a download.
const DEFAULT_IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// Reads the bodies of responses.
pub(super) struct Receiving;

impl Middleware for Receiving {
    fn handle<'a>(&'a self, request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a> {
        Box::pin(async move {
            // The response to HEAD announces a body that is not sent.
            let has_body = *request.method() != Method::HEAD;
            let response = next.run(request).await?;
            let info = next.info();
            // An error response is read completely, because errors contain it.
            if info.streamed && response.status().is_success() {
                // A stream of events is silent while nothing happens.
                let idle = info
                    .idle
                    .or((!info.patient).then_some(DEFAULT_IDLE_TIMEOUT));
                return Ok(response.map(|body| with_idle_timeout(body, next.transport, idle)));
            }
            if has_body && content_length(response.headers()) > info.max_body_bytes {
                return Err(SendError::too_large(info.max_body_bytes));
            }
            read_whole(response, next.transport.as_ref(), info).await
        })
    }
}

fn content_length(headers: &HeaderMap) -> u64 {
    let length = headers.get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
    length.unwrap_or(0)
}

/// Reads a response with its whole body.
pub(super) async fn read_whole(
    response: HttpResponse,
    transport: &dyn Transport,
    info: &CallInfo,
) -> Result<HttpResponse, SendError> {
    let limit = info.max_body_bytes;
    let (head, body) = response.into_parts();
    let bytes = match body {
        ResponseBody::Bytes(bytes) => bytes,
        ResponseBody::Stream(mut stream) => {
            let mut all = BodyBuffer::default();
            while let Some(piece) = piece(&mut stream, transport, info.idle).await? {
                if (all.length() + piece.len()) as u64 > limit {
                    return Err(SendError::too_large(limit));
                }
                all.push(piece);
            }
            all.end()
        }
    };
    if bytes.len() as u64 > limit {
        return Err(SendError::too_large(limit));
    }
    Ok(HttpResponse::from_parts(head, bytes.into()))
}

/// Returns the next chunk within the time limit.
async fn piece(
    stream: &mut ByteStream,
    transport: &dyn Transport,
    idle: Option<Duration>,
) -> Result<Option<Bytes>, SendError> {
    let piece = match idle {
        None => next(stream).await,
        Some(limit) => {
            let piece = within(transport, limit, next(stream)).await;
            piece.ok_or_else(|| SendError::timed_out().with_limit(limit))?
        }
    };
    piece.transpose().map_err(SendError::from_stream)
}

fn with_idle_timeout(
    body: ResponseBody,
    transport: &Arc<dyn Transport>,
    idle: Option<Duration>,
) -> ResponseBody {
    match (body, idle) {
        (ResponseBody::Stream(stream), Some(idle)) => {
            ResponseBody::Stream(Box::pin(IdleTimeoutStream {
                stream,
                transport: Arc::clone(transport),
                idle,
                end: None,
                over: false,
            }))
        }
        (body, _) => body,
    }
}

/// A stream that ends with an error if it is idle for too long.
struct IdleTimeoutStream {
    stream: ByteStream,
    transport: Arc<dyn Transport>,
    idle: Duration,
    /// Set while waiting for a chunk.
    end: Option<BoxFuture<'static, ()>>,
    /// `true` if it was idle for too long.
    over: bool,
}

impl Stream for IdleTimeoutStream {
    type Item = Result<Bytes, BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.over {
            return Poll::Ready(None);
        }
        if let Poll::Ready(piece) = self.stream.as_mut().poll_next(context) {
            self.end = None;
            return Poll::Ready(piece);
        }
        let (transport, idle) = (Arc::clone(&self.transport), self.idle);
        let end = self.end.get_or_insert_with(|| transport.sleep(idle));
        std::task::ready!(end.as_mut().poll(context));
        self.over = true;
        let reason: BoxError = format!("nothing came for {} seconds", idle.as_secs_f32()).into();
        let error: BoxError = SendError::timed_out()
            .with_limit(self.idle)
            .with_source(reason)
            .into();
        Poll::Ready(Some(Err(error)))
    }
}
