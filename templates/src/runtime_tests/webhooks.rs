use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};

use crate::webhooks::verifier::{SignatureError, Verified, Verifier};
use crate::webhooks::webhook::{
    EventError, UnlistedEvent, plain, read_event, read_named, read_verified,
};

#[derive(Debug, PartialEq)]
enum Event {
    IssuesOpened(Box<Value>),
    Push(Vec<i32>),
    Unlisted(UnlistedEvent),
}

#[derive(Debug, PartialEq)]
enum Typed {
    Created(Box<Value>),
    Unlisted(UnlistedEvent),
}

mod emitted {
    use super::{Event, Typed};
    use crate::event_enumeration;

    event_enumeration!(Event by [Header "x-github-event", Member "action"] {
        "issues_opened" => IssuesOpened,
        "push" => Push,
    });
    event_enumeration!(Typed by [Member "type"] {
        "token_created" => Created,
    });
}

fn headers(event: &str) -> HeaderMap {
    let name = HeaderName::from_bytes(b"X-GitHub-Event").unwrap();
    [(name, HeaderValue::from_str(event).unwrap())]
        .into_iter()
        .collect()
}

#[test]
fn an_event_is_found_by_header_and_member() {
    let body = br#"{"sender": {"action": "x"}, "action": "opened"}"#;
    let Ok(Event::IssuesOpened(read)) = read_event(&headers("issues"), body) else {
        panic!("another event")
    };
    assert_eq!(read["sender"]["action"], "x");
    let named: Event = read_named("issues-opened", body).unwrap();
    assert_eq!(serde_json::to_value(named).unwrap(), *read);
}

#[test]
fn unlisted_events_are_kept() {
    let body = json!({ "action": "closed", "number": 1.5 });
    let event = read_event::<Event>(&headers("issues"), body.to_string().as_bytes()).unwrap();
    let Event::Unlisted(unlisted) = &event else {
        panic!("{event:?}")
    };
    assert_eq!((unlisted.name(), unlisted.body()), ("issues.closed", &body));
    assert_eq!(serde_json::to_value(&event).unwrap(), body);
}

#[test]
fn an_error_has_a_path() {
    assert!(matches!(read_event(&headers("push"), b"[1]"), Ok(Event::Push(list)) if list == [1]));
    let error = read_event::<Event>(&headers("push"), br#"[1, "x"]"#).unwrap_err();
    assert!(
        matches!(&error, EventError::Body(body) if body.path() == "$[1]"),
        "{error}"
    );
    assert_eq!(
        error.to_string(),
        "the event `push` cannot be read at $[1]: invalid type: string \"x\", expected i32\n  near `[1, \"x\"]`\n  the \
         body is described as something else: correct the description, or record the traffic and run `bindery observe`"
    );
    assert_eq!(format!("{error:?}"), error.to_string());
    let error = read_event::<Event>(&HeaderMap::new(), b"{}").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the header `x-github-event` that names the event is missing"
    );
    let error = read_event::<Typed>(&HeaderMap::new(), br#"{"type": 1}"#).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the member `type` that names the event is missing"
    );
    for broken in [&b""[..], b"{", b"\xff", b"null", b"{}{}"] {
        assert!(read_event::<Typed>(&HeaderMap::new(), broken).is_err());
    }
    let deep = format!(r#"{{"a": {}"#, "[".repeat(100_000));
    assert!(read_event::<Typed>(&HeaderMap::new(), deep.as_bytes()).is_err());
}

#[test]
fn a_name_in_the_body_may_have_other_separators() {
    let event = read_event::<Typed>(&HeaderMap::new(), br#"{"type": "token.created"}"#).unwrap();
    assert!(matches!(event, Typed::Created(_)), "{event:?}");
}

struct Never;

impl Verifier for Never {
    fn verify(&self, _: &HeaderMap, _: &[u8]) -> Result<Verified, SignatureError> {
        Err(SignatureError::Mismatch)
    }
}

#[test]
fn unverified_events_are_not_read() {
    let error = read_verified::<Typed>(&HeaderMap::new(), b"no JSON", &Never).unwrap_err();
    assert!(matches!(
        error,
        EventError::Signature(SignatureError::Mismatch)
    ));
    assert_eq!(
        error.to_string(),
        "the event cannot be trusted: the signature does not belong to the body and the key"
    );
}

#[test]
fn names_are_normalized_like_in_the_generator() {
    for line in include_str!("event_names.txt").lines() {
        let (written, compared) = line.split_once(" = ").unwrap();
        assert_eq!(plain(written), compared);
    }
}
