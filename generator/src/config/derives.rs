//! `[derives]` and `[attributes]`: additional derives and attributes of types.
//!
//! | derive | becomes |
//! |---|---|
//! | `Copy`, `Default`, `Eq`, `Hash`, `Ord`, `PartialOrd` | derived, also for the types inside; an error if one cannot implement it |
//! | `clap::ValueEnum`, `schemars::JsonSchema` | a generated implementation that matches the wire format, behind a feature |
//! | any other path | derived as written |

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Deserializer};
use syn::parse::Parser;
use syn::{AttrStyle, Attribute};

use super::place::{Checked, Entry, Refusal};
use super::rust_path::RustPath;
use super::type_selector::{EmittedType, TypeSelector};
use crate::base::crate_feature::Implementation;

/// The additions to some types, fields or variants.
#[derive(Clone, Debug)]
pub(crate) struct Addition {
    /// The types, fields or variants.
    pub(crate) selector: Entry<TypeSelector>,
    /// The added derives and attributes.
    pub(crate) added: Vec<Entry<AddedKind>>,
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

/// Derives that are not allowed, and why.
const REFUSED: [(&str, &str); 3] = [
    ("serde::Deserialize", "remove it; the types already implement it"),
    ("serde::Serialize", "remove it; the types already implement it"),
    (
        "utoipa::ToSchema",
        "use `schemars::JsonSchema`, whose schemas are valid in OpenAPI 3.1; `ToSchema` would describe Rust names, not wire names",
    ),
];

/// Reads the additions by selector; each is parsed as `T`.
pub(super) fn additions<'de, T, D>(deserializer: D) -> Result<Vec<Addition>, D::Error>
where
    T: FromStr<Err = Refusal> + Into<AddedKind>,
    D: Deserializer<'de>,
{
    let all = BTreeMap::<Entry<EmittedType>, Vec<Entry<T>>>::deserialize(deserializer)?;
    let addition = |(selector, added): (Entry<EmittedType>, Vec<Entry<T>>)| Addition {
        selector: selector.map(|text, _| TypeSelector::by_name_or_place(text)),
        added: added.into_iter().map(|added| added.map(|_, value| value.into())).collect(),
    };
    Ok(all.into_iter().map(addition).collect())
}

impl Addition {
    /// Checks that nothing is added twice.
    pub(super) fn check(&self) -> Checked {
        for (index, added) in self.added.iter().enumerate() {
            let is_same = |other: &Entry<AddedKind>| {
                other.value == added.value && !matches!(added.value, AddedKind::Standard(None))
            };
            if self.added[..index].iter().any(is_same) {
                return Err((
                    added.at,
                    Refusal::new(format!("duplicate entry `{}`", added.text), "remove one of them"),
                ));
            }
        }
        Ok(())
    }
}

/// An element of `[attributes]`; the compiler checks what it means.
pub(super) struct AttributeText(String);

impl From<AttributeText> for AddedKind {
    fn from(AttributeText(text): AttributeText) -> Self {
        Self::Attribute(text)
    }
}

impl FromStr for AttributeText {
    type Err = Refusal;

    /// Parses one outer attribute.
    fn from_str(text: &str) -> Result<Self, Refusal> {
        // Thousands of brackets would overflow the stack of the parser.
        let is_short = text.len() <= 1000 && text.matches(['<', '(', '[', '{', '&', '*']).count() <= 32;
        let all = Some(text).filter(|_| is_short).and_then(|text| Attribute::parse_outer.parse_str(text).ok());
        match all.as_deref() {
            Some([one]) if matches!(one.style, AttrStyle::Outer) && text.trim_start().starts_with('#') => {
                Ok(Self(text.trim().to_owned()))
            }
            _ => {
                let help = "write one Rust attribute, such as `#[doc(alias = \"x\")]`";
                Err(Refusal::new(format!("`{text}` is not a valid attribute"), help))
            }
        }
    }
}

/// An element of `[derives]`.
pub(super) struct Derive(AddedKind);

impl From<Derive> for AddedKind {
    fn from(Derive(kind): Derive) -> Self {
        kind
    }
}

impl FromStr for Derive {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        derive(text).map(Self)
    }
}

