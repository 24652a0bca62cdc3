//! Downloads: a body that is received in chunks.

use std::error::Error;
use std::io::Write;

use project_management_client::Client;
use project_management_client::types::ExportProjectAsFormat;

pub async fn run(client: &Client) -> Result<(), Box<dyn Error>> {
    let mut file = tempfile::tempfile()?;
    whole(client).await?;
    in_chunks(client, &mut file).await?;
    assert!(file.metadata()?.len() > 0);
    Ok(())
}

async fn whole(client: &Client) -> Result<(), Box<dyn Error>> {
    // ANCHOR: whole
    let xml = client.project().export("DEMO").await?;
    println!("{} bytes", xml.len());
    // ANCHOR_END: whole
    Ok(())
}

// ANCHOR: chunks
async fn in_chunks(client: &Client, file: &mut std::fs::File) -> Result<(), Box<dyn Error>> {
    let download = client.project().export_as("DEMO", ExportProjectAsFormat::Xml).download().await?;
    let mut download = download.on_progress(|received, total| println!("{received} of {total:?} bytes"));
    while let Some(chunk) = download.next().await {
        file.write_all(&chunk?)?;
    }
    Ok(())
}
// ANCHOR_END: chunks
