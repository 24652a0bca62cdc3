//! The work of a child: processes one document, from its file to its result.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::repository;
use bindery::internal::Emission;
use bindery::internal::config::Config;
use bindery::internal::diagnostic::{Code, Diagnostic, Location, Sink};
use bindery::internal::names::NameHistory;
use bindery::internal::run;
use bindery::internal::source::{Input, Request, SourceLocator, load};
use bindery::internal::text::Source;

use super::outcome::{Generated, Loss, Outcome};
use super::outline::{Outline, outline};
use super::{Fallible, at, measure};

/// Warnings about missing parts of the client are listed; of others, only the number is recorded.
const LOSSES: [Code; 2] = [Code::OperationLeftOut, Code::SchemaUnsupported];

/// The result of a generation: the files, and the diagnostics.
struct GenerationResult {
    source: Source,
    emission: Emission,
    files: Vec<(String, String)>,
    diagnostics: Vec<Diagnostic>,
}

/// Generates for a document, and writes the crate if a folder is given.
///
/// # Errors
///
/// Returns an error if the file or the folder cannot be used; every other problem is part of the result.
pub(super) fn one(path: &Path, folder: Option<&Path>) -> Fallible<Outcome> {
    let bytes = fs::read(path).map_err(at("read", path))?;
    // The loader's text is preferred, since it also reads UTF-16.
    let outline = match request(path) {
        Ok(input) => outline(input.source.text()),
        Err(_) => outline(&String::from_utf8_lossy(&bytes)),
    };
    drop(bytes);
    if !outline.is_description {
        return Ok(Outcome::NoDescription);
    }
    measure::forget_peak();
    let (made, generation_ms) = measure::timed(|| generate_file(path, folder));
    Ok(match made? {
        Ok(made) => Outcome::Generated(Box::new(count(&made, &outline, generation_ms))),
        Err(problem) => refusal(&problem, &outline),
    })
}

pub(super) fn request(path: &Path) -> Result<Input, Box<Diagnostic>> {
    load(&Request::new(SourceLocator::File(path.to_owned())))
}

/// Everything that is measured: reads, generates and writes.
fn generate_file(path: &Path, folder: Option<&Path>) -> Fallible<Result<GenerationResult, Box<Diagnostic>>> {
    let made = match request(path).and_then(|input| generate(input, folder)) {
        Ok(made) => made,
        Err(problem) => return Ok(Err(problem)),
    };
    if let Some(folder) = folder {
        write(folder, &made.files)?;
    }
    Ok(Ok(made))
}

fn generate(input: Input, folder: Option<&Path>) -> Result<GenerationResult, Box<Diagnostic>> {
    let mut sink = Sink::new();
    let emission = run(&input, &config(folder), &NameHistory::default(), &mut sink)?;
    let files = emission.texts().map(|(path, text)| (path.to_owned(), text)).collect();
    Ok(GenerationResult { source: input.source, emission, files, diagnostics: sink.into_diagnostics() })
}

/// Returns the configuration of the command, with a name made from the folder, or from the title.
pub(super) fn config(folder: Option<&Path>) -> Config {
    let mut config = repository::config("");
    config.name = folder.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    config
}

pub(super) fn write(folder: &Path, files: &[(String, String)]) -> Fallible<()> {
    for (path, text) in files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(at("made", parent))?;
        fs::write(&path, text).map_err(at("written", &path))?;
    }
    Ok(())
}

fn count(made: &GenerationResult, outline: &Outline, generation_ms: f64) -> Generated {
    let mut warnings = BTreeMap::new();
    for diagnostic in &made.diagnostics {
        *warnings.entry(diagnostic.code.as_str().to_owned()).or_default() += 1;
    }
    let code = || made.files.iter().filter(|(path, _)| path.ends_with(".rs")).map(|(_, text)| text);
    Generated {
        operations_described: outline.operations,
        operations: made.emission.api.operations.len(),
        types: made.emission.api.types.len(),
        schemas: outline.schemas,
        warnings,
        losses: made.diagnostics.iter().filter(|diagnostic| LOSSES.contains(&diagnostic.code)).map(loss).collect(),
        text_bytes: made.source.text().len() as u64,
        emitted_bytes: code().map(|text| text.len() as u64).sum(),
        emitted_lines: code().map(|text| text.lines().count() as u64).sum(),
        generation_ms,
        parse_ms: outline.parse_ms,
        peak_bytes: measure::peak(),
        self_diff: None,
    }
}

fn loss(diagnostic: &Diagnostic) -> Loss {
    let pointer = diagnostic.place.as_ref().map(|place| match &place.location {
        Location::Pointer(pointer) => pointer.to_string(),
        Location::Whole => String::new(),
        Location::Position { line, column } => format!("{line}:{column}"),
    });
    let code = diagnostic.code.as_str().to_owned();
    Loss { code, message: diagnostic.message.clone(), pointer: pointer.unwrap_or_default() }
}

fn refusal(problem: &Diagnostic, outline: &Outline) -> Outcome {
    Outcome::Refused {
        code: problem.code.as_str().to_owned(),
        message: problem.message.clone(),
        operations_described: outline.operations,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::one;
    use crate::corpus::outcome::Outcome;

    fn outcome_of(text: &str, folder: Option<&Path>) -> Outcome {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a b.json");
        fs::write(&path, text).unwrap();
        one(&path, folder).unwrap()
    }

    const PETS: &str = r#"{"openapi":"3.0.0","info":{"title":"Pets","version":"1"},"paths":{
        "/pets":{"get":{"responses":{"200":{"description":"ok"}}}},
        "pets":{"get":{"responses":{"200":{"description":"ok"}}}}
    }}"#;

    #[test]
    fn a_description_is_generated_and_written() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("api-pets");
        let Outcome::Generated(generated) = outcome_of(PETS, Some(&folder)) else { panic!("not generated") };
        assert_eq!((generated.operations_described, generated.operations), (2, 1));
        assert_eq!(generated.losses[0].pointer, "/paths/pets");
        assert!(generated.parse_ms.is_some() && generated.emitted_lines > 0 && generated.generation_ms > 0.0);
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        assert!(manifest.contains("name = \"api-pets\""));
    }

    #[test]
    fn others_are_distinguished() {
        assert_eq!(outcome_of(r#"{"a":1}"#, None), Outcome::NoDescription);
        assert_eq!(outcome_of("", None), Outcome::NoDescription);
        let Outcome::Refused { code, .. } = outcome_of(r#"{"openapi":"9.0"}"#, None) else { panic!("not refused") };
        assert_eq!(code, "version-unsupported");
        let Outcome::Refused { code, .. } = outcome_of(r#"{"openapi":"3.0.0","#, None) else { panic!("not refused") };
        assert_eq!(code, "syntax-invalid");
    }
}
