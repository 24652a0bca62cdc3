//! The reason why a JSON text cannot be decoded, and its path.
//!
//! `serde_json` reports a line and a column. The text is scanned again up to that position only if decoding failed, so
//! successful calls do not pay for the path.

use std::fmt;

use crate::requests::escape::line;
use crate::wire::json::without_mark;

/// Maximum number of characters of a body in a message.
const MAX_EXCERPT_LEN: usize = 200;

/// The reason why a body cannot be decoded, which `Display` shows, and its path.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct DecodeFailure {
    /// The path in the JSON.
    pub path: String,
    pub(crate) reason: String,
    pub(crate) excerpt: String,
}

impl DecodeFailure {
    pub(crate) fn of_value(error: &serde_json::Error, body: &[u8]) -> Self {
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or_default();
        let reason = line(reason).into_owned();
        let body = without_mark(body);
        if body.is_empty() {
            let reason = "expected JSON, found an empty body".to_owned();
            return Self {
                path: "$".to_owned(),
                reason,
                excerpt: String::new(),
            };
        }
        let (path, offset) = locate(body, error.line(), error.column());
        Self {
            path,
            reason,
            excerpt: excerpt(body, offset.saturating_sub(MAX_EXCERPT_LEN / 2)),
        }
    }
}

impl fmt::Display for DecodeFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)
    }
}

impl std::error::Error for DecodeFailure {}

/// Returns a bounded excerpt of a body for a message. Escapes control characters, which could move the cursor of a
/// terminal.
pub(crate) fn excerpt(body: &[u8], start: usize) -> String {
    let end = body.len().min(start + MAX_EXCERPT_LEN * 4);
    let text = String::from_utf8_lossy(&body[start.min(end)..end]);
    let plain = |c: char| if c.is_ascii_control() { ' ' } else { c };
    let mut excerpt: String = text.chars().take(MAX_EXCERPT_LEN).map(plain).collect();
    if text.chars().nth(MAX_EXCERPT_LEN).is_some() || end < body.len() {
        excerpt.push_str("...");
    }
    line(excerpt.trim()).into_owned()
}

/// Returns the path to the value at a position, such as `$.stories[3].state`, and the byte offset of the position.
fn locate(text: &[u8], line: usize, column: usize) -> (String, usize) {
    let offset = offset(text, line, column);
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
    (walk.path(), offset)
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

    fn path(&self) -> String {
        let mut path = String::from("$");
        let deepest = self.frames.len().saturating_sub(1);
        for (depth, frame) in self.frames.iter().enumerate() {
            match &frame.step {
                // After a complete member, the error is about the object itself: a member is missing. An array misses
                // no members, so there the error is about the element.
                Step::Member(Some(_)) if depth == deepest && frame.complete => {}
                Step::Member(None) => {}
                Step::Member(Some(name)) => push_name(&mut path, name),
                Step::Element(index) => path.push_str(&format!("[{index}]")),
            }
        }
        path
    }
}

fn push_name(path: &mut String, name: &[u8]) {
    let name: String = String::from_utf8_lossy(name).chars().take(80).collect();
    let name = line(&name);
    if name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.is_empty() {
        path.push('.');
        path.push_str(&name);
    } else {
        path.push_str(&format!("[\"{name}\"]"));
    }
}
