//! Runs targets without an engine.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it is a command")]

use std::io;
use std::path::Path;
use std::process::ExitCode;

use bindery_fuzz::{TARGETS, Target, seeds};

pub(crate) fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["targets"] => {
            TARGETS.iter().for_each(|target| println!("{}", target.name));
            Ok(())
        }
        ["seeds", name, folder] => find_target(name).and_then(|target| copy_seeds(target, Path::new(folder))),
        [name, first, ..] if !first.is_empty() => find_target(name).and_then(|target| check(target, &arguments[1..])),
        _ => Err("usage: bindery-fuzz TARGET FILE.. | targets | seeds TARGET FOLDER".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

fn find_target(name: &str) -> Result<&'static Target, String> {
    Target::by_name(name).ok_or_else(|| format!("unknown target `{name}`; `bindery-fuzz targets` lists them"))
}

fn check(target: &Target, files: &[&str]) -> Result<(), String> {
    for file in files {
        let bytes = std::fs::read(file).map_err(|error| format!("{file} cannot be read: {error}"))?;
        (target.check)(&bytes);
    }
    println!("{}: {} inputs without a finding", target.name, files.len());
    Ok(())
}

/// Copies the seeds; the names show where they come from.
fn copy_seeds(target: &Target, folder: &Path) -> Result<(), String> {
    let copied = |problem: io::Error| format!("the seeds of {} cannot be copied: {problem}", target.name);
    for (path, bytes) in seeds(target).map_err(copied)? {
        let name = path.to_string_lossy().replace(['/', '\\'], "-");
        std::fs::write(folder.join(name), bytes).map_err(copied)?;
    }
    Ok(())
}
