//! Sends a request to the server and prints the response.
//!
//! ```text
//! PROJECT_MANAGEMENT_ADDRESS=.. PROJECT_MANAGEMENT_TOKEN=.. cargo run --example first
//! ```

use project_management_client::Client;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address = std::env::var("PROJECT_MANAGEMENT_ADDRESS")?;
    let token = std::env::var("PROJECT_MANAGEMENT_TOKEN")?;
    let client = Client::new(address, token);
    let response = client.team().list().await?;
    for item in response {
        println!("{}", item.name);
    }
    Ok(())
}
