//! Runs the command in a separate process.
#![allow(unreachable_pub, reason = "a module of several tests")]

use std::path::Path;
use std::process::{Command, Stdio};

/// The result of a run of the command.
pub struct Run {
    pub status: i32,
    pub stdout: String,
    /// The text on standard error.
    pub text: String,
}

/// Runs the command in a directory.
pub fn bindery(folder: &Path, arguments: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bindery"));
    let output = command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    Run {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        text: String::from_utf8(output.stderr).unwrap(),
    }
}
