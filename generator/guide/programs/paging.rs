//! Listings that come in pages.

use std::error::Error;

use project_management_client::Client;
use project_management_client::types::ProjectList;

pub async fn run(client: &Client) -> Result<(), Box<dyn Error>> {
    assert!(!names(client).await?.is_empty());
    assert!(count(client).await? > 0);
    first(client).await
}

async fn names(client: &Client) -> Result<Vec<String>, Box<dyn Error>> {
    // ANCHOR: items
    let mut names = Vec::new();
    let mut users = client.user().list().count(50).sorting("name").items();
    while let Some(user) = users.next().await {
        names.push(user?.username);
    }
    // ANCHOR_END: items
    Ok(names)
}

async fn count(client: &Client) -> Result<usize, Box<dyn Error>> {
    // ANCHOR: pages
    let mut projects = 0;
    let mut pages = client.project().list().count(2).pages();
    while let Some(page) = pages.next().await {
        match page? {
            ProjectList::Page(page) => projects += page.projects.len(),
            ProjectList::List(all) => projects += all.len(),
            _ => {}
        }
    }
    // ANCHOR_END: pages
    Ok(projects)
}

async fn first(client: &Client) -> Result<(), Box<dyn Error>> {
    // ANCHOR: first
    let mut users = client.user().list().items();
    if let Some(user) = users.next().await {
        println!("{}", user?.username);
    }
    // No other page is requested.
    drop(users);
    // ANCHOR_END: first
    Ok(())
}
