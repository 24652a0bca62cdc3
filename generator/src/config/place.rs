//! Configuration values with their places, and strings that are parsed when they are read.
//!
//! `toml` adds the place to an error of a visitor, but to one of `#[serde(try_from)]` only that of the list around it.
//! Therefore strings are parsed by visitors.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::fmt::{self, Display, Formatter};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::str::FromStr;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A place in a configuration: the byte at which a key or a value begins. No two entries begin at the same one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct At(pub(super) usize);

/// The entries that apply to a description, and suggestions for the others. The configuration itself is read-only, so
/// that one can be used for several descriptions.
#[derive(Clone, Debug, Default)]
pub struct UsedEntries {
    entries: BTreeSet<At>,
    /// The suggestions for `[derives]` and `[attributes]` that match nothing, and for `[types]` that match no schema.
    unmatched: BTreeMap<At, String>,
}

impl UsedEntries {
    pub(super) fn insert(&mut self, entry: At) {
        self.entries.insert(entry);
    }

    pub(super) fn contains(&self, entry: At) -> bool {
        self.entries.contains(&entry)
    }

    /// Records a suggestion for an entry that matches nothing.
    pub(crate) fn insert_unmatched(&mut self, entry: At, help: String) {
        self.unmatched.insert(entry, help);
    }

    pub(super) fn unmatched(&self, entry: At) -> Option<&str> {
        self.unmatched.get(&entry).map(String::as_str)
    }
}

/// A value and its place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Placed<T> {
    inner: T,
    pub(crate) at: At,
}

/// A string and its parsed value, which follows from the string; it is compared by the string.
#[derive(Clone, Debug)]
pub(crate) struct Text<T> {
    /// The string as written.
    pub(crate) text: String,
    /// The parsed value.
    pub(crate) value: T,
}

/// A string with its parsed value and its place.
pub(crate) type Entry<T> = Placed<Text<T>>;

/// The reason why a string is refused.
#[derive(Debug, PartialEq, Eq)]
pub struct Refusal {
    pub(super) message: String,
    pub(super) help: String,
}

/// Separates the message and the help of a [`Refusal`] in the error of `toml`.
pub(super) const HELP: &str = "\nhelp: ";

impl Refusal {
    pub(super) fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }
}

/// The result of a check of several values.
pub(super) type Checked = Result<(), (At, Refusal)>;

impl Display for Refusal {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{HELP}{}", self.message, self.help)
    }
}

impl From<Infallible> for Refusal {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl<T> Placed<T> {
    /// Creates a value that is in no file.
    pub(super) fn unplaced(inner: T) -> Self {
        Self { inner, at: At::default() }
    }

    /// Returns the value.
    pub(super) fn into_inner(self) -> T {
        self.inner
    }
}

impl<T> Entry<T> {
    /// Converts the parsed value.
    pub(super) fn map<U>(self, convert: impl FnOnce(&str, T) -> U) -> Entry<U> {
        let Text { text, value } = self.inner;
        Placed { inner: Text { value: convert(&text, value), text }, at: self.at }
    }
}

impl<T> Deref for Placed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.inner
    }
}

impl<T> DerefMut for Placed<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.inner
    }
}

impl<T> PartialEq for Text<T> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl<T> Eq for Text<T> {}

impl<T> PartialOrd for Text<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Text<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl<T> Text<T> {
    fn parse<E: Error>(text: &str) -> Result<Self, E>
    where
        T: FromStr<Err: Into<Refusal>>,
    {
        let value = text.parse().map_err(|refused: T::Err| E::custom(refused.into()))?;
        Ok(Self { text: text.to_owned(), value })
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Placed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = toml::Spanned::<T>::deserialize(deserializer)?;
        Ok(Self { at: At(spanned.span().start), inner: spanned.into_inner() })
    }
}

impl<'de, T: FromStr<Err: Into<Refusal>>> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor(PhantomData))
    }
}

struct TextVisitor<T>(PhantomData<T>);

impl<T: FromStr<Err: Into<Refusal>>> Visitor<'_> for TextVisitor<T> {
    type Value = Text<T>;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Text<T>, E> {
        Text::parse(text)
    }
}

/// Reads an optional string that is checked as `T`.
pub(super) fn checked<'de, T, D>(deserializer: D) -> Result<Option<String>, D::Error>
where
    T: FromStr<Err: Into<Refusal>>,
    D: Deserializer<'de>,
{
    Text::<T>::deserialize(deserializer).map(|checked| Some(checked.text))
}

/// Reads a list of strings that are parsed as `T`.
pub(super) fn entries<'de, T, U, D>(deserializer: D) -> Result<Vec<Entry<U>>, D::Error>
where
    T: FromStr<Err: Into<Refusal>> + Into<U>,
    D: Deserializer<'de>,
{
    let all = Vec::<Entry<T>>::deserialize(deserializer)?;
    Ok(all.into_iter().map(|entry| entry.map(|_, value| value.into())).collect())
}

/// A value that is written as a string or as a table.
#[derive(Clone, Debug)]
pub(crate) struct TextOrTable<T>(pub(super) T);

/// A type that may be written as a string or as a table.
pub(super) trait Expected {
    /// Both forms, for errors.
    const EXPECTED: &str;
}

impl<'de, T: Expected + FromStr<Err: Into<Refusal>> + Deserialize<'de>> Deserialize<'de> for TextOrTable<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrTableVisitor(PhantomData))
    }
}

struct TextOrTableVisitor<T>(PhantomData<T>);

impl<'de, T: Expected + FromStr<Err: Into<Refusal>> + Deserialize<'de>> Visitor<'de> for TextOrTableVisitor<T> {
    type Value = TextOrTable<T>;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(T::EXPECTED)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<TextOrTable<T>, E> {
        Text::parse(text).map(|text| TextOrTable(text.value))
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<TextOrTable<T>, M::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(TextOrTable)
    }
}

/// Keys are looked up by their text, which differs in all of them.
impl<T> Borrow<str> for Entry<T> {
    fn borrow(&self) -> &str {
        &self.text
    }
}

/// Defines a type that checks strings, with the message and the help if one is refused.
macro_rules! text_check {
    ($(#[$docs:meta])* $visibility:vis $name:ident: $is_valid:expr, $message:literal, $help:literal) => {
        $(#[$docs])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
        $visibility struct $name;

        impl std::str::FromStr for $name {
            type Err = $crate::config::place::Refusal;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let refusal = || $crate::config::place::Refusal::new(format!($message, text), $help);
                $is_valid(text).then_some(Self).ok_or_else(refusal)
            }
        }
    };
}

pub(super) use text_check;
