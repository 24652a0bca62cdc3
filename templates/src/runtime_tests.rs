//! Tests of the support code; they stand apart, since that is copied as it is.

use bytes::Bytes;
use http::{HeaderMap, Method, StatusCode};
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};

use crate::runtime::authorization::Placement;
use crate::runtime::base64::Base64;
use crate::runtime::call::{Call, Operation};
use crate::runtime::client::{Client, ClientBuilder, Service};
use crate::runtime::code::{UnknownCode, code_enumeration};
use crate::runtime::decimal::{Decimal, NoDecimal};
use crate::runtime::error::{BuildError, Error};
use crate::runtime::member::{self, Member};
use crate::runtime::object::{Entries, Object, object, read_object};
use crate::runtime::patch::{Patch, Patched};
use crate::runtime::pattern::matches;
use crate::runtime::quoted::Quoted;
use crate::runtime::request::Request;
use crate::runtime::response::{Body, Failure, Response};
use crate::runtime::rules::{Rule, check, require};
use crate::runtime::secret::Secret;
use crate::runtime::set::Set;
use crate::runtime::tagged::{Added, Alternative, Declared, Tagged, read_tagged, tagged_union};
use crate::runtime::text::{UnknownText, text_enumeration};
use crate::runtime::untagged::{Shape, read_untagged, untagged_union};
use crate::runtime::wrapper::wrapper;
use crate::runtime_tests as types;

static SERVICE: Service = Service {
    name: "test-client",
    version: "1.2.3",
    base_path: "/ws",
};

fn builder(address: &str) -> ClientBuilder {
    ClientBuilder::new(address, &SERVICE)
}

#[test]
fn paths_are_encoded() {
    let rows = [
        (json!("DEMO"), "/a/DEMO/b"),
        (json!("a/b"), "/a/a%2Fb/b"),
        (json!("a b+c%d?e#f"), "/a/a%20b%2Bc%25d%3Fe%23f/b"),
        (json!("{other}"), "/a/%7Bother%7D/b"),
        (json!("größe"), "/a/gr%C3%B6%C3%9Fe/b"),
        (json!(-1), "/a/-1/b"),
        (json!(1.5), "/a/1.5/b"),
        (json!(true), "/a/true/b"),
        (json!(["a,", 2]), "/a/a%2C,2/b"),
        (
            json!(18_446_744_073_709_551_615_u64),
            "/a/18446744073709551615/b",
        ),
    ];
    for (value, wanted) in rows {
        let mut request = Request::new(Method::GET, "/a/{id}/b");
        request.path("id", &value).unwrap();
        assert_eq!(request.target().unwrap(), wanted);
    }
    for value in ["", ".", ".."] {
        assert!(
            Request::new(Method::GET, "/a/{id}")
                .path("id", value)
                .is_err()
        );
    }
    assert!(Request::new(Method::GET, "/a/{id}").target().is_err());
}

#[test]
fn queries_are_encoded() {
    let mut request = Request::new(Method::GET, "/a");
    request.query("q", "a b&c=d").unwrap();
    request.query("tag", &["x", "y"]).unwrap();
    request.query("none", &None::<i64>).unwrap();
    request.query("object", &json!({ "k": 1 })).unwrap();
    assert_eq!(
        request.target().unwrap(),
        "/a?q=a%20b%26c%3Dd&tag=x&tag=y&k=1"
    );
}

#[test]
fn bodies_are_wrapped() {
    let mut request = Request::new(Method::POST, "/a");
    request.json_in("story", &json!({ "name": "x" })).unwrap();
    assert_eq!(
        request.bytes().unwrap(),
        br#"{"story":{"name":"x"}}"#.as_slice()
    );
    request
        .form(&json!({ "a": "b c", "list": [1, 2], "none": null }))
        .unwrap();
    assert_eq!(request.bytes().unwrap(), b"a=b+c&list=1&list=2".as_slice());
    assert!(request.header("x-name", "line\nbreak").is_err());
    request.cookie("a", "1;2").unwrap();
    request.cookie("b", &2).unwrap();
    assert_eq!(request.headers()["cookie"], "a=1%3B2; b=2");
}

