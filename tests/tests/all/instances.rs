//! The instances of all schemas of the fixtures are valid.

use std::path::PathBuf;

use bindery::internal::analysis::{Analysis, Direction};
use bindery::internal::config::{Config, UsedEntries};
use bindery::internal::diagnostic::Sink;
use bindery::internal::document;
use bindery::internal::lower;
use bindery::internal::misfit::{TypeUse, Values, misfits};
use bindery::internal::model::{Constraints, Type};
use bindery::internal::pointer::Pointer;
use bindery::internal::source::{Request, SourceLocator, load};
use bindery_tests::agreement::{Agreement, compare};
use bindery_tests::instances::{Instances, Schemas, with_subtypes};
use bindery_tests::repository;
use serde_json::Value;

fn descriptions() -> Vec<PathBuf> {
    let fixtures = repository::path("fixtures");
    let valid = std::fs::read_dir(fixtures.join("valid")).unwrap();
    let mut paths: Vec<PathBuf> = valid.map(|entry| entry.unwrap().path().join("openapi.yaml")).collect();
    paths.push(fixtures.join("service/full/openapi.yaml"));
    paths.sort();
    paths
}

/// The fixtures with contradictions: a part of the path, and a part of the violation.
const CONTRADICTIONS: [(&str, &str); 7] = [
    // A key of the mapping is not the constant.
    ("valid/constants", "was expected"),
    // RFC 3339 has no fractions of seconds, but many servers send them.
    ("valid/formats", "short duration"),
    // Members that depend on others may be absent in one direction.
    ("valid/keywords", "missing"),
    // To the letter, a base with `unevaluatedProperties` admits no member of its subtypes.
    ("valid/keywords", "UnevaluatedParts"),
    ("valid/keywords", "UnevaluatedReference"),
    // Values are made of what a schema says, and `not` says what they are not.
    ("valid/keywords", "NothingElse"),
    // The only listed value is not of the type.
    ("valid/variants", "Outcome oneOf/0"),
];

fn is_contradiction(problem: &str) -> bool {
    CONTRADICTIONS.iter().any(|(path, violation)| problem.contains(path) && problem.contains(violation))
}

/// Returns the pointers to all schemas of components and media types.
fn schemas(document: &Value) -> Vec<Pointer> {
    let components = document["components"]["schemas"].as_object().into_iter().flatten();
    let at = Pointer::root().child("components").child("schemas");
    let mut found: Vec<Pointer> = components.map(|(name, _)| at.child(name)).collect();
    let mut open = vec![(Pointer::root(), document)];
    while let Some((pointer, value)) = open.pop() {
        for (key, member) in value.as_object().into_iter().flatten() {
            let pointer = pointer.child(key);
            if key == "content" {
                let types = member.as_object().into_iter().flatten();
                let described = types.filter(|(_, described)| described.get("schema").is_some());
                found.extend(described.map(|(name, _)| pointer.child(name).child("schema")));
            }
            if key != "schemas" {
                open.push((pointer, member));
            }
        }
    }
    found
}

#[test]
fn instances_are_valid() {
    let (mut count, mut invalid) = (0, Vec::new());
    for path in descriptions() {
        let source = load(&Request::new(SourceLocator::File(path.clone()))).unwrap();
        let known = Schemas::new(with_subtypes(document::plain(&source, &Config::default()).unwrap()));
        let instances = Instances::new(known.root());
        for (schema, direction) in schemas(known.root())
            .iter()
            .flat_map(|schema| [(schema, Direction::Request), (schema, Direction::Response)])
        {
            let made = instances.for_schema(schema.as_str(), direction);
            let certain = made.into_iter().filter(|instance| !instance.is_unknown() && !instance.is_example());
            for (label, value) in certain.map(|instance| (instance.label, instance.value)) {
                count += 1;
                match known.violations(schema.as_str(), direction, &value) {
                    Some(violations) if violations.is_empty() => {}
                    Some(found) => invalid.push(format!("{}{schema} {label}: {found:?}: {value}", path.display())),
                    None => invalid.push(format!("{}{schema}: cannot be compiled", path.display())),
                }
            }
        }
    }
    invalid.retain(|problem| !is_contradiction(problem));
    assert!(count > 1_000, "{count}");
    assert!(invalid.is_empty(), "{} of {count} are invalid:\n{}", invalid.len(), invalid.join("\n"));
}

