//! Form and multipart bodies.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use http::Method;
use serde_json::{Value, json};

use crate::requests::multipart::{Content, Multipart, Upload};
use crate::requests::payload::{BoxError, ByteStream, RequestBody, ResponseBody};
use crate::requests::request::Request;
use crate::requests::style::Style;

fn request() -> Request {
    Request::new(Method::POST, "/")
}

fn text(request: &Request) -> String {
    String::from_utf8(request.bytes().unwrap().to_vec()).unwrap()
}

#[test]
fn bodies_are_compared_without_reading_streams() {
    let file = |text: &str| Upload::new(text.to_owned()).file_name("a.txt");
    assert_eq!(file("a"), file("a"));
    assert_ne!(file("a"), file("b"));
    assert_ne!(file("a"), Upload::new("a"));
    let stream = || RequestBody::stream(None, || Box::pin(std::future::pending()));
    let one = stream();
    assert!(one == one.clone() && one != stream() && one != RequestBody::from("a"));
    let chain = RequestBody::chain([one.clone(), RequestBody::from("a")]);
    assert!(chain == RequestBody::chain([one, RequestBody::from("a")]));
}

#[test]
fn a_form_repeats_names_and_holds_json() {
    let mut request = request();
    let body = json!({ "a": "x y&z", "list": [1, null, 2], "none": null, "object": { "b": true } });
    request.form(&body).unwrap();
    assert_eq!(
        text(&request),
        "a=x%20y%26z&list=1&list=2&object=%7B%22b%22%3Atrue%7D"
    );
    assert_eq!(
        request.headers()["content-type"],
        "application/x-www-form-urlencoded"
    );
    assert!(request.form(&json!([1])).is_err());
}

