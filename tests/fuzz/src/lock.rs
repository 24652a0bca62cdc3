//! Reads lock files, which git merges and people edit.

use std::time::Duration;

use bindery::internal::Emission;
use bindery::internal::config::Config;
use bindery::internal::diagnostic::Sink;
use bindery::internal::names::NameHistory;
use bindery::internal::run;
use bindery::internal::text::Source;
use bindery_cli::changes::changes_between;
use bindery_cli::output::LockFile;

use crate::budget::Budget;
use crate::description::{check_file, config};

/// A small description with each kind of named item.
const DESCRIPTION: &str = include_str!("../../../fixtures/valid/names/openapi.yaml");

/// Checks that a lock file is written as it was read, and that its names cannot inject code.
pub(crate) fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let budget = Budget::new(bytes.len(), Duration::from_secs(2), Duration::from_micros(500));
    if let Ok(lock_file) = LockFile::parse(text) {
        let written = lock_file.render();
        assert_eq!(LockFile::parse(&written).as_ref(), Ok(&lock_file), "written and read again");
        assert!(lock_file.files.keys().all(|path| !path.contains("..")), "a file outside: {:?}", lock_file.files);
        check_names(&lock_file);
    }
    budget.check();
}

fn check_names(lock_file: &LockFile) {
    let source = Source::new("openapi", DESCRIPTION);
    let memory = lock_file.recorded.history();
    let emission = run(&source, &config(1), &memory, &mut Sink::new());
    // A duplicate name is an error in the edited file.
    if let Ok(emission) = emission {
        Emission::texts(&emission).for_each(|(path, text)| check_file(&path, &text));
    }
}

/// Checks the configuration, which users write.
pub(crate) fn check_configuration(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let budget = Budget::new(bytes.len(), Duration::from_secs(2), Duration::from_micros(500));
    match Config::parse("bindery.toml", text) {
        Ok(config) => {
            let source = Source::new("openapi", DESCRIPTION);
            let mut sink = Sink::new();
            if let Ok(emission) = run(&source, &config, &NameHistory::default(), &mut sink) {
                Emission::texts(&emission).for_each(|(path, text)| check_file(&path, &text));
                let changes = changes_between(&source, &source, &config).map(|changes| changes.changes);
                assert!(matches!(&changes, Ok(changes) if changes.is_empty()), "compared with itself: {changes:#?}");
            }
        }
        Err(problem) => assert!(problem.place.is_some(), "an error without a place: {}", problem.message),
    }
    budget.check();
}
