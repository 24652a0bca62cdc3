//! `bindery-fuzz TARGET FILE..` runs a target on files: an input that failed, or seeds. `bindery-fuzz targets` lists the targets,
//! and `bindery-fuzz seeds TARGET FOLDER` copies the seeds of one into a folder.
//!
//! Built with `--cfg libfuzzer`, as `run.sh` does, it is libFuzzer with its options; `FUZZ_TARGET` names the target.
#![cfg_attr(libfuzzer, no_main)]

#[cfg(libfuzzer)]
mod engine;
#[cfg(not(libfuzzer))]
mod replay;

#[cfg(not(libfuzzer))]
fn main() -> std::process::ExitCode {
    replay::main()
}
