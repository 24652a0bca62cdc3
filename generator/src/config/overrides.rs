//! Overrides of parts of the description: `[codes]`, `[fields]` and `[token]`.

use std::str::FromStr;

use serde::Deserialize;

use super::place::{Checked, Placed, Refusal, text_check};

/// The security scheme of `.token(..)`.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a table such as `{ scheme = \"ServiceToken\" }`")]
pub(crate) struct Token {
    /// The security scheme to use.
    pub(super) scheme: Option<Placed<String>>,
    /// `true` if one of several required schemes is enough.
    #[serde(default)]
    pub(crate) either: bool,
}

/// The loosening of a received member.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a table such as `{ nullable = true }`")]
pub(crate) struct Loosened {
    /// `true` if it may be null, contrary to the description.
    #[cfg_attr(test, schemars(extend("const" = true)))]
    nullable: Option<bool>,
    /// `false` if it may be absent, contrary to the description.
    #[cfg_attr(test, schemars(extend("const" = false)))]
    required: Option<bool>,
    /// Other values that are read: `["number"]` if the server writes its booleans as 0 and 1; `["text"]` if its strings do not
    /// have their format, so that it is a string without one.
    accepts: Option<[AcceptedKind; 1]>,
}

/// A kind of JSON value.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum AcceptedKind {
    /// Numbers for booleans.
    Number,
    /// Strings without the format.
    Text,
}

/// A correction of a received member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Loosening {
    /// It may be absent.
    Optional,
    /// It may be null.
    Nullable,
    /// Its booleans may be 0 and 1.
    Numbers,
}

impl Loosening {
    /// Returns the key and the value in the configuration.
    pub fn setting(self) -> (&'static str, &'static str) {
        match self {
            Self::Optional => ("required", "false"),
            Self::Nullable => ("nullable", "true"),
            Self::Numbers => ("accepts", "[\"number\"]"),
        }
    }
}

impl Loosened {
    /// No correction.
    pub(super) const NONE: Self = Self { nullable: None, required: None, accepts: None };

    pub(super) fn add(&mut self, how: Loosening) {
        match how {
            Loosening::Optional => self.required = Some(false),
            Loosening::Nullable => self.nullable = Some(true),
            Loosening::Numbers => self.accepts = Some([AcceptedKind::Number]),
        }
    }

    /// Returns `true` if it may be null, contrary to the description.
    pub(crate) fn is_nullable(&self) -> bool {
        self.nullable == Some(true)
    }

    /// Returns `true` if it may be absent, contrary to the description.
    pub(crate) fn is_optional(&self) -> bool {
        self.required == Some(false)
    }

    /// Returns `true` if 0 and 1 are read for its booleans.
    pub(crate) fn accepts_numbers(&self) -> bool {
        matches!(self.accepts, Some([AcceptedKind::Number]))
    }

    /// Returns `true` if its strings may not have their format.
    pub(crate) fn accepts_text(&self) -> bool {
        matches!(self.accepts, Some([AcceptedKind::Text]))
    }

    fn is_idle(&self) -> bool {
        let is_given = self.nullable.is_some() || self.required.is_some() || self.accepts.is_some();
        self.nullable == Some(false) || self.required == Some(true) || !is_given
    }
}

text_check! {
    /// The key of a member: `Story.creator`, or its JSON pointer, with `#` or without.
    pub(super) Member: is_member, "`{}` is not a field of a schema",
    "write the schema and the field, such as `Story.creator`, or a JSON pointer"
}

fn is_member(text: &str) -> bool {
    let pointer = text.strip_prefix('#').unwrap_or(text);
    if pointer.starts_with('/') {
        return pointer.contains("/properties/");
    }
    text.split_once('.').is_some_and(|(schema, field)| !schema.is_empty() && !field.is_empty())
}

/// A value of an enumeration. Only one spelling is valid, so that it cannot be named twice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EnumValue(pub(super) i64);

impl FromStr for EnumValue {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let number = text.parse().ok().filter(|number: &i64| number.to_string() == text).map(Self);
        let help = "write an integer as the key, such as `8` or `-1`";
        number.ok_or_else(|| Refusal::new(format!("`{text}` is not a valid enum value"), help))
    }
}

/// Checks that an entry of `[fields]` changes anything.
pub(super) fn check(key: &str, loosened: &Placed<Loosened>) -> Checked {
    if !loosened.is_idle() {
        return Ok(());
    }
    let help = "write `nullable = true`, `required = false`, `accepts = [\"number\"]` or `accepts = [\"text\"]`";
    Err((loosened.at, Refusal::new(format!("the entry `{key}` changes nothing"), help)))
}
