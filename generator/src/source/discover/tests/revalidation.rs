//! Tests the requests after an earlier search.

use super::server::{Reply, TestServer, ok, redirect, status, validated};
use super::{DESCRIPTION, html, json, request, secretive, site};
use crate::source::{Known, Request, Source, SourceOrigin, load, load_if_changed};

const DATE: &str = "Sun, 06 Nov 1994 08:49:37 GMT";

/// A server whose page names `/o`, which handles conditional requests in its own way.
fn serving(conditional: fn() -> Reply) -> TestServer {
    TestServer::by_head(move |head| match head.split(' ').nth(1).unwrap() {
        "/o" if head.contains("\r\nif-") => conditional(),
        "/o" => validated(&format!("etag: \"a\"\r\nlast-modified: {DATE}"), DESCRIPTION),
        "/api" => html("<redoc spec-url='/o'>"),
        _ => status("404 Not Found"),
    })
}

fn known_of(source: &Source) -> Known {
    let SourceOrigin::Address { address, etag, last_modified, .. } = source.origin().clone() else {
        panic!("{source:?}")
    };
    Known { address, etag, last_modified }
}

fn knowing(request: Request, known: Known) -> Request {
    Request { known: Some(known), ..request }
}

fn tagged(address: String) -> Known {
    Known { address, etag: Some("\"a\"".to_owned()), last_modified: None }
}

/// Searches, and requests again with the result.
fn again(server: &TestServer) -> (Option<Source>, Vec<String>) {
    let first = load(&request(server.url(""))).unwrap();
    let before = server.requests().len();
    let second = load_if_changed(&knowing(request(server.url("")), known_of(&first))).unwrap();
    (second, server.paths().split_off(before))
}

#[test]
fn what_is_unchanged_costs_one_request() {
    let server = serving(|| status("304 Not Modified"));
    assert_eq!(again(&server), (None, vec!["/o".to_owned()]));
    let requested = server.requests().pop().unwrap();
    assert!(requested.contains("if-none-match: \"a\"\r\n"), "{requested}");
    assert!(requested.contains(&format!("if-modified-since: {}\r\n", DATE.to_lowercase())), "{requested}");
}

#[test]
fn what_has_changed_costs_one_request_too() {
    let server = serving(|| validated("etag: W/\"b\"", "openapi: 3.1.0\n"));
    let (found, requested) = again(&server);
    let found = found.unwrap();
    assert_eq!((found.text(), requested), ("openapi: 3.1.0\n", vec!["/o".to_owned()]));
    assert_eq!(known_of(&found), Known { etag: Some("W/\"b\"".to_owned()), ..tagged(server.url("/o")) });
}

#[test]
fn a_server_without_validators_is_asked_at_the_known_address() {
    let server = site(vec![("/api", html("<redoc spec-url='/o'>")), ("/o", json())]);
    let (found, requested) = again(&server);
    assert_eq!((found.unwrap().text(), requested), (DESCRIPTION, vec!["/o".to_owned()]));
    assert!(!server.requests().pop().unwrap().contains("\r\nif-"));
}

#[test]
fn anything_else_leads_to_a_search() {
    let answers: [fn() -> Reply; 6] = [
        || status("412 Precondition Failed"),
        || status("410 Gone"),
        || ok("text/html", "<html>Sign in</html>"),
        || ok("application/json", "{}"),
        || redirect("/elsewhere"),
        Vec::new,
    ];
    for answer in answers {
        let (found, requested) = again(&serving(answer));
        assert_eq!(found.unwrap().text(), DESCRIPTION);
        assert_eq!(requested, ["/o", "/", "/api", "/o"]);
    }
}

#[test]
fn nothing_is_unchanged_for_whoever_did_not_ask_that() {
    let server = TestServer::start(|_| status("304 Not Modified\r\nlocation: /o"));
    let blank = Known { etag: None, ..tagged(server.url("/o")) };
    assert!(load_if_changed(&knowing(request(server.url("")), blank)).is_err());
    assert!(load(&knowing(request(server.url("/o")), tagged(server.url("/o")))).is_err());
    assert!(load_if_changed(&request(server.url("/o"))).is_err());
    assert_eq!(load_if_changed(&knowing(request(server.url("")), tagged(server.url("/o")))), Ok(None));
}

#[test]
fn secrets_do_not_go_to_a_known_address_elsewhere() {
    let other = site(vec![("/o", json())]);
    let server = site(vec![]);
    let address = other.url("/o").replace("http://", "http://u:s3cret@");
    let found = load_if_changed(&knowing(secretive(server.url("")), tagged(address))).unwrap().unwrap();
    assert_eq!((found.name(), server.requests().len()), (other.url("/o").as_str(), 0));
    let requested = other.requests().pop().unwrap();
    assert!(requested.contains("if-none-match"), "{requested}");
    assert!(!super::has_secrets(&requested) && !requested.contains("authorization"), "{requested}");
    load_if_changed(&knowing(secretive(other.url("")), tagged(other.url("/o")))).unwrap();
    assert!(super::has_secrets(&other.requests().pop().unwrap()));
}

#[test]
fn an_address_that_cannot_be_shown_in_full_is_not_kept() {
    let page = html("<redoc spec-url='/o?sig=s3cret'>");
    let tagged_reply = || validated("etag: \"a\"", DESCRIPTION);
    let server = site(vec![("/o?sig=s3cret", tagged_reply()), ("/", page), ("/p?sig=s3cret", tagged_reply())]);
    let named = load(&request(server.url("/"))).unwrap();
    assert_eq!(known_of(&named), Known { etag: None, ..tagged(server.url("/")) });
    assert!(again(&server).0.is_some());
    // The given address includes its secret each time.
    let given = load(&request(server.url("/p?sig=s3cret"))).unwrap();
    assert_eq!(known_of(&given), tagged(server.url("/p")));
    let before = server.requests().len();
    load_if_changed(&knowing(request(server.url("/p?sig=s3cret")), known_of(&given))).unwrap().unwrap();
    assert_eq!(server.paths()[before..], ["/p?sig=s3cret"]);
}

#[test]
fn what_is_known_may_be_nonsense() {
    let server = serving(|| status("304 Not Modified"));
    for address in ["", "/o", "file:///etc/passwd", "http://", "http://127.0.0.1:1/o"] {
        assert!(load_if_changed(&knowing(request(server.url("")), tagged(address.to_owned()))).unwrap().is_some());
    }
    let known = Known { etag: Some("\"a\"\r\nx-evil: 1".into()), last_modified: None, address: server.url("/o") };
    assert!(load_if_changed(&knowing(request(server.url("")), known)).unwrap().is_some());
    assert!(server.requests().iter().all(|head| !head.contains("x-evil")));
}
