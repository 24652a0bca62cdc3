//! Points in time in the forms in which servers write them.

use std::any::type_name;
use std::borrow::Cow;
use std::fmt;

use serde::de::{Error, Visitor};

use crate::wire::trail::{self, Step};

/// The length of a date, its separator, hours and minutes.
const MINUTES_LEN: usize = "2024-12-31T23:59".len();

/// Returns a point in time as RFC 3339 requires it. A time without an offset is in UTC, as most servers mean it; there
/// may be a space for the `T`, and the offset may lack its colon. Other text is not changed.
///
/// The offset is numeric, since dates are also read from times without an offset, and not from `Z`.
pub(crate) fn instant(text: &str) -> Cow<'_, str> {
    match rfc_3339(text) {
        Some(instant) if instant != text => Cow::Owned(instant),
        _ => Cow::Borrowed(text),
    }
}

/// The last point in time of the crate `jiff`, which ends a day before the year 9999 does. It represents all later ones.
pub(crate) const JIFF_MAX: &str = "9999-12-30T22:00:00.999999999Z";
/// The text that is sent for it: servers write the end of the year 9999 for "never".
pub(crate) const LAST_SECOND: &str = "9999-12-31T23:59:59Z";

/// Returns a point in time as the date library of a type reads it.
pub(crate) fn instant_for<T>(text: &str) -> Cow<'_, str> {
    let instant = instant(text);
    // A `TypeId` would require `'static`, which visitors do not have.
    if type_name::<T>() == jiff_timestamp() && is_after_jiff(&instant) {
        return Cow::Borrowed(JIFF_MAX);
    }
    instant
}

#[cfg(feature = "jiff")]
fn jiff_timestamp() -> &'static str {
    type_name::<jiff::Timestamp>()
}

#[cfg(not(feature = "jiff"))]
fn jiff_timestamp() -> &'static str {
    ""
}

/// Returns `true` for a valid time that `jiff` cannot represent.
#[cfg(feature = "jiff")]
pub(crate) fn is_after_jiff(text: &str) -> bool {
    let is_valid = |text: &str| text.parse::<jiff::civil::DateTime>().is_ok();
    text.starts_with("9999-12-3")
        && text
            .get(.."9999-12-31T23:59:59".len())
            .is_some_and(is_valid)
        && text.parse::<jiff::Timestamp>().is_err()
}

#[cfg(not(feature = "jiff"))]
pub(crate) fn is_after_jiff(_text: &str) -> bool {
    false
}

fn rfc_3339(text: &str) -> Option<String> {
    let (minutes, rest) = text.split_at_checked(MINUTES_LEN)?;
    let has_form = minutes.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        10 => matches!(byte, b'T' | b't' | b' '),
        13 => byte == b':',
        _ => byte.is_ascii_digit(),
    });
    let (seconds, offset) = rest.split_at(rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len()));
    let seconds = match seconds.trim_end() {
        "" => ":00",
        seconds if is_seconds(seconds) => seconds,
        _ => return None,
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let offset = match (offset.get(..1), offset.get(1..3), offset.get(3..)) {
        (None, ..) => "+00:00".to_owned(),
        (Some("Z" | "z"), None, _) => "Z".to_owned(),
        (Some(sign), Some(hours), Some(rest)) if digits(hours) => {
            match rest.strip_prefix(':').unwrap_or(rest) {
                "" => format!("{sign}{hours}:00"),
                minutes if minutes.len() == 2 && digits(minutes) => {
                    format!("{sign}{hours}:{minutes}")
                }
                _ => return None,
            }
        }
        _ => return None,
    };
    let day = minutes.get(..10)?;
    let time = minutes.get(11..)?;
    has_form.then(|| format!("{day}T{time}{seconds}{offset}"))
}

/// Returns `true` for `:59` and `:59.123`.
fn is_seconds(text: &str) -> bool {
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let digits = whole
        .strip_prefix(':')
        .filter(|seconds| seconds.len() == 2 && !fraction.is_empty());
    digits.is_some_and(|seconds| {
        [seconds, fraction]
            .concat()
            .bytes()
            .all(|byte| byte.is_ascii_digit())
    })
}

/// Passes on a text, with the offset that it may lack.
pub(crate) struct InstantVisitor<V>(pub(crate) V);

impl<'de, V: Visitor<'de>> Visitor<'de> for InstantVisitor<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(formatter)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<V::Value, E> {
        let read = self.0.visit_str(&instant_for::<V::Value>(text));
        read.inspect_err(|_| trail::add(|| Step::Format))
    }
}
