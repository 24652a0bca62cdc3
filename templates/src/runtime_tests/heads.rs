//! Response headers and character sets.

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use crate::responses::headers::read_header;
use crate::responses::response::Response;

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
