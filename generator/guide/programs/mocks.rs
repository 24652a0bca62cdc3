//! A test without a server.

use std::error::Error;

use project_management_client::api::story::ListStories;
use project_management_client::runtime::Mock;
use project_management_client::{Client, StatusCode};

// ANCHOR: tested
/// Accepts a story. Returns `false` if the user may not do that.
async fn try_accept(client: &Client, story: i64) -> Result<bool, project_management_client::Error> {
    match client.story().accept("DEMO", story).await {
        Ok(_) => Ok(true),
        Err(error) if error.status() == Some(StatusCode::FORBIDDEN) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
// ANCHOR_END: tested

pub async fn run() -> Result<(), Box<dyn Error>> {
    // ANCHOR: mock
    let mock = Mock::new();
    let client = Client::builder("https://example.com").transport(mock.clone()).build()?;
    mock.expect(client.story().accept("DEMO", 7))?.respond_error(403, &());

    assert!(!try_accept(&client, 7).await?);
    mock.finish()?;
    // ANCHOR_END: mock
    // ANCHOR: any
    mock.expect_any::<ListStories>().times(2).respond(&Vec::new());

    assert!(client.story().list("DEMO").await?.is_empty());
    assert!(client.story().list("OTHER").context_id("search").await?.is_empty());
    // ANCHOR_END: any
    mock.finish()?;
    // ANCHOR: failures
    use project_management_client::runtime::{Response, Retry};

    let gateway = Response::new(StatusCode::BAD_GATEWAY, http::HeaderMap::new(), "<h1>Bad gateway</h1>");
    mock.expect(client.story().get("DEMO", 7))?.respond_raw(gateway);
    mock.expect(client.story().get("DEMO", 8))?.disconnect();

    let error = client.story().get("DEMO", 7).retry(Retry::never()).await.unwrap_err();
    assert_eq!(error.status(), Some(StatusCode::BAD_GATEWAY));
    let error = client.story().get("DEMO", 8).retry(Retry::never()).await.unwrap_err();
    assert!(error.is_retryable());
    // ANCHOR_END: failures
    mock.finish()?;
    Ok(())
}
