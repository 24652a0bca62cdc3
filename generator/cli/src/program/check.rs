//! Checks a program against a version of its client.

use std::process::Output;

use super::diagnostics::{Message, Messages};
use super::overlay::Overlay;
use super::packages::{Program, cargo, output, problem};
use super::upgrade::{ClientUpgrade, Side};
use super::wrapper;
use bindery::internal::diagnostic::Result;

/// Checks a program in an overlay.
pub(super) struct Checker<'p> {
    program: &'p Program,
    upgrade: &'p ClientUpgrade,
    overlay: Overlay,
}

impl<'p> Checker<'p> {
    pub(super) fn new(program: &'p Program, upgrade: &'p ClientUpgrade) -> Result<Self> {
        Ok(Self { program, upgrade, overlay: Overlay::new(program, &upgrade.folder)? })
    }

    /// Returns the messages about the program with a version of the client.
    pub(super) fn check(&self, side: Side) -> Result<Vec<Message>> {
        self.overlay.fill(&self.upgrade.files(side), self.program)?;
        let offline = self.run(true)?;
        let root = self.overlay.path(&self.program.root);
        let parse = |output: &Output| Messages::parse(&String::from_utf8_lossy(&output.stdout), &self.overlay, &root);
        let mut messages = parse(&offline);
        if !messages.is_finished {
            // The new version may have dependencies that were not downloaded yet.
            let online = self.run(false)?;
            messages = parse(&online);
            if !messages.is_finished {
                let lines = String::from_utf8_lossy(&online.stderr).lines().map(str::to_owned).collect();
                let message = format!("cargo cannot check `{}`", self.program.given.display());
                return Err(Box::new(problem(message, "fix the problem that cargo reports").detail(lines)));
            }
        }
        let is_about_client = |message: &Message| message.span().is_some_and(|span| self.upgrade.contains(&span.file));
        let (client, program): (Vec<Message>, Vec<Message>) = messages.all.into_iter().partition(is_about_client);
        match client.into_iter().find(|message| message.is_error) {
            Some(message) => {
                let text = format!("the client in `{}` does not compile", self.upgrade.folder.display());
                let help = "regenerate it with `bindery generate`, or fix your changes to it";
                Err(Box::new(problem(text, help).detail(vec![message.rendered])))
            }
            None => Ok(program),
        }
    }

    fn run(&self, offline: bool) -> Result<Output> {
        let root = &self.program.root;
        let mut command = cargo();
        command.args(["check", "--all-targets", "--keep-going", "--message-format", "json", "--manifest-path"]);
        command.arg(self.overlay.path(root).join("Cargo.toml")).args(offline.then_some("--offline"));
        for package in &self.program.packages {
            command.args(["--package", &package.name]);
        }
        // Cargo reads the configuration and the toolchain of the working directory.
        command.current_dir(root).env("CARGO_TARGET_DIR", &self.program.target);
        wrapper::wrap(&mut command);
        output(&mut command)
    }
}
