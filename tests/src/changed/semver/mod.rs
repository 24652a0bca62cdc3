//! Compares the version bump of the comparison with the one that cargo-semver-checks finds in the emitted crates.
//!
//! cargo-semver-checks sees items and not the wire. It may require less than the comparison, but not more, and both
//! must detect removed items.

mod pair;
mod tool;

use std::path::PathBuf;
use std::process::ExitCode;

use bindery_cli::changes::Bump;
use clap::Parser;

use super::Fallible;
use pair::Pair;
use tool::Tool;

/// Compares the bindings of pairs of descriptions with cargo-semver-checks
#[derive(Debug, Parser)]
#[command(name = "semver")]
#[command(after_help = "Exit status: 0 it agrees on all pairs; 1 it does not on one; 2 a pair cannot be compared; 77 \
                        cargo-semver-checks is not there, and nothing was tried.")]
struct Arguments {
    /// The descriptions: an old one and a new one, and so on
    #[arg(value_name = "OLD NEW", required = true)]
    descriptions: Vec<PathBuf>,

    /// The folder for the crates and their documentation
    #[arg(long, value_name = "FOLDER", default_value = "target/semver")]
    out: PathBuf,
}

/// The exit status of a skipped test, as in Automake.
const SKIPPED: u8 = 77;

/// Runs the comparison with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if !tool::is_available() {
        eprintln!("skipped: cargo-semver-checks is not there: cargo install cargo-semver-checks");
        return ExitCode::from(SKIPPED);
    }
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
    }
}

/// Returns `true` if both agree on all pairs.
fn run(arguments: &Arguments) -> Fallible<bool> {
    let (pairs, []) = arguments.descriptions.as_chunks::<2>() else {
        return Err("an old description has no new one: name them in pairs".to_owned());
    };
    let tool = Tool::new(&arguments.out)?;
    println!("| pair | changes | ours | cargo-semver-checks | agree |\n|---|---|---|---|---|");
    let mut all = true;
    for [old, new] in pairs {
        let pair = Pair::read(old, new)?;
        let found = tool.bump(&pair)?;
        let agrees = agrees(&pair, found);
        all &= agrees;
        let answer = if agrees { "yes" } else { "NO" };
        println!("| {} | {} | {} | {found} | {answer} |", pair.name, pair.changes.changes.len(), pair.changes.bump());
    }
    Ok(all)
}

fn agrees(pair: &Pair, found: Bump) -> bool {
    found <= pair.changes.bump() && (found == Bump::Major || !pair.loses_items())
}
