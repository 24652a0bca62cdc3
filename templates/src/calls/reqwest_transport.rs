//! The default transport, which uses `reqwest`.

use std::pin::Pin;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use http::header::RANGE;
use http::uri::PathAndQuery;
use http::{HeaderMap, Uri};
use http_body::{Body as _, Frame, SizeHint};
use url::Url;

use crate::calls::send_error::{BuildError, SendError};
use crate::calls::transport::{HttpRequest, ResponseFuture, Transport};
use crate::requests::payload::{BoxError, BoxFuture, ByteStream, RequestBody, ResponseBody};

/// Configures the default transport.
#[derive(Default)]
pub(crate) struct DefaultTransportBuilder {
    /// The HTTP client that the user chose.
    pub(crate) client: Option<reqwest::ClientBuilder>,
    settings: Vec<Setting>,
}

/// Changes the HTTP client, in whatever order the builder is called.
type Setting =
    Box<dyn Fn(reqwest::ClientBuilder) -> Result<reqwest::ClientBuilder, BuildError> + Send + Sync>;

impl DefaultTransportBuilder {
    pub(crate) fn set(
        &mut self,
        setting: impl Fn(reqwest::ClientBuilder) -> Result<reqwest::ClientBuilder, BuildError>
        + Send
        + Sync
        + 'static,
    ) {
        self.settings.push(Box::new(setting));
    }

    pub(crate) fn build(self, connect: Duration) -> Result<ReqwestTransport, BuildError> {
        let is_default = self.client.is_none();
        let client = client(self.client.unwrap_or_default(), &self.settings, connect)?;
        Ok(ReqwestTransport {
            client,
            settings: is_default.then_some(self.settings),
            undecoded: OnceLock::new(),
            connect,
            base: OnceLock::new(),
        })
    }
}

fn client(
    client: reqwest::ClientBuilder,
    settings: &[Setting],
    connect: Duration,
) -> Result<reqwest::Client, BuildError> {
    let mut settings = settings.iter();
    let client = settings.try_fold(client, |client, setting| setting(client))?;
    // This crate follows redirects itself: another origin must not receive a token.
    let client = client
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(connect)
        .build();
    client.map_err(|error| BuildError::new(format!("the HTTP client cannot be set up: {error}")))
}

/// Sends requests with `reqwest`.
pub(crate) struct ReqwestTransport {
    client: reqwest::Client,
    /// The settings of the client, unless the user chose it.
    settings: Option<Vec<Setting>>,
    /// A client that does not decompress bodies, created for the first range.
    undecoded: OnceLock<Option<reqwest::Client>>,
    /// Maximum time to connect.
    connect: Duration,
    /// The first origin that was parsed.
    base: OnceLock<(Uri, Url)>,
}

impl ReqwestTransport {
    /// Returns the client for a request. A range of a compressed body cannot be decompressed, so it is neither requested
    /// nor decoded.
    fn client(&self, headers: &HeaderMap) -> &reqwest::Client {
        if !headers.contains_key(RANGE) {
            return &self.client;
        }
        let undecoded = self.undecoded.get_or_init(|| {
            let builder = reqwest::Client::builder();
            let builder = builder.no_gzip().no_brotli().no_zstd().no_deflate();
            client(builder, self.settings.as_ref()?, self.connect).ok()
        });
        undecoded.as_ref().unwrap_or(&self.client)
    }

    fn prepare(&self, request: HttpRequest) -> Result<reqwest::Request, reqwest::Error> {
        let (head, body) = request.into_parts();
        let Some(url) = self.url(&head.uri) else {
            let request = HttpRequest::from_parts(head, body);
            return request.map(reqwest::Body::from).try_into();
        };
        let mut request = reqwest::Request::new(head.method, url);
        *request.version_mut() = head.version;
        *request.headers_mut() = head.headers;
        *request.body_mut() = Some(body.into());
        Ok(request)
    }

    /// Returns an address as the URL that `reqwest` needs. Most of the time of parsing is spent on the origin, which is
    /// usually the same.
    fn url(&self, uri: &Uri) -> Option<Url> {
        let has_origin =
            |base: &Uri| (base.scheme(), base.authority()) == (uri.scheme(), uri.authority());
        let mut url = match self.base.get().filter(|(base, _)| has_origin(base)) {
            Some((_, url)) => url.clone(),
            None => {
                let mut parts = uri.clone().into_parts();
                parts.path_and_query = Some(PathAndQuery::from_static("/"));
                let base = Uri::from_parts(parts).ok()?;
                let url = Url::parse(&base.to_string()).ok()?;
                // Only the first origin is kept.
                self.base.set((base, url.clone())).ok();
                url
            }
        };
        url.set_path(uri.path());
        url.set_query(uri.query());
        Some(url)
    }
}

impl Transport for ReqwestTransport {
    fn send(&self, request: HttpRequest) -> ResponseFuture<'_> {
        let request = self.prepare(request);
        Box::pin(async move {
            let failed = |error| failed(error, self.connect);
            let request = request.map_err(failed)?;
            let client = self.client(request.headers());
            let response = client.execute(request).await;
            let response = http::Response::<reqwest::Body>::from(response.map_err(failed)?);
            Ok(response.map(|body| ResponseBody::Stream(Box::pin(Pieces(body)))))
        })
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(time))
    }
}

/// Converts an error. Omits the address, which may contain a token in its query.
fn failed(error: reqwest::Error, connect: Duration) -> SendError {
    let error = error.without_url();
    if error.is_connect() && error.is_timeout() {
        SendError::connect_timed_out(error).with_limit(connect)
    } else if error.is_connect() {
        SendError::connect(error)
    } else if error.is_timeout() {
        SendError::timed_out().with_source(error)
    } else {
        SendError::broken(error)
    }
}

impl From<RequestBody> for reqwest::Body {
    fn from(body: RequestBody) -> Self {
        match body.bytes() {
            Some(bytes) => Self::from(bytes.clone()),
            None => Self::wrap(Streamed {
                length: body.length(),
                stream: Mutex::new(body.into_stream()),
            }),
        }
    }
}

/// A stream as a body. The lock makes the stream `Sync` and is never contended.
struct Streamed {
    stream: Mutex<ByteStream>,
    length: Option<u64>,
}

impl http_body::Body for Streamed {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let stream = self
            .stream
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        let piece = stream.as_mut().poll_next(context);
        piece.map(|piece| piece.map(|piece| piece.map(Frame::data)))
    }

    fn size_hint(&self) -> SizeHint {
        self.length
            .map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}

/// The data frames of a response.
struct Pieces(reqwest::Body);

impl Stream for Pieces {
    type Item = Result<Bytes, BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            match std::task::ready!(Pin::new(&mut self.0).poll_frame(context)) {
                None => return Poll::Ready(None),
                Some(Err(error)) => return Poll::Ready(Some(Err(error.without_url().into()))),
                Some(Ok(frame)) => {
                    // Trailers are not data.
                    if let Ok(data) = frame.into_data() {
                        return Poll::Ready(Some(Ok(data)));
                    }
                }
            }
        }
    }
}
