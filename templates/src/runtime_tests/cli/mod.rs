//! The command line, with a program that has a single operation.

mod completions;
mod given;
mod printed;

use std::cell::RefCell;
use std::ffi::OsString;
use std::fmt;
use std::io::{Error, ErrorKind, Write};
use std::sync::{Arc, Mutex};

use http::Method;
use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use crate::runtime::call::Operation;
use crate::runtime::cli::{
    Body as TakenBody, Console, Entry, Flow, Group, Input, InputError, Kind, Known, Parameter,
    Program, Scheme, all, follow, json as shown, run, start,
};
use crate::runtime::lines::StreamsLines;
use crate::runtime::multipart::{Content, Multipart, Upload};
use crate::runtime::pages::{ItemCount, Paginated};
use crate::runtime::request::Request;
use crate::runtime::response::{Failure, Response};
use crate::runtime::send_error::BuildError;
use crate::runtime::uploads::{content_argument, multipart_argument};
use crate::runtime_tests::memory::{Memory, Planned, Sent};

/// A body that is read and written like those of an emitted crate.
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

/// A call with its input.
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

    fn next(&self, _page: &Vec<Value>, count: ItemCount) -> Option<Self> {
        count.unless_empty()?;
        let page = Some(self.page.unwrap_or(1) + 1);
        Some(Self {
            page,
            ..self.clone()
        })
    }
}

impl StreamsLines for Add {
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
                multipart_argument(body).map(AddBody::Parts)
            }),
            Kind::Raw(&["image/png", "image/jpeg"], |body| {
                Ok(AddBody::Image(content_argument(body)))
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
        location: "part",
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
        operations: &[&[Entry {
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
            accepts: &["application/json"],
            call: |job| run(job, add, shown),
            flows: &[
                Flow::All(|job| all(job, add, |call| Box::pin(call.items()), shown)),
                Flow::Follow(|job| follow(job, add, |call| Box::pin(call.lines()), shown)),
            ],
        }]],
    }],
    builder: |_| MEMORY.with_borrow(|memory| memory.client()),
    schemes: &[Scheme {
        name: "key",
        give: |builder, _| builder,
    }],
};

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Captured output.
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

/// An output that rejects all writes.
struct Closed(ErrorKind);

impl Write for Closed {
    fn write(&mut self, _bytes: &[u8]) -> std::io::Result<usize> {
        Err(Error::from(self.0))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The result of a run.
struct Ran {
    exit: u8,
    output: String,
    errors: String,
    sent: Vec<Sent>,
}

impl Ran {
    /// Returns the body of the only request.
    fn body(&self) -> String {
        assert_eq!(self.sent.len(), 1, "{}", self.errors);
        String::from_utf8_lossy(&self.sent[0].body).into_owned()
    }
}

/// The server address, as passed by the user.
const SERVER: [&str; 2] = ["--server", "https://example.com"];

fn ran(planned: Vec<Planned>, arguments: &[&str]) -> Ran {
    ran_with(planned, &[arguments, &SERVER].concat(), false)
}

/// Runs the program on a terminal.
fn ran_on_terminal(planned: Vec<Planned>, arguments: &[&str]) -> Ran {
    ran_with(planned, &[arguments, &SERVER].concat(), true)
}

fn ran_with(planned: Vec<Planned>, arguments: &[&str], terminal: bool) -> Ran {
    run_program(&PROGRAM, planned, arguments, terminal)
}

fn run_program(
    program: &'static Program,
    planned: Vec<Planned>,
    arguments: &[&str],
    terminal: bool,
) -> Ran {
    let memory = Memory::answering(planned);
    MEMORY.set(memory.clone());
    let (output, errors) = (Paper::default(), Paper::default());
    let console = Console::new(
        Arc::new(Mutex::new(output.clone())),
        Arc::new(Mutex::new(errors.clone())),
        terminal,
    );
    let arguments = ["notes"].iter().chain(arguments).map(OsString::from);
    let exit = start(program, arguments, &console);
    let sent = std::mem::take(&mut *memory.sent.lock().unwrap());
    Ran {
        exit,
        output: output.text(),
        errors: errors.text(),
        sent,
    }
}

fn answer(status: u16, body: &'static str) -> Vec<Planned> {
    vec![Planned::Response(status, "", vec![body])]
}

/// Creates a file with this name and content.
fn file(name: &str, content: &[u8]) -> String {
    let folder = std::env::temp_dir().join(format!("bindery-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Returns the exit status and the errors of a run whose output rejects all writes.
fn ran_without_output(kind: ErrorKind, arguments: &[&str]) -> (u8, String) {
    MEMORY.set(Memory::answering(answer(200, "[1]\n")));
    let errors = Paper::default();
    let output = Arc::new(Mutex::new(Closed(kind)));
    let console = Console::new(output, Arc::new(Mutex::new(errors.clone())), false);
    let arguments = ["notes"].iter().chain(arguments).chain(&SERVER);
    let arguments = arguments.map(OsString::from);
    (start(&PROGRAM, arguments, &console), errors.text())
}
