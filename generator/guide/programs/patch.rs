//! Absent, null, and a value.

use std::error::Error;

use project_management_client::Client;
use project_management_client::types::{ProjectPreferencesUpdate, ProjectUpdate};

pub async fn run(client: &Client) -> Result<(), Box<dyn Error>> {
    states()?;
    let start = client.project().get("DEMO").await?.start_date;
    // ANCHOR: update
    let preferences = ProjectPreferencesUpdate::new().hide_weekend(true).clear_stake_holder_restricted_views();
    let update = ProjectUpdate::new(start).preferences(preferences);
    client.project().update("DEMO", update).await?;
    // ANCHOR_END: update
    Ok(())
}

fn states() -> Result<(), serde_json::Error> {
    // ANCHOR: states
    let unset = ProjectPreferencesUpdate::new();
    let null = ProjectPreferencesUpdate::new().clear_stake_holder_restricted_views();
    let value = ProjectPreferencesUpdate::new().stake_holder_restricted_views("backlog");

    assert_eq!(serde_json::to_string(&unset)?, "{}");
    assert_eq!(serde_json::to_string(&null)?, r#"{"stakeHolderRestrictedViews":null}"#);
    assert_eq!(serde_json::to_string(&value)?, r#"{"stakeHolderRestrictedViews":"backlog"}"#);
    // ANCHOR_END: states
    // ANCHOR: read
    assert_eq!(value.stake_holder_restricted_views.value().map(String::as_str), Some("backlog"));
    assert_eq!(null.stake_holder_restricted_views.value(), None);
    // ANCHOR_END: read
    Ok(())
}
