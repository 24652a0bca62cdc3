//! Prints a description that uses every name of the support code and the emitted code for its own items.
//!
//! `cargo run -p bindery-tests --bin hostile > target/every-name/openapi.json`

use std::process::ExitCode;

use bindery::internal::config::Config;
use bindery::internal::diagnostic::Sink;
use bindery::internal::names::NameHistory;
use bindery::internal::source::{Request, SourceLocator, load};
use bindery_tests::hostile::{Names, description};

fn main() -> ExitCode {
    match text() {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
    }
}

/// Uses the code emitted for the fixture with the most features.
fn text() -> Result<String, String> {
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/service/full/openapi.yaml");
    let source = load(&Request::new(SourceLocator::File(fixture.into()))).map_err(|problem| problem.message)?;
    let config = Config::parse("bindery.toml", "name = \"service\"\nfeatures = [\"all\"]");
    let config = config.map_err(|problem| problem.message)?;
    let emission = bindery::internal::run(&source, &config, &NameHistory::default(), &mut Sink::new());
    let emission = emission.map_err(|problem| problem.message)?;
    let emitted: Vec<(String, String)> = emission.texts().filter(|(path, _)| path == "src/client.rs").collect();
    serde_json::to_string(&description(&Names::collect(&emitted)?)).map_err(|error| error.to_string())
}
