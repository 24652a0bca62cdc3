//! Adjacently tagged, externally tagged and internally tagged unions, the latter with objects that do not have the tag.

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::ser::Serialize;
use serde_json::{Value, json};

use super::tags as types;
use crate::adjacent_union;
use crate::external_union;
use crate::object;
use crate::tagged_union;
use crate::untagged_union;

#[derive(Debug, PartialEq)]
struct Retry {
    attempt: i64,
    after: Option<Box<Status>>,
}

object!(Retry {
    attempt,
    after: optional,
});

#[derive(Debug, PartialEq)]
enum Status {
    Idle,
    Retry(Retry),
    Unlisted(Value),
}

tagged_union!(Status by "type" {
    = "idle" => Idle,
    "retry" => Retry: InjectedTag,
});

#[derive(Debug, PartialEq)]
enum Action {
    Stop,
    Say(String),
    Both(Vec<Action>),
    Beside(Box<Config>),
    Unlisted(Value),
}

external_union!(Action {
    = "stop" => Stop,
    "say" => Say,
    "both" => Both,
    "beside" => Beside,
});

#[derive(Debug, PartialEq)]
enum Config {
    None,
    Action(Action),
    Maybe(Option<i64>),
    Unlisted(Value),
}

adjacent_union!(Config by "type" content "value" {
    = "none" => None,
    "action" => Action,
    "maybe" => Maybe,
});

/// An untagged union of all of them.
#[derive(Debug, PartialEq)]
enum Any {
    Config(Config),
    Numbers(Vec<i64>),
    Unlisted(Value),
}

untagged_union!(Any {
    Config: Any,
    Numbers: List(Integer),
});

/// An untagged union around a tagged one.
#[derive(Debug, PartialEq)]
enum Either {
    Status(Status),
    Numbers(Vec<i64>),
    Unlisted(Value),
}

untagged_union!(Either {
    Status: Any,
    Numbers: List(Integer),
});

/// Reads a text directly and as a part of a tree, and returns what is written again.
fn read<T: DeserializeOwned + Serialize + PartialEq + Debug>(text: &str) -> (T, String) {
    let read: T = serde_json::from_str(text).unwrap();
    let value: Value = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::from_value::<T>(value).unwrap(), read);
    let written = serde_json::to_string(&read).unwrap();
    (read, written)
}

#[test]
fn the_first_of_repeated_tags_decides_everywhere() {
    let status = r#"{"type":"retry","attempt":1,"type":"idle"}"#;
    let retry = Retry {
        attempt: 1,
        after: None,
    };
    assert_eq!(
        serde_json::from_str::<Either>(status).unwrap(),
        Either::Status(serde_json::from_str(status).unwrap())
    );
    assert_eq!(
        serde_json::from_str::<Status>(status).unwrap(),
        Status::Retry(retry)
    );
    let config = r#"{"type":"maybe","value":1,"type":"none","value":2}"#;
    assert_eq!(
        serde_json::from_str::<Config>(config).unwrap(),
        Config::Maybe(Some(1))
    );
    assert_eq!(
        serde_json::from_str::<Any>(config).unwrap(),
        Any::Config(Config::Maybe(Some(1)))
    );
}

#[test]
fn the_only_member_names_the_alternative() {
    for text in [
        r#""stop""#,
        r#"{"say":"x"}"#,
        r#"{"both":["stop",{"both":[]}]}"#,
    ] {
        let (action, written) = read::<Action>(text);
        assert!(!matches!(action, Action::Unlisted(_)), "{text}");
        assert_eq!(written, text);
    }
    for text in [
        r#""go""#,
        r#"{"go":[1]}"#,
        "{}",
        "[1]",
        "7",
        "null",
        "true",
        "0.5",
        "-1",
    ] {
        let (action, written) = read::<Action>(text);
        assert!(matches!(action, Action::Unlisted(_)), "{text}");
        assert_eq!(written, text);
    }
    assert!(serde_json::from_str::<Action>(r#"{"say":1}"#).is_err());
}

#[test]
fn the_tag_may_come_before_or_after_the_value() {
    let action = Config::Action(Action::Stop);
    let text = r#"{"type":"action","value":"stop"}"#;
    assert_eq!(read::<Config>(text), (action, text.to_owned()));
    let (behind, written) = read::<Config>(r#"{"other":1,"value":"stop","type":"action"}"#);
    assert_eq!(
        (behind, written.as_str()),
        (Config::Action(Action::Stop), text)
    );
    assert_eq!(read::<Config>(r#"{"type":"none"}"#).0, Config::None);
    assert_eq!(
        read::<Config>(r#"{"type":"maybe","value":null}"#).0,
        Config::Maybe(None)
    );
    for text in [
        r#"{"type":"v8","value":{"a":[1]}}"#,
        r#"{"value":1}"#,
        r#"{"type":7}"#,
        "3",
    ] {
        let (config, written) = read::<Config>(text);
        assert!(matches!(config, Config::Unlisted(_)), "{text}");
        assert_eq!(
            serde_json::from_str::<Value>(&written).unwrap(),
            serde_json::from_str::<Value>(text).unwrap()
        );
    }
    let missing = serde_json::from_str::<Config>(r#"{"type":"maybe"}"#).unwrap_err();
    assert!(
        missing.to_string().contains("missing field `value`"),
        "{missing}"
    );
}

#[test]
fn the_tag_is_written_before_the_members() {
    let text = r#"{"type":"retry","attempt":2,"after":{"type":"idle"}}"#;
    let retry = Status::Retry(Retry {
        attempt: 2,
        after: Some(Box::new(Status::Idle)),
    });
    assert_eq!(read::<Status>(text), (retry, text.to_owned()));
    let (behind, written) =
        read::<Status>(r#"{"attempt":2,"after":{"type":"idle"},"type":"retry"}"#);
    assert!(matches!(behind, Status::Retry(_)));
    assert_eq!(written, text);
    assert_eq!(
        serde_json::to_value(Status::Idle).unwrap(),
        json!({ "type": "idle" })
    );
}

#[test]
fn nested_unions_are_read() {
    let value = json!({ "type": "action", "value": { "beside": { "value": { "say": "x" }, "type": "action" } } });
    let read: Any = serde_json::from_value(value.clone()).unwrap();
    assert!(matches!(
        read,
        Any::Config(Config::Action(Action::Beside(_)))
    ));
    assert_eq!(serde_json::to_value(&read).unwrap(), value);
    assert_eq!(
        serde_json::from_value::<Any>(json!([1, 2])).unwrap(),
        Any::Numbers(vec![1, 2])
    );
}
