//! Strings that match a simple regular expression.

use super::sample::Sample;

/// Maximum depth of nested groups.
const MAX_DEPTH: usize = 32;

/// Number of characters tried from a range.
const OF_RANGE: u32 = 8;

/// A part of an expression.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// One of these characters; never empty.
    OneOf(Vec<char>),
    /// A sequence.
    All(Vec<Part>),
    /// An alternation.
    Either(Vec<Part>),
    /// A repetition, with a minimum and a maximum.
    Repeat(Box<Part>, usize, usize),
}

/// Returns some strings that match a pattern, the default first; none if the pattern is not supported.
pub(super) fn texts(pattern: &str, least: usize) -> Vec<String> {
    let characters: Vec<char> = pattern.chars().collect();
    let mut parser = Parser { rest: &characters, depth: 0 };
    let Some(part) = parser.either().filter(|_| parser.rest.is_empty()) else { return Vec::new() };
    let mut texts: Vec<String> = Vec::new();
    for (extra, is_last) in [(1, false), (0, false), (3, true), (least, false)] {
        texts.extend(Sample::build(&part, extra, is_last));
    }
    let mut known = std::collections::BTreeSet::new();
    texts.retain(|text| known.insert(text.clone()));
    texts
}

struct Parser<'p> {
    rest: &'p [char],
    depth: usize,
}

impl Parser<'_> {
    fn next(&mut self) -> Option<char> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn takes(&mut self, expected: &str) -> bool {
        let length = expected.chars().count();
        let found = self.rest.len() >= length && expected.chars().zip(self.rest).all(|(a, b)| a == *b);
        if found {
            self.rest = &self.rest[length..];
        }
        found
    }

    /// Parses alternatives up to the end or to a closing parenthesis.
    fn either(&mut self) -> Option<Part> {
        let mut alternatives = vec![self.all()?];
        while self.takes("|") {
            alternatives.push(self.all()?);
        }
        Some(Part::Either(alternatives))
    }

    fn all(&mut self) -> Option<Part> {
        let mut parts = Vec::new();
        while !matches!(self.rest.first(), None | Some('|' | ')')) {
            // An anchor that is not at an end depends on context that is not tracked here.
            if self.takes("^") {
                parts.is_empty().then_some(())?;
                continue;
            }
            if self.takes("$") {
                matches!(self.rest.first(), None | Some('|' | ')')).then_some(())?;
                continue;
            }
            let part = self.one()?;
            parts.push(self.parse_repetition(part)?);
        }
        Some(Part::All(parts))
    }

    fn one(&mut self) -> Option<Part> {
        Some(match self.next()? {
            '(' => self.group()?,
            '[' => Part::OneOf(self.class()?),
            '\\' => Part::OneOf(self.parse_escape()?),
            '.' => Part::OneOf(vec!['a', 'b', '1']),
            '*' | '+' | '?' => return None,
            character => Part::OneOf(vec![character]),
        })
    }

    fn group(&mut self) -> Option<Part> {
        if self.takes("?") && !self.takes(":") {
            // Only group names are left, which do not affect the string.
            let _ = self.takes("P");
            let is_name = self.takes("<") && !matches!(self.rest.first(), Some('=' | '!'));
            is_name.then_some(())?;
            while self.next()? != '>' {}
        }
        self.depth += 1;
        let part = if self.depth < MAX_DEPTH { self.either()? } else { return None };
        self.depth -= 1;
        self.takes(")").then_some(part)
    }

    fn parse_repetition(&mut self, part: Part) -> Option<Part> {
        let (least, most) = match self.rest.first() {
            Some('*') => (0, usize::MAX),
            Some('+') => (1, usize::MAX),
            Some('?') => (0, 1),
            Some('{') => match self.counts() {
                Some(counts) => counts,
                // A brace without a count is a literal.
                None => return Some(part),
            },
            _ => return Some(part),
        };
        self.next();
        let _ = self.takes("?") || self.takes("+");
        (least <= most).then(|| Part::Repeat(Box::new(part), least, most))
    }

    /// Parses the counts in braces, without the closing one.
    fn counts(&mut self) -> Option<(usize, usize)> {
        let end = self.rest.iter().position(|character| *character == '}')?;
        let text: String = self.rest[1..end].iter().collect();
        let (least, most) = text.split_once(',').unwrap_or((&text, &text));
        let most = if most.is_empty() { usize::MAX } else { most.parse().ok()? };
        let counts = (least.parse().ok()?, most);
        self.rest = &self.rest[end..];
        Some(counts)
    }

    /// Parses a character class, after the opening bracket.
    fn class(&mut self) -> Option<Vec<char>> {
        let is_negated = self.takes("^");
        let mut ranges: Vec<(char, char)> = Vec::new();
        while !self.takes("]") {
            let starts = match self.next()? {
                '\\' => self.parse_escape()?,
                '[' if self.rest.first() == Some(&':') => return None,
                character => vec![character],
            };
            let is_range = matches!(self.rest, ['-', end, ..] if *end != ']');
            if let (true, [start]) = (is_range, starts.as_slice()) {
                self.next();
                let end = match self.next()? {
                    '\\' => *self.parse_escape()?.first()?,
                    character => character,
                };
                ranges.push((*start, end));
            } else {
                ranges.extend(starts.into_iter().map(|character| (character, character)));
            }
        }
        let characters: Vec<char> = if is_negated { outside(&ranges) } else { inside(&ranges) };
        (!characters.is_empty()).then_some(characters)
    }

    /// Parses an escape sequence, after the backslash.
    fn parse_escape(&mut self) -> Option<Vec<char>> {
        Some(match self.next()? {
            'd' => "0123456789".chars().collect(),
            'w' => "abcdefXYZ019_".chars().collect(),
            's' => vec![' '],
            'D' | 'S' => vec!['a', 'b'],
            'W' => vec!['-', ' '],
            'n' => vec!['\n'],
            't' => vec!['\t'],
            'r' => vec!['\r'],
            'x' => vec![self.hexadecimal(2)?],
            'u' => vec![self.hexadecimal(4)?],
            'p' => self.property()?,
            letter if letter.is_alphanumeric() => return None,
            sign => vec![sign],
        })
    }

    fn hexadecimal(&mut self, digits: usize) -> Option<char> {
        let text: String = self.rest.get(..digits)?.iter().collect();
        self.rest = &self.rest[digits..];
        char::from_u32(u32::from_str_radix(&text, 16).ok()?)
    }

    fn property(&mut self) -> Option<Vec<char>> {
        let known =
            [("{L}", "aé"), ("{Ll}", "aé"), ("{Lu}", "AÉ"), ("{N}", "12"), ("{Nd}", "12"), ("{Alphabetic}", "aé")];
        known.into_iter().find(|(name, _)| self.takes(name)).map(|(_, characters)| characters.chars().collect())
    }
}

