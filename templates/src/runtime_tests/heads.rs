//! Response headers and character sets.

use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};

use crate::requests::request::Request;
use crate::requests::style::Style;
use crate::responses::headers::read_header;
use crate::responses::response::Response;
use crate::wire::date::DateTime;

fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in pairs {
        headers.append(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    }
    headers
}

#[test]
fn headers_are_read_as_their_types() {
    let headers = headers(&[
        ("n", " 7"),
        ("t", "true"),
        ("l", "a, b"),
        ("l", "c"),
        ("d", "1.5"),
    ]);
    assert_eq!(read_header::<i64>(&headers, "n").unwrap(), Some(7));
    assert_eq!(read_header::<bool>(&headers, "t").unwrap(), Some(true));
    assert_eq!(read_header::<f64>(&headers, "d").unwrap(), Some(1.5));
    assert_eq!(
        read_header::<String>(&headers, "n").unwrap().as_deref(),
        Some(" 7")
    );
    let list = read_header::<Vec<String>>(&headers, "l").unwrap().unwrap();
    assert_eq!(list, ["a", "b", "c"]);
    assert_eq!(read_header::<i64>(&headers, "none").unwrap(), None);
    let error = read_header::<i64>(&headers, "t").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the header `t` cannot be read: `true` is of another type"
    );
}

#[test]
fn dates_of_http_are_times() {
    let forms = headers(&[
        ("last-modified", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ("expires", "Sunday, 06-Nov-94 08:49:37 GMT"),
        ("date", "Sun Nov  6 08:49:37 1994"),
        ("x-at", "1994-11-06T08:49:37"),
        ("x-list", "1994-11-06T08:49:37Z, 1994-11-06T09:49:37+01:00"),
    ]);
    for name in ["last-modified", "expires", "date", "x-at"] {
        let read = read_header::<jiff::Timestamp>(&forms, name).unwrap();
        assert_eq!(read.unwrap().to_string(), "1994-11-06T08:49:37Z", "{name}");
        let read = read_header::<DateTime>(&forms, name).unwrap();
        assert_eq!(read.unwrap().to_string(), "1994-11-06T08:49:37Z", "{name}");
        let read = read_header::<chrono::DateTime<chrono::Utc>>(&forms, name);
        assert_eq!(read.unwrap().unwrap().timestamp(), 784_111_777);
        // A text is not changed.
        let text = read_header::<String>(&forms, name).unwrap().unwrap();
        assert_eq!(text, forms[name].to_str().unwrap());
    }
    let list = read_header::<Vec<jiff::Timestamp>>(&forms, "x-list");
    assert_eq!(list.unwrap().unwrap().len(), 2);
    let odd = headers(&[("expires", "0"), ("last-modified", "yesterday")]);
    assert!(read_header::<jiff::Timestamp>(&odd, "expires").is_err());
    assert!(read_header::<jiff::Timestamp>(&odd, "last-modified").is_err());

    let sent = |time: &str| {
        let time: jiff::Timestamp = time.parse().unwrap();
        let mut request = Request::new(Method::GET, "/a");
        let put = request.header_as("If-Modified-Since", &time, Style::HttpDate);
        put.map(|()| request.headers()["if-modified-since"].clone())
    };
    for (time, date) in [
        ("1994-11-06T08:49:37.5Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ("2024-02-29T01:59:59+02:00", "Wed, 28 Feb 2024 23:59:59 GMT"),
        ("1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
        ("9999-12-31T00:00:00+03:00", "Thu, 30 Dec 9999 21:00:00 GMT"),
    ] {
        assert_eq!(sent(time).unwrap(), date);
    }
    assert!(sent("1969-12-31T23:59:59Z").is_err());
}

#[test]
fn cookies_are_neither_joined_nor_split() {
    let (first, second) = (
        "id=a; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/",
        "csrf=b,c",
    );
    let cookies = headers(&[("set-cookie", first), ("set-cookie", second)]);
    let read = read_header::<Vec<String>>(&cookies, "set-cookie");
    assert_eq!(read.unwrap().unwrap(), [first, second]);
    let none = read_header::<Vec<String>>(&headers(&[]), "set-cookie");
    assert_eq!(none.unwrap(), None);
}

#[test]
fn text_is_decoded_with_its_declared_character_set() {
    let text = |content_type: &'static str, body: &'static [u8]| {
        let headers = headers(&[("content-type", content_type)]);
        Response::new(StatusCode::OK, headers, body)
            .text()
            .into_owned()
    };
    assert_eq!(text("text/plain", "größe".as_bytes()), "größe");
    assert_eq!(
        text("text/plain; charset=ISO-8859-1", b"gr\xf6\xdfe"),
        "größe"
    );
    assert_eq!(
        text("text/plain; charset=\"utf-16\"", b"\xff\xfea\0\xf6\0"),
        "aö"
    );
    assert_eq!(text("text/plain;charset=utf-16be", b"\0a\0\xf6"), "aö");
    assert_eq!(text("text/plain; charset=other", b"a\xff"), "a\u{fffd}");
}
