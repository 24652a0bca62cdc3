//! The programs of the guide for what the project-management service does not have: uploads, streams, webhooks, OAuth 2.0.
//! Features: file-bodies, fixtures, mock, oauth-tokens, webhook-signatures

use std::collections::HashMap;
use std::error::Error;
use std::sync::Mutex;
use std::time::Duration;

use client::api::import::WatchImport;
use client::events::Event;
use client::runtime::{
    BoxFuture, Content, Events, Fixture, GitHubSignature, HttpRequest, HttpResponse, Mock, OAuth, RequestBody,
    ResponseFuture, SendError, Transport, Upload,
};
use client::types::{ImportEvent, Photo};
use client::{Client, TokenScheme};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    with_oauth("https://api.gallery.example", "id", "secret")?;
    with_two_servers("https://api.gallery.example", "token")?;
    let client = patient("https://api.gallery.example", Canned::new())?;
    upload(&client).await?;
    upload_files(&client).await?;
    watch(&client, 1).await?;
    assert_eq!(titles(&client).await?, ["Harbour at night", "Harbour by day"]);
    receive_examples()?;
    fixtures().await
}

fn with_oauth(address: &str, client_id: &str, client_secret: &str) -> Result<Client, Box<dyn Error>> {
    // ANCHOR: oauth
    let oauth = OAuth::client_credentials("https://login.gallery.example/token", client_id, client_secret)?
        .scopes(["photos:write"]);
    let client = Client::builder(address).token_provider(TokenScheme::Login, oauth).build()?;
    // ANCHOR_END: oauth
    Ok(client)
}

fn with_two_servers(address: &str, token: &str) -> Result<Client, Box<dyn Error>> {
    // ANCHOR: two_servers
    // Sends the token to the server for uploads as well.
    let client = Client::builder(address).token(token).share_tokens_with("https://uploads.gallery.example").build()?;
    // Uses another server for uploads.
    let test = Client::builder(address)
        .token(token)
        .replace_server("https://uploads.gallery.example/v1", "https://uploads.test.example/v1")
        .build()?;
    // ANCHOR_END: two_servers
    drop(test);
    Ok(client)
}

fn patient(address: &str, transport: Canned) -> Result<Client, Box<dyn Error>> {
    let builder = Client::builder(address).transport(transport);
    // ANCHOR: idle
    let client = builder.idle_timeout(Duration::from_secs(90)).build()?;
    // ANCHOR_END: idle
    Ok(client)
}

async fn upload(client: &Client) -> Result<(), Box<dyn Error>> {
    // ANCHOR: upload
    let bytes = b"the content of the file";
    let file = Upload::new(bytes.as_slice()).file_name("harbour.jpg").media_type("image/jpeg");
    let photo = client.photo().upload(file, "Harbour at night").tags(["sea", "night"]).await?;
    println!("photo {}: {}", photo.id, photo.title);
    // ANCHOR_END: upload
    Ok(())
}

async fn upload_files(client: &Client) -> Result<(), Box<dyn Error>> {
    let path = std::env::temp_dir().join(format!("gallery-{}.png", std::process::id()));
    std::fs::write(&path, "the content of the file")?;
    // ANCHOR: upload_file
    let file = Upload::from(RequestBody::file(&path)).file_name("harbour.png");
    let photo = client.photo().upload(file, "Harbour at night").await?;

    let content = Content::new("image/png", RequestBody::file(&path));
    client.photo().replace_file(photo.id, content).await?;
    // ANCHOR_END: upload_file
    std::fs::remove_file(path)?;
    Ok(())
}

// ANCHOR: events
async fn watch(client: &Client, import: i64) -> Result<(), Box<dyn Error>> {
    let mut events = import_events(client, import);
    while let Some(event) = events.next().await {
        match event?.data {
            ImportEvent::Progress(progress) => println!("{} %", progress.percent),
            ImportEvent::Finished(finished) => println!("{} photos", finished.photos.len()),
            ImportEvent::Unlisted(other) => println!("unknown event: {other}"),
            _ => {}
        }
    }
    Ok(())
}

