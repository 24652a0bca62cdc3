//! The spans of requests.

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
    fn event(&self, _event: &Event<'_>) {}
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
