//! The reason why a JSON text cannot be decoded, its path, and what to write so that it can.
//!
//! Only after an error, the text is read again with a [`trail`] of the members around it, so successful calls do not pay
//! for the path.

use std::fmt;

use crate::auth::masking::{is_secret, mask_secrets};
use crate::requests::escape::line;
use crate::responses::misfit::{Misfit, push_name};
use crate::wire::json::without_mark;
use crate::wire::trail;

/// Maximum number of characters of a body in a message.
const MAX_EXCERPT_LEN: usize = 200;

/// Maximum number of characters of a reason, which contains the value.
const MAX_REASON_LEN: usize = 300;

/// The reason why a body cannot be decoded, which `Display` shows, and its path.
#[doc(hidden)]
#[derive(Clone)]
pub struct DecodeFailure {
    /// The path in the JSON.
    pub path: String,
    pub(crate) reason: String,
    excerpt: String,
    /// The text that tells how to correct the description; empty if the body is not JSON.
    pub(crate) help: String,
}

impl DecodeFailure {
    /// Explains an error. `again` reads the body again.
    pub(crate) fn of_value<T>(
        error: &serde_json::Error,
        body: &[u8],
        again: impl FnOnce() -> T,
    ) -> Self {
        Self::new(error, without_mark(body), &trail::record(again).1)
    }

    fn new(error: &serde_json::Error, body: &[u8], steps: &[trail::Step]) -> Self {
        if body.is_empty() {
            return Self {
                path: "$".to_owned(),
                reason: "expected JSON, found an empty body".to_owned(),
                excerpt: String::new(),
                help: String::new(),
            };
        }
        let offset = offset(body, error.line(), error.column());
        let misfit = Misfit::find(steps, body);
        // Without a trail, the type is a user's, or none. The position of a syntax error is exact.
        let is_located = !error.is_data() || (steps.is_empty() && !is_of_container(error));
        let (located, names) = locate(body, offset);
        let path = if is_located {
            located
        } else {
            misfit.path.clone()
        };
        // The trail ends at a type of the user, and secrets may be inside of it.
        let mut names = misfit.names.iter().chain(&names);
        let reason = reason(error, names.any(|name| is_secret(name, &[])));
        Self {
            path,
            reason,
            excerpt: excerpt(body, offset.saturating_sub(MAX_EXCERPT_LEN / 2)),
            help: if error.is_data() {
                misfit.help()
            } else {
                String::new()
            },
        }
    }

    /// Replaces the reason by one that no correction of the description follows from.
    pub(crate) fn because(&mut self, reason: String) {
        self.reason = reason;
        self.help = String::new();
    }

    /// Writes the path and the reason on the first line, then an excerpt and `about` the response, then the help.
    pub(crate) fn write(&self, about: &str, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "at {}: {}", self.path, self.reason)?;
        if !self.excerpt.is_empty() {
            write!(formatter, "\n  near `{}`", self.excerpt)?;
        }
        if !about.is_empty() {
            write!(formatter, "\n  {about}")?;
        }
        if !self.help.is_empty() {
            write!(formatter, "\n  {}", self.help.replace('\n', "\n  "))?;
        }
        Ok(())
    }
}

impl fmt::Debug for DecodeFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write("", formatter)
    }
}

/// Returns `true` if a list or an object was found where something else is expected. The position of such an error is in
/// the list or after it.
fn is_of_container(error: &serde_json::Error) -> bool {
    let reason = error.to_string();
    reason.starts_with("invalid type: sequence") || reason.starts_with("invalid type: map")
}

/// Returns the reason without the position, and without the value if that is a secret.
fn reason(error: &serde_json::Error, is_secret: bool) -> String {
    let reason = error.to_string();
    let reason = reason
        .rsplit_once(" at line ")
        .map_or(&*reason, |(reason, _)| reason);
    let reason = match reason.rsplit_once(", expected ") {
        Some((_, expected)) if is_secret => format!("expected {expected}, found a secret"),
        None if is_secret && !reason.starts_with("missing field") => {
            "invalid value: a secret".to_owned()
        }
        _ => reason.to_owned(),
    };
    let mut short: String = reason.chars().take(MAX_REASON_LEN).collect();
    if short.len() < reason.len() {
        short.push_str("...");
    }
    line(&short).into_owned()
}

