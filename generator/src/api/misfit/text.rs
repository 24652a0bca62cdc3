//! Numbers and texts in the forms in which a client reads them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::net::{Ipv4Addr, Ipv6Addr};

use regex::Regex;
use serde_json::{Number, Value};

use crate::api::model::{DateKind, Text};

/// Larger values of an `f64` are not exact.
const MAX_EXACT: f64 = 9_007_199_254_740_991.0;

/// Returns a number without a fraction as an integer.
pub(super) fn whole(number: &Number) -> Option<i128> {
    let whole = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
    whole.or_else(|| whole_float(number.as_f64()?))
}

fn whole_float(number: f64) -> Option<i128> {
    (number.fract() == 0.0 && number.abs() <= MAX_EXACT).then_some(number as i128)
}

/// Returns an integer, which may be written as `7.0` or `"7"`.
pub(super) fn integer(value: &Value) -> Option<i128> {
    match value {
        Value::Number(number) => whole(number),
        Value::String(text) => integer_text(text),
        _ => None,
    }
}

fn integer_text(text: &str) -> Option<i128> {
    let (digits, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_whole = !fraction.is_empty() && fraction.bytes().all(|digit| digit == b'0');
    let exact = digits.parse().ok().filter(|_| is_whole);
    exact.or_else(|| whole_float(text.parse().ok()?))
}

/// Returns `true` if a text is a finite number.
pub(super) fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(f64::is_finite)
}

/// Returns `true` if a text has a format. With leniency, a time may be written without `T`, seconds or offset.
pub(super) fn has_format(format: Text, text: &str, is_lenient: bool) -> bool {
    match format {
        Text::Date(DateKind::Date) => text.len() == "2024-12-31".len() && is_day(text),
        Text::Date(DateKind::DateTime) => is_instant(text, is_lenient),
        Text::Uuid => is_uuid(text),
        Text::Ipv4 => text.parse::<Ipv4Addr>().is_ok(),
        Text::Ipv6 => text.parse::<Ipv6Addr>().is_ok(),
        Text::Integer(width) => text.parse().is_ok_and(|number| width.contains(number)),
        Text::Decimal => is_number(text),
        Text::Plain | Text::NumberOrText | Text::Binary | Text::File | Text::Base64 | Text::Password => true,
    }
}

fn digits(text: &str, length: usize) -> Option<u32> {
    (text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    let (Some(year), Some(month), Some(day)) = (digits(year, 4), digits(month, 2), digits(day, 2)) else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// Returns `true` for a point in time. With leniency, it is read as by `instant` of the support code: a space may be in
/// place of `T`, and seconds and the offset may be missing.
fn is_instant(text: &str, is_lenient: bool) -> bool {
    let (Some(day), Some(separator), Some(time)) = (text.get(..10), text.get(10..11), text.get(11..)) else {
        return false;
    };
    let (clock, offset) = time.split_at(time.find(['Z', 'z', '+', '-']).unwrap_or(time.len()));
    let is_strict = separator != " " && !offset.is_empty() && clock.matches(':').count() == 2;
    let has_form = matches!(separator, "T" | "t" | " ") && is_clock(clock.trim_end()) && is_offset(offset);
    is_day(day) && has_form && (is_lenient || is_strict)
}

fn is_clock(text: &str) -> bool {
    let mut parts = text.splitn(3, ':');
    let is_below = |part: Option<&str>, limit: u32| part.and_then(|part| digits(part, 2)).is_some_and(|it| it < limit);
    let is_minute = is_below(parts.next(), 24) && is_below(parts.next(), 60);
    let seconds = parts.next().unwrap_or("00");
    let (whole, fraction) = seconds.split_once(['.', ',']).unwrap_or((seconds, "0"));
    // 60 is a leap second.
    let has_fraction = !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
    is_minute && is_below(Some(whole), 61) && has_fraction
}

fn is_offset(text: &str) -> bool {
    match text.strip_prefix(['+', '-']) {
        Some(offset) => {
            let (hours, minutes) = offset.split_at_checked(2).unwrap_or((offset, ""));
            let minutes = minutes.strip_prefix(':').unwrap_or(minutes);
            digits(hours, 2).is_some() && (minutes.is_empty() || digits(minutes, 2).is_some())
        }
        None => matches!(text, "" | "Z" | "z"),
    }
}

fn is_uuid(text: &str) -> bool {
    let bare = text.strip_prefix("urn:uuid:").unwrap_or(text);
    let bare = bare.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')).unwrap_or(bare);
    let groups: Vec<usize> = bare.split('-').map(str::len).collect();
    (groups == [32] || groups == [8, 4, 4, 4, 12]) && bare.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
}

thread_local! {
    /// The compiled patterns of a description; `None` for those that are too large.
    static PATTERNS: RefCell<HashMap<String, Option<Regex>>> = RefCell::default();
}

/// Returns `true` if a text matches a pattern, or the pattern cannot be used.
pub(super) fn matches_pattern(pattern: &str, text: &str) -> bool {
    PATTERNS.with_borrow_mut(|patterns| {
        if !patterns.contains_key(pattern) {
            patterns.insert(pattern.to_owned(), Regex::new(pattern).ok());
        }
        patterns[pattern].as_ref().is_none_or(|pattern| pattern.is_match(text))
    })
}
