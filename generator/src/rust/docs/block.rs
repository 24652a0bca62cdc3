//! The exhaustive list of elements that docs consist of. Nothing else of a text can be represented, so nothing else is
//! written.

/// A block element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    Paragraph(Vec<Inline>),
    /// Code, which is shown and never run.
    Code(String),
    List {
        /// The number of the first item; `None` for a list without numbers.
        start: Option<u64>,
        items: Vec<Vec<Block>>,
    },
    /// Rows of cells; the first row is the header.
    Table(Vec<Vec<Vec<Inline>>>),
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Inline {
    Text(String),
    Code(String),
    /// The start of emphasis; strong or not.
    Open(bool),
    Close(bool),
    /// The start of a link to an address with an allowed scheme.
    LinkStart,
    LinkEnd(String),
    /// An address that is shown as its own text.
    Address(String),
    HardBreak,
}

/// Returns the target of a link if its scheme is allowed (web or mail); other addresses are not linked.
///
/// Characters with a meaning in Markdown links are percent-encoded (RFC 3986, section 2.1).
pub(super) fn link_target(address: &str) -> Option<String> {
    let address = address.trim();
    let has_scheme = |scheme: &str| {
        address.len() > scheme.len()
            && address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    if !["http://", "https://", "mailto:"].into_iter().any(has_scheme) {
        return None;
    }
    let mut target = String::with_capacity(address.len());
    for c in address.chars() {
        match c {
            // Followed by a semicolon, an ampersand could start a character reference.
            ' ' | '"' | '\'' | '(' | ')' | '<' | '>' | '[' | ']' | '\\' | '^' | '`' | '{' | '|' | '}' | '*' | ';' => {
                target.push_str(&format!("%{:02X}", u32::from(c)));
            }
            c if c.is_whitespace() || crate::base::unicode::is_invisible(c) => {}
            c => target.push(c),
        }
    }
    Some(target)
}

/// Maximum length of a run without a character that ends an address, in bytes. A longer run is text.
const MAX_RUN_LEN: usize = 2_000;

/// Returns the first address in a text, with the text before and after it.
pub(super) fn address(text: &str) -> Option<(&str, String, &str)> {
    let mut begin = 0;
    for part in text.split_inclusive(ends_address) {
        if let Some((at, address)) = address_in(part.trim_end_matches(ends_address))
            && let Some(target) = link_target(address)
        {
            let start = begin + at;
            return Some((&text[..start], target, &text[start + address.len()..]));
        }
        begin += part.len();
    }
    None
}

/// Returns `true` if a text ends with an address.
pub(super) fn ends_with_address(text: &str) -> bool {
    let far = text.len().saturating_sub(MAX_RUN_LEN + 1);
    let near = (far..=text.len()).find_map(|at| text.get(at..)).unwrap_or_default();
    let run = near.rsplit(ends_address).next().unwrap_or_default();
    address_in(run).is_some_and(|(at, address)| at + address.len() == run.len())
}

/// Returns the address in a run, and its start.
fn address_in(run: &str) -> Option<(usize, &str)> {
    if run.len() > MAX_RUN_LEN {
        return None;
    }
    run.match_indices("http").find_map(|(at, _)| Some((at, address_at_start(&run[at..])?)))
}

/// Returns the address at the start of a run, without trailing punctuation.
fn address_at_start(text: &str) -> Option<&str> {
    let scheme = ["http://", "https://"].into_iter().find(|scheme| text.starts_with(scheme))?;
    let address = text.trim_end_matches(['.', ',', ':', '!', '?', '&']);
    (address.len() > scheme.len()).then_some(address)
}

fn ends_address(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '<' | '>' | '"' | '`' | ')' | ']' | '[' | '(' | '{' | '}' | '\\' | '|' | '*' | '\'' | ';' | '^')
}
