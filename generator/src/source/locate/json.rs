//! Walks JSON text down the steps of a pointer.
//!
//! The scanner only tells values apart; it never recurses, so that no nesting can overflow the stack.

use std::borrow::Cow;

/// How far the steps led.
pub(super) struct Walk {
    /// Where the last value that was found begins.
    pub(super) byte: usize,
    /// Whether the text was JSON as far as it was looked at.
    pub(super) well_formed: bool,
}

pub(super) fn walk(text: &str, steps: &[String]) -> Walk {
    let mut scanner = Scanner { text, at: 0 };
    scanner.skip_blanks();
    let mut byte = scanner.at;
    for step in steps {
        match scanner.enter(step) {
            Some(true) => byte = scanner.at,
            Some(false) => break,
            None => return Walk { byte, well_formed: false },
        }
    }
    Walk { byte, well_formed: true }
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
    /// Goes from the start of a value to the start of its member or element; `false` if it has none of that name.
    fn enter(&mut self, step: &str) -> Option<bool> {
        match self.peek() {
            Some(b'{') => {
                self.at += 1;
                self.enter_object(|key| key == step)
            }
            Some(b'[') => {
                self.at += 1;
                step.parse().map_or(Some(false), |index| self.enter_array(index))
            }
            _ => Some(false),
        }
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

    fn enter_array(&mut self, index: usize) -> Option<bool> {
        self.skip_blanks();
        if self.peek() == Some(b']') {
            return Some(false);
        }
        for _ in 0..index {
            if !self.next_after_value(b']')? {
                return Some(false);
            }
            self.skip_blanks();
        }
        self.peek().map(|_| true)
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
