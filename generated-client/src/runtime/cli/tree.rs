//! JSON in its textual form: numbers keep all their digits and members keep their order. Output and the comparison with
//! the input must preserve both.

/// Maximum depth that is parsed. Deeper values are kept as one piece of text.
const MAX_DEPTH: usize = 100;

/// A JSON value with its text.
#[derive(Debug)]
pub(super) struct Node<'t> {
    /// The text of the value.
    pub(super) text: &'t str,
    pub(super) inside: Inside<'t>,
}

/// The content of a JSON value.
#[derive(Debug)]
pub(super) enum Inside<'t> {
    Nothing,
    Elements(Vec<Node<'t>>),
    Members(Vec<(String, Node<'t>)>),
}

impl<'t> Node<'t> {
    /// Parses JSON.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not valid JSON.
    pub(super) fn parse(text: &'t str) -> Result<Self, serde_json::Error> {
        serde_json::from_str::<serde::de::IgnoredAny>(text)?;
        Ok(Walk { text, at: 0 }.node(0))
    }

    pub(super) fn members(&self) -> Option<&[(String, Node<'t>)]> {
        match &self.inside {
            Inside::Members(members) => Some(members),
            _ => None,
        }
    }

    pub(super) fn elements(&self) -> Option<&[Node<'t>]> {
        match &self.inside {
            Inside::Elements(elements) => Some(elements),
            _ => None,
        }
    }

    pub(super) fn member(&self, name: &str) -> Option<&Node<'t>> {
        let mut members = self.members()?.iter();
        members.find(|(own, _)| own == name).map(|(_, node)| node)
    }

    /// Returns the decoded string, if the value is a string.
    pub(super) fn string(&self) -> Option<String> {
        serde_json::from_str(self.text).ok()
    }

    /// Formats each member and element on its own line.
    pub(super) fn pretty(&self) -> String {
        let mut text = String::new();
        self.write(&mut text, 0);
        text
    }

    fn write(&self, text: &mut String, depth: usize) {
        let line = |text: &mut String, depth: usize| {
            text.push('\n');
            text.push_str(&"  ".repeat(depth));
        };
        match &self.inside {
            Inside::Elements(elements) if !elements.is_empty() => {
                for (index, element) in elements.iter().enumerate() {
                    text.push(if index == 0 { '[' } else { ',' });
                    line(text, depth + 1);
                    element.write(text, depth + 1);
                }
                line(text, depth);
                text.push(']');
            }
            Inside::Members(members) if !members.is_empty() => {
                for (index, (name, member)) in members.iter().enumerate() {
                    text.push(if index == 0 { '{' } else { ',' });
                    line(text, depth + 1);
                    text.push_str(&quoted(name));
                    text.push_str(": ");
                    member.write(text, depth + 1);
                }
                line(text, depth);
                text.push('}');
            }
            _ => text.push_str(self.text),
        }
    }
}

/// Formats a string as JSON.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A scanner of valid JSON text.
struct Walk<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Walk<'t> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn since(&self, start: usize) -> &'t str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn node(&mut self, depth: usize) -> Node<'t> {
        self.space();
        let start = self.at;
        let inside = match self.peek() {
            Some(b'{' | b'[') if depth == MAX_DEPTH => {
                self.skip();
                Inside::Nothing
            }
            Some(b'{') => Inside::Members(self.inner(|walk| {
                walk.space();
                let start = walk.at;
                walk.string();
                let name = serde_json::from_str(walk.since(start)).unwrap_or_default();
                walk.space();
                // Skip the colon.
                walk.at += 1;
                (name, walk.node(depth + 1))
            })),
            Some(b'[') => Inside::Elements(self.inner(|walk| walk.node(depth + 1))),
            Some(b'"') => {
                self.string();
                Inside::Nothing
            }
            _ => {
                while self
                    .peek()
                    .is_some_and(|byte| !b",]} \t\r\n".contains(&byte))
                {
                    self.at += 1;
                }
                Inside::Nothing
            }
        };
        Node {
            text: self.since(start),
            inside,
        }
    }

    /// Reads the items between two brackets.
    fn inner<T>(&mut self, read: impl Fn(&mut Self) -> T) -> Vec<T> {
        let mut inner = Vec::new();
        self.at += 1;
        loop {
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']' | b'}') => {
                    self.at += 1;
                    return inner;
                }
                Some(_) => inner.push(read(self)),
                None => return inner,
            }
        }
    }

    fn string(&mut self) {
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == b'"' {
                return;
            }
        }
    }

    /// Moves past the bracket that matches the current one.
    fn skip(&mut self) {
        let mut open = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.string();
                    continue;
                }
                b'{' | b'[' => open += 1,
                b'}' | b']' => open = open.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                return;
            }
        }
    }
}