#[derive(Debug, PartialEq)]
struct Pair {
    left: i64,
    right: Option<i64>,
}

object!(Pair {
    "left" => left: member::Required,
    "right" => right: member::Optional,
});

#[derive(Clone, Copy, Debug, PartialEq)]
enum Priority {
    Low,
    High,
    Unknown(UnknownCode),
}

code_enumeration!(Priority {
    -1 => Low "can wait",
    2 => High,
});

#[derive(Clone, Debug, PartialEq)]
enum Order {
    Up,
    Unknown(UnknownText),
}

text_enumeration!(Order { "asc" => Up, });

#[derive(Debug, PartialEq)]
struct Others {
    id: i64,
    rest: std::collections::BTreeMap<String, i64>,
}

object!(Others { "id" => id: member::Defaulting(|| 7), .. rest });

#[derive(Debug, PartialEq)]
struct Changed {
    name: Patch<String>,
    extra: Option<Value>,
    note: Option<String>,
}

object!(Changed {
    "name" => name: Patched,
    "extra" => extra: member::Anything,
    "note" => note: member::Nullable,
});

#[derive(Debug, PartialEq)]
struct Nothing {}

object!(Nothing {});

#[derive(Debug, PartialEq)]
struct Wrapped(Vec<Wrapped>);

wrapper!(Wrapped);

#[derive(Debug, PartialEq)]
enum Pet {
    Cat(Pair),
    Fish(Nothing),
    Unknown(Value),
}

tagged_union!(Pet by "left" {
    "1" | "one" => Cat: Declared,
    "fish" => Fish: Added,
});

#[derive(Debug, PartialEq)]
enum Either {
    All,
    Pair(Pair),
    Others(Others),
    Number(i64),
    Text(String),
    Unknown(Value),
}

untagged_union!(Either {
    = "all" => All,
    Pair: Shape::Object(&["left"], &["left", "right"]),
    Others: Shape::Object(&["id"], &["id", "name"]),
    Number: Shape::Integer,
    Text: Shape::Text,
});

mod ruled {
    use super::Pair;
    use crate::runtime::rules::Rule::{Least, Member, Tag};
    use crate::runtime::rules::{Invalid, Rule, check};
    use crate::runtime::validate::rules;
    use crate::runtime_tests as types;

    rules!(Pair { "left" => [Least(1.0)], });

    rules!(Pet by "left" { "0" => || Pair::RULES, });
}

/// A type that looks at a whole value before it refuses it, as unions do.
#[derive(Debug)]
struct Choosy;

impl<'de> Deserialize<'de> for Choosy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer)?;
        Err(D::Error::custom("nothing fits"))
    }
}

