use super::markdown::{headline, markdown};
use super::{compare, load, write};
use crate::corpus::outcome::{CheckStep, Compiled, Document, Generated, Loss, Outcome, Run};

fn document(path: &str, outcome: Outcome) -> Document {
    Document { path: path.to_owned(), bytes: 7, outcome }
}

fn pets() -> Generated {
    let loss = |name: &str| Loss {
        code: "operation-left-out".to_owned(),
        message: format!("cannot resolve the path item `{name}`; its operations are left out"),
        pointer: format!("/paths/{name}"),
    };
    Generated {
        operations_described: 6,
        operations: 4,
        types: 9,
        schemas: 3,
        warnings: [("operation-left-out".to_owned(), 2), ("name-collision".to_owned(), 1)].into(),
        losses: vec![loss("a"), loss("b")],
        text_bytes: 2_000_000,
        emitted_bytes: 500_000,
        emitted_lines: 12_000,
        generation_ms: 150.5,
        parse_ms: Some(20.0),
        peak_bytes: Some(30_000_000),
        self_diff: None,
    }
}

fn run() -> Run {
    let refused = Outcome::Refused {
        code: "version-unsupported".to_owned(),
        message: "OpenAPI `9.0` is not supported".to_owned(),
        operations_described: 2,
    };
    let small = Generated { text_bytes: 1_000, generation_ms: 2.0, parse_ms: None, peak_bytes: None, ..pets() };
    let step = |name: &str, failure: Option<&str>| CheckStep {
        name: name.to_owned(),
        seconds: 1.5,
        peak_bytes: Some(200_000_000),
        failure: failure.map(str::to_owned),
    };
    let compiled = |path: &str, steps| Compiled { path: path.to_owned(), name: "api-x".to_owned(), steps, trip: None };
    Run {
        seed: 1,
        documents: vec![
            document("a b.json", Outcome::Generated(Box::new(pets()))),
            document("c.yaml", Outcome::Generated(Box::new(small))),
            document("d.json", refused),
            document("e.json", Outcome::NoDescription),
            document("f.json", Outcome::Panicked { message: "src/x.rs:1:2: a | b".to_owned() }),
            document("g.json", Outcome::TimedOut { seconds: 60 }),
        ],
        compiled: vec![
            compiled("a b.json", vec![step("check", None), step("clippy", None)]),
            compiled("c.yaml", vec![step("check", Some("error[E0308]: mismatched types\n --> src/lib.rs:1:1"))]),
        ],
    }
}

