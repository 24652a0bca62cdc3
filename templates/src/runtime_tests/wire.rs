//! Objects, enums and unions, read and written.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "tables declare members that users of a client call"
)]

use serde::ser::Serialize;
use serde_json::{Value, json};

use super::wire as types;
use crate::code_enumeration;
use crate::object;
use crate::tagged_union;
use crate::text_enumeration;
use crate::untagged_union;
use crate::wire::code::UnlistedCode;
use crate::wire::patch::Patch;
use crate::wire::shape::Shape;
use crate::wire::text::UnlistedText;
use crate::wrapper;

#[derive(Debug, PartialEq)]
pub(super) struct Pair {
    pub(super) left: i64,
    pub(super) right: Option<i64>,
}

object!(Pair {
    left,
    right: optional,
});

#[derive(Clone, Copy, Debug, PartialEq)]
enum Priority {
    Low,
    High,
    Unlisted(UnlistedCode),
}

code_enumeration!(Priority {
    -1 => Low,
    2 => High,
});

#[derive(Clone, Debug, PartialEq)]
enum Order {
    Up,
    Unlisted(UnlistedText),
}

text_enumeration!(Order { "asc" => Up, });

#[derive(Debug, PartialEq)]
struct Others {
    id: i64,
    rest: std::collections::BTreeMap<String, i64>,
}

object!(Others {
    id: defaulting(|| 7),
    ..rest
});

#[derive(Debug, PartialEq)]
struct Changed {
    name: Patch<String>,
    extra: Option<Value>,
    note: Option<String>,
}

object!(Changed {
    name: patched,
    extra: anything,
    note: nullable,
});

#[derive(Debug, PartialEq)]
pub(super) struct Nothing {}

object!(Nothing {});

#[derive(Debug, PartialEq)]
struct Channels {
    channels: Vec<String>,
}

impl Channels {
    const OK: bool = true;
}

object!(Channels { "ok" = OK, channels });

