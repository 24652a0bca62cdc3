//! The compiler of the checks: rustc, with deprecations reported even where the program allows them.
//!
//! Flags for all crates would compile all dependencies again. Cargo runs the wrapper for the packages of the workspace
//! only, and the wrapper is this program.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::OnceLock;

/// The environment variable that makes this program run the compiler.
const VARIABLE: &str = "BINDERY_RUN_COMPILER";

/// This program, unless it is another one that uses the library.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Runs the compiler and returns its status if cargo started this program as a wrapper. Otherwise remembers that this
/// program can be one. Build scripts inherit the environment: `is_command` returns `true` for a first argument that cannot be
/// the path of a compiler.
pub(crate) fn run_as_compiler(is_command: impl FnOnce(&OsStr) -> bool) -> Option<ExitCode> {
    let compiler = std::env::args_os().nth(1).filter(|first| !is_command(first));
    if std::env::var_os(VARIABLE).is_none() || compiler.is_none() {
        // Without its own path, checks report what the program does not allow.
        std::env::current_exe().into_iter().for_each(|path| drop(PROGRAM.set(path)));
        return None;
    }
    let arguments: Vec<OsString> =
        std::env::args_os().skip(2).chain(["--force-warn".into(), "deprecated".into()]).collect();
    let status = Command::new(compiler?).args(arguments).env_remove(VARIABLE).status();
    let code = status.ok().and_then(|status| u8::try_from(status.code()?).ok());
    Some(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Makes cargo run this program instead of the compiler.
pub(super) fn wrap(cargo: &mut Command) {
    if let Some(program) = PROGRAM.get() {
        cargo.env("RUSTC_WORKSPACE_WRAPPER", program).env(VARIABLE, "1");
    }
}
