//! The workspace with all clients and the program that calls them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Map, Value, json};

use crate::changed::{Fallible, at};
use crate::{crates, repository};

use super::call::Call;
use super::client::Client;

/// The name of the package with the program.
const PACKAGE: &str = "conformance-calls";

/// The clients, and the calls of the scenarios by the package of their client and by name.
#[derive(Debug)]
pub(super) struct Program {
    folder: PathBuf,
    pub(super) clients: BTreeMap<String, Client>,
    pub(super) calls: BTreeMap<String, BTreeMap<String, Call>>,
}

impl Program {
    pub(super) fn new() -> Self {
        Self { folder: crates::folder("conformance"), clients: BTreeMap::new(), calls: BTreeMap::new() }
    }

    /// Compiles the program.
    pub(super) fn build(&self) -> Fallible<()> {
        crates::workspace(&self.folder, &self.clients.keys().cloned().chain([PACKAGE.to_owned()]).collect::<Vec<_>>())?;
        for (package, client) in &self.clients {
            let kept = |path: &str| ["Cargo.toml", "README.md"].contains(&path) || path.starts_with("src/");
            let files = client.files.clone().into_iter().filter(|(path, _)| kept(path));
            // The example is not kept.
            let files = files.map(|(path, text)| (path, text.replace("[[example]]\nname = \"first\"\n", "")));
            crates::replace(&self.folder.join(package), files)?;
        }
        let harness = &repository::files(&repository::path("tests/conformance"))["harness.rs"];
        let (mut main, mut clients) = (harness.clone(), String::new());
        let mut files = vec![("Cargo.toml".to_owned(), self.manifest())];
        for (package, calls) in &self.calls {
            let module = package.replace('-', "_");
            // Writing to a string cannot fail.
            let _ = writeln!(main, "mod calls_{module};");
            let _ = writeln!(clients, "    ({package:?}, calls_{module}::CALLS),");
            let mut text = format!(
                "#![allow(warnings)]\nuse std::collections::BTreeMap;\nuse crate::*;\nuse bindery_runtime::*;\n\
                 use {module}::*;\nuse {module}::{{Client, api, types}};\n\npub const CALLS: Calls = &[\n"
            );
            for (name, call) in calls {
                let _ = writeln!(text, "    ({name:?}, |inputs| Box::pin(async move {{ {} }})),", call.text);
            }
            files.push((format!("src/calls_{module}.rs"), text + "];\n"));
        }
        let _ = writeln!(main, "const CLIENTS: &[(&str, Calls)] = &[\n{clients}];");
        files.push(("src/main.rs".to_owned(), main));
        crates::replace(&self.folder.join(PACKAGE), files)?;
        crates::succeed(&crates::cargo(&self.folder, &["build", "--quiet", "--package", PACKAGE])?)
    }

    fn manifest(&self) -> String {
        let clients = self.clients.iter().map(|(package, client)| {
            let feature = "read-requests";
            let has = client.files["Cargo.toml"].contains(&format!("\n{feature} = "));
            let features = if has { format!(", features = [{feature:?}]") } else { String::new() };
            format!("{package} = {{ path = \"../{package}\"{features} }}\n")
        });
        format!(
            "[package]\nname = \"{PACKAGE}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n\
             tokio = {{ version = \"1\", features = [\"macros\", \"rt\", \"time\"] }}\n{}\n\
             [dependencies.bindery-runtime]\npath = {:?}\ndefault-features = false\n\
             features = [\"base64\", \"jiff\", \"patterns\", \"reqwest\", \"uuid\"]\n",
            clients.collect::<String>(),
            repository::path("templates"),
        )
    }

    /// Makes the calls of some clients at a server, and returns the problem of each call, which is empty if it passed.
    pub(super) fn run(&self, packages: &[String], address: &str) -> Fallible<BTreeMap<String, String>> {
        let calls = self.calls.iter().filter(|(package, _)| packages.contains(package)).map(|(package, calls)| {
            let call = |call: &Call| json!({ "inputs": call.inputs, "expected": call.expected });
            let calls: Map<_, _> = calls.iter().map(|(name, made)| (name.clone(), call(made))).collect();
            (package.clone(), Value::from(calls))
        });
        let file = self.folder.join("calls.json");
        let text = Value::Object(calls.collect()).to_string().replace("http://localhost:PORT", address);
        fs::write(&file, text).map_err(at("written", &file))?;
        let program = crates::program(PACKAGE)?;
        let output = Command::new(&program).arg(address).arg(&file).output().map_err(at("run", &program))?;
        crates::succeed(&output)?;
        let output = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines = output.lines().filter_map(|line| line.split_once('\t'));
        Ok(lines.map(|(name, problem)| (name.to_owned(), problem.to_owned())).collect())
    }
}
