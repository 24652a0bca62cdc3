//! `[derives]` and `[attributes]`: additional derives and attributes of types.
//!
//! | derive | becomes |
//! |---|---|
//! | `Copy`, `Default`, `Eq`, `Hash`, `Ord`, `PartialOrd` | derived, also for the types inside; an error if one cannot implement it |
//! | `arbitrary::Arbitrary`, `clap::ValueEnum`, `schemars::JsonSchema` | a generated implementation that matches the wire format, behind a feature |
//! | any other path | derived as written |

use std::cell::RefCell;

use serde::Serialize;

use super::Config;
use super::attribute::attribute;
use super::derives_form::derive;
use super::rust_path::RustPath;
use super::type_selector::TypeSelector;
use crate::diagnostic::{Code, Diagnostic, Location};

type Outcome<T> = Result<T, Box<Diagnostic>>;

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
    /// The suggestion, if the selector matches nothing.
    nearest: RefCell<Option<String>>,
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
    /// An attribute, such as `#[doc(alias = "x")]`, and the crates that it names.
    Attribute(String, Vec<String>),
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

/// A trait of another crate with a generated implementation, since a derive would not match the wire format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Implementation {
    /// `arbitrary::Arbitrary`
    Arbitrary,
    /// `clap::ValueEnum`
    ValueEnum,
    /// `schemars::JsonSchema`
    JsonSchema,
}

impl Implementation {
    /// All implementations.
    pub(crate) const ALL: [Self; 3] = [Self::Arbitrary, Self::ValueEnum, Self::JsonSchema];

    /// The implementations that describe the values of a type.
    pub(crate) const DESCRIBING: &[Self] = &[Self::Arbitrary, Self::JsonSchema];

    /// Returns `true` if it describes the values of a type.
    pub(crate) fn describes(self) -> bool {
        Self::DESCRIBING.contains(&self)
    }

    /// Returns its path.
    pub(crate) const fn path(self) -> &'static str {
        match self {
            Self::Arbitrary => "arbitrary::Arbitrary",
            Self::ValueEnum => "clap::ValueEnum",
            Self::JsonSchema => "schemars::JsonSchema",
        }
    }

    /// Returns the feature that enables it, which is named after its crate.
    pub(crate) const fn feature(self) -> &'static str {
        match self {
            Self::Arbitrary => "arbitrary",
            Self::ValueEnum => "clap",
            Self::JsonSchema => "schemars",
        }
    }

    /// Returns the description of the feature, as Markdown.
    pub(crate) const fn about(self) -> &'static str {
        match self {
            Self::Arbitrary => {
                "`arbitrary::Arbitrary`: values that satisfy the constraints of the description, for fuzzing"
            }
            Self::ValueEnum => "`clap::ValueEnum`: enumerations as command line arguments",
            Self::JsonSchema => "`schemars::JsonSchema`: the JSON schemas of the types",
        }
    }
}

impl Config {
    /// Derives traits for types, also by their paths. A selector is the name of a schema, which may contain `*`; that
    /// of an emitted type; `Schema.field` for the type inside; or a JSON pointer.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if the selector or one of the derives is invalid.
    pub fn derive(&mut self, selector: &str, derives: &[&str]) -> Outcome<()> {
        self.add(selector, derives, derive)
    }

    /// Adds attributes to types, fields and variants. Selectors are those of [`derive`](Self::derive), but
    /// `Schema.field` and `Schema.value` select the field and the variant.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if the selector or one of the attributes is invalid.
    pub fn attribute(&mut self, selector: &str, attributes: &[&str]) -> Outcome<()> {
        self.add(selector, attributes, attribute)
    }

    fn add(
        &mut self,
        selector: &str,
        all: &[&str],
        read: fn(&str) -> Result<AddedKind, (String, String)>,
    ) -> Outcome<()> {
        let problem =
            |message: String, help: &str| Box::new(Diagnostic::error(Code::ConfigurationInvalid, message).help(help));
        let selected = parse_selector(selector)
            .map_err(|help| problem(format!("`{selector}` is not a valid type selector"), help))?;
        let mut addition = Addition::new(selector, selected, Location::Whole);
        for text in all {
            let what = read(text).map_err(|(message, help)| problem(message, &help))?;
            addition.push(text, what, Location::Whole).map_err(|message| problem(message, "remove one of them"))?;
        }
        self.additions.push(addition);
        Ok(())
    }

    /// Returns the additions to types.
    pub(crate) fn additions(&self) -> &[Addition] {
        &self.additions
    }

    /// Returns the selectors that matched nothing, with their locations and suggestions.
    pub(super) fn unused_additions(&self) -> impl Iterator<Item = (String, Location, String)> {
        self.additions.iter().filter_map(|addition| {
            let help = addition.nearest.borrow().clone()?;
            Some((format!("`{}`", addition.text), addition.location.clone(), help))
        })
    }

    /// Returns the crates of derives and attributes, as written in code, and their locations.
    pub(super) fn crates_of_additions(&self) -> impl Iterator<Item = (&str, &Location)> {
        self.additions.iter().flat_map(|addition| &addition.added).flat_map(|added| {
            let crates: Vec<&str> = match &added.what {
                AddedKind::Derive(path) => path.crates.iter().map(String::as_str).collect(),
                AddedKind::Attribute(_, crates) => crates.iter().map(String::as_str).collect(),
                AddedKind::Standard(_) | AddedKind::Implemented(_) => Vec::new(),
            };
            crates.into_iter().map(|name| (name, &added.location))
        })
    }
}

impl Addition {
    /// Creates an empty addition for a selector.
    pub(super) fn new(text: &str, selector: TypeSelector, location: Location) -> Self {
        Self { text: text.to_owned(), selector, added: Vec::new(), location, nearest: RefCell::new(None) }
    }

    /// Records the suggestion for a selector that matches nothing.
    pub(crate) fn remember(&self, nearest: Option<String>) {
        drop(self.nearest.replace(nearest));
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
