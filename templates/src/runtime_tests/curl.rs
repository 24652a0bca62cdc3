//! Calls that are printed instead of sent.

use http::Method;
use serde_json::json;

use crate::auth::authorization::{CredentialLocation, Scheme};
use crate::auth::secret::Secret;
use crate::calls::builder::ClientBuilder;
use crate::calls::call::{Call, Operation};
use crate::calls::send_error::BuildError;
use crate::calls::server::{Server, Service};
use crate::requests::request::Request;
use crate::responses::response::{Failure, Response};
use crate::validation::rules::Rule;
use crate::validation::validate::validate;

static SERVICE: Service = Service {
    name: "test-client",
    version: "1.2.3",
    server: Server {
        origin: None,
        path: "/ws",
        variables: &[],
    },
    servers: &[],
    security: &[&["header", "query", "basic", "cookie"]],
};

const SCHEMES: [Scheme; 4] = [
    Scheme::new("header", CredentialLocation::Header("x-key")),
    Scheme::new("query", CredentialLocation::Query("key")),
    Scheme::new("basic", CredentialLocation::Basic),
    Scheme::new("cookie", CredentialLocation::Cookie("session")),
];

#[derive(Clone)]
struct SignIn {
    method: Method,
    body: Vec<u8>,
    password: Option<Secret>,
}

impl Operation for SignIn {
    type Output = ();
    type Error = ();
    const NAME: &'static str = "signIn";

    fn request(&self) -> Result<Request, BuildError> {
        let mut request = Request::new(self.method.clone(), "/sessions");
        request.query("from", "it's")?;
        match &self.password {
            Some(password) => {
                // The rule holds for the password itself and not for its placeholder.
                validate("password", password, &[Rule::Length(7, 7)])?;
                request.json(&json!({ "password": password }))?;
            }
            None if self.body.is_empty() => {}
            None => request.body("text/plain", self.body.clone()),
        }
        Ok(request)
    }

    fn decode(_response: &Response) -> Result<(), Failure<()>> {
        Ok(())
    }
}

fn curl_command(method: Method, body: &[u8], password: Option<&str>) -> String {
    let mut builder = ClientBuilder::new("https://a.example", &SERVICE).header("x-mine", "hidden0");
    for scheme in SCHEMES {
        builder = builder.authorize(scheme, Secret::from("hidden1"));
    }
    let operation = SignIn {
        method,
        body: body.to_vec(),
        password: password.map(Secret::from),
    };
    let call = Call::new(&builder.build().unwrap(), operation).header("x-once", "hidden2");
    let shown = call.to_curl().unwrap();
    assert!(!shown.contains("hidden"), "{shown}");
    shown
}

#[test]
fn requests_are_commands_without_secrets() {
    let wanted = r"curl 'https://a.example/ws/sessions?from=it%27s&key=***' \
  --header 'accept: application/json' \
  --header 'x-mine: ***' \
  --header 'x-once: ***' \
  --header 'x-key: ***' \
  --header 'authorization: Basic ***' \
  --header 'cookie: session=***'";
    assert_eq!(curl_command(Method::GET, b"", None), wanted);
    let posted = curl_command(Method::POST, b"it's\n", None);
    assert!(posted.starts_with("curl 'https://"), "{posted}");
    assert!(posted.ends_with("\n  --data-raw 'it'\\''s\n'"), "{posted}");
    let put = curl_command(Method::PUT, b"\x1b[2J", None);
    assert!(put.starts_with("curl --request PUT 'https://") && put.ends_with("--data-binary @-"));
    for (method, quoted) in [
        ("A|sh", "'A|sh'"),
        ("`id`", "'`id`'"),
        ("$X'", r"'$X'\'''"),
        ("M-SEARCH", "'M-SEARCH'"),
    ] {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let shown = curl_command(method, b"", None);
        let expected = format!("curl --request {quoted} 'https://");
        assert!(shown.starts_with(&expected), "{shown}");
    }
}

#[test]
fn secrets_in_bodies_are_sent_but_not_shown() {
    let shown = curl_command(Method::POST, b"", Some("hidden3"));
    assert!(
        shown.ends_with(r#"--data-raw '{"password":"***"}'"#),
        "{shown}"
    );
    let sent = serde_json::to_string(&Secret::from("hidden3")).unwrap();
    assert_eq!(sent, "\"hidden3\"");
}
