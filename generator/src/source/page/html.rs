//! Scans the start tags of a page with their attributes, and the content of scripts.

/// A start tag.
pub(super) struct Element<'t> {
    /// The name of the element, in lower case.
    pub(super) name: String,
    /// Names in lower case, values unescaped.
    attributes: Vec<(String, String)>,
    /// The text up to the end tag for scripts; otherwise empty.
    pub(super) inside: &'t str,
}

impl Element<'_> {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }
}

/// Returns the elements of a page in order, except those in comments. `lower` is the page in ASCII lower case.
pub(super) fn elements<'t>(text: &'t str, lower: &str) -> Vec<Element<'t>> {
    let mut elements = Vec::new();
    let mut at = 0;
    while let Some(offset) = text[at..].find('<') {
        at += offset + 1;
        let rest = &text[at..];
        if rest.starts_with("!--") {
            // `<!-->` is a whole comment.
            at = end_of(lower, at + 1, "-->");
        } else if rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let (mut element, length) = start_tag(rest);
            at += length;
            if matches!(element.name.as_str(), "script" | "style" | "title" | "textarea") {
                let end = lower[at..].find(&format!("</{}", element.name)).map_or(text.len(), |offset| at + offset);
                element.inside = &text[at..end];
                at = end;
            }
            elements.push(element);
        }
    }
    elements
}

fn end_of(text: &str, from: usize, mark: &str) -> usize {
    text[from..].find(mark).map_or(text.len(), |offset| from + offset + mark.len())
}

/// Reads a start tag from its name on, and returns its length, too.
fn start_tag(text: &str) -> (Element<'_>, usize) {
    let mut scanner = HtmlScanner { rest: text };
    let name = scanner.until(|c| c.is_whitespace() || matches!(c, '/' | '>')).to_ascii_lowercase();
    let mut attributes = Vec::new();
    loop {
        scanner.until(|c| !c.is_whitespace() && c != '/');
        let name = scanner.until(|c| c.is_whitespace() || matches!(c, '/' | '>' | '=')).to_ascii_lowercase();
        let value = scanner.value();
        if name.is_empty() && value.is_none() {
            break;
        }
        attributes.push((name, unescaped(value.unwrap_or_default())));
    }
    scanner.until(|c| c == '>');
    scanner.rest = scanner.rest.get(1..).unwrap_or_default();
    (Element { name, attributes, inside: "" }, text.len() - scanner.rest.len())
}

struct HtmlScanner<'t> {
    rest: &'t str,
}

impl<'t> HtmlScanner<'t> {
    fn until(&mut self, is_end: impl Fn(char) -> bool) -> &'t str {
        let (found, rest) = self.rest.split_at(self.rest.find(is_end).unwrap_or(self.rest.len()));
        self.rest = rest;
        found
    }

    /// The value of an attribute, if an equals sign follows.
    fn value(&mut self) -> Option<&'t str> {
        let after = self.rest.trim_start().strip_prefix('=')?.trim_start();
        let Some(quote) = after.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            self.rest = after;
            return Some(self.until(|c| c.is_whitespace() || c == '>'));
        };
        self.rest = &after[1..];
        let value = self.until(|c| c == quote);
        self.rest = self.rest.get(1..).unwrap_or_default();
        Some(value)
    }
}

/// Replaces the character references that addresses and embedded JSON are written with.
fn unescaped(text: &str) -> String {
    let mut unescaped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        unescaped.push_str(&rest[..at]);
        rest = &rest[at..];
        // No reference that counts is longer; a limit keeps a page full of `&` from being read over and over.
        let end = rest.bytes().take(12).position(|byte| byte == b';');
        let reference = end.and_then(|end| Some((character(rest.get(1..end)?)?, end + 1)));
        let (character, length) = reference.unwrap_or(('&', 1));
        unescaped.push(character);
        rest = &rest[length..];
    }
    unescaped + rest
}

fn character(reference: &str) -> Option<char> {
    if let Some(code) = reference.strip_prefix('#') {
        let code = match code.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => code.parse(),
        };
        return char::from_u32(code.ok()?);
    }
    Some(match reference {
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        "lt" => '<',
        "gt" => '>',
        "sol" => '/',
        "colon" => ':',
        "lbrace" | "lcub" => '{',
        "rbrace" | "rcub" => '}',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{elements, unescaped};

    #[test]
    fn attributes_of_every_form_are_read() {
        let text = "<P a b=1 C = 'x>y' d=\"&amp;&#x2F;\"/><!-- <q> --><script x>'<a>'</SCRIPT ><r s=/t/u><";
        let found = elements(text, &text.to_ascii_lowercase());
        let names: Vec<_> = found.iter().map(|element| element.name.as_str()).collect();
        assert_eq!(names, ["p", "script", "r"]);
        let values = ["a", "b", "c", "d", "e"].map(|name| found[0].attribute(name));
        assert_eq!(values, [Some(""), Some("1"), Some("x>y"), Some("&/"), None]);
        assert_eq!(found[1].inside, "'<a>'");
        assert_eq!(found[2].attribute("s"), Some("/t/u"));
    }

    #[test]
    fn broken_pages_are_read_to_their_end() {
        let names = |text: &str| {
            let found = elements(text, &text.to_ascii_lowercase());
            found.into_iter().map(|element| element.name).collect::<Vec<_>>()
        };
        for text in ["<a", "<a b", "<a b=", "<a b='", "<a =>", "<a ==x>"] {
            assert_eq!(names(text), ["a"], "{text}");
        }
        for text in ["<!--", "<!-->", "&", "<ä ö=ü>"] {
            assert_eq!(names(text), [""; 0], "{text}");
        }
        assert_eq!(names("<script>"), ["script"]);
    }

    #[test]
    fn references_are_replaced() {
        assert_eq!(unescaped("a&amp;b&#47;&#x2f;&sol;&nope;&&ü;&#xD800;"), "a&b///&nope;&&ü;&#xD800;");
    }
}
