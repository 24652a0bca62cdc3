//! Points in time in the forms in which servers write them.

use std::borrow::Cow;

/// The length of a date, its separator, hours and minutes.
const MINUTES_LEN: usize = "2024-12-31T23:59".len();

/// Returns a point in time as RFC 3339 requires it. A time without an offset is in UTC, as most servers mean it; there
/// may be a space for the `T`, and the offset may lack its colon. Other text is not changed.
pub(crate) fn instant(text: &str) -> Cow<'_, str> {
    match rfc_3339(text) {
        Some(instant) if instant != text => Cow::Owned(instant),
        _ => Cow::Borrowed(text),
    }
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
        seconds => seconds,
    };
    let offset = match (offset.len(), offset) {
        (0, _) | (1, "Z" | "z") => "Z".to_owned(),
        (3, hours) => format!("{hours}:00"),
        (5, _) => [offset.get(..3)?, offset.get(3..)?].join(":"),
        _ => offset.to_owned(),
    };
    let day = minutes.get(..10)?;
    let time = minutes.get(11..)?;
    has_form.then(|| format!("{day}T{time}{seconds}{offset}"))
}
