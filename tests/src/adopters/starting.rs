//! The initial configuration.

use std::fs;
use std::path::Path;

use bindery::config::Config;
use bindery::diagnostic::{Code, Diagnostic};
use bindery::source::{Request, Source, SourceLocator, load};
use bindery::starter::{OutputTarget, Survey, starter};
use bindery::vendored::{CrateOptions, GeneratedCrate, RequestedOptions, generate_crate};

use super::client::text;
use super::{Fallible, Point, equal};

/// Checks that the configuration that `bindery init` writes for each description is valid, also with all its options
/// enabled.
pub(super) fn starting(folder: &Path) -> Fallible<Vec<Point>> {
    let mut points = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_description = path.is_file()
            && !name.starts_with("wants.")
            && [".json", ".json.gz", ".yaml", ".yml"].iter().any(|end| name.ends_with(end));
        let Some(source) = is_description.then(|| source(&path)).transpose()?.flatten() else { continue };
        let made = generate(&source, "")?;
        let survey =
            Survey::new(&source, &made.emission, made.diagnostics.len()).map_err(|problem| message(&problem))?;
        let text = starter(&name, OutputTarget::Crate(None), &survey);
        let all: Vec<&str> = text
            .lines()
            .map(|line| line.strip_prefix('#').filter(|rest| !rest.starts_with(' ')).unwrap_or(line))
            .collect();
        let idle = made_of(&source, &all.join("\n"))?;
        points.push(Point { what: "what `init` offers is of use", result: equal(&idle, &Vec::new()) });
    }
    Ok(points)
}

/// Loads a file if it is a description.
fn source(path: &Path) -> Fallible<Option<Source>> {
    let is_packed = path.extension().is_some_and(|extension| extension == "gz");
    let source = if is_packed {
        Source::new(path.display().to_string(), text(path)?)
    } else {
        load(&Request::new(SourceLocator::File(path.to_owned()))).map_err(|problem| message(&problem))?
    };
    let start: String = source.text().chars().take(4_000).collect();
    let is_one = ["\"openapi\"", "openapi:", "\"swagger\"", "swagger:"].iter().any(|key| start.contains(key));
    Ok(is_one.then_some(source))
}

fn generate(source: &Source, config: &str) -> Fallible<GeneratedCrate> {
    let config = Config::parse("bindery.toml", config).map_err(|problem| message(&problem))?;
    Ok(generate_crate(source, &config, &CrateOptions::new(RequestedOptions::default(), &config, None), None)
        .map_err(|problem| message(&problem))?)
}

/// Returns the problems of a configuration.
fn made_of(source: &Source, config: &str) -> Fallible<Vec<String>> {
    let diagnostics = generate(source, config)?.diagnostics;
    let idle = diagnostics
        .into_iter()
        .filter(|diagnostic| matches!(diagnostic.code, Code::OverrideUnused | Code::ConfigurationInvalid));
    Ok(idle.map(|diagnostic| diagnostic.message).collect())
}

fn message(problem: &Diagnostic) -> String {
    problem.message.clone()
}
