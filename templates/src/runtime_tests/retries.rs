//! The retry policy.

use std::time::{Duration, SystemTime};

use http::{HeaderMap, HeaderValue, Method, StatusCode};

use crate::calls::retry::{Budget, Retry, RetryDelay, is_repeatable, retry_delay};

fn asking(retry_after: &str) -> HeaderMap {
    let value = HeaderValue::from_str(retry_after).unwrap();
    HeaderMap::from_iter([(http::header::RETRY_AFTER, value)])
}

#[test]
fn only_what_is_safe_is_repeated() {
    let mut with_key = HeaderMap::new();
    with_key.insert("idempotency-key", HeaderValue::from_static("1"));
    assert!(is_repeatable(&Method::GET, &HeaderMap::new()));
    assert!(is_repeatable(&Method::PUT, &HeaderMap::new()));
    assert!(!is_repeatable(&Method::POST, &HeaderMap::new()));
    assert!(is_repeatable(&Method::POST, &with_key));
    for (status, safe, unsafe_) in [
        (200, false, false),
        (400, false, false),
        (408, true, false),
        (425, true, true),
        (429, true, true),
        (500, true, false),
        (501, false, false),
        (503, true, false),
    ] {
        let status = StatusCode::from_u16(status).unwrap();
        let tried = |repeatable| retry_delay(status, &HeaderMap::new(), repeatable).is_some();
        assert_eq!((tried(true), tried(false)), (safe, unsafe_), "{status}");
    }
}

#[test]
fn both_forms_of_retry_after_are_respected() {
    let after = |text: &str| retry_delay(StatusCode::TOO_MANY_REQUESTS, &asking(text), false);
    assert_eq!(after("7"), Some(RetryDelay::After(Duration::from_secs(7))));
    assert_eq!(after("soon"), Some(RetryDelay::Backoff));
    let endless = Some(RetryDelay::After(Duration::MAX));
    assert_eq!(after("99999999999999999999999"), endless);
    for (text, milliseconds) in [("1.5", 1500), (" 0.25 ", 250), ("120.0", 120_000)] {
        let delay = Some(RetryDelay::After(Duration::from_millis(milliseconds)));
        assert_eq!(after(text), delay);
    }
    for text in ["-1", "NaN", "inf", "1,5", ""] {
        assert_eq!(after(text), Some(RetryDelay::Backoff), "{text}");
    }
    assert_eq!(
        after("Sun, 06 Nov 1994 08:49:37 GMT"),
        Some(RetryDelay::After(Duration::ZERO))
    );
    let later = SystemTime::now() + Duration::from_secs(60);
    let Some(RetryDelay::After(wait)) = after(&httpdate::fmt_http_date(later)) else {
        panic!("not followed")
    };
    assert!(wait > Duration::from_secs(50) && wait <= Duration::from_secs(60));
}

#[test]
fn delays_grow_up_to_the_maximum() {
    let retry = Retry::default()
        .attempts(6)
        .backoff(Duration::from_millis(100), Duration::from_millis(500));
    for (attempt, longest) in [(1, 100), (2, 200), (3, 400), (4, 500), (5, 500)] {
        let wait = retry.wait(attempt, RetryDelay::Backoff).unwrap();
        let longest = Duration::from_millis(longest);
        assert!(
            wait <= longest && wait >= longest / 2,
            "{attempt}: {wait:?}"
        );
    }
    assert_eq!(retry.wait(6, RetryDelay::Backoff), None);
    assert_eq!(Retry::never().wait(1, RetryDelay::Backoff), None);
    let asked = Duration::from_secs(3);
    assert_eq!(retry.wait(1, RetryDelay::After(asked)), Some(asked));
    let endless = retry_delay(
        StatusCode::TOO_MANY_REQUESTS,
        &asking("18446744073709551615"),
        true,
    );
    assert_eq!(retry.wait(1, endless.unwrap()), None);
}

#[test]
fn the_budget_is_exhausted_and_restored() {
    let budget = Budget::default();
    assert_eq!((0..200).filter(|_| budget.take()).count(), 100);
    (0..10).for_each(|_| budget.give());
    assert!(budget.take());
    assert!(!budget.take());
}
