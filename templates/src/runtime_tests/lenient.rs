//! Numbers and times in the forms in which servers write them, and the digits that unions keep.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "tables declare members that users of a client call"
)]

use std::collections::BTreeMap;

use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

use super::lenient as types;
use super::wire::again;
use crate::adjacent_union;
use crate::object;
use crate::responses::error_body::JsonOrText;
use crate::responses::response::{Failure, Response};
use crate::rules;
use crate::tagged_union;
use crate::untagged_union;
use crate::validation::rules::{Rule, check};
use crate::wire::date::DateTime;
use crate::wire::decimal::Decimal;
use crate::wire::instant::instant;
use crate::wire::lenient::from_json;

#[derive(Debug, PartialEq)]
struct Numbers {
    whole: i64,
    small: Option<u8>,
    large: Option<i128>,
    float: Option<f64>,
    list: Option<Vec<i32>>,
    map: Option<BTreeMap<String, i64>>,
    inner: Option<Box<Numbers>>,
    at: Option<DateTime>,
    text: Option<String>,
}

object!(Numbers {
    whole,
    small: optional,
    large: optional,
    float: optional,
    list: optional,
    map: optional,
    inner: optional,
    at: optional,
    text: optional,
});

fn text_of(json: &str) -> String {
    again::<Numbers>(json).1
}

