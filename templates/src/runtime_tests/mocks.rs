//! The mock transport for users' tests.

use std::time::Duration;

use http::{Method, StatusCode};

use super::memory::{KEY, Memory};
use crate::auth::secret::Secret;
use crate::calls::call::{Call, Operation};
use crate::calls::client::Client;
use crate::calls::retry::Retry;
use crate::calls::send_error::BuildError;
use crate::mock::{self, Mock};
use crate::requests::request::Request;
use crate::responses::error::CallError;
use crate::responses::response::{Failure, Response};

#[derive(Clone, Debug)]
struct Add(i64);

impl Operation for Add {
    type Output = i64;
    type Error = Option<String>;
    const NAME: &'static str = "add";

    fn request(&self) -> Result<Request, BuildError> {
        let mut request = Request::new(Method::PUT, "/sum");
        request.query("n", &self.0)?;
        request.json(&self.0)?;
        Ok(request)
    }

    fn decode(response: &Response) -> Result<i64, Failure<Self::Error>> {
        match response.status().as_u16() {
            200 => response.decode_json(),
            _ => Err(response.documented(|text| text)),
        }
    }
}

crate::responses! {
    Add => json 200,
    Send => nothing 204,
}

fn client(mock: &Mock) -> Client {
    let builder = Memory::default().client().transport(mock.clone());
    let retry = Retry::default().backoff(Duration::from_millis(1), Duration::from_millis(2));
    builder
        .authorize(KEY, Secret::from("hush"))
        .retry(retry)
        .build()
        .unwrap()
}

#[tokio::test]
async fn expected_calls_get_their_responses() {
    let mock = Mock::new();
    let client = client(&mock);
    mock.expect(Call::new(&client, Add(1)))
        .unwrap()
        .respond(&10);
    mock.expect(Call::new(&client, Add(2)))
        .unwrap()
        .respond_error(409, "full");
    mock.expect_any::<Add>()
        .times(2)
        .respond_raw(mock::nothing(404));
    assert_eq!(
        Call::new(&client, Add(2))
            .await
            .unwrap_err()
            .documented()
            .unwrap()
            .as_deref(),
        Some("full")
    );
    assert_eq!(Call::new(&client, Add(1)).await.unwrap(), 10);
    let error = Call::new(&client, Add(1)).await.unwrap_err();
    assert_eq!(error.status(), Some(StatusCode::NOT_FOUND));
    assert_eq!(error.text().as_deref(), Some(""));
    let unmet = mock.finish().unwrap_err().to_string();
    assert_eq!(unmet, "expected and not called: 1 times add");
    Call::new(&client, Add(5)).await.unwrap_err();
    mock.finish().unwrap();
}

#[tokio::test]
async fn unexpected_calls_are_reported() {
    let mock = Mock::new();
    let client = client(&mock);
    mock.expect(Call::new(&client, Add(1)))
        .unwrap()
        .respond(&10);
    let error = Call::new(&client, Add(2)).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "add was not sent: add (PUT /sum) is not expected; expected: 1 times add (PUT https://example.com/sum?n=1)"
    );
    assert!(std::error::Error::source(&error).is_none());
}

#[derive(Clone, Debug)]
struct Send(&'static str, &'static str);

impl Operation for Send {
    type Output = ();
    type Error = ();
    const NAME: &'static str = "send";

    fn request(&self) -> Result<Request, BuildError> {
        let mut request = Request::new(Method::POST, "/text");
        request.body(self.0, self.1);
        Ok(request)
    }

    fn decode(_response: &Response) -> Result<(), Failure<()>> {
        Ok(())
    }
}

#[tokio::test]
async fn bodies_are_compared_unless_they_have_boundaries() {
    for (media_type, other_is_expected) in [
        ("text/plain", false),
        ("multipart/form-data; boundary=a", true),
    ] {
        let mock = Mock::new();
        let client = client(&mock);
        let expected = mock.expect(Call::new(&client, Send(media_type, "-- one")));
        expected.unwrap().respond(&());
        let other = Call::new(&client, Send(media_type, "-- other")).await;
        assert_eq!(other.is_ok(), other_is_expected, "{media_type}");
    }
}

#[tokio::test]
async fn a_failed_connection_is_retried() {
    let mock = Mock::new();
    let client = client(&mock);
    mock.expect_any::<Add>().disconnect();
    mock.expect_any::<Add>().respond(&3);
    assert_eq!(Call::new(&client, Add(2)).await.unwrap(), 3);
    mock.expect_any::<Add>().times(9).disconnect();
    let error = Call::new(&client, Add(2)).await.unwrap_err();
    assert!(matches!(&error, CallError::Send(error) if error.is_connect()));
}

#[tokio::test]
async fn a_retried_error_response_stays_the_same() {
    let mock = Mock::new();
    let client = client(&mock);
    mock.expect_any::<Add>().respond_raw(mock::nothing(503));
    let error = Call::new(&client, Add(2)).await.unwrap_err();
    assert_eq!(error.status(), Some(StatusCode::SERVICE_UNAVAILABLE));
    mock.finish().unwrap();
}

#[tokio::test]
async fn a_type_erased_error_keeps_its_content() {
    let mock = Mock::new();
    let client = client(&mock);
    mock.expect(Call::new(&client, Add(2)))
        .unwrap()
        .respond_error(409, "full");
    let refused = Call::new(&client, Add(2)).await.unwrap_err();
    let (text, status) = (refused.to_string(), refused.status());
    let error = crate::responses::error::Error::from(refused);
    assert_eq!((error.to_string(), error.status()), (text, status));
    let documented = error.documented::<Option<String>>().unwrap();
    assert_eq!(documented.as_deref(), Some("full"));
    assert!(error.documented::<u8>().is_none());
    assert_eq!(error.body::<String>().as_deref(), Some("full"));
    assert_eq!(error.text().as_deref(), Some("\"full\""));
}
