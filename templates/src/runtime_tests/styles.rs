//! The styles of parameters, with the examples of OpenAPI 3.0.4, "Style Examples".

use http::Method;
use serde_json::{Value, json};

use crate::calls::send_error::BuildError;
use crate::requests::request::Request;
use crate::requests::style::Style;

fn values() -> [Value; 3] {
    [
        json!("blue"),
        json!(["blue", "black", "brown"]),
        json!({ "B": 150, "G": 200, "R": 100 }),
    ]
}

fn target(fill: impl FnOnce(&mut Request)) -> String {
    let mut request = Request::new(Method::GET, "/");
    fill(&mut request);
    request.target().unwrap()
}

#[test]
fn paths_in_every_style() {
    let rows = [
        (
            Style::Simple { explode: false },
            ["blue", "blue,black,brown", "B,150,G,200,R,100"],
        ),
        (
            Style::Simple { explode: true },
            ["blue", "blue,black,brown", "B=150,G=200,R=100"],
        ),
        (
            Style::Label { explode: false },
            [".blue", ".blue,black,brown", ".B,150,G,200,R,100"],
        ),
        (
            Style::Label { explode: true },
            [".blue", ".blue.black.brown", ".B=150.G=200.R=100"],
        ),
        (
            Style::Matrix { explode: false },
            [
                ";color=blue",
                ";color=blue,black,brown",
                ";color=B,150,G,200,R,100",
            ],
        ),
        (
            Style::Matrix { explode: true },
            [
                ";color=blue",
                ";color=blue;color=black;color=brown",
                ";B=150;G=200;R=100",
            ],
        ),
    ];
    for (style, expected) in rows {
        for (value, expected) in values().iter().zip(expected) {
            let mut request = Request::new(Method::GET, "/{color}/x");
            request.path_as("color", value, style).unwrap();
            assert_eq!(
                request.target().unwrap(),
                format!("/{expected}/x"),
                "{style:?}"
            );
        }
    }
}

#[test]
fn queries_in_every_style() {
    let rows = [
        (
            Style::Form { explode: true },
            [
                "color=blue",
                "color=blue&color=black&color=brown",
                "B=150&G=200&R=100",
            ],
        ),
        (
            Style::Form { explode: false },
            [
                "color=blue",
                "color=blue,black,brown",
                "color=B,150,G,200,R,100",
            ],
        ),
        (
            Style::SpaceDelimited,
            [
                "color=blue",
                "color=blue%20black%20brown",
                "color=B%20150%20G%20200%20R%20100",
            ],
        ),
        (
            Style::PipeDelimited,
            [
                "color=blue",
                "color=blue%7Cblack%7Cbrown",
                "color=B%7C150%7CG%7C200%7CR%7C100",
            ],
        ),
        (
            Style::DeepObject,
            [
                "color=blue",
                "color%5B0%5D=blue&color%5B1%5D=black&color%5B2%5D=brown",
                "color%5BB%5D=150&color%5BG%5D=200&color%5BR%5D=100",
            ],
        ),
        (
            Style::Json,
            [
                "color=%22blue%22",
                "color=%5B%22blue%22%2C%22black%22%2C%22brown%22%5D",
                "color=%7B%22B%22%3A150%2C%22G%22%3A200%2C%22R%22%3A100%7D",
            ],
        ),
    ];
    for (style, expected) in rows {
        for (value, expected) in values().iter().zip(expected) {
            let target = target(|request| request.query_as("color", value, style).unwrap());
            assert_eq!(target, format!("/?{expected}"), "{style:?}");
        }
    }
}

#[test]
fn deep_objects_name_every_leaf() {
    let value = json!({ "a": { "b": [1, { "c": "x y" }] }, "none": null });
    let target = target(|request| request.query_as("f", &value, Style::DeepObject).unwrap());
    assert_eq!(
        target,
        "/?f%5Ba%5D%5Bb%5D%5B0%5D=1&f%5Ba%5D%5Bb%5D%5B1%5D%5Bc%5D=x%20y"
    );
}

#[test]
fn reserved_characters_stay_where_the_description_allows_it() {
    let value = "/a:b?c&d=e+f#g%h i";
    let target = target(|request| {
        let style = Style::Form { explode: true };
        request.query_reserved("q", value, style).unwrap();
    });
    assert_eq!(target, "/?q=/a:b?c%26d%3De%2Bf%23g%25h%20i");
}

