//! Prism, a mock server for any description, from npm.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::Fallible;

/// Maximum time for Prism to read a description.
const START: Duration = Duration::from_secs(120);

const PACKAGE: &str = include_str!("../../wire/package.json");

/// A Prism process that serves one description until it is dropped.
#[derive(Debug)]
pub(super) struct Prism {
    child: Child,
    address: String,
    log: PathBuf,
}

/// The violations that Prism reports.
#[derive(Debug)]
pub(super) struct Violations {
    /// In a request.
    pub(super) request: Vec<String>,
    /// In its own response.
    pub(super) answer: Vec<String>,
}

/// Returns `true` if Node is installed.
pub(super) fn is_available() -> bool {
    let runs = |program: &str| {
        let mut command = Command::new(program);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    runs("node") && runs(NPM)
}

const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Installs Prism below a folder, and returns the path of its script.
pub(super) fn install(out: &Path) -> Fallible<PathBuf> {
    let out = std::path::absolute(out).map_err(|error| error.to_string())?;
    let folder = out.join("prism");
    let script = folder.join("node_modules/@stoplight/prism-cli/dist/index.js");
    let package = folder.join("package.json");
    if script.exists() && fs::read_to_string(&package).ok().as_deref() == Some(PACKAGE) {
        return Ok(script);
    }
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    fs::write(&package, PACKAGE).map_err(|error| format!("{}: {error}", package.display()))?;
    eprintln!("installing Prism");
    let installed = Command::new(NPM)
        .args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"])
        .current_dir(&folder)
        .stdout(Stdio::null())
        .status();
    match installed {
        Ok(status) if status.success() => Ok(script),
        Ok(status) => Err(format!("npm could not install Prism: {status}")),
        Err(error) => Err(format!("npm: {error}")),
    }
}

impl Prism {
    /// Starts Prism for a description, and waits until it responds.
    pub(super) fn start(script: &Path, description: &Path, folder: &Path) -> Fallible<Self> {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = free.map_err(|error| format!("no port is free: {error}"))?.port();
        let path = folder.join("prism.log");
        let log = fs::File::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let errors = log.try_clone().map_err(|error| error.to_string())?;
        let child = Command::new("node")
            .arg(script)
            .args(["mock", "--host", "127.0.0.1", "--port", &port.to_string(), "--multiprocess", "false"])
            .arg(description)
            .stdout(log)
            .stderr(errors)
            .spawn()
            .map_err(|error| format!("node: {error}"))?;
        let mut prism = Self { child, address: format!("http://127.0.0.1:{port}"), log: path };
        prism.wait(port)?;
        Ok(prism)
    }

    fn wait(&mut self, port: u16) -> Fallible<()> {
        let start = Instant::now();
        while start.elapsed() < START {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return Ok(());
            }
            if let Ok(Some(status)) = self.child.try_wait() {
                return Err(format!("Prism cannot serve it: it ended with {status}, see prism.log"));
            }
            thread::sleep(Duration::from_millis(100));
        }
        Err("Prism takes too long to start".to_owned())
    }

    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Returns `true` if Prism ended: some requests crash it.
    pub(super) fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// Returns the number of requests that Prism has logged.
    pub(super) fn request_count(&self) -> usize {
        fs::metadata(&self.log).map_or(0, |log| log.len() as usize)
    }

    /// Returns the violations since then: in the request, and in Prism's own response.
    pub(super) fn violations(&self, since: usize) -> Violations {
        let log = fs::read(&self.log).unwrap_or_default();
        let new = String::from_utf8_lossy(log.get(since..).unwrap_or_default()).into_owned();
        let lines = |mark: &str| {
            let found = new.lines().filter_map(|line| line.split_once(mark).map(|(_, rest)| rest.trim().to_owned()));
            found.collect::<Vec<_>>()
        };
        Violations { request: lines("Violation: request"), answer: lines("Violation: response") }
    }
}

impl Drop for Prism {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
