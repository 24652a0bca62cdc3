//! Response bodies that are read in chunks as they arrive.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use http::header::CONTENT_LENGTH;
use http::{HeaderMap, StatusCode};

use crate::calls::call::{Call, Operation, execute, response_error};
use crate::calls::send_error::SendError;
use crate::requests::payload::{ByteStream, ResponseBody, next};
use crate::responses::error::CallError;
use crate::responses::response::Response;

impl<O: Operation> Call<O> {
    /// Sends the call and returns the body of a successful response in chunks, whatever its size. The timeout of the
    /// call ends when the headers are received. After that, only an idle connection is an error: after 60 seconds,
    /// unless the client has another [`idle_timeout`](crate::ClientBuilder::idle_timeout).
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as the call itself, except that the body is not read.
    pub async fn download(mut self) -> Result<Download, CallError<O::Error>> {
        self.options.streamed = true;
        let response = execute(self).await?;
        if response.status().is_success() {
            return Ok(Download::new(O::CALL, response));
        }
        Err(response_error::<O>(Response::from_http(response)))
    }
}

/// The body of a response, in chunks. It implements `Stream` as well.
pub struct Download {
    operation: &'static str,
    status: StatusCode,
    headers: HeaderMap,
    body: ByteStream,
    received: u64,
    progress: Option<Box<Progress>>,
}

type Progress = dyn FnMut(u64, Option<u64>) + Send;

impl Download {
    pub(crate) fn new(operation: &'static str, response: http::Response<ResponseBody>) -> Self {
        let (head, body) = response.into_parts();
        let body = match body {
            ResponseBody::Stream(stream) => stream,
            ResponseBody::Bytes(bytes) => Box::pin(Once(Some(bytes))),
        };
        Self {
            operation,
            status: head.status,
            headers: head.headers,
            body,
            received: 0,
            progress: None,
        }
    }

    /// Returns the status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns the headers.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the number of bytes of the body, if the server sends the length.
    pub fn length(&self) -> Option<u64> {
        self.headers
            .get(CONTENT_LENGTH)
            .and_then(|length| length.to_str().ok()?.parse().ok())
    }

    /// Calls a function after each chunk, with the number of bytes received so far and the total, if it is known.
    #[must_use]
    pub fn on_progress(mut self, progress: impl FnMut(u64, Option<u64>) + Send + 'static) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    /// Returns the next chunk, or `None` at the end of the body. An error (a broken connection, or one that is idle for
    /// too long) is the last item.
    ///
    /// ```text
    /// while let Some(piece) = download.next().await {
    ///     file.write_all(&piece?)?;
    /// }
    /// ```
    pub async fn next(&mut self) -> Option<Result<Bytes, SendError>> {
        let piece = next(&mut self.body).await?;
        Some(self.track_progress(piece))
    }

    fn track_progress(
        &mut self,
        piece: Result<Bytes, crate::BoxError>,
    ) -> Result<Bytes, SendError> {
        let piece = piece.map_err(|error| {
            // Nothing follows an error.
            self.body = Box::pin(Once(None));
            SendError::from_stream(error).with_operation(self.operation)
        })?;
        self.received += piece.len() as u64;
        let length = self.length();
        if let Some(progress) = &mut self.progress {
            progress(self.received, length);
        }
        Ok(piece)
    }
}

impl Stream for Download {
    type Item = Result<Bytes, SendError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let piece = self.body.as_mut().poll_next(context);
        piece.map(|piece| piece.map(|piece| self.track_progress(piece)))
    }
}

impl fmt::Debug for Download {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Download")
            .field("status", &self.status)
            .field("received", &self.received)
            .finish_non_exhaustive()
    }
}

/// A stream of a single chunk.
struct Once(Option<Bytes>);

impl Stream for Once {
    type Item = Result<Bytes, crate::BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.0.take().map(Ok))
    }
}