#[test]
fn a_report_tells_all() {
    insta::assert_snapshot!(markdown(&run()), @r#"
    # Corpus

    - documents: 6 (2 generated, 1 refused, 1 no description, 1 panicked, 1 timed out, 0 died)
    - operations: 14 described, 8 emitted, 6 left out (42.86 %)
    - schemas: 6; types: 18
    - text: 2.0 MB; emitted: 1.0 MB in 24000 lines; CPU time: 0.2 s
    - compiled: 2; failing: 1

    ## Warnings

    | code | count |
    |---|---|
    | name-collision | 2 |
    | operation-left-out | 4 |

    ## What did not become a client

    | count | why | first |
    |---|---|---|
    | 1 | OpenAPI `…` is not supported | d.json |
    | 1 | src/x.rs:#:#: a \| b | f.json |

    | document | outcome | why |
    |---|---|---|
    | d.json | refused | version-unsupported: OpenAPI `9.0` is not supported |
    | f.json | panicked | src/x.rs:1:2: a \| b |
    | g.json | timed out | took longer than 60 s |

    ## Why operations were left out

    | count | why | first |
    |---|---|---|
    | 4 | cannot resolve the path item `…`; its operations are left out | a b.json /paths/a |

    ## Time and memory

    - CPU ms for each MB of text: 2000 in the smallest tenth, 2000 in the median, 75 in the largest tenth
    - CPU time as multiple of `serde_json` reading the same text, for texts over 1 MB: 7.5 in the median, 7.5 at most
    - peak memory as multiple of the text, for texts over 1 MB: 15.0 in the median, 15.0 at most

    ## Slowest

    | document | MB | CPU ms | peak MB | operations | types | lines |
    |---|---|---|---|---|---|---|
    | a b.json | 2.00 | 150 | 30 | 4 | 9 | 12000 |
    | c.yaml | 0.00 | 2 |  | 4 | 9 | 12000 |

    ## Most memory

    | document | MB | CPU ms | peak MB | operations | types | lines |
    |---|---|---|---|---|---|---|
    | a b.json | 2.00 | 150 | 30 | 4 | 9 | 12000 |
    | c.yaml | 0.00 | 2 |  | 4 | 9 | 12000 |

    ## Largest

    | document | MB | CPU ms | peak MB | operations | types | lines |
    |---|---|---|---|---|---|---|
    | a b.json | 2.00 | 150 | 30 | 4 | 9 | 12000 |
    | c.yaml | 0.00 | 2 |  | 4 | 9 | 12000 |

    ## Compiled

    1 of 2 compile without a warning.

    | document | step | seconds | peak MB |  |
    |---|---|---|---|---|
    | a b.json | check | 1.5 | 200 |  |
    | a b.json | clippy | 1.5 | 200 |  |
    | c.yaml | check | 1.5 | 200 | failed |

    ### c.yaml (`api-x`)

    ````text
    error[E0308]: mismatched types
     --> src/lib.rs:1:1
    ````
    "#);
}

#[test]
fn a_report_of_nothing_has_no_empty_sections() {
    insta::assert_snapshot!(markdown(&Run::default()), @r#"
    # Corpus

    - documents: 0 (0 generated, 0 refused, 0 no description, 0 panicked, 0 timed out, 0 died)
    - operations: 0 described, 0 emitted, 0 left out (0.00 %)
    - schemas: 0; types: 0
    - text: 0.0 MB; emitted: 0.0 MB in 0 lines; CPU time: 0.0 s
    - compiled: 0; failing: 0
    "#);
}

#[test]
fn a_report_is_read_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    write(&run(), folder.path()).unwrap();
    assert_eq!(load(&folder.path().join("report.json")).unwrap(), run());
    assert!(load(&folder.path().join("report.md")).unwrap_err().contains("run the corpus again"));
    assert!(headline(&run()).starts_with("- documents: 6 (2 generated"));
}

#[test]
fn a_failure_of_any_kind_is_no_sound_run() {
    assert!(!run().is_sound());
    let kept = |document: &Document| document.outcome.failure().is_none();
    let mut better = run();
    better.documents.retain(kept);
    assert!(!better.is_sound());
    better.compiled.pop();
    assert!(better.is_sound());
}

#[test]
fn comparison_of_two_runs() {
    assert_eq!(compare(&run(), &run()), "nothing changed\n");
    let mut new = run();
    let slower = Generated { generation_ms: 301.0, operations: 5, ..pets() };
    new.documents[0].outcome = Outcome::Generated(Box::new(slower));
    new.documents[1].outcome = Outcome::TimedOut { seconds: 60 };
    new.documents[5].outcome = Outcome::NoDescription;
    new.compiled[1].steps[0].failure = None;
    insta::assert_snapshot!(compare(&run(), &new), @r#"
    operations described: 14 -> 8
    operations emitted: 8 -> 5
    operations left out: 6 -> 3
    schemas: 6 -> 3
    types: 18 -> 9
    crates that do not compile: 1 -> 0
    generated: 2 -> 1
    no description: 1 -> 2
    warnings name-collision: 2 -> 1
    warnings operation-left-out: 4 -> 2
    CPU time of the documents in both: 150 ms -> 301 ms (2.00 times)
    document newly failing: c.yaml: took longer than 60 s
    document newly passing: g.json
    crate newly passing: c.yaml
    operations left out of a b.json: 2 -> 1 (16.67 %)
    "#);
}
