//! Plants lies in descriptions: `cargo run -p bindery-tests --bin planted -- [--count N] FILES`.

use std::path::PathBuf;

use bindery::internal::source::{Request, SourceLocator, load};
use bindery_tests::planted::plant;
use clap::Parser;

#[derive(Parser)]
struct Arguments {
    /// The number of lies in each description
    #[arg(long, default_value_t = 50)]
    count: usize,
    /// Show what went wrong
    #[arg(long)]
    verbose: bool,
    /// The descriptions
    files: Vec<PathBuf>,
}

fn main() {
    let arguments = Arguments::parse();
    let (mut lies, mut found, mut right, mut surplus) = (0, 0, 0, 0);
    for file in &arguments.files {
        let Ok(input) = load(&Request::new(SourceLocator::File(file.clone()))) else { continue };
        let planted = plant(&input, 64, arguments.count);
        println!(
            "{}: {} lies, {} found, {} right, {} surplus",
            file.display(),
            planted.lies,
            planted.found,
            planted.right,
            planted.surplus
        );
        if arguments.verbose {
            planted.problems.iter().for_each(|problem| println!("  {problem}"));
        }
        (lies, found, right, surplus) =
            (lies + planted.lies, found + planted.found, right + planted.right, surplus + planted.surplus);
    }
    println!("all: {lies} lies, {found} found, {right} right, {surplus} surplus");
}