#[test]
fn numbers_without_a_fraction_are_integers() {
    for (read, whole) in [
        ("1700000000.0", "1700000000"),
        ("1.7e9", "1700000000"),
        ("\"5\"", "5"),
        ("\"-5.0\"", "-5"),
        ("-0.0", "0"),
        ("\"9007199254740993.0\"", "9007199254740993"),
    ] {
        let json = format!(r#"{{"whole":{read}}}"#);
        assert_eq!(text_of(&json), format!(r#"{{"whole":{whole}}}"#));
    }
    let all = r#"{"whole":1,"small":"255","large":"1700000000000000000000.0","float":"1.5","list":["1",2.0],
        "map":{"a":"3"},"inner":{"whole":"4.0"},"text":"6"}"#;
    let expected = r#"{"whole":1,"small":255,"large":1700000000000000000000,"float":1.5,"list":[1,2],"map":{"a":3},"inner":{"whole":4},"text":"6"}"#;
    assert_eq!(text_of(all), expected);
    assert_eq!(from_json::<Vec<i64>>(b"[1.0, \"2\"]").unwrap(), [1, 2]);
    for wrong in [
        "1.5",
        "\"x\"",
        "\"\"",
        "\"1.5\"",
        "true",
        "1e30",
        "\"inf\"",
        "null",
        "9007199254740993.0",
    ] {
        let json = format!(r#"{{"whole":{wrong}}}"#);
        assert!(from_json::<Numbers>(json.as_bytes()).is_err(), "{wrong}");
    }
    let error = from_json::<Numbers>(br#"{"whole":1,"list":[1,"x"]}"#).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("invalid type: string \"x\", expected i32")
    );
    assert!(from_json::<Numbers>(br#"{"whole":1,"small":256.0}"#).is_err());
}

#[test]
fn times_without_an_offset_are_in_utc() {
    for (read, expected) in [
        ("2024-01-02T03:04:05", "2024-01-02T03:04:05+00:00"),
        ("2024-01-02 03:04:05.123", "2024-01-02T03:04:05.123+00:00"),
        ("2024-01-02T03:04", "2024-01-02T03:04:00+00:00"),
        ("2024-01-02T03:04:05+0200", "2024-01-02T03:04:05+02:00"),
        ("2024-01-02 03:04:05 -03", "2024-01-02T03:04:05-03:00"),
        ("2024-01-02T03:04:05z", "2024-01-02T03:04:05Z"),
        ("2024-01-02", "2024-01-02"),
        ("x024-01-02T03:04:05", "x024-01-02T03:04:05"),
        ("größer als 20 Bytes", "größer als 20 Bytes"),
        ("2024-01-02 03:04 is late", "2024-01-02 03:04 is late"),
        (
            "2024-01-02 03:04:05 ERROR full",
            "2024-01-02 03:04:05 ERROR full",
        ),
        ("2024-01-02T03:04:05.", "2024-01-02T03:04:05."),
    ] {
        assert_eq!(instant(read), expected);
    }
    let json = r#"{"whole":1,"at":"2024-01-02T03:04:05","text":"2024-01-02T03:04:05"}"#;
    let expected = r#"{"whole":1,"at":"2024-01-02T03:04:05Z","text":"2024-01-02T03:04:05"}"#;
    assert_eq!(text_of(json), expected);
    let date = from_json::<jiff::civil::Date>(br#""2024-01-02T00:00:00""#).unwrap();
    assert_eq!(date, jiff::civil::date(2024, 1, 2));
}

#[derive(Debug, PartialEq)]
struct Flags {
    on: bool,
    off: Option<bool>,
    list: Option<Vec<bool>>,
    strict: bool,
}

object!(Flags {
    on | numbers,
    off: optional | numbers,
    list: optional | numbers,
    strict: defaulting(|| true),
});

#[test]
fn numbers_are_booleans_where_they_are_accepted() {
    let numbers = r#"{"on":1,"off":0,"list":[1,true],"strict":false}"#;
    let booleans = r#"{"on":true,"off":false,"list":[true,true],"strict":false}"#;
    assert_eq!(again::<Flags>(numbers).1, booleans);
    assert_eq!(again::<Flags>(booleans).1, booleans);
    let null = from_json::<Flags>(br#"{"on":1,"off":null}"#).unwrap();
    assert_eq!((null.off, null.strict), (None, true));
    let error = |json: &str| from_json::<Flags>(json.as_bytes()).unwrap_err().to_string();
    assert!(error(r#"{"on":2}"#).contains("integer `2`, expected a boolean"));
    assert!(error(r#"{"on":"1"}"#).contains("expected a boolean"));
    // The acceptance of one member does not extend to the next one.
    let refused = error(r#"{"on":1,"strict":1}"#);
    assert!(
        refused.starts_with("invalid type: integer `1`, expected a boolean"),
        "{refused}"
    );
}

#[derive(Debug, PartialEq)]
struct Priced {
    price: Decimal,
    size: Option<f32>,
}

object!(Priced {
    price,
    size: optional
});

#[derive(Debug, PartialEq)]
enum Tagged {
    Own(Priced),
    Inserted(Nested),
    Unlisted(Value),
}

tagged_union!(Tagged by "kind" {
    "own" => Own: InjectedTag,
    "inserted" => Inserted: InsertedTag,
});

#[derive(Debug, PartialEq)]
enum Beside {
    Price(Priced),
    Unlisted(Value),
}

adjacent_union!(Beside by "kind" content "value" {
    "price" => Price,
});

#[derive(Debug, PartialEq)]
enum Nested {
    Priced(Priced),
    Unlisted(Value),
}

untagged_union!(Nested {
    Priced: Object(&["price"], &["price", "size"], &[]),
});

#[derive(Debug, PartialEq)]
enum Scalar {
    Text(String),
    Number(f64),
    Flag(bool),
    Integer(i64),
    Unlisted(Value),
}

untagged_union!(Scalar {
    Text: Text,
    Number: Number,
    Flag: Boolean,
    Integer: Integer,
});

#[derive(Debug, PartialEq)]
enum Moment {
    At(DateTime),
    Seconds(i64),
    Unlisted(Value),
}

untagged_union!(Moment {
    At: Format,
    Seconds: Integer,
});

#[derive(Debug, PartialEq)]
struct Group {
    children: Vec<Node>,
}

object!(Group { children });

#[derive(Debug, PartialEq)]
enum Node {
    Group(Group),
    Unlisted(Value),
}

tagged_union!(Node by "kind" {
    "group" => Group: InsertedTag,
});

/// Each level would take twice the time of the one inside if it were serialized twice.
#[test]
fn nested_unions_are_written_in_linear_time() {
    let mut node = Node::Unlisted(Value::Null);
    for _ in 0..50 {
        node = Node::Group(Group {
            children: vec![node],
        });
    }
    let text = serde_json::to_string(&node).unwrap();
    assert_eq!(text.matches(r#""kind":"group""#).count(), 50);
}

rules!(Scalar untagged {
    Text => [Length(0, 5)],
    Number => [],
    Boolean => [],
    Integer => [Min(3.0)],
});

#[test]
fn unions_keep_all_digits() {
    for text in ["2024-12-31 23:59:59 ERROR", "2024-12-31 10:00"] {
        let json = format!("{text:?}");
        assert_eq!(
            from_json::<Scalar>(json.as_bytes()).unwrap(),
            Scalar::Text(text.to_owned())
        );
    }
    for json in [
        r#"{"kind":"own","price":0.10,"size":0.1}"#,
        r#"{"kind":"inserted","price":0.10,"size":0.1}"#,
        r#"{"kind":"own","price":123456789012345678901234567890.5}"#,
    ] {
        let (read, text) = again::<Tagged>(json);
        assert!(!matches!(read, Tagged::Unlisted(_)), "{json}");
        assert_eq!(text, json);
        let (start, end) = (
            json.find("\"kind\"").unwrap(),
            json.find(",\"price\"").unwrap(),
        );
        let tag = &json[start..end];
        let last = format!("{{{},{tag}}}", &json[end + 1..json.len() - 1]);
        assert_eq!(again::<Tagged>(&last).1, json, "{last}");
        assert_eq!(
            again::<Vec<Tagged>>(&format!("[{last}]")).1,
            format!("[{json}]")
        );
    }
}

#[test]
fn unions_keep_all_digits_of_a_value_before_its_tag() {
    let json = r#"{"kind":"price","value":{"price":0.10,"size":0.1}}"#;
    let swapped = r#"{"value":{"price":0.10,"size":0.1},"kind":"price"}"#;
    for text in [json, swapped] {
        let (read, written) = again::<Beside>(text);
        assert!(matches!(read, Beside::Price(_)), "{text}");
        assert_eq!(written, json);
    }
}

#[test]
fn numbers_that_no_alternative_holds_are_unlisted() {
    for json in [
        "1",
        "1.5",
        "-9223372036854775808",
        "12345678901234567890",
        "\"1\"",
        "true",
    ] {
        assert_eq!(again::<Scalar>(json).1, json);
    }
    let read = again::<Scalar>("12345678901234567890").0;
    assert!(matches!(read, Scalar::Unlisted(_)), "{read:?}");
    assert_eq!(
        again::<Scalar>("9007199254740993").0,
        Scalar::Integer(9_007_199_254_740_993)
    );
    for json in ["\"2024-01-02T03:04:05Z\"", "\"soon\"", "5"] {
        assert_eq!(again::<Moment>(json).1, json);
    }
    // A time without an offset is read as it is outside a union.
    let (read, written) = again::<Moment>("\"2024-01-02T03:04:05\"");
    assert!(matches!(read, Moment::At(_)), "{read:?}");
    assert_eq!(written, "\"2024-01-02T03:04:05Z\"");
}

#[test]
fn the_rules_of_one_alternative_hold() {
    let rules = Scalar::RULES;
    for valid in [
        json!("short"),
        json!(1.5),
        json!(3),
        json!(true),
        json!(null),
    ] {
        assert_eq!(check(&valid, rules), Ok(()), "{valid}");
    }
    let invalid = check(&json!("too long"), rules).unwrap_err();
    assert_eq!(
        invalid.problems(),
        ["$ has 8 characters; at most 5 are allowed"]
    );
    // Any number is an alternative without rules.
    assert_eq!(check(&json!(2), rules), Ok(()));
    let integers: &[Rule] = &[Rule::Member("a", rules)];
    assert!(check(&json!({ "a": "too long" }), integers).is_err());
    assert!(Scalar::Text("too long".to_owned()).validate().is_err());
}

#[test]
fn empty_and_textual_bodies_have_a_place() {
    let body = |text: &str| Response::new(StatusCode::OK, HeaderMap::new(), text.to_owned());
    let read = |text: &str| body(text).decode_json::<Option<Numbers>, ()>();
    assert!(matches!(read(""), Ok(None)));
    assert!(matches!(read(" \n"), Ok(None)));
    assert!(matches!(
        body("").decode_json::<Value, ()>(),
        Ok(Value::Null)
    ));
    let Err(Failure::Decode(failure)) = body("").decode_json::<Numbers, ()>() else {
        panic!("an empty body is not an object");
    };
    assert_eq!(failure.reason, "expected JSON, found an empty body");
    let text = |text: &str| match body(text).documented_text(|text| text) {
        Failure::Documented(text) => text,
        _ => None,
    };
    assert_eq!(text("busy").as_deref(), Some("busy"));
    assert_eq!(text("\"busy\"").as_deref(), Some("busy"));
    assert_eq!(text(""), None);
    let either = |text: &str| match body(text).documented_or_text(|body| body) {
        Failure::Documented(body) => body,
        _ => None,
    };
    let Some(JsonOrText::Json(numbers)) = either(r#"{"whole":1}"#) else {
        panic!("no JSON")
    };
    let _: Numbers = numbers;
    let plain = body("busy").documented_or_text::<Numbers, _>(|body| body);
    assert!(matches!(plain, Failure::Documented(Some(JsonOrText::Text(text))) if text == "busy"));
}
