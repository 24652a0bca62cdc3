//! What is checked before it is sent.

use serde_json::json;

use crate::runtime::pattern::matches;
use crate::runtime::require::require;
use crate::runtime::rules::{Rule, check};

use super::wire::{Nothing, Pair, Pet};

mod ruled {
    use super::Pair;
    use crate::runtime::rules::Rule;
    use crate::runtime::rules::Rule::{Least, Member, Tag};
    use crate::runtime::validate::rules;
    use crate::runtime_tests::wire as types;

    rules!(Pair { "left" => [Least(1.0)], });

    rules!(Pet by "left" { "0" => || Pair::RULES, });
}

#[test]
fn broken_rules_are_told_with_their_path() {
    const NAME: &[Rule] = &[
        Rule::Length(2, 3),
        Rule::Form(|text| matches(text, "^[a-z]+$"), "^[a-z]+$"),
    ];
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
                Rule::Each(&[Rule::Least(1.0), Rule::LessThan(9.0)]),
            ],
        ),
        Rule::Member("map", &[Rule::Count(0, 1), Rule::Each(NAME)]),
        Rule::Member(
            "price",
            &[
                Rule::MultipleOf(0.01),
                Rule::MoreThan(0.0),
                Rule::Most(10.0),
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
        "$.inner.name has 1 characters; 2 are asked for",
        "$.inner.name is not of the form `^[a-z]+$`",
        "$.list has 3 elements; 2 are allowed",
        "$.list repeats an element",
        "$.list[0] has to be at least 1",
        "$.list[1] has to be at least 1",
        "$.list[2] has to be less than 9",
        "$.map has 2 members; 1 are allowed",
        "$.map.k has 4 characters; 3 are allowed",
        "$.price has to be a multiple of 0.01",
        "$.name has 1 characters; 2 are asked for",
    ];
    assert_eq!(problems.problems(), expected);
    assert_eq!(problems.to_string().matches("; $").count(), 10);
    let pet = Pet::Cat(Pair {
        left: 0,
        right: None,
    });
    assert_eq!(
        check(&pet, Pet::RULES).unwrap_err().problems(),
        ["$.left has to be at least 1"]
    );
    assert_eq!(check(&Pet::Fish(Nothing {}), Pet::RULES), Ok(()));
    let pair = Pair {
        left: 1,
        right: None,
    };
    assert_eq!(check(&pair, Pair::RULES), Ok(()));
    let refused = require("count", &11, &[Rule::Most(10.0)]).unwrap_err();
    assert!(
        refused.to_string().contains("count has to be at most 10"),
        "{refused}"
    );
    assert!(require("price", &0, &[Rule::MoreThan(0.0)]).is_err());
}
