//! A server that behaves like the project-management service: real HTTP on loopback, state in memory.
//!
//! The complete description in `fixtures/service/full` defines the paths, the allowed callers and states, and the
//! bodies; an upgrade changes it. The behaviour is implemented by hand, with one concept per file.

mod acceptance_test;
mod account;
mod answer;
mod call;
mod collection;
mod description;
mod example;
mod people;
mod project;
mod routes;
mod schema;
mod service;
mod state;
mod story;
mod task;
mod upgrade;
mod view;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::response::Response;
use tokio::sync::oneshot;

use answer::Answer;
pub use description::{Published, Publishing};
use service::Service;

/// Maximum size of a request body.
const MAX_BODY: usize = 16 * 1024 * 1024;

/// The options of the stand-in.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on; port 0 selects a free one.
    pub address: SocketAddr,
    /// The response of `/api`.
    pub publishing: Publishing,
    /// The published description.
    pub published: Published,
    /// `true` if missing tokens are answered with 403 and an empty body, as real servers do, instead of 401.
    pub bare: bool,
    /// `true` if hooks are enabled; otherwise their paths respond with 503.
    pub hooks: bool,
    /// The disabled Apps, such as `builds` and `custom backlogs`; their paths respond with 403.
    pub apps_off: Vec<String>,
    /// `true` if the description requires a token.
    pub protected_description: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            publishing: Publishing::Page,
            published: Published::default(),
            bare: false,
            hooks: true,
            apps_off: Vec::new(),
            protected_description: false,
        }
    }
}

/// A request that the stand-in received.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The method.
    pub method: String,
    /// The path, as it was sent.
    pub path: String,
    /// The query, as it was sent.
    pub query: String,
    /// The headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Seen {
    /// Returns a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns a decoded query parameter.
    #[must_use]
    pub fn query(&self, name: &str) -> Option<String> {
        let mut pairs = url::form_urlencoded::parse(self.query.as_bytes());
        pairs.find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
    }
}

/// A response that a test prepares for the next request.
#[derive(Clone, Debug)]
pub struct Canned {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
    /// The delay before the response.
    pub delay: Duration,
}

impl Canned {
    /// Creates a JSON response.
    #[must_use]
    pub fn json(status: u16, body: &str) -> Self {
        let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
        Self { status, headers, body: body.as_bytes().to_vec(), delay: Duration::ZERO }
    }
}

/// A running stand-in. It stops when it is dropped.
#[derive(Debug)]
pub struct StandIn {
    address: SocketAddr,
    shared: Arc<Shared>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    service: Mutex<Service>,
    seen: Mutex<Vec<Seen>>,
    canned: Mutex<Vec<Canned>>,
}

/// Locks a mutex. A test that panics while it holds a lock must not make all others fail.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl StandIn {
    /// Starts a stand-in in its own thread.
    ///
    /// # Errors
    ///
    /// Returns an error if the address is in use, or the fixtures cannot be read.
    pub fn start(options: Options) -> io::Result<Self> {
        let listener = TcpListener::bind(options.address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            service: Mutex::new(Service::new(options, &format!("http://{address}"))?),
            seen: Mutex::default(),
            canned: Mutex::default(),
        });
        let (stop, stopped) = oneshot::channel();
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let router = Router::new().fallback(respond).with_state(Arc::clone(&shared));
        let thread = std::thread::spawn(move || {
            runtime.block_on(async move {
                let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
                tokio::select! {
                    _ = axum::serve(listener, router) => {}
                    _ = stopped => {}
                }
            });
            runtime.shutdown_background();
        });
        Ok(Self { address, shared, stop: Some(stop), thread: Some(thread) })
    }

    /// Returns the address, such as `http://127.0.0.1:8080`.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the token of a user: `owner`, `master`, `member`, `stakeholder`, `admin` or `outsider`.
    #[must_use]
    pub fn token(&self, user: &str) -> String {
        account::token(user)
    }

    /// Returns the names of the users, each with the display name of the role.
    #[must_use]
    pub fn users(&self) -> Vec<(&'static str, &'static str)> {
        account::USERS.iter().map(|user| (user.name, user.title)).collect()
    }

    /// Returns all requests so far.
    #[must_use]
    pub fn requests(&self) -> Vec<Seen> {
        locked(&self.shared.seen).clone()
    }

    /// Sends this response to the next request. Several calls create a queue.
    pub fn answer_next(&self, canned: Canned) {
        locked(&self.shared.canned).push(canned);
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        // The next stand-in may use the same port.
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn respond(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, MAX_BODY).await.map(|bytes| bytes.to_vec()).unwrap_or_default();
    let text = |value: &axum::http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let seen = Seen {
        method: parts.method.to_string(),
        path: parts.uri.path().to_owned(),
        query: parts.uri.query().unwrap_or_default().to_owned(),
        headers: parts.headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect(),
        body,
    };
    locked(&shared.seen).push(seen.clone());
    let canned = {
        let mut queue = locked(&shared.canned);
        (!queue.is_empty()).then(|| queue.remove(0))
    };
    match canned {
        Some(canned) => {
            tokio::time::sleep(canned.delay).await;
            into_response(Answer { status: canned.status, headers: canned.headers, body: canned.body })
        }
        None => into_response(locked(&shared.service).answer(&seen)),
    }
}

fn into_response(answer: Answer) -> Response {
    let mut response = Response::builder().status(answer.status);
    for (name, value) in &answer.headers {
        response = response.header(name, value);
    }
    response.body(Body::from(answer.body)).unwrap_or_else(|_| Response::new(Body::empty()))
}
