//! The command line: what it sends for its arguments, what it prints, and how it exits.

use std::cell::RefCell;
use std::ffi::OsString;
use std::fmt;
use std::io::{Error, ErrorKind, Write};
use std::sync::{Arc, Mutex};

use http::Method;
use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};

use super::memory::{Memory, Planned, Sent};
use crate::runtime::call::Operation;
use crate::runtime::cli::{
    Body as TakenBody, Console, Entry, Flow, Group, Input, InputError, Kind, Known, Parameter,
    Program, all, follow, json as shown, run, start,
};
use crate::runtime::error::BuildError;
use crate::runtime::lines::AnswersLines;
use crate::runtime::multipart::{Content, Multipart, Upload};
use crate::runtime::paginated::{Paginated, Seen};
use crate::runtime::request::Request;
use crate::runtime::response::{Failure, Response};
use crate::runtime::uploads::{given_content, given_parts};

/// A body that reads and writes like those of an emitted crate.
#[derive(Clone)]
struct Note {
    text: String,
    tags: Option<Vec<String>>,
}

impl<'de> Deserialize<'de> for Note {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Note;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a note")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Note, A::Error> {
                let (mut text, mut tags) = (None, None);
                while let Some(name) = members.next_key::<String>()? {
                    match name.as_str() {
                        "text" => text = Some(members.next_value()?),
                        "tags" => tags = members.next_value()?,
                        _ => drop(members.next_value::<IgnoredAny>()?),
                    }
                }
                let text = text.ok_or_else(|| A::Error::missing_field("text"))?;
                Ok(Note { text, tags })
            }
        }
        deserializer.deserialize_map(Members)
    }
}

impl Serialize for Note {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("text", &self.text)?;
        if let Some(tags) = &self.tags {
            members.serialize_entry("tags", tags)?;
        }
        members.end()
    }
}

/// A call with what it was given.
#[derive(Clone)]
struct Add {
    kind: Option<i64>,
    page: Option<u32>,
    file: Option<Upload>,
    body: Option<AddBody>,
}

#[derive(Clone)]
enum AddBody {
    Json(Note),
    Parts(Multipart),
    Image(Content),
}

impl Operation for Add {
    type Output = Vec<Value>;
    type Error = Option<Value>;
    const NAME: &'static str = "addNote";

    fn request(&self) -> Result<Request, BuildError> {
        let mut request = Request::new(Method::POST, "/notes");
        if let Some(kind) = &self.kind {
            request.query("kind", kind)?;
        }
        if let Some(page) = &self.page {
            request.query("page", page)?;
        }
        match &self.body {
            Some(AddBody::Json(note)) => request.json(note)?,
            Some(AddBody::Parts(parts)) => request.parts(parts),
            Some(AddBody::Image(image)) => request.content(image, "image/png"),
            None => {}
        }
        if let Some(file) = &self.file {
            let mut parts = Multipart::new();
            parts.file("file", file);
            request.parts(&parts);
        }
        Ok(request)
    }

    fn decode(response: &Response) -> Result<Vec<Value>, Failure<Option<Value>>> {
        match response.status().as_u16() {
            200..=299 => response.decode_json(),
            404 => Err(response.documented(|body| body)),
            _ => Err(Failure::Undocumented),
        }
    }
}

impl Paginated for Add {
    type Item = Value;

    fn items(page: &mut Vec<Value>) -> Option<&mut Vec<Value>> {
        Some(page)
    }

    fn next(&self, _page: &Vec<Value>, seen: Seen) -> Option<Self> {
        seen.any()?;
        let page = Some(self.page.unwrap_or(1) + 1);
        Some(Self {
            page,
            ..self.clone()
        })
    }
}

impl AnswersLines for Add {
    type Line = u32;
    const LINES: &'static str = "application/x-ndjson";
}

fn add(input: &mut Input) -> Result<Add, InputError> {
    Ok(Add {
        kind: input.optional("kind")?,
        page: input.optional("page")?,
        file: input.file("file")?,
        body: input.body(&[
            Kind::Typed("application/json", |body| body.json().map(AddBody::Json)),
            Kind::Parts("multipart/form-data", |body| {
                given_parts(body).map(AddBody::Parts)
            }),
            Kind::Raw(&["image/png", "image/jpeg"], |body| {
                Ok(AddBody::Image(given_content(body)))
            }),
        ])?,
    })
}

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "kind",
        wire: "kind",
        about: "What it is.",
        value: "VALUE",
        known: &[
            Known("0", "user-story", "user story"),
            Known("2", "defect", "defect"),
        ],
        ..Parameter::PLAIN
    },
    Parameter {
        name: "page",
        wire: "page",
        value: "INTEGER",
        default: Some("1"),
        ..Parameter::PLAIN
    },
    Parameter {
        name: "file",
        wire: "file",
        place: "part",
        value: "FILE",
        ..Parameter::PLAIN
    },
];

