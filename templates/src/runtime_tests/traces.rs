//! The spans of requests, and the events for what is not listed.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "tables declare members that users of a client call"
)]

use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use http::Method;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::memory::{KEY, Memory, Planned};
use crate::auth::secret::Secret;
use crate::calls::call::{Call, Operation};
use crate::calls::send_error::BuildError;
use crate::requests::request::Request;
use crate::responses::response::{Body, Failure, Response};
use crate::wire::lenient::from_json;
use crate::{code_enumeration, object, tagged_union, text_enumeration, untagged_union};

#[derive(Clone)]
struct Find;

impl Operation for Find {
    type Output = Body;
    type Error = ();
    const NAME: &'static str = "findItem";

    fn request(&self) -> Result<Request, BuildError> {
        let mut request = Request::new(Method::GET, "/item/{id}");
        request.path("id", &7)?;
        request.query("secret", "hush")?;
        Ok(request)
    }

    fn decode(response: &Response) -> Result<Body, Failure<()>> {
        response.decode_body()
    }
}

/// Records the names and values of all fields.
#[derive(Clone, Default)]
struct Noting(Arc<Mutex<Vec<String>>>, Arc<AtomicU64>);

struct Fields<'n>(&'n mut Vec<String>);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.push(format!("{}={value:?}", field.name()));
    }
}

impl Subscriber for Noting {
    fn enabled(&self, _metadata: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut Fields(&mut self.0.lock().unwrap()));
        Id::from_u64(self.1.fetch_add(1, Ordering::SeqCst) + 1)
    }

    fn record(&self, _span: &Id, values: &Record<'_>) {
        values.record(&mut Fields(&mut self.0.lock().unwrap()));
    }

    fn record_follows_from(&self, _span: &Id, _follows: &Id) {}
    fn event(&self, event: &Event<'_>) {
        event.record(&mut Fields(&mut self.0.lock().unwrap()));
    }

    fn enter(&self, _span: &Id) {}
    fn exit(&self, _span: &Id) {}
}

#[tokio::test]
async fn spans_have_the_names_of_the_conventions_and_no_secrets() {
    let noting = Noting::default();
    let guard = tracing::subscriber::set_default(noting.clone());
    let busy = Planned::Response(503, "retry-after: 0", Vec::new());
    let memory = Memory::answering([busy, Planned::Response(200, "", Vec::new())]);
    let client = memory.client().authorize(KEY, Secret::from("hush"));
    Call::new(&client.build().unwrap(), Find).await.unwrap();
    drop(guard);
    let noted = noting.0.lock().unwrap().clone();
    for wanted in [
        r#"otel.name="GET /item/{id}""#,
        r#"http.request.method="GET""#,
        "http.request.resend_count=1",
        "http.response.status_code=503",
        "http.response.status_code=200",
        r#"error.type="503""#,
        r#"server.address="example.com""#,
        "server.port=443",
        r#"url.template="/item/{id}""#,
    ] {
        assert!(
            noted.iter().any(|noted| noted == wanted),
            "{wanted} in {noted:?}"
        );
    }
    assert!(!noted.concat().contains("hush"), "{noted:?}");
}

mod types {
    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Card {
        pub state: State,
        pub size: Option<Size>,
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) enum State {
        Open,
        Unlisted(crate::UnlistedCode),
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) enum Size {
        Large,
        Unlisted(crate::UnlistedText),
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Leaf {
        pub note: String,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) enum Shape {
        Leaf(Leaf),
        Unlisted(serde_json::Value),
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) enum Shapes {
        Shape(Shape),
        Unlisted(serde_json::Value),
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Twig {
        pub length: i64,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) enum Either {
        Card(Card),
        Unlisted(serde_json::Value),
    }
}

object!(Card "card" { state, size: optional });
object!(Leaf "leaf" { note });
object!(Twig "twig" { length });
untagged_union!(Shapes {
    Shape: Object(&["note"], &["note", "kind"], &[])
});
tagged_union!(Shape by "kind" { "leaf" => Leaf: InjectedTag, });
code_enumeration!(State { 1 => Open, });
text_enumeration!(Size { "L" => Large, });
untagged_union!(Either { Card: Object(Card) });

#[test]
fn what_is_unlisted_is_an_event_at_first_sight_without_its_value() {
    let noting = Noting::default();
    let guard = tracing::subscriber::set_default(noting.clone());
    let card = br#"[{"state":99,"size":"hush","colour":"hush"},{"state":99,"colour":1},{"state":1,"size":"L"}]"#;
    from_json::<Vec<types::Card>>(card).unwrap();
    let wrong = br#"[{"state":98,"shape":1},{}]"#;
    from_json::<Vec<types::Card>>(wrong).unwrap_err();
    from_json::<types::Either>(br#"{"state":"wrong","edge":1}"#).unwrap();
    drop(guard);
    let noted = noting.0.lock().unwrap().clone();
    assert_eq!(
        noted,
        [
            "message=unlisted value in a response",
            "api.path=card.state",
            "api.type=\"State\"",
            "message=unlisted value in a response",
            "api.path=card.size",
            "api.type=\"Size\"",
            "message=undeclared member in a response",
            "api.path=card.colour",
        ]
    );
    let names = (0..3_000).map(|index| format!("\"m{index}\":0"));
    let many = format!("{{\"state\":1,{}}}", names.collect::<Vec<_>>().join(","));
    let noting = Noting::default();
    let guard = tracing::subscriber::set_default(noting.clone());
    for _ in 0..2 {
        from_json::<types::Card>(many.as_bytes()).unwrap();
    }
    drop(guard);
    assert!(noting.0.lock().unwrap().len() <= 2_001);
}

/// Returns the fields of the events while a list of a type is read.
fn noted<T: serde::de::DeserializeOwned>(text: &str) -> Vec<String> {
    let noting = Noting::default();
    let guard = tracing::subscriber::set_default(noting.clone());
    from_json::<Vec<T>>(text.as_bytes()).unwrap();
    drop(guard);
    noting.0.lock().unwrap().clone()
}

#[test]
fn the_tag_of_a_union_is_declared() {
    let leaf = r#"[{"note":"a","kind":"leaf","lobe":1}]"#;
    let expected = [
        "message=undeclared member in a response",
        "api.path=leaf.lobe",
    ];
    assert_eq!(noted::<types::Shape>(leaf), expected);
    let leaf = r#"[{"note":"a","kind":"leaf","tip":1}]"#;
    let expected = [
        "message=undeclared member in a response",
        "api.path=leaf.tip",
    ];
    assert_eq!(noted::<types::Shapes>(leaf), expected);
}

#[test]
fn repetitions_hide_no_other_member() {
    let twig = |name: &str| format!(r#"{{"length":1,"{name}":1}}"#);
    let mut twigs = vec![twig("bark"); 1_500];
    twigs.push(twig("bud"));
    let expected = [
        "message=undeclared member in a response",
        "api.path=twig.bark",
        "message=undeclared member in a response",
        "api.path=twig.bud",
    ];
    assert_eq!(
        noted::<types::Twig>(&format!("[{}]", twigs.join(","))),
        expected
    );
}