#[test]
fn members_keep_their_order() {
    struct Message;

    impl serde::Serialize for Message {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([("type", "b"), ("id", "a")])
        }
    }

    let mut parts = Multipart::new();
    parts.value("message", &Message).unwrap();
    parts.value("list", &[Message, Message]).unwrap();
    parts
        .value_as("patch", &Message, "application/merge-patch+json")
        .unwrap();
    let bodies: Vec<String> = encoded_parts(&parts)
        .into_iter()
        .map(|(_, body)| body)
        .collect();
    assert_eq!(bodies, [r#"{"type":"b","id":"a"}"#; 4]);
    let mut form = request();
    form.form(&Message).unwrap();
    assert_eq!(text(&form), "type=b&id=a");
    let inside =
        std::iter::once(("message", Message)).collect::<std::collections::BTreeMap<_, _>>();
    form.form(&inside).unwrap();
    let expected = "message=%7B%22type%22%3A%22b%22%2C%22id%22%3A%22a%22%7D";
    assert_eq!(text(&form), expected);
}

#[test]
fn form_members_have_their_own_styles() {
    let mut request = request();
    let body = json!({ "address": { "city": "Ulm", "lines": ["a", "b"] }, "tags": ["x", "y"] });
    let styles = [
        ("address", Style::DeepObject),
        ("tags", Style::Form { explode: false }),
    ];
    request.form_as(&body, &styles).unwrap();
    let expected =
        "address%5Bcity%5D=Ulm&address%5Blines%5D%5B0%5D=a&address%5Blines%5D%5B1%5D=b&tags=x%2Cy";
    assert_eq!(text(&request), expected);
}

/// Returns the headers and the body of each encoded part.
fn encoded_parts(parts: &Multipart) -> Vec<(String, String)> {
    let mut request = request();
    request.parts(parts);
    let media_type = request.headers()["content-type"].to_str().unwrap();
    assert!(media_type.starts_with("multipart/form-data; boundary="));
    written_parts(&request)
}

fn written_parts(request: &Request) -> Vec<(String, String)> {
    let media_type = request.headers()["content-type"].to_str().unwrap();
    let (_, boundary) = media_type.split_once("; boundary=\"").unwrap();
    let boundary = format!("--{}", boundary.trim_end_matches('"'));
    let body = text(request);
    let inner = body
        .strip_suffix(&format!("{boundary}--\r\n"))
        .expect("it has to end");
    let separator = format!("{boundary}\r\n");
    let parts = inner.split(&separator).skip(1);
    parts
        .map(|part| {
            let (head, body) = match part.strip_prefix("\r\n") {
                Some(body) => ("", body),
                None => part.split_once("\r\n\r\n").unwrap(),
            };
            (
                head.to_owned(),
                body.strip_suffix("\r\n").unwrap().to_owned(),
            )
        })
        .collect()
}

#[test]
fn parts_are_text_json_and_files() {
    let mut parts = Multipart::new();
    parts.value("title", "größe\r\n--").unwrap();
    parts.value("tags", &json!(["a", 1])).unwrap();
    parts.value("place", &json!({ "x": 1.5 })).unwrap();
    parts.value("none", &Value::Null).unwrap();
    parts
        .value_as("list", &json!([1, 2]), "application/json")
        .unwrap();
    parts.file("photo", &Upload::from(&b"\x01\x02"[..]));
    let named = Upload::new("<svg/>")
        .file_name("a \"b\".svg")
        .media_type("image/svg+xml");
    parts.files_as("more", &[named], "image/png");
    let form = "Content-Disposition: form-data; name=";
    let expected = [
        (format!("{form}\"title\""), "größe\r\n--"),
        (format!("{form}\"tags\""), "a"),
        (format!("{form}\"tags\""), "1"),
        (
            format!("{form}\"place\"\r\nContent-Type: application/json"),
            r#"{"x":1.5}"#,
        ),
        (
            format!("{form}\"list\"\r\nContent-Type: application/json"),
            "[1,2]",
        ),
        (
            format!(
                "{form}\"photo\"; filename=\"photo\"\r\nContent-Type: application/octet-stream"
            ),
            "\u{1}\u{2}",
        ),
        (
            format!("{form}\"more\"; filename=\"a %22b%22.svg\"\r\nContent-Type: image/svg+xml"),
            "<svg/>",
        ),
    ];
    let expected: Vec<(String, String)> = expected
        .into_iter()
        .map(|(head, body)| (head, body.to_owned()))
        .collect();
    assert_eq!(encoded_parts(&parts), expected);
}

#[test]
fn no_text_of_a_part_can_inject_headers() {
    let mut parts = Multipart::new();
    let file = Upload::new("x")
        .file_name("a\"\r\nX-Evil: 1")
        .media_type("a/b\r\nX-Evil: 1");
    parts.file("n\r\nX-Evil: 1", &file);
    let head = &encoded_parts(&parts)[0].0;
    assert_eq!(head.lines().count(), 2, "{head}");
}

#[test]
fn bytes_have_the_media_type_of_the_caller() {
    let mut request = request();
    request.content(&Content::from("x"), "image/png");
    assert_eq!(request.headers()["content-type"], "image/png");
    request.content(&Content::new("image/gif", "x"), "image/png");
    assert_eq!(request.headers()["content-type"], "image/gif");
}

#[test]
fn parts_without_names_have_their_own_types() {
    let mut parts = Multipart::new();
    parts.unnamed_value(&json!({ "title": "Alps" })).unwrap();
    parts.unnamed(&b"1"[..]);
    parts.unnamed(Upload::from(&b"2"[..]).media_type("image/gif"));
    parts.unnamed_value(&json!([1])).unwrap();
    parts.unnamed(Upload::from(&b"3"[..]).file_name("c.png"));
    let mut request = request();
    request.parts_as(&parts, "multipart/mixed");
    let media_type = request.headers()["content-type"].to_str().unwrap();
    assert!(media_type.starts_with("multipart/mixed; boundary="));
    let heads = written_parts(&request).into_iter().map(|(head, _)| head);
    assert_eq!(
        heads.collect::<Vec<_>>(),
        [
            "Content-Type: application/json",
            "",
            "Content-Type: image/gif",
            "Content-Type: application/json",
            "Content-Disposition: attachment; filename=\"c.png\"",
        ]
    );
}

/// Counts the live chunks.
struct Piece(Arc<AtomicUsize>);

impl AsRef<[u8]> for Piece {
    fn as_ref(&self) -> &[u8] {
        b"x"
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A body of single-byte chunks. Counts how many of them are alive, now and at most.
struct SmallPieces {
    left: usize,
    kept: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

impl Stream for SmallPieces {
    type Item = Result<Bytes, BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.left == 0 {
            return Poll::Ready(None);
        }
        self.left -= 1;
        let kept = self.kept.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(kept, Ordering::SeqCst);
        Poll::Ready(Some(Ok(Bytes::from_owner(Piece(Arc::clone(&self.kept))))))
    }
}

/// Returns a body of these chunks with a declared length.
fn streamed(length: u64, chunks: &'static [&'static str]) -> RequestBody {
    RequestBody::stream(Some(length), move || {
        let stream: ByteStream = Box::pin(Chunks(chunks.iter()));
        Box::pin(std::future::ready(Ok(stream)))
    })
}

struct Chunks(std::slice::Iter<'static, &'static str>);

impl Stream for Chunks {
    type Item = Result<Bytes, BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let chunk = self.0.next();
        Poll::Ready(chunk.map(|chunk| Ok(Bytes::from_static(chunk.as_bytes()))))
    }
}

#[tokio::test]
async fn a_stream_has_its_declared_length() {
    for chunks in [&["ab", "cd"][..], &["", "abcd", ""], &["abc", "d"]] {
        assert_eq!(streamed(4, chunks).gather().await.unwrap(), "abcd");
    }
    assert_eq!(streamed(0, &[]).gather().await.unwrap(), "");
    let more = "the stream has more than its 4 bytes";
    let less = "the stream has less than its 4 bytes";
    for (chunks, expected) in [
        (&["abcde"][..], more),
        (&["abcd", "e"], more),
        (&["abc"], less),
        (&[], less),
    ] {
        let error = streamed(4, chunks).gather().await.unwrap_err();
        assert_eq!(error.to_string(), expected, "{chunks:?}");
        // A part of a form cannot cut its boundary.
        let mut parts = Multipart::new();
        parts.file("file", &Upload::from(streamed(4, chunks)));
        let mut request = Request::new(Method::POST, "/a");
        request.parts(&parts);
        let error = request.body.unwrap().gather().await.unwrap_err();
        assert_eq!(error.to_string(), expected, "{chunks:?}");
    }
}

#[tokio::test]
async fn small_chunks_of_a_body_are_not_kept() {
    let most = Arc::new(AtomicUsize::new(0));
    let pieces = SmallPieces {
        left: 1_000,
        kept: Arc::default(),
        most: Arc::clone(&most),
    };
    let body = ResponseBody::Stream(Box::pin(pieces));
    assert_eq!(body.gather(1_000).await.unwrap(), "x".repeat(1_000));
    assert!(most.load(Ordering::SeqCst) <= 2);
}
