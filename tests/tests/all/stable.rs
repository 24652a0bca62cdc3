//! Names are stable: a crate is updated from one small description to the next, and no item is renamed unless its
//! description changed.

use std::fs;
use std::path::PathBuf;

use bindery_tests::repository;
use bindery_tests::stability::{Transition, steps};

/// Checks that a crate keeps its names from each version of a case to the next.
fn stays(case: &str) {
    let folder = repository::path("fixtures/stable").join(case);
    let mut versions: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    versions.sort();
    let work = tempfile::tempdir().unwrap();
    let steps: Vec<Transition> = steps(&work.path().join("crate"), &versions).unwrap();
    assert!(steps.len() >= 2, "{case} has few versions");
    for step in steps {
        assert!(step.unchanged > 0, "{case}: nothing is compared from {} to {}", step.old, step.new);
        assert_eq!(step.renamed, [], "{case}: from {} to {}, of {} things", step.old, step.new, step.unchanged);
    }
}

#[test]
fn where_a_neighbour_with_the_same_name_arrives() {
    stays("neighbour");
}

#[test]
fn where_an_enumeration_gets_a_twin() {
    stays("enumeration-twin");
}

#[test]
fn where_a_schema_comes_by_the_natural_name_of_an_inline_type() {
    stays("natural-name-taken");
}

#[test]
fn where_a_path_parameter_is_renamed() {
    stays("path-parameter-renamed");
}

#[test]
fn where_a_type_is_sent_as_well() {
    stays("sent-as-well");
}

#[test]
fn where_a_type_is_received_as_well() {
    stays("received-as-well");
}

#[test]
fn where_an_alternative_of_the_same_kind_joins() {
    stays("alternative-joins");
}

#[test]
fn where_an_alternative_and_a_parameter_are_inserted() {
    stays("alternative-inserted");
}
