//! `[pagination."GET /path"]`: how the pages of an operation follow each other, where the description does not say.

use schemars::JsonSchema;
use serde::Deserialize;

use super::file::ConfigReader;
use super::spanned::Spanned;
use crate::diagnostic::{Diagnostic, Location};

/// What the configuration says of the pages of an operation. Parameters and members are told by their names on the wire.
#[derive(Clone, Debug)]
pub(crate) struct Paging {
    pub(crate) style: PagingStyle,
    /// Where the style stands.
    pub(crate) spot: Location,
    /// The parameter that leads to the next page.
    pub(crate) parameter: Option<Told>,
    /// The parameter for the size of a page.
    pub(crate) size: Option<Told>,
    /// The parameter that asks for pages.
    pub(crate) flag: Option<Told>,
    /// The member with the items.
    pub(crate) items: Option<Told>,
    /// The member with the number of all items.
    pub(crate) total: Option<Told>,
    /// The member that says whether there are more.
    pub(crate) more: Option<Told>,
    /// The member that says that there are no more.
    pub(crate) done: Option<Told>,
    /// The member with the next cursor or address.
    pub(crate) next: Option<Told>,
    /// The number of the first page.
    pub(crate) first: i64,
}

/// What leads to the next page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PagingStyle {
    /// A number that counts pages.
    Page,
    /// A number that counts items.
    Offset,
    /// What the page before says.
    Cursor,
    /// An address: in the header `Link`, or in the page before.
    Link,
    /// The answer does not come in pages.
    None,
}

/// A name and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) name: String,
    pub(crate) spot: Location,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table such as `{ style = \"page\", page = \"page\" }`")]
pub(super) struct PagingForm {
    /// What leads to the next page.
    style: Spanned<PagingStyle>,
    /// The parameter for the number of the page.
    page: Option<Spanned<String>>,
    /// The parameter for the number of items before the page.
    offset: Option<Spanned<String>>,
    /// The parameter for what the page before says.
    cursor: Option<Spanned<String>>,
    /// The parameter for the size of a page.
    size: Option<Spanned<String>>,
    /// The parameter that asks for pages.
    flag: Option<Spanned<String>>,
    /// Where the items stand in the answer, such as `data.stories`; absent: the answer itself, or its only list.
    items: Option<Spanned<String>>,
    /// Where the number of all items stands.
    total: Option<Spanned<String>>,
    /// Where it stands whether there are more.
    more: Option<Spanned<String>>,
    /// Where it stands that there are no more.
    done: Option<Spanned<String>>,
    /// Where the next cursor or the address of the next page stands.
    next: Option<Spanned<String>>,
    /// The number of the first page; by default 1.
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

    /// What has to be said.
    fn needs(self) -> &'static [&'static str] {
        match self {
            Self::Page => &["page"],
            Self::Offset => &["offset"],
            Self::Cursor => &["cursor", "next"],
            Self::Link | Self::None => &[],
        }
    }

    /// What may be said besides.
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
    /// The keys that are given, and where.
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

    pub(super) fn read(&self, reader: &ConfigReader<'_>) -> Result<Paging, Box<Diagnostic>> {
        let style = *self.style.get_ref();
        let given = self.present_keys();
        if let Some(missing) = style.needs().iter().find(|key| !given.iter().any(|(given, _)| given == *key)) {
            let message = format!("the style `{}` needs `{missing}`", style.as_str());
            let help = format!("write `{missing} = \"..\"`, or another style");
            return Err(reader.problem(self.style.span().start, message, &help));
        }
        let known = |key: &str| style.needs().contains(&key) || style.takes().contains(&key);
        if let Some((key, at)) = given.into_iter().find(|(key, _)| !known(key)) {
            let message = format!("`{key}` says nothing in the style `{}`", style.as_str());
            return Err(reader.problem(at, message, "remove it or write another style"));
        }
        let told = |value: &Option<Spanned<String>>| {
            let value = value.as_ref()?;
            Some(Told { name: value.get_ref().clone(), spot: reader.spot(value.span().start) })
        };
        Ok(Paging {
            style,
            spot: reader.spot(self.style.span().start),
            parameter: told(&self.page).or_else(|| told(&self.offset)).or_else(|| told(&self.cursor)),
            size: told(&self.size),
            flag: told(&self.flag),
            items: told(&self.items).filter(|items| !items.name.is_empty()),
            total: told(&self.total),
            more: told(&self.more),
            done: told(&self.done),
            next: told(&self.next),
            first: self.first.as_ref().map_or(1, |first| i64::from(*first.get_ref())),
        })
    }
}
