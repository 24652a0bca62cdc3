//! Strings.

use serde_json::{Value, json};

use super::format;
use super::maker::{Maker, leaves};
use super::pattern;
use super::shape::Shape;
use super::variant::{Variant, VariantKind};

/// Maximum length of a string generated up to an allowed limit.
const LONG: usize = 300;

/// Maximum length of a string generated because the schema requires it.
const MAX_LEN: usize = 20_000;

/// Characters that a client might escape, normalize or trim.
const SPECIAL: &str = " \"ü\" \\ / 日本 🦀\n\t+%&<é> ";

impl Maker<'_, '_> {
    /// Returns strings of the format, otherwise of the pattern, otherwise of any content.
    pub(super) fn texts(&self, shape: &Shape<'_>) -> Vec<Variant> {
        let allowed = Lengths::for_shape(shape);
        let encoded = shape.word("contentEncoding").filter(|encoding| encoding.starts_with("base64"));
        let format = shape.word("format").or(encoded.map(|_| "byte"));
        let formatted = format.map(format::texts).unwrap_or_default().into_iter();
        let formatted: Vec<_> = formatted.filter(|(_, text)| allowed.has(text)).collect();
        if !formatted.is_empty() {
            return leaves(VariantKind::Text, formatted.into_iter().map(|(label, text)| (label, json!(text))));
        }
        let matching = shape.word("pattern").map(|pattern| matching_texts(shape, pattern, allowed)).unwrap_or_default();
        if !matching.is_empty() {
            let labelled = matching.into_iter().enumerate().map(|(n, text)| (format!("text {n} of the pattern"), text));
            return leaves(VariantKind::Text, labelled.map(|(label, text)| (label, json!(text))));
        }
        let free = plain(allowed).filter(|_| shape.word("pattern").is_none());
        let texts = std::iter::once(("text", allowed.fit("text"))).chain(free.into_iter().flatten());
        leaves(VariantKind::Text, texts.filter(|(_, text)| allowed.has(text)).map(|(label, text)| (label, json!(text))))
    }
}

/// Returns strings that match a pattern: those in the description, then generated ones.
fn matching_texts(shape: &Shape<'_>, pattern: &str, allowed: Lengths) -> Vec<String> {
    let examples = shape.examples.iter().filter_map(|(_, value)| value.as_str()).map(str::to_owned);
    let built = pattern::texts(pattern, allowed.least);
    examples.chain(built).filter(|text| allowed.has(text)).collect()
}

/// Returns additional strings if the content is unrestricted.
fn plain(allowed: Lengths) -> Option<[(&'static str, String); 4]> {
    let longest = if allowed.most <= LONG { allowed.most } else { allowed.least };
    (allowed.least <= MAX_LEN).then(|| {
        [
            ("special text", SPECIAL.to_owned()),
            ("empty text", String::new()),
            ("longest text", "long".chars().cycle().take(longest).collect()),
            ("shortest text", "s".repeat(allowed.least)),
        ]
    })
}

/// The length that a string may have, in characters.
#[derive(Clone, Copy)]
struct Lengths {
    least: usize,
    most: usize,
}

impl Lengths {
    fn for_shape(shape: &Shape<'_>) -> Self {
        Self { least: shape.size("minLength").unwrap_or(0), most: shape.size("maxLength").unwrap_or(usize::MAX) }
    }

    fn has(self, text: &str) -> bool {
        (self.least..=self.most).contains(&text.chars().count())
    }

    /// Truncates or repeats the string so that its length is allowed.
    fn fit(self, text: &str) -> String {
        let length = text.chars().count().max(self.least).min(self.most).min(MAX_LEN);
        text.chars().cycle().take(length).collect()
    }
}

/// Returns `true` if a string has the format and the length that a schema requires.
pub(super) fn is_plausible(shape: &Shape<'_>, value: &Value) -> bool {
    value.as_str().is_some_and(|text| {
        Lengths::for_shape(shape).has(text) && shape.word("format").is_none_or(|format| format::accepts(format, text))
    })
}
