//! Strings with additional meaning.

use std::time::{Duration, SystemTime};

use serde::de::DeserializeOwned;
use serde_json::json;

use super::wire::again;
use crate::auth::secret::Secret;
use crate::wire::base64::Base64;
use crate::wire::decimal::{Decimal, ParseDecimalError};
use crate::wire::lenient::from_json;
use crate::wire::quoted::Quoted;
use crate::wire::unix_time::UnixTime;

#[test]
fn digits_and_texts_are_kept() {
    assert_eq!(again::<Decimal>("1.10").1, "1.10");
    assert_eq!(
        again::<Decimal>("-123456789012345678901234567890.5").1,
        "-123456789012345678901234567890.5"
    );
    assert_eq!(Decimal::from(3).to_f64(), 3.0);
    for wrong in ["", "x", " 1", "1 ", "\"1\"", "[1]", "true"] {
        assert_eq!(wrong.parse::<Decimal>(), Err(ParseDecimalError), "{wrong}");
    }
    assert_eq!(
        serde_json::from_str::<Decimal>("\"0.10\"")
            .unwrap()
            .as_str(),
        "0.10"
    );
    assert_eq!(
        again("\"9007199254740993\""),
        (
            Quoted(9_007_199_254_740_993_i64),
            "\"9007199254740993\"".to_owned()
        )
    );
    assert_eq!(again::<Quoted<Decimal>>("\"0.10\"").1, "\"0.10\"");
    assert!(serde_json::from_str::<Quoted<i64>>("\"x\"").is_err());
}

#[test]
fn numbers_are_read_from_text_too() {
    fn read<T: DeserializeOwned>(json: &str) -> Option<T> {
        from_json(json.as_bytes()).ok()
    }
    assert_eq!((read("5"), read("\"-5\"")), (Some(5_i32), Some(-5_i32)));
    assert_eq!(
        read::<u8>("\"256\"")
            .or(read("256"))
            .or(read("1.5"))
            .or(read("true")),
        None
    );
    assert_eq!(
        (read("2"), read("\"1.5e3\"")),
        (Some(2.0_f64), Some(1500.0_f64))
    );
    assert_eq!(
        read("[1,\"2\",null]"),
        Some(vec![Some(1_i64), Some(2), None])
    );
    let map = read::<std::collections::BTreeMap<String, u32>>("{\"a\":\"7\"}");
    assert_eq!(map.and_then(|map| map.get("a").copied()), Some(7));
    assert_eq!(read::<Decimal>("\"1.10\""), Some("1.10".parse().unwrap()));
    assert_eq!(read::<Decimal>("\"x\""), None);
}

#[test]
fn base64_is_read_as_servers_write_it() {
    for text in ["_-8=", "/+8", "/\n+8="] {
        let encoded: Base64 = serde_json::from_value(json!(text)).unwrap();
        assert_eq!(encoded.decode().unwrap(), [0xff, 0xef]);
        assert_eq!(serde_json::to_value(&encoded).unwrap(), json!(text));
    }
    assert_eq!(Base64::encode([0xff, 0xef]).as_str(), "/+8=");
    assert!(
        serde_json::from_value::<Base64>(json!("?"))
            .unwrap()
            .decode()
            .is_err()
    );
}

#[test]
fn timestamps_are_seconds() {
    let seconds = |text| again::<UnixTime<SystemTime>>(text);
    let written = ["0", "1735689600", "-1", "-377705023201", "253402300799"];
    assert_eq!(written.map(|text| seconds(text).1), written);
    assert_eq!(
        *seconds("60").0,
        SystemTime::UNIX_EPOCH + Duration::from_secs(60)
    );
    // Fractions are rounded down, before 1970 too.
    let half = Duration::from_millis(500);
    for (time, sent) in [
        (SystemTime::UNIX_EPOCH + half, "0"),
        (SystemTime::UNIX_EPOCH - half, "-1"),
    ] {
        assert_eq!(serde_json::to_string(&UnixTime::new(time)).unwrap(), sent);
    }
    // What is out of range in seconds is in another unit, and sent back so.
    let large = ["253402300800", "1735689600123", "-377705023202"];
    assert_eq!(large.map(|text| seconds(text).1), large);
    let milliseconds = Duration::from_millis(1_735_689_600_123);
    assert_eq!(
        *seconds("1735689600123").0,
        SystemTime::UNIX_EPOCH + milliseconds
    );
    let nanoseconds = ["1735689600123456", "1735689600123456789"];
    assert_eq!(nanoseconds.map(|text| seconds(text).1), nanoseconds);
    for text in ["1.5", "\"1\"", "null"] {
        assert!(serde_json::from_str::<UnixTime<SystemTime>>(text).is_err());
    }
}

#[test]
fn a_secret_is_sent_but_not_shown() {
    let secret = Secret::from("hush");
    assert_eq!(serde_json::to_value(&secret).unwrap(), json!("hush"));
    assert_eq!(
        (format!("{secret:?}"), secret.expose()),
        ("Secret(***)".to_owned(), "hush")
    );
}