#[test]
fn a_constant_with_another_value_explains_what_is_missing() {
    let problem =
        |json: &str| serde_json::from_str::<Channels>(json).map_err(|error| error.to_string());
    assert_eq!(
        problem(r#"{"ok":false,"channels":["a"]}"#),
        Ok(Channels {
            channels: vec!["a".to_owned()]
        })
    );
    for (json, reason) in [
        (
            r#"{"ok":false}"#,
            "missing field `channels`, and `ok` is false, not true at",
        ),
        (r#"{"ok":true}"#, "missing field `channels` at"),
        (r#"{"ok":{"a":1}}"#, "missing field `channels` at"),
    ] {
        let problem = problem(json).unwrap_err();
        assert!(problem.starts_with(reason), "{problem}");
    }
}

#[derive(Debug, PartialEq)]
struct Wrapped(Vec<Wrapped>);

wrapper!(Wrapped);

#[derive(Debug, PartialEq)]
pub(super) enum Pet {
    Cat(Pair),
    Fish(Nothing),
    Unlisted(Value),
}

tagged_union!(Pet by "left" {
    "1" | "one" => Cat: OwnTag,
    "fish" => Fish: InsertedTag,
});

#[derive(Debug, PartialEq)]
enum Either {
    All,
    Pair(Pair),
    Others(Others),
    Number(i64),
    Text(String),
    Unlisted(Value),
}

untagged_union!(Either {
    = "all" => All,
    Pair: Object(&["left"], &["left", "right"], &[]),
    Others: Object(&["id"], &["id", "name"], &[]),
    Number: Integer,
    Text: Text,
});

#[test]
fn objects_are_read_in_any_order() {
    for text in [
        r#"{"left":1,"right":2}"#,
        r#"{"right":2,"more":[{}],"left":1}"#,
    ] {
        assert_eq!(
            serde_json::from_str::<Pair>(text).unwrap(),
            Pair {
                left: 1,
                right: Some(2)
            }
        );
    }
    assert_eq!(
        serde_json::from_str::<Pair>(r#"{"left":1,"right":null}"#)
            .unwrap()
            .right,
        None
    );
    let missing = serde_json::from_str::<Pair>("{}").unwrap_err().to_string();
    assert!(missing.starts_with("missing field `left`"), "{missing}");
    let other = serde_json::from_str::<Pair>("[]").unwrap_err().to_string();
    assert!(other.contains("expected an object for Pair"), "{other}");
}

/// Reads a value and writes it again.
pub(super) fn again<T: serde::de::DeserializeOwned + Serialize>(text: &str) -> (T, String) {
    let value: T = serde_json::from_str(text).unwrap();
    let written = serde_json::to_string(&value).unwrap();
    (value, written)
}

#[test]
fn enums_keep_unknown_values() {
    assert_eq!(again("-1"), (Priority::Low, "-1".to_owned()));
    assert_eq!(again::<Priority>("9").1, "9");
    assert_eq!(
        (Priority::from(9).to_string(), i64::from(Priority::High)),
        ("9".to_owned(), 2)
    );
    assert_eq!(again("\"asc\""), (Order::Up, "\"asc\"".to_owned()));
    assert_eq!(again::<Order>("\"?\"").1, "\"?\"");
    assert_eq!(Order::from("x").to_string(), "x");
}

#[test]
fn each_kind_of_member_has_its_own_absence() {
    assert_eq!(again::<Others>(r#"{"b":2}"#).1, r#"{"id":7,"b":2}"#);
    assert_eq!(again::<Others>(r#"{"id":null}"#).1, r#"{"id":7}"#);
    assert_eq!(again::<Changed>("{}").1, r#"{"note":null}"#);
    let text = r#"{"name":null,"extra":null,"note":"n"}"#;
    assert_eq!(again::<Changed>(text).1, text);
    assert_eq!(again::<Nothing>(r#"{"a":1}"#).1, "{}");
    assert_eq!(again::<Wrapped>("[[],[[]]]").1, "[[],[[]]]");
}

#[test]
fn the_first_of_repeated_tags_decides() {
    let text = r#"{"left":1,"left":"fish","right":2,"left":5}"#;
    let (pet, written) = again::<Pet>(text);
    assert_eq!(again::<Pet>(&written).0, pet);
    assert_eq!(written, r#"{"left":1,"right":2}"#);
}

#[test]
fn a_tag_decides_at_any_position() {
    for text in [r#"{"left":1,"right":2}"#, r#"{"right":2,"left":1}"#] {
        let (pet, written) = again::<Pet>(text);
        assert_eq!(
            pet,
            Pet::Cat(Pair {
                left: 1,
                right: Some(2)
            })
        );
        assert_eq!(written, r#"{"left":1,"right":2}"#);
    }
    assert_eq!(
        again::<Pet>(r#"{"left":"fish"}"#),
        (Pet::Fish(Nothing {}), r#"{"left":"fish"}"#.to_owned())
    );
    for unknown in [
        r#"{"a":1,"left":"bird","b":{}}"#,
        r#"{"a":1}"#,
        "[1]",
        "null",
        "true",
        "1",
        "-1",
        "1.5",
        "\"x\"",
    ] {
        let (pet, written) = again::<Pet>(unknown);
        assert!(matches!(pet, Pet::Unlisted(_)), "{unknown}");
        assert_eq!(written, unknown);
    }
    assert!(serde_json::from_str::<Pet>(r#"{"left":"one"}"#).is_err());
}

#[test]
fn the_best_match_is_read() {
    assert_eq!(again::<Either>("\"all\"").0, Either::All);
    assert_eq!(
        again::<Either>("\"some\"").0,
        Either::Text("some".to_owned())
    );
    assert_eq!(again::<Either>("3").0, Either::Number(3));
    assert!(matches!(
        again::<Either>(r#"{"left":1,"id":2,"right":3}"#).0,
        Either::Pair(_)
    ));
    assert!(matches!(
        again::<Either>(r#"{"left":1,"id":2,"name":3}"#).0,
        Either::Others(_)
    ));
    for unknown in ["1.5", "[]", r#"{"right":1}"#, "null"] {
        assert_eq!(again::<Either>(unknown).1, unknown);
    }
    let order = [
        Shape::Any,
        Shape::Boolean,
        Shape::List(&Shape::Any),
        Shape::Number,
        Shape::Format,
    ];
    let texts = [Shape::Codes(&[1]), Shape::Texts(&["a"])];
    assert_eq!(order.len() + texts.len(), 7);
}

#[test]
fn three_states_are_distinguished() {
    assert_eq!(serde_json::to_value(Patch::Value(1)).unwrap(), json!(1));
    assert_eq!(
        serde_json::to_value(Patch::<i64>::Null).unwrap(),
        Value::Null
    );
    assert_eq!(
        serde_json::from_value::<Patch<i64>>(Value::Null).unwrap(),
        Patch::Null
    );
    assert_eq!(
        serde_json::from_value::<Patch<i64>>(json!(1)).unwrap(),
        Patch::from(1)
    );
    assert!(Patch::<i64>::default().is_unset());
}

#[test]
fn unknown_values_are_shown_as_they_are() {
    assert_eq!(UnlistedCode::new(8).to_string(), "8");
    assert_eq!(UnlistedText::new("x y").to_string(), "x y");
}
