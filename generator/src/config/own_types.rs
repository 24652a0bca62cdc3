//! `[types]`: the user's types in place of emitted ones.

use std::collections::BTreeSet;
use std::fmt::{self, Formatter};
use std::str::FromStr;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::derives::StandardTrait;
use super::place::{At, Entry, Expected, Refusal, Text, TextOrTable, UsedEntries};
use super::rust_path::RustPath;
use super::selector::Glob;
use super::type_selector::TypeSelector;

/// The contents of `[types]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnTypes(Vec<OwnEntry>);

/// A user's type, and its selector.
#[derive(Clone, Debug)]
pub(crate) struct OwnEntry {
    pub(crate) selector: Entry<TypeSelector>,
    pub(crate) ty: OwnType,
}

/// A user's type.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct OwnType {
    /// The full path of the type with its crate, such as `uuid::Uuid`.
    path: Text<RustPath>,
    /// The traits that the type implements in addition to `Clone`, `Debug`, `Deserialize` and `Serialize`.
    #[serde(default)]
    traits: Traits,
}

/// The optional traits that a type implements.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "Vec<Text<Trait>>")]
pub(super) struct Traits(BTreeSet<&'static str>);

/// A trait of [`TRAITS`].
#[derive(Clone, Debug)]
struct Trait(&'static str);

impl OwnType {
    /// Returns its path.
    pub(crate) fn path(&self) -> &RustPath {
        &self.path.value
    }

    /// Returns the optional traits that it implements.
    pub(crate) fn traits(&self) -> &BTreeSet<&'static str> {
        &self.traits.0
    }
}

impl Expected for OwnType {
    const EXPECTED: &str =
        "a path such as \"uuid::Uuid\" or a table such as `{ path = \"uuid::Uuid\", traits = [\"PartialEq\"] }`";
}

impl FromStr for OwnType {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        Ok(Self { path: Text { text: text.to_owned(), value: text.parse()? }, traits: Traits::default() })
    }
}

impl FromStr for Trait {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let known = TRAITS.into_iter().find(|known| *known == text).map(Self);
        let refusal = || Refusal::new(format!("unknown trait `{text}`"), format!("write any of {}", TRAITS.join(", ")));
        known.ok_or_else(refusal)
    }
}

impl From<Vec<Text<Trait>>> for Traits {
    /// Adds the supertraits.
    fn from(named: Vec<Text<Trait>>) -> Self {
        let with_supertraits = named.into_iter().flat_map(|named| {
            let standard = StandardTrait::ALL.into_iter().find(|standard| standard.name() == named.value.0);
            let supertraits = standard.map_or(&[][..], StandardTrait::with_supertraits);
            supertraits.iter().map(|standard| standard.name()).chain([named.value.0])
        });
        Self(with_supertraits.collect())
    }
}

/// The key for the traits that all types implement.
const TRAITS_OF_ALL: &str = "traits";

impl<'de> Deserialize<'de> for OwnTypes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(OwnTypesVisitor)
    }
}

struct OwnTypesVisitor;

impl<'de> Visitor<'de> for OwnTypesVisitor {
    type Value = OwnTypes;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("a map")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<OwnTypes, M::Error> {
        let (mut own, mut of_all) = (OwnTypes::default(), Traits::default());
        while let Some(selector) = map.next_key::<Entry<TypeSelector>>()? {
            if selector.text == TRAITS_OF_ALL {
                of_all = map.next_value()?;
            } else {
                let TextOrTable(ty) = map.next_value()?;
                own.0.push(OwnEntry { selector, ty });
            }
        }
        own.0.iter_mut().for_each(|entry| entry.ty.traits.0.extend(&of_all.0));
        Ok(own)
    }
}

impl OwnEntry {
    /// Returns the name of the schema, if it is selected by name.
    pub(crate) fn schema_glob(&self) -> Option<&Glob> {
        match &self.selector.value {
            TypeSelector::Schema(glob) => Some(glob),
            _ => None,
        }
    }
}

impl OwnTypes {
    /// Returns `true` if they replace no others.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns all of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &OwnEntry> {
        self.0.iter()
    }

    /// Returns `true` if any of them may replace a schema by its location, or by its name as a member.
    pub(crate) fn has_places(&self) -> bool {
        self.0.iter().any(|entry| match entry.selector.value {
            TypeSelector::Place(_) => true,
            TypeSelector::Schema(_) => entry.selector.text.contains('.'),
            TypeSelector::Shape(_) | TypeSelector::Map => false,
        })
    }

    /// Returns the type for objects whose members all have one type.
    pub(crate) fn for_maps(&self, used: &mut UsedEntries) -> Option<&OwnType> {
        let entry = self.0.iter().find(|entry| matches!(entry.selector.value, TypeSelector::Map))?;
        used.insert(entry.selector.at);
        Some(&entry.ty)
    }

    /// Returns the crates of the types that are used, as written in code, and their places.
    pub(super) fn crates(&self, used: &UsedEntries) -> impl Iterator<Item = (&str, At)> {
        let entries = self.0.iter().filter(|entry| used.contains(entry.selector.at));
        entries.flat_map(|entry| entry.ty.path().crates.iter().map(|name| (name.as_str(), entry.selector.at)))
    }

    /// Returns types that matched nothing in the description. Those that are selected `by_name` are reported when the
    /// names are known.
    pub(super) fn unused(&self, used: &UsedEntries, by_name: bool) -> impl Iterator<Item = (String, At)> {
        let is_unused =
            move |entry: &&OwnEntry| !used.contains(entry.selector.at) && entry.schema_glob().is_some() == by_name;
        let unused = self.0.iter().filter(is_unused);
        unused.map(|entry| (format!("the type of `{}`", entry.selector.text), entry.selector.at))
    }
}

/// The optional traits of a type. `Clone`, `Debug`, `Deserialize` and `Serialize` are always required.
pub(super) const TRAITS: [&str; 14] = [
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Deserialize",
    "Display",
    "Eq",
    "FromStr",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Serialize",
    "schemars::JsonSchema",
];
