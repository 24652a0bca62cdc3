//! Responses that are a sequence of values.

use std::error::Error as _;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::{Method, StatusCode};
use serde_json::{Value, json};

use super::memory::{Memory, Planned};
use crate::calls::call::{Call, Operation};
use crate::calls::client::Client;
use crate::calls::send_error::BuildError;
use crate::requests::request::Request;
use crate::responses::error::CallError;
use crate::responses::response::{Body, Failure, Response};
use crate::streams::events::{StreamsEvents, json_data, named_data};
use crate::streams::lines::StreamsLines;

/// Requests events with a method.
#[derive(Clone)]
struct Watch(Method);

impl Operation for Watch {
    type Output = Body;
    type Error = ();
    const NAME: &'static str = "watch";

    fn request(&self) -> Result<Request, BuildError> {
        Ok(Request::new(self.0.clone(), "/watch"))
    }

    fn decode(response: &Response) -> Result<Body, Failure<()>> {
        match response.status().as_u16() {
            200..=299 => response.decode_body(),
            404 => Err(Failure::Documented(())),
            _ => Err(Failure::Undocumented),
        }
    }
}

impl StreamsEvents for Watch {
    type Data = Value;

    fn data(_: Option<&str>, text: &str) -> Result<Value, serde_json::Error> {
        json_data(text)
    }
}

impl StreamsLines for Watch {
    type Line = u32;
    const LINES: &'static str = "application/x-ndjson";
}

