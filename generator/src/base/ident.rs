//! Converts any text to a Rust identifier. Pure functions, and the only module that knows cases, symbols and keywords.
//!
//! | text | type or variant | field or function |
//! |---|---|---|
//! | `notes_html` | `NotesHtml` | `notes_html` |
//! | `HTTPServer` | `HttpServer` | `http_server` |
//! | `URLs`, `userIDs` | `Urls`, `UserIds` | `urls`, `user_ids` |
//! | `IPv4Address`, `iOSVersion` | `Ipv4Address`, `IosVersion` | `ipv4_address`, `ios_version` |
//! | `type` | `Type` | `type_` |
//! | `self` | `SelfValue` | `self_value` |
//! | `204-DELETE` | `N204Delete` | `n204_delete` |
//! | `1ShoppingCart` | `N1ShoppingCart` | `n1_shopping_cart` |
//! | `x86_64` | `X86_64` | `x86_64` |
//! | `+1`, `-1` | `Plus1`, `Minus1` | `plus_1`, `minus_1` |
//! | `size--1` | `SizeMinus1` | `size_minus_1` |
//! | `won't fix` | `WontFix` | `wont_fix` |
//! | `<=` | `LessEqual` | `less_equal` |
//! | `?` | `QuestionMark` | `question_mark` |
//! | `context.id` | `ContextId` | `context_id` |
//! | `größe` | `Größe` | `größe` |
//! | `🎉` | `PartyPopper` | `party_popper` |
//! | `` | `Empty` | `empty` |

use std::borrow::Cow;

use heck::{ToSnakeCase, ToUpperCamelCase};
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::GeneralSecurityProfile as _;

use crate::base::unicode::is_blank;

/// Maximum number of arguments of a function that clippy allows, without `self`.
pub(crate) const MAX_ARGUMENTS: usize = 6;

/// Keywords that a name has an underscore after.
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];
/// Names that stand for something else in Rust. The last one represents `crate` until the module of the code is known.
const FORBIDDEN: [&str; 5] = ["crate", "self", "super", "Self", "_"];

/// Maximum length of a name. Files are named after modules, and file systems limit their length.
const MAX_NAME_LEN: usize = 120;
/// Maximum number of bytes of a text that are read: enough for any name, whatever is between its words.
const MAX_TEXT_LEN: usize = 16 * MAX_NAME_LEN;

/// Returns the name of a type or a variant.
#[must_use]
pub fn type_name(text: &str) -> String {
    let name = valid(&camel(&words(&sanitized(text, false))), 'N');
    if FORBIDDEN.contains(&name.as_str()) { format!("{name}Value") } else { name }
}

/// Converts words to camel case, with an underscore between adjacent numbers.
fn camel(text: &str) -> String {
    // Most names do not have two digits, so they cannot be ambiguous.
    if text.bytes().filter(u8::is_ascii_digit).count() < 2 {
        return text.to_upper_camel_case();
    }
    let snake = text.to_snake_case();
    let meets =
        |pair: &[u8]| matches!(pair, [before, b'_', after] if before.is_ascii_digit() && after.is_ascii_digit());
    if !snake.as_bytes().windows(3).any(meets) {
        return text.to_upper_camel_case();
    }
    let mut name = String::with_capacity(snake.len());
    for word in snake.split('_').filter(|word| !word.is_empty()) {
        if name.ends_with(|c: char| c.is_ascii_digit()) && word.starts_with(|c: char| c.is_ascii_digit()) {
            name.push('_');
        }
        name.push_str(&word.to_upper_camel_case());
    }
    name
}

/// Suffixes that tools add to titles derived from program code.
const TOOL_SUFFIXES: [&str; 5] = ["_param", "_params", "_spec", "_specs", "_schema"];

/// Returns a title without a suffix that a tool added, or `None` if a person wrote the title.
pub(crate) fn made_title(title: &str) -> Option<&str> {
    let is_generated = title.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'));
    let without = TOOL_SUFFIXES.iter().find_map(|ending| title.strip_suffix(ending));
    without.filter(|without| is_generated && without.starts_with(char::is_alphabetic))
}

