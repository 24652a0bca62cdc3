//! `bindery-fuzz TARGET FILE..` runs a target on files (inputs that failed, or seeds). `bindery-fuzz targets` lists the
//! targets, and `bindery-fuzz seeds TARGET FOLDER` copies the seeds of a target to a folder.
//!
//! If built with `--cfg libfuzzer`, as `run.sh` does, the program is libFuzzer with its options; `FUZZ_TARGET` selects
//! the target.
#![cfg_attr(libfuzzer, no_main)]

#[cfg(libfuzzer)]
mod engine;
#[cfg(not(libfuzzer))]
mod replay;

#[cfg(not(libfuzzer))]
fn main() -> std::process::ExitCode {
    replay::main()
}
