//! `[derives]` and `[attributes]`: additional derives and attributes of types.
//!
//! | derive | becomes |
//! |---|---|
//! | `Copy`, `Default`, `Eq`, `Hash`, `Ord`, `PartialOrd` | derived, also for the types inside; an error if one cannot implement it |
//! | `clap::ValueEnum`, `schemars::JsonSchema` | a generated implementation that matches the wire format, behind a feature |
//! | any other path | derived as written |

use super::rust_path::RustPath;
use super::type_selector::TypeSelector;
use crate::crate_feature::Implementation;
use crate::diagnostic::{Location, Result};

/// The additions to some types, fields or variants.
#[derive(Clone, Debug)]
pub(crate) struct Addition {
    /// The selector as written.
    pub(crate) text: String,
    /// The selector.
    pub(crate) selector: TypeSelector,
    /// The added derives and attributes.
    pub(crate) added: Vec<Added>,
    /// The location in the configuration.
    pub(crate) location: Location,
}

/// An addition and its location.
#[derive(Clone, Debug)]
pub(crate) struct Added {
    /// The kind of addition.
    pub(crate) what: AddedKind,
    /// The location in the configuration.
    pub(crate) location: Location,
}

/// A kind of addition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AddedKind {
    /// A standard trait; `None` if all types implement it anyway.
    Standard(Option<StandardTrait>),
    /// A trait with a generated implementation.
    Implemented(Implementation),
    /// Any other derive.
    Derive(RustPath),
    /// An attribute, such as `#[doc(alias = "x")]`.
    Attribute(String),
}

/// A standard trait that can be derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StandardTrait {
    /// `Copy`
    Copy,
    /// `Default`
    Default,
    /// `PartialEq`
    PartialEq,
    /// `Eq`
    Eq,
    /// `Hash`
    Hash,
    /// `PartialOrd`
    PartialOrd,
    /// `Ord`
    Ord,
}

impl StandardTrait {
    pub(super) const ALL: [Self; 7] =
        [Self::Copy, Self::Default, Self::PartialEq, Self::Eq, Self::Hash, Self::PartialOrd, Self::Ord];

    /// Returns its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Copy => "Copy",
            Self::Default => "Default",
            Self::PartialEq => "PartialEq",
            Self::Eq => "Eq",
            Self::Hash => "Hash",
            Self::PartialOrd => "PartialOrd",
            Self::Ord => "Ord",
        }
    }

    /// Returns the trait with its supertraits.
    pub(crate) const fn with_supertraits(self) -> &'static [Self] {
        match self {
            Self::Copy => &[Self::Copy],
            Self::Default => &[Self::Default],
            Self::PartialEq => &[Self::PartialEq],
            Self::Eq => &[Self::PartialEq, Self::Eq],
            Self::Hash => &[Self::Hash],
            Self::PartialOrd => &[Self::PartialEq, Self::PartialOrd],
            Self::Ord => &[Self::PartialEq, Self::Eq, Self::PartialOrd, Self::Ord],
        }
    }
}

impl Addition {
    /// Creates an empty addition for a selector.
    pub(super) fn new(text: &str, selector: TypeSelector, location: Location) -> Self {
        Self { text: text.to_owned(), selector, added: Vec::new(), location }
    }

    /// Adds an item. Returns a message if it is a duplicate.
    pub(super) fn push(&mut self, text: &str, what: AddedKind, location: Location) -> Result<(), String> {
        let is_there = |added: &Added| added.what == what && !matches!(what, AddedKind::Standard(None));
        if self.added.iter().any(is_there) {
            return Err(format!("duplicate entry `{text}`"));
        }
        self.added.push(Added { what, location });
        Ok(())
    }
}

/// Parses a selector of emitted types.
pub(super) fn parse_selector(text: &str) -> Result<TypeSelector, &'static str> {
    match TypeSelector::parse(text) {
        Ok(selector @ (TypeSelector::Schema(_) | TypeSelector::Place(_))) => Ok(selector),
        _ => {
            Err("write the name of a schema, `Kafka*`, `Schema.field`, or a pointer such as `/components/schemas/Pet`")
        }
    }
}

/// An addition, or a message and help.
pub(super) type Read = Result<AddedKind, (String, String)>;