/// Returns `true` if a string is a keyword of the edition of the emitted code.
pub(crate) fn is_keyword(text: &str) -> bool {
    KEYWORDS.contains(&text)
}

/// Returns the name of a field, a parameter, a function or a module; a keyword has an underscore after it.
#[must_use]
pub fn value_name(text: &str) -> String {
    let name = valid(&words(&sanitized(text, false)).to_snake_case(), 'n');
    if FORBIDDEN.contains(&name.as_str()) {
        format!("{name}_value")
    } else if KEYWORDS.contains(&name.as_str()) {
        format!("{name}_")
    } else {
        name
    }
}

/// Rewrites words whose case would split them, such as `URLs` and `IPv4`.
pub(crate) fn words(text: &str) -> Cow<'_, str> {
    const ONE_WORD: [(&str, &str); 6] = [
        ("IPv", "Ipv"),
        ("OAuth", "Oauth"),
        ("iOS", "Ios"),
        ("macOS", "Macos"),
        ("GraphQL", "Graphql"),
        ("MySQL", "Mysql"),
    ];
    let mut text = Cow::Borrowed(text);
    for (written, word) in ONE_WORD {
        if text.contains(written) {
            text = Cow::Owned(text.replace(written, word));
        }
    }
    if text.contains(|c: char| c.is_ascii_digit()) {
        text = Cow::Owned(separate_numbers(&text));
    }
    if text.contains('s') { Cow::Owned(plurals(&text)) } else { text }
}

/// Separates a number from the capitalized word behind it: `1ShoppingCart` is three words, `3DSecure` is two.
fn separate_numbers(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 4);
    let (mut before, mut in_number) = (' ', false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if in_number && letter.is_uppercase() && letters.peek().is_some_and(|next| next.is_lowercase()) {
            written.push(' ');
        }
        in_number = letter.is_ascii_digit() && (in_number || !before.is_alphanumeric());
        written.push(letter);
        before = letter;
    }
    written
}

/// Rewrites plurals of acronyms: `URLs` is one word, `userIDs` is two.
fn plurals(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut acronym = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let ends = letters.peek().is_none_or(|next| !next.is_lowercase());
        if letter == 's' && ends && acronym.len() > 1 {
            written.extend(acronym.chars().take(1));
            written.push_str(&acronym[1..].to_ascii_lowercase());
            written.push('s');
            acronym.clear();
        } else if letter.is_ascii_uppercase() {
            acronym.push(letter);
        } else {
            written.push_str(&acronym);
            acronym.clear();
            written.push(letter);
        }
    }
    written + &acronym
}

/// Returns the text with its symbols and its case written out, for names that would collide otherwise.
#[must_use]
pub(crate) fn spelled(text: &str) -> String {
    // Separators often come with a change of case; a symbol such as that of `C#` is distinctive by itself.
    let signed = text.chars().any(|c| !c.is_alphanumeric() && !matches!(c, '_' | '-' | ' ' | '.' | '/' | ':'));
    let case = match (text.chars().any(char::is_uppercase), text.chars().any(char::is_lowercase)) {
        _ if signed => "",
        (true, false) => " upper",
        (true, true) if text.starts_with(char::is_uppercase) => " title",
        (true, true) => " camel",
        (false, _) => "",
    };
    format!("{}{case}", sanitized(text, true))
}

/// Returns the text with its symbols written out.
#[must_use]
pub(crate) fn symbols(text: &str) -> String {
    sanitized(text, true)
}

/// Returns the name without the underscore after a keyword, so that words can be added to it.
#[must_use]
pub fn without_underscore(name: &str) -> &str {
    name.strip_suffix('_').unwrap_or(name)
}

/// The prefix of functions that set a field to null.
pub(crate) const CLEARING_PREFIX: &str = "clear_";

