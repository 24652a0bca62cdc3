//! The patterns with which scripts name a description.
//!
//! ```text
//! url: "/openapi.json"        const url = '/openapi.json'        url: window.location.origin + "/openapi.json"
//! urls: [{ url: "/a.json", name: "A" }, ...]                     sources: [{ url: "/a.json", title: "A" }, ...]
//! configUrl: "/v3/api-docs/swagger-config"                       JSON.parse('{"urls":[...]}')
//! Redoc.init("/openapi.json", ...)     docs.loadSpec("/openapi.json")     setAttribute("spec-url", "/openapi.json")
//! ```

mod token;

use super::findings::{DescriptionLink, Findings};
use token::Token;

/// JSON in a string in JSON in a string: nobody nests deeper on purpose.
const MAX_NESTING: usize = 3;

/// Adds what a script names.
pub(super) fn read(text: &str, findings: &mut Findings) {
    read_nested(text, findings, MAX_NESTING);
}

fn read_nested(text: &str, findings: &mut Findings, nesting: usize) {
    let tokens = token::tokens(text);
    let mut plain = Vec::new();
    let mut listed = Vec::new();
    let mut rest = tokens.as_slice();
    while let [_, tail @ ..] = rest {
        match pattern(rest) {
            Some(ScriptPattern::Address(url)) => plain.extend(DescriptionLink::unnamed(&url)),
            Some(ScriptPattern::Configuration(url)) => findings.configurations.push(url),
            Some(ScriptPattern::Embedded(text)) if nesting > 0 => read_nested(text, findings, nesting - 1),
            Some(ScriptPattern::Embedded(_)) | None => {}
            Some(ScriptPattern::List(items)) => {
                // Read once: going through it again for plain addresses would make nested lists cost their square.
                rest = list(items, &mut listed);
                continue;
            }
        }
        rest = tail;
    }
    // Swagger UI ignores `url` if `urls` is set.
    findings.candidates.extend(if listed.is_empty() { plain } else { listed });
}

enum ScriptPattern<'t> {
    Address(String),
    Configuration(String),
    /// The text of a JSON document.
    Embedded(&'t str),
    /// The tokens after the opening bracket.
    List(&'t [Token<'t>]),
}

fn pattern<'t>(tokens: &'t [Token<'t>]) -> Option<ScriptPattern<'t>> {
    match tokens {
        [key, Token::Sign(':' | '='), value @ ..] => keyed(key.name()?, value),
        [Token::Word("Redoc"), Token::Sign('.'), Token::Word("init"), Token::Sign('('), value @ ..]
        | [Token::Word("loadSpec"), Token::Sign('('), value @ ..] => whole_text(value).map(ScriptPattern::Address),
        [Token::Text(name), Token::Sign(','), value @ ..] if name == "spec-url" => {
            whole_text(value).map(ScriptPattern::Address)
        }
        [Token::Word("JSON"), Token::Sign('.'), Token::Word("parse"), Token::Sign('('), Token::Text(text), ..] => {
            Some(ScriptPattern::Embedded(text))
        }
        _ => None,
    }
}

fn keyed<'t>(key: &str, value: &'t [Token<'t>]) -> Option<ScriptPattern<'t>> {
    match key {
        "url" | "specUrl" | "spec-url" | "spec_url" | "apiDescriptionUrl" | "definitionUrl" => {
            address(value).map(ScriptPattern::Address)
        }
        "configUrl" => address(value).map(ScriptPattern::Configuration),
        "urls" | "sources" => match value {
            [Token::Sign('['), items @ ..] => Some(ScriptPattern::List(items)),
            _ => None,
        },
        _ => None,
    }
}

/// Reads a string, with or without the origin of the page in front.
fn address(tokens: &[Token<'_>]) -> Option<String> {
    let tokens = match tokens {
        [Token::Word("window"), Token::Sign('.'), tail @ ..] => tail,
        all => all,
    };
    match tokens {
        [Token::Word("location"), Token::Sign('.'), Token::Word("origin"), Token::Sign('+'), tail @ ..] => {
            whole_text(tail).filter(|path| path.starts_with('/'))
        }
        all => whole_text(all),
    }
}

/// Reads a string that is not the start of a longer expression, such as `"/api/" + version`.
fn whole_text(tokens: &[Token<'_>]) -> Option<String> {
    match tokens {
        [Token::Text(_), Token::Sign('+' | '.' | '?' | '['), ..] => None,
        [Token::Text(text), ..] => Some(text.clone()),
        _ => None,
    }
}

/// Adds the objects of a list that have an address, with their names. Returns the tokens after the list.
fn list<'t>(tokens: &'t [Token<'t>], found: &mut Vec<DescriptionLink>) -> &'t [Token<'t>] {
    let mut rest = tokens;
    let mut depth = 0_usize;
    let mut item = ListedDescription::default();
    while let [token, tail @ ..] = rest {
        rest = tail;
        match token {
            Token::Sign('{' | '[' | '(') => depth += 1,
            Token::Sign('}' | ']' | ')') if depth == 0 => break,
            Token::Sign('}' | ']' | ')') => {
                depth -= 1;
                if depth == 0 {
                    found.extend(std::mem::take(&mut item).candidate());
                }
            }
            key if depth == 1 => item.read(key, tail),
            _ => {}
        }
    }
    rest
}

/// An object of a list.
#[derive(Default)]
struct ListedDescription {
    url: Option<String>,
    name: Option<String>,
}

impl ListedDescription {
    fn read(&mut self, key: &Token<'_>, behind: &[Token<'_>]) {
        let (Some(key), [Token::Sign(':'), value @ ..]) = (key.name(), behind) else { return };
        match key {
            "url" => self.url = self.url.take().or_else(|| address(value)),
            "name" | "title" | "slug" => self.name = self.name.take().or_else(|| whole_text(value)),
            _ => {}
        }
    }

    fn candidate(self) -> Option<DescriptionLink> {
        let candidate = DescriptionLink::unnamed(&self.url?)?;
        Some(DescriptionLink { name: self.name, ..candidate })
    }
}
