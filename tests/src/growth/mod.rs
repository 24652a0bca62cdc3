//! Checks that the cost of a description is linear in its length.
//!
//! Each recipe is written at a size and at twice that size. Twice the text may take a bit more than twice the CPU time,
//! since tables outgrow caches; quadratic code takes four times as much.

mod recipe;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use bindery::internal::config::Config;
use bindery::internal::diagnostic::{Code, Sink};
use bindery::internal::names::NameHistory;
use bindery::internal::source::{Input, Request, SourceLocator, load};
use bindery::internal::text::Source;
use bindery_cli::report::json;
use bindery_serve::{ReceivedRequest, ServedDescription};
pub use recipe::{RECIPES, Recipe, Work};

use crate::corpus::timed;

/// Maximum ratio of the CPU times for twice the text.
pub const MAX_RATIO: f64 = 2.6;

/// The cost of one description.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Size of the text.
    pub bytes: usize,
    /// CPU time, if the generation ended as expected.
    pub milliseconds: f64,
}

/// Generates all files for a recipe at a size, and returns the lowest cost of some runs.
///
/// # Errors
///
/// Returns an error if the generation did not end as expected.
pub fn cost(recipe: &Recipe, size: usize, runs: usize) -> Result<Cost, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let input = input(recipe, size, folder.path())?;
    let config = Config::parse("bindery.toml", &(recipe.configuration)(size)).map_err(|problem| problem.message)?;
    let mut cost = Cost { bytes: input.source.text().len(), milliseconds: f64::INFINITY };
    for _ in 0..runs {
        let (outcome, milliseconds) = timed(|| match recipe.work {
            Work::Generate => generate(&input, &config).or_else(|| compare(&input, &config)),
            Work::Serve => serve(&input),
        });
        if outcome != recipe.refused {
            return Err(format!("{} of them are refused for {outcome:?} and not for {:?}", size, recipe.refused));
        }
        cost.milliseconds = cost.milliseconds.min(milliseconds);
    }
    Ok(cost)
}

/// Writes the files of a recipe, and returns the description.
fn input(recipe: &Recipe, size: usize, folder: &Path) -> Result<Input, String> {
    let files = (recipe.files)(size);
    if files.is_empty() {
        return Ok(Source::new("growth", (recipe.write)(size)).into());
    }
    let description = ("growth.json".to_owned(), (recipe.write)(size));
    for (name, text) in files.iter().chain([&description]) {
        fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
    }
    load(&Request::new(SourceLocator::File(folder.join("growth.json")))).map_err(|problem| problem.message)
}

/// Returns the code of the error, if the description is rejected.
fn generate(input: &Input, config: &Config) -> Option<Code> {
    match bindery::internal::run(input, config, &NameHistory::default(), &mut Sink::new()) {
        Ok(emission) => {
            std::hint::black_box(emission.texts().map(|(path, text)| path.len() + text.len()).sum::<usize>());
            None
        }
        Err(problem) => Some(problem.code),
    }
}

/// Compares a description with one in which strings are integers.
fn compare(input: &Input, config: &Config) -> Option<Code> {
    let new = input.source.text().replace(r#""type":"string""#, r#""type":"integer""#);
    let changes = bindery_cli::changes::changes_between(input, Source::new("growth", new), config);
    changes.map(|changes| drop(std::hint::black_box(json(&changes)))).err().map(|problem| problem.code)
}

/// Answers a request for `POST /a` by a description.
fn serve(input: &Input) -> Option<Code> {
    let request = ReceivedRequest {
        method: "POST".to_owned(),
        path: "/a".to_owned(),
        query: String::new(),
        headers: vec![("content-type".to_owned(), "application/json".to_owned())],
        body: b"{}".to_vec(),
    };
    let served = ServedDescription::new(input, &Config::default());
    served.map(|served| drop(std::hint::black_box(served.answer(&request)))).err().map(|problem| problem.code)
}

/// Prints a line for each recipe, at sizes just below the limits. Fails if a cost grows too fast.
#[expect(clippy::print_stdout, reason = "this is what the program is for")]
#[must_use]
pub fn main() -> ExitCode {
    let mut worst = ExitCode::SUCCESS;
    println!("{:40} {:>9} {:>11} {:>9} {:>6}", "many", "of them", "bytes", "ns/byte", "growth");
    for recipe in RECIPES {
        let size = recipe.small * 6;
        match cost(recipe, size, 1).and_then(|one| Ok((one, cost(recipe, 2 * size, 1)?))) {
            Ok((one, two)) => {
                let growth = two.milliseconds / one.milliseconds * one.bytes as f64 * 2.0 / two.bytes as f64;
                let by_byte = two.milliseconds * 1e6 / two.bytes as f64;
                println!("{:40} {:>9} {:>11} {by_byte:>9.0} {growth:>6.2}", recipe.name, 2 * size, two.bytes);
                if growth > MAX_RATIO {
                    worst = ExitCode::FAILURE;
                }
            }
            Err(problem) => {
                println!("{:40} {problem}", recipe.name);
                worst = ExitCode::FAILURE;
            }
        }
    }
    worst
}
