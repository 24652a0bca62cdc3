//! The log of requests and responses.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use http::{StatusCode, Uri};

use super::super::middleware::{Middleware, Next};
use super::super::platform::Instant;
use super::super::transport::{HttpRequest, ResponseFuture};
use super::console::Console;

/// Parts of names whose values are redacted.
const SECRET: [&str; 8] = [
    "auth",
    "code",
    "credential",
    "key",
    "pass",
    "secret",
    "sig",
    "token",
];

/// Records the status of the last response, and logs requests if verbose. It runs outside the middleware that adds
/// credentials, so it cannot log them.
#[derive(Clone)]
pub struct RequestLog {
    status: Arc<AtomicU16>,
    console: Option<Console>,
}

impl RequestLog {
    /// Creates a log that writes to the console, if there is one.
    pub(super) fn new(console: Option<Console>) -> Self {
        Self {
            status: Arc::default(),
            console,
        }
    }

    /// Returns the status of the last response.
    pub(super) fn status(&self) -> u16 {
        match self.status.load(Ordering::Relaxed) {
            0 => StatusCode::OK.as_u16(),
            status => status,
        }
    }
}

impl Middleware for RequestLog {
    fn handle<'a>(&'a self, request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a> {
        let request_line = format!("{} {}", request.method(), address(request.uri()));
        let start = Instant::now();
        let attempt = next.attempt();
        Box::pin(async move {
            let outcome = next.run(request).await;
            let result = match &outcome {
                Ok(response) => {
                    let status = response.status();
                    self.status.store(status.as_u16(), Ordering::Relaxed);
                    status.to_string()
                }
                Err(error) => error.to_string(),
            };
            if let Some(console) = &self.console {
                let time = start.elapsed().as_millis();
                let again = match attempt {
                    0 | 1 => String::new(),
                    attempt => format!(", attempt {attempt}"),
                };
                console.log(&format!("{request_line}: {result} ({time} ms{again})"));
            }
            outcome
        })
    }
}

/// Formats an address. Redacts values in its query that could be tokens.
fn address(uri: &Uri) -> String {
    let text = uri.to_string();
    let Some((path, query)) = text.split_once('?') else {
        return text;
    };
    let shown = |pair: &str| match pair.split_once('=') {
        Some((name, _)) if is_secret(name) => format!("{name}=***"),
        _ => pair.to_owned(),
    };
    let query: Vec<String> = query.split('&').map(shown).collect();
    format!("{path}?{}", query.join("&"))
}

fn is_secret(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    SECRET.iter().any(|part| name.contains(part))
}
