//! A token that changes while it is in use.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use project_management_client::runtime::{BoxError, BoxFuture, Secret, TokenProvider, Transport};
use project_management_client::types::StoryCreate;
use project_management_client::{Client, TokenScheme};
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// A server whose token changes. The previous token is accepted for a while; older ones are rejected.
#[derive(Default)]
struct Rotating {
    made: HashMap<String, usize>,
    refused: usize,
}

/// Number of stories that a token is valid for.
const LASTS: usize = 150;

impl Rotating {
    fn generation(&self) -> usize {
        self.made.len() / LASTS
    }
}

async fn create(State(rotating): State<Arc<Mutex<Rotating>>>, request: Request) -> Response {
    let token = request.headers()["x-service-token"].to_str().unwrap().to_owned();
    let body = axum::body::to_bytes(request.into_body(), 1 << 20).await.unwrap();
    let name = serde_json::from_slice::<Value>(&body).unwrap()["story"]["name"].as_str().unwrap().to_owned();
    let mut rotating = rotating.lock().unwrap();
    let generation = token.strip_prefix("token-").unwrap().parse::<usize>().unwrap();
    if generation + 1 < rotating.generation() {
        rotating.refused += 1;
        return Response::builder().status(401).body(Body::empty()).unwrap();
    }
    *rotating.made.entry(name.clone()).or_default() += 1;
    let mut story: Value =
        serde_json::from_str(include_str!("../../../../fixtures/service/examples/story.json")).unwrap();
    story["name"] = json!(name);
    Response::builder().header("content-type", "application/json").body(Body::from(story.to_string())).unwrap()
}

/// Provides the token that is currently valid.
struct Vault(Arc<Mutex<Rotating>>, Arc<AtomicUsize>);

impl TokenProvider for Vault {
    fn token<'a>(&'a self, _transport: &'a Arc<dyn Transport>) -> BoxFuture<'a, Result<Secret, BoxError>> {
        let token = format!("token-{}", self.1.load(Ordering::SeqCst));
        Box::pin(std::future::ready(Ok(Secret::from(token))))
    }

    fn reject(&self, _token: &Secret) -> bool {
        self.1.store(self.0.lock().unwrap().generation(), Ordering::SeqCst);
        true
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_calls_at_once_with_a_token_that_changes() {
    let rotating = Arc::new(Mutex::new(Rotating::default()));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new().fallback(create).with_state(Arc::clone(&rotating));
    tokio::spawn(async move { axum::serve(listener, router).await });
    let vault = Vault(Arc::clone(&rotating), Arc::default());
    let client = Client::builder(&address).token_provider(TokenScheme::ServiceToken, vault).build().unwrap();
    let calls: Vec<_> = (0..1000)
        .map(|number| {
            let client = client.clone();
            tokio::spawn(async move {
                let name = format!("Story {number}");
                let story = client.story().create("DEMO", StoryCreate::new(name.as_str())).await;
                story.map(|story| story.name == name).map_err(|error| error.to_string())
            })
        })
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap(), Ok(true));
    }
    let rotating = rotating.lock().unwrap();
    assert_eq!(rotating.made.len(), 1000, "no call is lost");
    assert!(rotating.made.values().all(|times| *times == 1), "no call is doubled");
    assert!(rotating.refused > 0, "the token changed while it was in use");
}
