//! Checks the requirements of real users of generators, and prints the results.
//!
//! `cargo run --release -p bindery-tests --bin adopters -- FOLDER [CASE..]`
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this is what the program is for")]

use std::path::Path;
use std::process::ExitCode;

use bindery_tests::adopters::CASES;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("usage: adopters FOLDER [CASE..]");
        return ExitCode::from(2);
    };
    let names: Vec<String> = arguments.collect();
    let mut is_good = true;
    for case in CASES.iter().filter(|case| names.is_empty() || names.iter().any(|name| name == case.name)) {
        println!("{}", case.name);
        match case.points(Path::new(&folder)) {
            Ok(points) => {
                for point in points {
                    is_good &= point.result.is_ok();
                    println!("  {}: {}", point.what, point.result.err().unwrap_or_else(|| "yes".to_owned()));
                }
            }
            Err(problem) => {
                is_good = false;
                println!("  {problem}");
            }
        }
        for missing in case.missing {
            is_good = false;
            println!("  {missing}: cannot be said yet");
        }
    }
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
