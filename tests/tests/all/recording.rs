//! The recorder of clients: what it writes, and that `bindery observe` reads it.

use std::fs;
use std::path::Path;
use std::process::Command;

use bindery_tests::repository;
use bindery_tests::stand_in::{Canned, Options, StandIn};
use project_management_client::Client;
use project_management_client::runtime::Recorder;
use project_management_client::types::StoryCreate;
use serde_json::{Value, json};

type Result = std::result::Result<(), Box<dyn std::error::Error>>;

const COMMAND: &str = env!("CARGO_BIN_EXE_command");

fn client(stand_in: &StandIn, recorder: Recorder) -> Client {
    let builder = Client::builder(stand_in.address()).token(stand_in.token("owner"));
    builder.attempt_middleware(recorder).build().unwrap()
}

fn entries(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn recorded_calls_are_observed() -> Result {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("traffic.har.jsonl");
    let stand_in = StandIn::start(Options::default())?;
    let client = client(&stand_in, Recorder::append(&file));
    let mut story = serde_json::to_value(client.story().create("DEMO", StoryCreate::new("Search by tag")).await?)?;
    if let Some(members) = story.as_object_mut() {
        members.remove("rank");
        members.insert("access_token".to_owned(), "hush".into());
    }
    stand_in.answer_next(Canned::json(200, &json!([story]).to_string()));
    let error = client.story().list("DEMO").await.unwrap_err().to_string();
    assert!(error.ends_with("[fields]\n    \"Story.rank\" = { required = false }"), "{error}");
    assert!(!error.contains("hush"), "{error}");
    let page = fs::read_to_string(repository::path("generator/guide/src/using/observe.md"))?;
    let shown = error.lines().filter(|line| !line.trim_start().starts_with("near"));
    shown.for_each(|line| assert!(page.contains(line), "the page has no `{line}`: {error}"));
    let blocking = std::thread::spawn(move || client.story().get("DEMO", 99_999).send_blocking().map(drop));
    let missing = tokio::task::spawn_blocking(move || blocking.join().unwrap()).await?;
    assert_eq!(missing.unwrap_err().status().map(|status| status.as_u16()), Some(404));

    let recorded = entries(&file);
    let calls = |entry: &Value| (entry["request"]["method"].clone(), entry["response"]["status"].clone());
    let calls: Vec<_> = recorded.iter().map(calls).collect();
    assert_eq!(
        calls,
        [("POST", 201), ("GET", 200), ("GET", 404)].map(|(method, status)| (json!(method), json!(status)))
    );
    assert!(recorded[0]["request"]["postData"]["text"].as_str().unwrap().contains("Search by tag"));
    assert!(recorded[1]["response"]["content"]["text"].as_str().unwrap().contains("\"access_token\":\"***\""));
    let text = fs::read_to_string(&file)?;
    assert!(!text.contains("hush") && !text.contains(&stand_in.token("owner")), "{text}");
    #[cfg(unix)]
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&file)?.permissions()) & 0o777, 0o600);

    let description = repository::path("fixtures/service/full/openapi.yaml");
    let config = format!("description = {description:?}\nout = \"client\"\nname = \"project-management-client\"\n");
    fs::write(folder.path().join("bindery.toml"), config)?;
    let output = Command::new(COMMAND).arg("observe").arg(&file).arg("--write").current_dir(folder.path()).output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // Another operation sent the member, so that only this response is corrected.
    let corrected = fs::read_to_string(folder.path().join("observed.overlay.yaml"))?;
    assert!(corrected.contains("without `Story.rank`") && !corrected.contains("hush"), "{corrected}");
    Ok(())
}

#[tokio::test]
async fn long_bodies_have_a_length_only_and_a_file_that_cannot_be_written_fails_no_call() -> Result {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("traffic.har.jsonl");
    let stand_in = StandIn::start(Options::default())?;
    client(&stand_in, Recorder::append(&file).max_body_bytes(10)).story().list("DEMO").await?;
    let content = entries(&file)[0]["response"]["content"].clone();
    assert!(content["size"].as_u64().unwrap() > 10 && content.get("text").is_none(), "{content}");
    client(&stand_in, Recorder::append(folder.path())).story().list("DEMO").await?;
    Ok(())
}
