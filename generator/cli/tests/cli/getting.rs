//! Callers of the command: the action, the guide and cargo.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bindery_cli::command;
use serde_yaml::Value;

const ACTION: &str = ".github/actions/bindery/action.yml";
const RELEASE: &str = ".github/workflows/release.yml";

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap()
}

fn yaml(path: &str) -> Value {
    serde_yaml::from_str(&text(path)).unwrap()
}

/// The scripts of a job or an action.
fn scripts(value: &Value) -> Vec<&str> {
    let inner: Vec<&Value> = match value {
        Value::Mapping(members) => members.values().collect(),
        Value::Sequence(elements) => elements.iter().collect(),
        _ => Vec::new(),
    };
    let own = value.get("run").and_then(Value::as_str);
    own.into_iter().chain(inner.into_iter().flat_map(scripts)).collect()
}

/// Splits a shell line into words, up to the end of the command; optional lists are left empty.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for c in line.chars().chain([' ']) {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => quote = Some(c),
            (' ', None) => words.push(std::mem::take(&mut word)),
            (c, _) => word.push(c),
        }
    }
    let ends = |word: &String| matches!(word.as_str(), "||" | "|" | ">" | "#" | ";");
    let end = words.iter().position(ends).unwrap_or(words.len());
    words[..end].iter().filter(|word| !word.is_empty() && !word.contains("[@]")).cloned().collect()
}

/// Checks each call of the command against its arguments, and returns the number of calls.
fn check_calls<'l>(lines: impl Iterator<Item = &'l str>) -> usize {
    let plain = |line: &'l str| {
        let line = line.trim();
        let line = ["$ ", "entry: "].iter().find_map(|start| line.strip_prefix(start)).unwrap_or(line);
        let built = line.strip_prefix("cargo run --release -- ").map(|rest| format!("bindery {rest}"));
        built.unwrap_or_else(|| {
            line.strip_prefix("cargo bindery ").map_or_else(|| line.to_owned(), |rest| format!("bindery {rest}"))
        })
    };
    let is_call = |line: &String| line.starts_with("bindery ") && !line.contains("[OPTIONS]") && !line.contains('<');
    let calls: Vec<String> = lines.map(plain).filter(is_call).collect();
    for call in &calls {
        let words = words(call);
        assert!(command().try_get_matches_from(words).is_ok(), "{call}");
    }
    calls.len()
}

#[test]
fn the_action_uses_arguments_that_exist() {
    let action = yaml(ACTION);
    let steps = scripts(&action);
    assert_eq!(check_calls(steps.iter().flat_map(|script| script.lines())), 2);
    // The lists contain arguments of both commands, or of the one that has the list.
    for (option, of) in [
        ("config", "check update"),
        ("out", "check update"),
        ("token-env", "check update"),
        ("token-header", "check update"),
        ("offline", "check"),
        ("strict", "update"),
    ] {
        assert!(steps.iter().any(|script| script.contains(&format!("+=(--{option}"))), "{option}");
        for name in of.split(' ') {
            let command = command();
            let mut known = command.find_subcommand(name).unwrap().get_arguments().filter_map(|known| known.get_long());
            assert!(known.any(|known| known == option), "{name} has no --{option}");
        }
    }
    let filled: usize = steps.iter().map(|script| script.matches("+=(--").count()).sum();
    assert_eq!(filled, 6);
}

#[test]
fn the_readme_and_the_guide_use_arguments_that_exist() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../guide/src");
    let files = walkdir::WalkDir::new(guide).into_iter().map(|entry| entry.unwrap().into_path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let mut calls = 0;
    for page in files.map(|path| fs::read_to_string(path).unwrap()).chain([text("README.md")]) {
        let shells = page.split("```").skip(1).step_by(2);
        let shells = shells.filter(|block| ["sh\n", "text\n", "yaml\n"].iter().any(|kind| block.starts_with(kind)));
        calls += check_calls(shells.flat_map(str::lines));
    }
    assert!(calls >= 50, "{calls} calls");
}

#[test]
fn release_assets_match_the_manifest() {
    let release = yaml(RELEASE);
    let manifest: toml::Table = toml::from_str(&text("generator/cli/Cargo.toml")).unwrap();
    let binstall = &manifest["package"]["metadata"]["binstall"];
    let matrix = release["jobs"]["build"]["strategy"]["matrix"]["include"].as_sequence().unwrap();
    let targets: Vec<&str> = matrix.iter().map(|row| row["target"].as_str().unwrap()).collect();
    assert_eq!(targets.len(), 5);
    for target in targets {
        let format = binstall["overrides"].get(target).unwrap_or(binstall)["pkg-fmt"].as_str().unwrap();
        assert_eq!(format == "zip", target.contains("windows"));
        let inside = binstall["bin-dir"].as_str().unwrap();
        assert_eq!(inside.replace("{ target }", target), format!("bindery-{target}/{{ bin }}{{ binary-ext }}"));
    }
    let mut packed =
        scripts(&release).into_iter().filter(|script| script.contains("tar -czf \"$folder.tgz\" \"$folder\""));
    assert!(packed.next().unwrap().contains("folder=\"bindery-$TARGET\""));
    for owner in ["github.com/", "ghcr.io/"] {
        assert!(!text(ACTION).contains(owner) && !text(RELEASE).contains(owner), "the repository is not hard-coded");
    }
}

