//! `[pagination."GET /path"]`: the pagination of an operation, if the description does not declare it.

use serde::Deserialize;

use super::reader::{ConfigReader, Spanned};
use crate::diagnostic::{Location, Result};

/// The configured pagination of an operation. Parameters and members are given by their names on the wire.
#[derive(Clone, Debug)]
pub(crate) struct Paging {
    pub(crate) style: PagingStyle,
    /// `true` if it is for all operations that match a pattern and fit.
    pub(crate) is_pattern: bool,
    /// The location of the style.
    pub(crate) location: Location,
    /// The parameter that selects the page.
    pub(crate) parameter: Option<ConfiguredName>,
    /// The parameter for the page size.
    pub(crate) size: Option<ConfiguredName>,
    /// The parameter that requests pages.
    pub(crate) flag: Option<ConfiguredName>,
    /// The member with the items.
    pub(crate) items: Option<ConfiguredName>,
    /// The member with the total number of items.
    pub(crate) total: Option<ConfiguredName>,
    /// The member that is true if there are more pages.
    pub(crate) more: Option<ConfiguredName>,
    /// The member that is true if there are no more pages.
    pub(crate) done: Option<ConfiguredName>,
    /// The member with the next cursor or address.
    pub(crate) next: Option<ConfiguredName>,
    /// The number of the first page.
    pub(crate) first: i64,
}

/// The strategy for getting to the next page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum PagingStyle {
    /// By page number.
    Page,
    /// By the number of previous items.
    Offset,
    /// By a value from the previous page.
    Cursor,
    /// By an address: in the header `Link`, or in the previous page.
    Link,
    /// The response is not paged.
    None,
}

/// A name and its location.
#[derive(Clone, Debug)]
pub(crate) struct ConfiguredName {
    pub(crate) name: String,
    pub(crate) location: Location,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a table such as `{ style = \"page\", page = \"page\" }`")]
pub(super) struct PagingForm {
    /// The strategy for getting to the next page.
    style: Spanned<PagingStyle>,
    /// The parameter for the page number.
    page: Option<Spanned<String>>,
    /// The parameter for the number of previous items.
    offset: Option<Spanned<String>>,
    /// The parameter for the value from the previous page.
    cursor: Option<Spanned<String>>,
    /// The parameter for the page size.
    size: Option<Spanned<String>>,
    /// The parameter that requests pages.
    flag: Option<Spanned<String>>,
    /// The path to the items in the response, such as `data.stories`; if absent: the response itself, or its only list.
    items: Option<Spanned<String>>,
    /// The path to the total number of items.
    total: Option<Spanned<String>>,
    /// The path to the flag that is true if there are more pages.
    more: Option<Spanned<String>>,
    /// The path to the flag that is true if there are no more pages.
    done: Option<Spanned<String>>,
    /// The path to the next cursor or to the address of the next page.
    next: Option<Spanned<String>>,
    /// The number of the first page; 1 by default.
    first: Option<Spanned<u32>>,
}

impl PagingStyle {
    fn as_str(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Offset => "offset",
            Self::Cursor => "cursor",
            Self::Link => "link",
            Self::None => "none",
        }
    }

    /// Returns the required keys.
    fn needs(self) -> &'static [&'static str] {
        match self {
            Self::Page => &["page"],
            Self::Offset => &["offset"],
            Self::Cursor => &["cursor", "next"],
            Self::Link | Self::None => &[],
        }
    }

    /// Returns the optional keys.
    fn takes(self) -> &'static [&'static str] {
        match self {
            Self::Page => &["size", "flag", "items", "total", "more", "done", "first"],
            Self::Offset => &["size", "flag", "items", "total", "more", "done"],
            Self::Cursor => &["size", "flag", "items", "more", "done"],
            Self::Link => &["size", "flag", "items", "next"],
            Self::None => &[],
        }
    }
}

impl PagingForm {
    /// Returns the keys that are present, and their positions.
    fn present_keys(&self) -> Vec<(&'static str, usize)> {
        let texts = [
            ("page", &self.page),
            ("offset", &self.offset),
            ("cursor", &self.cursor),
            ("size", &self.size),
            ("flag", &self.flag),
            ("items", &self.items),
            ("total", &self.total),
            ("more", &self.more),
            ("done", &self.done),
            ("next", &self.next),
        ];
        let texts = texts.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?.span().start)));
        texts.chain(self.first.as_ref().map(|first| ("first", first.span().start))).collect()
    }

    pub(super) fn read(&self, reader: &ConfigReader<'_>) -> Result<Paging> {
        let style = *self.style.get_ref();
        let given = self.present_keys();
        if let Some(missing) = style.needs().iter().find(|key| !given.iter().any(|(given, _)| given == *key)) {
            let message = format!("the style `{}` needs `{missing}`", style.as_str());
            let help = format!("add `{missing} = \"..\"`, or choose another style");
            return Err(reader.problem(self.style.span().start, message, &help));
        }
        let known = |key: &str| style.needs().contains(&key) || style.takes().contains(&key);
        if let Some((key, at)) = given.into_iter().find(|(key, _)| !known(key)) {
            let message = format!("`{key}` has no effect with the style `{}`", style.as_str());
            return Err(reader.problem(at, message, "remove it or choose another style"));
        }
        let configured = |value: &Option<Spanned<String>>| {
            let value = value.as_ref()?;
            Some(ConfiguredName { name: value.get_ref().clone(), location: reader.location(value.span().start) })
        };
        Ok(Paging {
            style,
            is_pattern: false,
            location: reader.location(self.style.span().start),
            parameter: configured(&self.page).or_else(|| configured(&self.offset)).or_else(|| configured(&self.cursor)),
            size: configured(&self.size),
            flag: configured(&self.flag),
            items: configured(&self.items).filter(|items| !items.name.is_empty()),
            total: configured(&self.total),
            more: configured(&self.more),
            done: configured(&self.done),
            next: configured(&self.next),
            first: self.first.as_ref().map_or(1, |first| i64::from(*first.get_ref())),
        })
    }
}