static PROGRAM: Program = Program {
    name: "notes",
    version: "1.0.0",
    about: "Notes",
    server: Some("https://example.com"),
    groups: &[Group {
        name: "note",
        about: "",
        operations: &[Entry {
            name: "addNote",
            command: "add",
            method: "POST",
            path: "/notes",
            about: "",
            parameters: PARAMETERS,
            body: Some(TakenBody {
                media_types: &[
                    "application/json",
                    "multipart/form-data",
                    "image/png",
                    "image/jpeg",
                ],
                required: false,
                about: "",
            }),
            answers: &["application/json"],
            call: |job| run(job, add, shown),
            flows: &[
                Flow::All(|job| all(job, add, |call| Box::pin(call.items()), shown)),
                Flow::Follow(|job| follow(job, add, |call| Box::pin(call.lines()), shown)),
            ],
        }],
    }],
    builder: |_| MEMORY.with_borrow(|memory| memory.client()),
    schemes: &[],
};

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// What was printed.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Paper {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// An output that takes nothing.
struct Closed(ErrorKind);

impl Write for Closed {
    fn write(&mut self, _bytes: &[u8]) -> std::io::Result<usize> {
        Err(Error::from(self.0))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What came of a run.
struct Ran {
    exit: u8,
    output: String,
    errors: String,
    sent: Vec<Sent>,
}

impl Ran {
    /// The body of the only request.
    fn body(&self) -> String {
        assert_eq!(self.sent.len(), 1, "{}", self.errors);
        String::from_utf8_lossy(&self.sent[0].body).into_owned()
    }
}

fn ran(planned: Vec<Planned>, arguments: &[&str]) -> Ran {
    let memory = Memory::answering(planned);
    MEMORY.set(memory.clone());
    let (output, errors) = (Paper::default(), Paper::default());
    let console = Console::new(
        Arc::new(Mutex::new(output.clone())),
        Arc::new(Mutex::new(errors.clone())),
        false,
    );
    let arguments = ["notes"].iter().chain(arguments).map(OsString::from);
    let exit = start(&PROGRAM, arguments, &console);
    let sent = std::mem::take(&mut *memory.sent.lock().unwrap());
    Ran {
        exit,
        output: output.text(),
        errors: errors.text(),
        sent,
    }
}

fn answer(status: u16, body: &'static str) -> Vec<Planned> {
    vec![Planned::Answer(status, "", vec![body])]
}

/// A file with this name and content.
fn file(name: &str, content: &[u8]) -> String {
    let folder = std::env::temp_dir().join(format!("bindery-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn the_exit_status_says_what_came_of_a_call() {
    let done = ran(
        answer(200, "[1,2.50,12345678901234567890]"),
        &["note", "add"],
    );
    assert_eq!((done.exit, done.errors.as_str()), (0, "200\n"));
    let refused = ran(answer(404, "{\"why\": 1}"), &["call", "addNote"]);
    assert_eq!((refused.exit, refused.errors.as_str()), (3, "404\n"));
    assert_eq!(refused.output, "{\"why\": 1}\n");
    let unknown = ran(answer(418, "teapot"), &["call", "note.add"]);
    assert_eq!((unknown.exit, unknown.output.as_str()), (4, "teapot\n"));
    assert!(unknown.errors.ends_with("\n418\n"), "{}", unknown.errors);
    let wrong = ran(answer(200, "{}"), &["note", "add"]);
    assert_eq!((wrong.exit, wrong.output.as_str()), (4, "{}\n"));
    assert!(
        wrong.errors.contains("cannot be decoded at $"),
        "{}",
        wrong.errors
    );
    let unreachable = ran(
        vec![Planned::Unreachable],
        &["note", "add", "--retries", "0"],
    );
    assert_eq!(unreachable.exit, 4);
    assert!(
        unreachable.errors.ends_with("nobody is there\n"),
        "{}",
        unreachable.errors
    );
    let unknown = ran(Vec::new(), &["note", "add", "--nothing"]);
    assert_eq!((unknown.exit, unknown.sent.len()), (2, 0));
}

#[test]
fn a_code_may_be_given_by_its_name() {
    let named = ran(answer(200, "[]"), &["note", "add", "--kind", "defect"]);
    assert_eq!(named.sent[0].uri.query(), Some("kind=2"));
    let newer = ran(answer(200, "[]"), &["note", "add", "--kind", "7"]);
    assert_eq!(newer.sent[0].uri.query(), Some("kind=7"));
    assert!(
        newer
            .errors
            .starts_with("warning: the description does not list `7` for `--kind`")
    );
    let wrong = ran(Vec::new(), &["note", "add", "--kind", "bug"]);
    let expected = "error: `--kind` cannot be read: invalid type: string \"bug\", expected i64; it can be: 0 (user-story), 2 (defect)\n";
    assert_eq!((wrong.exit, wrong.errors.as_str()), (4, expected));
}

#[test]
fn what_is_wrong_with_json_is_told_with_its_place() {
    let wrong = |arguments: &[&str]| {
        let ran = ran(Vec::new(), arguments);
        assert_eq!(ran.exit, 4);
        ran.errors
    };
    let body = wrong(&[
        "note",
        "add",
        "--body",
        r#"{"text": "x", "tags": ["a", 1]}"#,
        "--media-type",
        "application/json",
    ]);
    assert_eq!(
        body,
        "error: `--body` cannot be read at `tags[1]`: invalid type: integer `1`, expected a string\n"
    );
    let params = wrong(&["call", "addNote", "--params", r#"{"kind": ["a"]}"#]);
    assert!(
        params.starts_with("error: `kind` cannot be read: invalid type: sequence, expected i64"),
        "{params}"
    );
    let unknown = wrong(&["call", "addNote", "--params", r#"{"kin": 1}"#]);
    assert_eq!(
        unknown,
        "error: `kin` is no parameter of addNote; it has: kind, page, file\n"
    );
    assert!(
        wrong(&["note", "add", "--body", "{\"text\""])
            .starts_with("error: `--body` is no JSON: EOF")
    );
}

#[test]
fn members_that_the_body_does_not_have_are_told() {
    let body = r#"{"text": "x", "txt": 1, "tags": null, "more": {"a": 1}}"#;
    let told = ran(answer(200, "[]"), &["call", "addNote", "--body", body]);
    assert_eq!(told.body(), r#"{"text":"x"}"#);
    let expected = "warning: `txt` is no member of the body and was not sent\n\
                    warning: `more` is no member of the body and was not sent\n200\n";
    assert_eq!((told.exit, told.errors.as_str()), (0, expected));
}

#[test]
fn the_kind_of_a_body_can_be_chosen() {
    let path = file("photo.jpg", b"\xff\xd8");
    let media_type = |ran: &Ran| {
        ran.sent[0].headers["content-type"]
            .to_str()
            .unwrap()
            .to_owned()
    };
    let image = ran(answer(200, "[]"), &["note", "add", "--body", &path]);
    assert_eq!(media_type(&image), "image/jpeg");
    let chosen = ran(
        answer(200, "[]"),
        &["note", "add", "--body", &path, "--media-type", "image/png"],
    );
    assert_eq!(media_type(&chosen), "image/png");
    let parts = json!({ "photo": { "path": path }, "title": "x" }).to_string();
    let parts = ran(
        answer(200, "[]"),
        &[
            "call",
            "addNote",
            "--body",
            &parts,
            "--media-type",
            "multipart/form-data",
        ],
    );
    assert!(
        parts
            .body()
            .contains("name=\"photo\"; filename=\"photo.jpg\"\r\nContent-Type: image/jpeg")
    );
    let unknown = ran(
        Vec::new(),
        &[
            "call",
            "addNote",
            "--body",
            "{}",
            "--media-type",
            "text/plain",
        ],
    );
    let expected = "error: the body cannot be `text/plain`; it can be: application/json, multipart/form-data, image/png, image/jpeg\n";
    assert_eq!((unknown.exit, unknown.errors.as_str()), (4, expected));
    // JSON that is not of its type is not sent as something else.
    let typed = ran(Vec::new(), &["note", "add", "--body", "{}"]);
    assert_eq!(
        typed.errors,
        "error: `--body` cannot be read: missing field `text`; `--media-type` chooses another kind of body\n"
    );
}

#[test]
fn files_keep_their_names() {
    let path = file("data.xyz", b"\x00\x01");
    let head = "Content-Disposition: form-data; name=\"file\"; filename=\"data.xyz\"\r\nContent-Type: application/octet-stream\r\n\r\n\u{0}\u{1}";
    let flag = ran(answer(200, "[]"), &["note", "add", "--file", &path]);
    assert!(flag.body().contains(head), "{}", flag.body());
    let params = json!({ "file": { "path": path } }).to_string();
    let called = ran(answer(200, "[]"), &["call", "addNote", "--params", &params]);
    assert!(called.body().contains(head), "{}", called.body());
    let named =
        json!({ "file": { "path": path, "name": "b.bin", "media_type": "a/b" } }).to_string();
    let named = ran(answer(200, "[]"), &["call", "addNote", "--params", &named]);
    assert!(
        named
            .body()
            .contains("filename=\"b.bin\"\r\nContent-Type: a/b"),
        "{}",
        named.body()
    );
    let content = ran(
        answer(200, "[]"),
        &["call", "addNote", "--params", r#"{"file": "abc"}"#],
    );
    assert!(content.body().contains("filename=\"file\"") && content.body().contains("abc"));
    let none = ran(Vec::new(), &["note", "add", "--file", "/no/such/file"]);
    assert!(
        none.exit == 4 && none.errors.starts_with("error: /no/such/file: "),
        "{}",
        none.errors
    );
}

#[test]
fn a_success_is_written_to_a_file_as_it_came() {
    let path = file("answer", b"before");
    let planned = vec![Planned::Answer(200, "", vec!["[1 ,", " 2]\n"])];
    let saved = ran(planned, &["note", "add", "-o", &path]);
    assert_eq!(
        (saved.exit, saved.output.as_str(), saved.errors.as_str()),
        (0, "", "200\n")
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "[1 , 2]\n");
    let refused = ran(answer(404, "no"), &["note", "add", "-o", &path]);
    assert_eq!((refused.exit, refused.output.as_str()), (3, "no\n"));
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("[1"));
    let folder = ran(
        answer(200, "[]"),
        &["note", "add", "-o", "/no/such/folder/x"],
    );
    assert_eq!(
        (folder.exit, folder.errors.ends_with("\n200\n")),
        (4, true),
        "{}",
        folder.errors
    );
    let printed = ran(answer(200, "[ 1]"), &["note", "add", "-o", "-"]);
    assert_eq!(printed.output, "[ 1]");
}

#[test]
fn all_pages_are_one_list() {
    let planned = vec![
        Planned::Answer(200, "", vec!["[{\"id\": 1}]"]),
        Planned::Answer(200, "", vec!["[{\"id\": 22}]"]),
        Planned::Answer(200, "", vec!["[]"]),
    ];
    let listed = ran(planned, &["note", "add", "--all", "--output", "table"]);
    assert_eq!(
        (listed.exit, listed.output.as_str(), listed.errors.as_str()),
        (0, "id\n1\n22\n", "200\n")
    );
    assert_eq!(listed.sent[2].uri.query(), Some("page=3"));
    let planned = vec![
        Planned::Answer(200, "", vec!["[1]"]),
        Planned::Answer(418, "", vec!["no"]),
    ];
    let broken = ran(planned, &["call", "addNote", "--all"]);
    assert_eq!((broken.exit, broken.output.as_str()), (4, "[1]\nno\n"));
    assert!(broken.errors.ends_with("\n418\n"), "{}", broken.errors);
}

#[test]
fn values_are_printed_as_they_come() {
    let planned = vec![Planned::Answer(200, "", vec!["1\n2\nx\n", "3\n"])];
    let followed = ran(planned, &["note", "add", "--follow"]);
    assert_eq!((followed.exit, followed.output.as_str()), (4, "1\n2\n3\n"));
    assert!(
        followed.errors.contains("near `x`") && followed.errors.ends_with("\n200\n"),
        "{}",
        followed.errors
    );
}

#[test]
fn more_can_be_told_but_never_a_token() {
    let arguments = [
        "note",
        "add",
        "-v",
        "--kind",
        "2",
        "--header",
        "X-Token: geheim",
    ];
    let told = ran(answer(200, "[]"), &arguments);
    assert_eq!(told.sent[0].headers["x-token"], "geheim");
    let start = "POST https://example.com/notes?kind=2: 200 OK (";
    assert!(
        told.errors.starts_with(start) && !told.errors.contains("geheim"),
        "{}",
        told.errors
    );
    let wrong = ran(Vec::new(), &["note", "add", "--header", "X-Token geheim"]);
    assert_eq!(wrong.errors, "error: `--header` has to be `Name: value`\n");
}

#[test]
fn a_call_is_tried_again_as_often_as_is_asked_for() {
    let unreachable = |count: usize| (0..count).map(|_| Planned::Unreachable).collect::<Vec<_>>();
    let once = ran(unreachable(1), &["note", "add", "--retries", "0"]);
    assert_eq!((once.exit, once.sent.len()), (4, 1));
    let often = ran(unreachable(3), &["note", "add", "--retries", "2"]);
    assert_eq!((often.exit, often.sent.len()), (4, 3));
    let never = ran(Vec::new(), &["note", "add", "--timeout", "0"]);
    assert_eq!(never.errors, "error: `--timeout 0` is no time\n");
}

/// The exit status and the errors of a run whose output takes nothing.
fn ran_without_output(kind: ErrorKind, arguments: &[&str]) -> (u8, String) {
    MEMORY.set(Memory::answering(answer(200, "[1]\n")));
    let errors = Paper::default();
    let output = Arc::new(Mutex::new(Closed(kind)));
    let console = Console::new(output, Arc::new(Mutex::new(errors.clone())), false);
    let arguments = ["notes"].iter().chain(arguments).map(OsString::from);
    (start(&PROGRAM, arguments, &console), errors.text())
}

#[test]
fn a_closed_pipe_is_no_mistake() {
    let silent = [&["completions", "bash"][..], &["operations"], &["--help"]];
    for arguments in silent {
        let ran = ran_without_output(ErrorKind::BrokenPipe, arguments);
        assert_eq!(ran, (0, String::new()), "{arguments:?}");
    }
    let sent = ran_without_output(ErrorKind::BrokenPipe, &["note", "add"]);
    assert_eq!(sent, (0, "200\n".to_owned()));
    for arguments in [&["completions", "bash"][..], &["note", "add"]] {
        let (exit, errors) = ran_without_output(ErrorKind::StorageFull, arguments);
        assert_eq!(exit, 4);
        assert!(
            errors.starts_with("error: the output cannot be written: "),
            "{errors}"
        );
    }
}

#[test]
fn help_says_what_an_operation_takes() {
    let help = ran(Vec::new(), &["note", "add", "--help"]).output;
    for expected in [
        "POST /notes",
        "--kind <VALUE>",
        "- 0: user story (or: user-story)",
        "- 2: defect",
        "[query; default: 1]",
        "--media-type <TYPE>",
        "--follow",
        "--all",
    ] {
        assert!(help.contains(expected), "{expected} in {help}");
    }
    let groups = ran(Vec::new(), &["--help"]).output;
    assert!(
        groups.contains("1 operation") && groups.contains("Exit status"),
        "{groups}"
    );
}

#[test]
fn answers_are_printed_for_people_too() {
    let planned = answer(
        200,
        r#"[{"id":1,"none":null,"name":"a\u001bb"},{"id":22,"name":"c","at":{"x":1}}]"#,
    );
    let table = ran(planned, &["note", "add", "--output", "table"]);
    assert_eq!(table.output, "id  name\n1   a b\n22  c\n");
    let refused = ran(
        answer(404, r#"{"total":1,"errors":[{"code":7}]}"#),
        &["note", "add", "--output", "table"],
    );
    assert_eq!(refused.output, "total  1\n\ncode\n7\n");
}

#[test]
fn the_operations_are_listed_for_programs() {
    let listed: Value =
        serde_json::from_str(&ran(Vec::new(), &["operations", "--json"]).output).unwrap();
    let entry = &listed[0];
    assert_eq!(entry["operation"], "addNote");
    assert_eq!(
        (&entry["method"], &entry["path"]),
        (&json!("POST"), &json!("/notes"))
    );
    assert_eq!(entry["body"][2], "image/png");
    assert_eq!(
        entry["parameters"][0]["known"][1],
        json!({ "value": "2", "name": "defect", "meaning": "defect" })
    );
    assert_eq!(
        (&entry["pages"], &entry["streams"]),
        (&json!(true), &json!(true))
    );
}
