//! Adjusts the inline elements of a paragraph so that they can be written: emphasis is kept only where its marks are
//! recognized.

use super::block::{Inline, address, ends_with_address, link_target};

/// Returns the inline elements with valid emphasis marks, and adjacent texts joined.
pub(super) fn settled(inlines: &[Inline]) -> Vec<Inline> {
    let mut settled: Vec<Inline> = Vec::with_capacity(inlines.len());
    let mut in_link = false;
    let mut index = 0;
    while let Some(inline) = inlines.get(index) {
        let Inline::Open(strong) = inline else {
            if !matches!(inline, Inline::Close(_)) {
                in_link = is_in_link(in_link, std::slice::from_ref(inline));
                push(inline.clone(), &mut settled);
            }
            index += 1;
            continue;
        };
        let length = inlines[index..].iter().position(|inline| matches!(inline, Inline::Close(_)));
        let end = length.map_or(inlines.len(), |length| index + length);
        let mut content = Vec::with_capacity(end - index);
        inlines[index + 1..end].iter().for_each(|inline| push(inline.clone(), &mut content));
        let lead = take_blank(content.first_mut(), str::trim_start);
        let trail = take_blank(content.last_mut(), str::trim_end);
        if lead {
            push(Inline::Text(" ".to_owned()), &mut settled);
        }
        let signs = Signs { in_link };
        in_link = is_in_link(in_link, &content);
        let before = settled.last().map(|inline| signs.last(inline));
        let after = if trail { Some(' ') } else { inlines.get(end + 1).map(|inline| signs.first(inline)) };
        if signs.fit(before, &content, after) {
            settled.push(Inline::Open(*strong));
            settled.append(&mut content);
            settled.push(Inline::Close(*strong));
        } else {
            content.into_iter().for_each(|inline| push(inline, &mut settled));
        }
        if trail {
            push(Inline::Text(" ".to_owned()), &mut settled);
        }
        index = end + 1;
    }
    trim_end(&mut settled);
    settled
}

/// Returns `true` if the element after the inlines is in the text of a link.
fn is_in_link(before: bool, inlines: &[Inline]) -> bool {
    let mut ends = inlines.iter().rev().filter_map(|inline| match inline {
        Inline::LinkStart => Some(true),
        Inline::LinkEnd(_) => Some(false),
        _ => None,
    });
    ends.next().unwrap_or(before)
}

/// Removes trailing breaks and whitespace.
fn trim_end(inlines: &mut Vec<Inline>) {
    while let Some(last) = inlines.last_mut() {
        match last {
            Inline::Text(text) => text.truncate(text.trim_end().len()),
            Inline::HardBreak => {}
            _ => return,
        }
        match last {
            Inline::Text(text) if !text.is_empty() => return,
            _ => drop(inlines.pop()),
        }
    }
}

/// Adds an inline element. Adjacent texts are joined, whitespace is collapsed and trimmed at the ends of lines, and a
/// link without text shows its address.
fn push(inline: Inline, inlines: &mut Vec<Inline>) {
    match inline {
        Inline::HardBreak => {
            if let Some(Inline::Text(before)) = inlines.last_mut() {
                before.truncate(before.trim_end_matches(' ').len());
            }
        }
        Inline::LinkEnd(_) => trim_end(inlines),
        _ => {}
    }
    match (inlines.as_mut_slice(), inline) {
        ([.., Inline::LinkStart], Inline::HardBreak) => {}
        (before, Inline::Text(text)) => {
            let text = text.replace(['\t', '\u{a0}', '\n'], " ");
            let is_start = matches!(before, [] | [.., Inline::HardBreak | Inline::LinkStart]);
            if let [.., Inline::Text(before)] = before {
                add_words(&text, before);
            } else {
                let mut words = String::with_capacity(text.len());
                add_words(if is_start { text.trim_start_matches(' ') } else { &text }, &mut words);
                if !words.is_empty() {
                    inlines.push(Inline::Text(words));
                }
            }
        }
        ([.., Inline::LinkStart], Inline::LinkEnd(target)) => {
            inlines.pop();
            inlines.push(Inline::Address(target));
        }
        ([.., Inline::LinkStart, Inline::Text(text)], Inline::LinkEnd(target))
            if text.trim().is_empty() || link_target(text).as_ref() == Some(&target) =>
        {
            inlines.truncate(inlines.len() - 2);
            inlines.push(Inline::Address(target));
        }
        (_, inline) => inlines.push(inline),
    }
}

