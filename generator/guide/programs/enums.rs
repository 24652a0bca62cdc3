//! Integer enums, string enums and unions.

use std::error::Error;

use project_management_client::Client;
use project_management_client::types::{HookEvent, StoryCreate, StoryState, StoryType, StoryUpdate, StoryUpdateEffort};

pub async fn run(client: &Client) -> Result<(), Box<dyn Error>> {
    integers();
    strings();
    received(client).await?;
    unions(client).await
}

fn integers() {
    // ANCHOR: integers
    assert_eq!(StoryType::Defect.code(), 2);
    assert_eq!(StoryType::from(2), StoryType::Defect);
    assert_eq!(StoryState::ALL.len(), 8);

    let unknown = StoryType::from(77);
    assert!(matches!(unknown, StoryType::Unlisted(_)));
    assert_eq!(unknown.code(), 77);
    // ANCHOR_END: integers
    assert_eq!(label(StoryState::InProgress), "open");
}

// ANCHOR: matching
fn label(state: StoryState) -> &'static str {
    match state {
        StoryState::Done => "done",
        StoryState::Frozen => "on hold",
        StoryState::Unlisted(_) => "unknown",
        _ => "open",
    }
}
// ANCHOR_END: matching

fn strings() {
    // ANCHOR: strings
    assert_eq!(HookEvent::StoryUpdate.as_str(), "story.update");
    assert_eq!(HookEvent::from("story.update"), HookEvent::StoryUpdate);
    assert_eq!("story.update".parse(), Ok(HookEvent::StoryUpdate));
    assert_eq!(HookEvent::StoryUpdate.to_string(), "story.update");

    let unknown = HookEvent::from("story.archive");
    assert_eq!(unknown.as_str(), "story.archive");
    // ANCHOR_END: strings
}

async fn received(client: &Client) -> Result<(), Box<dyn Error>> {
    // ANCHOR: received
    let story = client.story().create("DEMO", StoryCreate::new("Search by tag")).await?;
    assert_eq!(story.state, StoryState::Suggested);
    assert_eq!(story.state.code(), 1);
    // ANCHOR_END: received
    Ok(())
}

async fn unions(client: &Client) -> Result<(), Box<dyn Error>> {
    let id = client.story().create("DEMO", StoryCreate::new("Estimate me")).await?.id;
    client.story().accept("DEMO", id).await?;
    // ANCHOR: unions
    let estimated = client.story().update("DEMO", id, StoryUpdate::new().effort(5.0)).await?;
    let unsure = StoryUpdate::new().effort(StoryUpdateEffort::QuestionMark);
    let unsure = client.story().update("DEMO", id, unsure).await?;
    // ANCHOR_END: unions
    assert_eq!((estimated.effort, unsure.effort), (Some(5.0), None));
    Ok(())
}