#[test]
fn a_separator_inside_of_an_item_is_encoded_or_an_error() {
    let list = json!(["a,b", "c d", "e|f", "g.h", "i=j", "k;l"]);
    let commas = Style::Form { explode: false };
    let query = target(|request| request.query_as("q", &list, commas).unwrap());
    assert_eq!(query, "/?q=a%2Cb,c%20d,e%7Cf,g.h,i%3Dj,k%3Bl");
    let reserved = target(|request| request.query_reserved("q", &list, commas).unwrap());
    assert_eq!(reserved, "/?q=a%2Cb,c%20d,e%7Cf,g.h,i%3Dj,k;l");
    let mut request = Request::new(Method::GET, "/{a}/{b}");
    request.path("a", &list).unwrap();
    let pairs = json!({ "k=,": "v=," });
    let paired = Style::Simple { explode: true };
    request.path_reserved("b", &pairs, paired).unwrap();
    let path = "/a%2Cb,c%20d,e%7Cf,g.h,i%3Dj,k%3Bl/k%3D%2C=v%3D%2C";
    assert_eq!(request.target().unwrap(), path);
    request.cookie("c", &list).unwrap();
    assert_eq!(
        request.headers()["cookie"],
        "c=a%2Cb,c%20d,e%7Cf,g.h,i%3Dj,k%3Bl"
    );

    // Encoded, these are the same as the separator.
    let label = Style::Label { explode: true };
    let mut errors = vec![
        request.query_as("q", &list, Style::PipeDelimited),
        request.query_as("q", &json!(["c d"]), Style::SpaceDelimited),
        request.query_as("q", &json!({ "a|b": 1 }), Style::PipeDelimited),
        request.path_as("p", &json!([1.5, 2.5]), label),
    ];
    // Nothing is encoded in a header.
    errors.extend([
        request.header("h", &list),
        request.header_as("h", &json!({ "k": "a,b" }), paired),
        request.header_as("h", &json!({ "k=l": "a" }), paired),
    ]);
    let text = |error: Result<(), BuildError>| error.unwrap_err().to_string();
    let separators = ["|", " ", "|", ".", ",", ",", "="];
    for (error, separator) in errors.into_iter().zip(separators) {
        let error = text(error);
        assert!(
            error.contains(&format!("contains the separator `{separator}`")),
            "{error}"
        );
    }

    // One value has no separators, and a quoted string of a header is whole.
    request.header("one", "a,b").unwrap();
    request
        .header("tags", &json!(["\"a,b\"", "W/\"c,d\""]))
        .unwrap();
    assert_eq!(request.headers()["tags"], "\"a,b\",W/\"c,d\"");
    let one = target(|request| request.query_as("q", "a|b", Style::PipeDelimited).unwrap());
    assert_eq!(one, "/?q=a%7Cb");
}

#[test]
fn nothing_is_sent_for_nothing() {
    let style = Style::Form { explode: false };
    let target = target(|request| {
        request.query_as("null", &Value::Null, style).unwrap();
        request.query_as("items", &json!([]), style).unwrap();
        request
            .query_as("deep", &json!({}), Style::DeepObject)
            .unwrap();
        request.query("text", "").unwrap();
        request.query("some", &json!([null, "a"])).unwrap();
    });
    assert_eq!(target, "/?text=&some=a");
}

#[test]
fn headers_and_cookies_in_every_style() {
    let [text, list, object] = values();
    let mut request = Request::new(Method::GET, "/");
    let exploded = Style::Simple { explode: true };
    request.header_as("x-pairs", &object, exploded).unwrap();
    request.header_as("x-json", &list, Style::Json).unwrap();
    request.header("x-list", &list).unwrap();
    let style = Style::Form { explode: true };
    request.cookie_as("one", &text, style).unwrap();
    request.cookie_as("two", &list, style).unwrap();
    request.cookie_as("three", &object, style).unwrap();
    request.cookie("four", &list).unwrap();
    assert_eq!(request.headers()["x-pairs"], "B=150,G=200,R=100");
    assert_eq!(request.headers()["x-json"], r#"["blue","black","brown"]"#);
    assert_eq!(request.headers()["x-list"], "blue,black,brown");
    let expected =
        "one=blue; two=blue; two=black; two=brown; B=150; G=200; R=100; four=blue,black,brown";
    assert_eq!(request.headers()["cookie"], expected);
}

#[test]
fn reserved_characters_stay_in_a_path() {
    let path = |value: serde_json::Value| {
        let mut request = Request::new(Method::GET, "/data/{path}");
        let style = Style::Simple { explode: false };
        request.path_reserved("path", &value, style)?;
        request.target()
    };
    assert_eq!(path(json!("a/b c")).unwrap(), "/data/a/b%20c");
    assert_eq!(path(json!("a?b#c%&d=e")).unwrap(), "/data/a%3Fb%23c%25&d=e");
    for wrong in ["", "..", "a/../b", "./a"] {
        assert!(path(json!(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn a_path_parameter_is_empty_if_it_may_be() {
    let mut request = Request::new(Method::GET, "/contents/{path}");
    assert!(request.path("path", "").is_err());
    request.allow_empty("path");
    for wrong in [".", ".."] {
        assert!(request.path("path", wrong).is_err());
    }
    request.path("path", "").unwrap();
    assert_eq!(request.target().unwrap(), "/contents/");
}

#[test]
fn a_list_in_an_exploded_object_repeats_its_name() {
    let mut request = Request::new(Method::GET, "/");
    let value = json!({ "near": { "lat": 1 }, "none": null, "q": "x", "sort": ["a", "b"] });
    request.query("search", &value).unwrap();
    assert_eq!(
        request.target().unwrap(),
        "/?near%5Blat%5D=1&q=x&sort=a&sort=b"
    );
}