fn derive(text: &str) -> Result<AddedKind, Refusal> {
    let plain = text.strip_prefix("::").unwrap_or(text);
    // `std::hash::Hash` is `Hash`.
    let is_of_the_language = ["std::", "core::"].iter().any(|library| plain.starts_with(library));
    let short = plain.rsplit("::").next().filter(|_| is_of_the_language).unwrap_or(text);
    if let Some(standard) = StandardTrait::ALL.into_iter().find(|standard| standard.name() == short) {
        return Ok(AddedKind::Standard(Some(standard)));
    }
    if ["Clone", "Debug"].contains(&short) {
        return Ok(AddedKind::Standard(None));
    }
    if let Some(known) = Implementation::ALL.into_iter().find(|known| known.path() == plain) {
        return Ok(AddedKind::Implemented(known));
    }
    let last = |path: &str| path.rsplit("::").next() == Some(plain);
    if let Some((path, help)) = REFUSED.iter().find(|(path, _)| *path == plain || last(path)) {
        return Err(Refusal::new(format!("`{path}` cannot be derived"), *help));
    }
    let parsed = text.parse::<RustPath>().ok();
    parsed.filter(|path| !path.crates.is_empty() && !path.text.contains('<')).map(AddedKind::Derive).ok_or_else(|| {
        let standard = StandardTrait::ALL.map(|standard| format!("`{}`", standard.name())).join(", ");
        let known = Implementation::ALL.into_iter().map(Implementation::path).find(|path| last(path));
        let known = known.unwrap_or("schemars::JsonSchema");
        let help = format!("write the full path with the crate, such as `{known}`, or one of {standard}");
        Refusal::new(format!("`{text}` is not the path of a derive macro"), help)
    })
}

#[cfg(test)]
mod tests {
    use super::{AddedKind, AttributeText, derive};
    use crate::config::{Implementation, StandardTrait};

    #[test]
    fn derives_are_known_or_paths() {
        assert_eq!(derive("Eq"), Ok(AddedKind::Standard(Some(StandardTrait::Eq))));
        assert_eq!(derive("::core::hash::Hash"), Ok(AddedKind::Standard(Some(StandardTrait::Hash))));
        assert_eq!(derive("Clone"), Ok(AddedKind::Standard(None)));
        assert_eq!(derive("::clap::ValueEnum"), Ok(AddedKind::Implemented(Implementation::ValueEnum)));
        let Ok(AddedKind::Derive(path)) = derive("my_macros::Builder") else { panic!("it is a path") };
        assert_eq!(path.text, "::my_macros::Builder");
        for (bad, help) in [
            ("JsonSchema", "`schemars::JsonSchema`"),
            ("serde::Serialize", "already implement it"),
            ("ToSchema", "`schemars::JsonSchema`"),
            ("String", "`Eq`"),
            ("a::B<c::D>", "`Eq`"),
            ("a::B)] struct C; #[derive(Eq", "`Eq`"),
        ] {
            assert!(derive(bad).unwrap_err().help.contains(help), "{bad}");
        }
    }

    #[test]
    fn attributes_are_one_each() {
        for good in
            ["#[doc(alias = \"x\")]", "#[clippy::msrv = \"1\"]", " #[allow(dead_code)] ", "#[my_macros::audited]"]
        {
            assert!(good.parse::<AttributeText>().is_ok(), "{good}");
        }
        for bad in ["", "doc", "#![x]", "#[a] #[b]", "#[a] struct B;", "/// x", "#[a"] {
            assert!(bad.parse::<AttributeText>().is_err(), "{bad}");
        }
    }
}
