//! The vendored client without a server: an in-memory transport, and blocking calls.

use std::error::Error as StdError;

use project_management_client::Client;
use project_management_client::api::ApiError;
use project_management_client::api::story::{AcceptStory, ListStories};
use project_management_client::runtime::Mock;
use project_management_client::types::{Story, StoryCreate};

fn setting() -> (Mock, Client) {
    let mock = Mock::new();
    let client = Client::builder("https://example.com").token("secret-token").transport(mock.clone()).build().unwrap();
    (mock, client)
}

fn story() -> Story {
    serde_json::from_str(include_str!("../../../fixtures/service/examples/story.json")).unwrap()
}

#[tokio::test]
async fn the_program_of_the_manual() -> Result<(), Box<dyn StdError>> {
    let (mock, client) = setting();
    mock.expect(client.story().accept("DEMO", 7))?.respond_error(403, &());
    mock.expect_any::<ListStories>().times(2).respond(&vec![story()]);

    let refused = client.story().accept("DEMO", 7).await.unwrap_err();
    assert_eq!(refused.documented(), Some(&ApiError::Forbidden(None)));
    assert_eq!(client.story().list("DEMO").await?, [story()]);
    assert!(mock.finish().unwrap_err().to_string().contains("1 times listStories"));
    assert_eq!(client.story().list("OTHER").await?.len(), 1);
    mock.finish()?;
    Ok(())
}

#[tokio::test]
async fn what_a_call_sends_is_compared() {
    let (mock, client) = setting();
    mock.expect(client.story().create("DEMO", StoryCreate::new("One"))).unwrap().respond(&story());
    let error = client.story().create("DEMO", StoryCreate::new("Two")).await.unwrap_err();
    let message = error.to_string();
    let start = "story().create (POST /project/{project_key}/story) was not sent: createStory (POST /ws/project/DEMO/story) \
                 is not expected; expected: 1 times createStory";
    assert!(message.starts_with(start), "{message}");
    assert!(!message.contains("secret-token"));
    client.story().create("DEMO", StoryCreate::new("One")).await.unwrap();
}

#[test]
fn a_response_is_decoded_by_its_charset() {
    let (mock, client) = setting();
    mock.expect_any::<AcceptStory>().respond(&story());
    assert_eq!(client.story().accept("DEMO", 7).send_blocking().unwrap(), story());
}
