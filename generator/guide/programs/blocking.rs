//! Calls without async code.

use std::error::Error;

use project_management_client::Client;
use project_management_client::runtime::iterate;

// ANCHOR: program
pub fn run(address: &str, token: &str) -> Result<(), Box<dyn Error>> {
    let client = Client::new(address, token);
    for story in client.story().list("DEMO").send_blocking()? {
        println!("{} {}", story.id, story.name);
    }
    for project in iterate(client.project().list_my().items()) {
        println!("{}", project?.name);
    }
    Ok(())
}
// ANCHOR_END: program
