//! Streaming responses: lines and server-sent events.

use bytes::Bytes;
use http::Method;
use serde_json::Value;

use super::responder::{client, ready};
use crate::budget::Budget;
use crate::calls::call::{Call, Operation};
use crate::calls::send_error::BuildError;
use crate::requests::request::Request;
use crate::responses::response::{Body, Failure, Response};
use crate::streams::events::StreamsEvents;
use crate::streams::lines::StreamsLines;

#[derive(Clone)]
struct Watch;

impl Operation for Watch {
    type Output = Body;
    type Error = ();
    const NAME: &'static str = "watch";

    fn request(&self) -> Result<Request, BuildError> {
        Ok(Request::new(Method::GET, "/watch"))
    }

    fn decode(response: &Response) -> Result<Body, Failure<()>> {
        response.decode_body()
    }
}

impl StreamsLines for Watch {
    type Line = Value;
    const LINES: &'static str = "application/x-ndjson";
}

impl StreamsEvents for Watch {
    type Data = String;

    fn data(_: Option<&str>, text: &str) -> Result<String, serde_json::Error> {
        Ok(text.to_owned())
    }
}

/// Splits the input into chunks. The first byte is the length of a chunk.
fn cut(bytes: &[u8]) -> Option<(Vec<Bytes>, Vec<Bytes>)> {
    let (length, body) = bytes.split_first()?;
    let pieces = body.chunks(usize::from(*length).max(1)).map(Bytes::copy_from_slice).collect();
    Some((pieces, vec![Bytes::copy_from_slice(body)]))
}

/// Checks that the lines do not depend on the chunk boundaries.
pub(crate) fn check_lines(bytes: &[u8]) {
    let Some((pieces, whole)) = cut(bytes) else { return };
    let budget = Budget::for_decoding(bytes.len());
    assert_eq!(lines(pieces), lines(whole), "the lines depend on the pieces");
    budget.check();
}

fn lines(pieces: Vec<Bytes>) -> Option<Vec<Result<Value, String>>> {
    let client = client(pieces)?;
    let mut lines = Call::new(&client, Watch).lines();
    ready(async {
        let mut found = Vec::new();
        while let Some(line) = lines.next().await {
            found.push(line.map_err(|error| error.to_string()));
        }
        found
    })
}

/// Checks that the events do not depend on the chunk boundaries, and that no event contains a forbidden line break.
pub(crate) fn check_events(bytes: &[u8]) {
    let Some((pieces, whole)) = cut(bytes) else { return };
    let budget = Budget::for_decoding(bytes.len());
    let found = events(pieces);
    assert_eq!(found, events(whole), "the events depend on the pieces");
    for (id, name, _) in found.into_iter().flatten() {
        let one_line = |text: &Option<String>| text.iter().all(|text| !text.contains(['\r', '\n']));
        assert!(one_line(&id) && one_line(&name), "several lines in {id:?} or {name:?}");
    }
    budget.check();
}

/// The id, name and data of an event.
type Found = (Option<String>, Option<String>, Result<String, String>);

fn events(pieces: Vec<Bytes>) -> Option<Vec<Found>> {
    let client = client(pieces)?;
    let mut events = Call::new(&client, Watch).events();
    ready(async {
        let mut found = Vec::new();
        while let Some(event) = events.next().await {
            found.push(match event {
                Ok(event) => (event.id, event.name, Ok(event.data)),
                Err(error) => (None, None, Err(error.to_string())),
            });
        }
        found
    })
}