/// Returns a bounded excerpt of a body for a message. Masks secrets, and escapes control characters, which could move the
/// cursor of a terminal.
pub(crate) fn excerpt(body: &[u8], start: usize) -> String {
    let end = body.len().min(start + MAX_EXCERPT_LEN * 4);
    let shown = mask_secrets(body, start.min(end)..end, &[]);
    let text = String::from_utf8_lossy(&shown);
    let plain = |c: char| if c.is_ascii_control() { ' ' } else { c };
    let mut excerpt: String = text.chars().take(MAX_EXCERPT_LEN).map(plain).collect();
    if text.chars().nth(MAX_EXCERPT_LEN).is_some() || end < body.len() {
        excerpt.push_str("...");
    }
    line(excerpt.trim()).into_owned()
}

/// Returns the path to the value before an offset, such as `$.stories[3].state`, and the names of its members.
fn locate(text: &[u8], offset: usize) -> (String, Vec<String>) {
    // The position is after the byte that was read last: the last byte of a value, or the closing bracket of an object
    // or array.
    let walked = &text[..offset.saturating_sub(1).min(text.len())];
    let mut walk = Walk::default();
    for byte in walked {
        walk.step(*byte);
    }
    // A number has no terminator: the bracket after it ends both the number and its container.
    let ends = matches!(text.get(offset.saturating_sub(1)), Some(b'}' | b']'));
    if ends && walk.text.is_none() {
        walk.complete();
    }
    walk.path()
}

fn offset(text: &[u8], line: usize, column: usize) -> usize {
    let start = match line {
        0 | 1 => 0,
        _ => text
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte == b'\n')
            .nth(line - 2)
            .map_or(text.len(), |(at, _)| at + 1),
    };
    (start + column).min(text.len())
}

/// The scanner state between two bytes. It nests on the heap, so a deeply nested response cannot exhaust the stack.
#[derive(Default)]
struct Walk {
    frames: Vec<Frame>,
    /// The bytes of the string that is being read, if any.
    text: Option<Vec<u8>>,
    escaped: bool,
    last_text: Vec<u8>,
}

struct Frame {
    step: Step,
    /// `true` if the value of the current member or element is complete.
    complete: bool,
}

enum Step {
    Member(Option<Vec<u8>>),
    Element(usize),
}

impl Walk {
    fn step(&mut self, byte: u8) {
        if let Some(text) = &mut self.text {
            match byte {
                _ if self.escaped => {
                    self.escaped = false;
                    text.push(byte);
                }
                b'\\' => self.escaped = true,
                b'"' => {
                    self.last_text = self.text.take().unwrap_or_default();
                    self.complete();
                }
                other => text.push(other),
            }
            return;
        }
        match byte {
            b'"' => self.text = Some(Vec::new()),
            b'{' => self.frames.push(Frame {
                step: Step::Member(None),
                complete: false,
            }),
            b'[' => self.frames.push(Frame {
                step: Step::Element(0),
                complete: false,
            }),
            b'}' | b']' => {
                self.frames.pop();
                self.complete();
            }
            b':' => self.name_member(),
            b',' => self.next(),
            _ => {}
        }
    }

    fn complete(&mut self) {
        if let Some(Frame { step, complete }) = self.frames.last_mut() {
            *complete = !matches!(step, Step::Member(None));
        }
    }

    fn name_member(&mut self) {
        if let Some(Frame {
            step: Step::Member(name),
            complete,
        }) = self.frames.last_mut()
        {
            *name = Some(std::mem::take(&mut self.last_text));
            *complete = false;
        }
    }

    fn next(&mut self) {
        match self.frames.last_mut() {
            Some(Frame {
                step: Step::Member(name),
                complete,
            }) => {
                *name = None;
                *complete = false;
            }
            Some(Frame {
                step: Step::Element(index),
                complete,
            }) => {
                *index += 1;
                *complete = false;
            }
            None => {}
        }
    }

    fn path(&self) -> (String, Vec<String>) {
        let (mut path, mut names) = (String::from("$"), Vec::new());
        let deepest = self.frames.len().saturating_sub(1);
        for (depth, frame) in self.frames.iter().enumerate() {
            match &frame.step {
                // After a complete member, the error is about the object itself: a member is missing. An array misses
                // no members, so there the error is about the element.
                Step::Member(Some(_)) if depth == deepest && frame.complete => {}
                Step::Member(None) => {}
                Step::Member(Some(name)) => {
                    let name = String::from_utf8_lossy(name).into_owned();
                    push_name(&mut path, &name);
                    names.push(name);
                }
                Step::Element(index) => path.push_str(&format!("[{index}]")),
            }
        }
        (path, names)
    }
}