/// Returns the name of the function that sets a field to null.
pub(crate) fn clear_name(field: &str) -> String {
    format!("{CLEARING_PREFIX}{}", without_underscore(field))
}

/// Replaces symbols with a meaning by words, and all others by separators. Letters are composed as the compiler does
/// it; confusable letters, which the compiler warns about, are removed.
fn sanitized(text: &str, all: bool) -> String {
    let composed: String;
    let text = if text.is_ascii() {
        text
    } else {
        let letters = text.nfkc().filter(|c| !is_blank(*c) && (!c.is_alphanumeric() || c.identifier_allowed()));
        composed = letters.take(MAX_TEXT_LEN).collect();
        &composed
    };
    let has_only_symbols = !text.chars().any(char::is_alphanumeric);
    let mut sanitized = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next().filter(|_| sanitized.len() < MAX_TEXT_LEN) {
        if c.is_alphanumeric() {
            sanitized.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        // Removed characters between letters do not separate words.
        let before = text.get(..text.len() - rest.len()).and_then(|before| before.chars().next_back());
        if matches!(c, '\'' | '’') && !all && before.is_some_and(char::is_alphabetic) {
            rest = &rest[c.len_utf8()..];
            continue;
        }
        // A sign in front of a number is part of it, even after a separator.
        let sign = before.is_none_or(|before| !before.is_alphanumeric())
            && rest[c.len_utf8()..].starts_with(|next: char| next.is_ascii_digit());
        let word = if all || has_only_symbols || (sign && (c == '+' || c == '-')) { symbol(rest) } else { None };
        let (length, word) = word.unwrap_or_else(|| (c.len_utf8(), unicode_word(c, all || has_only_symbols)));
        sanitized.push(' ');
        sanitized.push_str(&word);
        sanitized.push(' ');
        rest = &rest[length..];
    }
    sanitized
}

/// Returns the Unicode name of a character, for values without any other name.
fn unicode_word(c: char, wanted: bool) -> String {
    let name = if wanted && !c.is_ascii() { unicode_names2::name(c) } else { None };
    name.map(|name| name.to_string().to_lowercase()).unwrap_or_default()
}

fn symbol(text: &str) -> Option<(usize, String)> {
    const SYMBOLS: [(&str, &str); 39] = [
        ("<=", "less equal"),
        (">=", "greater equal"),
        ("!=", "not equal"),
        ("==", "double equal"),
        ("!~", "not like"),
        ("~=", "like"),
        ("<", "less"),
        (">", "greater"),
        ("=", "equal"),
        ("~", "tilde"),
        ("+", "plus"),
        ("-", "minus"),
        ("*", "star"),
        ("/", "slash"),
        ("\\", "backslash"),
        ("%", "percent"),
        ("&", "and"),
        ("|", "or"),
        ("!", "not"),
        ("?", "question mark"),
        ("@", "at"),
        ("#", "hash"),
        ("$", "dollar"),
        ("^", "caret"),
        (".", "dot"),
        (",", "comma"),
        (":", "colon"),
        (";", "semicolon"),
        ("'", "quote"),
        ("\"", "double quote"),
        ("(", "open"),
        (")", "close"),
        ("_", "underscore"),
        (" ", "space"),
        ("[", "bracket"),
        ("]", "bracket close"),
        ("{", "brace"),
        ("}", "brace close"),
        ("`", "backtick"),
    ];
    SYMBOLS.iter().find(|(symbol, _)| text.starts_with(symbol)).map(|(symbol, word)| (symbol.len(), (*word).to_owned()))
}

/// Makes a name a valid identifier; a leading digit gets a letter in front.
fn valid(name: &str, before_digit: char) -> String {
    let name: String =
        name.chars().filter(|c| *c == '_' || unicode_ident::is_xid_continue(*c)).take(MAX_NAME_LEN).collect();
    match name.chars().next() {
        None => {
            if before_digit == 'N' {
                "Empty".to_owned()
            } else {
                "empty".to_owned()
            }
        }
        Some('_') => format!("{before_digit}{name}"),
        Some(first) if !unicode_ident::is_xid_start(first) => format!("{before_digit}{name}"),
        Some(_) => name,
    }
}

/// Returns the letters and digits of a text in lower case, to compare spellings of one name.
pub(crate) fn folded(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the key of a group of operations: tags that differ only in case or punctuation belong to one group.
pub(crate) fn group_key(tag: &str) -> String {
    let folded = folded(tag);
    if folded.is_empty() { tag.to_owned() } else { folded }
}

/// Returns the ordinal word for an index, if there is a common one.
pub(crate) fn ordinal(index: usize) -> Option<&'static str> {
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"].get(index).copied()
}

#[cfg(test)]
mod tests {
    use super::{FORBIDDEN, KEYWORDS, spelled, type_name, value_name};

    #[test]
    fn names_match_the_table() {
        let rows = [
            ("notes_html", "NotesHtml", "notes_html"),
            ("HTTPServer", "HttpServer", "http_server"),
            ("URLs", "Urls", "urls"),
            ("userIDs", "UserIds", "user_ids"),
            ("vCPUs", "VCpus", "v_cpus"),
            ("IPv4Address", "Ipv4Address", "ipv4_address"),
            ("OAuth2Token", "Oauth2Token", "oauth2_token"),
            ("iOSVersion", "IosVersion", "ios_version"),
            ("HTTPstatus", "HttPstatus", "htt_pstatus"),
            ("yield", "Yield", "yield_"),
            ("type", "Type", "type_"),
            ("self", "SelfValue", "self_value"),
            ("204-DELETE", "N204Delete", "n204_delete"),
            ("1ShoppingCart", "N1ShoppingCart", "n1_shopping_cart"),
            ("3DSecure", "N3dSecure", "n3d_secure"),
            ("x86_64", "X86_64", "x86_64"),
            ("1.10", "N1_10", "n1_10"),
            ("+1", "Plus1", "plus_1"),
            ("-1", "Minus1", "minus_1"),
            ("reactions--1", "ReactionsMinus1", "reactions_minus_1"),
            ("2024-01-02", "N2024_01_02", "n2024_01_02"),
            ("won't fix", "WontFix", "wont_fix"),
            ("<=", "LessEqual", "less_equal"),
            ("?", "QuestionMark", "question_mark"),
            ("context.id", "ContextId", "context_id"),
            ("@type", "Type", "type_"),
            ("\u{3164}", "Empty", "empty"),
            ("\u{2800}\u{115f}", "Empty", "empty"),
            ("ad\u{34f}min", "Admin", "admin"),
            ("id\u{fe0f}", "Id", "id"),
            ("größe", "Größe", "größe"),
            ("", "Empty", "empty"),
            ("🎉", "PartyPopper", "party_popper"),
            ("❤️", "HeavyBlackHeart", "heavy_black_heart"),
            ("€/kg", "Kg", "kg"),
            ("€", "EuroSign", "euro_sign"),
            ("Pʿal", "Pal", "pal"),
            ("u\u{308}ber", "Über", "über"),
            ("名前", "名前", "名前"),
        ];
        for (text, as_type, as_value) in rows {
            assert_eq!((type_name(text), value_name(text)), (as_type.to_owned(), as_value.to_owned()), "{text}");
        }
    }

    #[test]
    fn every_keyword_becomes_an_identifier() {
        for keyword in KEYWORDS.iter().chain(&FORBIDDEN) {
            for name in [type_name(keyword), value_name(keyword)] {
                assert!(syn::parse_str::<syn::Ident>(&name).is_ok(), "{keyword} became {name}");
            }
        }
    }

    #[test]
    fn spelled_names_are_distinct() {
        assert_ne!(type_name(&spelled("a-b")), type_name(&spelled("a_b")));
        assert_ne!(type_name(&spelled("ASC")), type_name(&spelled("asc")));
        assert_ne!(type_name(&spelled("fooBar")), type_name(&spelled("FooBar")));
    }
}