#[test]
fn objects_are_read_in_any_order() {
    for text in [
        r#"{"left":1,"right":2}"#,
        r#"{"right":2,"more":[{}],"left":1}"#,
    ] {
        assert_eq!(
            serde_json::from_str::<Pair>(text).unwrap(),
            Pair {
                left: 1,
                right: Some(2)
            }
        );
    }
    assert_eq!(
        serde_json::from_str::<Pair>(r#"{"left":1,"right":null}"#)
            .unwrap()
            .right,
        None
    );
    let missing = serde_json::from_str::<Pair>("{}").unwrap_err().to_string();
    assert!(missing.starts_with("missing field `left`"), "{missing}");
    let other = serde_json::from_str::<Pair>("[]").unwrap_err().to_string();
    assert!(other.contains("expected an object for Pair"), "{other}");
}

/// Reads a value and writes it again.
fn again<T: serde::de::DeserializeOwned + Serialize>(text: &str) -> (T, String) {
    let value: T = serde_json::from_str(text).unwrap();
    let written = serde_json::to_string(&value).unwrap();
    (value, written)
}

#[test]
fn enumerations_keep_what_they_do_not_know() {
    assert_eq!(again("-1"), (Priority::Low, "-1".to_owned()));
    assert_eq!(Priority::Low.meaning(), Some("can wait"));
    assert_eq!((Priority::ALL.len(), Priority::High.meaning()), (2, None));
    assert_eq!(again::<Priority>("9").1, "9");
    assert_eq!(
        (Priority::from(9).to_string(), i64::from(Priority::High)),
        ("9".to_owned(), 2)
    );
    assert_eq!(again("\"asc\""), (Order::Up, "\"asc\"".to_owned()));
    assert_eq!(again::<Order>("\"?\"").1, "\"?\"");
    assert_eq!(
        (Order::ALL.len(), Order::from("x").to_string()),
        (1, "x".to_owned())
    );
}

#[test]
fn members_are_absent_in_their_own_way() {
    assert_eq!(again::<Others>(r#"{"b":2}"#).1, r#"{"id":7,"b":2}"#);
    assert_eq!(again::<Others>(r#"{"id":null}"#).1, r#"{"id":7}"#);
    assert_eq!(again::<Changed>("{}").1, r#"{"note":null}"#);
    let text = r#"{"name":null,"extra":null,"note":"n"}"#;
    assert_eq!(again::<Changed>(text).1, text);
    assert_eq!(again::<Nothing>(r#"{"a":1}"#).1, "{}");
    assert_eq!(again::<Wrapped>("[[],[[]]]").1, "[[],[[]]]");
}

#[test]
fn a_tag_decides_wherever_it_stands() {
    for text in [r#"{"left":1,"right":2}"#, r#"{"right":2,"left":1}"#] {
        let (pet, written) = again::<Pet>(text);
        assert_eq!(
            pet,
            Pet::Cat(Pair {
                left: 1,
                right: Some(2)
            })
        );
        assert_eq!(written, r#"{"left":1,"right":2}"#);
    }
    assert_eq!(
        again::<Pet>(r#"{"left":"fish"}"#),
        (Pet::Fish(Nothing {}), r#"{"left":"fish"}"#.to_owned())
    );
    for unknown in [
        r#"{"a":1,"left":"bird","b":{}}"#,
        r#"{"a":1}"#,
        "[1]",
        "null",
        "true",
        "1",
        "-1",
        "1.5",
        "\"x\"",
    ] {
        let (pet, written) = again::<Pet>(unknown);
        assert!(matches!(pet, Pet::Unknown(_)), "{unknown}");
        assert_eq!(written, unknown);
    }
    assert!(serde_json::from_str::<Pet>(r#"{"left":"one"}"#).is_err());
}

#[test]
fn what_fits_best_is_read() {
    assert_eq!(again::<Either>("\"all\"").0, Either::All);
    assert_eq!(
        again::<Either>("\"some\"").0,
        Either::Text("some".to_owned())
    );
    assert_eq!(again::<Either>("3").0, Either::Number(3));
    assert!(matches!(
        again::<Either>(r#"{"left":1,"id":2,"right":3}"#).0,
        Either::Pair(_)
    ));
    assert!(matches!(
        again::<Either>(r#"{"left":1,"id":2,"name":3}"#).0,
        Either::Others(_)
    ));
    for unknown in ["1.5", "[]", r#"{"right":1}"#, "null"] {
        assert_eq!(again::<Either>(unknown).1, unknown);
    }
    let order = [
        Shape::Any,
        Shape::Boolean,
        Shape::Array,
        Shape::Number,
        Shape::Format,
    ];
    let texts = [Shape::Codes(&[1]), Shape::Texts(&["a"])];
    assert_eq!(order.len() + texts.len(), 7);
}

fn response(body: &str) -> Response {
    Response::new(
        StatusCode::OK,
        HeaderMap::new(),
        Bytes::from(body.to_owned()),
    )
}

/// The path in the message for a body that is not a list of pairs.
fn path<T: serde::de::DeserializeOwned + std::fmt::Debug>(body: &str) -> String {
    match response(body).decode_json::<T, ()>() {
        Err(Failure::Decode(failure)) => failure.path,
        other => panic!("{other:?}"),
    }
}

#[test]
fn decoding_errors_tell_the_path() {
    type Pairs = std::collections::BTreeMap<String, Vec<Pair>>;
    assert_eq!(
        path::<Pairs>(r#"{"a":[{"left":1},{"left":"x"}]}"#),
        "$.a[1].left"
    );
    assert_eq!(
        path::<Pairs>("{\"a\":\n [{\"left\":1},\n {\"left\":1.5}]}"),
        "$.a[1].left"
    );
    assert_eq!(path::<Pairs>(r#"{"a":[{"left":1},{"right":1}]}"#), "$.a[1]");
    assert_eq!(
        path::<Pairs>(r#"{"a b":[{"left":null}]}"#),
        r#"$["a b"][0].left"#
    );
    assert_eq!(path::<Pairs>(r#"{"a\"]":7}"#), r#"$["a"]"]"#);
    assert_eq!(path::<Vec<Pair>>("[{\"left\":1},{"), "$[1]");
    assert_eq!(path::<Vec<Choosy>>(r#"[{"a":{"b":1}}]"#), "$[0]");
    assert_eq!(path::<Pair>(""), "$");
    assert_eq!(path::<Pair>("{}"), "$");
    assert_eq!(path::<Pair>("<html>"), "$");
}

#[test]
fn three_states_are_told_apart() {
    assert_eq!(serde_json::to_value(Patch::Set(1)).unwrap(), json!(1));
    assert_eq!(
        serde_json::to_value(Patch::<i64>::Clear).unwrap(),
        Value::Null
    );
    assert_eq!(
        serde_json::from_value::<Patch<i64>>(Value::Null).unwrap(),
        Patch::Clear
    );
    assert_eq!(
        serde_json::from_value::<Patch<i64>>(json!(1)).unwrap(),
        Patch::from(1)
    );
    assert!(Patch::<i64>::default().is_leave());
}

#[test]
fn unknown_values_are_shown_as_they_are() {
    assert_eq!(UnknownCode::new(8).to_string(), "8");
    assert_eq!(UnknownText::new("x y").to_string(), "x y");
}

#[test]
fn secrets_are_not_shown() {
    assert_eq!(format!("{:?}", Secret::from("hush")), "Secret(***)");
    let builder = builder("https://example.com")
        .authorize(Placement::Header("x-token"), Secret::from("hush"))
        .authorize(Placement::Query("token"), Secret::from("hush"))
        .header("x-other", "hush");
    assert!(!format!("{builder:?}").contains("hush"));
    let client = builder.build().unwrap();
    assert!(!format!("{client:?}").contains("hush"));
    let refused = ClientBuilder::new("https://user:hush@example.com", &SERVICE)
        .build()
        .unwrap_err();
    assert!(!format!("{refused:?} {refused}").contains("hush"));
    let refused = ClientBuilder::new("https://example.com", &SERVICE)
        .authorize(Placement::Bearer, Secret::from("hush\n"))
        .build()
        .unwrap_err();
    assert!(!format!("{refused:?} {refused}").contains("hush"));
}

#[test]
fn addresses() {
    let address = |text: &str| {
        builder(text)
            .build()
            .map(|client| client.address().to_owned())
            .ok()
    };
    assert_eq!(
        address("https://example.com").as_deref(),
        Some("https://example.com/ws")
    );
    assert_eq!(
        address("https://example.com/scrum/").as_deref(),
        Some("https://example.com/scrum/ws")
    );
    assert_eq!(
        address("https://example.com/scrum/ws/").as_deref(),
        Some("https://example.com/scrum/ws")
    );
    assert_eq!(
        address("http://localhost:8080").as_deref(),
        Some("http://localhost:8080/ws")
    );
    assert_eq!(
        address("http://[::1]:8080").as_deref(),
        Some("http://[::1]:8080/ws")
    );
    for refused in [
        "http://example.com",
        "ftp://example.com",
        "example.com",
        "https://a.com?x=1",
        "",
    ] {
        assert_eq!(address(refused), None, "{refused}");
    }
    assert!(
        builder("http://example.com")
            .allow_cleartext()
            .build()
            .is_ok()
    );
}

/// An operation that asks for `/x` and takes any body.
#[derive(Clone, Debug)]
struct Ask;

impl Operation for Ask {
    type Output = Body;
    type Error = ();
    const NAME: &'static str = "ask";

    fn request(&self) -> Result<Request, BuildError> {
        Ok(Request::new(Method::GET, "/x"))
    }

    fn decode(response: &Response) -> Result<Body, Failure<()>> {
        match response.status().as_u16() {
            200..=299 => response.decode_body(),
            404 => Err(response.documented::<Value, ()>(|_| ())),
            _ => Err(Failure::Undocumented),
        }
    }
}

/// A server that answers each connection with the next of these texts.
fn serving(answers: Vec<String>) -> String {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for answer in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 4096]);
            stream.write_all(answer.as_bytes()).unwrap();
        }
    });
    address
}

fn answer(head: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {head}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
}

async fn ask(client: &Client) -> Result<Body, Error<()>> {
    Call::new(client, Ask).await
}

#[tokio::test]
async fn messages_name_the_operation_and_the_request() {
    let long = "x".repeat(5000);
    let client = builder(&serving(vec![
        answer("404 Not Found\r\nx-request-id: abc", "{\"a\":\u{1b}[31m"),
        answer("500 Internal Server Error", &long),
    ]));
    let client = client.build().unwrap();
    let error = ask(&client).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "ask was refused with 404 Not Found, x-request-id abc: {\"a\": [31m"
    );
    let error = ask(&client).await.unwrap_err();
    assert!(matches!(error, Error::Undocumented(_)) && error.is_retryable());
    assert!(error.to_string().len() < 400, "{error}");
}

#[tokio::test]
async fn redirects_end() {
    let there = |to: &str| answer(&format!("302 Found\r\nlocation: {to}"), "");
    let client = builder(&serving(vec![there("/y"), answer("200 OK", "there")]))
        .build()
        .unwrap();
    assert_eq!(ask(&client).await.unwrap().text(), "there");
    let client = builder(&serving(vec![there("/y"); 8])).build().unwrap();
    assert!(matches!(ask(&client).await, Err(Error::Send(_))));
    let client = builder(&serving(vec![there("file:///etc/passwd")]))
        .build()
        .unwrap();
    assert_eq!(
        ask(&client).await.unwrap_err().status(),
        Some(StatusCode::FOUND)
    );
}

#[tokio::test]
async fn large_bodies_are_refused() {
    let announced = "HTTP/1.1 200 OK\r\ncontent-length: 1000000000000\r\n\r\n".to_owned();
    let endless = format!(
        "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{}",
        "x".repeat(100_000)
    );
    let client = builder(&serving(vec![announced, endless]))
        .max_body_bytes(1000)
        .build()
        .unwrap();
    for _ in 0..2 {
        assert!(matches!(ask(&client).await, Err(Error::Send(error)) if error.is_too_large()));
    }
}

#[test]
fn errors_are_small_and_can_cross_threads() {
    fn crosses<T: Send + Sync + std::error::Error>() {}
    crosses::<Error<()>>();
    assert!(size_of::<Error<()>>() <= 48, "{}", size_of::<Error<()>>());
}

#[test]
fn digits_and_texts_are_kept() {
    assert_eq!(again::<Decimal>("1.10").1, "1.10");
    assert_eq!(
        again::<Decimal>("-123456789012345678901234567890.5").1,
        "-123456789012345678901234567890.5"
    );
    assert_eq!(Decimal::from(3).to_f64(), 3.0);
    for wrong in ["", "x", " 1", "1 ", "\"1\"", "[1]", "true"] {
        assert_eq!(wrong.parse::<Decimal>(), Err(NoDecimal), "{wrong}");
    }
    assert!(serde_json::from_str::<Decimal>("\"1\"").is_err());
    assert_eq!(
        again("\"9007199254740993\""),
        (
            Quoted(9_007_199_254_740_993_i64),
            "\"9007199254740993\"".to_owned()
        )
    );
    assert_eq!(again::<Quoted<Decimal>>("\"0.10\"").1, "\"0.10\"");
    assert!(serde_json::from_str::<Quoted<i64>>("\"x\"").is_err());
}

#[test]
fn base64_is_read_as_servers_write_it() {
    for text in ["_-8=", "/+8", "/\n+8="] {
        let encoded: Base64 = serde_json::from_value(json!(text)).unwrap();
        assert_eq!(encoded.decode().unwrap(), [0xff, 0xef]);
        assert_eq!(serde_json::to_value(&encoded).unwrap(), json!(text));
    }
    assert_eq!(Base64::encode([0xff, 0xef]).as_str(), "/+8=");
    assert!(
        serde_json::from_value::<Base64>(json!("?"))
            .unwrap()
            .decode()
            .is_err()
    );
}

#[test]
fn sets_keep_order_and_what_servers_repeat() {
    let mut set = Set::from([2, 1, 2]);
    assert!(!set.insert(1) && set.insert(3));
    assert_eq!(
        (&*set, set.clone().into_vec()),
        (&[2, 1, 3][..], vec![2, 1, 3])
    );
    assert_eq!(again::<Set<i64>>("[1,1]").1, "[1,1]");
    assert_eq!(Set::<i64>::default().into_iter().count(), 0);
}

#[test]
fn a_secret_is_sent_and_not_shown() {
    let secret = Secret::from("hush");
    assert_eq!(serde_json::to_value(&secret).unwrap(), json!("hush"));
    assert_eq!(
        (format!("{secret:?}"), secret.expose()),
        ("Secret(***)".to_owned(), "hush")
    );
}

#[test]
fn broken_rules_are_told_with_their_path() {
    const NAME: &[Rule] = &[
        Rule::Length(2, 3),
        Rule::Form(|text| matches(text, "^[a-z]+$"), "^[a-z]+$"),
    ];
    fn inner() -> &'static [Rule] {
        &[Rule::Member("name", NAME)]
    }
    const RULES: &[Rule] = &[
        Rule::Member("inner", &[Rule::Of(inner)]),
        Rule::Member(
            "list",
            &[
                Rule::Count(1, 2),
                Rule::Unique,
                Rule::Each(&[Rule::Least(1.0), Rule::LessThan(9.0)]),
            ],
        ),
        Rule::Member("map", &[Rule::Count(0, 1), Rule::Each(NAME)]),
        Rule::Member(
            "price",
            &[
                Rule::MultipleOf(0.01),
                Rule::MoreThan(0.0),
                Rule::Most(10.0),
            ],
        ),
        Rule::Tag("kind", &[("named", inner)]),
    ];
    let sound = json!({
        "inner": { "name": "abc" }, "list": [1, 2], "map": { "k": "ab" }, "price": 4.35, "kind": "named", "name": null
    });
    assert_eq!(check(&sound, RULES), Ok(()));
    let broken = json!({
        "inner": { "name": "A" }, "list": [0, 0, 9], "map": { "k": "abcd", "l": "ab" }, "price": 0.001,
        "kind": "named", "name": "x"
    });
    let problems = check(&broken, RULES).unwrap_err();
    let expected = [
        "$.inner.name has 1 characters; 2 are asked for",
        "$.inner.name is not of the form `^[a-z]+$`",
        "$.list has 3 elements; 2 are allowed",
        "$.list repeats an element",
        "$.list[0] has to be at least 1",
        "$.list[1] has to be at least 1",
        "$.list[2] has to be less than 9",
        "$.map has 2 members; 1 are allowed",
        "$.map.k has 4 characters; 3 are allowed",
        "$.price has to be a multiple of 0.01",
        "$.name has 1 characters; 2 are asked for",
    ];
    assert_eq!(problems.problems(), expected);
    assert_eq!(problems.to_string().matches("; $").count(), 10);
    let pet = Pet::Cat(Pair {
        left: 0,
        right: None,
    });
    assert_eq!(
        pet.validate().unwrap_err().problems(),
        ["$.left has to be at least 1"]
    );
    assert_eq!(Pet::Fish(Nothing {}).validate(), Ok(()));
    assert_eq!(
        Pair {
            left: 1,
            right: None
        }
        .validate(),
        Ok(())
    );
    let refused = require("count", &11, &[Rule::Most(10.0)]).unwrap_err();
    assert!(
        refused.to_string().contains("count has to be at most 10"),
        "{refused}"
    );
    assert!(require("price", &0, &[Rule::MoreThan(0.0)]).is_err());
}
