//! Runs a description through all stages except writing the files.

use std::path::{Component, Path};
use std::time::Duration;

use bindery::internal::Emission;
use bindery::internal::config::Config;
use bindery::internal::config::DateLibrary;
use bindery::internal::diagnostic::{Colors, Diagnostic, Positions, Sink, render_concise, render_full, render_json};
use bindery::internal::names::NameHistory;
use bindery::internal::run;
use bindery::internal::text::Source;
use bindery_cli::changes::changes_between;

use crate::budget::Budget;

/// The files of a client, if it was generated, and the diagnostics.
type Outcome = (Option<Vec<(String, String)>>, Vec<Diagnostic>);

/// Checks that any text produces a crate or one error, and that the crate is valid Rust, deterministic and equal to
/// itself in a comparison.
pub(crate) fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let source = Source::new("openapi", text);
    let budget = Budget::new(bytes.len(), Duration::from_secs(2), Duration::from_micros(500));
    let (files, diagnostics) = generate(&source);
    check_shown(&diagnostics, &source);
    if let Some(files) = &files {
        files.iter().for_each(|(path, text)| check_file(path, text));
        let again = generate(&source);
        assert_eq!(again.0.as_ref(), Some(files), "the same text gave other files");
        assert_eq!(again.1, diagnostics, "the same text gave other diagnostics");
        check_unchanged(&source);
    }
    budget.check();
}

fn generate(source: &Source) -> Outcome {
    let mut sink = Sink::new();
    let emission = run(source, &config(source.text().len()), &NameHistory::default(), &mut sink);
    let mut diagnostics = sink.into_diagnostics();
    let files = match emission {
        Ok(emission) => Some(Emission::texts(&emission).collect()),
        Err(problem) => {
            diagnostics.push(*problem);
            None
        }
    };
    (files, diagnostics)
}

/// Returns the configuration with this number. Configurations are trusted, so it is enough that each occurs.
pub(crate) fn config(number: usize) -> Config {
    let module = if number.is_multiple_of(4) { "module = \"src/client\"" } else { "" };
    let dates = DateLibrary::ALL[number % 3].name();
    let validate = !number.is_multiple_of(5);
    let text = format!("features = [\"all\"]\ndates = \"{dates}\"\nvalidate = {validate}\n{module}");
    let config = Config::parse("bindery.toml", &text);
    assert!(config.is_ok(), "{config:?}");
    config.unwrap_or_default()
}

/// Checks that diagnostics can be shown in each format, and that JSON stays on one line.
fn check_shown(diagnostics: &[Diagnostic], source: &Source) {
    let sources = [source.clone()];
    let places = Positions::new(diagnostics, &sources);
    for diagnostic in diagnostics {
        assert!(
            !render_full(diagnostic, &places, Colors::None).is_empty()
                && !render_concise(diagnostic, &places, Colors::None).is_empty()
        );
        let json = render_json(diagnostic, &places);
        assert!(!json.trim_end_matches('\n').contains('\n'), "JSON on several lines: {json}");
        assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok(), "no JSON: {json}");
    }
}

/// Checks that a file is inside the crate's folder and has the format of its extension.
pub(crate) fn check_file(path: &str, text: &str) {
    let inside = |component| matches!(component, Component::Normal(_));
    assert!(Path::new(path).components().all(inside), "`{path}` leaves the folder");
    let problem = match path.rsplit('.').next() {
        Some("rs") => syn::parse_file(text).err().map(|error| error.to_string()),
        Some("toml") => toml::from_str::<toml::Table>(text).err().map(|error| error.to_string()),
        _ => None,
    };
    assert!(problem.is_none(), "{path} is damaged: {}", problem.unwrap_or_default());
}

/// Checks that a description compared with itself has no changes.
fn check_unchanged(source: &Source) {
    let changes = changes_between(source, source, &Config::default()).map(|changes| changes.changes);
    assert!(matches!(&changes, Ok(changes) if changes.is_empty()), "compared with itself: {changes:#?}");
}
