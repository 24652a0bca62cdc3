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
use bindery_serve::instances::Schemas;
use bindery_tests::instances::{Instances, with_subtypes};
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
    ("valid/formats", "format `duration`"),
    // Members that depend on others may be absent in one direction.
    ("valid/keywords", "missing"),
    // To the letter, a base with `unevaluatedProperties` admits no member of its subtypes.
    ("valid/keywords", "UnevaluatedParts"),
    ("valid/keywords", "UnevaluatedReference"),
    // Values are made of what a schema says, and `not` says what they are not.
    ("valid/keywords", "NothingElse"),
    // The only listed value is not of the type.
    ("valid/variants", "found null"),
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
            let Some(validator) = known.validator(schema.as_str(), direction) else {
                invalid.push(format!("{}{schema}: cannot be compiled", path.display()));
                continue;
            };
            let made = instances.for_schema(schema.as_str(), direction);
            let certain = made.into_iter().filter(|instance| !instance.is_unknown() && !instance.is_example());
            for (label, value) in certain.map(|instance| (instance.label, instance.value)) {
                count += 1;
                let violations = validator.violations(&value);
                if !violations.is_empty() {
                    invalid.push(format!("{}{schema} {label}: {violations:?}: {value}", path.display()));
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
        let values = Values { api: &api, analysis: &analysis, direction };
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
