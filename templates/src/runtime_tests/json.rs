//! JSON as it is sent, the mark in front of it, and the ends of the ranges of date libraries.

use http::{HeaderMap, Method, StatusCode};
use serde::de::DeserializeOwned;
use serde::ser::Serialize;
use serde_json::{Value, json};

use crate::requests::request::Request;
use crate::responses::response::{Failure, Response};
use crate::wire::date::DateTime;
use crate::wire::decimal::Decimal;
use crate::wire::json::{exact_value, to_json};
use crate::wire::lenient::from_json;
use crate::wire::unix_time::UnixTime;

#[test]
fn whole_numbers_have_no_fraction() {
    for (number, sent) in [
        (115.0, "115"),
        (-2.0, "-2"),
        (0.0, "0"),
        (-0.0, "0"),
        (1e15, "1000000000000000"),
        (1e18, "1000000000000000000"),
        (0.5, "0.5"),
        (-115.25, "-115.25"),
        (1e-7, "1e-7"),
        (1e19, "1e+19"),
        (f64::MAX, "1.7976931348623157e+308"),
    ] {
        let text = to_json(&number).unwrap();
        assert_eq!(text.replace("e1", "e+1").replace("e3", "e+3"), sent);
        assert_eq!(from_json::<f64>(text.as_bytes()).unwrap(), number);
    }
    assert_eq!(
        to_json(&[3.0_f32, 1e15, 0.1]).unwrap(),
        "[3,1000000000000000,0.1]"
    );
    assert_eq!(to_json(&f64::NAN).unwrap(), "null");
    // A decimal number keeps its digits.
    let decimal: Decimal = "115.0".parse().unwrap();
    assert_eq!(to_json(&decimal).unwrap(), "115.0");

    let mut request = Request::new(Method::POST, "/a/{height}");
    request.path("height", &115.0).unwrap();
    request.query("width", &[1.0, 1.5]).unwrap();
    request.header("x-depth", &2.0_f32).unwrap();
    request
        .json(&json!({ "height": 115.0, "text": "115.0" }))
        .unwrap();
    assert_eq!(request.target().unwrap(), "/a/115?width=1&width=1.5");
    assert_eq!(request.headers()["x-depth"], "2");
    assert_eq!(
        request.bytes().unwrap(),
        &br#"{"height":115,"text":"115.0"}"#[..]
    );
}

#[test]
fn a_mark_before_json_is_ignored() {
    let response = |body: &'static [u8]| Response::new(StatusCode::OK, HeaderMap::new(), body);
    let marked = response(b"\xef\xbb\xbf{\"id\":1}");
    assert_eq!(marked.json::<Value>().unwrap(), json!({ "id": 1 }));
    assert_eq!(marked.text(), "{\"id\":1}");
    let empty = response(b"\xef\xbb\xbf\r\n").decode_json::<Option<i64>, ()>();
    assert_eq!(empty.unwrap(), None);
    let lines = response(b"\xef\xbb\xbf1\n2\n").decode_lines::<i64, ()>();
    assert_eq!(lines.unwrap(), [1, 2]);
    let Err(Failure::Decode(failure)) =
        response(b"\xef\xbb\xbf{\"id\":[1,x]}").decode_json::<Value, ()>()
    else {
        panic!("this is not JSON");
    };
    assert_eq!(failure.path, "$.id[1]");
    // Only one mark is one.
    assert!(
        response(b"\xef\xbb\xbf\xef\xbb\xbf1")
            .json::<i64>()
            .is_err()
    );
}

/// Reads a value and returns its JSON.
fn again<T: DeserializeOwned + Serialize>(json: &str) -> String {
    to_json(&from_json::<T>(json.as_bytes()).unwrap()).unwrap()
}

fn times<T: DeserializeOwned + Serialize>(texts: &[&str]) -> Vec<String> {
    let again = |text: &&str| again::<T>(&format!("\"{text}\""));
    texts
        .iter()
        .map(again)
        .map(|json| json.trim_matches('"').to_owned())
        .collect()
}

const EXTREMES: &[&str] = &[
    "0001-01-01T00:00:00Z",
    "9999-12-30T22:00:00Z",
    "9999-12-31T23:59:59Z",
];

#[test]
fn each_date_library_reads_the_ends_of_the_calendar() {
    assert_eq!(times::<jiff::Timestamp>(EXTREMES), EXTREMES);
    assert_eq!(times::<chrono::DateTime<chrono::Utc>>(EXTREMES), EXTREMES);
    assert_eq!(times::<DateTime>(EXTREMES), EXTREMES);
    for text in ["\"0001-01-01\"", "\"9999-12-31\""] {
        assert_eq!(again::<jiff::civil::Date>(text), text);
        assert_eq!(again::<chrono::NaiveDate>(text), text);
        assert_eq!(again::<crate::wire::date::Date>(text), text);
    }
}

#[test]
fn times_after_the_last_one_of_jiff_are_the_end_of_9999() {
    for text in [
        "9999-12-31T23:59:59.9999999Z",
        "9999-12-31 00:00:00",
        "9999-12-31T23:59:59",
        "9999-12-31t23:59:59.999z",
        "9999-12-31T23:59:59-14:00",
        "9999-12-30T23:00:00+00:00",
    ] {
        let json = format!("\"{text}\"");
        assert_eq!(
            from_json::<jiff::Timestamp>(json.as_bytes()).unwrap(),
            jiff::Timestamp::MAX,
            "{text}"
        );
    }
    assert_eq!(
        times::<jiff::Timestamp>(&["9999-12-31T00:00:00+03:00"]),
        ["9999-12-30T21:00:00Z"]
    );
    for wrong in ["9999-12-32T00:00:00Z", "9999-12-31T25:00:00Z", "9999-12-31"] {
        assert!(
            from_json::<jiff::Timestamp>(format!("\"{wrong}\"").as_bytes()).is_err(),
            "{wrong}"
        );
    }
    let listed = json!(["9999-12-31T23:59:59Z"]);
    let read: Vec<Option<jiff::Timestamp>> = from_json(listed.to_string().as_bytes()).unwrap();
    assert_eq!(exact_value(&read).unwrap(), listed);
    let mut request = Request::new(Method::GET, "/a");
    request.query("until", &jiff::Timestamp::MAX).unwrap();
    assert_eq!(
        request.target().unwrap(),
        "/a?until=9999-12-31T23%3A59%3A59Z"
    );
    // A text is not a time.
    assert_eq!(
        again::<String>("\"9999-12-31T23:59:59.5Z\""),
        "\"9999-12-31T23:59:59.5Z\""
    );
}

#[test]
fn times_outside_of_the_years_of_utc_are_written_with_their_offset() {
    let late = "9999-12-31T23:59:59-05:00";
    assert_eq!(times::<DateTime>(&[late]), [late]);
    let read: DateTime = from_json(format!("\"{late}\"").as_bytes()).unwrap();
    assert_eq!(read.to_string(), late);
}

#[test]
fn timestamps_reach_the_end_of_9999() {
    for text in [
        "253402300799",
        "253402300799000",
        "-62135596800",
        "-62135596800000",
        "253402207199",
    ] {
        assert_eq!(again::<UnixTime<chrono::DateTime<chrono::Utc>>>(text), text);
        assert_eq!(again::<UnixTime<time::OffsetDateTime>>(text), text);
        assert_eq!(again::<UnixTime<jiff::Timestamp>>(text), text);
    }
    let never: UnixTime<jiff::Timestamp> = from_json(b"253402300799").unwrap();
    assert_eq!(never.0, jiff::Timestamp::MAX);
}