/// Adds a text with collapsed whitespace.
fn add_words(text: &str, before: &mut String) {
    for c in text.chars() {
        if c != ' ' || !before.ends_with(' ') {
            before.push(c);
        }
    }
}

/// Trims the whitespace at one end of a text. Returns `true` if there was any.
fn take_blank(inline: Option<&mut Inline>, trim: fn(&str) -> &str) -> bool {
    let Some(Inline::Text(text)) = inline else { return false };
    let trimmed = trim(text);
    let is_shorter = trimmed.len() < text.len();
    *text = trimmed.to_owned();
    is_shorter
}

/// The characters at the start and the end of inlines when they are written.
struct Signs {
    /// `true` in the text of a link, where addresses are not linked.
    in_link: bool,
}

impl Signs {
    /// Returns `true` if marks around this content are recognized as emphasis (`CommonMark`, section 6.2).
    ///
    /// A mark next to a letter is always recognized; next to punctuation only if there is whitespace or punctuation
    /// outside.
    fn fit(&self, before: Option<char>, content: &[Inline], after: Option<char>) -> bool {
        let (Some(first), Some(last)) = (content.first(), content.last()) else { return false };
        let is_break = |inline: &Inline| match inline {
            Inline::HardBreak => true,
            Inline::Text(text) => text.is_empty(),
            _ => false,
        };
        if is_break(first) || is_break(last) || !has_whole_links(content) {
            return false;
        }
        let fits = |outer: Option<char>, inner: char| {
            let parted = outer.is_none_or(|c| c.is_whitespace() || (c.is_ascii_punctuation() && c != '*'));
            outer != Some('*') && inner != '*' && !inner.is_whitespace() && (inner.is_alphanumeric() || parted)
        };
        fits(before, self.first(first)) && fits(after, self.last(last))
    }

    fn first(&self, inline: &Inline) -> char {
        match inline {
            // An address becomes a link in angle brackets.
            Inline::Text(text) if !self.in_link && address(text).is_some_and(|(before, ..)| before.is_empty()) => '<',
            Inline::Text(text) => text.chars().next().unwrap_or(' '),
            Inline::Code(_) => '`',
            Inline::Open(_) | Inline::Close(_) => '*',
            Inline::LinkStart => '[',
            Inline::LinkEnd(_) => ']',
            Inline::Address(_) => '<',
            Inline::HardBreak => ' ',
        }
    }

    fn last(&self, inline: &Inline) -> char {
        match inline {
            Inline::Text(text) if !self.in_link && ends_with_address(text) => '>',
            Inline::Text(text) => text.chars().next_back().unwrap_or(' '),
            Inline::Code(_) => '`',
            Inline::Open(_) | Inline::Close(_) => '*',
            Inline::LinkStart => '[',
            Inline::LinkEnd(_) => ')',
            Inline::Address(_) => '>',
            Inline::HardBreak => ' ',
        }
    }
}

fn has_whole_links(content: &[Inline]) -> bool {
    let mut open = false;
    for inline in content {
        match inline {
            Inline::LinkStart if open => return false,
            Inline::LinkEnd(_) if !open => return false,
            Inline::LinkStart => open = true,
            Inline::LinkEnd(_) => open = false,
            _ => {}
        }
    }
    !open
}
