//! Each small change and each change of the service: a program that uses the old bindings is compiled against the new
//! ones, and the comparison must agree with the compiler.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use bindery::internal::config::Config;
use bindery::internal::source::Input;
use bindery::internal::text::Source;
use bindery_cli::changes::{Change, Changes, ItemEffect, Verdict};
use bindery_tests::changed::{
    Case, Client, Compiled, ServiceChange, Side, Workspace, cases, service_changes, service_text,
};
use bindery_tests::repository;

/// All cases with their comparisons, which are made once.
static CASES: LazyLock<Vec<(Case, Changes)>> = LazyLock::new(|| {
    let cases = cases().unwrap().into_iter();
    cases.map(|case| (case.clone(), compared(&case.old, &case.new))).collect()
});

fn compared(old: &Source, new: &Source) -> Changes {
    bindery_cli::changes::changes_between(old, new, &Config::default()).unwrap()
}

/// Panics with all problems, if there are any.
fn report(wrong: &[String], of: usize) {
    assert!(wrong.is_empty(), "{} complaints about {of} changes:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn small_changes_agree_with_the_compiler() {
    let count = format!("[{0} of {0} test cases]", CASES.len());
    let readme = std::fs::read_to_string(repository::path("README.md")).unwrap();
    assert!(readme.contains(&count), "README.md does not say {count}");
    let mut workspace = Workspace::new("cases").unwrap();
    for (case, _) in CASES.iter() {
        workspace.add(&case.name, &case.old, &case.new, &case.program).unwrap();
        if let Some(stays) = &case.stays {
            workspace.add(&stays_name(case), &case.old, &case.new, stays).unwrap();
        }
    }
    let compiled = workspace.compile().unwrap();
    let wrong: Vec<String> = CASES.iter().flat_map(|(case, changes)| about_case(case, changes, &compiled)).collect();
    report(&wrong, CASES.len());
}

fn stays_name(case: &Case) -> String {
    format!("{}-stays", case.name)
}

fn about_case(case: &Case, changes: &Changes, compiled: &Compiled) -> Vec<String> {
    let mut wrong = about_programs(&case.name, case.compiles, compiled);
    if case.stays.is_some() {
        wrong.extend(about_programs(&stays_name(case), true, compiled));
    }
    wrong.extend(about_changes(&case.name, case.verdict, case.compiles, changes));
    let kinds: Vec<&str> = changes.changes.iter().map(|change| change.kind.as_str()).collect();
    if let Some(kind) = case.kind.as_deref().filter(|kind| !kinds.contains(kind)) {
        wrong.push(format!("{}: the kinds are {kinds:?}, and not {kind}", case.name));
    }
    let messages = changes.changes.iter().map(|change| format!("{} ({:?})", change.message, change.at_run_time));
    let messages: Vec<String> = messages.collect();
    for says in case.says.iter().filter(|says| !messages.iter().any(|message| message.contains(*says))) {
        wrong.push(format!("{}: it says {messages:?}, and not {says}", case.name));
    }
    let advices: Vec<&String> = changes.changes.iter().filter_map(|change| change.migration.as_ref()).collect();
    for advice in case.migration.iter().filter(|advice| !advices.contains(advice)) {
        wrong.push(format!("{}: the advices are {advices:?}, and not {advice}", case.name));
    }
    let affected: BTreeSet<(String, String)> = changes.changes.iter().flat_map(effects).collect();
    for (item, effect) in &case.affected {
        let is_listed = match effect.as_str() {
            "none" => affected.iter().all(|(affected, _)| affected != item),
            _ => affected.contains(&(item.clone(), effect.clone())),
        };
        if !is_listed {
            wrong.push(format!("{}: it affects {affected:?}, and the effect on {item} is to be {effect}", case.name));
        }
    }
    let subjects: Vec<&str> = changes.changes.iter().map(|change| change.subject.as_str()).collect();
    if let Some(subject) = case.subject.as_deref().filter(|subject| !subjects.contains(subject)) {
        wrong.push(format!("{}: the subjects are {subjects:?}, and not {subject}", case.name));
    }
    wrong
}

/// Returns the items that a change affects, with the effects on them.
fn effects(change: &Change) -> impl Iterator<Item = (String, String)> {
    let name = |effect: ItemEffect| format!("{effect:?}").to_lowercase();
    change.affected.iter().map(move |affected| (affected.key.path(), name(affected.effect)))
}

/// Returns the problems of a program: it must compile exactly if expected.
fn about_programs(name: &str, compiles: bool, compiled: &Compiled) -> Vec<String> {
    let mut wrong = Vec::new();
    if let Err(errors) = compiled.program(name, Side::Old) {
        wrong.push(format!("{name}: its program does not compile against the old bindings:\n{errors}"));
    }
    match (compiles, compiled.program(name, Side::New)) {
        (true, Err(errors)) => wrong.push(format!("{name}: it is to compile against the new bindings:\n{errors}")),
        (false, Ok(())) => wrong.push(format!("{name}: it is not to compile against the new bindings, and does")),
        _ => {}
    }
    wrong
}

fn about_changes(name: &str, verdict: Option<Verdict>, compiles: bool, changes: &Changes) -> Vec<String> {
    let said: Vec<String> = changes
        .changes
        .iter()
        .map(|change| format!("{} ({}, {})", change.message, change.kind.as_str(), change.verdict))
        .collect();
    let mut wrong = Vec::new();
    if changes.verdict() != verdict {
        let verdict = verdict.map_or("no change", Verdict::as_str);
        wrong.push(format!("{name}: it is {verdict}, and the comparison says {said:?}"));
    }
    if changes.changes.iter().all(|change| change.compiles) != compiles {
        let items = changes.changes.iter().flat_map(|change| &change.items).filter(|item| item.breaks);
        let items: Vec<String> =
            items.map(|item| format!("{}: {:?} → {:?}", item.item, item.before, item.after)).collect();
        wrong.push(format!("{name}: that it compiles is {compiles}, and the comparison denies it: {items:?}"));
    }
    wrong
}

#[test]
fn where_only_documentation_changes_the_code_is_the_same() {
    let mut wrong = Vec::new();
    let is_docs = |case: &Case| case.verdict.is_none_or(|verdict| verdict == Verdict::DocsOnly);
    let cases: Vec<&Case> = CASES.iter().map(|(case, _)| case).filter(|case| is_docs(case)).collect();
    for case in &cases {
        let old = Client::first(&case.old, "changed-client").unwrap();
        let new = old.next(&case.new, "changed-client").unwrap();
        if old.without_comments() != new.without_comments() {
            wrong.push(format!("{}: its code does not stay the same", case.name));
        }
    }
    report(&wrong, cases.len());
}

/// Otherwise, `--used-by` would not list the uses of what a breaking change affects.
#[test]
fn breaking_changes_affect_items() {
    let mut wrong = Vec::new();
    for (case, changes) in CASES.iter() {
        let breaking = changes.changes.iter().filter(|change| change.verdict == Verdict::Breaking);
        let silent = breaking.filter(|change| change.affected.is_empty());
        wrong.extend(silent.map(|change| format!("{}: {}", case.name, change.message)));
    }
    report(&wrong, CASES.len());
}

#[test]
fn a_description_equals_itself() {
    let service = ["published", "upgraded"].map(|name| service_text(name).unwrap());
    let sources: Vec<&Source> = CASES.iter().flat_map(|(case, _)| [&case.old, &case.new]).chain(&service).collect();
    let differing = sources.iter().filter(|source| !compared(source, source).changes.is_empty());
    let wrong: Vec<String> = differing.map(|source| source.name().to_owned()).collect();
    report(&wrong, sources.len());
}

#[test]
fn service_changes_agree_with_the_compiler() {
    let published = service_text("published").unwrap();
    let changes = service_changes().unwrap();
    assert_eq!(changes.len(), 16);
    let mut workspace = Workspace::new("service").unwrap();
    for change in &changes {
        workspace.add(&change.id, &published, &change.new, &change.program).unwrap();
    }
    let compiled = workspace.compile().unwrap();
    let about = |change: &ServiceChange| {
        let compiles = change.verdict != Verdict::Breaking;
        let mut wrong = about_programs(&change.id, compiles, &compiled);
        let said = compared(&published, &change.new);
        wrong.extend(about_changes(&change.id, Some(change.verdict), compiles, &said));
        if said.changes.len() != 1 {
            wrong.push(format!("{}: {} is reported as {} changes", change.id, change.title, said.changes.len()));
        }
        wrong
    };
    let wrong: Vec<String> = changes.iter().flat_map(about).collect();
    report(&wrong, changes.len());
}

#[test]
fn the_upgrade_of_the_service_is_sixteen_changes() {
    let changes = compared(&service_text("published").unwrap(), &service_text("upgraded").unwrap());
    let counts = Verdict::ALL.map(|verdict| changes.count(verdict));
    let said: Vec<&str> = changes.changes.iter().map(|change| change.message.as_str()).collect();
    assert_eq!((changes.changes.len(), counts), (16, [8, 7, 1]), "{said:#?}");
}

#[test]
fn a_group_takes_its_feature_with_it() {
    let description = |groups: &[&str]| {
        let path = |group: &&str| {
            format!("  /{group}: {{ get: {{ tags: [{group}], responses: {{ \"204\": {{ description: d }} }} }} }}\n")
        };
        let paths: String = groups.iter().map(path).collect();
        Source::new("groups.yaml", format!("openapi: 3.0.3\ninfo: {{ title: t, version: \"1\" }}\npaths:\n{paths}"))
    };
    let (old, new) = (description(&["stays", "goes"]), description(&["stays", "comes"]));
    let items = |config: &Config| {
        let changes = bindery_cli::changes::changes_between(&old, &new, config).unwrap();
        let items = changes.changes.iter().flat_map(|change| change.items.iter().map(move |item| (change, item)));
        let features = items.filter(|(_, item)| item.item.starts_with("feature "));
        features.map(|(change, item)| (item.item.clone(), change.verdict)).collect::<Vec<_>>()
    };
    let config = Config::parse("bindery.toml", "[groups]\nfeatures = true\n").unwrap();
    let expected = [("feature goes".to_owned(), Verdict::Breaking), ("feature comes".to_owned(), Verdict::Compatible)];
    assert_eq!(items(&config), expected);
    assert_eq!(items(&Config::default()), []);
}

/// Only the address from which the description is loaded differs.
#[test]
fn the_address_of_the_description_is_no_change_of_its_servers() {
    let verdict = |servers: &str| {
        let [old, new] =
            ["http://127.0.0.1:19701/api/openapi.json", "http://127.0.0.1:19702/openapi.json"].map(|address| {
                let paths = r#"{"/a":{"get":{"responses":{"204":{"description":""}}}}}"#;
                let info = r#"{"title":"t","version":"1"}"#;
                let text = format!(r#"{{"openapi":"3.1.0","info":{info},"servers":{servers},"paths":{paths}}}"#);
                Input { address: Some(address.to_owned()), ..Input::from(Source::new("test", text)) }
            });
        bindery_cli::changes::changes_between(old, new, &Config::default()).unwrap().verdict()
    };
    for servers in ["[]", r#"[{"url":"/v1"}]"#, r#"[{"url":"v1"},{"url":"v2"}]"#] {
        assert_eq!(verdict(servers), Some(Verdict::Compatible), "{servers}");
    }
    assert_eq!(verdict(r#"[{"url":"http://127.0.0.1:19700"}]"#), None);
}
