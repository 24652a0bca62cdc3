//! Selectors of schemas.
//!
//! | selector | matches |
//! |---|---|
//! | `Pet`, `Kafka*` | schemas with this name |
//! | `/components/schemas/Pet/properties/id`, `#/..` | the schema at this JSON pointer (RFC 6901) |
//! | `format:decimal` | all schemas with this format |
//! | `type:string pattern:^[0-9]+$` | all schemas with all of these keywords; the pattern comes last |
//! | `map` | objects whose members all have one type |

use std::str::FromStr;

use super::place::{Refusal, text_check};
use super::selector::Glob;

/// A selector of schemas.
#[derive(Clone, Debug)]
pub(crate) enum TypeSelector {
    /// By name.
    Schema(Glob),
    /// By location.
    Place(String),
    /// By keywords.
    Shape(ShapeSelector),
    /// Objects whose members all have one type.
    Map,
}

/// The keywords that a schema has to have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShapeSelector {
    ty: Option<String>,
    format: Option<String>,
    pattern: Option<String>,
}

const HELP: &str = "write the name of a schema, a pointer such as `/components/schemas/Pet`, `format:decimal`, `type:string pattern:^..$` or `map`";

fn is_shape(text: &str) -> bool {
    ["type:", "format:", "pattern:"].iter().any(|condition| text.starts_with(condition))
}

impl FromStr for TypeSelector {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let refusal = || Refusal::new(format!("`{text}` is not a valid schema selector"), HELP);
        if text == "map" {
            return Ok(Self::Map);
        }
        if is_shape(text) {
            return ShapeSelector::parse(text).map(Self::Shape).ok_or_else(refusal);
        }
        is_name_or_place(text).then(|| Self::by_name_or_place(text)).ok_or_else(refusal)
    }
}

impl TypeSelector {
    /// Returns the selector of schemas with a name, or at a pointer.
    pub(super) fn by_name_or_place(text: &str) -> Self {
        let pointer = text.strip_prefix('#').unwrap_or(text);
        if pointer.starts_with('/') { Self::Place(pointer.to_owned()) } else { Self::Schema(Glob::new(text)) }
    }
}

text_check! {
    /// A selector of emitted types.
    pub(super) EmittedType: |text: &str| is_name_or_place(text) && !is_shape(text) && text != "map",
    "`{}` is not a valid type selector",
    "write the name of a schema, `Kafka*`, `Schema.field`, or a pointer such as `/components/schemas/Pet`"
}

fn is_name_or_place(text: &str) -> bool {
    let is_place = text.strip_prefix('#').unwrap_or(text).starts_with('/');
    is_place || !(text.is_empty() || text.contains(char::is_whitespace))
}

impl ShapeSelector {
    fn parse(text: &str) -> Option<Self> {
        let mut shape = Self::default();
        let mut rest = text;
        while !rest.is_empty() {
            let (condition, after) = match rest.strip_prefix("pattern:") {
                Some(_) => (rest, ""),
                None => rest.split_once(' ').unwrap_or((rest, "")),
            };
            let (name, value) = condition.split_once(':')?;
            let place = match name {
                "type" => &mut shape.ty,
                "format" => &mut shape.format,
                "pattern" => &mut shape.pattern,
                _ => return None,
            };
            if value.is_empty() || place.replace(value.to_owned()).is_some() {
                return None;
            }
            rest = after;
        }
        Some(shape)
    }

    /// Returns `true` if a schema has all of the keywords.
    pub(super) fn matches(&self, ty: Option<&str>, format: Option<&str>, pattern: Option<&str>) -> bool {
        let says = |asked: &Option<String>, said: Option<&str>, equal: fn(&str, &str) -> bool| {
            asked.as_deref().is_none_or(|asked| said.is_some_and(|said| equal(asked, said)))
        };
        says(&self.ty, ty, |asked, said| asked == said)
            && says(&self.format, format, str::eq_ignore_ascii_case)
            && says(&self.pattern, pattern, |asked, said| asked == said)
    }

    /// Returns the number of conditions: a selector with more is more specific.
    pub(super) fn conditions(&self) -> usize {
        [&self.ty, &self.format, &self.pattern].iter().filter(|condition| condition.is_some()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::TypeSelector;

    #[test]
    fn shapes_say_what_they_ask_for() {
        let means = |text: &str, ty, format, pattern| match text.parse().unwrap() {
            TypeSelector::Shape(shape) => shape.matches(ty, format, pattern),
            other => panic!("{other:?}"),
        };
        assert!(means("format:decimal", Some("string"), Some("Decimal"), None));
        assert!(!means("format:decimal", Some("string"), None, None));
        assert!(means("type:string pattern:^a b:c$", Some("string"), Some("x"), Some("^a b:c$")));
        assert!(!means("type:string pattern:^a$", Some("integer"), None, Some("^a$")));
        assert!(means("type:number format:decimal", Some("number"), Some("decimal"), None));
    }

    #[test]
    fn what_is_no_selector() {
        for bad in ["", "a b", "format:", "type:string  format:x", "type:string other:x", "type:a type:b", "format:x y"]
        {
            assert!(bad.parse::<TypeSelector>().is_err(), "{bad}");
        }
        for good in ["Pet", "io.k8s.Pod", "Kafka*", "/definitions/Pet", "#/components/schemas/a~1b", "map"] {
            assert!(good.parse::<TypeSelector>().is_ok(), "{good}");
        }
    }
}
