//! Dates of HTTP header fields (RFC 9110, section 5.6.7) and their RFC 3339 form, which date libraries read and write.

use httpdate::{fmt_http_date, parse_http_date};

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// Returns an HTTP date in any of its three forms as RFC 3339.
pub(crate) fn from_http_date(text: &str) -> Option<String> {
    // The usual form: `Sun, 06 Nov 1994 08:49:37 GMT`.
    let date = fmt_http_date(parse_http_date(text.trim()).ok()?);
    let [_, day, month, year, time, _] = date.split(' ').collect::<Vec<_>>()[..] else {
        return None;
    };
    let month = MONTHS.iter().position(|name| *name == month)? + 1;
    Some(format!("{year}-{month:02}-{day}T{time}Z"))
}

/// Returns a time of RFC 3339 in UTC as an HTTP date. An HTTP date has no fractions and no years before 1970.
pub(crate) fn to_http_date(text: &str) -> Option<String> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let [year, month, day] = date.split('-').collect::<Vec<_>>()[..] else {
        return None;
    };
    let month = MONTHS.get(month.parse::<usize>().ok()?.checked_sub(1)?)?;
    let time = time.split('.').next()?;
    // The parser accepts only the day of the week that the date has.
    let of = |weekday: &&str| format!("{weekday}, {day} {month} {year} {time} GMT");
    let mut dates = WEEKDAYS.iter().map(of);
    dates.find(|date| parse_http_date(date).is_ok())
}
