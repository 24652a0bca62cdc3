//! Tests that the files of a description share one budget.

use std::time::{Duration, Instant};

use super::server::{TestServer, keep_alive, never, ok, redirect, status};
use super::{DESCRIPTION, html, request};
use crate::base::diagnostic::Code;
use crate::base::text::Source;
use crate::read::source::{Request, Secret, Unread, load};

/// A server with a description at `/d/o`, and files of the given size next to it.
fn serving(bytes: usize) -> TestServer {
    TestServer::start(move |path| match path {
        "/d/o" => ok("text/plain", DESCRIPTION),
        "/d/away" => redirect("http://localhost:1/d/f"),
        "/d/up" => redirect("/f"),
        "/d/here" => redirect("f"),
        slow if slow.starts_with("/d/slow") => never(),
        _ => ok("text/plain", &"x".repeat(bytes)),
    })
}

fn status_error(found: Result<Source, Unread>) -> String {
    match found.unwrap_err() {
        Unread::Refused(reason) => reason,
        Unread::Outside(root) => panic!("{root:?}"),
        Unread::Exhausted(problem) => panic!("{problem:?}"),
    }
}

fn exhausted(found: Result<Source, Unread>) -> (Code, String) {
    match found.unwrap_err() {
        Unread::Refused(reason) => panic!("{reason}"),
        Unread::Outside(root) => panic!("{root:?}"),
        Unread::Exhausted(problem) => (problem.code, problem.help.unwrap()),
    }
}

#[test]
fn redirects_stay_where_references_stay() {
    let server = serving(9);
    let first = load(&request(server.url("/d/o"))).unwrap();
    for path in ["away", "up"] {
        assert!(status_error(first.load(path)).contains("is not below that of the description"), "{path}");
    }
    assert_eq!(first.load("here").unwrap().text().len(), 9);
    for path in ["../f", "http://localhost:1/d/f", "x/..%2f..%2ff", "//h/d/f"] {
        assert!(status_error(first.load(path)).contains("it is not below the URL"), "{path}");
    }
    assert!(!server.paths().iter().any(|path| !path.starts_with("/d/")));
}

#[test]
fn files_of_the_same_server_are_requested_with_the_headers_of_the_user() {
    let server = TestServer::by_head(|head| {
        if !(head.contains("bearer s3cret") && head.contains("x-team: a")) {
            return status("401 Unauthorized");
        }
        ok("text/plain", if head.starts_with("get /d/o ") { DESCRIPTION } else { "file" })
    });
    let token = Some(Secret::new("s3cret"));
    let headers = vec![("x-team".to_owned(), Secret::new("a"))];
    let first = load(&Request { token, headers, ..request(server.url("/d/o")) }).unwrap();
    assert_eq!(first.load("f").unwrap().text(), "file");
    let page = html(&format!("<redoc spec-url='{}'>", server.url("/d/o")));
    let foreign = TestServer::start(move |_| page.clone());
    let token = Some(Secret::new("other"));
    assert!(load(&Request { token, ..request(foreign.url("/docs")) }).is_err());
    assert!(server.requests().iter().all(|head| !head.contains("other")));
}

#[test]
fn files_are_fetched_over_the_connection_of_the_description() {
    let server = TestServer::start(|path| keep_alive(if path == "/d/o" { DESCRIPTION } else { "file" }));
    let first = load(&request(server.url("/d/o"))).unwrap();
    server.refuse_connections();
    for path in ["a", "b"] {
        assert_eq!(first.load(path).unwrap().text(), "file");
    }
}

#[test]
fn each_file_is_asked_for_once() {
    let server = serving(9);
    let first = load(&request(server.url("/d/o"))).unwrap();
    for path in ["f", "./f", "f", "g"] {
        assert!(first.load(path).is_ok());
    }
    assert_eq!(first.load("o").unwrap().text(), first.source.text());
    assert_eq!(server.paths(), ["/d/o", "/d/f", "/d/g"]);
}

#[test]
fn bytes_and_files_are_those_of_the_whole_run() {
    let server = serving(60);
    let limits = Request { max_bytes: 150, max_files: 4, ..request(server.url("/d/o")) };
    let first = load(&limits).unwrap();
    assert!(first.load("a").is_ok() && first.load("b").is_ok());
    let (code, help) = exhausted(first.load("c"));
    assert!(code == Code::SourceTooLarge && help.contains("--max-bytes"), "{help}");
    assert_eq!(exhausted(first.load("d")), (code, help));
    assert!(first.load("a").is_ok() && server.paths().len() == 4, "nothing more is requested for");
    let first = load(&Request { max_bytes: 1_000, ..limits }).unwrap();
    assert!(["a", "b", "c", "d"].iter().all(|path| first.load(path).is_ok()));
    let (code, help) = exhausted(first.load("e"));
    assert!(code == Code::SourceTooLarge && help.contains("bundle"), "{help}");
}

#[test]
fn the_time_is_that_of_the_whole_run() {
    let server = serving(9);
    let first = load(&Request { timeout: Duration::from_millis(600), ..request(server.url("/d/o")) }).unwrap();
    let begun = Instant::now();
    for path in ["slow", "slow?2", "slow?3", "f"] {
        let (code, help) = exhausted(first.load(path));
        assert!(code == Code::SourceUnreachable && help.contains("--timeout"), "{help}");
    }
    assert!(begun.elapsed() < Duration::from_millis(1_800));
}
