//! `[derives]` and `[attributes]`: what types have besides what they always have.
//!
//! | derive | becomes |
//! |---|---|
//! | `Copy`, `Default`, `Eq`, `Hash`, `Ord`, `PartialOrd` | derived, also for what the type holds; refused where one cannot have it |
//! | `arbitrary::Arbitrary`, `clap::ValueEnum`, `schemars::JsonSchema` | an implementation that says what the wire says, behind a feature |
//! | any other path | derived as it is |

use std::cell::RefCell;

use super::Config;
use super::attribute::attribute;
use super::derives_form::derive;
use super::rust_path::RustPath;
use super::type_selector::TypeSelector;
use crate::diagnostic::{Code, Diagnostic, Location};

type Outcome<T> = Result<T, Box<Diagnostic>>;

/// What some types, fields or variants have besides.
#[derive(Clone, Debug)]
pub(crate) struct Addition {
    /// What is meant, as it was written.
    pub(crate) text: String,
    /// What is meant.
    pub(crate) selector: TypeSelector,
    /// What is added.
    pub(crate) added: Vec<Added>,
    /// Where it stands.
    pub(crate) spot: Location,
    /// What may have been meant, where it means nothing.
    nearest: RefCell<Option<String>>,
}

/// What is added, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Added {
    /// What it is.
    pub(crate) what: AddedKind,
    /// Where it stands.
    pub(crate) spot: Location,
}

/// What is added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AddedKind {
    /// A trait of the language; nothing where all types have it.
    Standard(Option<StandardTrait>),
    /// A trait that is implemented.
    Implemented(Implementation),
    /// Any other derive.
    Derive(RustPath),
    /// An attribute, such as `#[doc(alias = "x")]`, and the crates that it names.
    Attribute(String, Vec<String>),
}

/// A trait of the language that can be derived.
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

    /// Its name.
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

    /// It and those that there have to be with it.
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

/// A trait of another crate that is implemented, since a derive would not know what stands on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Implementation {
    /// `arbitrary::Arbitrary`
    Arbitrary,
    /// `clap::ValueEnum`
    ValueEnum,
    /// `schemars::JsonSchema`
    JsonSchema,
}

impl Implementation {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Arbitrary, Self::ValueEnum, Self::JsonSchema];

    /// Those that ask for what the values of a type are.
    pub(crate) const DESCRIBING: &[Self] = &[Self::Arbitrary, Self::JsonSchema];

    /// Returns `true` if it asks for what the values of a type are.
    pub(crate) fn describes(self) -> bool {
        Self::DESCRIBING.contains(&self)
    }

    /// Its path.
    pub(crate) const fn path(self) -> &'static str {
        match self {
            Self::Arbitrary => "arbitrary::Arbitrary",
            Self::ValueEnum => "clap::ValueEnum",
            Self::JsonSchema => "schemars::JsonSchema",
        }
    }

    /// The feature that it comes with, which is called as its crate.
    pub(crate) const fn feature(self) -> &'static str {
        match self {
            Self::Arbitrary => "arbitrary",
            Self::ValueEnum => "clap",
            Self::JsonSchema => "schemars",
        }
    }

    /// What there is with the feature, as Markdown.
    pub(crate) const fn about(self) -> &'static str {
        match self {
            Self::Arbitrary => "`arbitrary::Arbitrary`: values that keep the rules of the description, for fuzzing",
            Self::ValueEnum => "`clap::ValueEnum`: enumerations as arguments of a program",
            Self::JsonSchema => "`schemars::JsonSchema`: the schemas of the description",
        }
    }
}

impl Config {
    /// Derives traits for types, also by their paths. A selector is the name of a schema, which may hold `*`; that of an
    /// emitted type; `Schema.field` for the type inside; or a JSON pointer.
    ///
    /// # Errors
    ///
    /// `configuration-invalid` where it is no selector, or one of the derives is none.
    pub fn derive(&mut self, selector: &str, derives: &[&str]) -> Outcome<()> {
        self.add(selector, derives, derive)
    }

    /// Gives attributes to types, fields and variants: selectors are those of [`derive`](Self::derive), where `Schema.field`
    /// and `Schema.value` are the field and the variant.
    ///
    /// # Errors
    ///
    /// `configuration-invalid` where it is no selector, or one of the attributes is none.
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
        let selected = parse_selector(selector).map_err(|help| problem(format!("`{selector}` is no type"), help))?;
        let mut addition = Addition::new(selector, selected, Location::Whole);
        for text in all {
            let what = read(text).map_err(|(message, help)| problem(message, &help))?;
            addition.push(text, what, Location::Whole).map_err(|message| problem(message, "remove one of the two"))?;
        }
        self.additions.push(addition);
        Ok(())
    }

    /// What types have besides.
    pub(crate) fn additions(&self) -> &[Addition] {
        &self.additions
    }

    /// What meant nothing, in words, where it stands, and what may have been meant.
    pub(super) fn unused_additions(&self) -> impl Iterator<Item = (String, Location, String)> {
        self.additions.iter().filter_map(|addition| {
            let help = addition.nearest.borrow().clone()?;
            Some((format!("`{}`", addition.text), addition.spot.clone(), help))
        })
    }

    /// The crates that derives and attributes come from, as code names them, and where they are named.
    pub(super) fn crates_of_additions(&self) -> impl Iterator<Item = (&str, &Location)> {
        self.additions.iter().flat_map(|addition| &addition.added).flat_map(|added| {
            let crates: Vec<&str> = match &added.what {
                AddedKind::Derive(path) => path.crates.iter().map(String::as_str).collect(),
                AddedKind::Attribute(_, crates) => crates.iter().map(String::as_str).collect(),
                AddedKind::Standard(_) | AddedKind::Implemented(_) => Vec::new(),
            };
            crates.into_iter().map(|name| (name, &added.spot))
        })
    }
}

impl Addition {
    /// Nothing yet for what a selector means.
    pub(super) fn new(text: &str, selector: TypeSelector, spot: Location) -> Self {
        Self { text: text.to_owned(), selector, added: Vec::new(), spot, nearest: RefCell::new(None) }
    }

    /// Remembers what may have been meant by it, where it means nothing.
    pub(crate) fn remember(&self, nearest: Option<String>) {
        drop(self.nearest.replace(nearest));
    }

    /// Adds something; a message where it is there already.
    pub(super) fn push(&mut self, text: &str, what: AddedKind, spot: Location) -> Result<(), String> {
        let is_there = |added: &Added| added.what == what && !matches!(what, AddedKind::Standard(None));
        if self.added.iter().any(is_there) {
            return Err(format!("`{text}` stands here twice"));
        }
        self.added.push(Added { what, spot });
        Ok(())
    }
}

/// Reads a selector of types that are emitted.
pub(super) fn parse_selector(text: &str) -> Result<TypeSelector, &'static str> {
    match TypeSelector::parse(text) {
        Ok(selector @ (TypeSelector::Schema(_) | TypeSelector::Place(_))) => Ok(selector),
        _ => Err("write the name of a schema, `Kafka*`, `Schema.field`, or a place such as `/components/schemas/Pet`"),
    }
}
