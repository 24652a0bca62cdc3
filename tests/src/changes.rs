//! Sample changes for the reports: some of each kind, and hostile strings.

use bindery_cli::changes::{Change, ChangeKind, Changes, ComparedDescription, Excerpt, ItemChange, Verdict};

/// A string that tries to break out of the report.
pub const HOSTILE: &str = "</script><img src=x onerror=alert(1)> \u{1b}[31mred\u{9b}2J \u{202e}txet ``` @team #12 [a](javascript:b) https://example.com";

/// Returns a few changes of an API for projects.
#[must_use]
pub fn sample() -> Changes {
    Changes {
        old: description("7.55"),
        new: description("7.60"),
        changes: vec![
            field_type(),
            docs(),
            value_meaning(),
            field_added(),
            operation_removed(),
            operation_added(),
            enumeration(),
            hostile(),
        ],
        excluded: vec!["GET /board".to_owned()],
    }
}

/// Returns the sample changes, repeated up to the given number.
#[must_use]
pub fn many(count: usize) -> Changes {
    let mut changes = sample();
    let few = changes.changes.clone();
    for (index, change) in few.iter().cycle().take(count.saturating_sub(few.len())).enumerate() {
        let resource = format!("{} {}", change.resource, index / 40);
        changes.changes.push(Change { resource, ..change.clone() });
    }
    changes
}

fn description(version: &str) -> ComparedDescription {
    ComparedDescription {
        source: format!("descriptions/{version}/openapi.json"),
        title: "Project Management".to_owned(),
        version: version.to_owned(),
    }
}

fn change(kind: ChangeKind, resource: &str, subject: &str, message: &str, verdict: Verdict) -> Change {
    Change {
        kind,
        resource: resource.to_owned(),
        subject: subject.to_owned(),
        message: message.to_owned(),
        series: None,
        verdict,
        compiles: verdict != Verdict::Breaking,
        old: None,
        new: None,
        items: Vec::new(),
        affected: Vec::new(),
        at_run_time: None,
        migration: None,
    }
}

fn excerpt(line: usize, pointer: &str, text: &str) -> Option<Excerpt> {
    let location = format!("openapi.json:{line}:9");
    Some(Excerpt { location, pointer: pointer.to_owned(), text: text.to_owned() })
}

fn item(item: &str, before: Option<&str>, after: Option<&str>, breaks: bool) -> ItemChange {
    let [before, after] = [before, after].map(|code| code.map(str::to_owned));
    ItemChange { item: item.to_owned(), before, after, breaks }
}

fn field_type() -> Change {
    let pointer = "/components/schemas/Story/properties/value";
    Change {
        old: excerpt(412, pointer, "string, may be left out"),
        new: excerpt(436, pointer, "integer (int32), may be left out"),
        items: vec![
            item("Story::value", Some("pub value: Option<String>"), Some("pub value: Option<i32>"), true),
            item(
                "StoryUpdate::value",
                Some("pub fn value(self, value: impl Into<String>) -> Self"),
                Some("pub fn value(self, value: i32) -> Self"),
                true,
            ),
        ],
        at_run_time: Some("Bindings of before answer with an error where a story has a value".to_owned()),
        migration: Some("Read `value` as a number; where it is set, give an `i32`".to_owned()),
        ..change(
            ChangeKind::FieldChanged,
            "Stories",
            "Story.value",
            "is an integer now, it was a string",
            Verdict::Breaking,
        )
    }
}

fn docs() -> Change {
    let pointer = "/components/schemas/Story/properties/title/description";
    let text = "The title of the story, as it is shown on the board. ".repeat(95);
    Change {
        old: excerpt(398, pointer, &format!("{text}It is at most 80 characters long.")),
        new: excerpt(421, pointer, &format!("{text}It is at most 120 characters long.")),
        ..change(
            ChangeKind::Docs,
            "Stories",
            "Story.title",
            "the documentation of `Story.title` changed",
            Verdict::DocsOnly,
        )
    }
}

