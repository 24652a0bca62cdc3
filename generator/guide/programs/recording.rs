//! Recordings of the calls of a test suite.

use std::error::Error;
use std::path::Path;

use project_management_client::Client;
use project_management_client::runtime::Recorder;

pub async fn run(address: &str, token: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    // ANCHOR: client
    let recorder = Recorder::append(folder.join("traffic.har.jsonl"));
    let client = Client::builder(address).token(token).attempt_middleware(recorder).build()?;
    // ANCHOR_END: client
    client.story().list("DEMO").await?;
    Ok(())
}