/// Formats an error and its source.
fn with_source(error: &CallError<()>) -> String {
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

async fn lines(client: &Client) -> Vec<Result<u32, String>> {
    let mut lines = Call::new(client, Watch(Method::GET)).lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next().await {
        found.push(line.map_err(|error| with_source(&error)));
    }
    found
}

#[tokio::test]
async fn lines_are_split_independently_of_chunks() {
    let pieces = vec!["1\n2", "3\r\n", "\n", "4\nx", "\n5"];
    let memory = Memory::answering([Planned::Response(200, "", pieces)]);
    let found = lines(&memory.client().build().unwrap()).await;
    assert_eq!(&found[..3], [Ok(1), Ok(23), Ok(4)]);
    let wrong = found[3].as_ref().unwrap_err();
    assert!(
        wrong.contains("watch")
            && wrong.ends_with("at $: expected value\n  near `x`\n  status 200 OK"),
        "{wrong}"
    );
    assert_eq!(found[4..], [Ok(5)]);
    let sent = memory.sent.lock().unwrap();
    assert_eq!(sent[0].headers["accept"], "application/x-ndjson");
}

#[tokio::test]
async fn values_of_a_sequence_may_have_several_lines() {
    let pieces = vec!["\u{1e}1\n\u{1e}2", "3\n\u{1e}\n4\n", "\u{1e}x\n\u{1e}5"];
    let memory = Memory::answering([Planned::Response(200, "", pieces)]);
    let found = lines(&memory.client().build().unwrap()).await;
    assert_eq!(found[..3], [Ok(1), Ok(23), Ok(4)]);
    assert!(found[3].is_err());
    assert_eq!(found[4..], [Ok(5)]);
}

#[test]
fn the_values_of_a_body_are_written_line_by_line() {
    let body = |media_type| {
        let mut request = Request::new(Method::POST, "/watch");
        request
            .lines(media_type, &[json!({"a": "x\ny"}), json!(1)])
            .unwrap();
        let body = request.body.unwrap();
        String::from_utf8(body.bytes().unwrap().to_vec()).unwrap()
    };
    assert_eq!(body("application/x-ndjson"), "{\"a\":\"x\\ny\"}\n1\n");
    assert_eq!(
        body("application/json-seq"),
        "\u{1e}{\"a\":\"x\\ny\"}\n\u{1e}1\n"
    );
}

#[test]
fn the_name_of_an_event_selects_the_form_of_its_data() {
    let read = |name, text| named_data::<Value>(name, text, &["log"]).unwrap();
    assert_eq!(
        read(Some("log"), "12"),
        json!({"event": "log", "data": "12"})
    );
    assert_eq!(
        read(Some("made"), "[1]"),
        json!({"event": "made", "data": [1]})
    );
    assert_eq!(
        read(None, "hi \"you\""),
        json!({"event": "message", "data": "hi \"you\""})
    );
    assert_eq!(json_data::<String>("plain").unwrap(), "plain");
    assert_eq!(json_data::<Vec<u8>>("[1]").unwrap(), [1]);
    assert!(json_data::<Vec<u8>>("[1").unwrap_err().is_eof());
}

#[tokio::test]
async fn an_error_response_replaces_the_first_value() {
    let memory = Memory::answering([Planned::Response(404, "", vec!["gone"])]);
    let client = memory.client().build().unwrap();
    let mut lines = Call::new(&client, Watch(Method::GET)).lines();
    assert!(matches!(
        lines.next().await,
        Some(Err(CallError::Documented(_)))
    ));
    assert!(lines.next().await.is_none());
}

#[tokio::test]
async fn an_endless_line_is_rejected() {
    let memory = Memory::answering([Planned::Response(200, "", vec!["1234"; 10])]);
    let found = lines(&memory.client().max_body_bytes(20).build().unwrap()).await;
    assert!(matches!(found.as_slice(), [Err(error)] if error.contains("larger than 20 bytes")));
}

/// Returns the ids, names and data of all events, and the end of the stream.
async fn events(client: &Client, method: Method) -> (Vec<(String, String, Value)>, Option<String>) {
    let mut events = Call::new(client, Watch(method)).events();
    let mut found = Vec::new();
    while let Some(event) = events.next().await {
        match event {
            Ok(event) => found.push((
                event.id.unwrap_or_default(),
                event.name.unwrap_or_default(),
                event.data,
            )),
            Err(error) => return (found, Some(with_source(&error))),
        }
    }
    (found, None)
}

#[tokio::test]
async fn events_are_read_according_to_the_standard() {
    let pieces = vec![
        "\u{feff}: a comment\r\nid: 1\r\nevent: made\r\nda",
        "ta: {\"a\":\r",
        "\ndata: 1}\n\n",
        "data:2\n\nevent: none\n\ndata:\n\ndata\n\ndata: 3\r\rdata: lost",
    ];
    let memory = Memory::answering([Planned::Response(200, "", pieces)]);
    let (found, end) = events(&memory.client().build().unwrap(), Method::POST).await;
    let event = |name: &str, data: Value| ("1".to_owned(), name.to_owned(), data);
    assert_eq!(end, None);
    assert_eq!(
        found,
        [
            event("made", json!({ "a": 1 })),
            event("", json!(2)),
            event("", json!(3))
        ]
    );
}

#[tokio::test]
async fn the_end_marker_is_not_an_event() {
    let memory = Memory::answering([Planned::Response(
        200,
        "",
        vec!["data: 1\n\ndata: [DONE]\n\n"],
    )]);
    let (found, end) = events(&memory.client().build().unwrap(), Method::POST).await;
    assert_eq!((found.len(), end), (1, None));
}

#[tokio::test]
async fn a_broken_connection_resumes_after_the_last_event() {
    let memory = Memory::answering([
        Planned::Broken(vec!["retry: 7\nid: 5\ndata: 1\n\nid: 6\ndata: half"]),
        Planned::Broken(vec![]),
        Planned::Response(200, "", vec!["data: 2\n\n"]),
    ]);
    let (found, end) = events(&memory.client().build().unwrap(), Method::GET).await;
    assert_eq!((found.len(), end), (2, None));
    let sent = memory.sent.lock().unwrap();
    let ids: Vec<_> = sent
        .iter()
        .map(|sent| sent.headers.get("last-event-id"))
        .collect();
    assert!(ids[0].is_none() && ids[1].unwrap() == "5" && ids[2].unwrap() == "5");
}

#[tokio::test]
async fn unsafe_requests_are_not_repeated() {
    let memory = Memory::answering([Planned::Broken(vec!["data: 1\n\n"])]);
    let (found, end) = events(&memory.client().build().unwrap(), Method::POST).await;
    assert_eq!(
        (
            found.len(),
            end.is_some(),
            memory.sent.lock().unwrap().len()
        ),
        (1, true, 1)
    );
}

#[tokio::test]
async fn downloads_report_progress() {
    let memory = Memory::answering([Planned::Response(
        200,
        "content-length: 6",
        vec!["abc", "def"],
    )]);
    let client = memory.client().max_body_bytes(3).build().unwrap();
    let reported = Arc::new(Mutex::new(Vec::new()));
    let recorder = Arc::clone(&reported);
    let download = Call::new(&client, Watch(Method::GET))
        .download()
        .await
        .unwrap();
    let mut download =
        download.on_progress(move |done, all| recorder.lock().unwrap().push((done, all)));
    assert_eq!(
        (download.status(), download.length()),
        (StatusCode::OK, Some(6))
    );
    let mut all = Vec::new();
    while let Some(piece) = download.next().await {
        let piece = piece.unwrap();
        all.extend_from_slice(&piece);
    }
    assert_eq!(all, b"abcdef");
    assert_eq!(*reported.lock().unwrap(), [(3, Some(6)), (6, Some(6))]);
}

#[tokio::test]
async fn a_download_is_saved_completely_or_not_at_all() {
    let folder = std::env::temp_dir().join(format!("saved-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("report.pdf");
    let whole = || Planned::Response(200, "", vec!["abc", "def"]);
    let memory = Memory::answering([whole(), Planned::Stuck(vec!["xyz"]), whole()]);
    let idle_timeout = Duration::from_millis(50);
    let client = memory.client().idle_timeout(idle_timeout).build().unwrap();
    let saved = async |path: &std::path::Path| {
        let call = Call::new(&client, Watch(Method::GET)).download();
        call.await.unwrap().save_to(path).await
    };
    assert_eq!(saved(&path).await.unwrap(), 6);
    assert!(saved(&path).await.is_err());
    assert_eq!(std::fs::read(&path).unwrap(), b"abcdef");
    let error = saved(&folder.join("no/such")).await.unwrap_err();
    assert!(error.to_string().contains("such: "), "{error}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn an_idle_stream_ends() {
    let stuck = || Planned::Stuck(vec!["abc"]);
    let memory = Memory::answering([stuck(), stuck()]);
    let client = memory
        .client()
        .idle_timeout(Duration::from_secs(5))
        .build()
        .unwrap();
    let mut download = Call::new(&client, Watch(Method::GET))
        .download()
        .await
        .unwrap();
    assert!(download.next().await.unwrap().is_ok());
    assert!(download.next().await.unwrap().is_err());
    let error = Call::new(&client, Watch(Method::GET)).await.unwrap_err();
    assert!(error.is_timeout(), "{error}");
}

#[tokio::test]
async fn event_streams_may_be_idle() {
    let stuck = || Planned::Stuck(vec!["data: 1\n\n"]);
    let memory = Memory::answering([stuck(), stuck()]);
    let client = memory.client().build().unwrap();
    let mut events = Call::new(&client, Watch(Method::POST)).events();
    assert!(events.next().await.unwrap().is_ok());
    let wait = tokio::time::timeout(Duration::from_millis(20), events.next());
    assert!(wait.await.is_err(), "it ended");
    let limit = Duration::from_secs(60);
    assert!(!memory.slept.lock().unwrap().contains(&limit));
    let download = Call::new(&client, Watch(Method::POST)).download();
    let mut download = download.await.unwrap();
    assert!(download.next().await.unwrap().is_ok());
    let wait = tokio::time::timeout(Duration::from_millis(20), download.next());
    assert!(wait.await.is_err(), "it ended");
    assert!(memory.slept.lock().unwrap().contains(&limit));
}

#[tokio::test]
async fn a_body_can_be_read_as_text() {
    let text = "content-type: text/plain";
    let memory = Memory::answering([
        Planned::Response(200, text, vec!["1\n00:00"]),
        Planned::Response(404, text, vec!["no"]),
    ]);
    let client = memory.client().build().unwrap();
    let call = || Call::new(&client, Watch(Method::POST));
    assert_eq!(call().send_text().await.unwrap(), "1\n00:00");
    let refused = call().send_text().await.unwrap_err();
    assert_eq!(refused.status(), Some(StatusCode::NOT_FOUND));
}

#[tokio::test]
async fn an_error_response_to_a_download_is_reported() {
    let memory = Memory::answering([Planned::Response(404, "", vec!["no"])]);
    let client = memory.client().build().unwrap();
    let error = Call::new(&client, Watch(Method::GET))
        .download()
        .await
        .unwrap_err();
    assert_eq!(error.status(), Some(StatusCode::NOT_FOUND));
}

#[tokio::test]
async fn a_response_that_is_not_an_event_stream_is_reported() {
    let json = "content-type: application/json";
    let memory = Memory::answering([Planned::Response(200, json, vec!["{}"])]);
    let (found, end) = events(&memory.client().build().unwrap(), Method::POST).await;
    assert!(found.is_empty() && end.unwrap().contains("the requested media type"));
}

#[tokio::test]
async fn an_unavailable_server_is_retried() {
    let mut planned = vec![Planned::Broken(vec!["retry: 500\ndata: 1\n\n"])];
    planned.extend((0..12).map(|_| Planned::Unreachable));
    planned.push(Planned::Response(200, "", vec!["data: 2\n\n"]));
    let memory = Memory::answering(planned);
    let (found, end) = events(&memory.client().build().unwrap(), Method::GET).await;
    assert_eq!((found.len(), end), (2, None));
    let slept = memory.slept.lock().unwrap();
    for wait in [500, 1_000, 2_000, 4_000, 8_000] {
        assert!(slept.contains(&Duration::from_millis(wait)), "{slept:?}");
    }
}

#[tokio::test]
async fn the_reconnection_time_of_a_server_is_bounded() {
    for (asked, waited) in [
        ("0", 500),
        ("1200", 1_200),
        ("18446744073709551615", 300_000),
        ("99999999999999999999999", 300_000),
        ("+7", 3_000),
        ("", 3_000),
    ] {
        let event = format!("retry: {asked}\ndata: 1\n\n");
        let memory = Memory::answering([
            Planned::Broken(vec![event.leak()]),
            Planned::Response(200, "", vec!["data: 2\n\n"]),
        ]);
        let (found, end) = events(&memory.client().build().unwrap(), Method::GET).await;
        assert_eq!((found.len(), end), (2, None));
        let slept = memory.slept.lock().unwrap();
        let waited = Duration::from_millis(waited);
        assert!(slept.contains(&waited), "{asked}: {slept:?}");
    }
}

#[tokio::test]
async fn ids_that_are_not_header_values_are_ignored() {
    let long = "x".repeat(5_000);
    for id in ["a\0b", &long] {
        let event = format!("id: 1\ndata: 1\n\nid: {id}\ndata: 2\n\n");
        let memory = Memory::answering([
            Planned::Broken(vec![event.leak()]),
            Planned::Response(200, "", vec![]),
        ]);
        let (found, _) = events(&memory.client().build().unwrap(), Method::GET).await;
        assert_eq!((found.len(), found[1].0.as_str()), (2, "1"));
        let sent = memory.sent.lock().unwrap();
        assert_eq!(sent[1].headers["last-event-id"], "1");
    }
}

#[tokio::test]
async fn an_endless_event_is_too_large() {
    for field in ["data: ", "event: ", ": ", "data: \ndata: "] {
        let event = format!("{field}{}", "x".repeat(200));
        let memory = Memory::answering([Planned::Response(200, "", vec![event.leak()])]);
        let client = memory.client().max_body_bytes(100).build().unwrap();
        let (found, end) = events(&client, Method::GET).await;
        assert!(found.is_empty() && end.unwrap().contains("100 bytes"));
    }
}

/// Requests a stream with a parameter.
#[derive(Clone)]
struct Ask(Option<bool>);

impl Operation for Ask {
    type Output = Body;
    type Error = ();
    const NAME: &'static str = "ask";

    fn request(&self) -> Result<Request, BuildError> {
        let mut request = Request::new(Method::GET, "/ask");
        if let Some(value) = &self.0 {
            request.query("stream", value)?;
        }
        Ok(request)
    }

    fn decode(response: &Response) -> Result<Body, Failure<()>> {
        response.decode_body()
    }

    fn set_streaming(&mut self, streams: bool) {
        self.0 = streams.then_some(true);
    }
}

impl StreamsEvents for Ask {
    type Data = Value;

    fn data(_: Option<&str>, text: &str) -> Result<Value, serde_json::Error> {
        json_data(text)
    }
}

#[tokio::test]
async fn the_input_selects_a_stream_or_a_whole_response() {
    let planned = ["{}", "data: 1\n\n"].map(|body| Planned::Response(200, "", vec![body]));
    let memory = Memory::answering(planned);
    let client = memory.client().build().unwrap();
    Call::new(&client, Ask(Some(true))).await.unwrap();
    let mut events = Call::new(&client, Ask(None)).events();
    assert_eq!(events.next().await.unwrap().unwrap().data, json!(1));
    let sent = memory.sent.lock().unwrap();
    let queries: Vec<_> = sent.iter().map(|sent| sent.uri.query()).collect();
    assert_eq!(queries, [None, Some("stream=true")]);
}
