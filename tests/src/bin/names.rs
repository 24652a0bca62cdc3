//! Prints the assigned names of descriptions, one per line with its location, to compare two versions of the naming rules.
//!
//! Usage: `names <file>..`. The lines are sorted: `<file> <kind> <location> <name>`, separated by tabs.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "its output is compared by `diff`")]

use std::path::Path;
use std::process::ExitCode;

use bindery::internal::Emission;
use bindery::internal::analysis::Direction;
use bindery::internal::config::Config;
use bindery::internal::diagnostic::Sink;
use bindery::internal::model::Shape;
use bindery::internal::names::NameHistory;
use bindery::internal::run;
use bindery::internal::text::Source;

/// The command's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    for path in std::env::args().skip(1) {
        let name = Path::new(&path).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let Ok(text) = std::fs::read_to_string(&path) else {
            eprintln!("cannot read {path}");
            return ExitCode::from(2);
        };
        match run(Source::new(path.as_str(), text), &Config::default(), &NameHistory::default(), &mut Sink::new()) {
            Ok(emission) => print_names(&path_label(&path, &name), &emission),
            Err(problem) => eprintln!("{path}: {}", problem.message),
        }
    }
    ExitCode::SUCCESS
}

/// Returns the last directories and the name of a file: many descriptions are called `openapi.json`.
fn path_label(path: &str, name: &str) -> String {
    let parts: Vec<&str> = path.rsplit('/').take(4).collect();
    if parts.len() < 2 { name.to_owned() } else { parts.into_iter().rev().collect::<Vec<_>>().join("/") }
}

fn print_names(label: &str, emission: &Emission) {
    let Emission { api, names, .. } = emission;
    let mut lines = Vec::new();
    let mut add = |kind: &str, location: &str, name: &str| lines.push(format!("{label}\t{kind}\t{location}\t{name}"));
    for (index, group) in api.groups.iter().enumerate() {
        add("group", &group.wire, &names.group(index).function);
    }
    for (index, operation) in api.operations.iter().enumerate() {
        let own = names.operation(index);
        let group = &names.group(operation.group).function;
        let location = format!("{} {}", operation.origin.as_str(), operation.id.as_deref().unwrap_or("-"));
        add("operation", &location, &format!("{group}().{}", own.function));
        add("operation type", operation.origin.as_str(), &own.type_name);
    }
    for (id, definition) in api.definitions() {
        let name = names.of_type(id, Direction::Response);
        let kind = if definition.naming.schema().is_some() { "component" } else { "type" };
        add(kind, definition.origin.as_str(), name);
        let variants = match &definition.shape {
            Shape::Union(union) => union.variants.len(),
            Shape::StringEnum(values) => values.words.len(),
            Shape::IntegerEnum(codes) => codes.codes.len(),
            Shape::Object(_) | Shape::Alias(_) | Shape::Wrapper(_) => 0,
        };
        let kind = if matches!(definition.shape, Shape::Union(_)) { "variant" } else { "value" };
        for index in 0..variants {
            add(kind, &format!("{} {index}", definition.origin.as_str()), names.variant(id, index));
        }
    }
    lines.sort_unstable();
    lines.iter().for_each(|line| println!("{line}"));
}
