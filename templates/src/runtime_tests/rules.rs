//! Validation before a value is sent.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "tables declare members that users of a client call"
)]

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};

use serde_json::json;

use crate::validation::pattern::is_match;
use crate::validation::rules::{Rule, check};
use crate::validation::validate::validate;

use super::wire::{Nothing, Pair, Pet};

mod ruled {
    use super::Pair;
    use crate::rules;
    use crate::runtime_tests::wire as types;

    rules!(Pair { "left" => [Min(1.0)], });

    rules!(Pet by "left" { "0" => || Pair::RULES, });
}

#[test]
fn violated_rules_are_reported_with_their_path() {
    const NAME: &[Rule] = &[Rule::Length(2, 3), Rule::Pattern("^[a-z]+$")];
    fn inner() -> &'static [Rule] {
        &[Rule::Member("name", NAME)]
    }
    const RULES: &[Rule] = &[
        Rule::Member("inner", &[Rule::Of(inner)]),
        Rule::Member(
            "list",
            &[
                Rule::Count(1, 2),
                Rule::Unique,
                Rule::Each(&[Rule::Min(1.0), Rule::ExclusiveMax(9.0)]),
            ],
        ),
        Rule::Member("map", &[Rule::Count(0, 1), Rule::Each(NAME)]),
        Rule::Member(
            "price",
            &[
                Rule::MultipleOf(0.01),
                Rule::ExclusiveMin(0.0),
                Rule::Max(10.0),
            ],
        ),
        Rule::Tag("kind", &[("named", inner)]),
    ];
    let sound = json!({
        "inner": { "name": "abc" }, "list": [1, 2], "map": { "k": "ab" }, "price": 4.35, "kind": "named", "name": null
    });
    assert_eq!(check(&sound, RULES), Ok(()));
    let broken = json!({
        "inner": { "name": "A" }, "list": [0, 0, 9], "map": { "k": "abcd", "l": "ab" }, "price": 0.001,
        "kind": "named", "name": "x"
    });
    let problems = check(&broken, RULES).unwrap_err();
    let expected = [
        "$.inner.name has 1 characters; at least 2 are required",
        "$.inner.name does not match `^[a-z]+$`",
        "$.list has 3 elements; at most 2 are allowed",
        "$.list repeats an element",
        "$.list[0] must be at least 1",
        "$.list[1] must be at least 1",
        "$.list[2] must be less than 9",
        "$.map has 2 members; at most 1 are allowed",
        "$.map.k has 4 characters; at most 3 are allowed",
        "$.price must be a multiple of 0.01",
        "$.name has 1 characters; at least 2 are required",
    ];
    assert_eq!(problems.problems(), expected);
    assert_eq!(problems.to_string().matches("; $").count(), 10);
    let pet = Pet::Cat(Pair {
        left: 0,
        right: None,
    });
    assert_eq!(
        check(&pet, Pet::RULES).unwrap_err().problems(),
        ["$.left must be at least 1"]
    );
    assert_eq!(check(&Pet::Fish(Nothing {}), Pet::RULES), Ok(()));
    let pair = Pair {
        left: 1,
        right: None,
    };
    assert_eq!(check(&pair, Pair::RULES), Ok(()));
    let refused = validate("count", &11, &[Rule::Max(10.0)]).unwrap_err();
    assert!(
        refused.to_string().contains("count must be at most 10"),
        "{refused}"
    );
    assert!(validate("price", &0, &[Rule::ExclusiveMin(0.0)]).is_err());
}

#[test]
fn booleans_and_numbers_may_be_listed() {
    let numbers = [Rule::OneOf(&["0.5", "1", "3"])];
    for valid in [
        json!(0.5),
        json!(1),
        json!(1.0),
        json!(3.0),
        json!(null),
        json!("a"),
    ] {
        assert_eq!(check(&valid, &numbers), Ok(()), "{valid}");
    }
    assert_eq!(check(&0.5_f32, &numbers), Ok(()));
    let error = check(&0.1, &numbers).unwrap_err();
    assert_eq!(error.problems(), ["$ must be one of `0.5`, `1`, `3`"]);
    assert!(check(&true, &numbers).is_err());
    assert_eq!(check(&true, &[Rule::OneOf(&["true"])]), Ok(()));
    assert!(check(&false, &[Rule::OneOf(&["true"])]).is_err());
}

#[test]
fn many_elements_are_compared_in_linear_time() {
    let started = std::time::Instant::now();
    let numbers: Vec<u32> = (0..200_000).collect();
    assert_eq!(check(&numbers, &[Rule::Unique]), Ok(()));
    assert!(started.elapsed() < std::time::Duration::from_secs(10));
}

#[test]
fn a_translated_pattern_is_reported_as_described() {
    const RULES: &[Rule] = &[Rule::TranslatedPattern {
        regex: "^[0-9]+$",
        described: r"^\d+$",
    }];
    assert_eq!(check("12", RULES), Ok(()));
    let invalid = check("a", RULES).unwrap_err();
    assert_eq!(invalid.problems(), [r"$ does not match `^\d+$`"]);
}

/// Matching a long string must not block other threads from matching.
#[test]
fn patterns_are_matched_concurrently() {
    const SLOW: &str = "^(?:a|b|ab)*$";
    let (started, is_done) = (Arc::new(Barrier::new(2)), Arc::new(AtomicBool::new(false)));
    let thread = std::thread::spawn({
        let (started, is_done) = (Arc::clone(&started), Arc::clone(&is_done));
        let text = "ab".repeat(1_500_000);
        move || {
            started.wait();
            assert!(is_match(SLOW, &text));
            is_done.store(true, Ordering::SeqCst);
        }
    });
    started.wait();
    std::thread::sleep(std::time::Duration::from_millis(20));
    assert!(is_match(SLOW, "ab"));
    assert!(!is_done.load(Ordering::SeqCst));
    thread.join().unwrap();
}
