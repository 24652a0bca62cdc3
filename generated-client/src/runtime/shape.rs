//! What values look like, and how well a value fits that.

use std::cmp::Reverse;

use serde_json::Value;

use super::tree::Tree;
use super::words::says;

/// What the values of an alternative look like.
#[doc(hidden)]
pub enum Shape {
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Integer,
    /// One of these numbers, or one that is not known yet.
    Codes(&'static [i64]),
    /// A number.
    Number,
    /// Any text.
    Text,
    /// A text of a certain form.
    Format,
    /// A date without a time; a parser may take an instant for one.
    Day,
    /// One of these texts, or one that is not known yet.
    Texts(&'static [&'static str]),
    /// An array, whose first element looks so.
    List(&'static Shape),
    /// An object: the members that it has to have, and all that it declares.
    Object(&'static [&'static str], &'static [&'static str]),
    /// The same, with what else is known of its members.
    Marked(
        &'static [&'static str],
        &'static [&'static str],
        &'static [Mark],
    ),
    /// One of several.
    Union(&'static [Shape]),
    /// Anything.
    Any,
}

/// What is known of the value of a member.
#[doc(hidden)]
pub enum Mark {
    /// It is always the same: a test for that.
    Is(&'static str, fn(&Value) -> bool),
    /// It is one of these, or one that is not known yet. The name of a member of a member follows after a `/`.
    Lists(&'static str, &'static [&'static str]),
    /// It is likely to be some of these words, which `_` separates.
    Says(&'static str, &'static str),
    /// It is some of these words: a value in which it is another text is one of something else, unless it has one of these
    /// members.
    Tells(&'static str, &'static str, &'static [&'static str]),
}

/// How well a value fits: what says most comes first.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fit {
    /// How many members have a value that is listed.
    listed: usize,
    /// How much the kind of the value says.
    kind: usize,
    /// How many members are declared.
    recognized: usize,
    /// How many have to be there, and how many of them in one way only.
    required: usize,
    /// How many members have a value that is not listed.
    unlisted: Reverse<usize>,
    /// How closely a member says what is expected of it.
    said: usize,
    /// How much else would fit: members that the value does not have, and other values that are listed.
    spare: Reverse<usize>,
}

impl Fit {
    fn kind(kind: usize) -> Self {
        Self {
            kind,
            ..Self::default()
        }
    }
}

impl Shape {
    /// How well a value with these members fits; nothing where it does not.
    pub fn fit(&self, value: &Tree, keys: &[&str]) -> Option<Fit> {
        let when = |fits: bool, kind: usize| fits.then(|| Fit::kind(kind));
        match (self, value.scalar()) {
            (Self::Any, _) => Some(Fit::default()),
            // What is none of them is kept by the union that they are of.
            (Self::Union(shapes), _) => {
                let fits = shapes.iter().filter_map(|shape| shape.fit(value, keys));
                Some(fits.max().unwrap_or_default())
            }
            (Self::List(element), None) => value.is_array().then(|| element.fit_first(value)),
            (Self::Object(required, known), None) => object(value, keys, required, known),
            (Self::Marked(required, known, marks), None) => {
                let fit = object(value, keys, required, known)?;
                marks
                    .iter()
                    .try_fold(fit, |fit, mark| mark.judge(value, fit))
            }
            (Self::Boolean, Some(Value::Bool(_))) => Some(Fit::kind(1)),
            (Self::Codes(codes), Some(Value::Number(number))) => number
                .as_i64()
                .map(|code| listed(codes.contains(&code), codes.len())),
            (Self::Integer, Some(Value::Number(number))) => when(!number.is_f64(), 3),
            (Self::Number, Some(Value::Number(_))) => Some(Fit::kind(2)),
            (Self::Texts(texts), Some(Value::String(text))) => {
                Some(listed(texts.contains(&text.as_str()), texts.len()))
            }
            (Self::Format, Some(Value::String(_))) => Some(Fit::kind(3)),
            (Self::Day, Some(Value::String(text))) => when(text.len() == "2024-12-31".len(), 3),
            (Self::Text, Some(Value::String(_))) => Some(Fit::kind(2)),
            _ => None,
        }
    }

    /// How well an array fits, by its first element: the others are of the same type.
    fn fit_first(&self, list: &Tree) -> Fit {
        let first = list.first();
        let fit = first.and_then(|first| self.fit(&first, &sorted_keys(&first)));
        fit.map_or_else(
            || Fit::kind(1),
            |fit| Fit {
                kind: fit.kind + 2,
                ..fit
            },
        )
    }
}

/// The names of the members, to be looked up.
pub(crate) fn sorted_keys(value: &Tree) -> Vec<&str> {
    let mut keys: Vec<&str> = value.keys().collect();
    keys.sort_unstable();
    keys
}

/// How well a value fits of which so many are listed.
fn listed(is_listed: bool, values: usize) -> Fit {
    Fit {
        kind: if is_listed { 4 } else { 1 },
        spare: Reverse(values),
        ..Fit::default()
    }
}

fn object(value: &Tree, keys: &[&str], required: &[&str], known: &[&str]) -> Option<Fit> {
    let has = |key: &&str| keys.binary_search(key).is_ok();
    let recognized = known.iter().filter(|key| has(key)).count();
    let complete = value.is_object() && required.iter().all(has);
    complete.then(|| Fit {
        kind: 1,
        recognized,
        required: required.len(),
        spare: Reverse(known.len() - recognized),
        ..Fit::default()
    })
}

impl Mark {
    /// How well a value fits that fitted so far, with the member of the mark; nothing where it does not.
    fn judge(&self, value: &Tree, mut fit: Fit) -> Option<Fit> {
        let member = |key: &str| value.member(key);
        match self {
            Self::Is(key, test) => {
                if !member(key)?.scalar().is_some_and(test) {
                    return None;
                }
                fit.required += 1;
            }
            Self::Lists(key, values) => {
                match self::member(value, key).as_ref().and_then(Tree::scalar) {
                    Some(value) if is_listed(value, values) => {
                        fit.listed += 1;
                        fit.spare.0 += values.len();
                    }
                    None | Some(Value::Null) => {}
                    Some(_) => fit.unlisted.0 += 1,
                }
            }
            Self::Says(key, expected) => {
                if said(value, key, expected) == Some(true) {
                    fit.said = closeness(expected);
                }
            }
            Self::Tells(key, expected, instead) => match said(value, key, expected) {
                Some(true) => fit.said = closeness(expected),
                Some(false) if !instead.iter().any(|own| member(own).is_some()) => return None,
                _ => {}
            },
        }
        Some(fit)
    }
}

/// The member of a name, or the member of a member.
fn member(value: &Tree, key: &str) -> Option<Tree> {
    match key.split_once('/') {
        Some((outer, inner)) => value.member(outer)?.member(inner),
        None => value.member(key),
    }
}

/// Returns `true` if the text of a member is some of the words that are expected.
fn said(value: &Tree, key: &str, expected: &str) -> Option<bool> {
    let member = value.member(key)?;
    Some(says(member.scalar()?.as_str()?, expected))
}

/// Of what is expected, the less is not said the better.
fn closeness(expected: &str) -> usize {
    usize::MAX - expected.len()
}

fn is_listed(value: &Value, values: &[&str]) -> bool {
    match value {
        Value::String(text) => values.contains(&text.as_str()),
        other => values.contains(&other.to_string().as_str()),
    }
}
