//! The reports of changes: their layout, and the escaping of texts of a description.

use bindery_cli::changes::Changes;
use bindery_cli::report::{self, Detail};
use bindery_tests::changes::{many, sample};

/// Returns `true` for characters that a terminal interprets or that change the text direction.
fn acts(c: char) -> bool {
    (c.is_control() && c != '\n') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[test]
fn for_a_terminal() {
    let text = report::text(&sample(), Detail::Full);
    assert!(!text.contains(acts));
    insta::assert_snapshot!("text", text);
    let short = report::text(&sample(), Detail::Short);
    assert!(!short.contains(acts));
    insta::assert_snapshot!("short", short);
}

#[test]
fn for_a_merge_request() {
    let markdown = report::markdown(&sample());
    assert!(!markdown.contains(acts));
    insta::assert_snapshot!("markdown", markdown);
}

#[test]
fn as_json() {
    let json = report::json(&sample());
    assert!(!json.contains(acts));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["format"], 1);
    assert_eq!((&json["verdict"], &json["bump"]), (&"breaking".into(), &"major".into()));
    let counts = serde_json::json!({ "breaking": 4, "breaking-that-compiles": 1, "compatible": 3, "docs-only": 1 });
    assert_eq!(json["counts"], counts);
    assert_eq!(json["old"]["version"], "7.55");
    let changes = json["changes"].as_array().unwrap();
    assert_eq!(changes.len(), sample().changes.len());
    assert_eq!(changes[0]["kind"], "field-changed");
    assert_eq!(changes[0]["new"]["location"], "openapi.json:436:9");
    assert_eq!(changes[0]["items"][0]["breaks"], true);
    // JSON keeps the original text, which is escaped only for a terminal.
    assert_eq!(changes[7]["at_run_time"], bindery_tests::changes::HOSTILE);
}

#[test]
fn the_page_holds_texts_as_texts() {
    let page = report::page(&report::markdown(&sample()));
    assert!(!page.contains(acts) && !page.contains("<img"), "a text became markup");
    for (tag, count) in [("<script", 0), ("</script>", 0), ("<style>", 1), ("</style>", 1)] {
        assert_eq!(page.matches(tag).count(), count, "{tag}");
    }
    assert!(page.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"));
    assert_eq!(page.matches("<pre").count(), page.matches("</pre>").count());
    // The page loads nothing, and has no style that its policy forbids.
    for attribute in [" src=\"", " style=\"", " onclick", "href=\"http", "url(", "@import"] {
        assert!(!page.contains(attribute), "{attribute}");
    }
    assert!(page.contains("default-src 'none'; style-src 'sha256-") && !page.contains("unsafe-inline"));
}

#[test]
fn an_addition_that_breaks_code_is_headed_by_its_effect() {
    let mut cases = bindery_tests::changed::cases().unwrap().into_iter();
    let case = cases.find(|case| case.name == "operation-first-that-uses-type").unwrap();
    let changes = bindery_cli::changes::changes_between(&case.old, &case.new, &Default::default()).unwrap();
    let text = report::text(&changes, Detail::Short);
    let head = "`Label as Deserialize` changes because `POST /label` was added: `label().create`";
    assert_eq!(text.lines().nth(3).map(str::trim), Some(head));
}

#[test]
fn nothing_changed() {
    let none = Changes { changes: Vec::new(), excluded: Vec::new(), ..sample() };
    assert_eq!(report::text(&none, Detail::Short), "Project Management 7.55 -> 7.60: nothing changed\n");
    assert_eq!(report::markdown(&none), "## Project Management 7.55 → 7.60: nothing changed\n\n");
    assert!(report::json(&none).contains("\"verdict\": null"));
    assert!(report::page(&report::markdown(&none)).contains("nothing changed"));
    assert_eq!(report::text(&Changes::default(), Detail::Short), "the description: nothing changed\n");
}

#[test]
fn excluded_operations_are_summarized() {
    let excluded = Changes { changes: Vec::new(), excluded: vec!["GET /a`b".to_owned(); 7], ..sample() };
    let heading = "7 new operations are excluded by the configuration:";
    assert_eq!(report::text(&excluded, Detail::Short).lines().nth(1).map(|line| line.starts_with(heading)), Some(true));
    assert!(report::text(&excluded, Detail::Short).ends_with(" and 2 more\n"));
    let markdown = report::markdown(&excluded);
    assert!(markdown.contains(heading) && report::page(&markdown).contains(heading));
    assert_eq!(report::json(&excluded).matches("\"GET /a`b\"").count(), 7);
}

#[test]
fn thousands_of_changes() {
    let changes = many(3_000);
    // The same change is one entry.
    let lines = |changes| report::text(changes, Detail::Full).lines().count();
    assert_eq!(lines(&changes), lines(&sample()));
}
