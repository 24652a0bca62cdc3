//! Calls: arguments, options, bodies, and the ways to send a call.

use std::error::Error;

use project_management_client::types::{ContextType, StoryCreate, StoryType};
use project_management_client::{Call, Client, api};

pub async fn run(client: &Client) -> Result<(), Box<dyn Error>> {
    bodies(client).await?;
    arguments(client).await?;
    ways_to_send(client).await?;
    values(client)?;
    concurrent(client).await?;
    several_media_types(client).await?;
    Ok(())
}

async fn arguments(client: &Client) -> Result<(), Box<dyn Error>> {
    // ANCHOR: arguments
    let story = client.story().list("DEMO").await?.remove(0);
    let same = client.story().get("DEMO", story.id).await?;
    // GET /project/DEMO/story?context.type=tag&context.id=search
    let tagged = client.story().list("DEMO").context_type(ContextType::Tag).context_id("search").await?;
    // ANCHOR_END: arguments
    assert_eq!(same.id, story.id);
    assert_eq!(tagged.len(), 1);
    Ok(())
}

async fn bodies(client: &Client) -> Result<(), Box<dyn Error>> {
    // ANCHOR: bodies
    let story = StoryCreate::new("Search by tag").type_(StoryType::Defect).tags(["search", "tags"]).value(20);
    let story = client.story().create("DEMO", story).await?;
    // ANCHOR_END: bodies
    assert_eq!(story.tags, ["search", "tags"]);
    Ok(())
}

async fn ways_to_send(client: &Client) -> Result<(), Box<dyn Error>> {
    let id = client.story().list("DEMO").await?.remove(0).id;
    // ANCHOR: send
    let call = client.story().get("DEMO", id);

    let story = call.clone().await?; // the typed body
    let response = call.clone().send_full().await?; // the typed body, the status, the headers
    let text = call.clone().send_text().await?; // the body of a success as text
    let raw = call.send_raw().await?; // the response, whatever its status
    // ANCHOR_END: send
    assert_eq!(response.body, story);
    assert_eq!(response.status(), 200);
    assert_eq!(text, raw.text());
    // ANCHOR: headers
    let document = client.feature().print("DEMO").send_full().await?;
    let file_name = document.headers().content_disposition?;
    println!("{} bytes, {file_name:?}", document.body.len());
    // ANCHOR_END: headers
    Ok(())
}

fn values(client: &Client) -> Result<(), Box<dyn Error>> {
    // ANCHOR: values
    let mut queue = Vec::new();
    for call in [client.story().get("DEMO", 7), client.story().get("DEMO", 8), client.story().get("DEMO", 7)] {
        if queue.iter().all(|queued: &Call<_>| queued.operation() != call.operation()) {
            println!("{}", call.to_curl()?);
            queue.push(call);
        }
    }
    // ANCHOR_END: values
    assert_eq!(queue.len(), 2);
    Ok(())
}

async fn concurrent(client: &Client) -> Result<(), Box<dyn Error>> {
    // ANCHOR: concurrent
    let stories = tokio::spawn(client.story().list("DEMO").send());
    let features = client.feature().list("DEMO").await?;
    let stories = stories.await??;
    println!("{} stories, {} features", stories.len(), features.len());
    // ANCHOR_END: concurrent
    Ok(())
}

async fn several_media_types(client: &Client) -> Result<(), Box<dyn Error>> {
    // ANCHOR: media_types
    match client.server().get_version().verbose(true).await? {
        api::server::GetVersionOutput::Json(details) => println!("version {}", details.version),
        api::server::GetVersionOutput::Text(version) => println!("version {version}"),
        _ => println!("unknown version"),
    }
    // ANCHOR_END: media_types
    Ok(())
}