fn import_events(client: &Client, import: i64) -> Events<WatchImport> {
    client.import().watch(import).events()
}
// ANCHOR_END: events

// ANCHOR: lines
async fn titles(client: &Client) -> Result<Vec<String>, Box<dyn Error>> {
    let mut titles = Vec::new();
    let mut photos = client.photo().export().lines();
    while let Some(photo) = photos.next().await {
        titles.push(photo?.title);
    }
    Ok(titles)
}
// ANCHOR_END: lines

// ANCHOR: webhook
/// Handles a request to the webhook. Returns the status of the response.
fn receive(headers: &http::HeaderMap, body: &[u8], secret: &str) -> u16 {
    let verifier = GitHubSignature::new(secret);
    match Event::read_verified(headers, body, &verifier) {
        Ok(Event::PhotoAdded(event)) => println!("added: {}", event.photo.title),
        Ok(Event::PhotoRemoved(event)) => println!("removed: {}", event.id),
        Ok(Event::Unlisted(event)) => println!("ignored: {}", event.name()),
        Ok(_) => {}
        Err(error) => {
            eprintln!("{error}");
            return 400;
        }
    }
    204
}
// ANCHOR_END: webhook

fn receive_examples() -> Result<(), Box<dyn Error>> {
    let body = br#"{"event":"photo-added","photo":{"id":7,"title":"Harbour at night"}}"#;
    let signature = "sha256=ee856b99943a398fa0118251cd3579f235582338c6e1b579fc3278f0c2fa09d0";
    let mut headers = http::HeaderMap::new();
    assert_eq!(receive(&headers, body, "secret"), 400);
    headers.insert("x-hub-signature-256", signature.parse()?);
    assert_eq!(receive(&headers, body, "secret"), 204);
    assert_eq!(receive(&headers, body, "another secret"), 400);
    Ok(())
}

async fn fixtures() -> Result<(), Box<dyn Error>> {
    // ANCHOR: fixtures
    let mock = Mock::new();
    let client = Client::builder("https://example.com").transport(mock.clone()).build()?;
    let mut photo = Photo::fixture();
    photo.title = "Harbour by day".to_owned();
    photo.caption = None;
    mock.expect(client.photo().get(7))?.respond(&photo);

    assert_eq!(client.photo().get(7).await?.title, "Harbour by day");
    mock.finish()?;
    // ANCHOR_END: fixtures
    Ok(())
}

// ANCHOR: transport
/// A transport that gives the same response to each request with a path.
struct Canned(Mutex<HashMap<&'static str, (&'static str, &'static str)>>);

impl Transport for Canned {
    fn send(&self, request: HttpRequest) -> ResponseFuture<'_> {
        let responses = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let response = match responses.get(request.uri().path()) {
            Some((media_type, body)) => {
                let response = http::Response::builder().header("content-type", *media_type);
                response.body((*body).into()).map_err(SendError::broken)
            }
            None => Ok(HttpResponse::new("{}".into())),
        };
        Box::pin(std::future::ready(response))
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(time))
    }
}
// ANCHOR_END: transport

impl Canned {
    fn new() -> Self {
        let photo = r#"{"id":7,"title":"Harbour at night"}"#;
        let events = "data: {\"kind\":\"progress\",\"percent\":50}\n\ndata: {\"kind\":\"finished\",\"photos\":[]}\n\n";
        let lines = "{\"id\":7,\"title\":\"Harbour at night\"}\n{\"id\":8,\"title\":\"Harbour by day\"}\n";
        let responses = [
            ("/v1/photos", ("application/json", photo)),
            ("/v1/photos/export", ("application/jsonl", lines)),
            ("/v1/photos/7/file", ("application/json", "")),
            ("/v1/imports/1/events", ("text/event-stream", events)),
        ];
        Self(Mutex::new(HashMap::from(responses)))
    }
}
