//! The closed list of what docs consist of. Nothing else of a text can be said, so nothing else can be written.

/// A part of a text that stands by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Block {
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
    /// A link to an address with one of the schemes that are allowed.
    LinkStart,
    LinkEnd(String),
    /// An address that is its own text.
    Address(String),
    /// The end of a line of the source.
    SoftBreak,
    HardBreak,
}

/// The address that a link may lead to: on the web, or of mail. Anything else leads nowhere from the docs.
///
/// What has a meaning around a link in Markdown is percent-encoded (RFC 3986, section 2.1).
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
            // With a semicolon an ampersand could begin a character reference.
            ' ' | '"' | '\'' | '(' | ')' | '<' | '>' | '[' | ']' | '\\' | '^' | '`' | '{' | '|' | '}' | '*' | ';' => {
                target.push_str(&format!("%{:02X}", u32::from(c)));
            }
            c if c.is_whitespace() || crate::signs::is_invisible(c) => {}
            c => target.push(c),
        }
    }
    Some(target)
}

/// How many bytes there may be without a sign that ends an address. What is longer is text, however it goes on.
const LONGEST_RUN: usize = 2_000;

/// The first address in a text, with what stands before and behind it.
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
    let far = text.len().saturating_sub(LONGEST_RUN + 1);
    let near = (far..=text.len()).find_map(|at| text.get(at..)).unwrap_or_default();
    let run = near.rsplit(ends_address).next().unwrap_or_default();
    address_in(run).is_some_and(|(at, address)| at + address.len() == run.len())
}

/// The address in what no sign ends, and where it begins.
fn address_in(run: &str) -> Option<(usize, &str)> {
    if run.len() > LONGEST_RUN {
        return None;
    }
    run.match_indices("http").find_map(|(at, _)| Some((at, address_at_start(&run[at..])?)))
}

/// The address at the start of a run, without what ends a sentence.
fn address_at_start(text: &str) -> Option<&str> {
    let scheme = ["http://", "https://"].into_iter().find(|scheme| text.starts_with(scheme))?;
    let address = text.trim_end_matches(['.', ',', ':', '!', '?', '&']);
    (address.len() > scheme.len()).then_some(address)
}

fn ends_address(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '<' | '>' | '"' | '`' | ')' | ']' | '[' | '(' | '{' | '}' | '\\' | '|' | '*' | '\'' | ';' | '^')
}
