//! The first program of the guide, after the upgrade of the service: tasks have no `initial` any more.

// ANCHOR: program
use std::error::Error;

use project_management_client::types::{IdReference, StoryCreate, StoryType, TaskCreate};
use project_management_client::{Client, StatusCode};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::var("API_ADDRESS")?;
    let token = std::env::var("API_TOKEN")?;
    let client = Client::new(address, token);

    let story = StoryCreate::new("Search by tag").type_(StoryType::Defect);
    let story = client.story().create("DEMO", story).await?;
    println!("{} is {:?}", story.name, story.state);

    let task = TaskCreate::new("Index the tags").estimation(4.0).parent_story(IdReference::new(story.id));
    client.task().create("DEMO", task).await?;
    // ANCHOR: tasks
    for task in client.task().list_story_tasks("DEMO", story.id).await? {
        let hours = task.estimation.unwrap_or_default();
        println!("task: {} is {:?}, {hours} hours", task.name, task.state);
    }
    // ANCHOR_END: tasks

    match client.story().accept("DEMO", story.id).await {
        Ok(story) => println!("{} is {:?}", story.name, story.state),
        Err(error) if error.status() == Some(StatusCode::FORBIDDEN) => println!("ask a product owner"),
        Err(error) => return Err(error.into()),
    }
    Ok(())
}
// ANCHOR_END: program
