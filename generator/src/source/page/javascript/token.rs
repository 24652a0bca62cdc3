//! Splits JavaScript into words, texts and signs; comments and regular expressions fall away.

use std::iter::Peekable;
use std::str::CharIndices;

/// A piece of a script.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// A name, a keyword or a number.
    Word(&'t str),
    /// The value of a string, or of a template without placeholders.
    Text(String),
    /// A punctuation character; `/` for a regular expression, `` ` `` for a template with placeholders.
    Sign(char),
}

impl Token<'_> {
    /// Returns the name as the key of an object.
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Token::Word(word) => Some(word),
            Token::Text(text) => Some(text),
            Token::Sign(_) => None,
        }
    }
}

pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut scanner = Scanner { text, characters: text.char_indices().peekable() };
    let mut tokens = Vec::new();
    while let Some((at, character)) = scanner.characters.next() {
        match character {
            '"' | '\'' | '`' => tokens.push(scanner.string(character)),
            '/' if scanner.next_is('/') => scanner.skip_line(),
            '/' if scanner.next_is('*') => scanner.skip_comment(),
            '/' if may_begin_regex(tokens.last()) => {
                scanner.skip_regex();
                tokens.push(Token::Sign('/'));
            }
            c if is_word(c) => tokens.push(scanner.word(at)),
            c if c.is_whitespace() => {}
            sign => tokens.push(Token::Sign(sign)),
        }
    }
    tokens
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$')
}

/// Returns `true` if a slash starts a regular expression, which is everywhere except after a value. Its quotes and
/// slashes must not be read as strings and comments.
fn may_begin_regex(before: Option<&Token<'_>>) -> bool {
    match before {
        None | Some(Token::Word("return" | "typeof" | "case")) => true,
        Some(Token::Sign(sign)) => !matches!(sign, ')' | ']' | '}' | '`' | '/'),
        Some(_) => false,
    }
}

struct Scanner<'t> {
    text: &'t str,
    characters: Peekable<CharIndices<'t>>,
}

impl<'t> Scanner<'t> {
    fn next(&mut self) -> Option<char> {
        self.characters.next().map(|(_, character)| character)
    }

    fn peek(&mut self) -> Option<char> {
        self.characters.peek().map(|(_, character)| *character)
    }

    fn next_is(&mut self, wanted: char) -> bool {
        self.peek() == Some(wanted)
    }

    fn skip_line(&mut self) {
        while self.next().is_some_and(|character| character != '\n') {}
    }

    fn skip_comment(&mut self) {
        self.next();
        while let Some(character) = self.next() {
            if character == '*' && self.next_is('/') {
                self.next();
                return;
            }
        }
    }

    fn skip_regex(&mut self) {
        let mut in_class = false;
        while let Some(character) = self.next() {
            match character {
                '\\' => drop(self.next()),
                '[' => in_class = true,
                ']' => in_class = false,
                '/' if !in_class => return,
                '\n' => return,
                _ => {}
            }
        }
    }

    fn word(&mut self, start: usize) -> Token<'t> {
        while self.characters.next_if(|(_, character)| is_word(*character)).is_some() {}
        let end = self.characters.peek().map_or(self.text.len(), |(at, _)| *at);
        Token::Word(&self.text[start..end])
    }

    fn string(&mut self, quote: char) -> Token<'t> {
        let mut value = String::new();
        let mut has_placeholder = false;
        while let Some(character) = self.next() {
            match character {
                c if c == quote => break,
                // A string does not span lines: this was not one, and the next line is scanned again.
                '\n' if quote != '`' => break,
                '\\' => value.extend(self.escape()),
                '$' if quote == '`' && self.next_is('{') => has_placeholder = true,
                c => value.push(c),
            }
        }
        if has_placeholder { Token::Sign('`') } else { Token::Text(value) }
    }

    /// Reads an escape sequence, or returns `None` for an escaped line break.
    fn escape(&mut self) -> Option<char> {
        match self.next()? {
            'n' => Some('\n'),
            't' => Some('\t'),
            'r' => Some('\r'),
            '\n' => None,
            'x' => self.code(2),
            'u' if self.next_is('{') => {
                self.next();
                let code = self.code(6);
                self.characters.next_if(|(_, character)| *character == '}');
                code
            }
            'u' => self.code(4),
            other => Some(other),
        }
    }

    /// Reads a character of at most the given number of hexadecimal digits.
    fn code(&mut self, digits: usize) -> Option<char> {
        let mut code = 0;
        for _ in 0..digits {
            let Some(digit) = self.peek().and_then(|character| character.to_digit(16)) else { break };
            self.next();
            code = code * 16 + digit;
        }
        char::from_u32(code)
    }
}

#[cfg(test)]
mod tests {
    use super::{Token, tokens};

    fn texts(script: &str) -> Vec<String> {
        let text_of = |token| if let Token::Text(text) = token { Some(text) } else { None };
        tokens(script).into_iter().filter_map(text_of).collect()
    }

    #[test]
    fn escapes_are_undone() {
        let script = r#"'\/a\u002Fb\x2Fc\u{2f}d\'' "e\
f" `g` `h${i}`"#;
        assert_eq!(texts(script), ["/a/b/c/d'", "ef", "g"]);
    }

    #[test]
    fn comments_and_regular_expressions_fall_away() {
        let script = "// 'a'\n'http://b' /* 'c' // */ x = /['\"/]\\/\\//.test('d') ? 6 / 2 / 'e' : y\n'f'";
        assert_eq!(texts(script), ["http://b", "d", "e", "f"]);
    }

    #[test]
    fn broken_scripts_are_read_to_their_end() {
        for script in ["`${", "/*", "/", "//", "\\u{ffffffff}", "ä=ö"] {
            assert_eq!(texts(script), [""; 0], "{script}");
        }
        for (script, text) in [("'", ""), ("'\\", ""), ("\"\\u", "\0"), ("'\\x", "\0"), ("it's\n", "s")] {
            assert_eq!(texts(script), [text], "{script}");
        }
        assert_eq!(texts("don't\n'a'"), ["t", "a"]);
    }
}
