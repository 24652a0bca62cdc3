//! Walks JSON text down the steps of pointers.
//!
//! The scanner only tells values apart; it goes down only where something is looked for, with a stack of its own, so that
//! no nesting can overflow the stack.

use std::borrow::Cow;

use super::pointer_tree::{PointerTree, ROOT};

/// Finds what is looked for; false if the text is no JSON as far as it was looked at.
pub(super) fn walk(text: &str, wanted: &mut PointerTree) -> bool {
    let mut scanner = Scanner { text, at: 0 };
    scanner.skip_blanks();
    wanted.mark(ROOT, scanner.at);
    scanner.walk(wanted).is_some()
}

/// An object or an array on the way.
struct Open {
    node: usize,
    /// The index of the next element; none in an object.
    element: Option<usize>,
}

/// Calls `visit` with each key at the top of an object until it says `true`; tells whether it did.
pub(in crate::source) fn any_key(text: &str, visit: impl Fn(&str) -> bool) -> bool {
    let mut scanner = Scanner { text, at: 0 };
    scanner.skip_blanks();
    scanner.take(b'{').is_some() && scanner.enter_object(visit) == Some(true)
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl Scanner<'_> {
    fn walk(&mut self, wanted: &mut PointerTree) -> Option<()> {
        let mut open: Vec<Open> = self.open(ROOT, wanted).into_iter().collect();
        while let Some(Open { node, element }) = open.last_mut() {
            self.skip_blanks();
            if matches!(self.peek()?, b'}' | b']') {
                self.at += 1;
                open.pop();
                self.skip_comma();
                continue;
            }
            let child = match element {
                Some(index) => {
                    *index += 1;
                    wanted.child(*node, &(*index - 1).to_string())
                }
                None => {
                    let child = wanted.child(*node, &unescaped(self.string()?));
                    self.skip_blanks();
                    self.take(b':')?;
                    self.skip_blanks();
                    child
                }
            };
            if let Some(child) = child {
                self.peek()?;
                wanted.mark(child, self.at);
                if let Some(inner) = self.open(child, wanted) {
                    open.push(inner);
                    continue;
                }
            }
            self.skip_value()?;
            self.skip_comma();
        }
        Some(())
    }

    /// Goes into a value where something is looked for in it.
    fn open(&mut self, node: usize, wanted: &PointerTree) -> Option<Open> {
        let element = match self.peek()? {
            b'{' => None,
            b'[' => Some(0),
            _ => return None,
        };
        wanted.leads_on(node).then(|| self.at += 1).map(|()| Open { node, element })
    }

    fn skip_comma(&mut self) {
        self.skip_blanks();
        let _ = self.take(b',');
    }

    fn enter_object(&mut self, is_wanted: impl Fn(&str) -> bool) -> Option<bool> {
        self.skip_blanks();
        if self.peek() == Some(b'}') {
            return Some(false);
        }
        loop {
            self.skip_blanks();
            let key = self.string()?;
            let found = is_wanted(&unescaped(key));
            self.skip_blanks();
            self.take(b':')?;
            self.skip_blanks();
            if found {
                return self.peek().map(|_| true);
            }
            if !self.next_after_value(b'}')? {
                return Some(false);
            }
        }
    }

    /// Skips a value and the comma behind it; `false` if `end` stands there instead.
    fn next_after_value(&mut self, end: u8) -> Option<bool> {
        self.skip_value()?;
        self.skip_blanks();
        let found = self.peek()?;
        self.at += 1;
        match found {
            b',' => Some(true),
            other => (other == end).then_some(false),
        }
    }

    fn skip_value(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            self.skip_blanks();
            match self.peek()? {
                b'"' => {
                    self.string()?;
                }
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' | b':' if depth > 0 => self.at += 1,
                _ => self.literal()?,
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    /// A number, `true`, `false` or `null`.
    fn literal(&mut self) -> Option<()> {
        let rest = &self.text.as_bytes()[self.at..];
        let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        let length = rest.iter().take_while(|byte| is_inside(byte)).count();
        self.at += length;
        (length > 0).then_some(())
    }

    /// The inside of a string, still escaped.
    fn string(&mut self) -> Option<&str> {
        self.take(b'"')?;
        let start = self.at;
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        let inside = self.text.get(start..self.at)?;
        self.at += 1;
        Some(inside)
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or_default();
        self.at += rest.len() - rest.trim_start_matches(super::BLANKS).len();
    }
}

/// Keys are compared as JSON means them; those without an escape, nearly all, need no JSON reader.
fn unescaped(inside: &str) -> Cow<'_, str> {
    if !inside.contains('\\') {
        return Cow::Borrowed(inside);
    }
    serde_json::from_str(&format!("\"{inside}\"")).map_or(Cow::Borrowed(inside), Cow::Owned)
}