/// The reader of values by the model accepts what the independent interpretation of the schemas makes.
#[test]
fn clients_read_all_instances() {
    let (mut count, mut unread) = (0, Vec::new());
    for path in descriptions() {
        let source = load(&Request::new(SourceLocator::File(path.clone()))).unwrap();
        let (config, mut sink, mut used) = (Config::default(), Sink::new(), UsedEntries::default());
        let read = document::read(&source, &config, &mut sink).unwrap();
        let api = lower::lower(&read, &config, &mut used, &mut sink).unwrap();
        let analysis = Analysis::new(&api);
        let root = with_subtypes(document::plain(&source, &config).unwrap());
        let instances = Instances::new(&root);
        let direction = Direction::Response;
        let values = Values { api: &api, analysis: &analysis, direction, is_strict: false, mask: None };
        let received = api.definitions().filter(|(id, _)| analysis.directions.is_received(*id));
        for (id, definition) in received.filter(|(_, definition)| definition.naming.schema().is_some()) {
            let ty = Type::Named(id);
            let of = TypeUse { ty: &ty, constraints: Constraints::NONE, origin: &definition.origin };
            let made = instances.for_schema(definition.origin.as_str(), direction).into_iter();
            // The use of a type says whether it may be null.
            for instance in made.filter(|instance| !instance.value.is_null()) {
                let found = misfits(values, of, &instance.value);
                count += 1;
                if !found.is_readable() && !instance.is_example() {
                    let stops = found.found.iter().filter(|misfit| misfit.kind.stops());
                    let stops: Vec<String> = stops.map(|misfit| format!("{} {:?}", misfit.at, misfit.kind)).collect();
                    unread.push(format!("{}{} {}: {stops:?}", path.display(), definition.origin, instance.label));
                }
            }
        }
    }
    assert!(count > 1_000, "{count}");
    assert!(unread.is_empty(), "{} of {count} are not read:\n{}", unread.len(), unread.join("\n"));
}

/// Compares the values of descriptions by both interpretations.
fn agreement(paths: impl Iterator<Item = PathBuf>, report: impl Fn(&str)) -> Agreement {
    let mut all = Agreement::default();
    for path in paths {
        let Ok(input) = load(&Request::new(SourceLocator::File(path.clone()))) else { continue };
        let Ok(found) = compare(&input) else { continue };
        all.values += found.values;
        all.agreed += found.agreed;
        found.listed.into_iter().for_each(|(reason, count)| *all.listed.entry(reason).or_default() += count);
        for difference in found.differences {
            let difference: String = format!("{}{difference}", path.display()).chars().take(800).collect();
            report(&difference);
            all.differences.push(difference);
        }
    }
    all
}

/// Fixtures on whose values the interpretations differ by design: a part of the difference.
const DIFFERENCES: [&str; 4] = [
    // A key of the mapping is not the constant.
    "valid/constants",
    // The tag of a subtype determines members that the base does not have.
    "valid/inheritance",
    // Strings are numbers, too, by an extension.
    "valid/formats/openapi.yaml/components/schemas/Either",
    // The only listed value is not of the type.
    "valid/variants/openapi.yaml/components/schemas/Outcome",
];

#[test]
fn both_interpretations_agree() {
    let mut found = agreement(descriptions().into_iter(), |_| {});
    found.differences.retain(|difference| !DIFFERENCES.iter().any(|known| difference.contains(known)));
    assert!(found.values > 1_000 && found.differences.is_empty(), "{found:#?}");
}

/// Compares the values of the descriptions below `BINDERY_CORPUS` that have at most a megabyte, and prints the differences.
#[test]
#[ignore = "takes minutes"]
fn both_interpretations_agree_on_a_corpus() {
    let folder = std::env::var_os("BINDERY_CORPUS").unwrap();
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let files = files.filter(|entry| entry.metadata().is_ok_and(|file| file.is_file() && file.len() <= 1 << 20));
    let found = agreement(files.map(walkdir::DirEntry::into_path), |difference| println!("{difference}"));
    let Agreement { values, agreed, listed, differences } = found;
    println!("{values} values, {agreed} agreed, {listed:?}, {} differences", differences.len());
}
