//! Searches against real servers on the loopback interface.

mod references;
mod server;

use std::net::TcpListener;
use std::time::{Duration, Instant};

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::text::SourceOrigin;
use crate::read::source::{Request, Secret, SourceLocator, load};
use server::{Reply, TestServer, gzip, never, ok, redirect, status};

const DESCRIPTION: &str = r#"{"openapi":"3.0.0"}"#;

fn request(address: String) -> Request {
    Request { timeout: Duration::from_secs(10), ..Request::new(SourceLocator::parse(&address)) }
}

fn discover_at(request: &Request) -> (String, String) {
    let source = load(request).unwrap().source;
    let SourceOrigin::Address { url, why, .. } = source.origin().clone() else { panic!("{source:?}") };
    assert_eq!(url, source.name());
    (url, why)
}

fn failure(request: &Request) -> (Code, Diagnostic) {
    let failure = load(request).unwrap_err();
    (failure.code, *failure)
}

/// Answers these paths, and 404 elsewhere.
fn site(pages: Vec<(&'static str, Reply)>) -> TestServer {
    TestServer::start(move |path| {
        let page = pages.iter().find(|(known, _)| *known == path);
        page.map_or_else(|| status("404 Not Found"), |(_, reply)| reply.clone())
    })
}

fn json() -> Reply {
    ok("text/plain", DESCRIPTION)
}

fn html(body: &str) -> Reply {
    ok("text/html", &format!("<html><title>Swagger UI</title>{body}</html>"))
}

fn secretive(address: String) -> Request {
    let headers = vec![("X-Key".to_owned(), Secret::new("s3cret"))];
    Request { headers, token: Some(Secret::new("t0ken")), ..request(address) }
}

fn has_secrets(head: &str) -> bool {
    head.contains("s3cret") || head.contains("t0ken")
}

#[test]
fn the_address_itself() {
    let server = site(vec![("/o?token=x", ok("text/html", "openapi: 3.0.0\n"))]);
    let (url, why) = discover_at(&request(server.url("/o?token=x#y")));
    assert_eq!((url, why), (server.url("/o"), "it is the requested URL".to_owned()));
}

#[test]
fn the_page_at_api_below_the_address() {
    let page = html("<script>SwaggerUIBundle({ url: 'openapi.json' })</script>");
    let server = site(vec![("/", ok("text/html", "<p>Welcome")), ("/api", page), ("/openapi.json", json())]);
    let (url, why) = discover_at(&request(server.url("")));
    assert_eq!(url, server.url("/openapi.json"));
    assert_eq!(why, format!("the page at {} names it", server.url("/api")));
    assert_eq!(server.paths(), ["/", "/api", "/openapi.json"]);
}

#[test]
fn usual_places_below_the_address_and_its_server() {
    let server = site(vec![("/app/v3/api-docs", json()), ("/openapi.yaml", json())]);
    assert_eq!(discover_at(&request(server.url("/app/"))).0, server.url("/app/v3/api-docs"));
    assert_eq!(discover_at(&request(server.url("/other"))).0, server.url("/openapi.yaml"));
}

#[test]
fn each_kind_of_server_has_its_paths() {
    for path in ["/api/docs", "/docs/openapi.json", "/api/spec.yaml", "/server/specs/oas", "/v1/__api__"] {
        for text in [DESCRIPTION, "# By hand\n---\nswagger: '2.0'\n"] {
            let server = site(vec![("/", html("an application")), (path, ok("text/html", text))]);
            assert_eq!(discover_at(&request(server.url(""))).0, server.url(path));
        }
    }
}

#[test]
fn of_several_descriptions_the_one_that_fits_is_used() {
    let root = ok("application/json", r#"{"openapi":"3.1.0","paths":{"/flows":{}}}"#);
    let below = ok("application/json", r#"{"openapi":"3.1.0","servers":[{"url":"/api"}],"paths":{"/flows":{}}}"#);
    let server = site(vec![("/openapi.json", root.clone()), ("/api/openapi.json", below)]);
    assert_eq!(discover_at(&request(server.url(""))).0, server.url("/api/openapi.json"));

    let other = ok("application/json", r#"{"openapi":"3.1.0","paths":{"/users":{}}}"#);
    let server = site(vec![("/openapi.json", root), ("/docs/openapi.json", other)]);
    let (code, reported) = failure(&request(server.url("")));
    assert_eq!(code, Code::DescriptionAmbiguous);
    let help = reported.help.unwrap();
    assert!(help.contains(&server.url("/openapi.json")) && help.contains(&server.url("/docs/openapi.json")), "{help}");
}

#[test]
fn a_file_is_taken_as_it_is() {
    let server = site(vec![("/o.json", ok("application/json", "{\"openapi\":")), ("/openapi.json", json())]);
    assert_eq!(load(&request(server.url("/o.json"))).unwrap().source.text(), "{\"openapi\":");
    let (code, reported) = failure(&request(server.url("/other.json")));
    assert_eq!((code, server.paths().len()), (Code::SourceRefused, 2));
    assert!(reported.message.ends_with("/other.json returned 404 Not Found"), "{reported:?}");
}

#[test]
fn nothing_found_tells_what_was_tried() {
    let server = site(vec![("/", html("<p>no description here</p>")), ("/api", status("401 Unauthorized"))]);
    let (code, reported) = failure(&request(server.url("")));
    let help = reported.help.unwrap();
    assert_eq!(code, Code::NoDescriptionFound);
    assert!(help.contains("--header") && help.contains("`-v`"), "{help}");
    assert!(reported.message.ends_with(": it is an HTML page that names none"), "{}", reported.message);
    assert_eq!(reported.detail[..2], ["a page that names no description: /", "401 Unauthorized: /api"]);
    assert!(reported.detail[2].contains("404 Not Found: ") && reported.detail[2].contains("/docs"));
}

#[test]
fn a_login_page_and_a_failure_are_the_reason() {
    let server = TestServer::start(|path| match path {
        "/app/login" => html("<form>name</form>"),
        path if path.starts_with("/openapi") => status("404 Not Found"),
        _ => redirect("/app/login"),
    });
    let (code, reported) = failure(&request(server.url("")));
    assert_eq!(code, Code::NoDescriptionFound);
    assert!(reported.message.ends_with(": the server sends you to `/app/login`"), "{}", reported.message);
    assert!(reported.help.unwrap().contains("`--token-env VARIABLE`"));

    let server = site(vec![("/", status("500 Internal Server Error")), ("/api", html("<p>no description here</p>"))]);
    let (code, reported) = failure(&request(server.url("")));
    assert_eq!(code, Code::SourceRefused);
    assert!(reported.message.ends_with("returned 500 Internal Server Error"), "{}", reported.message);
}

#[test]
fn a_refusal_everywhere_is_a_refusal() {
    let server = TestServer::start(|path| status(if path == "/" { "401 Unauthorized" } else { "403 Forbidden" }));
    let (code, reported) = failure(&request(server.url("")));
    assert_eq!((code, reported.help.unwrap().contains("--token-env VARIABLE")), (Code::SourceRefused, true));
    let server = TestServer::start(|_| status("503 Service Unavailable"));
    assert_eq!(failure(&request(server.url(""))).0, Code::SourceRefused);
}

#[test]
fn secrets_reach_the_first_origin_only() {
    let other = site(vec![("/o", json())]);
    let target = other.url("/o");
    let server = TestServer::start(move |path| redirect(if path == "/start" { "/next" } else { &target }));
    assert_eq!(discover_at(&secretive(server.url("/start"))).0, other.url("/o"));
    assert!(server.requests().iter().all(|head| head.contains("x-key: s3cret") && head.contains("bearer t0ken")));
    assert!(other.requests().iter().all(|head| !has_secrets(head)));
}

#[test]
fn secrets_do_not_follow_what_a_page_names() {
    let other = site(vec![("/o", json())]);
    let page = html(&format!("<redoc spec-url='{}'>", other.url("/o").replace("http://", "http://u:p@")));
    let server = site(vec![("/", page)]);
    let (url, _) = discover_at(&secretive(server.url("")));
    assert_eq!(url, other.url("/o"));
    assert!(other.requests().iter().all(|head| !has_secrets(head) && !head.contains("authorization")));
}

#[test]
fn userinfo_becomes_a_header_and_is_not_shown() {
    let server = site(vec![("/o.json", json())]);
    let address = server.url("/o.json").replace("http://", "HTTP://Aladdin:s3cret@");
    let (url, _) = discover_at(&request(address.clone()));
    assert_eq!(url, server.url("/o.json"));
    assert!(server.requests()[0].contains("authorization: basic"));
    let reported = format!("{:?}", failure(&request(address.replace("o.json", "p.json?sig=s3cret"))).1);
    assert!(!reported.contains("s3cret"), "{reported}");
}

#[test]
fn a_redirect_to_another_origin_explains_a_refusal() {
    let other = TestServer::start(|_| status("401 Unauthorized"));
    let target = other.url("/login");
    let server = TestServer::start(move |_| redirect(&target));
    let (code, reported) = failure(&secretive(server.url("")));
    assert_eq!((code, reported.place.unwrap().source), (Code::SourceRefused, other.url("/login")));
    assert!(reported.help.unwrap().contains("pass this URL directly"));
}

#[test]
fn one_broken_place_does_not_end_the_search() {
    let server = site(vec![("/api", Vec::new()), ("/openapi.json", redirect("ftp://h/")), ("/openapi.yaml", json())]);
    assert_eq!(discover_at(&request(server.url(""))).0, server.url("/openapi.yaml"));
}

#[test]
fn redirects_end() {
    let server = TestServer::start(|path| match path.trim_start_matches('/').parse::<u32>() {
        Ok(0) => json(),
        Ok(left) => redirect(&format!("/{}", left - 1)),
        Err(_) => redirect("file:///etc/passwd"),
    });
    assert_eq!(discover_at(&request(server.url("/5"))).0, server.url("/0"));
    assert_eq!(failure(&request(server.url("/6"))).0, Code::SourceUnreachable);
    assert_eq!(failure(&request(server.url("/x"))).0, Code::SourceRefused);
}

#[test]
fn sizes_count_after_decompression() {
    let small = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 202, 47, 72, 205, 75, 44, 200, 84, 178, 82, 50, 214, 51, 208, 51, 80,
        170, 5, 0, 238, 21, 131, 115, 19, 0, 0, 0,
    ];
    // A description with 60,000 blanks.
    let bomb = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 177, 9, 128, 48, 0, 4, 192, 85, 228, 107, 9, 17, 187, 108, 99, 97,
        145, 70, 83, 10, 193, 221, 93, 195, 226, 238, 102, 238, 113, 94, 199, 232, 105, 217, 75, 45, 53, 235, 2, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 240, 51, 121, 210, 182, 247, 3, 129, 58, 39, 144, 121,
        234, 0, 0,
    ];
    let server = TestServer::start(move |path| gzip(if path == "/small" { &small[..] } else { &bomb[..] }));
    assert_eq!(load(&request(server.url("/small"))).unwrap().source.text(), DESCRIPTION);
    assert_eq!(load(&request(server.url("/bomb"))).unwrap().source.text().len(), 60_025);
    let limited = Request { max_bytes: 1_000, ..request(server.url("/bomb")) };
    assert_eq!(failure(&limited).0, Code::SourceTooLarge);
    let exact = Request { max_bytes: 60_025, ..request(server.url("/bomb")) };
    assert!(load(&exact).is_ok());
}

#[test]
fn silence_ends_in_time() {
    let server = TestServer::start(|_| never());
    let start = Instant::now();
    let hasty = Request { timeout: Duration::from_millis(200), ..request(server.url("")) };
    assert_eq!(failure(&hasty).0, Code::SourceUnreachable);
    assert!(start.elapsed() < Duration::from_secs(1));
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_closed_port_is_reported_at_once() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let (code, reported) = failure(&request(address));
    assert_eq!(code, Code::SourceUnreachable);
    assert!(reported.message.contains("connection refused"), "{reported:?}");
}

#[test]
fn several_descriptions_need_a_name() {
    let page = html("<script>ui({ urls: [{url: '/a', name: 'Orders'}, {url: '/b', name: 'Users'}] })</script>");
    let server = site(vec![("/docs", page), ("/a", json()), ("/b", json())]);
    let (code, reported) = failure(&request(server.url("/docs")));
    assert_eq!(code, Code::DescriptionAmbiguous);
    assert_eq!(reported.help.unwrap(), "choose one with `--description NAME`: `Orders`, `Users`");
    let named = |name: &str| Request { description: Some(name.to_owned()), ..request(server.url("/docs")) };
    assert_eq!(discover_at(&named("users")).0, server.url("/b"));
    assert_eq!(failure(&named("Teams")).0, Code::DescriptionAmbiguous);
}

#[test]
fn unnamed_descriptions_are_distinguished_by_content() {
    let page = html("<script>ui({ url: '/a' }); track({ url: '/b' })</script>");
    let server = site(vec![("/docs", page.clone()), ("/a", json()), ("/b", ok("text/plain", "yes"))]);
    assert_eq!(discover_at(&request(server.url("/docs"))).0, server.url("/a"));
    let server = site(vec![("/docs", page), ("/a", json()), ("/b", json())]);
    assert_eq!(failure(&request(server.url("/docs"))).0, Code::DescriptionAmbiguous);
}

#[test]
fn scripts_and_configurations_are_followed() {
    let script = "ui({ url: 'https://petstore.swagger.io/v2/swagger.json', configUrl: '/v3/api-docs/swagger-config' })";
    let server = site(vec![
        ("/", redirect("/swagger-ui/index.html")),
        ("/swagger-ui/index.html", html("<script src='./swagger-initializer.js'></script>")),
        ("/swagger-ui/swagger-initializer.js", ok("text/javascript", script)),
        ("/v3/api-docs/swagger-config", ok("application/json", r#"{"url":"/v3/api-docs/all"}"#)),
        ("/v3/api-docs/all", json()),
    ]);
    assert_eq!(discover_at(&request(server.url("/"))).0, server.url("/v3/api-docs/all"));
}

#[test]
fn the_example_of_swagger_ui_is_no_description_of_the_server() {
    let page = html("<script>ui({ url: 'https://petstore.swagger.io/v2/swagger.json' })</script>");
    let server = site(vec![("/docs", page), ("/docs/openapi.json", json())]);
    assert_eq!(discover_at(&request(server.url("/docs"))).0, server.url("/docs/openapi.json"));
}

#[test]
fn a_page_may_not_name_files() {
    let server = site(vec![("/docs", html("<redoc spec-url='file:///etc/passwd'><redoc spec-url='data:,x'>"))]);
    let (code, reported) = failure(&request(server.url("/docs")));
    assert_eq!(code, Code::NoDescriptionFound);
    let line = "not an `http` or `https` URL: file:///etc/passwd, data:,x";
    assert!(reported.detail.iter().any(|found| found == line), "{reported:?}");
}

#[test]
fn a_server_that_does_not_know_its_address() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let elsewhere = format!("http://{}/ws/o.json", listener.local_addr().unwrap());
    drop(listener);
    let server = site(vec![("/api", html(&format!("<redoc spec-url='{elsewhere}'>"))), ("/ws/o.json", json())]);
    let (url, why) = discover_at(&request(server.url("")));
    assert_eq!(url, server.url("/ws/o.json"));
    assert!(why.contains(&elsewhere), "{why}");
}

#[test]
fn the_server_of_a_page_comes_before_the_one_that_the_page_names() {
    let other = site(vec![("/o.json", json()), ("/only.json", json())]);
    let page = |path: &str| html(&format!("<redoc spec-url='{}'>", other.url(path)));
    let server = site(vec![("/api", page("/o.json")), ("/docs", page("/only.json")), ("/o.json", json())]);
    assert_eq!(discover_at(&request(server.url("/api"))).0, server.url("/o.json"));
    assert_eq!(discover_at(&request(server.url("/docs"))).0, other.url("/only.json"));
}

#[test]
fn headers_and_addresses_that_cannot_be_used() {
    for (name, value) in [("a b", "s3cret"), ("a", "s3cret\n")] {
        let headers = vec![(name.to_owned(), Secret::new(format!("{value}\0")))];
        let (code, reported) = failure(&Request { headers, ..request("http://127.0.0.1:1".into()) });
        assert_eq!(code, Code::ConfigurationInvalid);
        assert!(!format!("{reported:?}").contains("s3cret"));
    }
    assert_eq!(failure(&request("http://".into())).0, Code::ConfigurationInvalid);
}

#[test]
fn sources_of_addresses_have_positions() {
    let server = site(vec![("/o", json())]);
    let source = load(&request(server.url("/o"))).unwrap().source;
    assert_eq!(source.positions_of(&["/openapi"])[0].unwrap().column, 12);
}
