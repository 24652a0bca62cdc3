//! The command line, with the tables of a small program.

mod printed;
mod sent;

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{Error, ErrorKind, Write};
use std::sync::{Arc, Mutex};

use crate::cli::{
    Body, Console, Content, Group, Kind, Operation, Program, Scheme, codes, header, member, path,
    query, start,
};
use crate::requests::style::Style;
use crate::runtime_tests::memory::{Memory, Planned, Sent};

#[derive(Clone, Copy, Debug)]
enum State {
    UserStory,
    Defect,
    Code7,
}

impl From<State> for i64 {
    fn from(state: State) -> Self {
        match state {
            State::UserStory => 0,
            State::Defect => 2,
            State::Code7 => 7,
        }
    }
}

fn states() -> Vec<(i64, String)> {
    codes(&[State::UserStory, State::Defect, State::Code7])
}

/// Text that runs a command in a shell and moves the cursor of a terminal.
const HOSTILE: &str = "$(touch PWNED) `touch PWNED` \" ; touch PWNED; \u{1b}[31m";

const ADD: Operation = Operation {
    arguments: &[
        path("project", Kind::Text, HOSTILE),
        query("kind", Kind::Code(states), "What it is."),
        query("page", Kind::Integer, ""),
        query("ids", Kind::Integer, "")
            .many()
            .put_with(|request, name, value| {
                request.query_as(name, value, Style::Form { explode: false })
            }),
        query("filter", Kind::Json, "")
            .put_with(|request, name, value| request.query_as(name, value, Style::DeepObject)),
        query("version", Kind::Fixed("\"2\""), ""),
        header("X-Trace", Kind::Text, "").flag("trace"),
        header("Idempotency-Key", Kind::Key, "").flag("idempotency-key"),
        member("text", Kind::Text, "").required(),
        member("price", Kind::Number, ""),
        member("done", Kind::Boolean, ""),
        member("state", Kind::Code(states), ""),
        member("tags", Kind::Text, "").many(),
        member("schema", Kind::Fixed("1"), ""),
    ],
    body: Some(Body {
        media_type: "application/json",
        required: true,
        closed: true,
        content: Content::JsonIn("note"),
    }),
    accept: Some("application/json, text/plain"),
    codes: &[("state", states)],
    ..Operation::new("addNote", "add_one", "POST", "/{project}/notes", HOSTILE)
};

const UPLOAD: Operation = Operation {
    body: Some(Body {
        media_type: "image/png",
        required: true,
        closed: false,
        content: Content::Raw,
    }),
    keeps_redirects: true,
    ..Operation::new(
        "upload",
        "upload",
        "PUT",
        "/image",
        "Replaces the image {n}",
    )
};

static PROGRAM: Program = Program {
    name: "note-book",
    version: "1.0.0",
    about: HOSTILE,
    server: Some("https://example.com"),
    groups: &[
        Group {
            name: "note",
            about: HOSTILE,
            operations: &[&[ADD]],
        },
        Group {
            name: "help",
            about: "",
            operations: &[&[UPLOAD]],
        },
    ],
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
    let memory = Memory::answering(planned);
    MEMORY.set(memory.clone());
    let (output, errors) = (Paper::default(), Paper::default());
    let console = Console::new(
        Arc::new(Mutex::new(output.clone())),
        Arc::new(Mutex::new(errors.clone())),
        terminal,
    );
    let arguments = ["note-book"].iter().chain(arguments).map(OsString::from);
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
    let arguments = ["note-book"].iter().chain(arguments).chain(&SERVER);
    let arguments = arguments.map(OsString::from);
    (start(&PROGRAM, arguments, &console), errors.text())
}