fn inside(ranges: &[(char, char)]) -> Vec<char> {
    ranges.iter().flat_map(|(start, end)| (*start..=*end).take(OF_RANGE as usize)).collect()
}

fn outside(ranges: &[(char, char)]) -> Vec<char> {
    let is_in = |character: &char| ranges.iter().any(|(start, end)| (*start..=*end).contains(character));
    "abc019XYZ-_ .@/é".chars().filter(|character| !is_in(character)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_match_simple_patterns() {
        let first = |pattern| texts(pattern, 0).into_iter().next();
        let built = [
            ("^x-", "x-"),
            ("^[a-z]+$", "aa"),
            (r"^\d{4}-\d{2}$", "0000-00"),
            ("^(foo|bar)[^a]?$", "foob"),
            (r"^(?:a\.b){2}\u0041$", "a.ba.bA"),
            ("^#[0-9A-F]{6,8}$", "#0000000"),
            ("^(?<name>[-_]|x)$", "-"),
        ];
        for (pattern, text) in built {
            assert_eq!(first(pattern).as_deref(), Some(text), "{pattern}");
        }
        assert!(texts("^(a|b)$", 0).contains(&"b".to_owned()), "the last alternative too");
    }

    #[test]
    fn other_patterns_give_nothing() {
        for pattern in ["(?=a)b", "a^b", r"\bword", r"(a)\1", "*", "(a", "[a", "a)", "(?i)a", &"(".repeat(5_000)] {
            assert!(texts(pattern, 0).is_empty(), "{pattern}");
        }
    }

    #[test]
    fn huge_counts_are_refused() {
        assert!(texts("^((a{9999}){9999}){9999}$", 0).is_empty());
        assert!(texts("^a{99999999999999999999}$", 0).iter().all(|text| text.len() < 100));
    }
}
