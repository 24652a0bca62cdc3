//! Instances of every schema of the fixtures, deserialized and serialized by the emitted types. A sample of the
//! fixtures is tested unless the tests are exhaustive.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use bindery::internal::source::{Request, SourceLocator, load};
use bindery_tests::crates;
use bindery_tests::repository;
use bindery_tests::round_trip::Subject;
use bindery_tests::sample::{self, Coverage};

/// Maximum number of values of each type.
const MAX_VALUES: usize = 60;

fn descriptions() -> Vec<(String, PathBuf)> {
    let published = ("published".to_owned(), repository::path("fixtures/service/published/openapi.json"));
    repository::descriptions().into_iter().chain([published]).collect()
}

fn subject(path: &Path) -> Option<Subject> {
    let source = load(&Request::new(SourceLocator::File(path.to_owned()))).unwrap();
    Subject::new(&source, MAX_VALUES).unwrap()
}

#[test]
fn every_instance_comes_back_equal() {
    let subjects: Vec<(String, Subject)> = descriptions()
        .into_iter()
        .filter_map(|(name, path)| Some((format!("round-trip-{name}"), subject(&path)?)))
        .collect();
    let subjects = sample::select(subjects, |(package, subject)| Coverage::of_types(&subject.files(package)));
    let programs = subjects.iter().map(|(package, subject)| (package.as_str(), subject.files(package)));
    build("round-trip", programs);
    let mut failures = Vec::new();
    for (package, subject) in &subjects {
        for failure in subject.judge(&crates::program(package).unwrap()).unwrap() {
            failures.push(format!("{package} {} ({}): {}", failure.root.pointer, failure.label, failure.reason));
        }
    }
    let count: usize = subjects.iter().map(|(_, subject)| subject.count()).sum();
    assert!(count > 10 * subjects.len(), "{count} instances are few");
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}

/// Builds programs in a workspace.
fn build<'n>(workspace: &str, programs: impl Iterator<Item = (&'n str, BTreeMap<String, String>)>) {
    let folder = crates::folder(workspace);
    let mut members = Vec::new();
    for (package, files) in programs {
        crates::replace(&folder.join(package), files).unwrap();
        members.push(package.to_owned());
    }
    crates::workspace(&folder, &members).unwrap();
    let built = crates::cargo(&folder, &["build", "--workspace", "--quiet"]).unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
}

/// Nested values for each kind of union of `fixtures/valid/recursion`, with a placeholder for the next level. Values
/// that cannot be read are limited as well.
const LEVELS: &[(&str, &str)] = &[
    ("Expression", r#"{"left":@}"#),
    ("Expression", r#"{"left":@,"size":1,"how":"x"}"#),
    ("Expression", r#"{"left":@,"size":"x"}"#),
    ("Expression", r#"{"left":@,"size":"x","how":"x"}"#),
    ("Shape", r#"{"type":"circle","radius":1,"inside":@}"#),
    ("Shape", r#"{"radius":1,"inside":@,"type":"circle"}"#),
    ("Shape", r#"{"radius":"x","inside":@,"type":"circle"}"#),
    ("Shape", r#"{"shapes":[@],"type":"group"}"#),
    ("Shape", r#"{"inside":@,"type":"square"}"#),
    ("Step", r#"{"next":@,"seconds":1,"do":"wait"}"#),
    ("Step", r#"{"next":@,"seconds":"x","do":"wait"}"#),
    ("Chain", r#"{"length":1,"next":@}"#),
    ("Chain", r#"{"next":@,"length":"x"}"#),
    ("Filter", "[@]"),
    ("Filter", r#"["x",@,1]"#),
    ("Filter", r#"{"all":{"a":@}}"#),
    ("Filter", r#"{"step":{"do":"wait","seconds":"x"},"of":@}"#),
    ("Form", r#"{"label":"x","inside":@,"field":1}"#),
    ("Form", r#"{"inside":@,"field":"x","label":"x"}"#),
    ("Form", r#"{"inside":@,"fields":"x","field":"x","label":"x"}"#),
];

/// A program that reads such values at a depth and at twice that depth, and prints how much memory was allocated each
/// time.
const MEASURE: &str = r##"use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

struct Counting;

static ALLOCATED: AtomicUsize = AtomicUsize::new(0);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(64 + layout.size(), Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocated<T: bindery_runtime::serde::de::DeserializeOwned>(level: &str, depth: usize) -> usize {
    let (before, after) = level.split_once('@').unwrap();
    let text = format!("{}\"end\"{}", before.repeat(depth), after.repeat(depth));
    let start = ALLOCATED.load(Ordering::Relaxed);
    let read = bindery_runtime::serde_json::from_str::<T>(&text);
    let allocated = ALLOCATED.load(Ordering::Relaxed) - start;
    drop(read);
    allocated
}

fn measure<T: bindery_runtime::serde::de::DeserializeOwned>(level: &str) {
    // The parser supports 127 levels.
    let depth = 60 / level.matches(['{', '[']).count().min(2);
    println!("{level}\t{}\t{}", allocated::<T>(level, depth), allocated::<T>(level, 2 * depth));
}

fn main() {
"##;

#[test]
fn reading_unions_costs_the_same_at_each_depth() {
    let subject = subject(&repository::path("fixtures/valid/recursion/openapi.yaml")).unwrap();
    let package = "linear-recursion";
    let mut files = subject.files(package);
    let calls =
        LEVELS.iter().map(|(name, level)| format!("    measure::<linear_recursion::types::{name}>({level:?});\n"));
    files.insert("src/main.rs".to_owned(), format!("{MEASURE}{}}}\n", calls.collect::<String>()));
    build("round-trip-depth", std::iter::once((package, files)));
    let measured = Command::new(crates::program(package).unwrap()).output().unwrap();
    let measured = String::from_utf8(measured.stdout).unwrap();
    assert_eq!(measured.lines().count(), LEVELS.len(), "{measured}");
    for line in measured.lines() {
        let mut fields = line.split('\t');
        let level = fields.next().unwrap();
        let [half, whole] = [(); 2].map(|()| fields.next().unwrap().parse::<usize>().unwrap());
        // Twice the depth is twice the text; growing vectors may allocate a bit more.
        assert!(whole <= half * 9 / 4 + 4_096, "{level}: {half} bytes, then {whole}");
    }
}
