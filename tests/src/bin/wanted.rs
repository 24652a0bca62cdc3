//! Emits the clients of descriptions, and compiles and runs the program next to each.
//!
//! `cargo run -p bindery-tests --bin wanted -- FOLDER [CASE..]`
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this is what the program is for")]

use std::path::Path;
use std::process::ExitCode;

use bindery_tests::wanted;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("usage: wanted FOLDER [CASE..]");
        return ExitCode::from(2);
    };
    let folder = Path::new(&folder);
    let names: Vec<String> = arguments.collect();
    let names = if names.is_empty() { wanted::cases(folder) } else { Ok(names) };
    match names.and_then(|names| wanted::run(folder, &names)) {
        Ok(results) => {
            for (name, result) in &results {
                println!("{name}: {}", result.as_ref().err().map_or("runs", String::as_str));
            }
            let good = results.iter().filter(|(_, result)| result.is_ok()).count();
            println!("{good} of {} run", results.len());
            if good == results.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}
