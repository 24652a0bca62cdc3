//! Asks the server for something and prints the answer.
//!
//! ```text
//! API_ADDRESS=.. API_TOKEN=.. cargo run --example first
//! ```

use project_management_client::Client;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address = std::env::var("API_ADDRESS")?;
    let token = std::env::var("API_TOKEN")?;
    let client = Client::builder(address).token(token).build()?;
    let response = client.team().list().await?;
    println!("{response:?}");
    Ok(())
}
