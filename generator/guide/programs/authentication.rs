//! Tokens: fixed ones, one for a single call, and those of a provider.

use std::error::Error;
use std::sync::Arc;

use project_management_client::runtime::{BoxError, BoxFuture, Secret, TokenProvider, Transport};
use project_management_client::{Client, TokenScheme};

pub async fn run(address: &str, token: &str) -> Result<(), Box<dyn Error>> {
    fixed(address, token).await?;
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(file.path(), token)?;
    provided(address, file.path().to_owned()).await
}

async fn fixed(address: &str, token: &str) -> Result<(), Box<dyn Error>> {
    // ANCHOR: fixed
    let client = Client::new(address, token);
    let stories = client.story().list("DEMO").await?;
    // ANCHOR_END: fixed
    // ANCHOR: scheme
    let client = Client::builder(address).token_as(TokenScheme::AuthToken, token).build()?;
    // ANCHOR_END: scheme
    client.story().list("DEMO").await?;
    // ANCHOR: once
    let client = Client::builder(address).build()?;
    let same = client.story().list("DEMO").authorize(TokenScheme::ServiceToken, token).await?;
    // ANCHOR_END: once
    assert_eq!(stories, same);
    Ok(())
}

// ANCHOR: provider
/// Reads the token from a file, which another program keeps up to date.
struct TokenFile(std::path::PathBuf);

impl TokenProvider for TokenFile {
    fn token<'a>(&'a self, _transport: &'a Arc<dyn Transport>) -> BoxFuture<'a, Result<Secret, BoxError>> {
        Box::pin(async move {
            let token = std::fs::read_to_string(&self.0)?;
            Ok(Secret::from(token.trim()))
        })
    }
}

async fn provided(address: &str, path: std::path::PathBuf) -> Result<(), Box<dyn Error>> {
    let client = Client::builder(address).token_provider(TokenScheme::ServiceToken, TokenFile(path)).build()?;
    println!("{} stories", client.story().list("DEMO").await?.len());
    Ok(())
}
// ANCHOR_END: provider
