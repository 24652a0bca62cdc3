//! Errors, retries and timeouts.

use std::error::Error as StdError;
use std::time::Duration;

use project_management_client::api::ApiError;
use project_management_client::runtime::Retry;
use project_management_client::types::StoryCreate;
use project_management_client::{CallError, Client, Error, StatusCode};

pub async fn run(client: &Client, address: &str, token: &str) -> Result<(), Box<dyn StdError>> {
    let story = client.story().create("DEMO", StoryCreate::new("Search by tag")).await?;
    accept(client, story.id).await?;
    assert_eq!(describe(client, 99_999).await, "no such story");
    assert!(task_names(client, story.id).await?.is_empty());
    assert!(matches!(report(client).await, Err(error) if error.status() == Some(StatusCode::NOT_FOUND)));
    limits(address, token).await
}

// ANCHOR: documented
async fn accept(client: &Client, story: i64) -> Result<(), Error> {
    match client.story().accept("DEMO", story).await {
        Ok(story) => println!("accepted: {}", story.name),
        Err(error) => match error.documented() {
            Some(ApiError::Forbidden(_)) => println!("ask a product owner"),
            Some(ApiError::NotFound(Some(message))) => println!("not found: {}", message.text),
            _ => return Err(error.into()),
        },
    }
    Ok(())
}
// ANCHOR_END: documented

// ANCHOR: phases
async fn describe(client: &Client, story: i64) -> String {
    match client.story().get("DEMO", story).await {
        Ok(story) => story.name,
        Err(CallError::Build(error)) => format!("invalid input: {error}"),
        Err(CallError::Send(error)) if error.is_timeout() => "too slow".to_owned(),
        Err(CallError::Send(error)) => format!("cannot reach the server: {error}"),
        Err(CallError::Documented(error)) if error.status() == StatusCode::NOT_FOUND => "no such story".to_owned(),
        Err(CallError::Decode(error)) => format!("unexpected body at {}", error.path()),
        Err(error) => error.to_string(),
    }
}
// ANCHOR_END: phases

// ANCHOR: question_mark
async fn task_names(client: &Client, story: i64) -> Result<Vec<String>, Error> {
    let story = client.story().get("DEMO", story).await?;
    let tasks = client.task().list_story_tasks("DEMO", story.id).await?;
    Ok(tasks.into_iter().map(|task| task.name).collect())
}
// ANCHOR_END: question_mark

async fn report(client: &Client) -> Result<(), Error> {
    // ANCHOR: any_error
    let error: Error = match client.story().get("DEMO", 99_999).await {
        Ok(_) => return Ok(()),
        Err(error) => error.into(),
    };
    if let Some(ApiError::NotFound(Some(message))) = error.documented() {
        println!("{}", message.text);
    }
    if error.is_retryable() {
        println!("try again later");
    }
    // ANCHOR_END: any_error
    Err(error)
}

async fn limits(address: &str, token: &str) -> Result<(), Box<dyn StdError>> {
    // ANCHOR: limits
    let client = Client::builder(address)
        .token(token)
        .timeout(Duration::from_secs(10))
        .connect_timeout(Duration::from_secs(2))
        .retry(Retry::default().attempts(5))
        .max_body_bytes(1024 * 1024)
        .build()?;

    let stories = client.story().list("DEMO").timeout(Duration::from_secs(60)).retry(Retry::never()).await?;
    // ANCHOR_END: limits
    assert!(!stories.is_empty());
    Ok(())
}
