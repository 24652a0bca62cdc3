//! Instances of every schema of every fixture, read and written by the emitted types.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bindery::Emission;
use bindery::config::Config;
use bindery::diagnostic::Sink;
use bindery::emit::{DateLibrary, Settings};
use bindery::source::{Location, Request, load};
use bindery_tests::round_trip::{Root, Trial, defaults, files, judge, roots, trials};
use serde_json::Value;

struct Judged {
    name: String,
    emission: Emission,
    roots: Vec<Root>,
    trials: Vec<Trial>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn descriptions() -> Vec<(String, PathBuf)> {
    let valid = fs::read_dir(root().join("fixtures/valid")).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<(String, PathBuf)> =
        valid.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), path.join("openapi.yaml"))).collect();
    found.push(("service".to_owned(), root().join("fixtures/service/full/openapi.yaml")));
    found.push(("published".to_owned(), root().join("fixtures/service/published/openapi.json")));
    found.sort();
    found
}

fn judged(name: String, path: &Path) -> Option<Judged> {
    let source = load(&Request::new(Location::File(path.to_owned()))).unwrap();
    let settings = Settings {
        crate_name: name.clone(),
        crate_version: "0.1.0".to_owned(),
        dates: DateLibrary::Jiff,
        validate: false,
        whole_crate: true,
    };
    let emission = bindery::run(&source, &Config::default(), settings, &mut Sink::new()).unwrap();
    let document: Value = serde_yaml::from_str(source.text()).unwrap();
    // Instances are made of OpenAPI 3 only.
    document.get("openapi")?;
    let roots = roots(&emission);
    let trials = trials(&document, &roots, 60);
    (!roots.is_empty()).then_some(Judged { name, emission, roots, trials })
}

#[test]
fn every_instance_of_every_fixture_comes_back_equal() {
    let place = tempfile::tempdir().unwrap();
    let judged: Vec<Judged> = descriptions().into_iter().filter_map(|(name, path)| judged(name, &path)).collect();
    for one in &judged {
        for (path, text) in files(&one.emission, &one.roots, &format!("round-trip-{}", one.name)) {
            let path = place.path().join(&one.name).join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }
    let members: Vec<String> = judged.iter().map(|one| format!("{:?}", one.name)).collect();
    let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = [{}]\n", members.join(", "));
    fs::write(place.path().join("Cargo.toml"), manifest).unwrap();
    fs::copy(root().join("Cargo.lock"), place.path().join("Cargo.lock")).unwrap();
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from).join("round-trip");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--workspace", "--quiet"])
        .current_dir(place.path())
        .env("CARGO_TARGET_DIR", &target)
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let mut failures = Vec::new();
    let mut count = 0;
    for one in &judged {
        let program = target.join("debug").join(format!("round-trip-{}", one.name));
        let answer = answer(&program, &one.trials);
        count += one.trials.len();
        for failure in judge(&one.roots, &one.trials, &defaults(&one.emission), &answer) {
            let place = format!("{} {} ({})", one.name, failure.root.pointer, failure.label);
            failures.push(format!("{place}: {}", failure.reason));
        }
    }
    assert!(count > 500, "{count} instances are few");
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}

fn answer(program: &Path, trials: &[Trial]) -> String {
    let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines: String = trials.iter().map(|trial| format!("{}\t{}\n", trial.root, trial.value)).collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    drop(writer.join());
    String::from_utf8(output.stdout).unwrap()
}
