//! The address of the server, and the HTTP client.

use std::error::Error;
use std::time::Duration;

use project_management_client::{Client, ClientBuilder, ServerAddress};

pub async fn run(address: &str, token: &str) -> Result<(), Box<dyn Error>> {
    let clients = [appended(address, token)?, exact(address, token)?, described(address, token)?, own(address, token)?];
    for client in clients {
        client.story().list("DEMO").await?;
    }
    assert!(Client::builder("http://scrum.example.com").build().is_err());
    invalid(token).await;
    proxied(address)?;
    assert!(private(address).is_err());
    Ok(())
}

fn appended(address: &str, token: &str) -> Result<Client, Box<dyn Error>> {
    // ANCHOR: appended
    // `https://scrum.example.com` becomes `https://scrum.example.com/ws`.
    let client = Client::new(address, token);
    // ANCHOR_END: appended
    Ok(client)
}

async fn invalid(token: &str) {
    // ANCHOR: invalid
    let client = Client::new("scrum.example.com", token);
    let error = client.story().list("DEMO").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "story().list (GET /project/{project_key}/story) was not sent: \
         the address of the server is not valid: write `https://host`",
    );
    // ANCHOR_END: invalid
}

fn proxied(address: &str) -> Result<Client, Box<dyn Error>> {
    // ANCHOR: proxy
    let client = Client::builder(address).proxy("http://proxy.example.com:3128").header("x-team", "search").build()?;
    // ANCHOR_END: proxy
    Ok(client)
}

fn private(address: &str) -> Result<Client, Box<dyn Error>> {
    // ANCHOR: root_certificate
    let authority = std::fs::read("corporate-ca.pem")?;
    let client = Client::builder(address).root_certificate(authority).build()?;
    // ANCHOR_END: root_certificate
    Ok(client)
}

fn exact(address: &str, token: &str) -> Result<Client, Box<dyn Error>> {
    // ANCHOR: exact
    let address = ServerAddress::exact(format!("{address}/ws"));
    let client = Client::builder(address).token(token).build()?;
    // ANCHOR_END: exact
    Ok(client)
}

fn described(address: &str, token: &str) -> Result<Client, Box<dyn Error>> {
    // ANCHOR: described
    // The description has the server `{base_url}/ws`, with a default for `base_url`.
    let client = ClientBuilder::default().server_base_url(address).token(token).build()?;
    // ANCHOR_END: described
    Ok(client)
}

fn own(address: &str, token: &str) -> Result<Client, Box<dyn Error>> {
    // ANCHOR: http_client
    let http = reqwest::Client::builder().no_proxy().pool_idle_timeout(Duration::from_secs(5));
    let client = Client::builder(address).http_client(http).token(token).build()?;
    // ANCHOR_END: http_client
    Ok(client)
}