/// Runs the step of the action in a directory, and returns its exit status, its outputs and its log.
#[cfg(unix)]
fn act(folder: &Path, inputs: &[(&str, &str)]) -> (i32, String, String) {
    let action = yaml(ACTION);
    let step = action["runs"]["steps"].as_sequence().unwrap().last().unwrap().clone();
    let known: BTreeSet<String> =
        step["env"].as_mapping().unwrap().keys().map(|key| key.as_str().unwrap().to_owned()).collect();
    let runner = tempfile::tempdir().unwrap();
    let output = runner.path().join("output");
    let program = PathBuf::from(env!("CARGO_BIN_EXE_bindery"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut bash = Command::new("bash");
    bash.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"].as_str().unwrap()]).current_dir(folder);
    bash.env("PATH", path).env("RUNNER_TEMP", runner.path()).env("GITHUB_OUTPUT", &output);
    bash.env("GITHUB_STEP_SUMMARY", runner.path().join("summary"));
    bash.env("COMMAND", "check").env("OFFLINE", "false").env("STRICT", "false");
    for (name, value) in inputs {
        assert!(known.contains(*name), "{name}");
        bash.env(name, value);
    }
    let found = bash.output().unwrap();
    let printed = String::from_utf8(found.stdout).unwrap() + &String::from_utf8(found.stderr).unwrap();
    (found.status.code().unwrap(), fs::read_to_string(output).unwrap_or_default(), printed)
}

#[cfg(unix)]
#[test]
fn the_action_checks_and_updates() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let description = |version: &str, more: &str| {
        format!(
            "openapi: 3.0.3\ninfo: {{ title: T, version: '{version}' }}\npaths:\n  /a: {{ get: {{ responses: {{ '204': {{ description: d }} }} }} }}\n{more}"
        )
    };
    fs::write(at.join("openapi.yaml"), description("1", "")).unwrap();
    fs::write(at.join("bindery.toml"), "description = \"openapi.yaml\"\nout = \"client\"\n").unwrap();
    let made = Command::new(env!("CARGO_BIN_EXE_cargo-bindery")).args(["bindery", "generate"]).current_dir(at).output();
    assert!(made.unwrap().status.success());

    let (status, outputs, printed) = act(at, &[]);
    assert!(status == 0 && outputs.contains("up-to-date=true"), "{status} {outputs} {printed}");
    fs::write(
        at.join("openapi.yaml"),
        description("2", "  /b: { get: { responses: { '204': { description: d } } } }\ncomponents: { schemas: { A: { type: strange } } }\n"),
    )
    .unwrap();
    let (status, outputs, printed) = act(at, &[]);
    assert!(status == 5 && outputs.contains("up-to-date=false"), "{status} {outputs} {printed}");
    assert!(printed.contains("\n::error title=bindery check::") && printed.contains("bindery update"), "{printed}");
    let (status, _, printed) = act(at, &[("OFFLINE", "true"), ("CONFIG", "bindery.toml"), ("OUT", "client")]);
    assert_eq!(status, 5, "a file needs no network: {printed}");

    let (status, _, printed) = act(at, &[("COMMAND", "update"), ("STRICT", "true")]);
    assert_eq!(status, 1, "{printed}");
    assert!(printed.contains("::warning file=openapi.yaml,line=6,col="), "{printed}");
    let (status, outputs, printed) = act(at, &[("COMMAND", "update"), ("SOURCE", "openapi.yaml")]);
    assert!(status == 0 && outputs.contains("up-to-date=false") && printed.contains("`GET /b`"), "{status} {printed}");
    let (status, outputs, printed) = act(at, &[("COMMAND", "update")]);
    assert!(status == 0 && outputs.contains("up-to-date=true"), "{status} {printed}");
    let (status, _, printed) = act(at, &[("COMMAND", "update; rm x"), ("BINDERY_TOKEN", "s3cret")]);
    assert!(status == 2 && !printed.contains("s3cret"), "{printed}");
}

/// Without a change of its inputs, `generate` compares nothing: only this test shows that a change of the generator reaches
/// the vendored client.
#[test]
fn the_vendored_client_is_what_the_generator_emits() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let arguments = ["generate", "--regenerate", "--dry-run"];
    let output = Command::new(env!("CARGO_BIN_EXE_bindery")).args(arguments).current_dir(root).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.starts_with("generated-client is up to date"), "run `cargo run -- generate --regenerate`: {text}");
}
