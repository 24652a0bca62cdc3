//! A span for each request, named according to the OpenTelemetry conventions for HTTP clients.

use std::sync::Arc;

use tracing::field::Empty;
use tracing::{Instrument, Span, info_span};

use crate::calls::middleware::{Middleware, Next};
use crate::calls::send_error::SendError;
use crate::calls::transport::{HttpRequest, HttpResponse, ResponseFuture};

pub(crate) fn observers() -> Option<Arc<dyn Middleware>> {
    Some(Arc::new(Tracing))
}

/// Records spans. It runs outside the middleware that adds credentials, and records neither query nor headers, which
/// may contain secrets.
struct Tracing;

impl Middleware for Tracing {
    fn handle<'a>(&'a self, request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a> {
        let span = span(&request, next);
        let inside = span.clone();
        let response = async move {
            let outcome = next.run(request).await;
            record(&inside, &outcome);
            outcome
        };
        Box::pin(response.instrument(span))
    }
}

fn span(request: &HttpRequest, next: Next<'_>) -> Span {
    let (method, uri) = (request.method().as_str(), request.uri());
    let template = next.info().path_template();
    let usual = if uri.scheme_str() == Some("http") {
        80
    } else {
        443
    };
    let span = info_span!(
        "http.client.request",
        "otel.name" = format!("{method} {template}"),
        "otel.kind" = "client",
        "otel.status_code" = Empty,
        "http.request.method" = method,
        "http.request.resend_count" = Empty,
        "http.response.status_code" = Empty,
        "error.type" = Empty,
        "server.address" = uri.host().unwrap_or_default(),
        "server.port" = uri.port_u16().unwrap_or(usual),
        "url.scheme" = uri.scheme_str().unwrap_or_default(),
        "url.template" = template,
        "rpc.method" = next.info().operation(),
    );
    if next.attempt() > 1 {
        span.record("http.request.resend_count", next.attempt() - 1);
    }
    span
}

fn record(span: &Span, outcome: &Result<HttpResponse, SendError>) {
    let trouble = match outcome {
        Ok(response) => {
            let status = response.status();
            span.record("http.response.status_code", status.as_u16());
            (status.is_client_error() || status.is_server_error())
                .then(|| status.as_str().to_owned())
        }
        Err(error) if error.is_timeout() => Some("timeout".to_owned()),
        Err(error) if error.is_connect() => Some("connect".to_owned()),
        Err(_) => Some("_OTHER".to_owned()),
    };
    if let Some(trouble) = trouble {
        span.record("error.type", trouble.as_str());
        span.record("otel.status_code", "ERROR");
    }
}
