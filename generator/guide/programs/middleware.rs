//! Middleware: around each call, and around each attempt.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use http::HeaderValue;
use project_management_client::Client;
use project_management_client::runtime::{HttpRequest, Middleware, Next, ResponseFuture};

// ANCHOR: logging
/// Prints a line for each call.
struct Logging;

impl Middleware for Logging {
    fn handle<'a>(&'a self, request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a> {
        Box::pin(async move {
            let operation = next.info().operation();
            let response = next.run(request).await?;
            println!("{operation}: {}", response.status());
            Ok(response)
        })
    }
}
// ANCHOR_END: logging

// ANCHOR: attempts
/// Adds a header with the number of the attempt, and counts the attempts.
#[derive(Clone, Default)]
struct Attempts(Arc<AtomicUsize>);

impl Middleware for Attempts {
    fn handle<'a>(&'a self, mut request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a> {
        self.0.fetch_add(1, Ordering::Relaxed);
        request.headers_mut().insert("x-attempt", HeaderValue::from(next.attempt()));
        next.run(request)
    }
}
// ANCHOR_END: attempts

pub async fn run(address: &str, token: &str) -> Result<(), Box<dyn Error>> {
    // ANCHOR: client
    let attempts = Attempts::default();
    let client =
        Client::builder(address).token(token).call_middleware(Logging).attempt_middleware(attempts.clone()).build()?;
    client.story().list("DEMO").await?;
    // ANCHOR_END: client
    assert_eq!(attempts.0.load(Ordering::Relaxed), 1);
    Ok(())
}