fn value_meaning() -> Change {
    let pointer = "/components/schemas/StoryState";
    Change {
        compiles: true,
        old: excerpt(731, pointer, "2 = in progress\n3 = done"),
        new: excerpt(755, pointer, "2 = on hold\n3 = done\n4 = in progress"),
        items: vec![
            item("StoryState::InProgress", Some("InProgress = 2"), Some("InProgress = 4"), false),
            item("StoryState::OnHold", None, Some("OnHold = 2"), false),
        ],
        at_run_time: Some("The old bindings send 2 for `InProgress`, which the server now reads as on hold".to_owned()),
        migration: Some("update the bindings before the server is upgraded, and check stored codes".to_owned()),
        ..change(
            ChangeKind::ValueChanged,
            "Stories",
            "StoryState",
            "the meaning of the value 2 of `StoryState` changed",
            Verdict::Breaking,
        )
    }
}

fn field_added() -> Change {
    let before = "pub struct Story {\n    pub title: String,\n    pub value: Option<i32>,\n}";
    let after =
        "pub struct Story {\n    pub title: String,\n    pub value: Option<i32>,\n    pub risk: Option<Risk>,\n}";
    Change {
        new: excerpt(440, "/components/schemas/Story/properties/risk", "Risk or null, optional"),
        items: vec![item("Story", Some(before), Some(after), false)],
        ..change(
            ChangeKind::FieldAdded,
            "Stories",
            "Story.risk",
            "`Story.risk` was added, optional",
            Verdict::Compatible,
        )
    }
}

fn operation_removed() -> Change {
    Change {
        old: excerpt(88, "/paths/~1projects~1{id}~1freeze/post", "POST /projects/{id}/freeze"),
        items: vec![item("ProjectsApi::freeze", Some("pub fn freeze(&self, id: i64) -> Freeze<'_>"), None, true)],
        at_run_time: Some("The service answers with 404 Not Found".to_owned()),
        migration: Some("Call `ProjectsApi::update` with `state(ProjectState::Frozen)`".to_owned()),
        ..change(
            ChangeKind::OperationRemoved,
            "Projects",
            "freezeProject",
            "the operation was removed",
            Verdict::Breaking,
        )
    }
}

fn operation_added() -> Change {
    Change {
        new: excerpt(131, "/paths/~1projects~1{id}~1risks/get", "GET /projects/{id}/risks"),
        items: vec![item("ProjectsApi::risks", None, Some("pub fn risks(&self, id: i64) -> Risks<'_>"), false)],
        ..change(ChangeKind::OperationAdded, "Projects", "listRisks", "the operation was added", Verdict::Compatible)
    }
}

fn enumeration() -> Change {
    let items = (1..=20).map(|number| {
        let name = format!("Country::Region{number}");
        item(&name, None, Some(&format!("Region{number}")), false)
    });
    Change {
        old: excerpt(901, "/components/schemas/Country", "string, 180 values"),
        new: excerpt(930, "/components/schemas/Country", "string, 200 values"),
        items: items.collect(),
        ..change(ChangeKind::ValueAdded, "Country", "Country", "20 values are new", Verdict::Compatible)
    }
}

fn hostile() -> Change {
    let message = format!("one ` and {HOSTILE}");
    Change {
        old: excerpt(7, HOSTILE, HOSTILE),
        new: excerpt(7, HOSTILE, &format!("{HOSTILE}\n{}", "x".repeat(5_000))),
        items: vec![item(HOSTILE, Some(HOSTILE), Some("```\n</pre></code>\n# heading"), true)],
        at_run_time: Some(HOSTILE.to_owned()),
        migration: Some(HOSTILE.to_owned()),
        ..change(ChangeKind::Service, HOSTILE, HOSTILE, &message, Verdict::Breaking)
    }
}
